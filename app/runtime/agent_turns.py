"""The agent's turns: their threads, their hooks, their answers aloud, and what is kept of them.

One runs at a time; the coordinator sees to that. Called by the runs of turns and by the coordinator, core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import anyio.lowlevel

from app.agent.ports import TurnRequest
from app.agent.record import TurnRecord
from app.agent.routed import Closed
from app.agent.router import PreviousCall
from app.agent.runner import AgentRunner
from app.agent.turn_hooks import NO_TURN_HOOKS, Composed, OpenTurn, TurnHooks
from app.domain.errors import AnswerFailed, StorageUnavailable
from app.domain.messages import Notice, NoticeCode, TopicChanged, TurnFinished, TurnOpened
from app.domain.sentences import normalised
from app.domain.threads import PastTurn
from app.domain.turn import ThreadId, TurnId, TurnOutcome, new_thread_id
from app.runtime.agent_words import TopicEnded, TurnClosed, TurnWords
from app.runtime.parts import Emit, Parts
from app.runtime.speaking import Speaking
from app.settings.model import AgentSettings, Settings, Speak

__all__ = ["AgentTurns"]

log = logging.getLogger(__name__)

MOST_PAST: Final = 20
"""Turns of the thread that the next one is told of; what the model is sent of them is measured in characters."""
_NEW_TOPIC: Final = frozenset({"new topic", "new subject", "start a new topic", "new conversation", "forget that"})
"""Said alone, they end the thread and reach nobody. English; other languages have the button."""


class AgentTurns:
    """Port ``Answerer`` of the runs."""

    def __init__(
        self,
        parts: Parts,
        runner: AgentRunner,
        speaking: Speaking,
        emit: Emit,
        *,
        settings: Callable[[], Settings],
        language: Callable[[], str],
        hooks: TurnHooks = NO_TURN_HOOKS,
    ) -> None:
        """``language``: BCP-47 of the interface, for words whose language nobody knows."""
        self._parts = parts
        self._runner = runner
        self._speaking = speaking
        self._emit = emit
        self._settings = settings
        self._language = language
        self._hooks = hooks
        self._thread: ThreadId | None = None
        self._used_at_unix_s = 0.0
        self._is_known = False
        """What history says of the last thread was asked for."""
        self._topic = 0
        """Counts what ended a thread: a turn that works meanwhile stays in its own, and the next one does not."""
        self._deleted: set[ThreadId] = set()
        """They go on with no turn, also before they are gone from the disk."""
        self._previous: PreviousCall | None = None
        self._open: OpenTurn | None = None

    @property
    def _agent(self) -> AgentSettings:
        return self._settings().agent

    def new_topic(self) -> None:
        """Let the next turn begin a new thread."""
        self._leave()
        self._is_known = True
        self._emit(Notice(NoticeCode.NEW_TOPIC))

    def tell_topic(self) -> None:
        """Tell which thread typed words would go on with now; time may have ended it, but not while it works."""
        if self._thread is not None and self._open is None and self._used_at_unix_s < self._oldest_s():
            self._leave()

    def forget(self, thread_id: ThreadId | None) -> None:
        """Go on with no thread that the person deletes; ``None``: they delete them all."""
        if thread_id is None:
            self._is_known = True
        else:
            self._deleted.add(thread_id)
        if self._thread is not None and thread_id in (None, self._thread):
            self._leave()

    def _oldest_s(self) -> float:
        return self._parts.clocks.unix_s() - self._agent.thread_minutes * 60

    def _leave(self) -> None:
        self._topic += 1
        self._thread = self._previous = None
        self._emit(TopicChanged(None))

    async def answer(self, words: TurnWords, record: TurnRecord, on_open: Callable[[], None]) -> None:
        """Answer a turn (E-4.5 to E-4.9).

        Raises:
            AnswerFailed, TurnClosed
        """
        if normalised(words.text) in _NEW_TOPIC:
            self.new_topic()
            raise TopicEnded
        past, topic = await self._enter(words, record)
        # One that gave way meanwhile must not open beside the turn that it gave way to.
        await anyio.lowlevel.checkpoint_if_cancelled()
        assert record.thread_id is not None
        turn = self._open = OpenTurn(words.turn_id, record.thread_id, words.text)
        self._emit(TurnOpened(turn.turn_id, turn.thread_id, words.text, is_follow_up=bool(past)))
        on_open()
        await self._hooks.started(turn)
        composed = await self._hooks.transcript(turn, Composed(words.text))
        language = words.language or self._language()

        async def centre(composed: Composed) -> None:
            at_centre = await self._hooks.before_start(turn, composed)
            if at_centre.answer is not None:
                record.answer = at_centre.answer
                return
            request = TurnRequest(
                turn.turn_id,
                turn.thread_id,
                at_centre.text,
                language,
                past,
                at_centre.notes,
                with_intents=words.with_intents,
            )
            await self._run(request, record, topic)

        if composed.answer is not None:
            record.answer = composed.answer
        else:
            await self._hooks.around(turn, composed, centre)

    async def _run(self, request: TurnRequest, record: TurnRecord, topic: int) -> None:
        previous = self._previous if topic == self._topic else None
        try:
            await self._runner.run(request, record, previous)
        except Closed as closed:
            raise TurnClosed from closed
        finally:
            if topic == self._topic:
                self._used_at_unix_s = self._parts.clocks.unix_s()
                self._previous = record.last_call or self._previous

    async def _enter(self, words: TurnWords, record: TurnRecord) -> tuple[tuple[PastTurn, ...], int]:
        """Choose the thread of a turn: the one that is named, that goes on, or a new one.

        Return what it knows, and the topic that the turn belongs to.
        """
        now_s = self._parts.clocks.unix_s()
        before, topic = self._thread, self._topic
        thread_id = words.thread_id or await self._current()
        past: tuple[PastTurn, ...] = ()
        if thread_id is not None:
            past = await self._past(thread_id)
        record.thread_id = thread_id or new_thread_id(now_s)
        if topic != self._topic:
            return past, topic
        if record.thread_id != before:
            self._previous = None
            self._emit(TopicChanged(record.thread_id))
        self._thread, self._used_at_unix_s = record.thread_id, now_s
        return past, topic

    async def _current(self) -> ThreadId | None:
        oldest_s = self._oldest_s()
        if self._thread is not None:
            return self._thread if self._used_at_unix_s >= oldest_s else None
        if self._is_known:
            return None
        self._is_known = True
        try:
            newest = await self._parts.threads.newest(oldest_s)
        except StorageUnavailable as error:
            log.warning("the last thread is not known: %s", error.code)
            return None
        return None if newest in self._deleted else newest

    async def _past(self, thread_id: ThreadId) -> tuple[PastTurn, ...]:
        try:
            return await self._parts.threads.past(thread_id, MOST_PAST)
        except StorageUnavailable as error:
            log.warning("what was said before is not known: %s", error.code)
            return ()

    async def keep(self, turn_id: TurnId, record: TurnRecord) -> None:
        """Keep calls, cards and context of a turn whose row is written.

        Raises:
            StorageUnavailable
        """
        if record.calls:
            await self._parts.turn_calls.add(turn_id, record.calls)
        if record.context:
            await self._parts.threads.keep_context(turn_id, record.context)

    def close(self) -> OpenTurn | None:
        """Take in that the turn is over; returns it, if it came as far as being open."""
        turn, self._open = self._open, None
        return turn

    async def tell_hooks(self, turn: OpenTurn, outcome: TurnOutcome) -> None:
        """Tell the hooks that a turn is over; called after its terminal event (E-4.25)."""
        await self._hooks.finished(turn, outcome)

    async def speak(self, finished: TurnFinished, record: TurnRecord, *, aloud: bool | None, spoken: bool) -> bool:
        """Say the answer aloud, where that is wanted; say whether it was heard to its end.

        ``aloud``: what the turn itself wants; ``spoken``: it was spoken and not typed.
        """
        setting = self._agent.speak
        wanted = setting is Speak.ALWAYS or (setting is Speak.WHEN_SPOKEN and spoken) if aloud is None else aloud
        words = record.answer or record.spoken
        if not wanted or record.is_silent or finished.outcome is not TurnOutcome.ANSWERED or not words:
            return False
        return await self._speaking.say(finished.turn_id, words, self._language(), self._agent)

    async def again(self, source: TurnId, turn_id: TurnId) -> TurnWords:
        """Return the words of an earlier turn as a new one, for the agent alone (V-14.28).

        Raises:
            AnswerFailed: the words are not kept any more.
            StorageUnavailable
        """
        turn = await self._parts.history.get(source)
        if turn is None or not turn.text.strip():
            raise AnswerFailed(code="agent-turn-unknown")
        return TurnWords(turn_id, turn.text, turn.language, turn.thread_id, with_intents=False)
