"""Dates and times in a sentence. The calendar is dateparser's; times of the day are read here, never guessed.

"At five" may be morning or evening, so it fills nothing in a sentence; 17:00, "5 pm" and "five in the evening" do.
Called by ``filling`` and for answers; dateparser is imported by the first sentence that may hold a date. Any thread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final, cast

from app.agent.router.amounts import SECONDS, amounts_in
from app.agent.router.arguments import Argument
from app.agent.router.english import word_set
from app.agent.router.sayings import Saying
from app.domain.number_words import spoken_number
from app.domain.schemas import accepts
from app.domain.sentences import base_language

__all__ = ["Moment", "date_of_answer", "moment_in", "moment_text"]

_DAYS: Final = word_set(
    "today tomorrow tonight yesterday monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu "
    "thur thurs fri sat sun"
)
_MONTHS: Final = word_set(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec"
)
_AROUND: Final = word_set("next this last coming day after the of week month year on for by from until")
_PARTS: Final = {"morning": 0, "afternoon": 12, "evening": 12, "night": 12, "tonight": 12}
"""What is added to an hour up to 11."""
_FIXED: Final = {"noon": time(12), "midday": time(12), "midnight": time(0)}
_CLOCK: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])[:.h](?P<minute>[0-5]\d)")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_ORDINAL: Final = re.compile(r"(?:[12]?\d|3[01])(?:st|nd|rd|th)")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_LEAD: Final = word_set("on for at by from until in the around this of")
_HALF_DAY: Final = 12
_MOST_DATE_WORDS: Final = 7


@dataclass(frozen=True, slots=True)
class Moment:
    day: date | None
    at: time | None
    words: frozenset[int]
    unclear: bool = False
    """An hour was said that may be morning or evening."""


def moment_in(saying: Saying, now: datetime, taken: frozenset[int] = frozenset()) -> Moment | None:
    """Return the one moment that a sentence names, or ``None`` when it names none, or two."""
    words = ["" if at in taken else word.text for at, word in enumerate(saying.words)]
    later = _from_now(saying, words, now)
    if later is not None:
        return later
    hour = _time_in(words)
    used = hour[1] if hour is not None else frozenset[int]()
    days = _day_runs(["" if at in used else word for at, word in enumerate(words)])
    if len(days) > 1 or (hour is None and not days):
        return None
    day: date | None = None
    if days:
        start, stop = days[0]
        day = _day([word for at, word in enumerate(words[start:stop], start) if at not in used], saying.language, now)
        if day is None:
            return None
        used |= frozenset(range(start, stop))
    lead = {at - 1 for at in used if at and words[at - 1] in _LEAD}
    lead |= {at - 1 for at in lead if at and words[at - 1] in _LEAD}
    return Moment(day, hour[0] if hour else None, used | lead, unclear=hour is not None and hour[0] is None)


def _from_now(saying: Saying, words: Sequence[str], now: datetime) -> Moment | None:
    for amount in amounts_in(saying):
        before = amount.start > 0 and words[amount.start - 1] == "in"
        after = list(words[amount.stop : amount.stop + 2]) == ["from", "now"]
        if amount.unit in SECONDS and (before or after):
            then = now + timedelta(seconds=amount.value * SECONDS[amount.unit])
            used = range(amount.start - before, amount.stop + 2 * after)
            whole_days = SECONDS[amount.unit] >= SECONDS["days"]
            return Moment(then.date(), None if whole_days else then.time(), frozenset(used))
    return None


def _time_in(words: Sequence[str]) -> tuple[time | None, frozenset[int]] | None:
    """Return the time of the day and its words; no time when morning and evening are both possible."""
    for at, word in enumerate(words):
        if word in _FIXED:
            return _FIXED[word], frozenset({at})
        clock = _CLOCK.fullmatch(word)
        if clock is not None:
            found = time(int(clock["hour"]), int(clock["minute"]))
            return _with_half(found, words, at + 1, {at}, exact=True)
        hour = _hour(words, at)
        if hour is not None:
            return hour
    return None


def _hour(words: Sequence[str], at: int) -> tuple[time | None, frozenset[int]] | None:
    minutes, start, before = 0, at, set[int]()
    if words[at] in ("half", "quarter") and list(words[at + 1 : at + 2]) in (["past"], ["to"]) and at + 2 < len(words):
        minutes = 30 if words[at] == "half" else 15
        minutes = -minutes if words[at + 1] == "to" else minutes
        before, start = {at, at + 1}, at + 2
    value = spoken_number([words[start].removesuffix("am").removesuffix("pm")], "en") if words[start] else None
    if not isinstance(value, int) or not 0 <= value < 2 * _HALF_DAY:
        return None
    spoken = bool(before) or (at > 0 and words[at - 1] in ("at", "by", "until"))
    joined = words[start].endswith(("am", "pm")) and words[start][0].isdigit()
    following = words[start + 1] if start + 1 < len(words) else ""
    used = {*before, start}
    after = start + 1
    if following in ("o'clock", "oclock"):
        used, spoken, after = used | {start + 1}, True, start + 2
    if joined:
        half = words[start][-2:]
        return _shifted(value, minutes, half), frozenset(used)
    if following in ("am", "pm", "a.m", "p.m"):
        return _shifted(value, minutes, following.replace(".", "")), frozenset(used | {start + 1})
    whole = _clock(value, minutes)
    found = _with_half(whole, words, after, used, exact=value > _HALF_DAY or value == 0)
    return found if spoken or len(found[1]) > len(used) else None


def _shifted(hour: int, minutes: int, half: str) -> time | None:
    if not 1 <= hour <= _HALF_DAY:
        return None
    return _clock(hour % _HALF_DAY + (_HALF_DAY if half == "pm" else 0), minutes)


def _clock(hour: int, minutes: int) -> time:
    """``minutes`` may be below 0: quarter to six is before six."""
    hours, minute = divmod(hour * 60 + minutes, 60)
    return time(hours % (2 * _HALF_DAY), minute)


def _with_half(
    found: time, words: Sequence[str], after: int, used: set[int], *, exact: bool
) -> tuple[time | None, frozenset[int]]:
    """Take in "pm", "in the morning", "tonight"; without them only an exact time stands."""
    if after < len(words) and words[after] in ("am", "pm"):
        return _shifted(found.hour, found.minute, words[after]), frozenset(used | {after})
    parts = [at for at, word in enumerate(words) if word in _PARTS]
    if len(parts) == 1:
        at = parts[0]
        lead = {one for one in (at - 1, at - 2) if one >= 0 and words[one] in ("in", "the", "at", "this")}
        kept = used | lead | (set[int]() if words[at] == "tonight" else {at})
        hour = found.hour + _PARTS[words[at]] if 1 <= found.hour < _HALF_DAY else found.hour
        return time(hour, found.minute), frozenset(kept)
    return (found if exact else None), frozenset(used)


def _day_runs(words: Sequence[str]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        if not _is_core(words, at):
            at += 1
            continue
        start, stop = at, at + 1
        while start and (
            _is_around(words[start - 1]) or _ORDINAL.fullmatch(words[start - 1]) or _is_day_number(words, start - 1)
        ):
            start -= 1
        while stop < len(words) and (
            _is_core(words, stop)
            or _ORDINAL.fullmatch(words[stop])
            or _YEAR.fullmatch(words[stop])
            or _is_day_number(words, stop)
            or (words[stop] in ("after", "of", "the") and _core_soon(words, stop))
        ):
            stop += 1
        runs.append((start, stop))
        at = stop
    return [run for run in runs if run[1] - run[0] <= _MOST_DATE_WORDS]


def _is_core(words: Sequence[str], at: int) -> bool:
    word = words[at]
    if word in _DAYS or _DATE.fullmatch(word):
        return True
    beside = (words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else "")
    if word in _MONTHS:
        number = any(one and (one[0].isdigit() or _is_day_number((one,), 0)) for one in beside)
        return (
            number
            or beside[0] in ("next", "of")
            or (word not in ("may", "march", "mar", "sat", "sun") and beside[0] in ("in", "on"))
        )
    return word in ("week", "month", "year") and beside[0] in ("next", "this", "last")


def _core_soon(words: Sequence[str], at: int) -> bool:
    return any(_is_core(words, one) for one in range(at + 1, min(at + 3, len(words))))


def _is_around(word: str) -> bool:
    return word in _AROUND


def _is_day_number(words: Sequence[str], at: int) -> bool:
    value = spoken_number([words[at]], "en") if words[at] else None
    beside = {*words[max(0, at - 2) : at], *words[at + 1 : at + 3]}
    return isinstance(value, int) and 1 <= value <= 31 and (len(words) == 1 or not beside.isdisjoint(_MONTHS))


def _day(words: Sequence[str], language: str, now: datetime) -> date | None:
    plain = [word for word in words if word]
    while plain and plain[0] in _LEAD | {"until"} and plain[0] != "this":
        plain = plain[1:]
    if "tonight" in plain:
        plain = ["today" if word == "tonight" else word for word in plain]
    return _read_day(" ".join(plain), language, now)


def _read_day(text: str, language: str, now: datetime) -> date | None:
    # Settings stay in a table of the library for good: the base is the day, not the second.
    base = datetime(now.year, now.month, now.day)  # noqa: DTZ001 - the library counts from a naive local time
    from dateparser.date import DateDataParser

    if not text:
        return None
    parser = cast("Any", DateDataParser)(
        languages=[base_language(language)], settings={"RELATIVE_BASE": base, "PREFER_DATES_FROM": "future"}
    )
    try:
        found = parser.get_date_data(text)
    except (ValueError, OverflowError):  # a language that it does not know, or a year past the calendar
        return None
    if found is None or found.date_obj is None or found.period not in ("day", "time"):
        return None
    return found.date_obj.date()


def date_of_answer(saying: Saying, now: datetime) -> Moment | None:
    """Read a whole answer as a moment; here an hour alone is the hour of the clock, as it was asked for."""
    found = moment_in(saying, now)
    if found is not None and not found.unclear:
        return found
    words = [word.text for word in saying.words]
    hours = [one for one in words if one not in _LEAD and one not in ("o'clock", "oclock")]
    value = spoken_number(hours, saying.language) if hours else None
    if isinstance(value, int) and 0 <= value < 2 * _HALF_DAY:
        return Moment(None, time(value), frozenset(range(len(words))))
    day = _read_day(saying.text, saying.language, now)
    return None if day is None else Moment(day, None, frozenset(range(len(words))))


def moment_text(argument: Argument, moment: Moment, now: datetime) -> str | None:
    """Return a moment as the schema wants it (RFC 3339), or ``None`` when a part of it was not said."""
    text: str | None = None
    if argument.form == "date":
        day = moment.day
        text = None if day is None else day.isoformat()
    elif moment.at is not None and argument.form == "time":
        clock = moment.at.replace(microsecond=0)
        has_format = argument.schema.get("format") == "time"
        text = clock.replace(tzinfo=now.tzinfo).isoformat() if has_format else clock.isoformat("minutes")
        if has_format:
            text = datetime.combine(moment.day or now.date(), clock, now.tzinfo).timetz().isoformat()
    elif moment.at is not None:
        day = moment.day or now.date()
        text = datetime.combine(day, moment.at.replace(microsecond=0), now.tzinfo).isoformat()
    return text if text is not None and accepts(argument.schema, text) else None
