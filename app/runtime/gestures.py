"""What a key edge means: hold, toggle, tap-or-hold, double tap and the hands-free lock. Pure; used by the coordinator.

Time comes with the edges, nothing here waits: every decision falls on an edge.
"""

from __future__ import annotations

from enum import StrEnum

from app.domain.turn import TurnKind
from app.settings.model import ActivationMode, HotkeySettings

__all__ = ["Gesture", "GestureReader"]


class Gesture(StrEnum):
    NONE = "none"
    START = "start"
    STOP = "stop"
    LOCK = "lock"


class GestureReader:
    """Reads the edges of the talk keys.

    The coordinator tells with each edge what runs, so that a start which failed, a cancel or a lost device leaves
    nothing behind here. A second press of a key that should be down is a missed release: it ends the take (A01).
    """

    def __init__(self, settings: HotkeySettings) -> None:
        self.settings = settings
        self._held: TurnKind | None = None
        self._pressed_at_s = 0.0
        self._press_started = False
        """The press that is held now started the take, so its release may end it."""
        self._last_tap: tuple[TurnKind, float] | None = None
        self._locked = False

    @property
    def locked(self) -> bool:
        """The take goes on after the key is let go."""
        return self._locked

    @property
    def held(self) -> TurnKind | None:
        """The talk key that is down."""
        return self._held

    def ended(self) -> None:
        """Tell that the take is over, for whatever reason."""
        self._locked = False
        self._press_started = False

    def press(self, kind: TurnKind, at_s: float, *, running: TurnKind | None) -> Gesture:
        """Read a press; ``running`` is the kind of the take that listens now, or is to start next."""
        if running is not None and running is not kind:
            return Gesture.NONE  # the key that is held stays the one whose release counts
        self._held = kind
        self._pressed_at_s = at_s
        self._press_started = False
        if running is not None:
            return Gesture.STOP
        if self.settings.mode is ActivationMode.DOUBLE_TAP and not self._second_tap(kind, at_s):
            return Gesture.NONE
        self._press_started = True
        self._locked = False
        return Gesture.START

    def _second_tap(self, kind: TurnKind, at_s: float) -> bool:
        before, self._last_tap = self._last_tap, (kind, at_s)
        if before is None or before[0] is not kind or at_s - before[1] > self.settings.double_tap_ms / 1000:
            return False
        self._last_tap = None
        return True

    def release(self, kind: TurnKind, at_s: float, *, running: TurnKind | None) -> Gesture:
        """Read a release."""
        if self._held is not kind:
            return Gesture.NONE
        self._held = None
        if running is not kind or not self._press_started or self._locked:
            return Gesture.NONE
        match self.settings.mode:
            case ActivationMode.HOLD:
                return Gesture.STOP
            case ActivationMode.TAP_OR_HOLD:
                if at_s - self._pressed_at_s >= self.settings.hold_threshold_ms / 1000:
                    return Gesture.STOP
                self._locked = True
                return Gesture.LOCK
            case ActivationMode.TOGGLE | ActivationMode.DOUBLE_TAP:
                return Gesture.NONE

    def lock(self, *, running: TurnKind | None) -> Gesture:
        """Read the lock key: it counts only while the key that started the take is down."""
        if running is None or self._held is not running or self._locked:
            return Gesture.NONE
        self._locked = True
        return Gesture.LOCK
