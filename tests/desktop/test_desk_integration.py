"""The bundled Desk against a real display, sound server and message bus, as a real process over real pipes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pulsectl
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until
from tests.fixtures.clipboard_programs import copy_with_xclip, xclip
from tests.fixtures.integrations.folders import bundled
from tests.fixtures.integrations.talker import Talker
from tests.fixtures.other_sound import OtherSound
from tests.unit.integrations_bundled.cards import good_card, kinds

Start = Callable[..., Talker]
PATIENCE_S = 10.0


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start Desk with the variables of some desktop and a home folder of its own."""
    with ExitStack() as stack:

        def begin(**env: str) -> Talker:
            home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share"), "XDG_CONFIG_HOME": str(tmp_path)}
            argv = [sys.executable, "server.py"]
            return stack.enter_context(Talker(bundled("desk"), env={**home, **env}, argv=argv))

        yield begin


@pytest.fixture
def note_taker(tmp_path: Path) -> Path:
    """An application that handles web pages by writing down what it was given and its process, and stays."""
    written = tmp_path / "opened"
    program = tmp_path / "note-taker"
    lines = ["#!/bin/sh", "PATH=/usr/bin:/bin", f"printf '%s\\n' $$ \"$@\" > '{written}.part'"]
    program.write_text("\n".join([*lines, f"mv '{written}.part' '{written}'", "exec sleep 60", ""]))
    program.chmod(0o755)
    folder = tmp_path / "share" / "applications"
    folder.mkdir(parents=True)
    (folder / "note-taker.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Note Taker\nExec={program} %u\nMimeType=x-scheme-handler/https;\n"
    )
    (tmp_path / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=note-taker.desktop\n")
    return written


def opened(written: Path) -> tuple[int, list[str]]:
    """Return the process that wrote, and its arguments."""
    wait_until(written.exists, timeout_s=PATIENCE_S, what="the opened application")
    process, *arguments = written.read_text().splitlines()
    written.unlink()
    return int(process), arguments


def test_an_opened_application_outlives_the_server(start: Start, note_taker: Path) -> None:
    desk = start()
    told = desk.data("open_app", name="note taker")
    assert (told["status"], told["desktopId"]) == ("opened", "note-taker")
    assert kinds(told) == ["header"]
    process, arguments = opened(note_taker)
    try:
        assert arguments == []
        assert os.getsid(process) != os.getsid(desk.process.pid)
        assert desk.close() == 0
        os.kill(process, 0)
    finally:
        os.kill(process, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("launcher", ["xdg-open", "gio", "failing xdg-open"])
def test_a_web_page_goes_to_the_default_browser(
    start: Start, note_taker: Path, tmp_path: Path, display: VirtualDisplay, launcher: str
) -> None:
    path = os.environ["PATH"]
    if launcher != "xdg-open":
        path = str(tmp_path / "bin")
        (tmp_path / "bin").mkdir()
        gio = shutil.which("gio")
        assert gio is not None
        (tmp_path / "bin" / "gio").symlink_to(gio)
    if launcher == "failing xdg-open":
        (tmp_path / "bin" / "xdg-open").write_text("#!/bin/sh\nexit 3\n")
        (tmp_path / "bin" / "xdg-open").chmod(0o755)
    desk = start(DISPLAY=display.env["DISPLAY"], PATH=path)
    address = "https://example.org/a%20b?c=$HOME&d=`id`;e"
    assert desk.data("open_url", address=address)["address"] == address
    process, arguments = opened(note_taker)
    os.kill(process, signal.SIGKILL)
    assert arguments == [address]


@pytest.mark.anyio
async def test_the_clipboard_is_read_and_written(start: Start, display: VirtualDisplay) -> None:
    desk = start(DISPLAY=display.env["DISPLAY"])
    await copy_with_xclip(display, "Café 日本 🎉\nsecond line".encode(), "UTF8_STRING")
    told = desk.data("get_clipboard")
    assert told["text"] == "Café 日本 🎉\nsecond line"
    assert kinds(told) == ["header", "list"]
    text = "naïve “quotes” 👩‍👩‍👧\n" * 5000
    told = desk.data("set_clipboard", text=text)
    assert told["characters"] == len(text)
    assert kinds(told) == ["header", "list"]
    assert desk.close() == 0
    assert await xclip(display, "-o", "-t", "UTF8_STRING") == text.encode()


@pytest.mark.slow
def test_an_empty_clipboard_and_a_picture_on_it_have_no_text(
    start: Start, new_display: Callable[..., VirtualDisplay]
) -> None:
    display = new_display(window_manager=False)
    desk = start(DISPLAY=display.env["DISPLAY"])
    assert desk.error("get_clipboard") == "There is no text on the clipboard."
    with subprocess.Popen(
        ["xclip", "-selection", "clipboard", "-quiet", "-t", "image/png", "-in", bundled("desk") / "icon.png"],
        env=display.env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as owner:
        try:
            wait_until(lambda: "image/png" in _targets(display), timeout_s=PATIENCE_S, what="a picture")
            assert desk.error("get_clipboard") == "There is no text on the clipboard."
            owner.send_signal(signal.SIGSTOP)
            assert desk.error("get_clipboard") == "xclip gave no answer within 3 s."
        finally:
            owner.kill()


def _targets(display: VirtualDisplay) -> str:
    command = ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"]
    return subprocess.run(command, env=display.env, capture_output=True, text=True, check=False).stdout


@pytest.fixture
def others(tmp_path: Path) -> Iterator[OtherSound]:
    started = OtherSound(tmp_path)
    yield started
    started.close()


def test_the_volume_is_set_changed_and_muted(start: Start, others: OtherSound) -> None:
    desk = start(PULSE_SERVER=others.server)

    def volume() -> tuple[int, bool]:
        with pulsectl.Pulse("look", server=others.server) as pulse:
            server: Any = pulse.server_info()
            sinks: list[Any] = pulse.sink_list()
            sink = next(one for one in sinks if one.name == server.default_sink_name)
            return round(sink.volume.value_flat * 100), bool(sink.mute)

    told = desk.data("set_volume", percent=40)
    assert (told["percent"], told["muted"]) == (40, False)
    assert kinds(told) == ["progress"]
    assert volume() == (40, False)
    assert desk.data("set_volume", change=25)["percent"] == 65
    assert desk.data("set_volume", change=-100)["percent"] == 0
    assert desk.data("set_volume", change=100)["percent"] == 100
    assert desk.data("set_volume", change=10)["percent"] == 100
    assert desk.data("mute_sound")["muted"] is True
    assert volume() == (100, True)
    assert desk.data("get_volume") == {**desk.data("get_volume"), "percent": 100, "muted": True}
    assert desk.data("mute_sound", muted=False)["muted"] is False
    others.sound.control("set-sink-volume", "@DEFAULT_SINK@", "150%")
    assert good_card(desk.data("get_volume")).blocks


@pytest.mark.anyio
async def test_a_media_key_goes_to_the_player_that_plays(start: Start, others: OtherSound) -> None:
    desk = start(DBUS_SESSION_BUS_ADDRESS=others.bus_address)
    told = desk.data("get_media")
    assert told["players"] == []
    assert kinds(told) == ["header"]
    assert desk.error("press_media_key", key="play") == "No media player is running that can be controlled."
    await others.start_player("quiet", "Paused")
    await others.start_player("loud.instance7", "Playing", 'It\'s a "song"', "Another")
    told = desk.data("get_media")
    assert told["players"] == [
        {"player": "loud", "status": "playing", "title": 'It\'s a "song"', "artist": "Ada, Grace"},
        {"player": "quiet", "status": "paused", "title": "", "artist": ""},
    ]
    assert kinds(told) == ["list"]
    assert desk.data("press_media_key", key="next")["player"] == "loud"
    assert desk.data("get_media")["players"][0]["title"] == "Another"
    assert "there is no next title" in desk.error("press_media_key", key="next")
    assert kinds(desk.data("press_media_key", key="play_pause")) == ["header"]
    assert await others.status("loud.instance7") == "Paused"
    assert await others.status("quiet") == "Paused"
    desk.data("press_media_key", key="stop")
    desk.data("press_media_key", key="play")
    assert (await others.status("loud.instance7"), await others.status("quiet")) == ("Stopped", "Playing")
