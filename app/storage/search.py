"""Words as the full-text index sees them: the same rule for what is stored and for what is asked.

Pure; called by :mod:`app.storage.history` on its worker thread. The index cuts text at everything that is not a
letter, a digit or a mark. Scripts that put no spaces between words would become one word a sentence, so their runs
are indexed as pairs of neighbouring characters; a query becomes the same pairs, in a phrase. See "History search" in
``resources/docs/decisions.md`` for the figures behind that choice.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

__all__ = ["index_words", "match_query"]

_SPACELESS: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
"""Thai, Lao, Burmese, Khmer, Kana and Han (https://www.unicode.org/reports/tr14/, classes SA and ID)."""

_LONGEST_QUERY: Final = 200
"""Characters; what people type into a search field, and a bound on the work of one query."""
_MOST_WORDS: Final = 12


def index_words(text: str) -> str | None:
    """Return what to index instead of ``text``; ``None`` when that is ``text`` itself."""
    words = _SPACELESS.sub(_pairs_and_last, _normal(text))
    return None if words == text else words


def match_query(query: str) -> str | None:
    """Return an FTS5 expression for any text a person types; ``None`` when nothing in it is in the index.

    All words must be there; the last one may be a beginning. A word with signs inside (``don't``, ``3.5``) is a phrase.
    """
    phrases: list[tuple[str, bool]] = []
    for chunk in _normal(query[:_LONGEST_QUERY]).split()[:_MOST_WORDS]:
        tokens = list(_tokens(chunk))
        if tokens:
            # A lone character of a spaceless script is the beginning of every pair it starts.
            lone = len(tokens[-1]) == 1 and _SPACELESS.fullmatch(tokens[-1]) is not None
            phrases.append((" ".join(tokens), lone))
    last = len(phrases) - 1
    parts = (f'"{phrase}"' + (" *" if lone or at == last else "") for at, (phrase, lone) in enumerate(phrases))
    return " AND ".join(parts) or None


def _normal(text: str) -> str:
    """Compose accents and undo full-width forms, which keyboards and recognisers write differently."""
    return unicodedata.normalize("NFKC", text)


def _pairs_and_last(run: re.Match[str]) -> str:
    return " " + " ".join([*_pairs(run[0]), run[0][-1]]) + " "


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _tokens(chunk: str) -> Iterator[str]:
    """Cut ``chunk`` as the index does (its ``categories`` option in the migration)."""
    kept = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in chunk)
    for word in kept.split():
        start = 0
        for run in _SPACELESS.finditer(word):
            if run.start() > start:
                yield word[start : run.start()]
            yield from _pairs(run[0]) or [run[0]]
            start = run.end()
        if start < len(word):
            yield word[start:]
