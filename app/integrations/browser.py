"""Opens an address in the person's browser. Called by ``oauth``, on the core loop; the work is done on a thread."""

from __future__ import annotations

import os
import sys
import webbrowser
from typing import Final

import anyio
from anyio import to_thread

from app.domain.errors import External

__all__ = ["open_in_browser"]

OPEN_S: Final = 15.0
"""Starting a browser takes a few seconds; one that runs is told within a moment."""
_opening: Final = anyio.CapacityLimiter(1)


async def open_in_browser(url: str) -> None:
    """Open an address, without a shell.

    Raises:
        External: ``sign-in-unavailable``: there is no desktop session or no browser.
    """
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        # One for a terminal would be started, and wait for a person who does not see it.
        raise External("no display", code="sign-in-unavailable")
    opened = False
    with anyio.move_on_after(OPEN_S):
        opened = await to_thread.run_sync(webbrowser.open, url, limiter=_opening, abandon_on_cancel=True)
    if not opened:
        raise External("no browser", code="sign-in-unavailable")
