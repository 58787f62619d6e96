"""Tells whether this PySide6 loses references to ``True`` and ``None``, which aborts the process after a while.

PySide6 6.12.0 on Python 3.11 does; ``pyproject.toml`` therefore holds 6.11.x. Asked by ``voxnotch doctor`` and by a
test; any thread. To be dropped once only Python versions with immortal singletons (3.12 and newer) are supported.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal

__all__ = ["pyside_reference_fault"]

EMISSIONS = 50
TOLERANCE = 10
"""Other threads hold and drop references meanwhile; the fault loses one with each emission."""


class _Beeper(QObject):
    beep = Signal(int)


def pyside_reference_fault() -> bool:
    """Emit a few signals and count the references to ``True``."""
    beeper = _Beeper()
    before = sys.getrefcount(True)
    for number in range(EMISSIONS):
        beeper.beep.emit(number)
    return abs(sys.getrefcount(True) - before) >= TOLERANCE
