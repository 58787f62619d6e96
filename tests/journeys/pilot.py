"""A pilot for journeys: presses keys, speaks, and sees what a watcher of the core sees.

Everything between the ports is real: runtime, storage on disk, settings file, text rules. The ports are the fakes
that pass the contract suites.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.lowlevel
import numpy as np

from app.agent.router import Router, router_tools
from app.bootstrap.integrations import IntegrationResources
from app.domain.errors import AppError
from app.domain.messages import (
    CapabilitiesReported,
    ChangeSettings,
    Command,
    CoreStarted,
    DesktopChanged,
    DevicesChanged,
    Event,
    HotkeyProblems,
    IntegrationsChanged,
    LevelMeasured,
    ModelInfo,
    ModelsChanged,
    ModelState,
    Notice,
    SettingsChanged,
    SettingsRefused,
    StageChanged,
    TurnFinished,
)
from app.domain.turn import FinishedTurn, Stage, TargetApp, TurnId, TurnKind, TurnOutcome, new_turn_id
from app.platform.fakes import FakeClipboard, FakeDesktop, FakeFrontmost, FakeMedia
from app.platform.fakes_keys import FakeHotkeys, FakeKeySender
from app.platform.ports import Platform
from app.runtime.agent_parts import AgentParts
from app.runtime.core import Core
from app.runtime.parts import Clocks, Parts
from app.settings.file import LoadedSettings, load_settings
from app.settings.paths import AppPaths
from app.speech.fakes import FakeNarrator, ScriptedTranscriber
from app.speech.microphone_fake import FakeCuePlayer, FakeMicrophone
from app.speech.ports import Samples, Transcriber
from app.storage.database import Database
from app.storage.history import History
from app.storage.journal import JournalEntry
from app.storage.takes import TakeStore
from app.storage.threads import Threads
from app.storage.turn_calls import TurnCalls
from tests.journeys.scripted_models import Models

EDITOR = TargetApp(window_id=7, app_id="Mousepad", title="")
HOTKEY = ("ctrl_l", "alt_l", "space")
AGENT_KEY = ("ctrl_l", "alt_l", "a")
PATIENCE_S = 30.0
E_ = TypeVar("E_", bound=Event)


class OneRecogniser:
    """Port ``Recognisers`` with recognisers that a test scripts."""

    def __init__(self, transcriber: ScriptedTranscriber) -> None:
        self.by_model: dict[str, Transcriber] = {"tiny.en": transcriber}
        self.error: AppError | None = None
        self.fetched: list[str] = []

    def get(self, model: str, *, threads: int) -> Transcriber:
        if self.error is not None:
            raise self.error
        return self.by_model[model]

    def infos(self) -> tuple[ModelInfo, ...]:
        return tuple(ModelInfo(name, ModelState.READY, 1, "en") for name in self.by_model)

    async def fetch(self, model: str, on_progress: Callable[[float], None]) -> None:
        on_progress(0.5)
        if self.error is not None:
            raise self.error
        self.fetched.append(model)


def _plainly(loaded: LoadedSettings) -> LoadedSettings:
    """Leave the space after a text to the tests of delivery, so that texts here are what was said."""
    return replace(loaded, settings=loaded.settings.with_value("delivery.trailing_space", False))


@dataclass
class PilotClock:
    """Time of a journey, moved by hand."""

    now_s: float = 100.0
    unix_s: float = 1_780_000_000.0

    def clocks(self) -> Clocks:
        return Clocks(monotonic_s=lambda: self.now_s, unix_s=lambda: self.unix_s)


class Pilot:
    """Hands and eyes of a test."""

    def __init__(
        self,
        paths: AppPaths,
        database: Database,
        *texts: str,
        frontmost: FakeFrontmost | None = None,
        clock: PilotClock,
        resources: IntegrationResources,
    ) -> None:
        self.clock = clock
        self.resources = resources
        self.hotkeys = FakeHotkeys(lambda: self.now_s)
        self.keys = FakeKeySender()
        self.clipboard = FakeClipboard()
        self.frontmost = frontmost or FakeFrontmost(EDITOR)
        self.desktop = FakeDesktop()
        self.media = FakeMedia()
        self.microphone = FakeMicrophone()
        self.cues = FakeCuePlayer()
        self.narrator = FakeNarrator()
        self.models = Models()
        self.speech_is_over = False
        """Says to a take that began by itself that it is over."""
        self.transcriber = ScriptedTranscriber(*texts)
        self.recognisers = OneRecogniser(self.transcriber)
        self.database = database
        self.history = History(database)
        self.turn_calls = TurnCalls(database)
        self.threads = Threads(database)
        self.takes = TakeStore(paths.takes)
        self.paths = paths
        self.events: list[Event] = []
        self._news = anyio.Event()
        self.keys.on_chord = self._on_chord

        async def close_stores() -> None:
            await resources.close()
            await database.close()

        self.core = Core(
            Parts(
                paths=paths,
                platform=Platform(
                    hotkeys=self.hotkeys,
                    frontmost=self.frontmost,
                    clipboard=self.clipboard,
                    keys=self.keys,
                    desktop=self.desktop,
                    media=self.media,
                    report=CapabilitiesReported("x11", ()),
                ),
                microphone=self.microphone,
                cues=self.cues,
                recognisers=self.recognisers,
                history=self.history,
                turn_calls=self.turn_calls,
                threads=self.threads,
                takes=self.takes,
                narrator=self.narrator,
                end_of_speech=self._end_of_speech,
                close_stores=close_stores,
                clocks=clock.clocks(),
            ),
            _plainly(load_settings(paths.settings_file)),
            build_integrations=resources.build,
            agent=AgentParts(
                router=Router(),
                router_tools=router_tools,
                open_model=self.models.open,
                find_servers=self.models.find_servers,
                now=self.now,
            ),
        )
        self.core.subscribe(self._take)

    @property
    def now_s(self) -> float:
        return self.clock.now_s

    @now_s.setter
    def now_s(self, now_s: float) -> None:
        self.clock.now_s = now_s

    @property
    def unix_s(self) -> float:
        return self.clock.unix_s

    @unix_s.setter
    def unix_s(self, unix_s: float) -> None:
        self.clock.unix_s = unix_s

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.clock.unix_s, UTC)

    async def _end_of_speech(self) -> Callable[[Samples], bool]:
        return lambda _samples: self.speech_is_over

    def _on_chord(self, chord: str) -> None:
        if chord == "ctrl+v":
            self.keys.text += self.clipboard.read_text() or ""

    def _take(self, event: Event) -> None:
        self.events.append(event)
        self._news.set()

    # --- hands ---

    def hold(self, keys: tuple[str, ...] = HOTKEY, *, for_s: float = 1.0) -> None:
        """Press the dictation key, or another, and let ``for_s`` seconds pass."""
        for key in keys:
            self.hotkeys.press(key)
        self.now_s += for_s

    def let_go(self, keys: tuple[str, ...] = HOTKEY) -> None:
        for key in reversed(keys):
            self.hotkeys.release(key)

    async def journal(self) -> tuple[tuple[JournalEntry, ...], bool]:
        """Return the calls that were made, newest first."""
        return await self.core._integrations.parts.journal.page()

    def say(self, seconds: float = 1.0) -> None:
        """Make a sound that a detector would take for speech."""
        t = np.arange(int(seconds * 16_000), dtype=np.float32) / 16_000
        self.microphone.say(0.3 * np.sin(2 * np.pi * 220 * t).astype(np.float32))

    def be_silent(self, seconds: float = 1.0) -> None:
        self.microphone.say(np.zeros(int(seconds * 16_000), np.float32))

    async def keep(
        self,
        text: str = "kept",
        *,
        days_ago: float = 0.0,
        outcome: TurnOutcome = TurnOutcome.INSERTED,
        seconds: float = 1.0,
        sound: bool = True,
    ) -> TurnId:
        """Put a finished turn into history, as an earlier day of use has left it; ``seconds`` 0: without audio."""
        started = self.unix_s - days_ago * 86_400
        turn_id = new_turn_id(started)
        if seconds:
            take = await self.takes.begin(turn_id)
            level = 8000 if sound else 0
            take.write(np.full(int(seconds * 16_000), level, "<i2").tobytes())
            await take.finish()
        await self.history.finish(
            FinishedTurn(
                turn_id=turn_id,
                kind=TurnKind.DICTATE,
                started_unix_s=started,
                outcome=outcome,
                text=text,
                raw_text=text,
                language="en",
                model="tiny.en",
                audio_s=seconds,
                app_id="Mousepad",
                has_audio=seconds > 0,
            )
        )
        return turn_id

    async def change(self, **values: object) -> SettingsChanged | SettingsRefused:
        """Ask for changed settings (``group__name``) and return the answer."""
        command = ChangeSettings({key.replace("__", "."): value for key, value in values.items()})
        return await self.ask(command, SettingsChanged, SettingsRefused)

    async def ask(self, command: Command, *answers: type[E_]) -> E_:
        """Send a command and return the first event of one of the kinds."""
        since = len(self.events)
        self.core.submit(command)
        with anyio.fail_after(PATIENCE_S):
            while True:
                for event in self.events[since:]:
                    if isinstance(event, answers):
                        return event
                self._news = anyio.Event()
                await self._news.wait()

    async def dictate(self, seconds: float = 1.0) -> TurnFinished:
        """Hold, speak, let go; returns how it ended."""
        since = len(self.events)
        self.hold()
        await self.see_stage(Stage.LISTENING, since=since)
        self.say(seconds)
        await self.heard()
        self.let_go()
        finished = await self.see(TurnFinished, since=since)
        await self.see_stage(Stage.IDLE, since=since)
        return finished

    async def heard(self) -> None:
        """Wait until all that was said has been taken from the microphone."""
        await self.until(lambda: self.microphone.takes_open > 0 and self.microphone.unheard == 0)

    # --- eyes ---

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let the core work until a condition of its surroundings holds."""
        with anyio.fail_after(PATIENCE_S):
            while not condition():
                await anyio.lowlevel.checkpoint()

    async def see(self, kind: type[E_], fits: Callable[[E_], bool] = lambda _event: True, *, since: int = 0) -> E_:
        """Return the first event of a kind that fits, from number ``since`` on, waiting for it."""
        with anyio.fail_after(PATIENCE_S):
            seen = since
            while True:
                for event in self.events[seen:]:
                    seen += 1
                    if isinstance(event, kind) and fits(event):
                        return event
                self._news = anyio.Event()
                await self._news.wait()

    async def see_stage(self, stage: Stage, *, since: int = 0) -> StageChanged:
        return await self.see(StageChanged, lambda event: event.stage is stage, since=since)

    def told(self, kind: type[E_], *, since: int = 0) -> list[E_]:
        return [event for event in self.events[since:] if isinstance(event, kind)]

    def story(self, *, since: int = 0) -> list[str]:
        """The events as words, without those that only tell levels, devices, desktops, models and pages."""
        quiet = (
            CapabilitiesReported, CoreStarted, DesktopChanged, DevicesChanged, HotkeyProblems, IntegrationsChanged,
            LevelMeasured, ModelsChanged, SettingsChanged,
        )  # fmt: skip
        told: list[str] = []
        for event in self.events[since:]:
            match event:
                case _ if isinstance(event, quiet):
                    continue
                case StageChanged(stage=stage, locked=locked):
                    told.append(f"{stage}, locked" if locked else stage.value)
                case TurnFinished(outcome=outcome):
                    told.append(f"finished: {outcome}")
                case Notice(code=code):
                    told.append(f"notice: {code}")
                case _:
                    told.append(type(event).__name__)
        return told


async def make_pilot(paths: AppPaths, *texts: str, frontmost: FakeFrontmost | None = None) -> Pilot:
    """Make a pilot whose core does not run yet."""
    clock = PilotClock()
    resources = await IntegrationResources.open(paths, clock.clocks())
    database = await Database.open(paths.history_file)
    return Pilot(paths, database, *texts, frontmost=frontmost, clock=clock, resources=resources)


@asynccontextmanager
async def flying(
    folder: Path, *texts: str, settle: bool = True, frontmost: FakeFrontmost | None = None
) -> AsyncGenerator[Pilot]:
    """Run a core with its pilot; ``texts`` is what the recogniser will say, take by take."""
    paths = AppPaths(config=folder / "config", data=folder / "data", state=folder / "state")
    pilot = await make_pilot(paths, *texts, frontmost=frontmost)
    async with anyio.create_task_group() as group:
        group.start_soon(pilot.core.run)
        await pilot.see(CoreStarted)
        if settle:
            await pilot.see(ModelsChanged, lambda event: any(m.state is ModelState.LOADED for m in event.models))
            await pilot.see(DevicesChanged)
        try:
            yield pilot
        finally:
            pilot.core.stop()
