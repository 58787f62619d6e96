"""Reads what a person answers when one value was asked for, and what a follow-up changes. Pure, any thread."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from app.agent.router.amounts import SECONDS, amounts_in, duration_text, fitting_number
from app.agent.router.arguments import Argument, Kind, argument_of
from app.agent.router.moments import date_of_answer, moment_text
from app.agent.router.picks import flag_of_answer, picks_in
from app.agent.router.sayings import Saying
from app.domain.fields import JsonObject
from app.domain.schema_refs import written_out
from app.domain.schemas import accepts

__all__ = ["read_value", "value_of"]

_LEADS: Final = ("to", "in", "at", "for", "it is", "it's", "its", "make it", "called", "on", "with", "by", "set it to")
"""What people say before a value; none of it belongs to it."""
_EDGES: Final = " .,;:!?\u2026\u3002\u061f"
_QUOTES: Final = '"\u201c\u201d\u201e\u00ab\u00bb'


def read_value(text: str, schema: JsonObject, language: str, now: datetime) -> object | None:
    """Return the answer as the schema takes it, or ``None`` when it does not fit."""
    argument = argument_of("", written_out(schema))
    return value_of(text, argument, language, now)


def value_of(text: str, argument: Argument, language: str, now: datetime) -> object | None:
    """Return words that are altogether the value of one argument, or ``None``."""
    saying = Saying.of(text, language)
    if not saying.words:
        return None
    value = _spoken(saying, argument, now)
    return value if value is not None and accepts(argument.schema, value) else None


def _spoken(saying: Saying, argument: Argument, now: datetime) -> object | None:
    if argument.kind is Kind.WHEN:
        moment = date_of_answer(saying, now)
        return None if moment is None else moment_text(argument, moment, now)
    reader = _READERS.get(argument.kind)
    return None if reader is None else reader(saying, argument)


def _choice(saying: Saying, argument: Argument) -> object | None:
    values = {str(one.value): one.value for one in picks_in(argument, saying)}
    return next(iter(values.values())) if len(values) == 1 else None


def _choices(saying: Saying, argument: Argument) -> object | None:
    return list(dict.fromkeys(str(one.value) for one in picks_in(argument, saying))) or None


def _amount(saying: Saying, argument: Argument) -> object | None:
    amounts = amounts_in(saying)
    if not amounts:
        return None
    times = [one for one in amounts if one.unit in SECONDS]
    total = sum(one.value * SECONDS[one.unit] for one in times)
    if argument.kind is Kind.DURATION:
        return duration_text(total) if len(times) == len(amounts) and total > 0 else None
    if times and len(times) == len(amounts) and argument.unit in SECONDS:
        return fitting_number(argument, total / SECONDS[argument.unit])
    return fitting_number(argument, amounts[0].value) if len(amounts) == 1 and not times else None


def _text(saying: Saying, _: Argument) -> object | None:
    text = saying.text.strip(_EDGES)
    for lead in _LEADS:
        if text.lower().startswith(f"{lead} "):
            text = text[len(lead) :].strip()
            break
    return text.strip(_QUOTES).strip(_EDGES) or None


def _texts(saying: Saying, argument: Argument) -> object | None:
    text = _text(saying, argument)
    return None if text is None else [text]


_READERS: Final[dict[Kind, Callable[[Saying, Argument], object | None]]] = {
    Kind.ENUM: _choice,
    Kind.ENUMS: _choices,
    Kind.BOOLEAN: lambda saying, _: flag_of_answer(saying),
    Kind.NUMBER: _amount,
    Kind.DURATION: _amount,
    Kind.TEXT: _text,
    Kind.TEXTS: _texts,
}
"""Of each kind but moments; nothing that is said fills the others."""
