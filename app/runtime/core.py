"""The core as the outside holds it: run it, send it commands, watch its events.

``run`` lives on the core's own thread and loop; ``submit`` and ``stop`` may be called from any thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import anyio

from app.agent.runner import AgentRunner
from app.domain.errors import AppError
from app.domain.messages import Command, CoreStarted, DesktopChanged, DesktopState, Event, Notice
from app.runtime.agent_lane import AgentLane
from app.runtime.agent_parts import AgentParts
from app.runtime.agent_turns import AgentTurns
from app.runtime.archive import Archive
from app.runtime.coordinator import Coordinator
from app.runtime.delivery import Delivery
from app.runtime.desk import RuntimeDesk
from app.runtime.inputs import Inputs
from app.runtime.inquiries import Inquiries
from app.runtime.integration_parts import BuildIntegrations
from app.runtime.integrations import Integrations
from app.runtime.model_choice import ModelChoice
from app.runtime.model_desk import ModelDesk
from app.runtime.model_shelf import ModelShelf
from app.runtime.parts import Parts
from app.runtime.preferences import Preferences
from app.runtime.routing import RouterParts
from app.runtime.running import Message
from app.runtime.speaking import Speaking
from app.runtime.take_making import TakeMaker
from app.runtime.turn_archive import TurnArchive
from app.settings.file import LoadedSettings
from app.settings.languages import language_of

__all__ = ["Core"]

log = logging.getLogger(__name__)

QUEUE: Final = 256
"""Commands that wait; a person makes a few a second. When it is full further ones are refused and logged."""

RETENTION_PERIOD_S: Final = 6 * 3600.0
SHUTDOWN_TIMEOUT_S: Final = 5.0
"""For putting back sound and closing adapters, and once more for closing the stores."""


class Core:
    """Owns the queue, the parts and every task of the runtime."""

    def __init__(
        self,
        parts: Parts,
        loaded: LoadedSettings,
        *,
        build_integrations: BuildIntegrations,
        agent: AgentParts,
        problems: Sequence[Notice] = (),
    ) -> None:
        """Build the runtime; nothing starts before :meth:`run`. Must be called on the core's loop.

        ``problems`` were met while the parts were built; they are told once the core has started.
        """
        self._problems = problems
        self._parts = parts
        self._observers: list[Callable[[Event], None]] = []
        self._outbox, self._inbox = anyio.create_memory_object_stream[Message](QUEUE)
        self._loop = asyncio.get_running_loop()
        self._stopped = anyio.Event()
        self._preferences = Preferences(loaded, parts.paths, self._emit)
        settings = self._preferences.current
        self._shelf = ModelShelf(parts.recognisers, settings.recognition, self._emit)
        self._inputs = Inputs(parts.microphone, settings.audio, self._emit)
        self._integrations = Integrations(
            build_integrations,
            self._emit,
            settings=lambda: self._preferences.current.integrations,
            language=self._language,
            on_asking=self._on_asking,
            unix_s=parts.clocks.unix_s,
            router=RouterParts(agent.router, agent.router_tools, agent.now, lambda: self._models.is_set),
        )
        self._archive = Archive(parts, self._shelf, self._emit, vocabulary=self._integrations.vocabulary)
        delivery = Delivery(parts.platform, parts.clocks.monotonic_s)
        self._inquiries = Inquiries(self._emit, self._ask_changed, parts.clocks.monotonic_s)
        model_desk = ModelDesk(
            self._integrations.parts.secrets,
            self._emit,
            find_servers=agent.find_servers,
            test=self._test_model,
            monotonic_s=parts.clocks.monotonic_s,
        )
        self._models = ModelChoice(agent.open_model, model_desk.key_of, lambda: self._preferences.current.agent)
        lane = self._make_lane(parts, agent)
        self._desk = RuntimeDesk(
            parts,
            self._emit,
            preferences=self._preferences,
            shelf=self._shelf,
            archive=self._archive,
            inputs=self._inputs,
            delivery=delivery,
            integrations=self._integrations,
            turn_archive=TurnArchive(
                parts.history, parts.turn_calls, parts.threads, parts.takes, self._emit, unix_s=parts.clocks.unix_s
            ),
            model_desk=model_desk,
        )
        self._coordinator = Coordinator(
            parts,
            self._emit,
            preferences=self._preferences,
            shelf=self._shelf,
            desk=self._desk,
            lane=lane,
            takes=TakeMaker(
                parts,
                self._emit,
                preferences=self._preferences,
                shelf=self._shelf,
                delivery=delivery,
                agent=lane.turns,
                vocabulary=self._integrations.vocabulary,
            ),
            is_questioned=lambda: self._integrations.parts.questions.is_asking,
        )

    def _make_lane(self, parts: Parts, agent: AgentParts) -> AgentLane:
        integrations = self._integrations.parts
        speaking = Speaking(parts.narrator, self._emit)
        runner = AgentRunner(
            integrations.registry,
            integrations.executor,
            installed=self._integrations.states,
            router=agent.router,
            router_tools=agent.router_tools,
            choose_model=self._models.current,
            inquirer=self._inquiries,
            emit=self._emit,
            mask_of=integrations.mask_of,
            now=agent.now,
        )
        turns = AgentTurns(
            parts,
            runner,
            speaking,
            self._emit,
            settings=lambda: self._preferences.current,
            language=self._language,
        )
        return AgentLane(
            parts,
            turns,
            self._inquiries,
            speaking,
            self._emit,
            follows_up=lambda: self._preferences.current.agent.follow_up,
            tidy=self._models.tidy,
        )

    def subscribe(self, observer: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``observer`` on the core's thread with each event; it must only post. Returns how to end that."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def _emit(self, event: Event) -> None:
        for observer in tuple(self._observers):
            observer(event)

    def submit(self, command: Command) -> None:
        """Send a command from any thread; one that finds the queue full, or the core gone, is refused and logged."""
        try:
            self._loop.call_soon_threadsafe(self._enqueue, command)
        except RuntimeError:
            log.info("%s came after the end", type(command).__name__)

    def _enqueue(self, command: Command) -> None:
        try:
            self._outbox.send_nowait(command)
        except (anyio.WouldBlock, anyio.ClosedResourceError, anyio.BrokenResourceError):
            log.warning("%s was refused: the queue is full or closed", type(command).__name__)

    def stop(self) -> None:
        """Ask the core to end, from any thread; a take that runs is kept."""
        try:
            self._loop.call_soon_threadsafe(self._stopped.set)
        except RuntimeError:
            log.info("stopped twice")

    async def run(self) -> None:
        """Serve commands until :meth:`stop`; returns when everything is put back and closed."""
        try:
            async with self._inbox, self._outbox, anyio.create_task_group() as tasks:
                self._desk.start(tasks, self._coordinator.use_hotkeys)
                self._integrations.start(tasks)
                await self._start()
                tasks.start_soon(self._coordinator.serve, self._inbox, self._outbox)
                self._desk.spawn(self._watch_desktop)
                self._desk.spawn(self._inputs.follow)
                self._desk.spawn(self._shelf.warm_up)
                self._desk.spawn(self._shelf.unload_when_idle)
                self._desk.spawn(self._apply_retention)
                await self._stopped.wait()
                tasks.cancel_scope.cancel()
        finally:
            await self._close()

    async def _on_asking(self, _asking: bool) -> None:
        await self._tell_asking()

    def _language(self) -> str:
        return language_of(self._preferences.current.general.language)

    async def _test_model(self) -> None:
        await self._models.test()

    def _ask_changed(self) -> None:
        self._desk.spawn(self._tell_asking)

    async def _tell_asking(self) -> None:
        asking = self._integrations.parts.questions.is_asking or self._inquiries.is_open
        await self._coordinator.question_changed(asking=asking)

    async def _start(self) -> None:
        """Put back what a crash left, then say that commands are taken."""
        platform = self._parts.platform
        await platform.media.restore()
        platform.hotkeys.listen(self.submit)
        self._emit(CoreStarted())
        self._emit(platform.report)
        self._preferences.tell()
        self._shelf.tell()
        for problem in self._problems:
            self._emit(problem)
        await self._archive.recover()
        await self._coordinator.bind()
        log.info("the core is ready")

    async def _watch_desktop(self) -> None:
        def tell(state: DesktopState) -> None:
            self._emit(DesktopChanged(state))

        desktop = self._parts.platform.desktop
        try:
            tell(await desktop.state())
            await desktop.watch(tell)
        except AppError as error:
            log.warning("the desktop cannot be watched: %s", error)

    async def _apply_retention(self) -> None:
        while True:
            await self._archive.prune(self._preferences.current.history)
            await self._integrations.prune()
            await anyio.sleep(RETENTION_PERIOD_S)

    async def _close(self) -> None:
        """Close the adapters, all at once, then what they may still write to; none that hangs keeps another open."""
        platform = self._parts.platform
        await self._put_back(
            platform.media.restore,
            platform.hotkeys.close,
            platform.keys.close,
            platform.clipboard.close,
            partial(self._parts.microphone.arm, None),
            self._parts.cues.close,
            self._parts.narrator.close,
            self._models.close,
        )
        await self._put_back(self._parts.close_stores)
        for close in platform.closers:
            close()
        log.info("the core has ended")

    @staticmethod
    async def _put_back(*steps: Callable[[], Awaitable[None]]) -> None:
        async def guarded(step: Callable[[], Awaitable[None]]) -> None:
            try:
                await step()
            except AppError as error:
                log.warning("shutdown: %s", error)
            except Exception:
                # The supervisor of the last steps: a fault in one must not leave the others undone.
                log.exception("shutdown")

        with anyio.move_on_after(SHUTDOWN_TIMEOUT_S, shield=True) as closing:
            async with anyio.create_task_group() as group:
                for step in steps:
                    group.start_soon(guarded, step)
        if closing.cancelled_caught:
            log.warning("shutdown took too long and was cut off")
