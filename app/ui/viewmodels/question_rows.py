"""Confirmation cards (V-8.8 to V-8.25) as rows for QML, with the values of a draft put in live (V-8.29, V-8.30).

Made anew after every edit; rows keep their keys, so QML changes only what differs. Used by ``question.py``, Qt main
thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from pydantic import BaseModel
from PySide6.QtCore import QCoreApplication

from app.domain.confirmations import blocks as b
from app.domain.confirmations.editing import Draft
from app.domain.confirmations.question import Question
from app.domain.confirmations.value_text import value_text
from app.domain.fields import as_list, as_object
from app.ui.call_words import field_error
from app.ui.viewmodels.block_rows import BlockRow, EntryRow, Nest
from app.ui.viewmodels.block_words import percent_text
from app.ui.viewmodels.glance_rows import known_icon
from app.ui.viewmodels.markdown import styled
from app.ui.viewmodels.pictures import readable_address

__all__ = ["QuestionRows", "argument_of"]

PLACE: Final = re.compile(r"\{\{\s*([^{}\s]+)\s*\}\}")
"""``{{arg}}`` or ``{{arg.path}}`` (V-8.28)."""
NOT_DRAWN: Final = frozenset({"type", "placeholder", "visible_if", "src", "icon"})
"""Fields of blocks that show no argument, whatever their text says."""
MOST_SHOWN: Final = 600
"""Characters of one value that no block of the card shows; a longer one ends in an ellipsis."""


def argument_of(bind: str) -> str:
    """Return ``arg.path`` of ``{{ arg.path }}``."""
    return bind.strip("{} \t")


@dataclass(frozen=True, slots=True)
class QuestionRows:
    """Makes the rows of one state of a question."""

    nest: Nest
    question: Question
    draft: Draft
    errors: Mapping[str, str]
    """What is wrong with which field, by ``arg.path``."""

    def read(self) -> list[BlockRow]:
        """Return the blocks of the card, and below them what the card does not show of the call (A55)."""
        root = self.question.root
        if isinstance(root, b.WidgetRoot):
            text = root.label or QCoreApplication.translate("Cards", "This card cannot be shown here.")
            rows = [BlockRow("/widget", "widget", text=text)]
        else:
            rows = self._blocks(_own(self.question, root), "")
        unshown = self._unshown()
        if unshown:
            label = QCoreApplication.translate("Cards", "Also sent") if rows else ""
            rows.append(BlockRow("/also", "metadata", label=label, entries=self.nest.entries("/also", unshown)))
        return rows

    def footer(self) -> list[EntryRow]:
        """Return the buttons of the footer that copy or open something (V-8.24); the answers are no part of them."""
        root = self.question.root
        return self._buttons(root.footer[0].items) if isinstance(root, b.CardRoot) else []

    def _blocks(self, blocks: Sequence[b.CardBlock], path: str) -> list[BlockRow]:
        rows = [self._row(block, f"{path}/{position}") for position, block in enumerate(blocks)]
        return [row for row in rows if row is not None]

    def _row(self, block: b.CardBlock, key: str) -> BlockRow | None:  # noqa: C901, PLR0911, PLR0912 - one flat table
        fill = self.draft.filled
        match block:
            case b.Text():
                return BlockRow(key, "text", text=fill(block.text), variant=block.variant, tone=block.color)
            case b.Markdown():
                return BlockRow(key, "markdown", text=styled(block.text, fill))
            case b.KeyValue():
                if block.visible_if and self.draft.value(block.visible_if) in (None, "", [], {}):
                    return None
                pairs = [self._pair(str(n), row.label, row.value, row.color) for n, row in enumerate(block.rows)]
                return BlockRow(key, "keyValue", entries=self.nest.entries(key, pairs))
            case b.Metadata():
                pairs = [self._pair(str(n), row.label, row.value) for n, row in enumerate(block.rows)]
                return BlockRow(key, "metadata", entries=self.nest.entries(key, pairs))
            case b.CardList():
                items = [self._item(str(n), item) for n, item in enumerate(block.children)]
                return BlockRow(key, "list", entries=self.nest.entries(key, items))
            case b.ListItem():
                return BlockRow(key, "list", entries=self.nest.entries(key, [self._item("0", block)]))
            case b.Image():
                address = readable_address(block.src)
                return BlockRow(key, "image", image=address, summary=fill(block.alt or ""), tall=block.height or 0)
            case b.Badge():
                return BlockRow(key, "badge", text=fill(block.text), tone=block.color)
            case b.Progress():
                share = _share(block)
                return BlockRow(
                    key, "progress", share=share, text=percent_text(share), label=fill(block.label or "")
                )  # fmt: skip
            case b.Divider():
                return BlockRow(key, "divider")
            case b.Stack():
                nested = self.nest.blocks(key, self._blocks(block.children, key))
                return BlockRow(key, "stack", nested=nested, horizontal=block.direction == "horizontal")
            case b.Actions():
                return self._actions(block.items, key)
            case b.Button():
                return self._actions([block], key)
            case b.TextField() | b.PasswordField() | b.Select() | b.Toggle() | b.Chips():
                return self._field(block, key)

    def _field(self, block: b.TextField | b.PasswordField | b.Select | b.Toggle | b.Chips, key: str) -> BlockRow:
        bind = block.bind
        name = argument_of(bind)
        value = self.draft.value(bind)
        text = self.draft.text(bind)
        label, error = self.draft.filled(block.label or ""), field_error(self.errors.get(name, ""))
        mark = self._mark(name)
        match block:
            case b.TextField():
                return BlockRow(
                    key, "textField", bind=bind, text=text, label=label, error=error, mark=mark,
                    needed=block.required, multiline=block.multiline, placeholder=self._placeholder(block),
                )  # fmt: skip
            case b.PasswordField():
                return BlockRow(
                    key, "passwordField", bind=bind, text=text, label=label, error=error, mark=mark,
                    needed=block.required,
                )  # fmt: skip
            case b.Toggle():
                checked = value is True or value == "true"
                return BlockRow(key, "toggle", bind=bind, checked=checked, text=label, error=error, mark=mark)
            case b.Select():
                options = self._options(block.options, {text} if text else set())
                shown = next((option.title for option in options if option.chosen), "")
                return BlockRow(
                    key, "select", bind=bind, text=shown, label=label, error=error, mark=mark,
                    entries=self.nest.entries(key, options),
                )  # fmt: skip
            case b.Chips():
                several = as_list(value)
                chosen = {str(item) for item in several} if several is not None else {text} if text else set[str]()
                options = self._options(block.options, chosen)
                return BlockRow(
                    key, "chips", bind=bind, multiple=block.multiple, label=label, error=error, mark=mark,
                    entries=self.nest.entries(key, options),
                )  # fmt: skip

    def _placeholder(self, block: b.TextField) -> str:
        """The author's own, else the schema's default, which is never inserted (V-6.26)."""
        if block.placeholder:
            return self.draft.filled(block.placeholder)
        default = self.draft.default(block.bind)
        return "" if default is None else value_text(default)

    def _options(self, options: Sequence[b.Option], chosen: set[str]) -> list[EntryRow]:
        """One row an option, and one for each chosen value that is none (V-8.36)."""
        known = {option.value for option in options}
        rows = [
            EntryRow(option.value, title=self.draft.filled(option.label), value=option.value,
                     chosen=option.value in chosen)
            for option in {option.value: option for option in options}.values()
        ]  # fmt: skip
        return rows + [EntryRow(value, title=value, value=value, chosen=True) for value in sorted(chosen - known)]

    def _pair(self, key: str, label: str, value: str, tone: str = "default") -> EntryRow:
        fill = self.draft.filled
        marks = {self._mark(name) for name in PLACE.findall(value)} - {""}
        return EntryRow(key, title=fill(label), value=fill(value), tone=tone, mark=", ".join(sorted(marks)))

    def _item(self, key: str, item: b.ListItem) -> EntryRow:
        fill = self.draft.filled
        return EntryRow(
            key,
            title=fill(item.title),
            subtitle=fill(item.subtitle or ""),
            icon=known_icon(item.icon),
            badges=tuple(fill(accessory.text) for accessory in item.accessories),
            badge_tones=tuple(accessory.color for accessory in item.accessories),
        )

    def _actions(self, items: Sequence[b.ActionItem | b.Button], key: str) -> BlockRow | None:
        buttons = self._buttons(items)
        return BlockRow(key, "actions", entries=self.nest.entries(key, buttons)) if buttons else None

    def _buttons(self, items: Sequence[b.ActionItem | b.Button]) -> list[EntryRow]:
        fill = self.draft.filled
        return [
            EntryRow(
                str(n), title=fill(item.label), role=item.role, tone=item.color,
                value=fill(item.value or "") if item.role == "copy" else item.url or "",
            )
            for n, item in enumerate(items)
            if item.role in ("copy", "openUrl")
        ]  # fmt: skip

    def _mark(self, name: str) -> str:
        """Where a value comes from that the person did not say (V-8.47); "" once it was edited."""
        argument = name.split(".", maxsplit=1)[0]
        integration = self.question.marks.get(argument, "")
        if not integration or self.draft.arguments.get(argument) != self.question.arguments.get(argument):
            return ""
        return QCoreApplication.translate("Cards", "from {integration}").format(integration=integration)

    def _unshown(self) -> list[EntryRow]:
        """What no block names: a card must not hide what would be sent (A55)."""
        named = {name for text in _strings(self.question.root) for name in PLACE.findall(text)}
        return [
            EntryRow(name, title=name.replace("_", " "), value=self._said(name, value), mark=self._mark(name))
            for name, value in _unnamed(self.draft.arguments, named, "")
        ]

    def _said(self, name: str, value: object) -> str:
        """Return a value as text, a secret hidden; a name that cannot stand in braces has no other way."""
        place = "{{" + name + "}}"
        text = self.draft.filled(place) if PLACE.fullmatch(place) else value_text(value)
        return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def _own(question: Question, root: b.CardRoot) -> tuple[b.CardBlock, ...]:
    """Leave out the first line of a generic card where it only says whose it is: that stands above it already."""
    first = root.children[0] if root.children else None
    repeats = question.is_generic and isinstance(first, b.Text) and first.text == question.integration_name
    return root.children[1:] if repeats else root.children


def _unnamed(members: Mapping[str, object], named: set[str], before: str) -> Iterator[tuple[str, object]]:
    """Yield the arguments, and the members of those that are named in part only, that no name stands for."""
    for key, value in members.items():
        name = before + key
        if name in named:
            continue
        inner = as_object(value)
        if inner is not None and any(other.startswith(name + ".") for other in named):
            yield from _unnamed(inner, named, name + ".")
        else:
            yield name, value


def _strings(value: object) -> Iterator[str]:
    """Walk over every text of a card that is drawn, and every ``bind``; HTML and what only a button holds is not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, b.WidgetRoot):
        return
    elif isinstance(value, b.ActionItem | b.Button | b.Option):
        yield value.label
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            if name not in NOT_DRAWN:
                yield from _strings(getattr(value, name))
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _strings(item)


def _share(block: b.Progress) -> float:
    """V-9.21."""
    if block.max is not None:
        share = block.value / block.max if block.max > 0 else 0.0
    else:
        share = block.value if block.value <= 1 else block.value / 100
    return min(max(share, 0.0), 1.0)
