"""Events and commands cross between the threads in order, bounded, and whatever happens to the core."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Awaitable, Callable

import anyio
import pytest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from app.domain.errors import StorageUnavailable
from app.domain.messages import (
    CancelTurn,
    CoreFailed,
    CoreStarted,
    Event,
    LevelMeasured,
    StageChanged,
    StopTurn,
    UndoInsertion,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, TurnId, TurnKind
from app.ui import core_thread
from app.ui.bridge import MOST_EARLY_COMMANDS, Bridge, RunningCore
from app.ui.core_thread import CoreFactory, CoreThread
from tests.unit.ui.scripted_core import ScriptedCore

LIMIT_S = 10.0


class Listener:
    """A view model that keeps what it is told, and on which thread."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.threads: set[int] = set()
        self._changed = asyncio.Event()

    def apply(self, event: Event) -> None:
        self.events.append(event)
        self.threads.add(threading.get_ident())
        self._changed.set()

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not done():
                self._changed.clear()
                await self._changed.wait()


class Broken:
    def apply(self, event: Event) -> None:
        raise ValueError(event)


@pytest.fixture
def live(qapp: QApplication) -> Callable[[Callable[[], Awaitable[None]]], None]:
    """Run a coroutine as the application does."""

    def run(main: Callable[[], Awaitable[None]]) -> None:
        async def body() -> None:
            await main()

        with asyncio.Runner(loop_factory=lambda: QEventLoop(qapp)) as runner:
            runner.run(body())
        gc.collect()  # qasync's timers are in cycles; a later core thread must not be the one to find them

    return run


def started(make_core: CoreFactory, *view_models: Listener | Broken) -> tuple[Bridge, CoreThread]:
    bridge = Bridge()
    bridge.set_view_models(view_models)
    thread = CoreThread(make_core, bridge)
    thread.start()
    return bridge, thread


Live = Callable[[Callable[[], Awaitable[None]]], None]


def staged(stage: Stage) -> StageChanged:
    return StageChanged(stage, TurnId("1"), TurnKind.DICTATE, NO_TARGET, 0.0)


def test_events_arrive_in_order_on_the_main_thread(live: Live) -> None:
    script = tuple(WordsHeard(TurnId("1"), str(number), "") for number in range(500))

    async def main() -> None:
        listener = Listener()
        _, thread = started(ScriptedCore(script).make, listener)
        await listener.until(lambda: len(listener.events) == len(script))
        await thread.stop()
        assert tuple(listener.events) == script
        assert listener.threads == {threading.get_ident()}

    live(main)


def test_of_waiting_levels_only_the_newest_arrives_and_no_event_is_lost(live: Live) -> None:
    levels = tuple(LevelMeasured(number / 100, 0.0) for number in range(100))

    async def main() -> None:
        listener = Listener()
        bridge = Bridge()
        bridge.set_view_models([listener])
        for event in (CoreStarted(), *levels, WordsHeard(TurnId("1"), "a", "")):
            bridge.observe(event)
        await listener.until(lambda: len(listener.events) == 3)
        assert listener.events == [CoreStarted(), WordsHeard(TurnId("1"), "a", ""), levels[-1]]

    live(main)


def test_a_level_does_not_outlive_its_stage(live: Live) -> None:
    async def main() -> None:
        listener = Listener()
        bridge = Bridge()
        bridge.set_view_models([listener])
        for event in (LevelMeasured(1.0, 1.0), staged(Stage.IDLE)):
            bridge.observe(event)
        await listener.until(lambda: bool(listener.events))
        assert listener.events == [staged(Stage.IDLE)]

    live(main)


def test_a_broken_view_model_does_not_hide_the_others(live: Live, expected_log: Callable[[str], None]) -> None:
    expected_log("Broken failed on CoreStarted")

    async def main() -> None:
        listener = Listener()
        _, thread = started(ScriptedCore().make, Broken(), listener)
        await listener.until(lambda: listener.events == [CoreStarted()])
        await thread.stop()

    live(main)


