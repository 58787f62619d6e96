"""How surely one tool is meant: which words of the sentence it explains, and how much of its title was said.

Called by ``deciding`` for the tools that rank best. Pure, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Final

from app.agent.router.amounts import Amount
from app.agent.router.arguments import NAME_LIKE, Kind, Role
from app.agent.router.english import DETERMINERS, FIRST_VERBS, GENERIC_VERBS, SMALL_WORDS, word_set
from app.agent.router.filling import Filled, fill_plain, fill_rest, lay_utterances
from app.agent.router.index import ToolIndex
from app.agent.router.profiles import ToolProfile
from app.agent.router.sayings import Saying, content_stems, stem, words_in
from app.domain.sentences import base_language

__all__ = ["Evidence", "weigh"]

_MEANING: Final = 0.40
_EXPLAINED: Final = 0.35
_TITLE: Final = 0.25
"""Shares of the score; they add up to 1."""
_DIGITS: Final = 6
"""Of a score; more are noise of the machine's arithmetic."""
_LAID: Final = 0.95
"""Score of a sentence that is one of the tool's utterances."""
_SUBJECTS: Final = word_set("i we he she they you who which")
_PLACE_LEADS: Final = word_set("to on onto in into")
_ALL: Final = word_set("all every everything both each")
_AWAY: Final = frozenset(map(stem, ("away", "off", "out", "up", "down", "back")))
"""Of verbs such as "throw away"; no things."""
_PARTICLES: Final = word_set("on off up down in out")
_PARTICLE_VERBS: Final = frozenset(stem(word) for word in ["turn", "switch", "put", "go", "volume", "light", "lights"])


@dataclass(frozen=True, slots=True)
class Evidence:
    profile: ToolProfile
    score: float
    """0..1."""
    filled: Filled
    missing: tuple[str, ...]
    explained: bool
    """Every word that tells something is a value, or the tool's own."""
    named: bool
    """The sentence names what the tool works on, or does what no other tool does."""

    @property
    def sure(self) -> bool:
        return self.explained and self.named and not self.filled.unclear


def weigh(
    saying: Saying, profile: ToolProfile, fused: float, *, index: ToolIndex, amounts: list[Amount], now: datetime
) -> Evidence:
    plain = fill_plain(saying, profile, amounts, now)
    laid = lay_utterances(saying, profile, plain)
    if laid is not None:
        own_words = not _names_other(profile, laid, index)
        score = round(max(_LAID, fused), _DIGITS)
        return Evidence(profile, score, laid, laid.missing(profile), explained=own_words, named=True)
    if base_language(saying.language) != "en":
        return Evidence(
            profile, round(fused * _MEANING, _DIGITS), Filled(), profile.needs, explained=False, named=False
        )
    filled = fill_rest(saying, profile, plain)
    literal = [at for at in range(len(saying.words)) if at not in filled.used and _tells(saying, at)]
    known = {at: index.known(saying.words[at].stem) or saying.words[at].stem for at in literal}
    own = [at for at in literal if _is_own(saying, at, known[at], profile)]
    total = sum(index.weight(known[at]) for at in literal)
    explained = sum(index.weight(known[at]) for at in own) / total if total else 0.0
    said = {known[at] for at in own} | {saying.words[at].stem for at in filled.used}
    title = _title_share(profile, said, index)
    score = _MEANING * fused + _EXPLAINED * explained + _TITLE * title
    return Evidence(
        profile,
        round(min(score, 1.0), _DIGITS),
        filled,
        filled.missing(profile),
        explained=bool(literal or filled.used)
        and len(own) == len(literal)
        and _verb_fits(saying, profile, filled)
        and not _says_more(saying, profile, filled, index),
        named=_is_named({word for at in own for word in (saying.words[at].stem, known[at])}, filled, profile, index),
    )


def _tells(saying: Saying, at: int) -> bool:
    word = saying.words[at].text
    if word in _PARTICLES:
        beside = {saying.words[one].stem for one in (at - 1, 0) if one >= 0}
        return at == len(saying.words) - 1 or not beside.isdisjoint(_PARTICLE_VERBS)
    return word not in SMALL_WORDS


