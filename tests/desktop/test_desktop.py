"""The X11 desktop: monitors, panels, full-screen windows, focus; on a real server with openbox."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace

import anyio
import anyio.to_thread
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import DisplayUnavailable
from app.domain.messages import DesktopState, OutputArea
from app.domain.turn import NO_TARGET
from app.platform.x11.connection import XThread
from app.platform.x11.desktop import X11Desktop
from app.platform.x11.windows import X11FrontmostApp
from tests.fixtures.x11_windows import Windows
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

LEFT = OutputArea("left", 0, 0, 640, 800, is_primary=True)
RIGHT = OutputArea("right", 640, 0, 640, 800)


@pytest.fixture(scope="module")
def two_monitors(display: VirtualDisplay) -> VirtualDisplay:
    """A screen of 1280 by 800 that is two monitors side by side."""
    display.run("xrandr", "--setmonitor", "*left", "640/150x800/200+0+0", "screen")
    display.run("xrandr", "--setmonitor", "right", "640/150x800/200+640+0", "none")
    return display


@pytest.fixture
def thread(two_monitors: VirtualDisplay) -> Iterator[XThread]:
    started = XThread("windows", two_monitors.env["DISPLAY"])
    yield started
    started.close()


@pytest.fixture
def windows(two_monitors: VirtualDisplay) -> Iterator[Windows]:
    made = Windows(two_monitors)
    yield made
    made.close()


class Watch:
    """Collects what ``watch`` tells and waits for a state."""

    def __init__(self, desktop: X11Desktop) -> None:
        self.desktop = desktop
        self.told: list[DesktopState] = []
        self._news = anyio.Event()

    def hear(self, state: DesktopState) -> None:
        self.told.append(state)
        self._news.set()
        self._news = anyio.Event()

    async def until(self, fits: Callable[[DesktopState], bool]) -> DesktopState:
        with anyio.fail_after(10):
            while not self.told or not fits(self.told[-1]):
                await self._news.wait()
        return self.told[-1]


@pytest.fixture
async def watch(thread: XThread) -> AsyncIterator[Watch]:
    desktop = X11Desktop(thread)
    watch = Watch(desktop)
    watch.hear(await desktop.state())
    async with anyio.create_task_group() as group:
        group.start_soon(desktop.watch, watch.hear)
        await anyio.wait_all_tasks_blocked()
        await desktop.state()  # comes after the watch has begun on the same thread
        yield watch
        group.cancel_scope.cancel()


def full(state: DesktopState) -> set[str]:
    return {output.name for output in state.outputs if output.full_screen}


def panels(state: DesktopState) -> dict[str, int]:
    return {output.name: output.panel_top for output in state.outputs}


async def run(display: VirtualDisplay, *command: str) -> None:
    await anyio.to_thread.run_sync(lambda: display.run(*command))


async def test_monitors_are_told_with_their_place_and_the_primary_one(thread: XThread) -> None:
    state = await X11Desktop(thread).state()
    assert state.outputs == (LEFT, RIGHT)
    assert not state.composited


async def test_the_pointer_tells_its_monitor_on_demand(two_monitors: VirtualDisplay, thread: XThread) -> None:
    desktop = X11Desktop(thread)
    for x, name in ((100, "left"), (1000, "right")):
        await run(two_monitors, "xdotool", "mousemove", str(x), "400")
        assert (await desktop.state()).pointer_output == name


async def test_the_focused_window_tells_its_monitor(watch: Watch, windows: Windows) -> None:
    first = await windows.open(geometry=[700, 100, 300, 200], map=True)
    await watch.until(lambda state: state.focus_output == "right")
    await windows.open(geometry=[100, 100, 300, 200], map=True)
    await watch.until(lambda state: state.focus_output == "left")
    assert first.window_id


@pytest.mark.fault("A44")
async def test_a_full_screen_window_is_told_and_its_end_too(watch: Watch, windows: Windows) -> None:
    window = await windows.open(geometry=[700, 100, 300, 200], map=True)
    await watch.until(lambda state: state.focus_output == "right")
    await window.obey(state="FULLSCREEN")
    await watch.until(lambda state: full(state) != set())
    await window.obey(no_state="FULLSCREEN")
    await watch.until(lambda state: full(state) == set())


@pytest.mark.fault("A44")
async def test_a_window_that_merely_fills_one_monitor_counts(watch: Watch, windows: Windows) -> None:
    window = await windows.open(decorated=False, geometry=[640, 0, 640, 800], map=True)
    await watch.until(lambda state: full(state) == {"right"})
    window.close()
    await watch.until(lambda state: full(state) == set())


@pytest.mark.fault("A44")
async def test_a_window_on_another_desktop_or_hidden_covers_nothing(
    two_monitors: VirtualDisplay, watch: Watch, windows: Windows
) -> None:
    window = await windows.open(decorated=False, geometry=[640, 0, 640, 800], map=True)
    await watch.until(lambda state: full(state) == {"right"})
    await run(two_monitors, "wmctrl", "-s", "1")
    await watch.until(lambda state: full(state) == set())
    await run(two_monitors, "wmctrl", "-s", "0")
    await watch.until(lambda state: full(state) == {"right"})
    await run(two_monitors, "xdotool", "windowminimize", str(window.window_id))
    await watch.until(lambda state: full(state) == set())


@pytest.mark.parametrize("kind", ["DESKTOP", "DOCK"])
async def test_backgrounds_and_panels_of_screen_size_cover_nothing(
    thread: XThread, windows: Windows, kind: str
) -> None:
    await windows.open(type=kind, geometry=[640, 0, 640, 800], map=True)
    assert full(await X11Desktop(thread).state()) == set()


async def test_windows_of_this_process_cover_nothing(watch: Watch, windows: Windows) -> None:
    window = await windows.open(pid=os.getpid(), decorated=False, geometry=[640, 0, 640, 800], map=True)
    await watch.until(lambda state: state.focus_output == "right")
    assert full(watch.told[-1]) == set()
    front = await X11FrontmostApp(watch.desktop._thread).current()
    assert (front.window_id, front.pid) == (window.window_id, os.getpid())


async def test_a_panel_reserves_its_height_on_its_own_monitor(watch: Watch, windows: Windows) -> None:
    panel = await windows.open(type="DOCK", strut_top=[30, 0, 639], geometry=[0, 0, 640, 30], map=True)
    await watch.until(lambda state: panels(state) == {"left": 30, "right": 0})
    await panel.obey(strut_top=[44, 0, 639])
    await watch.until(lambda state: panels(state) == {"left": 44, "right": 0})
    panel.close()
    await watch.until(lambda state: panels(state) == {"left": 0, "right": 0})


async def test_a_monitor_that_comes_or_goes_is_told(two_monitors: VirtualDisplay, watch: Watch) -> None:
    await run(two_monitors, "xrandr", "--delmonitor", "right")
    await watch.until(lambda state: state.outputs == (LEFT,))
    await run(two_monitors, "xrandr", "--setmonitor", "right", "640/150x800/200+640+0", "none")
    await watch.until(lambda state: state.outputs == (LEFT, RIGHT))


async def test_what_changes_nothing_is_not_told(watch: Watch, windows: Windows) -> None:
    window = await windows.open(geometry=[700, 100, 300, 200], map=True)
    state = await watch.until(lambda state: state.focus_output == "right")
    await window.obey(title="other words")
    await window.obey(geometry=[720, 100, 300, 200])
    panel = await windows.open(type="DOCK", strut_top=[30, 0, 639], geometry=[0, 0, 640, 30], map=True)
    after = await watch.until(lambda state: panels(state)["left"] == 30)
    assert watch.told[-2] == state
    assert after == replace(state, outputs=(replace(LEFT, panel_top=30), RIGHT))
    panel.close()


async def test_a_compositor_is_noticed(new_display: Callable[..., VirtualDisplay]) -> None:
    display = new_display(compositor=True)
    thread = XThread("windows", display.env["DISPLAY"])
    try:
        assert (await X11Desktop(thread).state()).composited
    finally:
        thread.close()


async def test_without_a_window_manager_the_screen_and_its_windows_are_still_known(
    new_display: Callable[..., VirtualDisplay],
) -> None:
    display = new_display(window_manager=False)
    windows = Windows(display)
    thread = XThread("windows", display.env["DISPLAY"])
    try:
        state = await X11Desktop(thread).state()
        assert [(output.width, output.height) for output in state.outputs] == [display.size]
        assert (state.focus_output, full(state)) == ("", set())
        assert await X11FrontmostApp(thread).current() == NO_TARGET
        window = await windows.open(geometry=[0, 0, 1280, 800], map=True, **{"class": "Game"})
        await run(display, "xdotool", "windowfocus", "--sync", str(window.window_id))
        target = await X11FrontmostApp(thread).current()
        assert (target.window_id, target.app_id) == (window.window_id, "Game")
        assert full(await X11Desktop(thread).state()) == {state.outputs[0].name}
    finally:
        windows.close()
        thread.close()


async def test_a_watch_ends_when_the_display_goes_away(
    new_display: Callable[..., VirtualDisplay], expected_log: ExpectLog
) -> None:
    expected_log("the display is gone")
    display = new_display(window_manager=False)
    thread = XThread("windows", display.env["DISPLAY"])
    desktop = X11Desktop(thread)
    try:
        async with anyio.create_task_group() as group:

            async def watch_to_the_end() -> None:
                with anyio.fail_after(5), pytest.raises(DisplayUnavailable):
                    await desktop.watch(lambda _: None)

            group.start_soon(watch_to_the_end)
            await anyio.wait_all_tasks_blocked()
            await desktop.state()
            await anyio.to_thread.run_sync(display.close)
    finally:
        thread.close()


async def test_the_front_window_is_told_with_program_title_and_process(
    two_monitors: VirtualDisplay, watch: Watch, windows: Windows
) -> None:
    window = await windows.open(
        geometry=[700, 100, 300, 200], pid=4711, title="Brief — Café", map=True, **{"class": "Editor"}
    )
    await watch.until(lambda state: state.focus_output == "right")
    target = await X11FrontmostApp(watch.desktop._thread).current()
    assert (target.window_id, target.app_id, target.title, target.pid) == (
        window.window_id, "Editor", "Brief — Café", 4711,
    )  # fmt: skip
    assert target.focus_id == window.window_id


@pytest.mark.parametrize("pid", [0, 2**31])
async def test_an_impossible_process_id_is_unknown(watch: Watch, windows: Windows, pid: int) -> None:
    await windows.open(geometry=[700, 100, 300, 200], pid=pid, map=True)
    await watch.until(lambda state: state.focus_output == "right")
    target = await X11FrontmostApp(watch.desktop._thread).current()
    assert (target.pid, target.app_id, target.title) == (None, "", "")
