"""Which words can be the value of a text argument: short names for a name, an address for a link, no bare "it".

Called by ``texts`` and for utterances. Pure, any thread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from app.agent.router.arguments import NAME_LIKE, Argument, Role
from app.agent.router.english import CLAUSE_WORDS, DETERMINERS, PRONOUNS, word_set
from app.domain.measure import utf16_length
from app.domain.number_words import spoken_number
from app.domain.sentences import normalised

__all__ = ["STRONG_LEADS", "is_fitting_text"]

STRONG_LEADS: Final = word_set("called named titled entitled saying says labelled labeled")
"""Words that a value follows, and nothing else."""
_MOST_NAME_WORDS: Final = 6
_MOST_TEXT: Final = 400
"""UTF-16 units; more is dictated prose."""
_DAYS: Final = word_set(
    "today tomorrow tonight yesterday now later monday tuesday wednesday thursday friday saturday sunday next"
)
"""No part of the name of a thing that nothing strong leads to."""
_INNER: Final = word_set("with for to from by at about like into after before off out until")
"""Where one of them is inside a name, it may as well lead to something that was not understood."""
_JOINS: Final = word_set("and or but plus then")
_AWAY: Final = word_set("back off away up again over out down too")
_WHICH: Final = word_set("first second third last next previous other same latest newest oldest")
"""They point to a thing, and do not name it."""
_POINTS: Final = word_set("this these those")
_NOBODY: Final = word_set(
    "everyone everybody nobody somebody anybody myself yourself himself herself itself ourselves themselves"
)
"""Whoever they are, they are no contact."""
_OF_NAMES: Final = word_set("von van der den de del della la le da di do dos bin ibn al el")
"""Small parts inside the written names of persons."""
_NO_NAME: Final = word_set("every each just actually no names") | _NOBODY
_NO_START: Final = word_set("in on at for to with of it me off out")
_ADDRESS: Final = re.compile(r"\S+\.\S+|localhost\S*")


def is_fitting_text(argument: Argument, text: str, *, strong: bool = False) -> bool:
    """Say whether words can be the value of a text argument; ``strong``: what leads to them means nothing else."""
    words = normalised(text).split()
    if not words or utf16_length(text) > _MOST_TEXT or {*words} <= PRONOUNS | DETERMINERS:
        return False
    if argument.is_link:
        return _ADDRESS.fullmatch(text) is not None
    if argument.is_number and not any(character.isdigit() for character in text):
        return False
    if argument.role is Role.QUERY and not strong:
        return not _goes_on(words)
    if not strong and _points(words):
        return False
    return argument.role not in NAME_LIKE or _is_called(argument, words, text, strong=strong)


def _is_called(argument: Argument, words: Sequence[str], text: str, *, strong: bool) -> bool:
    if not _is_short(words) or _goes_on(words):
        return False
    if strong:
        return True
    who_fits = argument.role is not Role.PERSON or _is_person(words, text)
    return who_fits and _is_name(words, text, has_number=argument.is_number)


def _goes_on(words: Sequence[str]) -> bool:
    """Say whether something else is told behind it: "Garden and the text water plants"."""
    return any(one == "and" and two in DETERMINERS for one, two in pairwise(words))


def _points(words: Sequence[str]) -> bool:
    """Say whether they point to a text instead of being it: "this sentence", "the last answer"."""
    return words[0] in _POINTS or (len(words) > 1 and words[0] in DETERMINERS and words[1] in _WHICH)


def _is_person(words: Sequence[str], text: str) -> bool:
    """Say whether it is a name alone; written ones end where a small letter begins a word: "Maria just kidding"."""
    written = [one for one in text.split() if one.lower() not in _OF_NAMES]
    ends = any(one[:1].isupper() and two[:1].islower() for one, two in pairwise(written))
    return not ends and {*words}.isdisjoint(_NOBODY)


def _is_short(words: Sequence[str]) -> bool:
    return len(words) <= _MOST_NAME_WORDS and {*words}.isdisjoint(CLAUSE_WORDS | STRONG_LEADS)


def _is_name(words: Sequence[str], text: str, *, has_number: bool) -> bool:
    if not {*words}.isdisjoint(_JOINS | _DAYS | _INNER) or "," in text:
        return False
    if words[-1] in _AWAY | PRONOUNS or words[0] in _WHICH | _NO_START or not {*words}.isdisjoint(_NO_NAME):
        return False
    if words[-1].endswith(("'s", "s'")):
        return False  # "Anna's note" is not called so
    written = text.split()
    loose = any(one.lower() in DETERMINERS and two.islower() for one, two in pairwise(written[1:]))
    return not loose and (has_number or all(spoken_number([word], "en") is None for word in words))
