"""Lays a sentence over the utterance of a fast intent (V-14.20, V-14.21): which words are literal, which fill slots.

Called by ``intent_matching``. Literals may be misspelt within a budget of edits; among the ways to lay the sentence
over, the one with the fewest edits wins, then the one whose free texts end earliest. Pure, any thread.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.domain.fields import JsonObject
from app.domain.measure import utf16_length
from app.domain.number_words import MOST_WORDS, spoken_number
from app.domain.schemas import accepts
from app.domain.sentences import normalised

__all__ = ["Laid", "Sentence", "SlotRule", "Template", "lay"]

_MOST_TEXT: Final = 200
"""UTF-16 units of a free text, V-14.20."""
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_WRITTEN_WORD: Final = re.compile(r"\S+")
_END: Final = re.compile(r"[\s.,;:!?\u2026\u3002\u061f]+\Z")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was said, word by word; free texts are cut out of it as they were written."""

    text: str
    language: str
    words: tuple[str, ...]
    """Normalised."""
    places: tuple[tuple[int, int], ...]
    """Where each word stands in ``text``."""

    @staticmethod
    def of(text: str, language: str) -> Sentence:
        found = [(normalised(match[0]), match.span()) for match in _WRITTEN_WORD.finditer(text)]
        kept = [(word, place) for word, place in found if word]
        return Sentence(text, language, tuple(word for word, _ in kept), tuple(place for _, place in kept))

    def written(self, start: int, stop: int) -> str:
        """Return words as they were said; end punctuation belongs to the sentence, not to its last word."""
        cut = self.text[self.places[start][0] : self.places[stop - 1][1]]
        return _END.sub("", cut) if stop == len(self.words) else cut


@dataclass(frozen=True, slots=True)
class Template:
    """One utterance: literal words and slots in turn."""

    parts: tuple[tuple[str, ...] | str, ...]
    """A tuple of normalised words, or the name of a slot."""
    literal: str
    """All literal words."""
    slots: tuple[str, ...]

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def of(utterance: str) -> Template:
        parts: list[tuple[str, ...] | str] = []
        for position, piece in enumerate(_PLACEHOLDER.split(utterance)):
            words = tuple(word for one in piece.split() if (word := normalised(one)))
            if position % 2:
                parts.append(piece)
            elif words:
                parts.append(words)
        literal = " ".join(word for part in parts if isinstance(part, tuple) for word in part)
        return Template(tuple(parts), literal, tuple(part for part in parts if isinstance(part, str)))


@dataclass(frozen=True, slots=True)
class SlotRule:
    """What may fill a slot."""

    kind: str
    """``enum``, ``number`` or ``string``."""
    schema: JsonObject
    """Of the argument; what it refuses does not fill the slot."""
    values: Mapping[tuple[str, ...], str]
    """Of an enum: the words of a value, and the value."""

    def fillings(self, sentence: Sentence, start: int) -> Iterator[tuple[int, object]]:
        """Yield where a filling that begins at a word may end, and the argument; the better ones first."""
        for stop, value in self._found(sentence, start):
            if accepts(self.schema, value):
                yield stop, value

    def _found(self, sentence: Sentence, start: int) -> Iterator[tuple[int, object]]:
        words = sentence.words
        if self.kind == "enum":
            for length in sorted({len(value) for value in self.values}, reverse=True):
                value = self.values.get(words[start : start + length])
                if value is not None:
                    yield start + length, value
        elif self.kind == "number":
            for stop in range(min(start + MOST_WORDS, len(words)), start, -1):
                number = spoken_number(words[start:stop], sentence.language)
                if number is not None:
                    yield stop, number
        else:
            for stop in range(start + 1, len(words) + 1):
                text = sentence.written(start, stop)
                if utf16_length(text) > _MOST_TEXT:
                    return
                yield stop, text


@dataclass(frozen=True, slots=True)
class Laid:
    """One way to lay a sentence over a template."""

    edits: int
    """Characters by which the literal words differ."""
    said: int
    """Characters of the literal words as they were said, spaces between them included."""
    filled: tuple[tuple[str, object], ...]

    def ratio(self, template: Template) -> float:
        """Return the edit-distance ratio of the literal words, 1 when they are equal."""
        return 1 - self.edits / max(len(template.literal), self.said)


def lay(template: Template, sentence: Sentence, rules: Mapping[str, SlotRule], budget: int) -> Laid | None:
    """Return the best way with at most ``budget`` edits, or ``None``."""
    return _Laying(template, sentence, rules, budget).best()


class _Laying:
    def __init__(self, template: Template, sentence: Sentence, rules: Mapping[str, SlotRule], budget: int) -> None:
        self._parts = template.parts
        self._sentence = sentence
        self._rules = rules
        self._budget = budget
        self._known: dict[tuple[int, int], Laid | None] = {}

    def best(self) -> Laid | None:
        return self._from(0, 0)

    def _from(self, part: int, start: int) -> Laid | None:
        """Return the best way for the parts and words from here on."""
        if part == len(self._parts):
            return Laid(0, -1, ()) if start == len(self._sentence.words) else None
        key = (part, start)
        if key not in self._known:
            self._known[key] = self._search(part, start)
        return self._known[key]

    def _search(self, part: int, start: int) -> Laid | None:
        best: Laid | None = None
        for stop, step in self._steps(self._parts[part], start):
            rest = self._from(part + 1, stop)
            if rest is None:
                continue
            whole = Laid(step.edits + rest.edits, step.said + rest.said, (*step.filled, *rest.filled))
            if whole.edits <= self._budget and (best is None or whole.edits < best.edits):
                best = whole
                if not best.edits:
                    break
        return best

    def _steps(self, part: tuple[str, ...] | str, start: int) -> Iterator[tuple[int, Laid]]:
        if isinstance(part, str):
            for stop, value in self._rules[part].fillings(self._sentence, start):
                yield stop, Laid(0, 0, ((part, value),))
            return
        words = self._sentence.words
        literal = " ".join(part)
        if words[start : start + len(part)] == part:
            yield start + len(part), Laid(0, len(literal) + 1, ())
        for length in (len(part), len(part) - 1, len(part) + 1) if self._budget else ():
            said = " ".join(words[start : start + length])
            if not 0 < length <= len(words) - start or said == literal:
                continue
            edits = _edits(literal, said, self._budget)
            if edits <= self._budget:
                yield start + length, Laid(edits, len(said) + 1, ())


def _edits(one: str, other: str, most: int) -> int:
    """Return the Levenshtein distance; a larger one than ``most`` is only known to be larger."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = [*range(len(other) + 1)]
    for at, character in enumerate(one, 1):
        before, row[0] = row[0], at
        for column, letter in enumerate(other, 1):
            before, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, before + (character != letter)),
            )
        if min(row) > most:
            return most + 1
    return row[-1]
