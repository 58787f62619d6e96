"""Free text in a sentence: which words are the value of a text argument, and which only lead to it.

The sentence is cut at words that lead to an argument ("to", "called", "saying"); each piece goes to the argument that
takes such a lead, the piece without one to the object of the verb. What does not fit is left, never squeezed in.
Called by ``filling``. Pure, any thread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from app.agent.router.arguments import NAME_LIKE, Argument, Kind, Role
from app.agent.router.english import (
    CLAUSE_WORDS,
    DETERMINERS,
    FIRST_VERBS,
    PRONOUNS,
    QUESTION_WORDS,
    SMALL_WORDS,
    word_set,
)
from app.agent.router.profiles import ToolProfile
from app.agent.router.sayings import Saying
from app.domain.measure import utf16_length
from app.domain.schemas import accepts

__all__ = ["TextFill", "fill_texts", "is_fitting_text"]

_STRONG: Final = word_set("called named titled entitled saying says reading labelled labeled")
_LEADS: Final = {
    Role.PERSON: "to with for",
    Role.PLACE: "in at near for around",
    Role.ORIGIN: "from between",
    Role.TARGET: "to with",
    Role.CONTAINER: "to on onto in into from called named",
    Role.NAME: "called named titled entitled labelled labeled for of",
    Role.CONTENT: "that saying says reading",
    Role.QUERY: "for about of on containing regarding",
    Role.ADDRESS: "to at",
    Role.OTHER: "",
}
_SENDERS: Final = word_set("from sender")
_OBJECTS: Final = (
    Role.CONTENT,
    Role.QUERY,
    Role.NAME,
    Role.OTHER,
    Role.ADDRESS,
    Role.PERSON,
    Role.CONTAINER,
    Role.PLACE,
)
"""What a verb takes first."""
_MOST_NAME_WORDS: Final = 6
_MOST_TEXT: Final = 400
_IT: Final = word_set("it them him her")
_PLACES: Final = frozenset({Role.PLACE, Role.PERSON, Role.CONTAINER})
_PREPOSITIONS: Final = word_set("from to with at in on about for by")
_DAYS: Final = word_set(
    "today tomorrow tonight yesterday now later monday tuesday wednesday thursday friday saturday sunday next"
)
"""No part of the name of a place or a person."""
_INNER: Final = word_set("with for to from by at about like into after before")
"""Where one of them is inside a name, it may as well lead to something that was not understood."""
_JOINS: Final = word_set("and or but plus then")
_ADDRESS: Final = re.compile(r"\S+\.\S+|localhost\S*")
_EDGES: Final = " ,;:.!?\u2026"


@dataclass(slots=True)
class TextFill:
    values: dict[str, object] = field(default_factory=dict[str, object])
    used: set[int] = field(default_factory=set[int])
    unclear: bool = False
    weak: set[str] = field(default_factory=set[str])
    """Arguments whose words nothing strong leads to."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    stop: int
    lead: str
    """"": it follows the verb."""
    strong: bool
    lead_at: int = 0
    """First word of the lead."""


def fill_texts(saying: Saying, profile: ToolProfile, taken: set[int]) -> TextFill:
    """Fill the text arguments from the words that are not ``taken``."""
    free = [one for one in profile.arguments if one.kind in (Kind.TEXT, Kind.TEXTS)]
    return _Filling(saying, profile, taken, free).run() if free and saying.words else TextFill()


