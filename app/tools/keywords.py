"""The validator of ``jsonschema`` with a budget, and with the keywords that could take for ever done otherwise.

A schema is a stranger's: choices in choices multiply, patterns backtrack, lists are compared with themselves. Each step
looks at the processor time that is left. Called by ``schema``, on the core loop.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, Final, cast

import rfc8785
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import create  # pyright: ignore[reportUnknownVariableType] - incomplete stubs

from app.domain.errors import UnusableSchema
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.measure import plain_number
from app.tools.patterns import matches

__all__ = ["PLAIN", "BoundedValidator", "Budget"]

_Errors = Iterator[ValidationError]

PATTERN_S: Final = 0.05
"""For one pattern on one text."""


class Budget:
    """Processor time of this thread, that counts inside of its block: a busy machine makes no good schema fail."""

    def __init__(self, seconds: float) -> None:
        self._ends_at = time.thread_time() + seconds

    def __enter__(self) -> None:
        self._token = _budget.set(self)

    def __exit__(self, *_: object) -> None:
        _budget.reset(self._token)

    @staticmethod
    def current() -> Budget:
        return _budget.get()

    def spend(self) -> float:
        """Return the seconds that are left.

        Raises:
            UnusableSchema: none are.
        """
        left = self._ends_at - time.thread_time()
        if left <= 0:
            raise UnusableSchema("schema-slow")
        return left

    def finds(self, pattern: str, text: str) -> bool:
        return matches(pattern, text, timeout_s=min(PATTERN_S, self.spend()))


_budget: ContextVar[Budget] = ContextVar("budget")


def _steps(schema: Any) -> Any:
    Budget.current().spend()
    return schema.items()


def _pattern(_: Any, pattern: str, instance: object, __: Any) -> _Errors:
    if isinstance(instance, str) and not Budget.current().finds(pattern, instance):
        yield ValidationError("")


def _pattern_properties(validator: Any, patterns: JsonObject, instance: object, _: Any) -> _Errors:
    for pattern, schema in patterns.items():
        for name, value in (as_object(instance) or {}).items():
            if Budget.current().finds(pattern, name):
                yield from validator.descend(value, schema, path=name, schema_path=pattern)


def _additional_properties(validator: Any, allowed: object, instance: object, schema: JsonObject) -> _Errors:
    declared = as_object(schema.get("properties")) or {}
    patterns = as_object(schema.get("patternProperties")) or {}
    for name, value in (as_object(instance) or {}).items():
        if name in declared or any(Budget.current().finds(pattern, name) for pattern in patterns):
            continue
        if allowed is False:
            yield ValidationError("", path=(name,))
        else:
            yield from validator.descend(value, allowed, path=name)


def _properties(validator: Any, properties: JsonObject, instance: object, _: Any) -> _Errors:
    """Go into each member but those, most of all, whose schema wants nothing but a type, which they have."""
    for name, value in (as_object(instance) or {}).items():
        rules = properties.get(name, True)
        if not _is_plainly(validator, value, rules):
            yield from validator.descend(value, rules, path=name, schema_path=name)


def _is_plainly(validator: Any, value: object, schema: object) -> bool:
    rules = as_object(schema)
    if rules is None:
        return schema is True
    kind = rules.get("type")
    return isinstance(kind, str) and rules.keys() <= PLAIN and validator.is_type(value, kind)


def _required(_: Any, names: list[str], instance: object, __: Any) -> _Errors:
    members = as_object(instance)
    if members is not None:
        yield from (ValidationError("", path=(name,)) for name in names if name not in members)


def _dependent_required(_: Any, needs: dict[str, list[str]], instance: object, __: Any) -> _Errors:
    members = as_object(instance) or {}
    for key, names in needs.items():
        if key in members:
            yield from (ValidationError("", path=(name,)) for name in names if name not in members)


def _unique_items(_: Any, wanted: bool, instance: Any, __: Any) -> _Errors:
    items = as_list(instance)
    if wanted and items is not None and len({rfc8785.dumps(cast("Any", one)) for one in items}) < len(items):
        yield ValidationError("")


def _multiple_of(_: Any, step: float, instance: object, __: Any) -> _Errors:
    """Count in the decimals that were written: 0.3 is three times 0.1."""
    number = plain_number(instance)
    if number is not None and (Fraction(repr(number)) / Fraction(repr(step))).denominator != 1:
        yield ValidationError("")


PLAIN: Final = frozenset({"type", "title", "description", "default", "examples"})
"""Keywords of which only the type is a rule."""
_KEYWORDS: Final[dict[str, Any]] = {
    **cast("dict[str, Any]", Draft202012Validator.VALIDATORS),
    "properties": _properties,
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "required": _required,
    "dependentRequired": _dependent_required,
    "uniqueItems": _unique_items,
    "multipleOf": _multiple_of,
}

BoundedValidator: Final = create(
    meta_schema=Draft202012Validator.META_SCHEMA,
    validators=_KEYWORDS,
    type_checker=Draft202012Validator.TYPE_CHECKER,
    applicable_validators=_steps,
)
"""Errors carry no message of their own: :mod:`app.tools.schema_words` says them."""
