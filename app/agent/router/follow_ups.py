"""Follow-ups: "and tomorrow?", "what about Berlin?" do the last thing again with one value changed.

Called by ``router`` when the sentence alone runs nothing. Pure, any thread.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from app.agent.router.amounts import amounts_in
from app.agent.router.answers import value_of
from app.agent.router.arguments import Argument, Kind, Role
from app.agent.router.english import CLAUSE_WORDS, COMMON_VERBS, DETERMINERS, FOLLOW_UP, PRONOUNS
from app.agent.router.moments import moment_in
from app.agent.router.picks import picks_in
from app.agent.router.profiles import ToolProfile
from app.agent.router.sayings import Saying
from app.agent.router.shapes import PreviousCall
from app.domain.fields import JsonObject
from app.domain.sentences import base_language

__all__ = ["follow_up"]

_MOST_WORDS: Final = 6
_TEXT_ROLES: Final = (Role.PLACE, Role.TARGET, Role.NAME, Role.QUERY, Role.PERSON, Role.CONTAINER, Role.OTHER)
_LEADS: Final = {
    "in": (Role.PLACE,),
    "at": (Role.PLACE,),
    "near": (Role.PLACE,),
    "from": (Role.ORIGIN,),
    "to": (Role.TARGET, Role.PERSON, Role.CONTAINER),
    "about": (Role.QUERY,),
    "for": _TEXT_ROLES,
    "with": (Role.PERSON,),
    "on": (Role.CONTAINER, Role.QUERY),
}


def follow_up(
    text: str, language: str, profile: ToolProfile, previous: PreviousCall, now: datetime
) -> JsonObject | None:
    """Return the arguments of the last call with exactly one replaced, or ``None`` when the words are no such wish."""
    if base_language(language) != "en":
        return None
    plain = text.strip().replace("\u2019", "'")
    opener = FOLLOW_UP.match(plain)
    if opener is None:
        return None
    saying = Saying.of(plain[opener.end() :], language)
    words = [word.text for word in saying.words]
    if not words or len(words) > _MOST_WORDS or not saying.may_act or words[0] in COMMON_VERBS:
        return None
    found = _typed(saying, profile, now) or _texted(saying, profile, previous, now)
    if found is None or previous.arguments.get(found[0].name) == found[1]:
        return None
    return {**previous.arguments, found[0].name: found[1]}


def _typed(saying: Saying, profile: ToolProfile, now: datetime) -> tuple[Argument, object] | None:
    """Return a date, a number or a value of a list that takes all the words, for the only argument that takes it."""
    fits: list[tuple[Argument, object]] = []
    for argument in profile.arguments:
        if argument.kind in (Kind.TEXT, Kind.TEXTS, Kind.OTHER, Kind.BOOLEAN) or not _takes_all(saying, argument, now):
            continue
        value = value_of(saying.text, argument, saying.language, now)
        if value is not None:
            fits.append((argument, value))
    own = [one for one in fits if one[0].unit and any(one[0].unit == amount.unit for amount in amounts_in(saying))]
    fits = own or fits
    return fits[0] if len(fits) == 1 else None


def _takes_all(saying: Saying, argument: Argument, now: datetime) -> bool:
    used: set[int] = set()
    if argument.kind is Kind.WHEN:
        moment = moment_in(saying, now)
        used = set() if moment is None else set(moment.words)
    elif argument.kind in (Kind.ENUM, Kind.ENUMS):
        used = {at for one in picks_in(argument, saying) for at in range(one.start, one.stop)}
    else:
        used = {at for one in amounts_in(saying) for at in range(one.start, one.stop)}
    rest = [word.text for at, word in enumerate(saying.words) if at not in used]
    return bool(used) and all(word in DETERMINERS or word in _LEADS or word == "and" for word in rest)


def _texted(
    saying: Saying, profile: ToolProfile, previous: PreviousCall, now: datetime
) -> tuple[Argument, object] | None:
    words = [word.text for word in saying.words]
    if moment_in(saying, now) is not None or amounts_in(saying):
        return None
    roles = _LEADS.get(words[0])
    rest = words[1:] if roles else words
    if not rest or not CLAUSE_WORDS.isdisjoint(rest) or all(word in PRONOUNS | DETERMINERS for word in rest):
        return None
    texts = [one for one in profile.arguments if one.kind is Kind.TEXT and one.role in (roles or _TEXT_ROLES)]
    given = [one for one in texts if one.name in previous.arguments]
    chosen = given or [one for one in texts if one.role is Role.PLACE]
    if len(chosen) != 1 or (not roles and len([one for one in profile.arguments if one.kind is Kind.TEXT]) > 1):
        return None
    value = value_of(saying.text, chosen[0], saying.language, now)
    return None if value is None else (chosen[0], value)
