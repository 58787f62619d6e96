"""Adapters for a session in which Voxnotch cannot reach other programs: each says why, and the core runs on.

Made by ``detect.py`` where there is no display, or one of a kind that has no adapter. History, retry and settings
work; what would touch the desktop raises :class:`DisplayUnavailable` with the code given here. Core loop only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

import anyio

from app.domain.errors import AppError, DisplayUnavailable
from app.domain.messages import DesktopState, HotkeyAction, HotkeyEdge
from app.domain.turn import NO_TARGET, TargetApp
from app.platform.ports import ClipboardOffer, ClipboardSnapshot

__all__ = ["NoClipboard", "NoDesktop", "NoFrontmostApp", "NoHotkeys", "NoKeySender", "NoMedia"]


class _Absent:
    def __init__(self, code: str) -> None:
        self._code = code

    def _refuse(self) -> NoReturn:
        raise DisplayUnavailable(code=self._code)

    async def close(self) -> None:
        """Nothing was opened."""


class NoHotkeys(_Absent):
    """``Hotkeys`` of which none can be had; commands still come from the tray, a second launch and buttons."""

    def listen(self, on_edge: Callable[[HotkeyEdge], None]) -> None:
        del on_edge  # there will be no edges

    async def bind(self, shortcuts: Mapping[HotkeyAction, str]) -> Mapping[HotkeyAction, AppError]:
        return {action: DisplayUnavailable(code=self._code) for action, shortcut in shortcuts.items() if shortcut}

    async def record(self, timeout_s: float) -> str:
        del timeout_s
        self._refuse()


class NoFrontmostApp:
    """``FrontmostApp`` that knows of no window, so that text is shown and not inserted anywhere."""

    async def current(self) -> TargetApp:
        return NO_TARGET


class NoClipboard(_Absent):
    async def snapshot(self) -> ClipboardSnapshot:
        self._refuse()

    async def offer(self, text: str) -> ClipboardOffer:
        del text
        self._refuse()

    async def restore(self, snapshot: ClipboardSnapshot) -> bool:
        del snapshot
        return False

    async def set_text(self, text: str) -> None:
        del text
        self._refuse()

    async def selected_text(self) -> str | None:
        return None


class NoKeySender(_Absent):
    async def chord(self, chord: str) -> None:
        del chord
        self._refuse()

    async def type_text(self, text: str, *, shift_line_breaks: bool) -> None:
        del text, shift_line_breaks
        self._refuse()

    async def tap(self, key: str, times: int) -> None:
        del key, times
        self._refuse()


class NoDesktop:
    """``Desktop`` without a monitor."""

    async def state(self) -> DesktopState:
        return DesktopState(outputs=(), pointer_output="", focus_output="", composited=False)

    async def watch(self, on_change: Callable[[DesktopState], None]) -> None:
        del on_change  # nothing will change
        await anyio.sleep_forever()


class NoMedia:
    """``MediaControl`` where there is none yet: nothing is changed, so nothing has to be put back."""

    async def lower(self, to: float) -> None:
        del to

    async def pause(self) -> None:
        return

    async def restore(self) -> None:
        return
