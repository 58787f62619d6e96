"""How key edges are read: hold, toggle, tap-or-hold, double tap, lock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.turn import TurnKind
from app.runtime.gestures import Gesture, GestureReader
from app.settings.model import ActivationMode, HotkeySettings

DICTATE, AGENT = TurnKind.DICTATE, TurnKind.AGENT


def reader(mode: ActivationMode) -> GestureReader:
    return GestureReader(HotkeySettings(mode=mode, hold_threshold_ms=400, double_tap_ms=400))


def test_hold_starts_at_the_press_and_stops_at_the_release() -> None:
    keys = reader(ActivationMode.HOLD)
    assert keys.press(DICTATE, 1.0, running=None) is Gesture.START
    assert keys.release(DICTATE, 1.05, running=DICTATE) is Gesture.STOP


def test_toggle_ignores_releases_and_stops_at_the_second_press() -> None:
    keys = reader(ActivationMode.TOGGLE)
    assert keys.press(DICTATE, 1.0, running=None) is Gesture.START
    assert keys.release(DICTATE, 3.0, running=DICTATE) is Gesture.NONE
    assert keys.press(DICTATE, 5.0, running=DICTATE) is Gesture.STOP
    assert keys.release(DICTATE, 5.1, running=None) is Gesture.NONE


def test_tap_or_hold_stops_a_long_press_at_its_release() -> None:
    keys = reader(ActivationMode.TAP_OR_HOLD)
    assert keys.press(DICTATE, 1.0, running=None) is Gesture.START
    assert keys.release(DICTATE, 1.401, running=DICTATE) is Gesture.STOP


def test_tap_or_hold_leaves_a_short_tap_running_until_the_next_press() -> None:
    keys = reader(ActivationMode.TAP_OR_HOLD)
    assert keys.press(DICTATE, 1.0, running=None) is Gesture.START
    assert keys.release(DICTATE, 1.399, running=DICTATE) is Gesture.LOCK
    assert keys.locked
    assert keys.press(DICTATE, 9.0, running=DICTATE) is Gesture.STOP
    assert keys.release(DICTATE, 12.0, running=None) is Gesture.NONE


def test_double_tap_starts_only_at_a_second_press_in_time() -> None:
    keys = reader(ActivationMode.DOUBLE_TAP)
    assert keys.press(DICTATE, 1.0, running=None) is Gesture.NONE
    assert keys.release(DICTATE, 1.1, running=None) is Gesture.NONE
    assert keys.press(DICTATE, 1.5, running=None) is Gesture.NONE, "too late, but the first of a new pair"
    assert keys.press(DICTATE, 1.8, running=None) is Gesture.START
    assert keys.press(DICTATE, 4.0, running=DICTATE) is Gesture.STOP


def test_double_tap_needs_the_same_key_twice() -> None:
    keys = reader(ActivationMode.DOUBLE_TAP)
    assert keys.press(AGENT, 1.0, running=None) is Gesture.NONE
    assert keys.press(DICTATE, 1.1, running=None) is Gesture.NONE


def test_the_lock_key_makes_a_held_take_hands_free() -> None:
    keys = reader(ActivationMode.HOLD)
    keys.press(DICTATE, 1.0, running=None)
    assert keys.lock(running=DICTATE) is Gesture.LOCK
    assert keys.lock(running=DICTATE) is Gesture.NONE, "already locked"
    assert keys.release(DICTATE, 2.0, running=DICTATE) is Gesture.NONE
    assert keys.press(DICTATE, 8.0, running=DICTATE) is Gesture.STOP


def test_the_lock_key_means_nothing_when_no_talk_key_is_held() -> None:
    keys = reader(ActivationMode.TOGGLE)
    keys.press(DICTATE, 1.0, running=None)
    keys.release(DICTATE, 1.1, running=DICTATE)
    assert keys.lock(running=DICTATE) is Gesture.NONE
    assert keys.lock(running=None) is Gesture.NONE


@pytest.mark.fault("A01")
def test_a_second_press_without_a_release_ends_the_take() -> None:
    keys = reader(ActivationMode.HOLD)
    keys.press(DICTATE, 1.0, running=None)
    assert keys.press(DICTATE, 5.0, running=DICTATE) is Gesture.STOP
    assert keys.release(DICTATE, 5.2, running=None) is Gesture.NONE


def test_the_other_talk_key_does_not_touch_a_running_take() -> None:
    keys = reader(ActivationMode.HOLD)
    keys.press(DICTATE, 1.0, running=None)
    assert keys.press(AGENT, 1.2, running=DICTATE) is Gesture.NONE
    assert keys.release(AGENT, 1.3, running=DICTATE) is Gesture.NONE
    assert keys.release(DICTATE, 2.0, running=DICTATE) is Gesture.STOP, "its own key still ends it"


def test_a_take_that_was_cancelled_leaves_nothing_behind() -> None:
    keys = reader(ActivationMode.HOLD)
    keys.press(DICTATE, 1.0, running=None)
    keys.lock(running=DICTATE)
    keys.ended()
    assert not keys.locked
    assert keys.release(DICTATE, 2.0, running=None) is Gesture.NONE
    assert keys.press(DICTATE, 3.0, running=None) is Gesture.START


@given(
    mode=st.sampled_from(list(ActivationMode)),
    edges=st.lists(st.tuples(st.booleans(), st.sampled_from([DICTATE, AGENT]), st.floats(0.001, 2)), max_size=40),
)
def test_whatever_the_edges_a_take_can_always_be_ended_by_its_key(
    mode: ActivationMode, edges: list[tuple[bool, TurnKind, float]]
) -> None:
    keys = reader(mode)
    running: TurnKind | None = None
    now = 0.0
    for down, kind, pause in edges:
        now += pause
        gesture = (keys.press if down else keys.release)(kind, now, running=running)
        if gesture is Gesture.START:
            assert running is None
            running = kind
        elif gesture is Gesture.STOP:
            assert running is kind
            running = None
            keys.ended()
    if running is not None:
        assert keys.press(running, now + 1, running=running) is Gesture.STOP
