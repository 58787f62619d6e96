"""Reads the blocks inside a confirmation card (V-8.7 to V-8.28), each by the row of its type in one table.

Called by ``reading``. A block that cannot be used is left out with a finding and the card stays (V-8.27). Any thread.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final

from app.domain.confirmations.blocks import COLORS, ICONS, INPUTS, MOST_OPTIONS
from app.domain.fields import Fields, JsonObject, as_object, read_text, snippet
from app.domain.findings import Place
from app.domain.measure import utf16_length, web_address

__all__ = ["BlockReader", "read_action", "read_options"]

_DEEPEST_STACK: Final = 3
_MOST_CHILDREN: Final = 12
"""V-8.7."""
_MOST_IMAGE: Final = 131_072
"""Characters, V-8.14."""
_IMAGE: Final = re.compile(r"data:image/(png|jpeg|webp)[;,]")
_BIND: Final = re.compile(r"\{\{\s*([^{}\s.]+)(\.[^{}\s.]+)*\s*\}\}")
_HTML_OR_IMAGE: Final = re.compile(r"!\[|</?[A-Za-z!]")
_ROLES: Final = ("confirm", "cancel", "copy", "openUrl")


def read_action(value: object, place: Place, *, footer: bool) -> JsonObject | None:
    """Return one button; only the footer may answer the card (V-8.24, V-8.25)."""
    found = as_object(value)
    if found is None:
        place.dropped("not-an-object", "V-8.24", snippet(value))
        return None
    item = Fields(found, place)
    item.choice("type", "V-8.25", ("button",), "button")
    role = item.raw("role")
    if role not in _ROLES:
        item.at("role").dropped("not-one-of", "V-8.24", f"{snippet(role)}; one of {', '.join(_ROLES)}")
        return None
    if role in {"confirm", "cancel"} and not footer:
        place.dropped("answer-outside-footer", "V-8.25", snippet(role))
        return None
    item.kept["role"] = role
    if item.text("label", "V-8.24", most=32, needed=True) is None:
        if role not in {"confirm", "cancel"}:
            return None
        item.kept["label"] = snippet(role).capitalize()
    item.choice("color", "V-8.26", COLORS, "default")
    item.text("value", "V-8.24", needed=role == "copy")
    url = item.text("url", "V-8.24", needed=role == "openUrl")
    if url is not None and ((parts := web_address(url)) is None or parts.scheme != "https"):
        item.at("url").dropped("not-https", "V-8.24", url)
        item.kept.pop("url")
    needs = {"copy": "value", "openUrl": "url"}.get(snippet(role), "label")
    return item.done() if needs in item.kept else None


class BlockReader:
    """Reads the blocks of one card, whose tool takes ``arguments``."""

    def __init__(self, arguments: frozenset[str]) -> None:
        self._arguments = arguments
        self._rows: Final[dict[str, Callable[[Fields], bool]]] = {
            "text": self._text,
            "markdown": self._markdown,
            "keyValue": self._key_value,
            "metadata": self._metadata,
            "list": self._list,
            "listItem": self._list_item,
            "image": self._image,
            "badge": self._badge,
            "progress": self._progress,
            "divider": lambda _: True,
            "textField": self._text_field,
            "passwordField": self._password_field,
            "select": self._select,
            "toggle": self._toggle,
            "chips": self._chips,
            "actions": self._actions,
        }

    def read(self, value: object, place: Place, *, depth: int) -> JsonObject | None:
        """Return what the block is made of; ``depth`` is the number of stacks around it."""
        found = as_object(value)
        if found is None:
            place.dropped("not-an-object", "V-8.27", snippet(value))
            return None
        kind = found.get("type")
        if kind == "button":
            item = read_action(found, place, footer=False)
            return None if item is None else {"type": "button", **item}
        block = Fields(found, place)
        block.raw("type")
        if not isinstance(kind, str) or kind not in {*self._rows, "stack"}:
            block.at("type").dropped("unknown-block", "V-8.27", snippet(kind))
            return None
        if kind in INPUTS and not self._bind(block):
            return None
        block.kept["type"] = kind
        usable = self._stack(block, depth + 1) if kind == "stack" else self._rows[kind](block)
        return block.done() if usable else None

    def read_icon(self, fields: Fields, clause: str) -> None:
        if not fields.has("icon"):
            return
        icon = fields.raw("icon")
        if isinstance(icon, str) and (icon in ICONS or (_IMAGE.match(icon) and utf16_length(icon) <= _MOST_IMAGE)):
            fields.kept["icon"] = icon
        else:
            fields.at("icon").dropped("unknown-icon", clause, snippet(icon))

    def _bind(self, block: Fields) -> bool:
        bind = block.raw("bind")
        match = _BIND.fullmatch(bind.strip()) if isinstance(bind, str) else None
        if match is None:
            block.at("bind").dropped("no-bind", "V-8.28", snippet(bind))
            return False
        if match[1] not in self._arguments:
            block.at("bind").dropped("unknown-argument", "V-8.28", match[1])
            return False
        block.kept["bind"] = match[0]
        return True

    def _color(self, fields: Fields) -> None:
        fields.choice("color", "V-8.26", COLORS, "default")

    def _text(self, block: Fields) -> bool:
        block.choice("variant", "V-8.8", ("title", "body", "caption"), "body")
        self._color(block)
        return block.text("text", "V-8.8", most=500, needed=True) is not None

    def _markdown(self, block: Fields) -> bool:
        text = block.text("text", "V-8.9", most=2000, needed=True)
        if text is not None and _HTML_OR_IMAGE.search(text):
            block.at("text").wanted_by_strict("html-or-image", "V-8.9")
        return text is not None

    def _key_value(self, block: Fields) -> bool:
        name = block.text("visibleIf", "V-8.30")
        if name is not None and name not in self._arguments:
            block.at("visibleIf").repaired("unknown-argument", "V-8.30", name)
            block.kept.pop("visibleIf")
        return self._pairs(block, "V-8.10", colored=True)

    def _metadata(self, block: Fields) -> bool:
        return self._pairs(block, "V-8.11", colored=False)

    def _pairs(self, block: Fields, clause: str, *, colored: bool) -> bool:
        rows: list[JsonObject] = []
        for row in self._objects(block, "rows", clause, 10):
            label = row.text("label", clause, most=32, needed=True)
            value = row.text("value", clause, most=200, needed=True)
            if colored:
                self._color(row)
            kept = row.done()
            if label is not None and value is not None:
                rows.append(kept)
        return _keep_some(block, "rows", clause, rows)

    def _objects(self, block: Fields, key: str, clause: str, most: int) -> list[Fields]:
        found: list[Fields] = []
        for place, value in block.entries(key, clause, most=most, needed=True):
            entry = as_object(value)
            if entry is None:
                place.dropped("not-an-object", clause, snippet(value))
            else:
                found.append(Fields(entry, place))
        return found

    def _list(self, block: Fields) -> bool:
        items: list[JsonObject] = []
        for item in self._objects(block, "children", "V-8.12", 10):
            kind = item.raw("type")
            if item.has("type") and kind != "listItem":
                item.at("type").dropped("unknown-block", "V-8.12", snippet(kind))
            elif self._list_item(item):
                if kind == "listItem":
                    item.kept["type"] = kind
                items.append(item.done())
        return _keep_some(block, "children", "V-8.12", items)

    def _list_item(self, block: Fields) -> bool:
        block.text("subtitle", "V-8.13", most=120)
        self.read_icon(block, "V-8.13")
        if block.has("accessories"):
            accessories: list[JsonObject] = []
            for accessory in self._objects(block, "accessories", "V-8.13", 3):
                self._color(accessory)
                if accessory.text("text", "V-8.13", most=24, needed=True) is not None:
                    accessories.append(accessory.done())
            block.kept["accessories"] = accessories
        return block.text("title", "V-8.13", most=60, needed=True) is not None

    def _image(self, block: Fields) -> bool:
        block.text("alt", "V-8.14")
        block.number("height", "V-8.14", least=1, most=240)
        src = block.raw("src")
        if isinstance(src, str) and _IMAGE.match(src) and utf16_length(src) <= _MOST_IMAGE:
            block.kept["src"] = src
            return True
        block.at("src").dropped("no-image", "V-8.14", "data: PNG, JPEG or WebP of at most 131072 characters")
        return False

    def _badge(self, block: Fields) -> bool:
        self._color(block)
        return block.text("text", "V-8.15", most=24, needed=True) is not None

    def _progress(self, block: Fields) -> bool:
        block.number("max", "V-8.16", least=-math.inf, most=math.inf)
        block.text("label", "V-8.16", most=48)
        if not block.has("value"):
            block.at("value").dropped("missing", "V-8.16")
        return block.number("value", "V-8.16", least=-math.inf, most=math.inf) is not None

    def _stack(self, block: Fields, depth: int) -> bool:
        block.choice("direction", "V-8.18", ("vertical", "horizontal"), "vertical")
        if depth > _DEEPEST_STACK:
            block.place.dropped("stack-too-deep", "V-8.7", f"at most {_DEEPEST_STACK} stacks in each other")
            return False
        entries = block.entries("children", "V-8.18", most=_MOST_CHILDREN, needed=True)
        children = [kept for place, value in entries if (kept := self.read(value, place, depth=depth)) is not None]
        return _keep_some(block, "children", "V-8.18", children)

    def _text_field(self, block: Fields) -> bool:
        block.flag("required", "V-8.19")
        block.flag("multiline", "V-8.19")
        block.text("placeholder", "V-8.19")
        return self._labelled(block, "V-8.19")

    def _password_field(self, block: Fields) -> bool:
        block.flag("required", "V-8.20")
        return self._labelled(block, "V-8.20")

    def _toggle(self, block: Fields) -> bool:
        return self._labelled(block, "V-8.22")

    def _labelled(self, block: Fields, clause: str) -> bool:
        """Read the label of an input; the argument's name stands in, so that the field stays."""
        if block.text("label", clause, most=60, needed=True) is None:
            match = _BIND.fullmatch(snippet(block.kept["bind"]))
            assert match is not None, "a block with inputs has passed _bind"
            block.kept["label"] = match[1][:60]
        return True

    def _select(self, block: Fields) -> bool:
        return self._options(block, "V-8.21", MOST_OPTIONS) and self._labelled(block, "V-8.21")

    def _chips(self, block: Fields) -> bool:
        block.text("label", "V-8.23", most=60)
        block.flag("multiple", "V-8.23")
        return self._options(block, "V-8.23", 12)

    def _options(self, block: Fields, clause: str, most: int) -> bool:
        options = read_options(block, clause, most)
        return _keep_some(block, "options", clause, options)

    def _actions(self, block: Fields) -> bool:
        entries = block.entries("items", "V-8.24", most=4, needed=True)
        items = [item for place, value in entries if (item := read_action(value, place, footer=False)) is not None]
        return _keep_some(block, "items", "V-8.24", items)


def _keep_some(block: Fields, key: str, clause: str, items: list[JsonObject]) -> bool:
    """Keep what a block is made of; a block of nothing is left out."""
    if not items:
        block.at(key).dropped("nothing-in-it", clause)
    block.kept[key] = items
    return bool(items)


def read_options(fields: Fields, clause: str, most: int) -> list[JsonObject]:
    """Return the options of a choice; a plain text is read as its own label and value."""
    options: list[JsonObject] = []
    for place, value in fields.entries("options", clause, most=most, needed=True):
        found = as_object(value)
        if found is None:
            text = read_text(place, value, clause)
            if text is not None:
                place.repaired("option-as-text", clause, text)
                options.append({"label": text, "value": text})
            continue
        option = Fields(found, place)
        chosen = option.text("value", clause, needed=True)
        if option.text("label", clause, needed=True) is None and chosen is not None:
            option.kept["label"] = chosen
        kept = option.done()
        if chosen is not None:
            options.append(kept)
    return options
