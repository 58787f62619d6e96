"""Numbers, percentages and lengths of time in a sentence, and the arguments that take them.

Called by ``filling`` and for answers. Pure, any thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.agent.router.arguments import UNITS, Argument, Kind
from app.agent.router.english import word_set
from app.agent.router.sayings import Saying
from app.domain.measure import plain_number
from app.domain.number_words import MOST_WORDS, spoken_number
from app.domain.schemas import accepts

__all__ = ["SECONDS", "Amount", "amounts_in", "duration_text", "fill_numbers", "fitting_number"]

SECONDS: Final = {
    "milliseconds": 0.001,
    "seconds": 1,
    "minutes": 60,
    "hours": 3600,
    "days": 86400,
    "weeks": 604800,
}
"""Length of each unit of time."""
_MULTIPLES: Final = {"thousand": 1000, "million": 1_000_000}
_STEPS: Final = word_set("change delta step by increment offset difference")
"""Names of arguments that say how far, not where to."""
_LESS: Final = word_set("down quieter lower decrease reduce softer dimmer less cooler darker")
_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class Amount:
    value: float
    unit: str
    """As ``Argument.unit``; "" for a bare number."""
    start: int
    stop: int
    """Words, its unit among them."""
    by: bool = False
    """"by" stands before it."""


def amounts_in(saying: Saying) -> list[Amount]:
    """Return all numbers in the order in which they were said, each with its unit."""
    words = [word.text for word in saying.words]
    found: list[Amount] = []
    at = 0
    while at < len(words):
        one = _amount(words, at, saying.language)
        if one is not None:
            found.append(one)
        at = at + 1 if one is None else one.stop
    return found


def _amount(words: Sequence[str], start: int, language: str) -> Amount | None:
    sign, at = (-1, start + 1) if words[start] in ("minus", "negative") else (1, start)
    half = _half(words, at)
    if half is not None:
        return half
    read = _number(words, at, language)
    if read is None:
        if words[at : at + 1] in (["a"], ["an"], ["one"]) and _unit(words, at + 1) in SECONDS:
            read = 1, at + 1
        else:
            return None
    value, stop = read
    if words[stop : stop + 3] == ["and", "a", "half"]:
        value, stop = value + 0.5, stop + 3
    unit = _unit(words, stop)
    if words[stop - 1].endswith("%"):
        unit = "percent"
    elif unit:
        stop += 1
        if words[stop : stop + 3] == ["and", "a", "half"]:
            value, stop = value + 0.5, stop + 3
    by = start > 0 and words[start - 1] == "by"
    return Amount(_plain(sign * value), unit, start, stop, by)


def _half(words: Sequence[str], at: int) -> Amount | None:
    if words[at : at + 2] in (["half", "an"], ["half", "a"]) and _unit(words, at + 2) in SECONDS:
        return Amount(0.5, _unit(words, at + 2), at, at + 3)
    if words[at : at + 3] == ["quarter", "of", "an"] and _unit(words, at + 3) == "hours":
        return Amount(0.25, "hours", at, at + 4)
    return None


def _number(words: Sequence[str], at: int, language: str) -> tuple[float, int] | None:
    for stop in range(min(at + MOST_WORDS, len(words)), at, -1):
        part = [word.removesuffix("%").removeprefix("+") for word in words[at:stop]]
        if stop - at == 1 and part[0].count(",") == 1 and len(part[0].split(",")[1]) != 3:
            part = [part[0].replace(",", ".")]
        value = spoken_number([word.replace(",", "") for word in part], language)
        if value is None:
            continue
        if stop < len(words) and words[stop] in _MULTIPLES:
            return _multiplied(value * _MULTIPLES[words[stop]], words, stop + 1, language)
        if words[stop : stop + 1] == ["point"] and (rest := _decimals(words, stop + 1, language)) is not None:
            return float(f"{int(value)}.{rest[0]}"), rest[1]
        return value, stop
    return None


def _multiplied(value: float, words: Sequence[str], stop: int, language: str) -> tuple[float, int]:
    at = stop + 1 if words[stop : stop + 1] == ["and"] else stop
    rest = _number(words, at, language) if at < len(words) else None
    return (value, stop) if rest is None or rest[0] >= value else (value + rest[0], rest[1])


def _decimals(words: Sequence[str], at: int, language: str) -> tuple[str, int] | None:
    digits = ""
    while at < len(words) and (one := spoken_number([words[at]], language)) in range(10):
        digits, at = f"{digits}{one}", at + 1
    return (digits, at) if digits else None


def _unit(words: Sequence[str], at: int) -> str:
    if at >= len(words):
        return ""
    return {"%": "percent", "hr": "hours", "hrs": "hours", "h": "hours", "s": "seconds"}.get(
        words[at], UNITS.get(words[at], "")
    )


def _plain(value: float) -> int | float:
    rounded = round(value, _DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded


def fitting_number(argument: Argument, value: float) -> int | float | None:
    """Return a number as the schema takes it, or ``None``."""
    plain = plain_number(_plain(value))
    return plain if plain is not None and accepts(argument.schema, plain) else None


def fill_numbers(
    saying: Saying, arguments: Sequence[Argument], amounts: Sequence[Amount]
) -> tuple[dict[str, int | float | str], list[Amount], bool]:
    """Return the numbers by argument, the amounts that were used, and whether it is unclear which goes where."""
    values: dict[str, int | float | str] = {}
    used: list[Amount] = []
    numbers = [one for one in arguments if one.kind is Kind.NUMBER]
    times = [one for one in amounts if one.unit in SECONDS]
    unclear = _fill_times(arguments, times, values, used)
    for amount in amounts:
        if amount in used or amount in times:
            continue
        free = [
            one for one in numbers if one.name not in values and _takes(one, amount, saying, alone=len(numbers) == 1)
        ]
        named = (
            [one for one in free if _named_beside(one, amount, saying)] or [one for one in free if one.required] or free
        )
        signed = {one.name: _signed(one, amount, saying) for one in named}
        fits = [one for one in named if fitting_number(one, signed[one.name]) is not None]
        if len(fits) > 1:
            fits = [one for one in fits if one.unit in UNITS and UNITS.get(one.name) == one.unit] or fits
        if len(fits) == 1:
            values[fits[0].name] = _plain(signed[fits[0].name])
            used.append(amount)
        elif fits:
            unclear = True
    return values, used, unclear


def _fill_times(
    arguments: Sequence[Argument],
    times: Sequence[Amount],
    values: dict[str, int | float | str],
    used: list[Amount],
) -> bool:
    """Fill lengths of time: each into the argument of its own unit, else their sum into the only one there is."""
    takers = [one for one in arguments if one.kind is Kind.NUMBER and one.unit in SECONDS]
    spans = [one for one in arguments if one.kind is Kind.DURATION]
    if not times or not (takers or spans):
        return False
    total = sum(one.value * SECONDS[one.unit] for one in times)
    if spans and not takers:
        if len(spans) == 1 and total > 0:
            values[spans[0].name] = duration_text(total)
            used.extend(times)
        return len(spans) > 1
    if len(takers) == 1:
        value = fitting_number(takers[0], total / SECONDS[takers[0].unit])
        if value is not None:
            values[takers[0].name] = value
            used.extend(times)
        return False
    for amount in times:
        own = [one for one in takers if one.unit == amount.unit]
        if len(own) != 1 or own[0].name in values:
            return True
        value = fitting_number(own[0], amount.value)
        if value is not None:
            values[own[0].name] = value
            used.append(amount)
    return False


def _takes(argument: Argument, amount: Amount, saying: Saying, *, alone: bool) -> bool:
    if argument.unit in SECONDS:
        return alone and _named_beside(argument, amount, saying)
    step = not _STEPS.isdisjoint(argument.stems | {argument.name})
    if amount.by != step and not alone:
        return False
    if not amount.unit and saying.words[0].text != "set" and saying.words[max(0, amount.start - 1)].text == "at":
        return False  # "turn on the light at 7" tells an hour
    return amount.unit in ("", argument.unit) or (not argument.unit and amount.unit in ("percent", "degrees"))


def _named_beside(argument: Argument, amount: Amount, saying: Saying) -> bool:
    stems = [word.stem for word in saying.words]
    beside = stems[max(0, amount.start - 2) : amount.start] + stems[amount.stop : amount.stop + 1]
    return not argument.stems.isdisjoint(beside)


def _signed(argument: Argument, amount: Amount, saying: Saying) -> float:
    least = plain_number(argument.schema.get("minimum"))
    step = not _STEPS.isdisjoint(argument.stems | {argument.name})
    less = any(word.text in _LESS for word in saying.words)
    return -amount.value if step and less and amount.value > 0 and (least is None or least < 0) else amount.value


def duration_text(seconds: float) -> str:
    """Return a length of time as ISO 8601 writes it."""
    hours, rest = divmod(_plain(seconds), SECONDS["hours"])
    minutes, left = divmod(rest, SECONDS["minutes"])
    parts = [(hours, "H"), (minutes, "M"), (_plain(left), "S")]
    return "PT" + ("".join(f"{_plain(value)}{letter}" for value, letter in parts if value) or "0S")
