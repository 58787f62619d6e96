"""The one agent turn that may work at a time, beside the takes: started in writing or taken over from a take.

Called by the coordinator, on its loop; a turn works in a task and a scope of its own and reports back through the
coordinator's queue.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from typing import Any

import anyio
from anyio.abc import TaskGroup
from anyio.streams.memory import MemoryObjectSendStream

from app.domain.errors import AppError
from app.domain.inquiries import InquiryAnswer
from app.domain.messages import (
    AnswerInquiry,
    AskAgent,
    CloseInquiry,
    NewTopic,
    Notice,
    NoticeCode,
    Say,
    StopSpeaking,
    TurnFinished,
)
from app.domain.plain_json import whole_text
from app.domain.turn import NO_TARGET, TurnId, TurnKind, TurnOutcome, new_turn_id
from app.runtime.agent_turns import AgentTurns
from app.runtime.agent_words import TurnWords
from app.runtime.fixes import fix_for
from app.runtime.inquiries import Inquiries
from app.runtime.parts import Emit, Parts
from app.runtime.running import FollowUpWanted, Message, RunEnded, Running, work
from app.runtime.side_tasks import SideTasks
from app.runtime.speaking import Speaking
from app.runtime.typed_run import TypedRun
from app.runtime.voice_run import VoiceRun

__all__ = ["AgentLane", "LaneCommand"]

log = logging.getLogger(__name__)

LaneCommand = Say | AskAgent | NewTopic | AnswerInquiry | CloseInquiry | StopSpeaking


class AgentLane:
    def __init__(
        self,
        parts: Parts,
        turns: AgentTurns,
        inquiries: Inquiries,
        speaking: Speaking,
        emit: Emit,
        *,
        follows_up: Callable[[], bool],
        tidy: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        """``follows_up``: whether to listen again after an answer was spoken; ``tidy``: no turn runs any more."""
        self._tidy = tidy
        self.turns = turns
        self.inquiries = inquiries
        self._parts = parts
        self._speaking = speaking
        self._emit = emit
        self._follows_up = follows_up
        self._turn: VoiceRun | TypedRun | None = None
        self._scope = anyio.CancelScope()
        self._aloud: bool | None = None
        """What the turn itself wants of the voice."""

    def start(self, group: TaskGroup, outbox: MemoryObjectSendStream[Message], makes_way: Callable[[], bool]) -> None:
        """``makes_way``: no take is under way that will be the next turn, or it was given up."""
        self._group = group
        self._beside = SideTasks(group, self._emit)
        self._outbox = outbox
        self._makes_way = makes_way

    @property
    def is_busy(self) -> bool:
        return self._turn is not None

    @property
    def is_speaking(self) -> bool:
        return self._speaking.is_heard

    def is_mine(self, run: Running) -> bool:
        return run is self._turn

    async def serve(self, command: LaneCommand) -> None:
        match command:
            case Say(turn_id, text, thread_id, speak):
                self._say(TurnWords(turn_id, whole_text(text), thread_id=thread_id), speak)
            case AskAgent(turn_id):
                await self._ask_agent(turn_id)
            case NewTopic():
                self.turns.new_topic()
            case AnswerInquiry(turn_id, number, text, option):
                self.inquiries.answer(turn_id, number, InquiryAnswer(whole_text(text), option))
            case CloseInquiry(turn_id, number):
                self.inquiries.answer(turn_id, number, None)
            case StopSpeaking():
                await self._speaking.stop()

    def take_over(self, run: VoiceRun, scope: anyio.CancelScope) -> None:
        """Go on with a take whose words are final."""
        self._turn, self._scope, self._aloud = run, scope, None

    async def hush(self) -> None:
        """Stop the voice before a microphone opens."""
        await self._speaking.stop()

    def cancel(self) -> None:
        """Stop the turn that works, else the voice."""
        if self._turn is not None:
            self._scope.cancel()
        elif self._speaking.is_heard:
            self._beside.spawn(self._speaking.stop)

    def ended(self, message: RunEnded, finished: TurnFinished) -> None:
        """Take in the end of the turn; its terminal event has been told."""
        turn, self._turn = self._turn, None
        assert turn is not None
        assert turn is message.run
        opened = self.turns.close()
        if opened is not None:
            self._beside.spawn(self.turns.tell_hooks, opened, finished.outcome)  # no key waits for others' code
        self._beside.spawn(self._tidy)
        if finished.outcome is TurnOutcome.ANSWERED:
            self._beside.spawn(self._speak, finished, turn, self._aloud)

    async def _speak(self, finished: TurnFinished, turn: VoiceRun | TypedRun, aloud: bool | None) -> None:
        heard = await self.turns.speak(finished, turn.record, aloud=aloud, spoken=turn.is_spoken)
        if heard and turn.is_spoken and self._follows_up():
            await self._outbox.send(FollowUpWanted())

    async def _ask_agent(self, source: TurnId) -> None:
        turn_id = new_turn_id(self._parts.clocks.unix_s())
        try:
            words = await self.turns.again(source, turn_id)
        except AppError as error:
            self._refuse(turn_id, "", error.code, error)
            return
        self._say(words, None)

    def _say(self, words: TurnWords, speak: bool | None) -> None:
        if not words.text.strip():  # A31
            self._emit(TurnFinished(words.turn_id, TurnKind.AGENT, TurnOutcome.NOTHING_HEARD, "", NO_TARGET))
        elif self._turn is not None and self._turn.turn_id == words.turn_id:
            log.warning("a turn came twice and runs once")
        elif self._turn is not None or not self._makes_way():
            self._emit(Notice(NoticeCode.AGENT_BUSY))
            self._refuse(words.turn_id, words.text, "agent-busy", None)
        else:
            run = self._turn = TypedRun(words, self._parts, self.turns, self._emit)
            self._scope, self._aloud = anyio.CancelScope(), speak
            self._group.start_soon(work, run, self._scope, self._outbox, nullcontext())

    def _refuse(self, turn_id: TurnId, text: str, code: str, error: AppError | None) -> None:
        fix = fix_for(error, has_text=False, has_audio=False)
        self._emit(TurnFinished(turn_id, TurnKind.AGENT, TurnOutcome.FAILED, text, NO_TARGET, error_code=code, fix=fix))