def _is_own(saying: Saying, at: int, known: str, profile: ToolProfile) -> bool:
    word = saying.words[at]
    if word.text in _PARTICLES:
        return word.text in profile.words or any(word.text in text.split() for text in profile.tool.utterances)
    return bool(profile.words & {word.stem, known}) or any(
        one.stems & {word.stem} for one in profile.arguments if not one.values
    )


def _title_share(profile: ToolProfile, said: set[str], index: ToolIndex) -> float:
    total = sum(index.weight(word) for word in profile.title)
    verbs_said = bool(profile.verbs & said)
    got = sum(
        index.weight(word)
        for at, word in enumerate(profile.title)
        if word in said or (not at and word in profile.verbs and verbs_said)
    )
    return got / total if total else 0.0


def _verb_fits(saying: Saying, profile: ToolProfile, filled: Filled) -> bool:
    """Say whether the verb that the sentence begins with is one of the tool's; a sentence may begin with none."""
    first = saying.words[0]
    if first.text not in FIRST_VERBS or saying.asks or 0 in filled.used:
        return True
    return first.stem in profile.verbs


def _says_more(saying: Saying, profile: ToolProfile, filled: Filled, index: ToolIndex) -> bool:
    """Say whether a small word, or the name of something else, makes the sentence mean more than the tool does."""
    if saying.asks and not profile.answers:
        return True
    if not profile.answers and profile.verbs.isdisjoint(word.stem for word in saying.words):
        return True
    loose = {word.text for at, word in enumerate(saying.words) if at not in filled.used}
    if not saying.asks and not loose.isdisjoint(_SUBJECTS):
        return True
    if not profile.only_reads and not loose.isdisjoint(_ALL):
        return True
    return _names_other(profile, filled, index)


def _names_other(profile: ToolProfile, filled: Filled, index: ToolIndex) -> bool:
    """Say whether a value only points to what another tool works on, as "the note" in "copy the note"."""
    others = index.things - profile.things
    for argument in profile.arguments:
        value = filled.arguments.get(argument.name)
        if argument.name not in filled.weak or argument.kind is not Kind.TEXT or not isinstance(value, str):
            continue
        stems = {*content_stems(value)}
        pointed = argument.role not in NAME_LIKE and value.lower().split()[0] in DETERMINERS
        if argument.role is Role.CONTENT and _leads_elsewhere(value, others):
            return True
        if argument.role is Role.QUERY and not profile.only_reads and {*content_stems(value)[-1:]} & others:
            return True
        if value.islower() and stems <= (index.things if pointed else others if argument.role in NAME_LIKE else set()):
            return True
    return False


def _leads_elsewhere(value: str, others: frozenset[str]) -> bool:
    """Say whether a text ends as a place of another tool: "eggs to the shopping note"."""
    words = words_in(value)
    led = any(one in _PLACE_LEADS and two in DETERMINERS for one, two in pairwise(words))
    return led and stem(words[-1]) in others


def _is_named(words: set[str], filled: Filled, profile: ToolProfile, index: ToolIndex) -> bool:
    doing = _AWAY if profile.only_reads else profile.verbs | _AWAY
    if words & profile.things - doing:
        return True
    generic = {stem(word) for word in GENERIC_VERBS}
    special = words & profile.verbs - generic
    if _replaces_thing(special, filled, profile):
        return False
    alone = all(index.doers[word] == 1 for word in special)
    return bool(special) and alone and (not profile.required or bool(filled.arguments))


def _replaces_thing(verbs: set[str], filled: Filled, profile: ToolProfile) -> bool:
    """Say whether something stands in the place of what the tool works on: "file a complaint"."""
    thing = next((stem(word) for word in reversed(words_in(profile.tool.name))), "")
    if thing not in profile.things or any(thing.startswith(verb) for verb in verbs):
        return False
    own = (Role.NAME, Role.CONTAINER, Role.CONTENT)
    taken = [one for one in profile.arguments if one.name in filled.arguments and one.kind is Kind.TEXT]
    return any(one.role in own and one.name in filled.weak and thing not in content_stems(one.name) for one in taken)
