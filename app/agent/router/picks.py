"""Values of a list, and yes or no, in a sentence. Called by ``filling`` and for answers. Pure, any thread."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from app.agent.router.arguments import Argument, Kind
from app.agent.router.english import word_set
from app.agent.router.sayings import Saying, Word, stem, words_in
from app.domain.schemas import accepts

__all__ = ["Pick", "flag_in", "flag_of_answer", "picks_in"]

_FUZZY: Final = 84.0
"""rapidfuzz ratio at which a word is taken for a misspelt value."""
_SHORTEST_FUZZY: Final = 5
_YES: Final = word_set("yes yeah yep true on enable enabled sure ok okay ja oui si sí da")
_NO: Final = word_set("no nope false off disable disabled nein non não")
_SWITCHES: Final = frozenset(
    stem(word) for word in word_set("on enabled enable active power powered state switch switched")
)
_SHORTEST_NAME: Final = 2
"""Letters of a name that is a plain little word, such as "on"."""
_OFF_PREFIXES: Final = ("un", "dis", "de")


@dataclass(frozen=True, slots=True)
class Pick:
    value: object
    start: int
    stop: int


def picks_in(argument: Argument, saying: Saying, taken: Collection[int] = ()) -> list[Pick]:
    """Return the values of a list that were said, in order; a longer value wins over one inside it."""
    found: list[Pick] = []
    spelt = sorted(((_key(value), value) for value in argument.values), key=lambda one: -len(one[0]))
    busy = set(taken)
    for exact in (True, False):
        for key, value in spelt:
            size = len(key)
            for start in range(len(saying.words) - size + 1) if size else ():
                places = set(range(start, start + size))
                same = all(
                    _same(word, part, exact=exact)
                    for word, part in zip(saying.words[start : start + size], key, strict=True)
                )
                if (
                    same
                    and busy.isdisjoint(places)
                    and (argument.kind is Kind.ENUMS or accepts(argument.schema, value))
                ):
                    found.append(Pick(value, start, start + size))
                    busy |= places
        if found:
            break
    return sorted(found, key=lambda one: one.start)


def _key(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(words_in(value))
    return (str(value),) if isinstance(value, int) and not isinstance(value, bool) else ()


def _same(word: Word, part: str, *, exact: bool) -> bool:
    if word.text == part or (len(part) > 2 and word.stem == stem(part)):
        return True
    if exact or min(len(part), len(word.text)) < _SHORTEST_FUZZY:
        return False
    from rapidfuzz import fuzz

    return fuzz.ratio(word.text, part) >= _FUZZY


def flag_in(argument: Argument, saying: Saying, *, only: bool) -> tuple[bool, frozenset[int]] | None:
    """Return yes or no and the words that say it; ``only``: the tool has no other truth value.

    "with sound" and "without sound" speak of an argument by its name, "on" and "off" of the switch that a tool has.
    """
    if len(argument.stems) > 1 and not argument.stems <= {word.stem for word in saying.words}:
        return None
    for at, word in enumerate(saying.words):
        if word.stem in argument.stems and len(word.stem) > _SHORTEST_NAME:
            return _named_flag(saying, at)
        if any(
            word.text.startswith(prefix) and stem(word.text[len(prefix) :]) in argument.stems
            for prefix in _OFF_PREFIXES
        ):
            return False, frozenset({at})
    return _switched(saying) if only and not argument.stems.isdisjoint(_SWITCHES) else None


def _named_flag(saying: Saying, at: int) -> tuple[bool, frozenset[int]]:
    before = saying.words[at - 1].text if at else ""
    after = saying.words[at + 1].text if at + 1 < len(saying.words) else ""
    if before in ("without", "no", "not"):
        return False, frozenset({at - 1, at})
    if after in (_YES | _NO) - {"no"}:
        return after in _YES, frozenset({at, at + 1})
    return True, frozenset({at - 1, at}) if before == "with" else frozenset({at})


def _switched(saying: Saying) -> tuple[bool, frozenset[int]] | None:
    words = [word.text for word in saying.words]
    said = [at for at, word in enumerate(words) if word in ("on", "off", "enable", "disable")]
    said = [at for at in said if at in (0, 1, len(words) - 1)]
    return (words[said[0]] in _YES, frozenset(said)) if len(said) == 1 else None


def flag_of_answer(saying: Saying) -> bool | None:
    """Return what a plain yes or no means."""
    said = {word.text for word in saying.words}
    yes, no = not said.isdisjoint(_YES), not said.isdisjoint(_NO)
    return None if yes == no else yes
