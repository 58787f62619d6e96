"""Typing on an X server that serves somebody else for a while."""

from __future__ import annotations

from typing import Any

import pytest
from Xlib import X
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import InsertionFailed
from app.platform.x11.connection import XThread
from app.platform.x11.keys import X11KeySender

pytestmark = pytest.mark.anyio


@pytest.mark.fault("A11")
async def test_caps_lock_is_as_it_was_also_after_a_server_that_hung(bare_display: VirtualDisplay) -> None:
    sender = X11KeySender(XThread("keys", bare_display.env["DISPLAY"]))
    other = Display(bare_display.env["DISPLAY"])
    pointer: Any = other.screen().root.query_pointer

    def caps_lock() -> bool:
        return bool(pointer().mask & X.LockMask)

    bare_display.run("xdotool", "key", "Caps_Lock")
    try:
        assert caps_lock()
        typing = await sender._run(lambda display: sender._prepare(display, "words", shift_line_breaks=True))
        await sender._thread.call(lambda display: display.sync())
        assert not caps_lock()
        other.grab_server()  # nobody else is served until it is given back
        other.sync()
        with pytest.raises(InsertionFailed):
            await sender._send(typing)
        other.ungrab_server()
        other.sync()
        await sender._thread.call(lambda display: display.sync())
        assert caps_lock()
    finally:
        bare_display.run("xdotool", "key", "Caps_Lock")
        other.close()
        await sender.close()
