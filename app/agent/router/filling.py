"""Fills the arguments of one tool from a sentence, and says which words that took (V-6.25 to V-6.28).

A value is never invented: no default is inserted (V-6.26), a value of a list must be said, and what a schema refuses
is left out. Called by ``evidence`` for the tools that rank best. Pure, any thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from app.agent.router.amounts import Amount, fill_numbers
from app.agent.router.arguments import NAME_LIKE, Kind, Role
from app.agent.router.english import DETERMINERS, word_set
from app.agent.router.fitting import STRONG_LEADS, is_fitting_text
from app.agent.router.moments import Moment, moment_in, moment_text
from app.agent.router.picks import flag_in, picks_in
from app.agent.router.profiles import ToolProfile
from app.agent.router.sayings import Saying
from app.agent.router.texts import fill_texts
from app.domain.conversion import from_text
from app.domain.fields import JsonObject
from app.domain.intent_templates import Sentence, SlotRule, Template, lay
from app.domain.property_rules import choices, kinds_of
from app.domain.schemas import accepts
from app.domain.sentences import normalised

__all__ = ["Filled", "fill_plain", "fill_rest", "lay_utterances"]

_EDITS: Final = 0.12
"""Share of the literal characters of an utterance without free text that may be misspelt."""


_INTO: Final = word_set("into in to as")
_BEFORE: Final = word_set("to into in at for of by as on")


@dataclass(slots=True)
class Filled:
    arguments: JsonObject = field(default_factory=dict[str, object])
    used: set[int] = field(default_factory=set[int])
    """Words that became values, or lead to them."""
    unclear: bool = False
    """Some words could be values in more than one way."""
    vague: bool = False
    """A moment was said that could be two."""
    weak: set[str] = field(default_factory=set[str])
    """Texts that nothing strong leads to, such as quotation marks or "called"."""
    laid: bool = False
    """The whole sentence is one of the tool's utterances."""

    def missing(self, profile: ToolProfile) -> tuple[str, ...]:
        return tuple(name for name in profile.needs if name not in self.arguments)


def fill_plain(saying: Saying, profile: ToolProfile, amounts: list[Amount], now: datetime) -> Filled:
    """Fill all but free texts, in the order of how sure each kind of value is."""
    made = Filled()
    _flags(saying, profile, made)
    _choices(saying, profile, made)
    _moments(saying, profile, made, now)
    free = [one for one in amounts if made.used.isdisjoint(range(one.start, one.stop))]
    values, used, unclear = fill_numbers(saying, profile.arguments, free)
    made.arguments |= values
    made.unclear |= unclear
    for one in used:
        made.used |= {*range(one.start, one.stop)}
        for beside in (one.start - 1, one.stop):
            if 0 <= beside < len(saying.words) and _names(profile, saying, beside, values):
                made.used.add(beside)
    return made


def fill_rest(saying: Saying, profile: ToolProfile, made: Filled) -> Filled:
    """Fill the free texts from what the other values left."""
    made.used |= _before_values(saying, profile, made)
    texts = fill_texts(saying, profile, made.used)
    made.arguments |= texts.values
    made.used |= texts.used
    made.unclear |= texts.unclear or _holds_choice(profile, made, texts.values)
    made.weak |= texts.weak
    return made


def _holds_choice(profile: ToolProfile, made: Filled, texts: Mapping[str, object]) -> bool:
    """Say whether a text may hold a value of a list that was said and not known, as "into Klingon"."""
    open_choice = any(one.kind is Kind.ENUM and one.name not in made.arguments for one in profile.required)
    words = {word for text in texts.values() if isinstance(text, str) for word in normalised(text).split()}
    return open_choice and not words.isdisjoint(_INTO)


def _before_values(saying: Saying, profile: ToolProfile, made: Filled) -> set[int]:
    """Return the words that only lead to values, such as "to" before a number."""
    named = {one for argument in profile.arguments if argument.name in made.arguments for one in argument.stems}
    beside = {at + step for at in made.used for step in (-1, 1) if 0 < at + step < len(saying.words)}
    used = made.used | {at for at in beside if saying.words[at].stem in named}
    return used | {at - 1 for at in used if at > 1 and at - 1 not in used and saying.words[at - 1].text in _BEFORE}


def _names(profile: ToolProfile, saying: Saying, at: int, values: Mapping[str, object]) -> bool:
    return any(saying.words[at].stem in one.stems for one in profile.arguments if one.name in values)


def _flags(saying: Saying, profile: ToolProfile, made: Filled) -> None:
    flags = [one for one in profile.arguments if one.kind is Kind.BOOLEAN]
    for argument in flags:
        found = flag_in(argument, saying, only=len(flags) == 1)
        if found is not None and accepts(argument.schema, found[0]):
            made.arguments[argument.name] = found[0]
            made.used |= found[1]


