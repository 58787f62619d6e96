"""The one owner of the stage. Every press, release, cancel, click and "finished" is a message in one queue.

Runs on the core loop. A voice run works in a task of its own and reports back through the same queue, so nothing
here ever races.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskGroup
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from app.domain.errors import AppError
from app.domain.messages import (
    AnswerInquiry,
    AnswerInWords,
    AskAgent,
    CancelTurn,
    CardWanted,
    ClearHistory,
    CloseInquiry,
    DeleteThread,
    HotkeyAction,
    HotkeyEdge,
    NewTopic,
    Notice,
    NoticeCode,
    PasteTurn,
    Say,
    StageChanged,
    StartTurn,
    StopPlayback,
    StopSpeaking,
    StopTurn,
    TurnFinished,
    TypingWanted,
    UndoInsertion,
)
from app.domain.turn import NO_TARGET, Stage, TurnKind, TurnOutcome, new_turn_id
from app.runtime.agent_lane import AgentLane
from app.runtime.gestures import Gesture, GestureReader
from app.runtime.key_binding import KeyBinding, Moment
from app.runtime.model_shelf import ModelShelf
from app.runtime.parts import Emit, Parts
from app.runtime.preferences import Preferences
from app.runtime.reply_run import ReplyRun
from app.runtime.running import Desk, FollowUpWanted, HandedOver, ListeningEnded, Message, RunEnded, work
from app.runtime.take_making import TakeMaker, refused_turn
from app.runtime.voice_run import VoiceRun
from app.settings.model import ActivationMode, CancelKey
from app.speech.ports import Cue

__all__ = ["Coordinator"]

log = logging.getLogger(__name__)

TALK_KEYS: Final = {HotkeyAction.DICTATE: TurnKind.DICTATE, HotkeyAction.AGENT: TurnKind.AGENT}


class Coordinator:
    """Starts, stops and cancels takes. Everything else that a command asks for goes to the desk."""

    def __init__(
        self,
        parts: Parts,
        emit: Emit,
        *,
        preferences: Preferences,
        shelf: ModelShelf,
        desk: Desk,
        lane: AgentLane,
        takes: TakeMaker,
        is_questioned: Callable[[], bool],
    ) -> None:
        """``is_questioned``: a confirmation card is up, which takes words before an inquiry does."""
        self._parts = parts
        self._preferences = preferences
        self._shelf = shelf
        self._emit = emit
        self._desk = desk
        self._lane = lane
        self._takes = takes
        self._is_questioned = is_questioned
        self._gestures = GestureReader(preferences.current.hotkeys)
        self._stage = Stage.IDLE
        self._run: VoiceRun | ReplyRun | None = None
        self._by_key = self._by_itself = False
        self._scope = anyio.CancelScope()
        self._waiting: TurnKind | None = None
        """A talk key asked for a take while the last one was still being delivered; it starts after that."""
        self._key_up = anyio.Event()
        """Set while no talk key is down; each press brings a new one."""
        self._key_up.set()
        self._cancel_asked_at_s: float | None = None
        self._keys = KeyBinding(parts.platform.hotkeys, emit)
        self._asking = False

    @property
    def stage(self) -> Stage:
        return self._stage

    async def serve(self, inbox: MemoryObjectReceiveStream[Message], outbox: MemoryObjectSendStream[Message]) -> None:
        """Take messages until cancelled; then the running take is cancelled and kept."""
        async with anyio.create_task_group() as runs:
            self._runs: TaskGroup = runs
            self._outbox = outbox
            self._lane.start(runs, outbox, self._makes_way)
            async for message in inbox:
                try:
                    await self._take(message)
                except AppError as error:
                    log.warning("%s could not be done: %s", type(message).__name__, error)
                    self._emit(Notice(NoticeCode.FAILED, place=error.code))
                except Exception:
                    log.exception("%s failed", type(message).__name__)
                    self._emit(Notice(NoticeCode.INTERNAL))

    async def _take(self, message: Message) -> None:  # noqa: C901, PLR0912 - one flat table
        match message:
            case HotkeyEdge():
                await self._on_edge(message)
            case StartTurn(kind):
                if self._run is None:
                    await self._start(kind, by_key=False)
                elif self._stage is not Stage.LISTENING:
                    self._emit(Notice(NoticeCode.BUSY))
            case StopTurn():
                self._stop(self._parts.clocks.monotonic_s())
            case CancelTurn():
                self._cancel()
            case RunEnded():
                await self._on_ended(message)
            case ListeningEnded():
                await self.bind()
            case HandedOver():
                await self._start_waiting()
            case FollowUpWanted():
                if self._run is None and not self._lane.is_busy and not self._asking:
                    await self._start(TurnKind.AGENT, by_key=False, by_itself=True)
            case AnswerInWords(text, began_at_s) if not self._is_questioned():
                self._lane.inquiries.answer_in_words(text, began_at_s)
            case Say() | AskAgent() | NewTopic() | AnswerInquiry() | CloseInquiry() | StopSpeaking():
                await self._lane.serve(message)
                await self.bind()
            case DeleteThread() | ClearHistory():
                self._lane.turns.forget(message.thread_id if isinstance(message, DeleteThread) else None)
                await self._desk.serve(message)
            case UndoInsertion():
                await self._undo()
            case _:
                await self._desk.serve(message)

    # --- keys ---

    async def _on_edge(self, edge: HotkeyEdge) -> None:
        if (kind := TALK_KEYS.get(edge.action)) is not None:
            await self._on_talk_key(kind, edge)
            return
        if not edge.down:
            return
        match edge.action:
            case HotkeyAction.CANCEL:
                self._on_cancel_key(edge.at_s)
            case HotkeyAction.LOCK:
                if self._gestures.lock(running=self._listening_kind()) is Gesture.LOCK:
                    await self._locked()
            case HotkeyAction.UNDO:
                await self._undo()
            case HotkeyAction.PASTE_LAST:
                await self._desk.serve(PasteTurn())
            case HotkeyAction.CARD:
                self._emit(CardWanted())
            case HotkeyAction.WRITE:
                self._lane.turns.tell_topic()
                self._emit(TypingWanted())
            case _:
                log.error("no meaning for the key of %s", edge.action)

    async def _on_talk_key(self, kind: TurnKind, edge: HotkeyEdge) -> None:
        read = self._gestures.press if edge.down else self._gestures.release
        gesture = read(kind, edge.at_s, running=self._listening_kind() or self._waiting)
        if self._gestures.held in (None, kind):  # else another talk key came or went while the one that counts is down
            self._key_up.set()
            if edge.down:
                self._key_up = anyio.Event()
        match gesture:
            case Gesture.START:
                if self._run is None:
                    await self._start(kind, by_key=True)
                else:
                    self._waiting = kind
            case Gesture.STOP if self._waiting is not None:
                self._waiting = None
                self._emit(Notice(NoticeCode.BUSY))
            case Gesture.STOP:
                self._stop(edge.at_s)
            case Gesture.LOCK if self._waiting is None:
                await self._locked()
            case Gesture.LOCK | Gesture.NONE:
                pass  # a take that is to start will be hands-free

    def _listening_kind(self) -> TurnKind | None:
        return self._run.kind if self._run is not None and self._stage is Stage.LISTENING else None

    async def _locked(self) -> None:
        self._tell_stage()
        if self._preferences.current.hotkeys.mode is ActivationMode.HOLD:
            self._emit(Notice(NoticeCode.LOCKED))
        await self.bind()

    def _on_cancel_key(self, at_s: float) -> None:
        hotkeys = self._preferences.current.hotkeys
        nothing_runs = self._run is None and not self._lane.is_busy and not self._lane.is_speaking
        if nothing_runs or hotkeys.cancel_key is CancelKey.OFF:
            return
        asked, self._cancel_asked_at_s = self._cancel_asked_at_s, at_s
        in_time = asked is not None and at_s - asked <= hotkeys.cancel_window_ms / 1000
        if hotkeys.cancel_key is CancelKey.ONCE or in_time:
            self._cancel()
        else:
            self._emit(Notice(NoticeCode.CANCEL_AGAIN))

    async def bind(self) -> None:
        """Grab the keys that mean something now."""
        held = self._gestures.held is not None and not self._gestures.locked
        works = self._lane.is_busy and not self._asking  # a question may be up for minutes, with an Escape of its own
        moment = Moment(
            running=self._run is not None or works,
            lockable=held and self._listening_kind() is not None,
            asking=self._asking,
        )
        await self._keys.bind(self._preferences.current.hotkeys, moment)

    async def question_changed(self, *, asking: bool) -> None:
        """A question came up, or the last one is gone: its card key is taken, or free again."""
        if asking != self._asking:
            self._asking = asking
            await self.bind()

    async def use_hotkeys(self) -> None:
        """Follow changed hotkey settings."""
        self._gestures.settings = self._preferences.current.hotkeys
        await self.bind()

    # --- takes ---

    async def _start(self, kind: TurnKind, *, by_key: bool, by_itself: bool = False) -> None:
        """Open a take; ``by_itself``: nobody pressed a key, so it ends by itself too."""
        replies = kind is TurnKind.AGENT and self._asking  # for good: what is asked may be over before the take begins
        if kind is TurnKind.AGENT:
            if self._lane.is_busy and not replies:
                self._gestures.ended()
                self._emit(Notice(NoticeCode.AGENT_BUSY))
                return
            self._desk.agent_called()
        # Both would be heard.
        await self._desk.serve(StopPlayback())
        await self._lane.hush()
        target = await self._takes.target()
        turn_id = new_turn_id(self._parts.clocks.unix_s())
        try:
            made_with = await self._takes.made_with(by_itself=by_itself)
        except AppError as error:
            self._gestures.ended()
            self._emit(refused_turn(turn_id, kind, target, error))
            await self._cue(Cue.ERROR)
            return
        self._scope = scope = anyio.CancelScope()
        if replies:
            run = self._run = self._takes.reply(turn_id, target, made_with, self._advance, self._answer_in_words)
        else:
            on_stage = partial(self._reached, scope)
            run = self._run = self._takes.turn(
                turn_id, kind, target, made_with, on_stage=on_stage, key_up=lambda: self._key_up
            )
        self._by_key, self._by_itself = by_key, by_itself
        self._cancel_asked_at_s = None
        self._advance(Stage.LISTENING)
        self._runs.start_soon(work, run, scope, self._outbox, self._shelf.in_use())
        await self.bind()
        await self._takes.tell_desktop()

    def _reached(self, scope: anyio.CancelScope, stage: Stage) -> None:
        """A turn came to another stage; the words of an agent turn leave the microphone to the next take."""
        run = self._run
        if stage is not Stage.WORKING or not isinstance(run, VoiceRun) or run.kind is not TurnKind.AGENT:
            self._advance(stage)
            return
        if scope.cancel_called:
            return  # it ends at its next step
        self._run = None
        self._lane.take_over(run, scope)
        if self._waiting is None:
            self._gestures.ended()
        self._advance(Stage.IDLE)
        self._runs.start_soon(self._outbox.send, HandedOver())

    def _makes_way(self) -> bool:
        """Say whether a turn without a take may begin now; a take of the agent that nobody asked for is given up."""
        run = self._run
        if not isinstance(run, VoiceRun) or run.kind is not TurnKind.AGENT:
            return True
        if self._by_itself:
            self._scope.cancel()
        return self._scope.cancel_called

    def _answer_in_words(self, words: str, began_at_s: float) -> None:
        self._runs.start_soon(self._outbox.send, AnswerInWords(words, began_at_s))

    def _advance(self, stage: Stage) -> None:
        self._stage = stage
        self._tell_stage()
        if stage is Stage.FINISHING:
            # The text may need the lock key: a grabbed Return comes to us, also one that we type.
            self._runs.start_soon(self._outbox.send, ListeningEnded())

    def _tell_stage(self) -> None:
        run = self._run
        self._emit(
            StageChanged(
                stage=self._stage,
                turn_id=run.turn_id if run else None,
                kind=run.kind if run else TurnKind.DICTATE,
                target=run.target if run else NO_TARGET,
                at_s=self._parts.clocks.monotonic_s(),
                locked=self._gestures.locked,
                by_key=run is not None and self._by_key,
            )
        )

    def _stop(self, at_s: float) -> None:
        self._waiting = None
        if self._run is not None:
            self._run.request_stop(at_s)

    def _cancel(self) -> None:
        self._waiting = None
        if self._run is not None:
            self._scope.cancel()
        else:
            self._lane.cancel()

    async def _on_ended(self, message: RunEnded) -> None:
        run, finished = message.run, message.finished
        if finished is not None:
            self._emit(finished)
        if self._lane.is_mine(run):
            assert finished is not None
            self._lane.ended(message, finished)
        else:
            self._run = None
            if self._waiting is None:
                self._gestures.ended()
            self._advance(Stage.IDLE)
        if finished is not None:
            await self._tell_end(finished, was_cancelled=message.was_cancelled)
        await self._start_waiting()
        if finished is not None:
            await self._desk.turn_ended(run.turn_id)

    async def _tell_end(self, finished: TurnFinished, *, was_cancelled: bool) -> None:
        if finished.outcome is TurnOutcome.INSERTED and not finished.clipboard_restored:
            self._emit(Notice(NoticeCode.CLIPBOARD_NOT_RESTORED))
        if was_cancelled:
            await self._cue(Cue.CANCEL)
        elif finished.outcome is TurnOutcome.FAILED:
            await self._cue(Cue.ERROR)

    async def _start_waiting(self) -> None:
        """Start the take that a talk key asked for meanwhile; else free the keys."""
        waiting, self._waiting = (None, self._waiting) if self._run is not None else (self._waiting, None)
        if waiting is not None:
            await self._start(waiting, by_key=True)
        else:
            await self.bind()

    async def _undo(self) -> None:
        if self._run is None:
            await self._desk.serve(UndoInsertion())
        else:
            self._emit(Notice(NoticeCode.NOTHING_TO_UNDO))

    async def _cue(self, cue: Cue) -> None:
        audio = self._preferences.current.audio
        if audio.cues:
            await self._parts.cues.cue(cue, audio.cue_volume_percent / 100)
