"""The text on the clipboard: wl-clipboard on Wayland, xclip or xsel on X11. Blocks; worker threads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mcp_stdio import ToolError
from programs import find, output_of, start

_ON_WAYLAND: Final = "wl-clipboard"
_ON_X11: Final = "xclip"
_TEXTS: Final = frozenset({"UTF8_STRING", "STRING", "TEXT", "text/plain", "text/plain;charset=utf-8"})
"""Kinds of content on X11 that are text."""
_X11_SELECTION: Final = ("-selection", "clipboard")


def read_text() -> str:
    """Return the text on the clipboard.

    Raises:
        ToolError: there is no display, no program for it, or no text.
    """
    argv = _reader()
    try:
        # An owner that is asked for text may answer with the bytes of its picture, so its kinds are asked for first.
        is_text = Path(argv[0]).name != "xclip" or bool(_TEXTS & set(output_of([*argv[:-1], "TARGETS"]).split()))
        text = output_of(argv) if is_text else None
    except ToolError as error:
        if not any(words in str(error) for words in ("not available", "No suitable type", "Nothing is copied")):
            raise
        text = None
    if text is None:
        raise ToolError("There is no text on the clipboard.")
    return text


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
        return [program, *_X11_SELECTION, "-out", "-target", "UTF8_STRING"]
    return [program, "--clipboard", "--output"]


def _writer() -> list[str]:
    if _is_wayland():
        return [find("wl-copy", package=_ON_WAYLAND), "--type", "text/plain;charset=utf-8"]
    program = find("xclip", "xsel", package=_ON_X11)
    if Path(program).name == "xclip":
        return [program, *_X11_SELECTION, "-in", "-target", "UTF8_STRING"]
    return [program, "--clipboard", "--input"]


def _is_wayland() -> bool:
    if os.environ.get("WAYLAND_DISPLAY"):
        return True
    if os.environ.get("DISPLAY"):
        return False
    raise ToolError("There is no display, so there is no clipboard: neither WAYLAND_DISPLAY nor DISPLAY is set.")
