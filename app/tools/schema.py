"""Arguments against the input schema of a tool: copied, converted, rid of what is not declared, and checked.

JSON Schema 2020-12 by ``jsonschema``; no reference leaves the schema, no pattern and no schema takes longer than its
budget, no default is ever filled in (V-6.25 to V-6.28). Called by the executor, on the core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, cast

import referencing
import referencing.exceptions
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from app.domain.calls import ToolRef
from app.domain.conversion import from_text
from app.domain.errors import UnusableSchema
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.schema_refs import localised
from app.domain.schemas import SchemaIndex, required
from app.tools.json_values import Copied, place_of
from app.tools.keywords import BoundedValidator, Budget
from app.tools.schema_places import Declared, below, item, kinds, plain_kinds
from app.tools.schema_words import words

__all__ = ["ArgumentSchema", "Checked", "SchemaShelf"]

log = logging.getLogger(__name__)

_META: Final = cast("Any", Draft202012Validator)
"""Its stubs do not know that the check of formats can be left out, nor what errors it yields."""

_NOWHERE: Final = cast("Any", referencing.Registry)()
"""A registry that fetches nothing: a reference that is not in the schema is broken."""

CHECK_S: Final = 0.25
"""Processor time of one check; a real one takes a thousandth of it. More means a schema that multiplies."""
_NO_DOUBLE: Final = (OverflowError, ValueError)
"""Numbers in the schema past all doubles and texts of Python; servers without a manifest may send any."""
_MOST_ERRORS: Final = 20
_MOST_SHELVED: Final = 512
_UNUSABLE: Final = "The schema of this tool cannot be used to check its arguments"


@dataclass(frozen=True, slots=True)
class Checked:
    """Arguments as they would run, or why they cannot."""

    arguments: JsonObject = field(repr=False)
    errors: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Argument, or ``arg.path``, to plain words; "" is the arguments as a whole."""

    @property
    def message(self) -> str:
        """All errors in one line, for a model or a journal."""
        return "; ".join(f"{place}: {why}" if place else why for place, why in self.errors.items())


class ArgumentSchema:
    """One input schema, ready to check by."""

    def __init__(self, schema: JsonObject) -> None:
        """Raises:
        UnusableSchema: a reference leads out or round, or it is no schema of draft 2020-12.
        """
        try:
            local = localised(schema)
            _META.check_schema(local, format_checker=None)
        except (SchemaError, RecursionError, ValueError) as wrong:  # ValueError: a number that has no text
            raise UnusableSchema("schema-broken") from wrong
        self._schema = local
        self._index = SchemaIndex(local)
        _refuse_unbounded(self._index)
        self._declared = Declared.of(local, self._index)
        self._plain = plain_kinds(local)
        self._required = required(local)
        self._members: dict[str, tuple[object, frozenset[str] | None]] = {}
        """Of each declared argument that was ever given: its schema, and the types it may have."""
        with Budget(CHECK_S):
            self._validator = cast("Any", BoundedValidator)(local, registry=_NOWHERE)

    def check(self, arguments: Mapping[str, object]) -> Checked:
        """Return the arguments as they would run; whatever goes wrong in here is an error of the arguments."""
        copied = Copied(arguments)
        if copied.errors:
            return Checked({}, copied.errors)
        with Budget(CHECK_S):
            try:
                kept = self._declared.keep(copied.arguments)
                if removed := copied.arguments.keys() - kept.keys():
                    log.info("%d undeclared arguments were removed", len(removed))
                    log.debug("undeclared: %s", removed)
                ready = {name: self._converted(value, *self._member(name)) for name, value in kept.items()}
                return Checked(ready, self._errors(ready))
            except (UnusableSchema, RecursionError, referencing.exceptions.Unresolvable, *_NO_DOUBLE) as wrong:
                log.warning("an input schema cannot be used: %s", wrong)
                return Checked({}, {"": _UNUSABLE})

    def _errors(self, arguments: JsonObject) -> dict[str, str]:
        found: dict[str, str] = {}
        if self._fits_plainly(arguments):
            return found
        for error in islice(self._validator.iter_errors(arguments), _MOST_ERRORS):
            steps, why = words(error)
            found.setdefault(place_of(steps), why)
        return found

    def _fits_plainly(self, arguments: JsonObject) -> bool:
        """Say whether they fit where one look at each is enough, as with most tools there are."""
        plain, is_type = self._plain, self._validator.is_type
        return (
            plain is not None
            and all(name in plain and is_type(value, plain[name]) for name, value in arguments.items())
            and all(name in arguments for name in self._required)
        )

    def _member(self, name: str) -> tuple[object, frozenset[str] | None]:
        known = self._members.get(name)
        if known is None:
            schema = below(self._schema, name, self._index)
            known = schema, kinds(schema, self._index)
            if name in self._declared.names:
                self._members[name] = known
        return known

    def _converted(self, value: object, schema: object, wanted: frozenset[str] | None) -> object:
        """Follow the value and its schema together (V-6.27); ``wanted`` are the types that the schema allows."""
        if isinstance(value, str):
            found = None if wanted is None else from_text(value, wanted)
            return value if found is None else found
        members = as_object(value)
        if members is not None:
            return {name: self._inner(one, below(schema, name, self._index)) for name, one in members.items()}
        items = as_list(value)
        if items is not None:
            return [self._inner(one, item(schema, at, self._index)) for at, one in enumerate(items)]
        return value

    def _inner(self, value: object, schema: object) -> object:
        Budget.current().spend()
        return self._converted(value, schema, kinds(schema, self._index) if isinstance(value, str) else None)


def _refuse_unbounded(index: SchemaIndex) -> None:
    """``jsonschema`` looks for unevaluated properties with patterns that nothing bounds."""
    keywords = {keyword for schema, _ in index.schemas.values() for keyword in schema}
    if {"unevaluatedProperties", "patternProperties"} <= keywords:
        raise UnusableSchema("unevaluated-patterns")


class SchemaShelf:
    """The schemas in use, each made ready once."""

    def __init__(self) -> None:
        self._ready: dict[ToolRef, tuple[JsonObject, ArgumentSchema]] = {}

    def check(self, ref: ToolRef, schema: JsonObject, arguments: Mapping[str, object]) -> Checked:
        try:
            return self._get(ref, schema).check(arguments)
        except UnusableSchema as wrong:
            log.warning("the input schema of %s cannot be used: %s", ref.tool, wrong)
            return Checked({}, {"": _UNUSABLE})

    def _get(self, ref: ToolRef, schema: JsonObject) -> ArgumentSchema:
        known = self._ready.get(ref)
        if known is not None and known[0] is schema:
            return known[1]
        made = ArgumentSchema(schema)
        if len(self._ready) >= _MOST_SHELVED:
            self._ready.pop(next(iter(self._ready)))
        self._ready[ref] = (schema, made)
        return made
