"""A real keyboard that goes mad: a real X server, real grabs, the whole runtime behind them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import anyio
import pytest
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.domain.messages import HotkeyAction, StageChanged
from app.domain.turn import Stage
from app.platform.x11.connection import XThread
from app.platform.x11.hotkeys import X11Hotkeys
from app.runtime import delivery
from tests.journeys.pilot import Pilot, flying
from tests.journeys.storm import check_story

pytestmark = [pytest.mark.anyio, pytest.mark.long]

PRESSES = 200


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    with VirtualDisplay(tmp_path_factory.mktemp("display"), window_manager=False) as started:
        yield started


async def press(display: VirtualDisplay, *arguments: str) -> None:
    await anyio.run_process(["xdotool", *arguments], env=display.env)


async def at_rest(pilot: Pilot) -> None:
    """Wait until no take runs, and none starts from a press that still waits in the queue."""
    with anyio.fail_after(10):
        quiet = 0
        while quiet < 10:
            stages = pilot.told(StageChanged)
            quiet = quiet + 1 if not stages or stages[-1].stage is Stage.IDLE else 0
            await asyncio.sleep(0.02)


def held_keys(display: VirtualDisplay) -> int:
    x = Display(display.env["DISPLAY"])
    try:
        keys = bytes(x.query_keymap())
        return sum(each.bit_count() for each in keys)
    finally:
        x.close()


@pytest.mark.fault("A01", "A02")
@pytest.mark.parametrize("mode", ["hold", "toggle", "tap-or-hold", "double-tap"])
async def test_two_hundred_presses_in_five_seconds_leave_the_keys_as_they_were(
    display: VirtualDisplay, tmp_path: Path, mode: str
) -> None:
    hotkeys = X11Hotkeys(XThread("storm", display.env["DISPLAY"]))
    with patch("tests.journeys.pilot.FakeHotkeys", return_value=hotkeys), patch.object(delivery, "QUIET_S", 0.001):
        async with flying(tmp_path, "words") as pilot:
            await pilot.change(hotkeys__mode=mode, hotkeys__dictate="f9", audio__other_sound="pause")
            pilot.media.playing = {"player": True}
            pilot.now_s = 0.0  # takes end by stops, never by the age of what was heard
            async with anyio.create_task_group() as group:
                group.start_soon(press, display, "key", "--delay", "24", "--repeat", str(PRESSES), "F9")
                for _ in range(PRESSES // 4):
                    pilot.say(0.5)
                    await asyncio.sleep(0.1)
            await press(display, "keydown", "F9", "sleep", "1.0", "keyup", "F9")
            await asyncio.sleep(0.2)
            if pilot.told(StageChanged)[-1].stage is not Stage.IDLE:
                await press(display, "key", "--delay", "5", "F9")
            await at_rest(pilot)
            await pilot.until(lambda: HotkeyAction.CANCEL not in hotkeys._wanted)
            assert HotkeyAction.LOCK not in hotkeys._wanted
            assert hotkeys._down == {}
            assert pilot.media.playing == {"player": True}
            assert held_keys(display) == 0
            begun = {told.turn_id for told in pilot.told(StageChanged)} - {None}
            assert len(begun) > 5
    check_story(pilot, ended=True)
