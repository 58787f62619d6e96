"""Serves the commands that are not about the running take: history, settings, microphones, models.

Called by the coordinator's loop; what takes long works in the task group that ``core`` owns.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVarTuple

import anyio
from anyio.abc import TaskGroup

from app.domain.errors import AppError, InsertionFailed
from app.domain.messages import (
    AnswerInquiry,
    AskAgent,
    CancelTurn,
    ChangeSettings,
    ClearHistory,
    CloseInquiry,
    Command,
    CopyText,
    CopyTurn,
    DeleteThread,
    DeleteTurn,
    ExportHistory,
    ExportSettings,
    FetchModel,
    FindModelServers,
    HotkeyEdge,
    ImportSettings,
    NewTopic,
    Notice,
    NoticeCode,
    PasteTurn,
    PlaySound,
    PlayTake,
    RecordShortcut,
    RemoveModelKey,
    ReopenCard,
    RequestHistory,
    RequestModelKeys,
    RequestTurn,
    RequestVoices,
    RetryTurn,
    Say,
    SettingsExported,
    SettingsRefused,
    ShortcutRecorded,
    StartMicrophoneTest,
    StartTurn,
    StopMicrophoneTest,
    StopPlayback,
    StopSpeaking,
    StopTurn,
    StoreModelKey,
    TestModel,
    UndoInsertion,
    VoiceInfo,
    VoicesFound,
)
from app.domain.turn import NO_TARGET, TargetApp, TurnId, TurnOutcome
from app.runtime.archive import Archive
from app.runtime.delivery import Delivery
from app.runtime.inputs import Inputs
from app.runtime.integrations import Integrations
from app.runtime.model_desk import ModelDesk
from app.runtime.model_shelf import ModelShelf
from app.runtime.parts import Emit, Parts
from app.runtime.preferences import Preferences
from app.runtime.side_tasks import SideTasks
from app.runtime.turn_archive import TurnArchive

__all__ = ["RuntimeDesk"]

log = logging.getLogger(__name__)

Ts = TypeVarTuple("Ts")

RECORD_TIMEOUT_S: Final = 10.0
FOCUS_TIMEOUT_S: Final = 2.0
"""Pasting from our own window: so long for the window manager to give the focus to another one."""

FOCUS_LOOK_S: Final = 0.05
"""Between two looks at the focus; no port tells when it moves between two windows of one monitor."""

MAX_IMPORT_BYTES: Final = 4_000_000
"""A settings file with 500 words and 500 rules of the greatest length is below half of it."""


class RuntimeDesk:
    """Routes each command to the part that owns its subject."""

    def __init__(
        self,
        parts: Parts,
        emit: Emit,
        *,
        preferences: Preferences,
        shelf: ModelShelf,
        archive: Archive,
        inputs: Inputs,
        delivery: Delivery,
        integrations: Integrations,
        turn_archive: TurnArchive,
        model_desk: ModelDesk,
    ) -> None:
        self._parts = parts
        self._preferences = preferences
        self._shelf = shelf
        self._archive = archive
        self._inputs = inputs
        self._delivery = delivery
        self._integrations = integrations
        self._turn_archive = turn_archive
        self._model_desk = model_desk
        self._emit = emit

    def start(self, tasks: TaskGroup, rebind: Callable[[], Awaitable[None]]) -> None:
        """Give the desk its task group, and what grabs the hotkeys anew."""
        self._tasks = SideTasks(tasks, self._emit)
        self._rebind = rebind

    async def serve(self, command: Command) -> None:  # noqa: C901, PLR0912 - one flat table
        match command:
            case RequestHistory():
                await self._archive.page(command)
            case CopyTurn(turn_id):
                await self._copy(turn_id)
            case CopyText(text):
                await self._copy_text(text)
            case UndoInsertion():
                self.spawn(self._undo)  # the text that is to go may still be on its way
            case PasteTurn(turn_id):
                self.spawn(self._paste_again, turn_id)
            case DeleteTurn(turn_id):
                await self._archive.delete(turn_id)
            case ClearHistory():
                self.spawn(self._archive.clear)  # overwriting what was deleted may take seconds
            case RetryTurn(turn_id, model):
                self.spawn(self._archive.retry, turn_id, model, self._preferences.current)
            case PlayTake(turn_id):
                self.spawn(self._archive.play, turn_id)
            case PlaySound(sound):
                self.spawn(self._archive.play_sound, sound)
            case StopPlayback():
                self._archive.stop_playback()
            case StartMicrophoneTest():
                self.spawn(self._inputs.test)
            case StopMicrophoneTest():
                self._inputs.stop_test()
            case FetchModel(name):
                self.spawn(self._shelf.fetch, name)
            case RecordShortcut():
                self.spawn(self._record, command)
            case ChangeSettings(values):
                if await self._preferences.change(values):
                    await self._follow_settings()
            case ImportSettings(path):
                await self._import(Path(path))
            case ExportSettings(path):
                await self._export(Path(path))
            case RequestTurn() | ReopenCard() | DeleteThread() | ExportHistory():
                self.spawn(self._turn_archive.serve, command)
            case FindModelServers() | StoreModelKey() | RemoveModelKey() | RequestModelKeys() | TestModel():
                self.spawn(self._model_desk.serve, command)
            case RequestVoices():
                self.spawn(self._tell_voices)
            case (
                HotkeyEdge()
                | StartTurn()
                | StopTurn()
                | CancelTurn()
                | Say()
                | NewTopic()
                | AskAgent()
                | AnswerInquiry()
                | CloseInquiry()
                | StopSpeaking()
            ):
                log.error("%s is the coordinator's", type(command).__name__)
            case _:
                await self._integrations.serve(command)

    def spawn(self, work: Callable[[*Ts], Awaitable[None]], *args: *Ts) -> None:
        """Let it run beside the rest; its failure is told, and costs nothing else."""
        self._tasks.spawn(work, *args)

    async def _follow_settings(self) -> None:
        """Bring every part in line with the settings in force."""
        settings = self._preferences.current
        await self._rebind()
        await self._inputs.use(settings.audio)
        self.spawn(self._shelf.use, settings.recognition)
        self.spawn(self._archive.prune, settings.history)
        self._integrations.settings_changed()

    def agent_called(self) -> None:
        self._integrations.refresh_intent_values()

    async def turn_ended(self, turn_id: TurnId) -> None:
        await self._archive.tell(turn_id)

    async def _undo(self) -> None:
        undone = await self._delivery.undo()
        self._emit(Notice(NoticeCode.UNDONE if undone else NoticeCode.NOTHING_TO_UNDO))

    async def _copy(self, turn_id: TurnId) -> None:
        turn = await self._archive.find(turn_id)
        if turn is not None and turn.text:
            await self._copy_text(turn.text)

    async def _copy_text(self, text: str) -> None:
        await self._delivery.copy(text)
        self._emit(Notice(NoticeCode.COPIED))

    async def _paste_again(self, turn_id: TurnId | None) -> None:
        """Insert a kept text where the focus is, waiting a moment for our own window to lose it."""
        turn = await self._archive.find(turn_id)
        if turn is None or not turn.text:
            return
        target = await self._other_window()
        delivered = await self._delivery.deliver(turn.text, target, self._preferences.current.delivery)
        if delivered.outcome is TurnOutcome.COPIED:
            self._emit(Notice(NoticeCode.COPIED))
        elif delivered.error is not None:
            self._emit(Notice(NoticeCode.FAILED, place=delivered.error.code))
        elif delivered.insertion is None:
            lost = Notice(NoticeCode.FOCUS_CHANGED)
            self._emit(lost if target.window_id else Notice(NoticeCode.FAILED, place=InsertionFailed.code))

    async def _other_window(self) -> TargetApp:
        frontmost = self._parts.platform.frontmost
        with anyio.move_on_after(FOCUS_TIMEOUT_S):
            while True:
                target = await frontmost.current()
                if target.window_id and target.pid != os.getpid():
                    return target
                await anyio.sleep(FOCUS_LOOK_S)
        return NO_TARGET

    async def _tell_voices(self) -> None:
        voices = await self._parts.narrator.voices()
        self._emit(VoicesFound(tuple(VoiceInfo(one.name, one.label, one.language) for one in voices)))

    async def _record(self, command: RecordShortcut) -> None:
        try:
            shortcut = await self._parts.platform.hotkeys.record(RECORD_TIMEOUT_S)
        except AppError as error:
            self._emit(ShortcutRecorded(command.action, "", problem=error.code))
        else:
            self._emit(ShortcutRecorded(command.action, shortcut))

    async def _export(self, path: Path) -> None:
        text = self._preferences.export()
        try:
            await _refuse_pipe(path)
            await anyio.Path(path).write_text(text, encoding="utf-8")
        except (OSError, ValueError) as error:  # ValueError: a path that no file system has
            log.warning("settings could not be exported: %s", type(error).__name__)
            self._emit(SettingsRefused({"*": "export-failed"}))
        else:
            self._emit(SettingsExported(str(path)))

    async def _import(self, path: Path) -> None:
        try:
            await _refuse_pipe(path)
            async with await anyio.open_file(path, "rb") as file:
                text = (await file.read(MAX_IMPORT_BYTES)).decode("utf-8")
        except (OSError, ValueError):  # ValueError: no UTF-8, or a path that no file system has
            self._emit(SettingsRefused({"*": "file-unreadable"}))
            return
        if await self._preferences.import_text(text):
            await self._follow_settings()


async def _refuse_pipe(path: Path) -> None:
    """Raise OSError for what is there and no file: opening a pipe or a device may wait for ever."""
    place = anyio.Path(path)
    if await place.exists() and not await place.is_file():
        raise OSError(errno.EINVAL, "not a file")
