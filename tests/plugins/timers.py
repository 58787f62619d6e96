"""A Python-owned ``QTimer`` that still runs after its test fails it; only tests that use Qt are looked at."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest


def _running_timers() -> dict[int, str]:
    """Return the running timers by identity, described by their owner."""
    if "PySide6.QtCore" not in sys.modules:
        return {}
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QTimer

    if QCoreApplication.instance() is None:
        return {}
    return {
        id(thing): f"{thing.interval()} ms, of {thing.parent()!r}"
        for thing in gc.get_objects()
        if isinstance(thing, QTimer) and shiboken6.isValid(thing) and thing.isActive()
    }


@pytest.fixture(autouse=True)
def _no_leaked_timers(request: pytest.FixtureRequest) -> Iterator[None]:
    if not {"qapp", "qtbot", "qapplication"} & set(request.fixturenames):
        yield
        return
    before = _running_timers()
    yield
    left = [what for key, what in _running_timers().items() if key not in before]
    if left:
        pytest.fail("timers outlive the test:\n" + "\n".join(left), pytrace=False)
