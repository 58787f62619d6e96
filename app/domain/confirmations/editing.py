"""The draft of an answer: what the person edits on a confirmation card, and what would run (V-8.28 to V-8.36).

A frozen value: each edit makes another draft. Kept by the window while a question is up. Edited arguments are checked
against the whole schema afterwards, by ``app/tools``. Pure, any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.domain.confirmations.blocks import (
    CardBlock,
    CardRoot,
    Chips,
    PasswordField,
    Select,
    Stack,
    TextField,
    Toggle,
)
from app.domain.confirmations.question import Question
from app.domain.confirmations.value_text import MISSING, value_text
from app.domain.conversion import from_text
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.property_rules import default_of, is_required, is_secret, kinds_of, rules_at
from app.domain.schema_refs import written_out
from app.domain.schemas import properties

__all__ = ["REQUIRED", "Draft", "Input", "inputs"]

REQUIRED: Final = "Required"
"""V-8.34."""
_NOT_NUMBER: Final = "Not a number"
_NOT_WHOLE: Final = "Not a whole number"
_NOT_FLAG: Final = "Neither true nor false"
_NOT_EDITABLE: Final = "Cannot be written as text"
_PLACE: Final = re.compile(r"\{\{\s*([^{}\s]+)\s*\}\}")
_POSITION: Final = re.compile(r"[0-9]{1,6}")
_ABSENT: Final = object()

Input = TextField | PasswordField | Select | Toggle | Chips
Path = tuple[str, ...]


def inputs(blocks: Sequence[CardBlock]) -> Iterator[Input]:
    """Yield the blocks that change an argument, in the order of the card."""
    for block in blocks:
        if isinstance(block, Stack):
            yield from inputs(block.children)
        elif isinstance(block, Input):
            yield block


@dataclass(frozen=True, slots=True)
class Draft:
    question: Question
    schema: JsonObject = field(repr=False)
    """The input schema without references."""
    edits: Mapping[Path, object] = field(default_factory=dict[Path, object], repr=False)
    """What was set, as it was set: text of a field, truth of a toggle, list of chips."""
    arguments: JsonObject = field(default_factory=dict[str, object], repr=False)
    """What would run now. What cannot be converted stays text, so that no check lets it pass."""

    @staticmethod
    def of(question: Question) -> Draft:
        return Draft(question, written_out(question.input_schema), arguments=question.arguments)

    def with_text(self, bind: str, text: str) -> Draft:
        """Return the draft after somebody typed; ``bind`` is ``{{arg.path}}`` or ``arg.path``."""
        return self.with_value(bind, text)

    def with_value(self, bind: str, value: object) -> Draft:
        """Return the draft with a JSON value; ``None``, a blank text and an empty list take the argument away."""
        edits = {**self.edits, self._path(bind): value}
        made: object = self.question.arguments
        for path, edit in edits.items():
            made = _without(made, path) if _is_empty(edit) else _with(made, path, self._converted(path, edit))
        return replace(self, edits=edits, arguments=as_object(made) or {})

    def value(self, bind: str) -> object:
        """Return the value now: what would run, or the text that cannot be converted; ``None`` when there is none."""
        found = _found(self.arguments, self._path(bind))
        return None if found is _ABSENT else found

    def text(self, bind: str) -> str:
        """Return what stands in a field now."""
        edit = self.edits.get(self._path(bind))
        if isinstance(edit, str):
            return edit
        value = self.value(bind)
        return value if isinstance(value, str) else "" if value is None else value_text(value)

    def default(self, bind: str) -> object:
        """Return what the schema names as default, to be shown as a placeholder (V-6.26)."""
        return default_of(rules_at(self.schema, self._path(bind)))

    def filled(self, text: str) -> str:
        """Return a shown text with the values of now in it, as plain text; secrets stay hidden (V-8.29)."""
        if "{{" not in text:
            return text
        secrets = self._secrets()

        def shown(place: re.Match[str]) -> str:
            path = self._path(place[1])
            found = _found(self.arguments, path)
            return MISSING if found is _ABSENT else value_text(found, at=path, secrets=secrets)

        return _PLACE.sub(shown, text)

    @property
    def errors(self) -> dict[str, str]:
        """What keeps the card from being confirmed: ``arg.path`` to words; the executor's check comes on top."""
        found: dict[str, str] = {}
        for path, edit in self.edits.items():
            wrong = self._wrong(path, edit)
            if wrong:
                found[".".join(path)] = wrong
        for block in self._inputs():
            name = _bare(block.bind)
            if isinstance(block, TextField | PasswordField) and block.required and _is_empty(self.value(name)):
                found[name] = REQUIRED
        return found

    def _path(self, bind: str) -> Path:
        """Return the steps of a bind; an argument may have a dot in its own name."""
        name = _bare(bind)
        whole = name in properties(self.schema) or name in self.question.arguments
        return (name,) if whole else tuple(name.split("."))

    def _inputs(self) -> Iterator[Input]:
        root = self.question.root
        return inputs(root.children) if isinstance(root, CardRoot) else iter(())

    def _secrets(self) -> frozenset[Path]:
        bound = (self._path(block.bind) for block in self._inputs() if isinstance(block, PasswordField))
        ruled = ((name,) for name, one in properties(self.schema).items() if is_secret(as_object(one) or {}))
        return frozenset((*bound, *ruled))

    def _converted(self, path: Path, edit: object) -> object:
        """Return text as the type that the schema wants (V-8.33), in lists one by one."""
        items = as_list(edit)
        if items is not None:
            return [self._converted((*path, str(position)), one) for position, one in enumerate(items)]
        kinds = kinds_of(rules_at(self.schema, path))
        if not isinstance(edit, str) or kinds is None:
            return edit
        made = from_text(edit.strip(), kinds)
        return edit if made is None else made

    def _wrong(self, path: Path, edit: object) -> str:
        if _is_empty(edit):
            return REQUIRED if is_required(self.schema, path) else ""
        if _found(self.arguments, path) is _ABSENT:
            return _NOT_EDITABLE
        kinds = kinds_of(rules_at(self.schema, path))
        if kinds is None or "string" in kinds or not isinstance(self._converted(path, edit), str):
            return ""
        if "number" in kinds:
            return _NOT_NUMBER
        if "integer" in kinds:
            return _NOT_WHOLE
        return _NOT_FLAG if "boolean" in kinds else _NOT_EDITABLE


def _bare(bind: str) -> str:
    place = _PLACE.fullmatch(bind.strip())
    return bind if place is None else place[1]


def _is_empty(value: object) -> bool:
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _found(value: object, path: Path) -> object:
    for step in path:
        members, items = as_object(value), as_list(value)
        if members is not None and step in members:
            value = members[step]
        elif items is not None and _POSITION.fullmatch(step) and int(step) < len(items):
            value = items[int(step)]
        else:
            return _ABSENT
    return value


def _with(value: object, path: Path, new: object) -> object:
    """Return a copy with a value in place; objects that are not there yet are made on the way."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    items, members = as_list(value), as_object(value) or {}
    if items is None:
        return {**members, step: _with(members.get(step), rest, new)}
    if _found(items, (step,)) is _ABSENT:
        return items
    at = int(step)
    return [*items[:at], _with(items[at], rest, new), *items[at + 1 :]]


def _without(value: object, path: Path) -> object:
    """Return a copy without a member; an item of a list becomes ``null``, so that the others keep their places."""
    *around, last = path
    holder = _found(value, tuple(around))
    members = as_object(holder)
    if members is not None:
        return _with(value, tuple(around), {name: one for name, one in members.items() if name != last})
    return value if as_list(holder) is None else _with(value, path, None)
