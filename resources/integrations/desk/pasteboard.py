"""The text on the clipboard: wl-clipboard on Wayland, xclip or xsel on X11. Blocks; worker threads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mcp_stdio import ToolError
from programs import find, output_of, start

_ON_WAYLAND: Final = "wl-clipboard"
_ON_X11: Final = "xclip"


def read_text() -> str:
    """Return the text on the clipboard.

    Raises:
        ToolError: there is no display, no program for it, or no text.
    """
    argv = _reader()
    try:
        return output_of(argv)
    except ToolError as error:
        told = str(error)
        if any(words in told for words in ("not available", "No suitable type", "Nothing is copied")):
            raise ToolError("There is no text on the clipboard.") from error
        raise


def write_text(text: str) -> None:
    """Put text on the clipboard; it stays there when this server ends.

    Raises:
        ToolError: there is no display, or no program for it.
    """
    start(_writer(), given=text)


def _reader() -> list[str]:
    if _is_wayland():
        return [find("wl-paste", package=_ON_WAYLAND), "--no-newline", "--type", "text"]
    program = find("xclip", "xsel", package=_ON_X11)
    if Path(program).name == "xclip":
        return [program, "-selection", "clipboard", "-out", "-target", "UTF8_STRING"]
    return [program, "--clipboard", "--output"]


def _writer() -> list[str]:
    if _is_wayland():
        return [find("wl-copy", package=_ON_WAYLAND), "--type", "text/plain;charset=utf-8"]
    program = find("xclip", "xsel", package=_ON_X11)
    if Path(program).name == "xclip":
        return [program, "-selection", "clipboard", "-in"]
    return [program, "--clipboard", "--input"]


def _is_wayland() -> bool:
    if os.environ.get("WAYLAND_DISPLAY"):
        return True
    if os.environ.get("DISPLAY"):
        return False
    raise ToolError("There is no display, so there is no clipboard: neither WAYLAND_DISPLAY nor DISPLAY is set.")
