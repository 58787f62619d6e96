"""The questions that wait for a person: one is up at a time, each answer goes to the call that it names (V-8.48).

The executor asks; the notch, the waiting list, the terminal and words that were said answer. A question lives in the
task of its call: with that task it is withdrawn. Core loop.
"""

from __future__ import annotations

import itertools
import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import anyio

from app.domain.calls import CallFailure, CallId
from app.domain.confirmations.question import Question
from app.domain.confirmations.voice import Heard, voice_answer
from app.domain.fields import JsonObject
from app.domain.messages import (
    Event,
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionRemark,
    QuestionSetAside,
    QuestionsWaiting,
)
from app.domain.turn import TurnId

__all__ = ["EXPIRES_S", "SET_ASIDE_S", "Answer", "CheckAnswer", "CheckedAnswer", "Questions"]

log = logging.getLogger(__name__)

SET_ASIDE_S: Final = 600.0
"""V-8.50: so long in the notch, then on the waiting list."""
EXPIRES_S: Final = 86_400.0
"""V-8.50: from the asking."""
_MOST_REPLIES: Final = 8
"""Waiting while one is checked; more are a person drumming on a button."""


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """What became of the arguments of a yes."""

    arguments: JsonObject = field(repr=False)
    errors: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The card stays and shows them (V-8.37)."""
    denial: CallFailure | None = None
    """It ends the question: nothing runs (E-5.2)."""


CheckAnswer = Callable[[Mapping[str, object] | None], Awaitable[CheckedAnswer]]
"""Takes the edited arguments; ``None``: they are as they were shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    approved: bool
    arguments: JsonObject = field(repr=False)
    """Of a yes: checked, as they would run."""
    words: str = field(default="", repr=False)
    """Of a no: what the person said instead (V-8.43)."""
    denial: CallFailure | None = None
    expired: bool = False


@dataclass(frozen=True, slots=True)
class _Reply:
    approved: bool
    arguments: Mapping[str, object] | None = field(default=None, repr=False)
    words: str = field(default="", repr=False)
    expired: bool = False


@dataclass(slots=True, eq=False)
class _Open:
    """One question that is not answered yet."""

    question: Question
    turn_id: TurnId | None
    order: float
    draft: Mapping[str, object] | None = None
    was_shown: bool = False
    shown: anyio.Event = field(default_factory=anyio.Event)
    aside: bool = False
    replies: deque[_Reply] = field(default_factory=deque[_Reply])
    came: anyio.Event = field(default_factory=anyio.Event)
    watched: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    """Around its timers."""

    def is_seen(self, showing: int | None) -> bool:
        return self.was_shown and showing in (None, self.question.showing)

    async def next_reply(self) -> _Reply:
        while not self.replies:
            await self.came.wait()
            self.came = anyio.Event()
        return self.replies.popleft()


