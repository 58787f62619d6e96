"""Ranks all tools for a sentence: BM25 over their words, fused with the meaning of their phrases.

Each tool is several short documents (title with name, what "Use when ..." says, utterances), and is as good as its
best one. Built once for a set of tools; ``router`` keeps it. Any thread; nothing is changed after it was made.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from app.agent.router.embedding import WordVectors
from app.agent.router.profiles import ToolProfile
from app.agent.router.sayings import Saying

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ToolIndex"]

_WORDS_WEIGHT: Final = 0.4
"""Of BM25 beside 1.0 for meaning; measured (decisions.md, "The agent")."""
_SLOT: Final = re.compile(r"\{[^{}]*\}")
_FUZZY: Final = 85.0
"""rapidfuzz ratio at which an unknown word is taken for a misspelt known one."""
_SHORTEST_FUZZY: Final = 5


class ToolIndex:
    """The tools of one set, ready to be searched."""

    def __init__(self, profiles: Sequence[ToolProfile], vectors: WordVectors) -> None:
        import bm25s
        import numpy as np

        self._numpy = np
        self._vectors = vectors
        self.profiles = tuple(profiles)
        texts: list[str] = []
        starts: list[int] = []
        bags: list[list[str]] = []
        for profile in self.profiles:
            starts.append(len(texts))
            texts.extend(_documents(profile))
            bags.append(list(profile.bag))
        self._starts = np.asarray(starts, np.intp)
        self._matrix = vectors.of(texts) if texts else np.zeros((0, vectors.size), np.float32)
        self.things = frozenset[str]().union(*(profile.things for profile in self.profiles))
        """Stems of what any tool works on."""
        self.doers = Counter(verb for profile in self.profiles for verb in profile.verbs)
        """How many tools each verb is of."""
        known = Counter(word for bag in bags for word in set(bag))
        self._idf = {word: math.log(1 + len(bags) / count) for word, count in known.items()}
        self._vocabulary = {word: at for at, word in enumerate(known)}
        self._words = list(known)
        self._bm25: Any = None
        if self._words:
            self._bm25 = cast("Any", bm25s).BM25()
            ids = [[self._vocabulary[word] for word in bag] for bag in bags]
            self._bm25.index((ids, self._vocabulary), show_progress=False)

    def weight(self, stem: str) -> float:
        """Return how much a word tells tools apart: the rarer, the more; an unknown one as a rare one."""
        return self._idf.get(stem, math.log(1 + len(self.profiles)))

    def known(self, stem: str) -> str | None:
        """Return the word of the tools that a word is, or is misspelt from."""
        if stem in self._vocabulary:
            return stem
        if len(stem) < _SHORTEST_FUZZY:
            return None
        from rapidfuzz import fuzz, process

        found = process.extractOne(stem, self._words, scorer=fuzz.ratio, score_cutoff=_FUZZY)
        return None if found is None else found[0]

    def scores(self, saying: Saying) -> NDArray[np.float32]:
        """Return how well each tool fits, 0..1, float32 (tools,)."""
        np = self._numpy
        count = len(self.profiles)
        if not count or not saying.words:
            return np.zeros(count, np.float32)
        meaning = np.maximum.reduceat(self._matrix @ self._vectors.of([saying.text])[0], self._starts)
        ids = [self._vocabulary[word] for one in saying.words if (word := self.known(one.stem)) is not None]
        words = np.zeros(count, np.float32)
        if ids and self._bm25 is not None:
            words = np.asarray(self._bm25.get_scores_from_ids(ids), np.float32)
        most = float(words.max())
        if most > 0:
            words = words / most
        fused = (meaning + _WORDS_WEIGHT * words) / (1 + _WORDS_WEIGHT)
        return np.clip(np.nan_to_num(fused), 0, 1).astype(np.float32)


def _documents(profile: ToolProfile) -> list[str]:
    tool = profile.tool
    texts = [tool.title, profile.purpose, *profile.uses, *(_SLOT.sub(" ", text) for text in tool.utterances)]
    return [text for text in dict.fromkeys(texts) if text.strip()] or [tool.name]
