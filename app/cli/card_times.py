"""The moving times of a card as they are at one moment (V-9.22, V-9.23). Pure; used by ``card_text``."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from app.domain.cards.blocks import Clock, Countdown

__all__ = ["clock_time", "time_left"]

_MINUTE_S: Final = 60
_HOUR_S: Final = 60 * _MINUTE_S
_DAY_S: Final = 24 * _HOUR_S


def clock_time(clock: Clock, now_unix_s: float) -> str:
    """Return hours and minutes in its zone, which its reader found on this machine."""
    return f"{datetime.fromtimestamp(now_unix_s, UTC).astimezone(ZoneInfo(clock.tz)):%H:%M}"


def time_left(countdown: Countdown, now_unix_s: float) -> str:
    """Return what is left; seconds count from the first showing, which is now."""
    if countdown.until_unix_ms is not None:
        left = countdown.until_unix_ms / 1000 - now_unix_s
    else:
        left = countdown.seconds or 0.0
    if left >= _DAY_S:
        return f"{left // _DAY_S:.0f}d {left % _DAY_S // _HOUR_S:.0f}h"
    # The second that has begun still counts, as in the window: 0:00 means over.
    seconds = max(math.ceil(left), 0)
    hours, minutes, rest = seconds // _HOUR_S, seconds // _MINUTE_S % 60, seconds % _MINUTE_S
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
