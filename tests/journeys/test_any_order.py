"""Presses, cancels, settings, losses, deletions and quits in random orders: the rules hold in all of them."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

import anyio
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from tests.journeys.storm import ACT, Act, fly_through

QUICK = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType] - its metaclass hides its type
)
acts = st.lists(ACT, max_size=40)


def run(todo: list[Act], caplog: pytest.LogCaptureFixture, stop_at: int | None = None) -> None:
    caplog.clear()
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(lambda: fly_through(Path(folder), todo, stop_at=stop_at))
    faults = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert faults == []


@pytest.mark.slow
@QUICK
@given(acts)
def test_whatever_the_order_each_take_ends_once_and_all_is_put_back(
    caplog: pytest.LogCaptureFixture, todo: list[Act]
) -> None:
    run(todo, caplog)


@pytest.mark.slow
@QUICK
@given(acts, st.integers(0, 39))
def test_a_quit_at_any_moment_ends_in_time_and_puts_all_back(
    caplog: pytest.LogCaptureFixture, todo: list[Act], stop_at: int
) -> None:
    run(todo, caplog, stop_at)
