"""What every ``Desktop`` keeps: X11 with openbox, and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Protocol

import anyio
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.domain.messages import DesktopState
from app.platform.fakes import FakeDesktop
from app.platform.placement import choose_output
from app.platform.ports import Desktop
from app.platform.x11.connection import XThread
from app.platform.x11.desktop import X11Desktop
from tests.fixtures.x11_windows import Window, Windows

pytestmark = pytest.mark.anyio


class Scene(Protocol):
    desktop: Desktop

    async def set_panel(self, height: int) -> None:
        """Reserve so much at the top of the only monitor."""
        ...


class FakeScene:
    def __init__(self) -> None:
        self._fake = FakeDesktop()
        self.desktop: Desktop = self._fake

    async def set_panel(self, height: int) -> None:
        state = await self._fake.state()
        self._fake.become(replace(state, outputs=(replace(state.outputs[0], panel_top=height),)))


class X11Scene:
    def __init__(self, thread: XThread, panel: Window) -> None:
        self._panel = panel
        self.desktop: Desktop = X11Desktop(thread)

    async def set_panel(self, height: int) -> None:
        await self._panel.obey(strut_top=[height, 0, 1279])


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
    windows = Windows(display)
    panel = await windows.open(type="DOCK", strut_top=[0, 0, 0], geometry=[0, 0, 1280, 20], map=True)
    yield X11Scene(thread, panel)
    windows.close()
    thread.close()


class Ear:
    """Hears one watch."""

    def __init__(self) -> None:
        self.heights: list[int] = []
        self._news = anyio.Event()

    def hear(self, state: DesktopState) -> None:
        self.heights.append(state.outputs[0].panel_top)
        self._news.set()
        self._news = anyio.Event()

    async def until(self, height: int) -> None:
        with anyio.fail_after(10):
            while height not in self.heights:
                await self._news.wait()


async def begun(desktop: Desktop) -> None:
    """Wait until a watch that was just started is under way."""
    await anyio.wait_all_tasks_blocked()
    await desktop.state()


async def test_there_is_a_monitor_for_every_rule(scene: Scene) -> None:
    state = await scene.desktop.state()
    assert len(state.outputs) == 1
    assert state.pointer_output == state.outputs[0].name
    for rule in ("pointer", "focus", "primary", "no such monitor"):
        assert choose_output(state, rule) == state.outputs[0]


async def test_each_change_is_told_and_seen_on_demand(scene: Scene) -> None:
    ear = Ear()
    async with anyio.create_task_group() as group:
        group.start_soon(scene.desktop.watch, ear.hear)
        await begun(scene.desktop)
        await scene.set_panel(24)
        await ear.until(24)
        assert (await scene.desktop.state()).outputs[0].panel_top == 24
        await scene.set_panel(32)
        await ear.until(32)
        group.cancel_scope.cancel()
    assert ear.heights == [24, 32]


async def test_two_may_watch_and_one_that_stopped_hears_no_more(scene: Scene) -> None:
    first, second = Ear(), Ear()
    async with anyio.create_task_group() as group:
        with anyio.CancelScope() as first_scope:
            async with anyio.create_task_group() as inner:
                inner.start_soon(scene.desktop.watch, first.hear)
                group.start_soon(scene.desktop.watch, second.hear)
                await begun(scene.desktop)
                await scene.set_panel(24)
                await first.until(24)
                await second.until(24)
                first_scope.cancel()
        await scene.set_panel(32)
        await second.until(32)
        group.cancel_scope.cancel()
    assert first.heights == [24]
