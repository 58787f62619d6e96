"""Which fast intents a sentence means, how well, and with which arguments (V-14.12 to V-14.22).

Deterministic, without a network and without a model. Called for the routing panel.
Pure; live values are handed in. Any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.domain.calls import ToolRef
from app.domain.confirmations.value_text import value_text
from app.domain.fields import JsonObject, as_object
from app.domain.intent_templates import Sentence, SlotRule, Template, lay
from app.domain.intents import Intent, Slot
from app.domain.measure import utf16_length
from app.domain.property_rules import choices
from app.domain.schema_refs import written_out
from app.domain.schemas import accepts, properties
from app.domain.sentences import base_language, normalised

__all__ = ["IntentMatch", "IntentOffer", "can_win", "match_intents"]

THRESHOLD: Final = 0.90
"""V-14.21; an intent's ``minConfidence`` raises it."""
_FREE_TEXT_COST: Final = 0.05
_TIE: Final = 0.02
"""V-14.22."""
_DIGITS: Final = 6
"""Of a score; takes away what counting in doubles leaves."""
_MOST_WORDS: Final = 100
"""A longer sentence is no short command."""
_MOST_LIVE: Final = 30
_LONGEST_LIVE: Final = 200
"""V-14.15."""
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class IntentOffer:
    """One intent that could win now."""

    ref: ToolRef
    intent: Intent
    input_schema: JsonObject = field(repr=False)
    live_values: Mapping[str, Sequence[object]] = field(default_factory=dict[str, Sequence[object]], repr=False)
    """By slot, as ``tools/list`` carried them (V-14.15)."""


@dataclass(frozen=True, slots=True)
class IntentMatch:
    ref: ToolRef
    intent: str
    score: float
    """0..1."""
    arguments: JsonObject = field(repr=False)
    response: str = field(repr=False)
    """What is said at once; "" when the intent has nothing to say in this language (V-14.12)."""
    would_win: bool = False
    """At the top, and no other reading is as good (V-14.22)."""


def can_win(offer: IntentOffer) -> bool:
    """Say whether any sentence could reach it now: its fixed arguments and its values fit the schema."""
    return _rules(offer) is not None


def match_intents(sentence: str, language: str, offers: Sequence[IntentOffer]) -> tuple[IntentMatch, ...]:
    """Return every reading of the sentence, best first; ``language`` is BCP-47. At most one would win."""
    said = Sentence.of(sentence, language)
    if not 0 < len(said.words) <= _MOST_WORDS:
        return ()
    found = [match for offer in offers for match in _readings(said, offer)]
    found.sort(key=lambda match: -match.score)
    if found and not any(_ties(found[0], other) for other in found[1:]):
        found[0] = replace(found[0], would_win=True)
    return tuple(found)


def _ties(best: IntentMatch, other: IntentMatch) -> bool:
    near = round(best.score - other.score, _DIGITS) <= _TIE
    return near and (best.ref, best.arguments) != (other.ref, other.arguments)


def _readings(said: Sentence, offer: IntentOffer) -> list[IntentMatch]:
    """Return the best match for each set of arguments that the utterances of one intent give."""
    rules = _rules(offer)
    if rules is None:
        return []
    best: list[IntentMatch] = []
    for utterance in _utterances(offer.intent, said.language):
        match = _reading(said, offer, Template.of(utterance), rules)
        if match is None:
            continue
        same = next((at for at, one in enumerate(best) if one.arguments == match.arguments), None)
        if same is None:
            best.append(match)
        elif best[same].score < match.score:
            best[same] = match
    return best


def _reading(
    said: Sentence, offer: IntentOffer, template: Template, rules: Mapping[str, SlotRule]
) -> IntentMatch | None:
    if not template.literal or not rules.keys() >= {*template.slots}:
        return None
    threshold = max(THRESHOLD, offer.intent.min_confidence or 0)
    budget = int(round(len(template.literal) * (1 - threshold) / threshold, _DIGITS))
    laid = lay(template, said, rules, budget)
    if laid is None:
        return None
    filled = dict(laid.filled)
    ratio = round(laid.ratio(template), _DIGITS)
    if ratio < threshold or any(filled[name] != value for name, value in laid.filled):
        return None
    free = sum(rules[name].kind == "string" for name in template.slots)
    arguments: JsonObject = {**filled, **offer.intent.fixed_args}
    return IntentMatch(
        ref=offer.ref,
        intent=offer.intent.name,
        score=round(max(ratio - _FREE_TEXT_COST * free, 0.0), _DIGITS),
        arguments=arguments,
        response=_response(offer.intent, said.language, arguments),
    )


def _utterances(intent: Intent, language: str) -> Iterator[str]:
    base = base_language(language)
    for tag, utterances in intent.utterances.items():
        if base_language(tag) == base:
            yield from utterances


def _rules(offer: IntentOffer) -> dict[str, SlotRule] | None:
    """Return what may fill each slot; ``None`` when the intent cannot be offered now (V-14.10, V-14.15)."""
    inputs = properties(written_out(offer.input_schema))
    if not all(accepts(inputs.get(name), value) for name, value in offer.intent.fixed_args.items()):
        return None
    rules: dict[str, SlotRule] = {}
    for name, slot in offer.intent.slots.items():
        schema = as_object(inputs.get(name)) or {}
        values = _values(slot, schema, offer.live_values.get(name, ()))
        if values is None:
            return None
        kind = "enum" if values else slot.type
        words = {key: value for value in values if (key := tuple(normalised(value).split()))}
        rules[name] = SlotRule(kind, schema, words)
    return rules


def _values(slot: Slot, schema: JsonObject, live: Sequence[object]) -> tuple[str, ...] | None:
    """Return the values of an enum, none for another slot, ``None`` when live ones are missing or of no use."""
    listed = tuple(one for one in choices(schema) if isinstance(one, str))
    if slot.values_from is not None:
        texts = [one for one in live if isinstance(one, str) and one.strip() and utf16_length(one) <= _LONGEST_LIVE]
        usable = tuple(one for one in texts if not listed or one in listed)
        return usable if usable and len(texts) == len(live) <= _MOST_LIVE else None
    if slot.type == "enum":
        return slot.values
    return listed if slot.type == "string" else ()


def _response(intent: Intent, language: str, arguments: JsonObject) -> str:
    """Return the words for exactly this language, else for one of the same base, with every placeholder filled."""
    tags = {tag.lower(): text for tag, text in reversed(intent.response.items())}
    base = base_language(language)
    near = (text for tag, text in intent.response.items() if base_language(tag) == base)
    text = tags.get(language.lower()) or next(near, "")
    if any(arguments.get(name) is None for name in _PLACEHOLDER.findall(text)):
        return ""
    return _PLACEHOLDER.sub(lambda place: value_text(arguments[place[1]]), text)
