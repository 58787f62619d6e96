"""The edges to the desktop session: keys, clipboard, windows, other programs' sound. No Qt; native handles are ints.

Coroutines run on the core loop; adapters serve them from their own threads. Each adapter, the fakes included,
passes the contract suite in ``tests/contract``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.domain.errors import AppError
from app.domain.messages import CapabilitiesReported, DesktopState, HotkeyAction, HotkeyEdge
from app.domain.turn import TargetApp

__all__ = [
    "Clipboard",
    "ClipboardOffer",
    "ClipboardSnapshot",
    "Desktop",
    "FrontmostApp",
    "Hotkeys",
    "KeySender",
    "MediaControl",
    "Platform",
]


class Hotkeys(Protocol):
    """Grabs of single shortcuts; never a stream of all keys."""

    def listen(self, on_edge: Callable[[HotkeyEdge], None]) -> None:
        """Set who is told; called on the adapter's thread, must only post. Auto-repeat is taken out (A01)."""
        ...

    async def bind(self, shortcuts: Mapping[HotkeyAction, str]) -> Mapping[HotkeyAction, AppError]:
        """Replace all grabs by these; returns those that could not be had (the others are active).

        A key whose grab is removed while it is down sends no further edge. Letters are found through the current
        keyboard layout, again after each layout change (A03).
        """
        ...

    async def record(self, timeout_s: float) -> str:
        """Take the keyboard for the next shortcut, then give it back.

        Returns its spelling, "" after ``timeout_s`` or Escape.
        """
        ...

    async def close(self) -> None: ...


class FrontmostApp(Protocol):
    async def current(self) -> TargetApp:
        """Return the focused top-level window; ``NO_TARGET`` when there is none.

        It may be the window of Voxnotch, whose fields take text as any other: ``pid`` tells.
        """
        ...


@dataclass(frozen=True, slots=True)
class ClipboardSnapshot:
    """What was on the clipboard, every type of it."""

    contents: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """Type name (``text/html``, ``UTF8_STRING`` ...) to bytes; empty: the clipboard was empty."""
    native_types: Mapping[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """X11: type name to property type and format (8, 16, 32), where they matter."""


class ClipboardOffer(Protocol):
    """Our text on the clipboard, handed out lazily."""

    def expect_reads(self) -> None:
        """From now on a read counts as the target's; earlier ones were clipboard managers."""
        ...

    async def wait_read(self, *, timeout_s: float, quiet_s: float) -> bool:
        """Wait for a read and then for ``quiet_s`` without another; False when none came in time."""
        ...

    @property
    def first_read_at_s(self) -> float:
        """Monotonic time of the first counted read; 0.0 before it."""
        ...

    @property
    def still_owner(self) -> bool:
        """False once another program took the clipboard: then nothing may be restored."""
        ...


class Clipboard(Protocol):
    async def snapshot(self) -> ClipboardSnapshot:
        """Copy every type of the clipboard.

        Raises:
            ClipboardFrozen: the owner does not answer a probe, or not in time.
        """
        ...

    async def offer(self, text: str) -> ClipboardOffer:
        """Become the owner with ``text``, marked as transient for clipboard histories where that exists."""
        ...

    async def restore(self, snapshot: ClipboardSnapshot) -> bool:
        """Put a snapshot back if we still own the clipboard; an empty one leaves it ownerless (A09)."""
        ...

    async def set_text(self, text: str) -> None:
        """Put text there to stay (an ordinary copy)."""
        ...

    async def selected_text(self) -> str | None:
        """Return the text that is selected in the front window, without touching the clipboard.

        X11: the primary selection. ``None`` when nothing is selected or it cannot be told within 300 ms.
        """
        ...

    async def close(self) -> None:
        """Hand what must outlive us to a clipboard manager where there is one, then let go. Bounded: 1 s."""
        ...


class KeySender(Protocol):
    """Synthetic keys. Modifiers that the person holds are let go first and every press gets its release (A04, A05)."""

    async def chord(self, chord: str) -> None:
        """Press and release e.g. ``ctrl+v``, found through the current layout.

        Raises:
            InsertionFailed: the chord cannot be made on this keyboard or display.
        """
        ...

    async def type_text(self, text: str, *, shift_line_breaks: bool) -> None:
        """Type any Unicode text, in order, whatever the layout (A10 to A13).

        Raises:
            InsertionFailed: nothing, or only a part, was typed; ``detail`` tells how many characters.
        """
        ...

    async def tap(self, key: str, times: int) -> None:
        """Press one key or chord (``backspace``, ``shift+left`` ...) so many times, paced so that none is lost."""
        ...

    async def close(self) -> None:
        """Take back what typing changed of the keyboard, and let go. Bounded: 2 s."""
        ...


class Desktop(Protocol):
    """Monitors, panels, full-screen windows, pointer and focus."""

    async def state(self) -> DesktopState: ...

    async def watch(self, on_change: Callable[[DesktopState], None]) -> None:
        """Tell each change on the core loop, without polling, until cancelled."""
        ...


class MediaControl(Protocol):
    """Other programs' sound while a take runs. What was changed is on disk before it is changed (A40)."""

    async def lower(self, to: float) -> None:
        """Scale the volume of all other streams by ``to`` (0..1)."""
        ...

    async def pause(self) -> None:
        """Pause the players that are playing."""
        ...

    async def restore(self) -> None:
        """Put back all that was changed, also by a run that crashed. Idempotent; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class Platform:
    """The adapters of one desktop session."""

    hotkeys: Hotkeys
    frontmost: FrontmostApp
    clipboard: Clipboard
    keys: KeySender
    desktop: Desktop
    media: MediaControl
    report: CapabilitiesReported
    closers: tuple[Callable[[], None], ...] = ()
    """Called last at shutdown, in order; each closes a connection and joins a thread."""
