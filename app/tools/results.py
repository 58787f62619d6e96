"""Reads what a server answered: what the model gets, the card, pictures and sounds, and what was wrong (V-6.32, V-9).

Called by the executor for each result, in a worker thread: megabytes are parsed and decoded. Never raises, whatever
the server sent. What is too large for a model or a face is cut with a marker and kept whole by the injected ``keep``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.domain.calls import Picture, RawResult, Sound
from app.domain.cards import Card
from app.domain.cards.reading import read_card
from app.domain.errors import StorageUnavailable
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.findings import Finding, Findings, Place
from app.domain.plain_json import plain, whole_text
from app.tools.result_contents import Contents, KeptPart
from app.tools.result_faces import error_words, fallback_card, parse

__all__ = ["CARD_KEY", "MOST_TEXT", "KeepWhole", "KeptPart", "ReadResult", "ResultReader"]

log = logging.getLogger(__name__)

CARD_KEY: Final = "_voiceos_glance"
"""V-9.1."""
MOST_TEXT: Final = 40_000
"""Characters of one result for the model, about 10 000 tokens: a third of what a local model of today holds."""
_HEAD: Final = 30_000
_TAIL: Final = MOST_TEXT - _HEAD
"""How much of each end of a cut text stays: what is asked for is mostly at the top, totals and errors at the end."""

_MOST_FINDINGS: Final = 200
_NOTHING: Final = ("", "{}")
"""What is left of a text that was only a card."""

KeepWhole = Callable[[Sequence[KeptPart]], str]
"""Writes the parts of one result and returns the file, or the folder of several. Raises ``StorageUnavailable``."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    text: str = field(repr=False)
    """What the model gets."""
    card: Card | None = field(repr=False)
    pictures: tuple[Picture, ...] = field(repr=False)
    sounds: tuple[Sound, ...] = field(repr=False)
    kept_file: str
    """As in ``ToolOutcome``."""
    error_words: str = field(repr=False)
    """With ``isError``: what the tool said, in words for a person, never JSON; else ""."""
    without_card: Callable[[], RawResult] = field(repr=False)
    """Makes the whole result for an HTML card: V-9.4, V-10.11."""
    findings: tuple[Finding, ...]


class ResultReader:
    def __init__(self, keep: KeepWhole) -> None:
        self._keep = keep

    def read(self, raw: RawResult, *, strict: bool = False) -> ReadResult:
        findings = Findings(strict=strict, most=_MOST_FINDINGS)
        root = findings.root()
        contents = Contents.of(raw.content, root)
        taking = _Taking(root)
        data = taking.from_text(contents.texts)
        structured = taking.from_structured(raw.structured)
        text = _for_model(taking.texts, structured, contents.notes)
        if taking.card is not None and text in _NOTHING:
            root.wanted_by_strict("data-only-in-card", "V-9.5")
        card = taking.card
        if card is None and not raw.is_error:
            spoken = any(one.strip() not in _NOTHING for one in taking.texts)
            card = fallback_card(data if spoken else structured, taking.texts if spoken else [])
        parts = [*contents.too_large]
        if len(text) > MOST_TEXT:
            parts.insert(0, KeptPart("result.txt", text.encode()))
        kept_file = self._kept(parts)
        return ReadResult(
            text=_cut(text, kept=bool(kept_file)),
            card=card,
            pictures=tuple(contents.pictures),
            sounds=tuple(contents.sounds),
            kept_file=kept_file,
            error_words=error_words(data, taking.texts) if raw.is_error else "",
            without_card=lambda: replace(raw, content=contents.with_texts(taking.texts), structured=structured),
            findings=tuple(findings.found),
        )

    def _kept(self, parts: list[KeptPart]) -> str:
        if not parts:
            return ""
        try:
            return self._keep(parts)
        except StorageUnavailable as error:
            log.warning("a large result was not kept: %s", error)
            return ""


class _Taking:
    """The card on its way out of one result (V-9.2 to V-9.4)."""

    def __init__(self, root: Place) -> None:
        self._root = root
        self.card: Card | None = None
        self.texts: list[str] = []
        """Without the card."""

    def from_text(self, texts: list[str]) -> object:
        """Take the card out of the texts, and return the data they hold together; ``None`` when they are no JSON."""
        joined = "\n".join(texts)
        data = parse(joined)
        self.texts = texts
        if CARD_KEY not in joined:
            return data
        data = plain(data, self._root, "V-9.2")
        found = as_object(data)
        if found is not None and CARD_KEY in found:
            self._take(found)
            self.texts = [_written(found)]
        else:
            self._root.dropped("no-card", "V-9.2")
            self.texts = [_without_key(text) for text in texts]
        return data

    def from_structured(self, structured: JsonObject | None) -> JsonObject | None:
        """Return the structured content without the card, which counts when the text gave none."""
        if structured is None:
            return None
        if self.card is not None:
            structured = {key: value for key, value in structured.items() if key != CARD_KEY}
        found = as_object(plain(structured, self._root.at("structuredContent"), "V-9.3")) or {}
        if CARD_KEY in found:
            self._take(found)
        return found

    def _take(self, found: JsonObject) -> None:
        glance = found.pop(CARD_KEY)
        place = self._root.at(CARD_KEY)
        if as_list((as_object(glance) or {}).get("blocks")) is None:
            place.dropped("no-card", "V-9.2")
        else:
            self.card = read_card(glance, place)


def _without_key(text: str) -> str:
    """Take the card out of one text of several, which gave no card; the model has no use for it (V-9.4)."""
    found = as_object(parse(text)) if CARD_KEY in text else None
    if found is None or CARD_KEY not in found:
        return text
    quiet = as_object(plain(found, Findings(strict=False).root(), "V-9.4")) or {}
    return _written({key: value for key, value in quiet.items() if key != CARD_KEY})


def _written(value: JsonObject) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _for_model(texts: list[str], structured: JsonObject | None, notes: list[str]) -> str:
    joined = "\n".join(texts)
    if joined.strip() in _NOTHING and structured:
        joined = _written(structured)
    return whole_text("\n".join(part for part in (joined, *notes) if part))


def _cut(text: str, *, kept: bool) -> str:
    if len(text) <= MOST_TEXT:
        return text
    where = "the whole is in a file on this computer" if kept else "the whole could not be kept"
    marker = f"[... {len(text) - MOST_TEXT} characters were left out here by Voxnotch; {where} ...]"
    return f"{text[:_HEAD]}\n{marker}\n{text[-_TAIL:]}"
