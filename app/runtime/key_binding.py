"""Which keys are taken from other programs at a moment: those that mean something now, and no more.

Owned by the coordinator, on the core loop.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from app.domain.errors import AppError
from app.domain.messages import HotkeyAction, HotkeyProblems
from app.platform.ports import Hotkeys
from app.runtime.parts import Emit
from app.settings.model import CancelKey, HotkeySettings

__all__ = ["KeyBinding", "Moment"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Moment:
    """What gives the keys of a moment their meaning."""

    running: bool
    """A take or an agent turn is on its way, so that the cancel key ends something."""
    lockable: bool
    """A talk key is held and could be locked."""
    asking: bool
    """A question waits for the person, who may want the keyboard to go to its card."""


class KeyBinding:
    """Grabs keys, and tells which of them could not be had."""

    def __init__(self, hotkeys: Hotkeys, emit: Emit) -> None:
        self._hotkeys = hotkeys
        self._emit = emit
        self._problems: dict[HotkeyAction, str] = {}

    async def bind(self, settings: HotkeySettings, moment: Moment) -> None:
        wanted = {
            HotkeyAction.DICTATE: settings.dictate,
            HotkeyAction.AGENT: settings.agent,
            HotkeyAction.UNDO: settings.undo,
            HotkeyAction.PASTE_LAST: settings.paste_last,
            HotkeyAction.WRITE: settings.write,
        }
        if moment.running and settings.cancel_key is not CancelKey.OFF:
            wanted[HotkeyAction.CANCEL] = settings.cancel
        if moment.lockable:
            wanted[HotkeyAction.LOCK] = settings.lock
        if moment.asking:
            wanted[HotkeyAction.CARD] = settings.card
        try:
            refused = await self._hotkeys.bind({action: keys for action, keys in wanted.items() if keys})
        except AppError as error:
            log.warning("no hotkeys: %s", error)
            refused = dict.fromkeys(wanted, error)
        problems = {action: error.code for action, error in refused.items()}
        if problems != self._problems:
            self._problems = problems
            self._emit(HotkeyProblems(problems))
