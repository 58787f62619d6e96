"""The arguments of a call as they are typed: one JSON object, or ``NAME=VALUE`` words. Pure.

The schema says what a value is to be, as far as it can; checking it is the executor's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from app.domain.conversion import from_text
from app.domain.fields import JsonObject, as_object
from app.domain.property_rules import kinds_of, rules_at
from app.domain.schema_refs import written_out

__all__ = ["read_arguments", "read_object"]


def read_object(text: str) -> JsonObject:
    """Read ``--args``; what is no JSON object is wrong use."""
    try:
        found = as_object(json.loads(text))
    except (ValueError, RecursionError):
        found = None
    if found is None:
        raise click.UsageError('--args takes one JSON object, for example \'{"title": "Milk"}\'.')
    return found


def read_arguments(given: JsonObject, words: Sequence[tuple[str, str]], schema: JsonObject) -> JsonObject:
    """Put the words over the object; a list or an object as a value is written as JSON."""
    plain = written_out(schema)
    return {**given, **{name: _value(value, kinds_of(rules_at(plain, (name,)))) for name, value in words}}


def _value(text: str, kinds: frozenset[str] | None) -> object:
    if kinds is None or "string" in kinds:
        return text
    made = from_text(text, kinds)
    if made is not None:
        return made
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text  # and the check says what is wrong with it
