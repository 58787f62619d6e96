"""Text into the program that had the focus, and back out of it: the paste transaction, typing, copying, undo.

Called by a voice run and by the coordinator, on the core loop. The order of a paste is the whole point: copy what is
on the clipboard, offer the text lazily, send the chord, wait until the target has read, and put the old content back
only while the clipboard is still ours (A06 to A09). A target that never reads keeps the text on the clipboard.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio
import regex

from app.domain.errors import AppError, ClipboardFrozen, InsertionFailed
from app.domain.turn import Insertion, InsertMethod, TargetApp, TurnOutcome
from app.platform.ports import ClipboardOffer, ClipboardSnapshot, Platform
from app.settings.model import AppRule, DeliverySettings

__all__ = ["Delivered", "Delivery"]

log = logging.getLogger(__name__)

QUIET_S: Final = 0.12
"""After a read, so long without another: Chromium reads twice, 5 ms apart; a busy target may take 100 ms."""

PUT_BACK_TIMEOUT_S: Final = 2.0
"""For the clipboard at a cancel; a display that hangs must not hold the next take."""

CANCELLED_READ_S: Final = 1.0
"""A chord that was sent cannot be called back: so long its target may still read our text (A08: one took 0.8 s)."""

MAX_UNDO_GRAPHEMES: Final = 4000
"""Undo selects the text key by key; more would take over a few seconds."""

TERMINALS: Final = frozenset(
    {
        "alacritty", "com.mitchellh.ghostty", "com.raggesilver.blackbox", "cool-retro-term", "deepin-terminal",
        "foot", "ghostty", "gnome-terminal", "gnome-terminal-server", "guake", "hyper", "io.elementary.terminal",
        "kgx", "kitty", "konsole", "lxterminal", "mate-terminal", "org.gnome.console", "org.gnome.ptyxis",
        "org.kde.konsole", "org.wezfurlong.wezterm", "ptyxis", "qterminal", "rio", "rxvt", "sakura", "st-256color",
        "terminator", "terminology", "tilda", "tilix", "urxvt", "wezterm", "x-terminal-emulator", "xfce4-terminal",
        "xterm", "yakuake",
    }
)  # fmt: skip
"""Window classes, lower case, of programs in which Ctrl+V is not paste and Ctrl+Z is not undo."""

TERMINAL_CHORD: Final = "ctrl+shift+v"

TYPED: Final = frozenset({"rxvt", "st-256color", "urxvt", "xterm"})
"""Terminals without a chord for the clipboard out of the box: Shift+Insert pastes the primary selection there."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """What became of the text."""

    outcome: TurnOutcome
    insertion: Insertion | None = None
    error: AppError | None = None
    clipboard_restored: bool = True


def graphemes(text: str) -> int:
    """Count the caret positions of ``text``: extended grapheme clusters (Unicode UAX 29)."""
    return len(regex.findall(r"\X", text))


class Delivery:
    """Delivers one text at a time and remembers the last insertion."""

    def __init__(self, platform: Platform, monotonic_s: Callable[[], float]) -> None:
        self._platform = platform
        self._now = monotonic_s
        self._last: Insertion | None = None
        self._one_at_a_time = anyio.Lock()

    async def deliver(self, text: str, target: TargetApp, settings: DeliverySettings) -> Delivered:
        """Bring ``text`` to ``target`` by the way that settings and program ask for. Never raises an AppError."""
        rule = _rule_for(target.app_id, settings)
        async with self._one_at_a_time:
            try:
                match rule.method or settings.method:
                    case InsertMethod.COPY:
                        await self._platform.clipboard.set_text(text)
                        return Delivered(TurnOutcome.COPIED)
                    case InsertMethod.TYPE:
                        delivered = await self._type(_spaced(text, rule, settings), target, rule, settings)
                    case InsertMethod.PASTE:
                        delivered = await self._paste(_spaced(text, rule, settings), target, rule, settings)
            except AppError as error:
                log.warning("delivery failed: %s", error.code)
                return Delivered(TurnOutcome.SHOWN, error=error)
            if delivered.insertion is not None:
                self._last = delivered.insertion
                if rule.submit:
                    await self._submit(target)
            return delivered

    async def _submit(self, target: TargetApp) -> None:
        """Press Return where the text went; what was sent off is not to be taken back."""
        try:
            if await self._in_front(target):
                self._last = None
                await self._platform.keys.tap("return", 1)
        except AppError as error:
            log.warning("the text was not submitted: %s", error.code)

    async def _in_front(self, target: TargetApp) -> bool:
        return target.window_id != 0 and (await self._platform.frontmost.current()).window_id == target.window_id

    async def _type(self, text: str, target: TargetApp, rule: AppRule, settings: DeliverySettings) -> Delivered:
        if not await self._in_front(target):
            return Delivered(TurnOutcome.SHOWN)
        started = self._now()
        written = text if settings.keep_line_breaks else " ".join(text.splitlines())
        self._last = None
        try:
            await self._platform.keys.type_text(written, shift_line_breaks=True)
        except InsertionFailed as error:
            if error.code != "typing-unsuitable" or (not rule.chord and target.app_id.casefold() in TYPED):
                raise
            log.info("typing does not suit this text, pasting instead")
            return await self._paste(text, target, rule, settings)
        return Delivered(
            TurnOutcome.INSERTED,
            Insertion(InsertMethod.TYPE, target, written, paste_latency_s=self._now() - started),
        )

    async def _paste(self, text: str, target: TargetApp, rule: AppRule, settings: DeliverySettings) -> Delivered:
        clipboard = self._platform.clipboard
        if not await self._in_front(target):
            return Delivered(TurnOutcome.SHOWN)
        snapshot = await self._snapshot() if settings.restore_clipboard else None
        started = self._now()
        offer: ClipboardOffer | None = None
        sent = False
        try:
            offer = await clipboard.offer(text)
            if not await self._in_front(target):
                return Delivered(TurnOutcome.SHOWN, clipboard_restored=await self._put_back(snapshot))
            offer.expect_reads()
            self._last = None
            await self._platform.keys.chord(rule.chord or settings.chord)
            sent = True
            was_read = await offer.wait_read(timeout_s=settings.read_timeout_ms / 1000, quiet_s=QUIET_S)
        except AppError as error:
            log.warning("the paste failed: %s", error.code)
            return Delivered(TurnOutcome.SHOWN, error=error, clipboard_restored=await self._put_back_surely(snapshot))
        except anyio.get_cancelled_exc_class():
            if offer is not None and sent:
                with anyio.CancelScope(shield=True):  # bounded by twice the time
                    await offer.wait_read(timeout_s=CANCELLED_READ_S, quiet_s=QUIET_S)
            await self._put_back_surely(snapshot)
            raise
        if not was_read:
            return Delivered(
                TurnOutcome.SHOWN,
                error=InsertionFailed("the target did not read the clipboard", code="paste-not-read"),
                clipboard_restored=False,
            )
        restored = not settings.restore_clipboard
        if settings.restore_clipboard:
            restored = not offer.still_owner or await self._put_back_surely(snapshot)
        return Delivered(
            TurnOutcome.INSERTED,
            Insertion(InsertMethod.PASTE, target, text, paste_latency_s=max(0.0, offer.first_read_at_s - started)),
            clipboard_restored=restored,
        )

    async def _snapshot(self) -> ClipboardSnapshot | None:
        try:
            return await self._platform.clipboard.snapshot()
        except ClipboardFrozen as error:
            log.warning("the clipboard cannot be kept: %s", error.code)
            return None

    async def _put_back(self, snapshot: ClipboardSnapshot | None) -> bool:
        return snapshot is not None and await self._platform.clipboard.restore(snapshot)

    async def _put_back_surely(self, snapshot: ClipboardSnapshot | None) -> bool:
        """Put back also where the run was cancelled; a failure costs the old content and not the receipt."""
        with anyio.move_on_after(PUT_BACK_TIMEOUT_S, shield=True):
            try:
                return await self._put_back(snapshot)
            except AppError as error:
                log.warning("the clipboard could not be put back: %s", error.code)
        return False

    async def copy(self, text: str) -> None:
        """Put ``text`` on the clipboard to stay.

        Raises:
            AppError: the clipboard cannot be reached.
        """
        await self._platform.clipboard.set_text(text)

    async def undo(self) -> bool:
        """Take back exactly the last insertion; False when that cannot be done safely or was done already.

        A text that is on its way is waited for: it can be in the window before its receipt is here. The text before the
        caret is selected and compared with what was inserted; only the very same text is
        deleted. A terminal has no such selection: there a text without line breaks is deleted by Backspace.

        Raises:
            AppError: keys cannot be sent.
        """
        async with self._one_at_a_time:  # a delivery is bounded by the time its target has to read
            return await self._undo()

    async def _undo(self) -> bool:
        last, self._last = self._last, None
        if last is None or not await self._in_front(last.target):
            return False
        steps = graphemes(last.text)
        if steps > MAX_UNDO_GRAPHEMES:
            return False
        keys = self._platform.keys
        if last.target.app_id.casefold() in TERMINALS:
            if "\n" in last.text:
                return False
            await keys.tap("backspace", steps)
            return True
        await keys.tap("shift+left", steps)
        if await self._platform.clipboard.selected_text() == last.text:
            await keys.tap("backspace", 1)
            return True
        await keys.tap("right", 1)
        return False


def _spaced(text: str, rule: AppRule, settings: DeliverySettings) -> str:
    """Add the space that keeps the next text from sticking to this one."""
    joins = settings.trailing_space and not rule.submit and not text[-1:].isspace()
    return f"{text} " if joins else text


def _rule_for(app_id: str, settings: DeliverySettings) -> AppRule:
    """Return the person's rule, with what it leaves open filled in for terminals."""
    name = app_id.casefold()
    own = next((rule for rule in settings.apps if rule.app_id.casefold() == name), AppRule(app_id=app_id or "-"))
    if name in TYPED:
        return own if own.chord or own.method else own.model_copy(update={"method": InsertMethod.TYPE})
    return own.model_copy(update={"chord": TERMINAL_CHORD}) if name in TERMINALS and not own.chord else own
