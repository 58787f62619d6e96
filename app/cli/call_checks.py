"""What is wrong with a call that somebody typed, said before anything runs. Pure; used by ``call`` and at its question.

The executor leaves out what a tool does not declare, as a model may name too much (V-6.28). Who types a name wrong
wants to hear of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from app.domain.errors import UnusableSchema
from app.domain.fields import JsonObject
from app.domain.schema_refs import localised
from app.domain.schemas import SchemaIndex, properties
from app.tools.schema import ArgumentSchema
from app.tools.schema_places import Declared

__all__ = ["no_tool_words", "undeclared_words", "wrong_values"]


def no_tool_words(integration: str, tool: str, known: Iterable[str]) -> str:
    """Say that there is no such tool, and which there are."""
    return f"{integration} has no tool {tool}; there are: {', '.join(known) or 'none'}."


def undeclared_words(names: Iterable[str], schema: JsonObject) -> str:
    """Say which argument the tool does not have; "" when it takes them all, or when its schema leaves that open."""
    try:
        ArgumentSchema(schema)
    except UnusableSchema:
        return ""
    local = localised(schema)
    declared = Declared.of(local, SchemaIndex(local))
    if declared.takes_others or declared.patterns:
        return ""
    unknown = [name for name in names if name not in declared.names]
    if not unknown:
        return ""
    known = [*_in_order(schema, declared.names)]
    return f"There is no value {', '.join(unknown)}; there are: {', '.join(known) or 'none'}."


def _in_order(schema: JsonObject, names: Collection[str]) -> Iterable[str]:
    """Return the names as the author wrote them; those of references and branches come last."""
    return dict.fromkeys((*properties(schema), *sorted(names)))


def wrong_values(arguments: Mapping[str, object], schema: JsonObject, changed: Collection[str]) -> dict[str, str]:
    """Return what the schema says against values that were changed; the rest may still be on its way."""
    try:
        errors = ArgumentSchema(schema).check(arguments).errors
    except UnusableSchema:
        return {}
    return {place: why for place, why in errors.items() if place.split(".")[0] in changed}
