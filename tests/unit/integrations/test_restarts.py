"""When a crashed server starts again, and when no more."""

from __future__ import annotations

import pytest

from app.integrations.restarts import Restarts


@pytest.mark.clause("V-18.11")
def test_the_pause_doubles_from_one_second_to_a_minute() -> None:
    restarts = Restarts()

    # Each crash long after the one before, so that none is the fifth within two minutes.
    pauses = [restarts.after_crash(now_s=1000.0 * number, up_s=0.0) for number in range(9)]

    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]


@pytest.mark.clause("V-18.11")
@pytest.mark.parametrize(("up_s", "pause_s"), [(59.9, 8.0), (60.0, 1.0)])
def test_a_minute_of_health_resets_the_pause(up_s: float, pause_s: float) -> None:
    restarts = Restarts()
    for number in range(3):
        restarts.after_crash(now_s=1000.0 * number, up_s=0.0)

    assert restarts.after_crash(now_s=5000.0, up_s=up_s) == pause_s


@pytest.mark.parametrize(("fifth_s", "gives_up"), [(120.0, True), (120.1, False)])
def test_the_fifth_crash_within_two_minutes_is_the_last(fifth_s: float, gives_up: bool) -> None:
    restarts = Restarts()
    for now_s in (0.0, 1.0, 3.0, 7.0):
        assert restarts.after_crash(now_s, up_s=0.0) is not None

    assert (restarts.after_crash(fifth_s, up_s=0.0) is None) == gives_up
