"""A thread or an asyncio task that outlives its test fails it.

What a fixture of a wider scope started is that fixture's; it is known from watching the set-up of such fixtures.
Tasks are seen when their loop closes: ``asyncio.Runner`` would cancel what is left, and nobody would know.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Generator, Iterator
from typing import Any, Final
from weakref import WeakSet

import pytest

GRACE_S: Final = 5.0
"""Threads that were told to end get this long; the loop below looks every hundredth of a second."""

NOT_OURS: Final = ("pytest_timeout", "tqdm_monitor", "AnyIO worker thread")
"""Names of threads that their libraries end: the time limit of pytest, and workers that go with their loop."""

_owned: WeakSet[threading.Thread] = WeakSet()
_left_tasks: list[str] = []


def _threads() -> set[threading.Thread]:
    return {
        thread
        for thread in threading.enumerate()
        if thread not in _owned
        and not isinstance(thread, threading._DummyThread)
        and not thread.name.startswith(NOT_OURS)
    }


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    if fixturedef.scope == "function":
        return (yield)
    before = _threads()
    try:
        return (yield)
    finally:
        for thread in _threads() - before:
            _owned.add(thread)


@pytest.fixture(autouse=True)
def _no_leaked_threads() -> Iterator[None]:
    before = _threads()
    yield
    deadline = time.monotonic() + GRACE_S
    while (left := {thread for thread in _threads() - before if thread.is_alive()}) and time.monotonic() < deadline:
        for thread in left:
            thread.join(0.01)
    if left:
        names = ", ".join(sorted(f"{thread.name} ({thread!r})" for thread in left))
        _owned.update(left)
        pytest.fail(f"threads outlive the test: {names}", pytrace=False)


def _is_of_the_tools(task: asyncio.Task[Any]) -> bool:
    # The task in which anyio's plugin runs the fixtures and the test itself.
    return getattr(task.get_coro(), "__qualname__", "") == "TestRunner._run_tests_and_fixtures"


@pytest.fixture(autouse=True)
def _no_leaked_tasks() -> Iterator[None]:
    _left_tasks.clear()
    yield
    if _left_tasks:
        left = "\n".join(_left_tasks)
        _left_tasks.clear()
        pytest.fail(f"tasks outlive their loop's last work:\n{left}", pytrace=False)


def pytest_configure(config: pytest.Config) -> None:
    # asyncio has no public place to see what a runner is about to cancel.
    original = asyncio.runners._cancel_all_tasks  # pyright: ignore[reportAttributeAccessIssue] - private, see above

    def note_and_cancel(loop: asyncio.AbstractEventLoop) -> None:
        _left_tasks.extend(repr(task) for task in asyncio.all_tasks(loop) if not _is_of_the_tools(task))
        original(loop)

    asyncio.runners._cancel_all_tasks = note_and_cancel  # pyright: ignore[reportAttributeAccessIssue] - as above

    def put_back() -> None:
        asyncio.runners._cancel_all_tasks = original  # pyright: ignore[reportAttributeAccessIssue] - as above

    config.add_cleanup(put_back)
