"""What is known of a tool before anybody speaks: its words, its verbs, the things that it names, its arguments.

Made once for each tool by ``router``. Pure, any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.agent.router.arguments import Argument, arguments_of
from app.agent.router.english import (
    COMMON_VERBS,
    DETERMINERS,
    FIRST_VERBS,
    GENERIC_VERBS,
    SMALL_WORDS,
    VERB_GROUP,
    word_set,
)
from app.agent.router.sayings import content_stems, stem, words_in
from app.agent.router.shapes import RouterTool
from app.domain.schema_refs import written_out

__all__ = ["ToolProfile", "profile_of"]

_USE: Final = re.compile(r"\buse (?:this |it )?(?:tool )?(?:when|if|to|for)\b(?P<uses>[^.]*)", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"^(?:ever )?\s*(?:the )?(?:user|person|someone|somebody)\s+(?:asks?|wants?|says?|needs?)\s*(?:to|for|about)?"
)
_ALTERNATIVES: Final = re.compile(r",|\bor\b|\band\b")
_SLOT: Final = re.compile(r"\{[^{}]*\}")
_ABOUT: Final = re.compile(r"\b(?:what|which|where|when|how|who|whether|about|meaning)\b", re.IGNORECASE)
_READING: Final = word_set("get list show tell read find search check look what lookup see describe count")
_MOST_VERB_WORDS: Final = 2
"""Of one verb: turn on, tick off."""
_MOST_BAG: Final = 200
"""Words of one tool that are searched; a longer description says nothing new."""
_MOST_READ: Final = 10_000
"""Characters of each of its texts; a stranger writes them, and megabytes would hold up the first sentence."""


@dataclass(frozen=True, slots=True)
class ToolProfile:
    tool: RouterTool
    arguments: tuple[Argument, ...]
    purpose: str
    """The description without "Use when ..."."""
    uses: tuple[str, ...]
    """What "Use when the user asks ..." says."""
    bag: tuple[str, ...]
    """Stems of all that describes it, with repeats."""
    words: frozenset[str]
    """Stems that a sentence may use for it: of title, name, uses and utterances."""
    verbs: frozenset[str]
    """Stems of what it does, with those that mean the same."""
    things: frozenset[str]
    """Stems of what it does it with."""
    title: tuple[str, ...]
    """Stems of the title that tell something."""
    only_reads: bool
    answers: bool
    """A question may run it."""
    required: tuple[Argument, ...]
    needs: tuple[str, ...]
    """Names of ``required``."""


def profile_of(tool: RouterTool) -> ToolProfile:
    name, title, description = (text[:_MOST_READ] for text in (tool.name, tool.title, tool.description))
    uses = tuple(match["uses"].strip() for match in _USE.finditer(description))
    purpose = _USE.sub(" ", description).strip(" .")
    phrases = [_SLOT.sub(" ", text) for text in tool.utterances]
    arguments = arguments_of(written_out(tool.input_schema))
    named = words_in(name)
    reads = bool(named) and named[0] in _READING
    titled = words_in(title)
    says = [word for use in uses for word in words_in(_ASKS.sub("", use))]
    spoken = [word for phrase in phrases for word in words_in(phrase)]
    verbs = _verbs(named, titled, uses, phrases)
    words = frozenset(stem(word) for word in (*named, *titled, *says, *spoken) if word not in SMALL_WORDS)
    things = frozenset(
        stem(word) for word in (*named, *titled, *says, *spoken) if word not in SMALL_WORDS | GENERIC_VERBS
    ) - (frozenset(stem(verb) for verb in (verbs & FIRST_VERBS) | ({*named[:1]} - {*titled})))
    bag = [
        *content_stems(name.replace("_", " ")),
        *content_stems(title) * 2,
        *content_stems(description),
        *(one for phrase in phrases for one in content_stems(phrase)),
        *(one for argument in arguments for one in content_stems(argument.name)),
        *content_stems(tool.integration_name),
    ]
    return ToolProfile(
        tool=tool,
        arguments=arguments,
        purpose=purpose,
        uses=uses,
        bag=tuple(bag[:_MOST_BAG]),
        words=words | frozenset(stem(word) for word in _wider(verbs)),
        verbs=frozenset(stem(word) for word in _wider(verbs)),
        things=things,
        title=tuple(dict.fromkeys(content_stems(title) or content_stems(name))),
        only_reads=reads,
        required=tuple(one for one in arguments if one.required),
        needs=tuple(one.name for one in arguments if one.required),
        answers=reads or any(_ABOUT.search(use) for use in (*uses, *phrases)),
    )


def _verbs(named: list[str], titled: list[str], uses: tuple[str, ...], phrases: list[str]) -> frozenset[str]:
    """Return the first words of the name, of the title, of what a person asks to do and of utterances."""
    found = {words[0] for words in (named, titled) if words}
    for use in uses:
        found.update(_asked(use))
    for phrase in phrases:
        words = words_in(phrase)
        if words and words[0] in FIRST_VERBS | frozenset(VERB_GROUP):
            found.add(words[0])
    return frozenset(found)


def _asked(use: str) -> Iterator[str]:
    """Yield the verbs of "asks to add, append or put something on a list", and none of the nouns behind them."""
    asks = _ASKS.match(use)
    listed = asks is not None and asks[0].rstrip().endswith("to")
    for at, part in enumerate(_ALTERNATIVES.split(_ASKS.sub("", use))):
        words = words_in(part)
        words = words[1:] if words[:1] == ["to"] else words
        if words and (listed or words[0] in (COMMON_VERBS if at else FIRST_VERBS)) and words[0] not in SMALL_WORDS:
            yield words[0]
        listed = listed and DETERMINERS.isdisjoint(words) and len(words) <= _MOST_VERB_WORDS


def _wider(verbs: frozenset[str]) -> frozenset[str]:
    return verbs.union(*(VERB_GROUP.get(verb, frozenset[str]()) for verb in verbs))
