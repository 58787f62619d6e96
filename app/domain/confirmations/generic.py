"""The generic card: what a call would do, told from its schema and arguments when the tool has no card (V-8.45).

Made by ``app/tools/confirmation.py`` for each question without a card of its own. Pure, any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from app.domain.confirmations.blocks import (
    MOST_OPTIONS,
    ActionItem,
    Actions,
    CardBlock,
    CardRoot,
    Option,
    PasswordField,
    Select,
    Stack,
    Text,
    TextField,
    Toggle,
)
from app.domain.confirmations.value_text import MISSING, value_text
from app.domain.fields import JsonObject, as_object
from app.domain.measure import clip
from app.domain.property_rules import choices, default_of, is_secret, kinds_of
from app.domain.schema_refs import written_out
from app.domain.schemas import properties, required

__all__ = ["generic_card"]

_TITLE: Final = 60
_LABEL: Final = 60
_TEXT: Final = 500
"""V-8.2, V-8.8, V-8.19."""
_MOST_CHILDREN: Final = 12
"""V-8.7; a call with more arguments has its fields in one stack, for none may be left out."""
_LONG_TEXT: Final = 60
"""Characters from which a value gets a field of several lines."""
_BINDABLE: Final = re.compile(r"[^{}\s]{1,400}")
"""A longer name does not fit into a text with its braces."""
_DOUBLED: Final = re.compile(r"\{(?=\{)")
"""Each brace that another one follows: nothing in a value asks for another value."""
_WRITTEN: Final = frozenset({"string", "number", "integer"})


def generic_card(
    title: str, integration: str, schema: JsonObject, arguments: JsonObject, *, destructive: bool
) -> CardRoot:
    """Return a card with a field for each argument, given ones first; ``title`` is the tool's."""
    shown = written_out(schema)
    fields = [*_fields(shown, arguments)]
    head = Text(type="text", text=clip(integration, _TEXT), variant="caption", color="muted")
    if len(fields) >= _MOST_CHILDREN:
        fields = [Stack(type="stack", children=tuple(fields))]
    return CardRoot(
        type="card",
        title=clip(title, _TITLE) or MISSING,
        children=(head, *fields),
        footer=(_footer(destructive=destructive),),
    )


def _footer(*, destructive: bool) -> Actions:
    cancel = ActionItem(label="Cancel", role="cancel")
    confirm = ActionItem(label="Confirm", role="confirm", color="danger" if destructive else "accent")
    return Actions(type="actions", items=(cancel, confirm))


def _fields(schema: JsonObject, arguments: JsonObject) -> Iterator[CardBlock]:
    known = properties(schema)
    needed = required(schema)
    given = [name for name in known if name in arguments]
    others = [name for name in arguments if name not in known]
    for name in (*given, *others, *(name for name in known if name not in arguments)):
        rules = as_object(known.get(name)) or {}
        yield from _argument(name, rules, arguments.get(name), needed=name in needed)


def _argument(name: str, rules: JsonObject, value: object, *, needed: bool) -> Iterator[CardBlock]:
    label = _label(name, rules)
    kinds = kinds_of(rules)
    if not _BINDABLE.fullmatch(name):
        if value is not None:
            yield from _read_only(label, _DOUBLED.sub("{ ", value_text(value)))
    elif isinstance(value, dict | list) or (kinds is not None and not kinds & (_WRITTEN | {"boolean"})):
        if value is not None:
            yield from _read_only(label, f"{{{{{name}}}}}")
    else:
        yield _field(f"{{{{{name}}}}}", label, rules, value, needed=needed)


def _read_only(label: str, text: str) -> Iterator[CardBlock]:
    """Nested values: filled in when the card is drawn, so that no cap of a text cuts what would run."""
    yield Text(type="text", text=label, variant="caption", color="muted")
    for start in range(0, len(text), _TEXT):
        yield Text(type="text", text=text[start : start + _TEXT])


def _field(bind: str, label: str, rules: JsonObject, value: object, *, needed: bool) -> CardBlock:
    kinds = kinds_of(rules)
    if is_secret(rules):
        return PasswordField(type="passwordField", bind=bind, label=label, required=needed)
    options = [one for one in choices(rules) if isinstance(one, str | int | float) and not isinstance(one, bool)]
    if options and len(options) <= MOST_OPTIONS:
        return Select(type="select", bind=bind, label=label, options=tuple(map(_option, options)))
    if isinstance(value, bool) or (kinds is not None and not kinds & _WRITTEN):
        return Toggle(type="toggle", bind=bind, label=label)
    default = default_of(rules)
    return TextField(
        type="textField",
        bind=bind,
        label=label,
        required=needed,
        multiline=isinstance(value, str) and ("\n" in value or len(value) > _LONG_TEXT),
        placeholder=None if default is None else value_text(default),
    )


def _option(value: str | float) -> Option:
    """The value of an option is the text that a field with it holds."""
    return Option(label=value_text(value), value=value if isinstance(value, str) else value_text(value))


def _label(name: str, rules: JsonObject) -> str:
    title = rules.get("title")
    words = title if isinstance(title, str) and title.strip() else name.replace("_", " ")
    return clip(words, _LABEL) or MISSING
