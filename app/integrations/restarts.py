"""When a server that crashed is started again, and when no more (V-18.11, V-18.12). Pure; used by ``server``."""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["Restarts"]

FIRST_DELAY_S: Final = 1.0
LONGEST_DELAY_S: Final = 60.0
HEALTHY_S: Final = 60.0
"""A server that was up for so long starts again after the first delay."""
MOST_CRASHES: Final = 5
WITHIN_S: Final = 120.0
"""The fifth crash within this time is the last."""


class Restarts:
    """What one server's crashes so far say about the next start."""

    def __init__(self) -> None:
        self._delay_s = FIRST_DELAY_S
        self._crashes: deque[float] = deque(maxlen=MOST_CRASHES)

    def after_crash(self, now_s: float, up_s: float) -> float | None:
        """Return the pause before the next start in seconds, or ``None`` to give up.

        ``now_s`` is monotonic; ``up_s`` is how long the server was connected, 0 when it never was.
        """
        if up_s >= HEALTHY_S:
            self._delay_s = FIRST_DELAY_S
        self._crashes.append(now_s)
        if len(self._crashes) == MOST_CRASHES and now_s - self._crashes[0] <= WITHIN_S:
            return None
        delay_s, self._delay_s = self._delay_s, min(2 * self._delay_s, LONGEST_DELAY_S)
        return delay_s
