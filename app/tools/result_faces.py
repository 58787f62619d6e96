"""What a person sees of a result without a card (V-9.33), and of an error: words and figures, never JSON (V-1.12).

Called by ``results``, in a worker thread. Pure.
"""

from __future__ import annotations

import json
import re
from typing import Final

from app.domain.cards import Card
from app.domain.cards.blocks import Text
from app.domain.cards.reading import read_card
from app.domain.fields import JsonObject, as_object, snippet
from app.domain.findings import Findings
from app.domain.measure import clip, plain_number
from app.domain.plain_json import whole_text, written

__all__ = ["MOST_SHOWN", "error_words", "fallback_card", "parse"]

MOST_SHOWN: Final = 2_000
"""UTF-16 units of plain text on a card, as many as V-8.9 gives to text on a confirmation card."""
_MOST_FIELDS: Final = 5
"""V-9.33."""
_MOST_PARSED: Final = 8 * 1024 * 1024
"""Characters; bounds the time and memory of one answer. A longer text is taken for no JSON, and not shown as any."""
_READER: Final = json.JSONDecoder(object_pairs_hook=written)
_BEGINS_JSON: Final = re.compile(r"[ \t\n\r]*[\[{\"\-0-9tfnNI]")
"""The first character of a value in RFC 8259, and of the numbers that Python reads too."""
_LIKE_JSON: Final = re.compile(r'\s*(```|\{\s*["}]|\[\s*["\[{\]])')
_ERROR_FIELDS: Final = ("message", "error", "detail", "reason", "description")
_NOT_SAID: Final = "The tool reported an error and did not say what went wrong."


def parse(text: str) -> object:
    """Return the JSON value that a text is, ``None`` when it is none; numbers may be larger than a double holds."""
    if len(text) > _MOST_PARSED or not _BEGINS_JSON.match(text):
        return None
    try:
        return _READER.decode(text)
    except (ValueError, RecursionError):  # ValueError: also a number of more digits than Python reads
        return None


def fallback_card(data: object, texts: list[str]) -> Card | None:
    """Return a card of plain text, or of the first scalar fields of ``data``; ``None`` when there are none."""
    shown = clip(_plain_text(data, texts), MOST_SHOWN)
    if shown:
        return Card(blocks=(Text(text=shown),))
    found = as_object(data) or _first_object(texts)
    pairs = [[_label(key), snippet(value)] for key, value in (found or {}).items() if _is_shown(value)]
    if not pairs:
        return None
    card = {"blocks": [{"type": "keyValue", "pairs": pairs[:_MOST_FIELDS]}]}
    return read_card(card, Findings(strict=False).root())


def error_words(data: object, texts: list[str]) -> str:
    """Return what a tool said of its failure."""
    said = _plain_text(data, texts) or _said_in(as_object(data) or _first_object(texts) or {})
    return clip(said, MOST_SHOWN) or _NOT_SAID


def _plain_text(data: object, texts: list[str]) -> str:
    """Return the texts that are no JSON; a text that is a JSON scalar is what it stands for."""
    if isinstance(data, str | int | float):
        return snippet(data)
    if data is not None:
        return ""
    return "\n".join(text for text in texts if not _LIKE_JSON.match(text) and text.strip() != "null")


def _first_object(texts: list[str]) -> JsonObject | None:
    """Return the first of several texts that is an object by itself."""
    found = (as_object(parse(text)) for text in texts)
    return next((one for one in found if one is not None), None)


def _is_shown(value: object) -> bool:
    if isinstance(value, str):
        return bool(value.strip())
    return isinstance(value, bool) or plain_number(value) is not None


def _label(key: str) -> str:
    words = " ".join(whole_text(key).replace("_", " ").split())
    return words[:1].upper() + words[1:]


def _said_in(found: JsonObject) -> str:
    for key in _ERROR_FIELDS:
        value = found.get(key)
        inner = as_object(value)
        if inner is not None:
            return _said_in({name: one for name, one in inner.items() if as_object(one) is None})
        if isinstance(value, str) and value.strip() and not _LIKE_JSON.match(value):
            return whole_text(value)
    return ""
