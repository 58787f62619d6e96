"""The arguments of a tool as a listener sees them: what kind of words could fill each, and which words lead to it.

Made once for each tool from its schema. Pure, any thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.agent.router.english import word_set
from app.agent.router.sayings import stem, words_in
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.property_rules import choices, is_secret, kinds_of, rules_at
from app.domain.schemas import properties, required

__all__ = ["Argument", "Kind", "NAME_LIKE", "Role", "UNITS", "argument_of", "arguments_of"]


class Kind(StrEnum):
    ENUM = "enum"
    ENUMS = "enums"
    NUMBER = "number"
    BOOLEAN = "boolean"
    WHEN = "when"
    """A date, a time or both."""
    DURATION = "duration"
    TEXT = "text"
    TEXTS = "texts"
    OTHER = "other"
    """Nothing that is said fills it."""


class Role(StrEnum):
    """What a free text stands for."""

    PERSON = "person"
    PLACE = "place"
    ORIGIN = "origin"
    TARGET = "target"
    NAME = "name"
    CONTAINER = "container"
    CONTENT = "content"
    QUERY = "query"
    ADDRESS = "address"
    OTHER = "other"


NAME_LIKE: Final = frozenset({Role.PERSON, Role.PLACE, Role.ORIGIN, Role.TARGET, Role.CONTAINER, Role.NAME, Role.OTHER})
"""What people call a thing, a person or a place: short, and no sentence."""


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    schema: JsonObject
    """Without references."""
    kind: Kind
    role: Role
    unit: str
    """Of a number: ``seconds``, ``minutes``, ``hours``, ``days``, ``percent``, ``degrees`` ..., or ""."""
    form: str
    """Of ``WHEN``: ``date``, ``time`` or ``date-time``."""
    required: bool
    may_be_left_out: bool
    """Its description says what leaving it out means."""
    values: tuple[object, ...]
    """Of ``ENUM`` and ``ENUMS``."""
    stems: frozenset[str]
    """Of its name."""
    is_link: bool
    """A text that is an address on the web."""
    is_number: bool
    """A text that is the number or the id of something."""


UNITS: Final = {
    "ms": "milliseconds",
    "millisecond": "milliseconds",
    "milliseconds": "milliseconds",
    "sec": "seconds",
    "secs": "seconds",
    "second": "seconds",
    "seconds": "seconds",
    "min": "minutes",
    "mins": "minutes",
    "minute": "minutes",
    "minutes": "minutes",
    "hour": "hours",
    "hours": "hours",
    "day": "days",
    "days": "days",
    "week": "weeks",
    "weeks": "weeks",
    "percent": "percent",
    "percentage": "percent",
    "pct": "percent",
    "degree": "degrees",
    "degrees": "degrees",
    "celsius": "degrees",
    "fahrenheit": "degrees",
    "temperature": "degrees",
    "euro": "euros",
    "euros": "euros",
    "\u20ac": "euros",
    "eur": "euros",
    "dollar": "dollars",
    "dollars": "dollars",
    "$": "dollars",
    "usd": "dollars",
}
_ROLES: Final = {
    Role.PERSON: "recipient recipients contact person attendee attendees assignee user who guest guests participant "
    "invitee sender payee phone caller email",
    Role.ORIGIN: "from origin start source departure",
    Role.TARGET: "to destination target goal",
    Role.PLACE: "city place location where country town region zone area room",
    Role.ADDRESS: "url address link website uri page domain",
    Role.CONTAINER: "list playlist channel folder board project repository repo calendar album group notebook device "
    "light lamp entity account",
    Role.QUERY: "query q search term terms keyword keywords topic question words",
    Role.CONTENT: "text body message content contents description item task comment summary reminder note todo phrase "
    "value entry expression",
    Role.NAME: "title name label subject id key song artist track app product symbol ticker event",
}
_ROLE_OF: Final = {word: role for role, words in _ROLES.items() for word in words.split()}
_LINKS: Final = word_set("url uri link website webpage")
_NUMBERS: Final = word_set("id number code no")
_FORMATS: Final = frozenset({"date", "date-time", "time"})
_LEFT_OUT: Final = re.compile(
    r"\b(?:left? out|leave (?:it )?(?:out|empty|blank)|omit|optional|default|if not given|unless|without)",
    re.IGNORECASE,
)
_DATE_WORDS: Final = re.compile(r"\b(?:dates?|day|deadline|due|YYYY|ISO 8601|timestamp)\b", re.IGNORECASE)
_SPLIT: Final = re.compile(r"[^A-Za-z]+")


def arguments_of(schema: JsonObject) -> tuple[Argument, ...]:
    """Return the arguments of a schema without references, in its order; ``const`` and hidden ones are not heard."""
    needed = frozenset(required(schema))
    declared = properties(schema)
    names = [*declared, *(name for name in required(schema) if name not in declared)]
    return tuple(argument_of(name, rules_at(schema, (name,)), is_required=name in needed) for name in names)


def argument_of(name: str, schema: JsonObject, *, is_required: bool = False) -> Argument:
    """Say what is known of one argument; ``name`` may be "" when only its schema is."""
    described = schema.get("description")
    description = described if isinstance(described, str) else ""
    titled = schema.get("title")
    name_words = words_in(name) or (words_in(titled) if isinstance(titled, str) else [])
    first = _SPLIT.split(description.split(".")[0].lower())
    kind, form = _kind(schema, name_words, description)
    items = as_object(schema.get("items")) or {}
    return Argument(
        name=name,
        schema=schema,
        kind=kind,
        role=_role(name_words, first),
        unit=next((UNITS[word] for word in (*reversed(name_words), *first) if word in UNITS), ""),
        form=form,
        required=is_required,
        may_be_left_out=_LEFT_OUT.search(description) is not None,
        values=choices(items) if kind is Kind.ENUMS else choices(schema),
        stems=frozenset(stem(word) for word in name_words),
        is_link=schema.get("format") in ("uri", "url") or not _LINKS.isdisjoint(name_words) or "http" in description,
        is_number=not _NUMBERS.isdisjoint(name_words),
    )


def _kind(schema: JsonObject, name_words: list[str], description: str) -> tuple[Kind, str]:
    kinds = kinds_of(schema)
    if is_secret(schema) or "const" in schema or kinds is None:
        return Kind.OTHER, ""
    kinds -= {"null"}
    if choices(schema):
        return Kind.ENUM, ""
    if kinds == frozenset({"array"}):
        items = as_object(schema.get("items")) or {}
        texts = kinds_of(items) == frozenset({"string"})
        return (Kind.ENUMS if as_list(items.get("enum")) else Kind.TEXTS if texts else Kind.OTHER), ""
    if kinds == frozenset({"string"}):
        return _text_kind(schema.get("format"), name_words, description)
    if kinds == frozenset({"boolean"}):
        return Kind.BOOLEAN, ""
    return (Kind.NUMBER if kinds and kinds <= {"number", "integer"} else Kind.OTHER), ""


def _text_kind(form: object, name_words: list[str], description: str) -> tuple[Kind, str]:
    """Return ``WHEN`` also for a text whose name and description both speak of a date."""
    if form == "duration":
        return Kind.DURATION, ""
    if isinstance(form, str) and form in _FORMATS:
        return Kind.WHEN, form
    said = _DATE_WORDS.search(description) is not None
    if said and not {"date", "day", "due", "deadline"}.isdisjoint(name_words):
        return Kind.WHEN, "date"
    if said and not {"when", "start", "end", "at", "time", "datetime"}.isdisjoint(name_words):
        return Kind.WHEN, "date-time"
    return Kind.TEXT, ""


def _role(name_words: list[str], first: list[str]) -> Role:
    described = [_ROLE_OF[word] for word in first[:4] if word in _ROLE_OF]
    if name_words in (["to"], ["from"]) and Role.PERSON in described:
        return Role.PERSON
    return next((_ROLE_OF[word] for word in reversed(name_words) if word in _ROLE_OF), (*described, Role.OTHER)[0])
