"""A sentence as the router reads it: words with their places, without politeness, and what forbids to act on it.

Called by ``router`` once for each sentence. Pure, any thread.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Final

from app.agent.router.english import (
    COMMON_VERBS,
    DETERMINERS,
    GUARDS,
    NEGATIONS,
    POLITE_END,
    POLITE_START,
    QUESTION_WORDS,
    SMALL_WORDS,
    word_set,
)
from app.domain.sentences import base_language, normalised

__all__ = ["Saying", "Word", "content_stems", "stem", "words_in"]

_WORD: Final = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?(?=[\s,;!?]|\.?$)"
    r"|\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{2,4}|[-+]?\d+(?:[.:,]\d+)*%?|[^\W\d]\w*(?:['\u2019-]\w+)*|\d\w*|[%\u20ac$\u00a3]",
    re.IGNORECASE,
)
_END: Final = re.compile(r"[\s.,;:!?\u2026\u3002\u061f]+\Z")
_QUOTED: Final = re.compile('["\u201c\u201e\u00ab](?P<inside>[^"\u201c\u201d\u201e\u00ab\u00bb]+)["\u201d\u201c\u00bb]')
_SENTENCE_END: Final = re.compile(r"[.!?\u3002]\s+\S")
_MOST_WORDS: Final = 60
"""A longer sentence is dictated prose."""
_SUFFIXES: Final = ("ings", "ing", "ies", "ied", "ed", "es", "s")
_SHORTEST_STEM: Final = 3


@functools.lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return what different forms of an English word share; good enough to compare, not to show."""
    word = word.removesuffix("'s").replace("'", "")
    for suffix in _SUFFIXES:
        base = word[: -len(suffix)]
        if not word.endswith(suffix) or len(base) < _SHORTEST_STEM or (suffix == "s" and base.endswith("s")):
            continue
        if suffix in ("ies", "ied"):
            return base + "i"
        if suffix in ("ing", "ings", "ed") and len(base) > _SHORTEST_STEM and base[-1] == base[-2] != "l":
            base = base[:-1]
        return _closed(base)
    return _closed(word)


def _closed(word: str) -> str:
    if len(word) > _SHORTEST_STEM and word.endswith("e"):
        return word[:-1]
    return word[:-1] + "i" if len(word) > _SHORTEST_STEM and word.endswith("y") else word


def words_in(text: str) -> list[str]:
    """Return the words of any text; snake_case and camelCase are taken apart."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text.replace("_", " ").replace("/", " "))
    return [word.rstrip(".") for word in _WORD.findall(normalised(apart))]


def content_stems(text: str) -> list[str]:
    """Return the stems of the words that tell one tool from another."""
    return [stem(word) for word in words_in(text) if word not in SMALL_WORDS]


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    """Normalised."""
    stem: str
    start: int
    """Place in the sentence without politeness."""
    stop: int


@dataclass(frozen=True, slots=True)
class Saying:
    text: str
    """As it was said, without politeness around it."""
    language: str
    words: tuple[Word, ...]
    quotes: tuple[tuple[int, int], ...]
    """Words inside quotation marks, first and past the last."""
    negated: bool
    guarded: bool
    """It is a condition, a question about a way, or hearsay."""
    double: bool
    """A second wish follows."""
    told: bool
    """It tells something, and asks for nothing."""

    @staticmethod
    def of(text: str, language: str) -> Saying:
        plain = text.replace("\u2019", "'").strip()
        if english := base_language(language) == "en":
            plain = POLITE_END.sub("", POLITE_START.sub("", plain)).strip()
        found = [(normalised(match[0]) or match[0], match.span()) for match in _WORD.finditer(plain)]
        words = tuple(Word(word, stem(word), start, stop) for word, (start, stop) in found)
        quotes = tuple(_quotes(plain, words))
        outside = _QUOTED.sub(" ", plain)
        return Saying(
            plain,
            language,
            words,
            quotes,
            negated=NEGATIONS.search(outside) is not None,
            guarded=english and GUARDS.search(outside) is not None,
            double=_is_double(outside, words, quotes),
            told=len(words) > _MOST_WORDS or (english and _tells(words, plain)),
        )

    def written(self, start: int, stop: int) -> str:
        """Return words as they were said, without end punctuation."""
        cut = self.text[self.words[start].start : self.words[stop - 1].stop]
        return _END.sub("", cut)

    @property
    def may_act(self) -> bool:
        return not (self.negated or self.guarded or self.double or self.told)

    @property
    def asks(self) -> bool:
        """Whether it begins as a question."""
        return bool(self.words) and self.words[0].text in QUESTION_WORDS


def _quotes(text: str, words: tuple[Word, ...]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(text):
        start, stop = match.span("inside")
        inside = [at for at, word in enumerate(words) if start <= word.start and word.stop <= stop]
        if inside:
            found.append((inside[0], inside[-1] + 1))
    return found


def _is_double(outside: str, words: tuple[Word, ...], quotes: tuple[tuple[int, int], ...]) -> bool:
    if _SENTENCE_END.search(outside) is not None:
        return True
    quoted = {at for start, stop in quotes for at in range(start, stop)}
    for at in range(1, len(words) - 1):
        following = words[at + 1].text
        if following == "please" and at + 2 < len(words):
            following = words[at + 2].text
        if at not in quoted and words[at].text in ("and", "or", "plus", "&") and following in COMMON_VERBS:
            return True
    return any(
        re.match(r"\s*,", outside[words[at].stop :]) and words[at + 1].text in COMMON_VERBS
        for at in range(len(words) - 1)
        if at not in quoted and outside[: words[at].stop].endswith(words[at].text)
    )


_TELLERS: Final = word_set(
    "i we he she they it you there i'm we're he's she's they're it's you're there's i've we've i'll we'll you'll "
    "thanks thank sorry yes no yeah nope hello good dear nice great cool wow oh hmm sure"
)


def _tells(words: tuple[Word, ...], text: str) -> bool:
    """Say whether it begins like a statement; a noun phrase such as "the volume" does not."""
    if not words:
        return True
    first = words[0].text
    if first in _TELLERS:
        return True
    if first in DETERMINERS or len(words) > 1:
        tells = ("is", "are", "was", "were", "has", "had", "will", "would", "should", "said", "says", "must", "went")
        verbs = {word.text for word in words[1:4]}
        return first not in QUESTION_WORDS and not verbs.isdisjoint(tells) and not _asks_later(words, text)
    return False


def _asks_later(words: tuple[Word, ...], text: str) -> bool:
    return any(word.text in QUESTION_WORDS for word in words[:2] if word.text not in ("is", "are", "was", "were")) or (
        words[0].text in COMMON_VERBS and not text.endswith("...")
    )
