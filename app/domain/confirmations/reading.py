"""Reads the confirmation card of a tool (V-8.1 to V-8.28): repairs, drops, and falls back to the generic card.

Called by the reader of tools. ``block_reading`` reads what stands inside the card; the roots and the footer are
here. Any thread.
"""

from __future__ import annotations

from typing import Final

from app.domain.confirmations.block_reading import BlockReader, read_action
from app.domain.fields import Fields, JsonObject, as_list, as_object, snippet
from app.domain.findings import Place
from app.domain.measure import utf16_length

__all__ = ["read_confirmation"]

_MOST_CHILDREN: Final = 12
"""V-8.7."""
_MOST_HTML: Final = 300_000
_LARGE_HTML_BYTES: Final = 131_072
"""V-8.52."""
_HEIGHTS: Final = (60, 420)
"""Pixels, V-10.7."""
_MOST_ITEMS: Final = 4
_LABEL: Final = 32
"""V-8.24."""


def read_confirmation(value: object, place: Place, *, title: str, arguments: frozenset[str]) -> JsonObject:
    """Return what ``Confirmation`` is made of; without a root it is the generic card.

    ``title`` is the tool's, which stands in for a missing one; ``arguments`` are the properties of its input schema.
    """
    found = as_object(value)
    if found is None:
        place.repaired("generic-card", "V-8.6", snippet(value))
        return {}
    fields = Fields(found, place)
    version = fields.raw("schemaVersion")
    root = fields.part("root", "V-8.6")
    if isinstance(version, bool) or version != 1:
        fields.at("schemaVersion").repaired("generic-card", "V-8.1", snippet(version))
        return fields.done()
    fields.kept["schemaVersion"] = 1
    if root is None:
        fields.at("root").repaired("generic-card", "V-8.6")
        return fields.done()
    kept = _read_root(root, title, arguments)
    if kept is not None:
        fields.kept["root"] = kept
    return fields.done()


def _read_root(root: Fields, title: str, arguments: frozenset[str]) -> JsonObject | None:
    kind = root.raw("type")
    if kind == "card":
        only = _only_widget(root)
        if only is not None:
            only.place.warned("widget-in-card", "V-8.4")
            return _read_widget(only)
        return _read_card(root, title, arguments)
    if kind == "widget":
        return _read_widget(root)
    root.at("type").repaired("generic-card", "V-8.6", snippet(kind))
    return None


def _only_widget(root: Fields) -> Fields | None:
    children = as_list(root.value.get("children")) or []
    child = as_object(children[0]) if len(children) == 1 else None
    if child is None or child.get("type") != "widget":
        return None
    return Fields(child, root.at("children").at(0))


def _read_widget(root: Fields) -> JsonObject | None:
    html = root.raw("html")
    root.raw("type")
    root.kept["type"] = "widget"
    if not isinstance(html, str) or not html.strip():
        root.at("html").repaired("generic-card", "V-8.3", "html is missing")
        return None
    if utf16_length(html) > _MOST_HTML:
        root.at("html").repaired("generic-card", "V-8.52", f"{utf16_length(html)} characters, at most {_MOST_HTML}")
        return None
    if len(html.encode()) > _LARGE_HTML_BYTES:
        root.at("html").warned("large-html", "V-8.52", f"{len(html.encode())} bytes")
    root.kept["html"] = html
    root.number("height", "V-10.7", least=_HEIGHTS[0], most=_HEIGHTS[1])
    root.text("label", "V-8.3")
    root.text("confirmLabel", "V-8.38", most=_LABEL, needed=True)
    if root.has("confirmColor"):
        color = root.raw("confirmColor")
        if color in ("accent", "danger"):
            root.kept["confirmColor"] = color
        else:
            root.at("confirmColor").dropped("not-one-of", "V-8.51", f"{snippet(color)}; one of accent, danger")
    if root.has("footer"):
        root.at("footer").dropped("footer-on-widget", "V-8.3")
    return root.done()


def _read_card(root: Fields, title: str, arguments: frozenset[str]) -> JsonObject | None:
    root.kept["type"] = "card"
    if root.text("title", "V-8.2", most=60, needed=True) is None:
        root.kept["title"] = title
    reader = BlockReader(arguments)
    reader.read_icon(root, "V-8.2")
    if as_list(root.raw("children")) is None:
        root.at("children").repaired("generic-card", "V-8.6", snippet(root.raw("children")))
        return None
    entries = root.entries("children", "V-8.7", most=_MOST_CHILDREN)
    children = [block for place, value in entries if (block := reader.read(value, place, depth=0)) is not None]
    if entries and not children:
        root.at("children").repaired("generic-card", "V-8.6", "no block is left")
        return None
    root.kept["children"] = children
    root.kept["footer"] = [_read_footer(root)]
    return root.done()


def _read_footer(root: Fields) -> JsonObject:
    """Return the one ``actions`` block, with exactly one confirm and one cancel (V-8.5)."""
    place = root.at("footer")
    blocks: list[tuple[Place, Fields]] = []
    if not root.has("footer"):
        place.repaired("missing", "V-8.5")
    elif as_list(root.value["footer"]) is None:
        place.repaired("not-a-list", "V-8.5", snippet(root.value["footer"]))
    else:
        for at, value in root.entries("footer", "V-8.5", most=_MOST_CHILDREN):
            block = as_object(value)
            if block is None or block.get("type") != "actions":
                at.dropped("not-in-footer", "V-8.5", snippet(value if block is None else block.get("type")))
            elif blocks:
                at.dropped("second-actions", "V-8.5")
            else:
                blocks.append((at, Fields(block, at)))
        if not blocks:
            place.repaired("missing", "V-8.5")
    items: list[JsonObject] = []
    if blocks:
        at, block = blocks[0]
        block.raw("type")
        items = _footer_items(block, at)
        block.done()
    return {"type": "actions", "items": _with_answers(items, place)}


def _footer_items(block: Fields, place: Place) -> list[JsonObject]:
    items: list[JsonObject] = []
    seen: set[object] = set()
    for at, value in block.entries("items", "V-8.24", most=_MOST_CHILDREN, needed=True):
        item = read_action(value, at, footer=True)
        if item is None:
            continue
        if item["role"] in {"confirm", "cancel"} and item["role"] in seen:
            at.dropped("second-answer", "V-8.5", snippet(item["role"]))
            continue
        seen.add(item["role"])
        items.append(item)
    extra = [item for item in items if item["role"] not in {"confirm", "cancel"}]
    over = extra[_MOST_ITEMS - 2 :]
    if over:
        place.at("items").dropped("too-many", "V-8.24", f"{len(items)}, at most {_MOST_ITEMS}")
    return [item for item in items if all(item is not one for one in over)]


def _with_answers(items: list[JsonObject], place: Place) -> list[JsonObject]:
    for role, label in (("cancel", "Cancel"), ("confirm", "Confirm")):
        if all(item["role"] != role for item in items):
            place.repaired("answer-added", "V-8.5", label)
            items.append({"label": label, "role": role})
    return items