def test_commands_before_the_core_is_there_reach_it_first(live: Live) -> None:
    async def main() -> None:
        core, listener = ScriptedCore(), Listener()
        built = threading.Event()

        async def slow() -> RunningCore:
            await anyio.to_thread.run_sync(built.wait)
            return core

        bridge, thread = started(slow, listener)
        bridge.submit(CancelTurn())
        bridge.submit(StopTurn())
        built.set()
        await listener.until(lambda: bool(listener.events))
        bridge.submit(UndoInsertion())
        await thread.stop()
        assert core.commands == [CancelTurn(), StopTurn(), UndoInsertion()]
        assert core.thread == "core"

    live(main)


def test_early_commands_are_bounded(expected_log: Callable[[str], None]) -> None:
    expected_log("command refused")
    bridge, core = Bridge(), ScriptedCore()
    for _ in range(MOST_EARLY_COMMANDS + 1):
        bridge.submit(CancelTurn())
    bridge.open_for(core)
    assert len(core.commands) == MOST_EARLY_COMMANDS


def test_commands_after_the_end_are_dropped(live: Live) -> None:
    async def main() -> None:
        core, listener = ScriptedCore(), Listener()
        bridge, thread = started(core.make, listener)
        await listener.until(lambda: bool(listener.events))
        await thread.stop()
        bridge.submit(CancelTurn())
        assert core.commands == []

    live(main)


def test_a_core_that_cannot_start_is_told_by_its_code(live: Live, expected_log: Callable[[str], None]) -> None:
    expected_log("the core failed")

    async def main() -> None:
        async def fail() -> RunningCore:
            raise StorageUnavailable("EROFS", place="data", code="storage-read-only")

        listener = Listener()
        _, thread = started(fail, listener)
        await listener.until(lambda: bool(listener.events))
        await thread.stop()
        assert listener.events == [CoreFailed("storage-read-only", "data", "EROFS")]

    live(main)


def test_a_core_that_dies_is_told_without_its_secrets(live: Live, expected_log: Callable[[str], None]) -> None:
    expected_log("the core failed")

    class Dying(ScriptedCore):
        async def run(self) -> None:
            raise RuntimeError("what the person said")

    async def main() -> None:
        listener = Listener()
        _, thread = started(Dying().make, listener)
        await listener.until(lambda: bool(listener.events))
        await thread.stop()
        assert listener.events == [CoreFailed("bug", "core", "RuntimeError")]

    live(main)


def test_a_core_that_ends_unasked_is_a_failure(live: Live) -> None:
    async def main() -> None:
        core, listener = ScriptedCore(), Listener()
        _, thread = started(core.make, listener)
        await listener.until(lambda: bool(listener.events))
        core.stop()
        await listener.until(lambda: len(listener.events) == 2)
        await thread.stop()
        assert listener.events[-1] == CoreFailed("bug", "core", "ended by itself")

    live(main)


def test_stopping_while_the_core_is_being_built_ends_it(live: Live) -> None:
    async def main() -> None:
        built = threading.Event()
        core = ScriptedCore()

        async def slow() -> RunningCore:
            await anyio.to_thread.run_sync(built.wait)
            return core

        _, thread = started(slow, Listener())
        stopping = asyncio.ensure_future(thread.stop())
        await asyncio.sleep(0)
        built.set()
        async with asyncio.timeout(LIMIT_S):
            await stopping

    live(main)


def test_a_core_that_does_not_stop_is_cancelled(
    live: Live, expected_log: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("did not stop within")
    monkeypatch.setattr(core_thread, "STOP_TIMEOUT_S", 0.05)
    ends: list[str] = []

    class Deaf(ScriptedCore):
        async def run(self) -> None:
            self.tell(CoreStarted())
            try:
                await anyio.sleep_forever()
            finally:
                ends.append("cancelled")

        def stop(self) -> None:
            pass

    async def main() -> None:
        listener = Listener()
        _, thread = started(Deaf().make, listener)
        await listener.until(lambda: bool(listener.events))
        await thread.stop()
        assert ends == ["cancelled"]

    live(main)
