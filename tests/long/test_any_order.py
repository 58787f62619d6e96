"""The storms of ``tests/journeys``, many more of them and far longer."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from tests.journeys.storm import ACT, Act
from tests.journeys.test_any_order import run

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]

LONG = settings(
    max_examples=600,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType] - its metaclass hides its type
)
long_acts = st.lists(ACT, min_size=30, max_size=150)


@LONG
@given(long_acts)
def test_long_storms_leave_every_take_ended_and_all_put_back(caplog: pytest.LogCaptureFixture, todo: list[Act]) -> None:
    run(todo, caplog)


@LONG
@given(long_acts, st.integers(0, 149))
def test_a_quit_in_a_long_storm_ends_in_time_and_puts_all_back(
    caplog: pytest.LogCaptureFixture, todo: list[Act], stop_at: int
) -> None:
    run(todo, caplog, stop_at)