class Questions:
    """All open questions, in call order."""

    def __init__(
        self,
        emit: Callable[[Event], None],
        monotonic_s: Callable[[], float],
        *,
        language: Callable[[], str] = lambda: "en",
        somebody_there: Callable[[], bool] = lambda: True,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        """Take what a question needs from outside.

        ``language``: what the person speaks (BCP-47). ``somebody_there``: whether any surface shows questions now.
        ``sleep`` waits so many seconds.
        """
        self._emit = emit
        self._now = monotonic_s
        self._language = language
        self._somebody_there = somebody_there
        self._sleep = sleep
        self._showings = itertools.count(1)
        self._open: dict[CallId, _Open] = {}
        self._up: _Open | None = None
        self._told_waiting = 0
        self._held: dict[TurnId, list[Callable[[], None]]] = {}

    @property
    def can_ask(self) -> bool:
        return self._somebody_there()

    @property
    def is_asking(self) -> bool:
        """Whether a question is up in the notch now."""
        return self._up is not None

    # Asked by the executor

    async def ask(
        self, question: Question, check: CheckAnswer, *, turn_id: TurnId | None = None, order: float = math.inf
    ) -> Answer:
        """Put a question and return the answer; it is withdrawn when this is cancelled.

        ``order``: calls with a smaller one are asked about first among those that wait (E-4.33).
        """
        asked = _Open(question, turn_id, order)
        self._open[question.call_id] = asked
        answer = Answer(approved=False, arguments={})
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._watch, asked)
                self._show_next()
                answer = await self._answered(asked, check)
                asked.watched.cancel()
        finally:
            self._close(asked, approved=answer.approved)
        return answer

    async def _answered(self, asked: _Open, check: CheckAnswer) -> Answer:
        while True:
            reply = await asked.next_reply()
            if not reply.approved:
                return Answer(approved=False, arguments={}, words=reply.words, expired=reply.expired)
            checked = await check(reply.arguments)
            if any(not later.approved for later in asked.replies):
                continue  # A no came while the yes was checked.
            if checked.denial is not None:
                return Answer(approved=False, arguments={}, denial=checked.denial)
            if not checked.errors:
                return Answer(approved=True, arguments=checked.arguments)
            self._emit(QuestionRefused(asked.question.call_id, QuestionRemark.NOT_VALID, checked.errors))

    async def _watch(self, asked: _Open) -> None:
        with asked.watched:
            async with anyio.create_task_group() as timers:
                timers.start_soon(self._set_aside_later, asked)
                timers.start_soon(self._expire_later, asked)

    async def _set_aside_later(self, asked: _Open) -> None:
        while True:
            await asked.shown.wait()
            await self._sleep(SET_ASIDE_S)
            asked.shown = anyio.Event()
            asked.aside = True
            self._up = None
            self._emit(QuestionSetAside(asked.question.call_id))
            self._show_next()

    async def _expire_later(self, asked: _Open) -> None:
        await self._sleep(EXPIRES_S)
        self._reply(asked, _Reply(approved=False, expired=True))

    def _show_next(self) -> None:
        waiting = sorted((one for one in self._open.values() if not one.aside), key=lambda one: one.order)
        if not waiting:
            return
        if self._up is not None:
            if len(waiting) - 1 != self._told_waiting:
                self._told_waiting = len(waiting) - 1
                self._emit(QuestionsWaiting(self._told_waiting))
            return
        self._up = first = waiting[0]
        first.question = replace(first.question, shown_at_s=self._now(), showing=next(self._showings))
        first.draft = None  # a card that comes back shows the call's own values, and a yes in words means what it shows
        first.was_shown = True
        first.shown.set()
        self._told_waiting = len(waiting) - 1
        self._emit(QuestionAsked(first.question, waiting=self._told_waiting))

    def _close(self, asked: _Open, *, approved: bool) -> None:
        del self._open[asked.question.call_id]
        if self._up is asked:
            self._up = None
        if asked.was_shown:
            self._emit(QuestionClosed(asked.question.call_id, approved))
        if asked.turn_id is not None and not self._is_open_in(asked.turn_id):
            for tell in self._held.pop(asked.turn_id, []):
                tell()
        self._show_next()

    def tell_when_answered(self, turn_id: TurnId | None, tell: Callable[[], None]) -> None:
        """Call ``tell`` now, or when no question of the turn is open any more: no card replaces a question (V-9.37)."""
        if turn_id is not None and self._is_open_in(turn_id):
            self._held.setdefault(turn_id, []).append(tell)
        else:
            tell()

    def _is_open_in(self, turn_id: TurnId) -> bool:
        return any(one.turn_id == turn_id for one in self._open.values())

    # Answered by others

    def answer(
        self,
        call_id: CallId,
        *,
        approved: bool,
        arguments: Mapping[str, object] | None = None,
        showing: int | None = None,
    ) -> None:
        """Take the person's yes or no; ``arguments``: as edited, ``showing``: of the card, if there was one.

        An id that is not open is logged and dropped, and so is a yes to what nobody has been shown, or to an earlier
        card of the same call (E-5.11). A no always counts.
        """
        asked = self._find(call_id)
        if asked is None:
            return
        if approved and not asked.is_seen(showing):
            log.info("a yes to a card that is not shown was dropped")
        else:
            self._reply(asked, _Reply(approved, arguments))

    def edit(self, call_id: CallId, arguments: Mapping[str, object], *, showing: int | None = None) -> None:
        """Remember what the card shows now: a yes in words means that."""
        asked = self._find(call_id)
        if asked is not None and asked.is_seen(showing):
            asked.draft = arguments

    def answer_in_words(self, text: str, began_at_s: float) -> bool:
        """Take final speech while a question is up; return whether one was, so that the words are spent (V-8.41 to 44).

        ``began_at_s``: monotonic.
        """
        asked = self._up
        if asked is None:
            return False
        call_id = asked.question.call_id
        shown = asked.question if asked.draft is None else replace(asked.question, arguments=dict(asked.draft))
        answer = voice_answer(text, shown, self._language(), began_at_s=began_at_s)
        match answer.heard:
            case Heard.YES:
                self._reply(asked, _Reply(approved=True, arguments=asked.draft))
            case Heard.NO | Heard.REVISION:
                self._reply(asked, _Reply(approved=False, words=answer.words))
            case Heard.TOO_EARLY:
                self._emit(QuestionRefused(call_id, QuestionRemark.SAID_TOO_EARLY))
            case _:
                self._emit(QuestionRefused(call_id, QuestionRemark.NOT_AN_ANSWER))
        return True

    def withdraw(self, call_id: CallId) -> None:
        """End a question as declined, because nobody wants the call any more."""
        self.answer(call_id, approved=False)

    def show(self, call_id: CallId) -> None:
        """Bring a question back from the waiting list; it is up next (V-8.50)."""
        asked = self._find(call_id)
        if asked is not None and asked.aside:
            asked.aside = False
            asked.order = -math.inf
            self._show_next()

    def _find(self, call_id: CallId) -> _Open | None:
        asked = self._open.get(call_id)
        if asked is None:
            log.info("an answer to a question that is not open was dropped")
        return asked

    def _reply(self, asked: _Open, reply: _Reply) -> None:
        if len(asked.replies) >= _MOST_REPLIES and asked.replies[-1].approved:
            asked.replies.pop()  # One of the same; a no is never lost.
        if len(asked.replies) < _MOST_REPLIES:
            asked.replies.append(reply)
        asked.came.set()
