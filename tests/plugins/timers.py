"""A Python-owned ``QTimer`` that still runs after its test fails it; only tests that use Qt are looked at.

Timers are found among the objects that the garbage collector knows. Late in a run those are a million, and a look at
each takes a third of a second, so what was there before is set aside (``gc.freeze``) and only what a test, or the
set-up of a fixture of a wider scope, made meanwhile is looked at.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import pytest

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer

_made: WeakSet[QTimer] = WeakSet()


@contextmanager
def _noted() -> Generator[None]:
    """Note the timers that are made meanwhile; inside of another of its kind that one does."""
    if gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        if "PySide6.QtCore" in sys.modules:
            from PySide6.QtCore import QTimer

            _made.update(thing for thing in gc.get_objects() if isinstance(thing, QTimer))
        gc.unfreeze()


def _running_timers() -> dict[int, str]:
    """Return the running timers by identity, described by their owner."""
    if not _made:
        return {}
    import shiboken6
    from PySide6.QtCore import QCoreApplication

    if QCoreApplication.instance() is None:
        return {}
    return {
        id(timer): f"{timer.interval()} ms, of {timer.parent()!r}"
        for timer in _made
        if shiboken6.isValid(timer) and timer.isActive()
    }


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    if fixturedef.scope == "function":
        return (yield)
    with _noted():
        return (yield)


@pytest.fixture(autouse=True)
def _no_leaked_timers(request: pytest.FixtureRequest) -> Iterator[None]:
    if not {"qapp", "qtbot", "qapplication"} & set(request.fixturenames):
        yield
        return
    before = _running_timers()
    with _noted():
        yield
    left = [what for key, what in _running_timers().items() if key not in before]
    if left:
        pytest.fail("timers outlive the test:\n" + "\n".join(left), pytrace=False)
