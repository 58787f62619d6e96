"""Other programs' sound on Linux: crashes, absent servers and what must not be touched."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from app.platform.media import PLAN_NAME, LinuxMedia
from app.platform.mpris_players import find_bus_address
from tests.fixtures.other_sound import OtherSound, run_and_kill
from tests.plugins.logs import ExpectLog

pytestmark = [pytest.mark.anyio, pytest.mark.fault("A40")]

LOWER_PAUSE_AND_DIE = """
import os, signal, sys
import anyio
from pathlib import Path
from app.platform.media import LinuxMedia

async def main():
    media = LinuxMedia(Path(sys.argv[1]), bus_address=sys.argv[2], sound_server=sys.argv[3])
    await media.lower(0.25)
    await media.pause()
    os.kill(os.getpid(), signal.SIGKILL)

anyio.run(main)
"""


@pytest.fixture
def others(tmp_path: Path) -> Iterator[OtherSound]:
    started = OtherSound(tmp_path)
    yield started
    started.close()


def media(others: OtherSound, state: Path) -> LinuxMedia:
    return LinuxMedia(state, bus_address=others.bus_address, sound_server=others.server)


async def test_after_a_kill_the_next_start_puts_sound_and_players_back(others: OtherSound, tmp_path: Path) -> None:
    others.start_stream("music", volume=0.6)
    await others.start_player("song", "Playing")
    run_and_kill(LOWER_PAUSE_AND_DIE, str(tmp_path), others.bus_address, others.server)
    assert others.volumes()["music"] == pytest.approx(0.15, abs=1e-3)
    assert await others.status("song") == "Paused"
    await media(others, tmp_path).restore()
    assert others.volumes()["music"] == pytest.approx(0.6, abs=1e-3)
    assert await others.status("song") == "Playing"
    assert not (tmp_path / PLAN_NAME).exists()


async def test_our_own_streams_keep_their_volume(others: OtherSound, tmp_path: Path) -> None:
    others.start_stream("music")
    others.start_stream("cue", pid=os.getpid())
    await media(others, tmp_path).lower(0.1)
    assert others.volumes() == {"music": pytest.approx(0.1, abs=1e-3), "cue": 1.0}


async def test_a_stream_that_ends_while_lowered_is_loud_again_the_next_time(others: OtherSound, tmp_path: Path) -> None:
    others.sound.control("load-module", "module-stream-restore")
    others.start_stream("music", volume=0.8)
    control = media(others, tmp_path)
    await control.lower(0.25)
    others.end("music")
    await control.restore()
    others.start_stream("music", volume=0.8)
    assert others.volumes()["music"] == pytest.approx(0.8, abs=2e-3)


async def test_nothing_is_changed_when_the_plan_cannot_be_kept(
    others: OtherSound, tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("plan of lowered sound cannot be used")
    expected_log("other sound is left as it is, the plan cannot be kept")
    expected_log("players go on, the plan cannot be kept")
    others.start_stream("music")
    await others.start_player("song", "Playing")
    not_a_folder = tmp_path / "file"
    not_a_folder.write_text("")
    control = media(others, not_a_folder)
    await control.lower(0.25)
    await control.pause()
    assert others.volumes()["music"] == 1.0
    assert await others.status("song") == "Playing"


async def test_a_plan_of_another_server_changes_nothing_and_is_dropped(others: OtherSound, tmp_path: Path) -> None:
    others.start_stream("music", volume=0.5)
    plan = (
        '{"version":1,"streams":[{"server":"1","index":0,"original":[1.0],"lowered":[0.5]}],'
        '"players":[{"bus":"b","name":"org.mpris.MediaPlayer2.song","owner":":1.0"}]}'
    )
    (tmp_path / PLAN_NAME).write_text(plan)
    await media(others, tmp_path).restore()
    assert others.volumes()["music"] == pytest.approx(0.5, abs=1e-3)
    assert not (tmp_path / PLAN_NAME).exists()


@pytest.mark.parametrize("content", ["", "{", '{"version":7}', '{"version":1,"streams":[{"index":"x"}]}', "[]"])
async def test_a_damaged_plan_is_an_empty_one(content: str, tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("plan of lowered sound cannot be used")
    (tmp_path / PLAN_NAME).write_text(content)
    with anyio.fail_after(5):
        await LinuxMedia(tmp_path, bus_address="").restore()


async def test_without_sound_server_and_bus_it_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    control = LinuxMedia(tmp_path, bus_address="", sound_server=f"unix:{tmp_path / 'nothing'}")
    with caplog.at_level(logging.INFO), anyio.fail_after(5):
        for _ in range(3):
            await control.lower(0.5)
            await control.pause()
            await control.restore()
    assert [record.getMessage() for record in caplog.records if record.name == "app.platform.media"] == [
        "other sound is left as it is: sound-server-unavailable: PulseError",
        "other sound is left as it is: session-bus-unavailable: no address",
    ]


async def test_servers_that_stopped_hold_nothing_up_and_what_was_changed_is_put_back_later(
    others: OtherSound, tmp_path: Path
) -> None:
    others.start_stream("music")
    await others.start_player("song", "Playing")
    control = media(others, tmp_path)
    await control.lower(0.25)
    await control.pause()
    others.sound.server.kill(signal.SIGSTOP)
    others.bus_child.kill(signal.SIGSTOP)
    try:
        with anyio.fail_after(8):
            await control.lower(0.5)
            await control.restore()
    finally:
        others.sound.server.kill(signal.SIGCONT)
        others.bus_child.kill(signal.SIGCONT)
    await control.restore()
    assert others.volumes()["music"] == 1.0
    assert await others.status("song") == "Playing"


async def test_restoring_finishes_although_the_run_is_cancelled(others: OtherSound, tmp_path: Path) -> None:
    others.start_stream("music")
    control = media(others, tmp_path)
    with anyio.CancelScope() as scope:
        await control.lower(0.25)
        scope.cancel()
        await control.restore()
    assert others.volumes()["music"] == 1.0


def test_the_session_bus_is_found_by_variable_then_by_socket(others: OtherSound, tmp_path: Path) -> None:
    assert find_bus_address({"DBUS_SESSION_BUS_ADDRESS": "unix:path=x"}) == "unix:path=x"
    assert find_bus_address({"XDG_RUNTIME_DIR": str(tmp_path)}) == others.bus_address
    assert find_bus_address({"XDG_RUNTIME_DIR": str(tmp_path / "none")}) == ""
    assert find_bus_address({}) == ""