class _Filling:
    def __init__(self, saying: Saying, profile: ToolProfile, taken: set[int], free: Sequence[Argument]) -> None:
        self._saying = saying
        self._words = [word.text for word in saying.words]
        self._profile = profile
        self._taken = taken
        self._free = list(free)
        self._beside_content = any(one.role is Role.CONTENT for one in free) and len(free) > 1
        self._quoted = {at for start, stop in saying.quotes for at in range(start, stop)}
        self._made = TextFill()

    def run(self) -> TextFill:
        frame = self._frame()
        cuts = self._cuts(frame)
        led: list[tuple[_Piece, Argument]] = []
        for at, (start, length, argument, strong) in enumerate(cuts):
            stop = cuts[at + 1][0] if at + 1 < len(cuts) else len(self._words)
            led.append((_Piece(start + length, stop, self._words[start], strong, start), argument))
        for piece, argument in led:
            self._put(argument, piece)
        first = cuts[0][0] if cuts else len(self._words)
        if 0 < frame < first:
            self._main(_Piece(frame, first, "", strong=False), frame)
        return self._made

    def _frame(self) -> int:
        """Return where the words end that only say what to do."""
        at = 0
        while at < len(self._words):
            word = self._saying.words[at]
            known = word.stem in self._profile.words or word.stem in self._profile.verbs
            small = word.text in DETERMINERS or (word.text in SMALL_WORDS | QUESTION_WORDS and not self._leads(at))
            if at in self._quoted or not (known or small or at in self._taken):
                break
            if known and self._leads(at) is not None and self._leads_strongly(at):
                break
            at += 1
        return at if self._saying.asks else self._after_verb(at)

    def _after_verb(self, frame: int) -> int:
        """Return where the verb ends when nothing after it names the tool: "add the new ..." adds what is new."""
        verb = 1
        while verb < frame and self._words[verb] in ("me", "us", "out", "up"):
            verb += 1
        named = any(word.stem in self._profile.things for word in self._saying.words[:frame])
        typed = not self._taken.isdisjoint(range(frame))
        return frame if named or typed else min(verb, frame)

    def _leads_strongly(self, at: int) -> bool:
        return self._words[at] in _STRONG

    def _leads(self, at: int) -> tuple[int, Argument, bool] | None:
        """Return how many words lead to which argument from here, and whether they can mean nothing else."""
        word = self._words[at]
        if at in self._quoted or at in self._taken or at + 1 >= len(self._words):
            return None
        following = self._saying.words[at + 1]
        if word == "with" or (word in ("the", "a") and at):
            step = 2 if word == "with" and following.text in DETERMINERS else 1
            if at + step + 1 < len(self._words):
                named = [one for one in self._free if self._saying.words[at + step].stem in one.stems]
                if named and word == "with":
                    return step + 1, named[0], True
        takers = [one for one in self._free if self._takes(one, word)]
        takers = [one for one in takers if one.required] or takers
        if not takers:
            return None
        if word in _STRONG or (word == "that" and following.text in ("says", "reads")):
            content = [one for one in takers if one.role in (Role.CONTENT, Role.NAME)] or takers
            return (2 if word == "that" else 1), content[0], True
        return None if word == "that" else (1, takers[0], False)

    def _takes(self, argument: Argument, word: str) -> bool:
        if argument.name == word in _PREPOSITIONS:
            return True
        leads = _LEADS[argument.role].split()
        if argument.role is Role.PERSON and (argument.name in _SENDERS or "from" in argument.stems):
            leads = ["from"]
        if argument.role is Role.NAME and self._beside_content and argument.required:
            leads = [*leads, "to", "on", "onto", "in", "into"]
        return word in leads

    def _cuts(self, frame: int) -> list[tuple[int, int, Argument, bool]]:
        """Return the leads: place, length, argument, strength; a strong one ends the search for weak ones."""
        found: list[tuple[int, int, Argument, bool]] = []
        at = frame
        closed = False
        while at < len(self._words):
            lead = self._leads(at)
            if lead is None or (closed and not lead[2]):
                at += 1
                continue
            found.append((at, *lead))
            closed = closed or lead[2]
            at += lead[0]
        return self._one_each(found)

    def _one_each(self, found: list[tuple[int, int, Argument, bool]]) -> list[tuple[int, int, Argument, bool]]:
        kept: list[tuple[int, int, Argument, bool]] = []
        for argument in dict.fromkeys(one[2].name for one in found):
            same = [one for one in found if one[2].name == argument and not self._only_taken(one[0] + one[1])]
            strong = [one for one in same if one[3]]
            if strong:
                kept.append(strong[0])
            elif len(same) == 1:
                kept.append(same[0])
            elif same:
                last = same[-1]
                self._made.unclear |= not self._ends_in_thing(len(self._words))
                kept.append(last)
        return sorted(kept, key=lambda one: one[0])

    def _only_taken(self, start: int) -> bool:
        return start >= len(self._words) or start in self._taken

    def _ends_in_thing(self, stop: int) -> bool:
        return self._saying.words[stop - 1].stem in self._profile.things

    def _main(self, piece: _Piece, frame: int) -> None:
        """Give the object of the verb to the one argument that it can be of."""
        pieces = [one for one in self._without_taken(piece) if self._text_of(one, Role.NAME) is not None]
        open_ones = [one for one in self._free if one.name not in self._made.values and one.role in _OBJECTS]
        needed = [one for one in open_ones if one.required]
        candidates = sorted(needed or open_ones, key=lambda one: _OBJECTS.index(one.role))
        if not pieces or not candidates:
            return
        if not needed and not self._may_be_optional(candidates[0], pieces[0], frame):
            return
        if not self._saying.asks and not _IT.isdisjoint(self._words[:frame]):
            self._made.unclear = True
            return
        if candidates[0].role is Role.NAME and self._ends_in_many(frame):
            self._made.unclear = True
            return
        if len(pieces) > 1 or (not needed and len(candidates) > 1):
            self._made.unclear = True
            return
        roles = {one.role for one in candidates}
        if Role.PERSON in roles and len(candidates) > 1:
            words = self._saying.written(pieces[0].start, pieces[0].stop).split()
            person = next(one for one in candidates if one.role is Role.PERSON)
            if len(words) <= 2 and all(word[0].isupper() for word in words):
                self._put(person, pieces[0])
            else:
                self._made.unclear = True
            return
        self._put(candidates[0], pieces[0])

    def _may_be_optional(self, argument: Argument, piece: _Piece, frame: int) -> bool:
        """Say whether words after the verb may be a value that nothing asks for: only where the tool is named too."""
        if self._profile.required or not any(
            word.stem in self._profile.things
            for word in self._saying.words[:frame] + self._saying.words[piece.stop - 1 :]
        ):
            return False
        if (
            argument.role not in _PLACES
            or self._words[0] in FIRST_VERBS
            or self._saying.words[0].stem in self._profile.verbs
        ):
            return not self._saying.asks or argument.role not in _PLACES
        return not self._saying.asks and self._saying.text[self._saying.words[piece.start].start].isupper()

    def _ends_in_many(self, frame: int) -> bool:
        """Say whether the tool's thing was said as many: "the notes app" is no note called app."""
        last = self._saying.words[frame - 1]
        return last.stem in self._profile.things and last.text.endswith("s") and last.text != last.stem

    def _without_taken(self, piece: _Piece) -> list[_Piece]:
        """Cut a piece where other arguments took words out of it."""
        found: list[_Piece] = []
        start = piece.start
        for at in range(piece.start, piece.stop + 1):
            if at == piece.stop or at in self._taken:
                if start < at:
                    found.append(_Piece(start, at, piece.lead, piece.strong))
                start = at + 1
        return found

    def _put(self, argument: Argument, piece: _Piece) -> None:
        pieces = self._without_taken(piece)
        cut = self._trimmed(pieces[0], argument.role) if pieces else None
        if cut is None:
            return
        text = self._written(cut)
        words = self._words[cut.start : cut.stop]
        quoted = set(range(cut.start, cut.stop)) <= self._quoted
        value: object = [text] if argument.kind is Kind.TEXTS else text
        fits = quoted or is_fitting_text(argument, words, text, strong=piece.strong)
        if not fits or not _accepted(argument, value) or len(pieces) > 1 or argument.name in self._made.values:
            self._made.unclear = self._made.unclear or len(pieces) > 1
            return
        self._made.values[argument.name] = value
        if not (quoted or piece.strong):
            self._made.weak.add(argument.name)
        self._made.used |= {*range(cut.start, cut.stop)}
        if piece.lead:
            self._made.used |= {*range(piece.lead_at, piece.start)}

    def _text_of(self, piece: _Piece, role: Role) -> str | None:
        cut = self._trimmed(piece, role)
        return None if cut is None else self._written(cut)

    def _trimmed(self, piece: _Piece, role: Role) -> _Piece | None:
        """Take away determiners, and the words of the tool itself, around the name of a thing."""
        start, stop = piece.start, piece.stop
        if any(at in self._quoted for at in range(start, stop)):
            inside = [at for at in range(start, stop) if at in self._quoted]
            return _Piece(inside[0], inside[-1] + 1, piece.lead, piece.strong)
        things = self._profile.things | self._profile.verbs
        if role in (Role.CONTENT, Role.QUERY) or piece.strong:
            things = frozenset[str]()
        while start < stop and (self._words[start] in DETERMINERS and (role is not Role.CONTENT or start + 1 == stop)):
            start += 1
        while start < stop and self._saying.words[start].stem in things and self._words[start].islower():
            start += 1
        while stop > start and (
            self._saying.words[stop - 1].stem in things
            or (things and self._words[stop - 1] in ("in", "to", "for", "on", "is", "are", "of"))
        ):
            stop -= 1
        if role is Role.CONTENT and stop - start > 1 and self._words[start] in ("to", "that"):
            start += 1
        words = self._words[start:stop]
        if not words or all(word in PRONOUNS | DETERMINERS for word in words):
            return None
        return _Piece(start, stop, piece.lead, piece.strong)

    def _written(self, piece: _Piece) -> str:
        return self._saying.written(piece.start, piece.stop).strip(_EDGES)


def is_fitting_text(argument: Argument, words: Sequence[str], text: str, *, strong: bool = False) -> bool:
    """Say whether words can be the value of a text argument of this role."""
    said = {*words}
    if not text or utf16_length(text) > _MOST_TEXT or said <= PRONOUNS | DETERMINERS:
        return False
    if argument.is_link:
        return _ADDRESS.fullmatch(text) is not None
    if argument.is_number and not any(character.isdigit() for character in text):
        return False
    if argument.role is Role.QUERY and not strong:
        return not any(one == "and" and two in DETERMINERS for one, two in pairwise(words))
    return argument.role not in NAME_LIKE or _is_name(words, text, strong=strong)


def _is_name(words: Sequence[str], text: str, *, strong: bool) -> bool:
    """Say whether words are short and plain enough for what somebody calls a thing, a person or a place."""
    said = {*words}
    if len(words) > _MOST_NAME_WORDS or not said.isdisjoint(CLAUSE_WORDS):
        return False
    return strong or (said.isdisjoint(_JOINS | _DAYS | _INNER) and "," not in text)


def _accepted(argument: Argument, value: object) -> bool:
    return accepts(argument.schema, value)
