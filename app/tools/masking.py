"""Arguments and messages without secrets, for the journal (V-19.7, V-8.20).

A value is hidden where the tool's card asks for it with a password field or its schema calls it a password; the values
of an integration's secret fields are hidden wherever they stand. Pure; called by the executor. Any thread.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from app.domain.calls import ToolRef
from app.domain.confirmations.blocks import CardRoot, PasswordField
from app.domain.confirmations.editing import inputs
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.manifest import Tool
from app.domain.property_rules import is_secret
from app.domain.schema_refs import written_out
from app.domain.schemas import properties
from app.extensions.secret_mask import MASK, SecretMask

__all__ = ["HiddenArguments", "hidden_arguments", "masked_json"]

_Place = tuple[str, ...]


def masked_json(arguments: Mapping[str, object], secrets: SecretMask, hidden: Collection[_Place]) -> str:
    """Return the arguments as compact JSON; ``hidden`` are the places whose value is hidden whole."""
    return json.dumps(_masked(dict(arguments), (), secrets, hidden), ensure_ascii=False, separators=(",", ":"))


def _masked(value: object, place: _Place, secrets: SecretMask, hidden: Collection[_Place]) -> object:
    members, items = as_object(value), as_list(value)
    if place in hidden:
        return MASK
    if members is not None:
        return {secrets.mask(name): _masked(one, (*place, name), secrets, hidden) for name, one in members.items()}
    if items is not None:
        return [_masked(one, place, secrets, hidden) for one in items]
    if isinstance(value, str):
        return secrets.mask(value)
    return value if secrets.mask(str(value)) == str(value) else MASK


class HiddenArguments:
    """Where each tool takes passwords, looked up once as long as its manifest stays the same."""

    def __init__(self) -> None:
        self._known: dict[ToolRef, tuple[Tool, frozenset[_Place]]] = {}

    def of(self, ref: ToolRef, tool: Tool) -> frozenset[_Place]:
        known = self._known.get(ref)
        if known is None or known[0] is not tool:
            known = self._known[ref] = (tool, hidden_arguments(tool))
        return known[1]


def hidden_arguments(tool: Tool) -> frozenset[_Place]:
    """Return where a tool takes passwords: ``arg`` or ``arg.path``, in steps."""
    root = tool.confirmation.root if tool.confirmation is not None else None
    blocks = inputs(root.children) if isinstance(root, CardRoot) else ()
    bound = [block.bind.strip("{} \t") for block in blocks if isinstance(block, PasswordField)]
    places = {place for bind in bound for place in ((bind,), tuple(bind.split(".")))}
    return frozenset([*places, *_passwords(written_out(tool.input_schema), ())])


def _passwords(schema: JsonObject, place: _Place) -> Iterator[_Place]:
    for name, one in properties(schema).items():
        rules = as_object(one) or {}
        if is_secret(rules):
            yield (*place, name)
        yield from _passwords(rules, (*place, name))
        # Items of a list count as the list itself.
        yield from _passwords(as_object(rules.get("items")) or {}, (*place, name))
