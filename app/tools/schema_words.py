"""What is wrong with an argument, in a few plain words for a card, a model and a journal.

Called by ``schema``. Nothing here repeats the value: it may be a secret. Any thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, cast

import jsonschema.exceptions
from jsonschema.exceptions import ValidationError

from app.domain.fields import as_list
from app.domain.measure import clip

__all__ = ["words"]

_best_match: Final = cast("Any", jsonschema.exceptions).best_match
"""Its stubs leave the result open."""
_KINDS: Final = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "empty",
}
_MOST_CHOICES: Final = 12
_LONGEST: Final = 80
"""UTF-16 units of anything from the schema that is repeated."""


def words(error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Return the way to the argument, and what is wrong with it; of a choice, what the nearest branch says."""
    nearest = cast("ValidationError", _best_match(iter([error])))
    place = tuple(nearest.absolute_path)
    branches = nearest.context or ()
    if branches and all(branch.validator == "type" and not branch.path for branch in branches):
        kinds = [kind for branch in branches for kind in _kinds(branch.validator_value)]
        return place, _types(kinds)
    say = _WORDS.get(str(nearest.validator))
    return place, say(nearest.validator_value) if say else "Does not fit"


def _kinds(value: object) -> list[str]:
    return [str(kind) for kind in as_list(value) or [value]]


def _types(value: Any) -> str:
    return "Must be " + " or ".join(dict.fromkeys(_KINDS[kind] for kind in _kinds(value)))


def _enum(value: Any) -> str:
    shown = [_shown(one) for one in value[:_MOST_CHOICES]]
    more = ", …" if len(value) > _MOST_CHOICES else ""
    return f"Must be one of: {', '.join(shown)}{more}"


def _shown(value: object) -> str:
    return clip(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), _LONGEST)


def _at_least(what: str) -> Callable[[Any], str]:
    return lambda value: f"Must have at least {value:g} {what}" if value != 1 else "Must not be empty"


def _at_most(what: str) -> Callable[[Any], str]:
    return lambda value: f"Must have at most {value:g} {what}"


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "type": _types,
    "enum": _enum,
    "const": lambda value: f"Must be {_shown(value)}",
    "required": lambda _: "Required",
    "dependentRequired": lambda _: "Required",
    "minimum": lambda value: f"Must be at least {value:g}",
    "maximum": lambda value: f"Must be at most {value:g}",
    "exclusiveMinimum": lambda value: f"Must be more than {value:g}",
    "exclusiveMaximum": lambda value: f"Must be less than {value:g}",
    "multipleOf": lambda value: f"Must be a multiple of {value:g}",
    "minLength": _at_least("characters"),
    "maxLength": _at_most("characters"),
    "pattern": lambda value: f"Must match the pattern {_shown(value)}",
    "minItems": _at_least("entries"),
    "maxItems": _at_most("entries"),
    "uniqueItems": lambda _: "Must have no entry twice",
    "minProperties": _at_least("fields"),
    "maxProperties": _at_most("fields"),
    "additionalProperties": lambda _: "Is not known",
}
