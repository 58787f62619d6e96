"""Reads the blocks of a glance card that move by themselves (V-9.22, V-9.23): a clock of a zone, and a countdown.

Called by ``block_reading``. Zones are those of the system's or the ``tzdata`` package's own database. Any thread.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from app.domain.cards.chart_reading import read_number
from app.domain.fields import Fields, read_text, snippet
from app.domain.findings import Place
from app.domain.measure import plain_number

__all__ = ["read_clock", "read_countdown"]

_LABEL: Final = 48
"""UTF-16 units; V-9.22 and V-9.23 name no cap, this is that of V-9.21."""
_ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,3}")
_UNIX_MS: Final = re.compile(r"-?[0-9]{9,16}")
"""Unix milliseconds as text. Eight digits are a date, and fewer nothing."""
_LAST_MS: Final = 8.64e15
"""The last moment that a JavaScript ``Date`` holds, which is what most servers write."""


def read_clock(block: Fields) -> bool:
    zone = block.raw("tz")
    if not isinstance(zone, str) or not _is_zone(zone.strip()):
        block.at("tz").dropped("unknown-zone", "V-9.22", snippet(zone))
        return False
    block.kept["tz"] = zone.strip()
    if block.text("label", "V-9.22", most=_LABEL) is None:
        block.kept["label"] = zone.strip().rsplit("/", 1)[-1].replace("_", " ")
    return True


def _is_zone(name: str) -> bool:
    if not _ZONE.fullmatch(name):
        return False
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # not there, no zone file, a folder such as "Europe", a name too long
        return False
    return True


def read_countdown(block: Fields) -> bool:
    block.text("label", "V-9.23", most=_LABEL)
    if block.has("until"):
        until = _moment(block.raw("until"), block.at("until"))
        if until is not None:
            block.kept["untilUnixMs"] = until
            if block.has("seconds"):
                block.at("seconds").dropped("until-and-seconds", "V-9.23")
            return True
    elif not block.has("seconds"):
        block.at("until").dropped("missing", "V-9.23")
        return False
    if not block.has("seconds"):
        return False
    seconds = read_number(block.raw("seconds"), block.at("seconds"), "V-9.23")
    if seconds is None:
        return False
    if not 0 < seconds <= _LAST_MS / 1000:
        block.at("seconds").dropped("no-seconds", "V-9.23", snippet(seconds))
        return False
    block.kept["seconds"] = seconds
    return True


def _moment(value: object, place: Place) -> float | None:
    """Return Unix milliseconds of ISO 8601 or of the number itself."""
    number = plain_number(value)
    if number is None:
        text = read_text(place, value, "V-9.23")
        if text is None:
            return None
        number = float(text) if _UNIX_MS.fullmatch(text) else _iso_8601(text, place)
        if number is None:
            place.dropped("no-moment", "V-9.23", text)
            return None
        if _UNIX_MS.fullmatch(text):
            place.repaired("text-as-number", "V-9.23", text)
    if abs(number) > _LAST_MS:
        place.dropped("no-moment", "V-9.23", snippet(number))
        return None
    return float(number)


def _iso_8601(text: str, place: Place) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            place.repaired("no-offset", "V-9.23", text)
        return moment.timestamp() * 1000
    except (ValueError, OverflowError, OSError):  # no date, or one that the system's clock cannot tell
        return None
