"""Free text in a sentence: which words are the value of a text argument, and which only lead to it.

The sentence is cut at words that lead to an argument ("to", "called", "saying"); each piece goes to the argument that
takes such a lead, the piece without one to the object of the verb. What does not fit is left, never squeezed in.
Called by ``filling``. Pure, any thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.agent.router.arguments import Argument, Kind, Role
from app.agent.router.english import (
    DETERMINERS,
    FIRST_VERBS,
    PRONOUNS,
    QUESTION_WORDS,
    SMALL_WORDS,
    word_set,
)
from app.agent.router.fitting import STRONG_LEADS, is_fitting_text
from app.agent.router.profiles import ToolProfile
from app.agent.router.sayings import Saying
from app.domain.schemas import accepts

__all__ = ["TextFill", "fill_texts"]

_LEADS: Final = {
    Role.PERSON: "to with for",
    Role.PLACE: "in at near for around",
    Role.ORIGIN: "from between",
    Role.TARGET: "to with",
    Role.CONTAINER: "to on onto in into from called named",
    Role.NAME: "called named titled entitled labelled labeled",
    Role.CONTENT: "that saying says",
    Role.QUERY: "for about containing regarding",
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
_IT: Final = word_set("it them him her")
_PREPOSITIONS: Final = word_set("from to with at in on about for by")
_NO_FRAME: Final = word_set("about of for from with by like off into as to")
"""They begin a value, or what was not understood; no words that only say what to do."""
_MOST_NAMES: Final = 2
"""First and last name."""
_TRAILING: Final = DETERMINERS | word_set("in to for on is are of")
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
        self._puts = not profile.verbs.isdisjoint({"add", "append", "put"}) and "creat" not in profile.verbs
        self._has_name = any(one.role in (Role.NAME, Role.CONTAINER) for one in free)
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
            small = word.text in DETERMINERS or (
                word.text in SMALL_WORDS | QUESTION_WORDS
                and not self._leads(at)
                and (word.text not in _NO_FRAME or self._thing_follows(at))
            )
            if at in self._quoted or not (known or small or at in self._taken):
                break
            if known and self._leads(at) is not None and self._leads_strongly(at):
                break
            at += 1
        return at if self._saying.asks else self._after_verb(at)

    def _thing_follows(self, at: int) -> bool:
        """Say whether the words after a preposition are the tool's own: "to the clipboard"."""
        after = at + 1
        while after < len(self._words) and self._words[after] in DETERMINERS:
            after += 1
        return after < len(self._words) and self._saying.words[after].stem in self._profile.things

    def _after_verb(self, frame: int) -> int:
        """Return where the verb ends when nothing after it names the tool: "add the new ..." adds what is new."""
        verb = 1
        while verb < frame and self._words[verb] in ("me", "us", "out", "up"):
            verb += 1
        named = any(word.stem in self._profile.things for word in self._saying.words[:frame])
        typed = not self._taken.isdisjoint(range(frame))
        return frame if named or typed else min(verb, frame)

    def _leads_strongly(self, at: int) -> bool:
        return self._words[at] in STRONG_LEADS

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
        if word in STRONG_LEADS or (word == "that" and following.text in ("says", "reads")):
            content = [one for one in takers if one.role in (Role.CONTENT, Role.NAME)] or takers
            return (2 if word == "that" else 1), content[0], True
        return None if word == "that" else (1, takers[0], False)

    def _takes(self, argument: Argument, word: str) -> bool:
        if argument.name == word in _PREPOSITIONS:
            return True
        leads = _LEADS[argument.role].split()
        if argument.role is Role.PERSON and (argument.name in _SENDERS or "from" in argument.stems):
            leads = ["from"]
        if argument.role is Role.NAME and self._beside_content and argument.required and self._puts:
            leads = [*leads, "to", "on", "onto", "in", "into"]
        if argument.role is Role.NAME and not argument.required:
            leads = [*leads, "for"]
        if argument.role is Role.CONTENT and not self._has_name:
            leads = [*leads, "called", "named", "titled"]
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
        pieces = [one for one in self._without_taken(piece) if self._trimmed(one, Role.NAME) is not None]
        open_ones = [one for one in self._free if one.name not in self._made.values and one.role in _OBJECTS]
        needed = [one for one in open_ones if one.required]
        candidates = sorted(needed or open_ones, key=lambda one: _OBJECTS.index(one.role))
        if not pieces or not candidates or not self._may_take(candidates[0], pieces[0], frame):
            return
        taker = self._taker(candidates, pieces[0])
        several = len(pieces) > 1 or (not needed and len(candidates) > 1)
        if several or taker is None or self._is_loose(taker, frame):
            self._made.unclear = True
        else:
            self._put(taker, pieces[0])

    def _may_take(self, argument: Argument, piece: _Piece, frame: int) -> bool:
        if not argument.required:
            return self._may_be_optional(argument, piece, frame)
        verbs = self._profile.verbs.intersection(word.stem for word in self._saying.words[:frame])
        return bool(verbs) or self._saying.asks

    def _taker(self, candidates: Sequence[Argument], piece: _Piece) -> Argument | None:
        """Return the first candidate; beside a text only a written name is a person ("send Anna ...")."""
        person = next((one for one in candidates if one.role is Role.PERSON), None)
        if person is None or len(candidates) == 1:
            return candidates[0]
        words = self._saying.written(piece.start, piece.stop).split()
        return person if len(words) <= _MOST_NAMES and all(word[0].isupper() for word in words) else None

    def _is_loose(self, argument: Argument, frame: int) -> bool:
        """Say whether words before the object change what it is: "call it a day", "call me a cab"."""
        if argument.role is Role.PERSON and "me" in self._words[:frame]:
            return True
        if argument.role is Role.NAME and self._ends_in_many(frame):
            return True
        return not self._saying.asks and not _IT.isdisjoint(self._words[:frame])

    def _may_be_optional(self, argument: Argument, piece: _Piece, frame: int) -> bool:
        """Say whether words after the verb may be a value that nothing asks for: only where the tool is named too."""
        if self._profile.required or not any(
            word.stem in self._profile.things
            for word in self._saying.words[:frame] + self._saying.words[piece.stop - 1 :]
        ):
            return False
        if argument.role in (Role.PERSON, Role.CONTAINER):
            return False
        if argument.is_number:
            return True
        if not DETERMINERS.isdisjoint(self._words[piece.start + 1 : piece.stop]):
            return False  # "tell Anna the time" is no time in Anna
        if argument.role is not Role.PLACE:
            return not self._saying.asks
        verb = self._words[0] in FIRST_VERBS or self._saying.words[0].stem in self._profile.verbs
        capital = self._saying.text[self._saying.words[piece.start].start].isupper()
        return not self._saying.asks and (verb or capital)

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
        if cut.start - 1 in self._taken and "of" in self._words[cut.start : cut.stop]:
            self._made.unclear = True  # "two packs of coffee" are not two of "packs of coffee"
            return
        text = self._written(cut)
        quoted = set(range(cut.start, cut.stop)) <= self._quoted
        if not (quoted or piece.strong) and self._is_doubtful(argument, cut):
            self._made.unclear = True
            return
        value: object = [text] if argument.kind is Kind.TEXTS else text
        fits = quoted or is_fitting_text(argument, text, strong=piece.strong)
        if not fits or not accepts(argument.schema, value) or len(pieces) > 1 or argument.name in self._made.values:
            self._made.unclear = self._made.unclear or len(pieces) > 1
            return
        self._made.values[argument.name] = value
        if not (quoted or piece.strong):
            self._made.weak.add(argument.name)
        self._made.used |= {*range(cut.start, cut.stop)}
        if piece.lead:
            self._made.used |= {*range(piece.lead_at, piece.start)}

    def _is_doubtful(self, argument: Argument, cut: _Piece) -> bool:
        """Say whether the words are more than a value: a second wish for the same tool, or somebody unknown."""
        if argument.role is Role.PERSON:
            return self._words[cut.start - 1] in ("a", "an")  # "call a cab"
        if argument.role is not Role.CONTENT:
            return False
        lead, rest = self._words[cut.start - 1], self._words[cut.start : cut.stop]
        if (lead == "to" and rest[0] in DETERMINERS) or (lead == "for" and "to" in rest):
            return True  # "a task to the team board", "a task for Anna to ..."
        things = [self._saying.words[at].stem in self._profile.things for at in range(cut.start, cut.stop)]
        starts = [self._words[at] in DETERMINERS for at in range(cut.start, cut.stop)]
        # "milk to the shopping note and eggs"
        return any(one and any(things[at:]) for at, one in enumerate(starts) if at)

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
            self._saying.words[stop - 1].stem in things or (things and self._words[stop - 1] in _TRAILING)
        ):
            stop -= 1
        if role in (Role.CONTENT, Role.QUERY) and stop - start > 1 and self._words[start] in ("to", "that", "for"):
            start += 1
        words = self._words[start:stop]
        if not words or all(word in PRONOUNS | DETERMINERS for word in words):
            return None
        return _Piece(start, stop, piece.lead, piece.strong)

    def _written(self, piece: _Piece) -> str:
        return self._saying.written(piece.start, piece.stop).strip(_EDGES)