def _choices(saying: Saying, profile: ToolProfile, made: Filled) -> None:
    for argument in profile.arguments:
        if argument.kind not in (Kind.ENUM, Kind.ENUMS):
            continue
        picks = picks_in(argument, saying, made.used)
        if argument.kind is Kind.ENUMS:
            values = list(dict.fromkeys(str(one.value) for one in picks))
            if values and accepts(argument.schema, values):
                made.arguments[argument.name] = values
                made.used |= {at for one in picks for at in range(one.start, one.stop)}
            continue
        if len(picks) > 1:
            picks = [one for one in picks if one.start] or picks
        if len({str(one.value) for one in picks}) > 1:
            made.unclear = True
        elif picks:
            made.arguments[argument.name] = picks[0].value
            made.used |= {at for one in picks for at in range(one.start, one.stop)}


def _moments(saying: Saying, profile: ToolProfile, made: Filled, now: datetime) -> None:
    wanted = [one for one in profile.arguments if one.kind is Kind.WHEN]
    moment = moment_in(saying, now, frozenset(made.used)) if wanted else None
    if moment is None:
        return
    is_over = not profile.only_reads and moment.day is not None and moment.day < now.date()
    if moment.unclear or is_over:
        made.vague = True
        made.used |= moment.words
        return
    if len(wanted) == 1 or {one.form for one in wanted} == {"date", "time"}:
        whole = _whole(wanted[0].form, moment) if len(wanted) == 1 else True
        for argument in wanted:
            text = moment_text(argument, moment, now)
            if text is not None:
                made.arguments[argument.name] = text
                made.used |= moment.words
        made.unclear |= not whole and wanted[0].name in made.arguments
        return
    needed = [one for one in wanted if one.required]
    if len(needed) == 1 and (text := moment_text(needed[0], moment, now)) is not None:
        made.arguments[needed[0].name] = text
        made.used |= moment.words
    else:
        made.unclear = True


def _whole(form: str, moment: Moment) -> bool:
    """Say whether an argument takes all that was said: a date would lose the hour."""
    return not (form == "date" and moment.at is not None)


def lay_utterances(saying: Saying, profile: ToolProfile, plain: Filled) -> Filled | None:
    """Return the arguments when the whole sentence is one of the tool's utterances; ``None`` for none, or for two.

    ``plain`` is what :func:`fill_plain` found: an utterance that swallows one of its values is none.
    """
    sentence = Sentence.of(saying.text, saying.language)
    found: list[JsonObject] = []
    weak: set[str] = set()
    fewest = -1
    for at, utterance in enumerate(profile.tool.utterances):
        template = Template.of(utterance)
        rules = _rules(profile, template)
        if not template.literal or rules is None:
            continue
        free = any(rule.kind == "string" for rule in rules.values())
        laid = lay(template, sentence, rules, 0 if free else int(len(template.literal) * _EDITS))
        if laid is None or not _fits(profile, laid.filled):
            continue
        arguments: JsonObject = {name: _plain_text(profile, name, value) for name, value in laid.filled}
        if at < len(profile.tool.fixed):
            arguments |= profile.tool.fixed[at]
        if (plain.vague and free) or not plain.arguments.keys() <= arguments.keys():
            continue
        if STRONG_LEADS.isdisjoint(template.literal.split()):
            weak |= {name for name in template.slots if rules[name].kind == "string"}
        if fewest < 0 or laid.edits < fewest:
            fewest, found = laid.edits, [arguments]
        elif laid.edits == fewest and arguments not in found:
            found.append(arguments)
    if len(found) > 1:
        found = _shortest(found)
    if len(found) != 1:
        return None
    return Filled(found[0], {*range(len(saying.words))}, weak=weak & found[0].keys(), laid=True)


def _shortest(found: list[JsonObject]) -> list[JsonObject]:
    """Of several ways keep the one whose texts are shortest: most words are then the tool's own."""
    size = [sum(len(str(value)) for value in one.values()) for one in found]
    return [one for one, length in zip(found, size, strict=True) if length == min(size)]


def _rules(profile: ToolProfile, template: Template) -> dict[str, SlotRule] | None:
    rules: dict[str, SlotRule] = {}
    for name in template.slots:
        argument = next((one for one in profile.arguments if one.name == name), None)
        if argument is None:
            return None
        listed = [value for value in choices(argument.schema) if isinstance(value, str)]
        words = {tuple(normalised(value.replace("_", " ")).split()): value for value in listed}
        kinds = kinds_of(argument.schema) or frozenset[str]()
        number = bool(kinds) and "string" not in kinds
        rules[name] = SlotRule("enum" if words else "number" if number else "string", argument.schema, words)
    return rules


def _plain_text(profile: ToolProfile, name: str, value: object) -> object:
    """Return a name or what is looked for without an article before it, as the other way of filling gives it."""
    argument = next(one for one in profile.arguments if one.name == name)
    if not isinstance(value, str) or argument.kind is not Kind.TEXT or argument.role not in NAME_LIKE | {Role.QUERY}:
        return value
    first, _, rest = value.partition(" ")
    return rest if rest and first in DETERMINERS else value


def _fits(profile: ToolProfile, filled: tuple[tuple[str, object], ...]) -> bool:
    arguments = {one.name: one for one in profile.arguments}
    for name, value in filled:
        if arguments[name].kind is not Kind.TEXT or not isinstance(value, str):
            continue
        if not is_fitting_text(arguments[name], value) or from_text(value, {"number"}) is not None:
            return False
    return True
