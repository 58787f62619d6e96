"""The passive grabs we have on the root window, and which action a key or button stands for.

Used on the X thread of the hotkeys only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from Xlib import X
from Xlib.display import Display
from Xlib.error import CatchError

from app.domain.errors import AppError, HotkeyConflict
from app.domain.messages import HotkeyAction
from app.platform.shortcuts import WITH_ANY_MODIFIERS, Modifier, Shortcut
from app.platform.x11.keymap import Keymap

__all__ = ["Grab", "GrabSet", "Trigger"]

HELD_WITH: Final = (HotkeyAction.DICTATE, HotkeyAction.AGENT)

BUTTON_MASK: Final = X.ButtonPressMask | X.ButtonReleaseMask


@dataclass(frozen=True, slots=True)
class Trigger:
    """A key or a mouse button."""

    detail: int
    """Keycode or button number."""
    is_button: bool = False


@dataclass(frozen=True, slots=True)
class Grab:
    """One passive grab; the server wants one for each state of the lock keys."""

    trigger: Trigger
    modifiers: int


@dataclass(slots=True)
class GrabSet:
    """What is grabbed now; changed by difference, so that what stays is never let go."""

    _active: set[Grab] = field(default_factory=set[Grab])
    _exact: dict[Grab, HotkeyAction] = field(default_factory=dict[Grab, HotkeyAction])
    _loose: dict[Trigger, HotkeyAction] = field(default_factory=dict[Trigger, HotkeyAction])
    _significant: int = 0

    def action(self, trigger: Trigger, state: int) -> HotkeyAction | None:
        """Return what a press means; ``state`` are the real modifiers before it. Exact bindings come first."""
        exact = self._exact.get(Grab(trigger, state & self._significant))
        return exact or self._loose.get(trigger)

    def forget(self, triggers: set[Trigger]) -> None:
        """Note that these were ungrabbed by somebody else, so that the next change grabs them again."""
        self._active = {grab for grab in self._active if grab.trigger not in triggers}

    def replace(
        self, display: Display, keymap: Keymap, wanted: Mapping[HotkeyAction, Shortcut]
    ) -> tuple[set[Trigger], dict[HotkeyAction, AppError]]:
        """Grab exactly ``wanted``.

        Returns the keys and buttons that were not grabbed before, and the actions that could not be had: no such
        key (code ``shortcut-not-on-keyboard``) or held by another program (code ``hotkey-conflict``).
        """
        self._significant = keymap.mask(frozenset(Modifier))
        problems: dict[HotkeyAction, AppError] = {}
        triggers: dict[HotkeyAction, frozenset[Trigger]] = {}
        for action, shortcut in wanted.items():
            triggers[action] = _triggers(keymap, shortcut)
            if not triggers[action]:
                problems[action] = HotkeyConflict(place=str(shortcut), code="shortcut-not-on-keyboard")
        needed = {action: _needed(keymap, wanted, action, triggers[action]) for action in triggers}
        before = {grab.trigger for grab in self._active}
        self._drop(display, {grab for grabs in needed.values() for grab in grabs})
        refused = self._add(display, {grab for grabs in needed.values() for grab in grabs} - self._active)
        for action, grabs in needed.items():
            if grabs & refused and not self._narrow(display, keymap, wanted, action, triggers[action]):
                problems[action] = HotkeyConflict("held by another program", place=str(wanted[action]))
                triggers[action] = frozenset()
        self._exact, self._loose = {}, {}
        for action, shortcut in wanted.items():
            for trigger in triggers[action]:
                self._exact[Grab(trigger, keymap.mask(shortcut.modifiers))] = action
                if action in WITH_ANY_MODIFIERS:
                    self._loose[trigger] = action
        return {grab.trigger for grab in self._active} - before, problems

    def _narrow(
        self,
        display: Display,
        keymap: Keymap,
        wanted: Mapping[HotkeyAction, Shortcut],
        action: HotkeyAction,
        triggers: frozenset[Trigger],
    ) -> bool:
        """Do with less where another program has some combination of a key that we wanted with all of them."""
        others = {
            grab
            for other in wanted
            if other is not action
            for grab in _needed(keymap, wanted, other, _triggers(keymap, wanted[other]))
        }
        mine = {grab for grab in self._active if grab.trigger in triggers} - others
        for grab in mine:
            self._release(display, grab)
        self._active -= mine
        if action not in WITH_ANY_MODIFIERS:
            return False
        plain = keymap.mask(wanted[action].modifiers)
        held = {plain} | {plain | keymap.mask(wanted[each].modifiers) for each in HELD_WITH if each in wanted}
        refused = self._add(display, _combinations(keymap, triggers, held))
        return not refused & _combinations(keymap, triggers, {plain})

    def _drop(self, display: Display, needed: set[Grab]) -> None:
        gone = self._active - needed
        for grab in gone:
            self._release(display, grab)
            if grab.modifiers == X.AnyModifier:
                # This lets go of all our grabs on the key: those that stay are made again below.
                self._active = {each for each in self._active if each.trigger != grab.trigger}
        self._active -= gone

    def _add(self, display: Display, grabs: set[Grab]) -> set[Grab]:
        root: Any = display.screen().root
        asked: list[tuple[Grab, CatchError]] = []
        for grab in grabs:
            catch = CatchError()
            detail = grab.trigger.detail
            if grab.trigger.is_button:
                root.grab_button(
                    detail, grab.modifiers, False, BUTTON_MASK, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE,
                    onerror=catch,
                )  # fmt: skip
            else:
                root.grab_key(detail, grab.modifiers, False, X.GrabModeAsync, X.GrabModeAsync, onerror=catch)
            asked.append((grab, catch))
        display.sync()
        refused = {grab for grab, catch in asked if catch.get_error() is not None}
        self._active |= grabs - refused
        return refused

    def _release(self, display: Display, grab: Grab) -> None:
        root: Any = display.screen().root
        if grab.trigger.is_button:
            root.ungrab_button(grab.trigger.detail, grab.modifiers)
        else:
            root.ungrab_key(grab.trigger.detail, grab.modifiers)


def _triggers(keymap: Keymap, shortcut: Shortcut) -> frozenset[Trigger]:
    if shortcut.is_mouse:
        return frozenset({Trigger(int(shortcut.key.removeprefix("mouse")), is_button=True)})
    return frozenset(Trigger(code) for code in keymap.keycodes(shortcut))


def _needed(
    keymap: Keymap,
    wanted: Mapping[HotkeyAction, Shortcut],
    action: HotkeyAction,
    triggers: frozenset[Trigger],
) -> set[Grab]:
    if action in WITH_ANY_MODIFIERS:
        return {Grab(trigger, X.AnyModifier) for trigger in triggers}
    return _combinations(keymap, triggers, {keymap.mask(wanted[action].modifiers)})


def _combinations(keymap: Keymap, triggers: frozenset[Trigger], masks: set[int]) -> set[Grab]:
    return {Grab(trigger, mask | locks) for trigger in triggers for mask in masks for locks in keymap.lock_combinations}
