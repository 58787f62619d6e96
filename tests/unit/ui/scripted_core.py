"""A core that says what a test tells it to and keeps what it is asked; the fake at the bridge's port."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import anyio

from app.domain.messages import Command, CoreStarted, Event


class ScriptedCore:
    def __init__(self, script: tuple[Event, ...] = (CoreStarted(),)) -> None:
        self.commands: list[Command] = []
        self.thread = ""
        self._script = script
        self._observers: list[Callable[[Event], None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: anyio.Event
        self._stopped = False

    async def make(self) -> ScriptedCore:
        return self

    async def run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = anyio.Event()
        self.thread = threading.current_thread().name
        for event in self._script:
            self.tell(event)
        if not self._stopped:
            await self._ended.wait()

    def tell(self, event: Event) -> None:
        for observer in tuple(self._observers):
            observer(event)

    def submit(self, command: Command) -> None:
        self.commands.append(command)

    def subscribe(self, observer: Callable[[Event], None]) -> Callable[[], None]:
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def stop(self) -> None:
        self._stopped = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._ended.set)
