"""What every ``FrontmostApp`` keeps: X11 with openbox and windows of other processes, and the fake."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

import anyio
import anyio.to_thread
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.domain.turn import NO_TARGET, TargetApp
from app.platform.fakes import FakeFrontmost
from app.platform.ports import FrontmostApp
from app.platform.x11.connection import XThread
from app.platform.x11.windows import X11FrontmostApp
from tests.fixtures.x11_windows import Window, Windows

pytestmark = pytest.mark.anyio


class Scene(Protocol):
    frontmost: FrontmostApp

    async def open(self, app_id: str, *, ours: bool = False) -> int: ...
    async def close_all(self) -> None: ...


class FakeScene:
    def __init__(self) -> None:
        self._fake = FakeFrontmost()
        self._count = 0
        self.frontmost: FrontmostApp = self._fake

    async def open(self, app_id: str, *, ours: bool = False) -> int:
        self._count += 1
        self._fake.target = TargetApp(self._count, app_id, "", pid=os.getpid() if ours else None)
        return self._count

    async def close_all(self) -> None:
        self._fake.target = NO_TARGET


class X11Scene:
    def __init__(self, display: VirtualDisplay, thread: XThread) -> None:
        self._display = display
        self._windows = Windows(display)
        self.frontmost: FrontmostApp = X11FrontmostApp(thread)

    async def open(self, app_id: str, *, ours: bool = False) -> int:
        own = {"pid": os.getpid()} if ours else {}
        window: Window = await self._windows.open(geometry=[50, 50, 200, 100], map=True, **{"class": app_id, **own})
        await self._until_root_says("_NET_ACTIVE_WINDOW", hex(window.window_id))
        return window.window_id

    async def close_all(self) -> None:
        self._windows.close()
        await self._until_root_says("_NET_CLIENT_LIST", "#")

    async def _until_root_says(self, name: str, last_word: str) -> None:
        # xprop looks anew each time: the way to be told is what is under test.
        with anyio.fail_after(10):
            while (await self._root(name))[-1] != last_word:  # noqa: ASYNC110
                await anyio.sleep(0.02)

    async def _root(self, name: str) -> list[str]:
        shown = await anyio.to_thread.run_sync(self._display.run, "xprop", "-root", name)
        return shown.split()


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    with VirtualDisplay(tmp_path_factory.mktemp("display")) as started:
        yield started


@pytest.fixture(params=["x11", "fake"])
async def scene(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    if request.param == "fake":
        yield FakeScene()
        return
    display: VirtualDisplay = request.getfixturevalue("display")
    thread = XThread("windows", display.env["DISPLAY"])
    x11 = X11Scene(display, thread)
    yield x11
    await x11.close_all()
    thread.close()


async def test_without_any_window_there_is_no_target(scene: Scene) -> None:
    assert await scene.frontmost.current() == NO_TARGET


async def test_the_window_that_was_opened_last_is_the_target(scene: Scene) -> None:
    await scene.open("Editor")
    last = await scene.open("Browser")
    target = await scene.frontmost.current()
    assert (target.window_id, target.app_id) == (last, "Browser")


async def test_a_window_of_our_own_is_a_target_that_is_known_by_its_process(scene: Scene) -> None:
    await scene.open("Editor")
    assert (await scene.frontmost.current()).pid != os.getpid()
    last = await scene.open("Voxnotch", ours=True)
    target = await scene.frontmost.current()
    assert (target.window_id, target.pid) == (last, os.getpid())


async def test_when_the_last_window_closes_there_is_no_target(scene: Scene) -> None:
    await scene.open("Editor")
    await scene.close_all()
    assert await scene.frontmost.current() == NO_TARGET
