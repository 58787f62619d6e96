"""The real application as a process: keys through the X server, sound through a sound server, text in a real editor.

One display, one microphone and one editor for all; their folder has letters of three scripts and a space in its name
(A34), and so has the application's, which lives on from test to test as on a person's machine.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import wave
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.cli.virtual.application import Application
from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.editor import Editor
from app.cli.virtual.processes import Child, wait_until
from app.cli.virtual.sound import VirtualMicrophone

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

ROOT = Path(__file__).resolve().parents[2]
SPEECH = ROOT / "tests" / "fixtures" / "speech" / "austen-0930.wav"
SPOKEN = "he might even have been made amiable himself"
SETTINGS = {"general": {"onboarded": True}, "hotkeys": {"dictate": "ctrl+alt+space", "mode": "hold"}}
KEYS = ("ctrl", "alt", "space")
PATIENCE_S = 60.0
END_S = 20.0
SEED = 20_261_130
PNG = b"\x89PNG\r\n\x1a\n"


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.casefold())


def right(text: str, spoken: str = SPOKEN) -> float:
    """Return which share of the spoken words stands in ``text``."""
    heard = words(text)
    return sum(word in heard for word in words(spoken)) / len(words(spoken))


class World:
    """A desktop with an editor, and Voxnotch on it when started."""

    def __init__(self, folder: Path, display: VirtualDisplay, microphone: VirtualMicrophone, editor: Editor) -> None:
        self.folder = folder
        self.display = display
        self.microphone = microphone
        self.editor = editor
        self.env = {**microphone.env, "QT_QPA_PLATFORM": "xcb"}
        self.data = folder / "voxnotch-home" / "data"

    def write_settings(self) -> None:
        """Be a person who has been through the first start, which opens the window by itself."""
        config = self.folder / "voxnotch-home" / "config"
        config.mkdir(parents=True)
        (config / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")

    def windows(self) -> str:
        """Return what the window manager lists; it fails while there is no window at all."""
        return self.display.run("sh", "-c", "wmctrl -l || true")

    def start(self, *launcher: str) -> Application:
        """Start it and wait until a take would be recognised at once."""
        application = Application(self.folder, self.env, settings=SETTINGS, launcher=launcher)
        try:
            ready(application)
        except BaseException:
            application.kill()
            application.close()
            raise
        return application

    @contextmanager
    def running(self, *launcher: str) -> Generator[Application]:
        with self.start(*launcher) as application:
            yield application

    @contextmanager
    def held(self) -> Generator[None]:
        self.display.run("xdotool", "keydown", *KEYS)
        try:
            yield
        finally:
            self.display.run("xdotool", "keyup", *reversed(KEYS))

    def hear(self, application: Application, since: int) -> None:
        """Wait until the microphone is open."""
        application.wait_for(
            lambda line: line["event"] == "LevelMeasured", since=since, timeout_s=PATIENCE_S, what="the first sound"
        )

    def dictate(self, application: Application) -> dict[str, Any]:
        """Speak the sentence into the editor and return how the turn ended."""
        self.editor.focus()
        since = mark(application)
        with self.held():
            self.hear(application, since)
            self.microphone.play(SPEECH)
        return finished(application, since)

    def rows(self) -> list[tuple[str, str, str, float, bool]]:
        """Return turn, outcome, text, seconds and whether there is audio, oldest first; Voxnotch has ended."""
        with closing(sqlite3.connect(self.data / "history.sqlite")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return connection.execute(
                "SELECT turn_id, outcome, text, audio_s, has_audio FROM turns WHERE finished ORDER BY id"
            ).fetchall()

    def seconds(self, turn_id: str) -> float:
        """Return the length of a kept take by what is in its file."""
        with wave.open(str(self.data / "takes" / f"{turn_id}.wav")) as file:
            return len(file.readframes(file.getnframes())) / 2 / file.getframerate()


def ready(application: Application) -> None:
    application.wait_for(
        lambda line: line["event"] == "ModelsChanged" and line["loaded"], timeout_s=PATIENCE_S, what="the speech model"
    )


def mark(application: Application) -> int:
    application.poll()
    return len(application.lines)


def finished(application: Application, since: int) -> dict[str, Any]:
    return application.wait_for(
        lambda line: line["event"] == "TurnFinished", since=since, timeout_s=PATIENCE_S, what="the end of the turn"
    )


def stage(application: Application, name: str, since: int) -> dict[str, Any]:
    return application.wait_for(
        lambda line: line["event"] == "StageChanged" and line["stage"] == name,
        since=since,
        timeout_s=PATIENCE_S,
        what=name,
    )


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("end to end") / "Данные тест 会議 é"
    folder.mkdir()
    with (
        VirtualDisplay(folder) as display,
        VirtualMicrophone(folder, base_env=display.env) as microphone,
        Editor(display, folder) as editor,
    ):
        world = World(folder, display, microphone, editor)
        world.write_settings()
        yield world


@pytest.mark.fault("A34", "A06")
def test_a_sentence_lands_from_a_folder_with_letters_of_three_scripts(world: World) -> None:
    with world.running() as application:
        first = world.dictate(application)
        assert "Voxnotch" not in world.windows(), "only the notch shows, which no list of windows holds"
        text = world.editor.text()
        second = world.dictate(application)
        assert first["outcome"] == second["outcome"] == "inserted"
        assert text.strip() == first["text"]
        assert right(first["text"]) >= 0.75, first["text"]
        assert world.editor.text().strip() == first["text"] + second["text"]
    rows = world.rows()
    assert [row[1:3] for row in rows] == [("inserted", first["text"]), ("inserted", second["text"])]
    assert all(world.seconds(row[0]) == pytest.approx(row[3], abs=0.01) for row in rows)
    assert (world.folder / "voxnotch-home" / "state").is_dir()


@pytest.mark.fault("A35")
def test_without_a_route_to_any_network_it_starts_recognises_and_inserts(world: World) -> None:
    with world.running("unshare", "--net", "--map-root-user") as application:
        turn = world.dictate(application)
        assert turn["outcome"] == "inserted"
        assert right(turn["text"]) >= 0.75
        assert world.editor.text().strip().endswith(turn["text"])


@pytest.mark.fault("A19")
def test_a_microphone_unplugged_in_mid_take_delivers_what_was_said(world: World) -> None:
    with world.running() as application:
        world.editor.focus()
        since = mark(application)
        with world.held():
            world.hear(application, since)
            world.microphone.play(SPEECH)
            unplug(world.microphone)
            application.wait_for(
                lambda line: line["event"] == "Notice" and line["code"] == "microphone-lost",
                since=since,
                timeout_s=PATIENCE_S,
                what="the notice",
            )
        turn = finished(application, since)
        plug(world.microphone)
        assert turn["outcome"] == "inserted"
        assert right(turn["text"]) >= 0.75
        assert world.editor.text().strip().endswith(turn["text"])
        assert right(world.dictate(application)["text"]) >= 0.75, "the next take works"


def unplug(microphone: VirtualMicrophone) -> None:
    for line in microphone.control("list", "short", "modules").splitlines():
        if "module-remap-source" in line:
            microphone.control("unload-module", line.split("\t")[0])


def plug(microphone: VirtualMicrophone) -> None:
    microphone.control(
        "load-module", "module-remap-source", "master=vmic_sink.monitor", "source_name=vmic",
        "source_properties=device.description=vmic",
    )  # fmt: skip
    microphone.control("set-default-source", "vmic")


def test_the_request_to_end_in_mid_take_is_obeyed_in_order_and_keeps_the_take(world: World) -> None:
    application = world.start()
    with application:
        since = mark(application)
        with world.held():
            world.hear(application, since)
            world.microphone.play(SPEECH)
            os.kill(application.pid, signal.SIGTERM)
            assert application.wait(timeout_s=END_S) == 0
    turn_id, outcome, _, seconds, has_audio = world.rows()[-1]
    assert (outcome, has_audio) == ("cancelled", True)
    assert seconds >= 3.0
    assert world.seconds(turn_id) == pytest.approx(seconds, abs=0.01)
    assert "Traceback" not in application.log_text()


@pytest.mark.fault("A60")
def test_kills_at_random_points_of_a_take_lose_no_finished_take(world: World) -> None:
    chance = random.Random(SEED)
    taken: list[str] = []
    done: list[dict[str, Any]] = []
    for when in ("listening", "finishing", "listening", "finishing", "listening", "finishing"):
        application = world.start()
        with application:
            world.editor.focus()
            since = mark(application)
            with world.held(), world.microphone.start_playing(SPEECH) as player:
                taken.append(str(stage(application, "listening", since)["turn_id"]))
                world.hear(application, since)
                if when == "finishing":
                    player.wait(timeout_s=PATIENCE_S)
                else:
                    time.sleep(chance.uniform(0.1, 2.0))  # where the kill falls is the input of this test
                    application.kill()
            if when == "finishing":
                stage(application, "finishing", since)
                time.sleep(chance.uniform(0.0, 0.2))  # likewise
                application.kill()
            application.wait(timeout_s=END_S)
            application.poll()
            done += [line for line in application.lines if line["event"] == "TurnFinished"]
    with world.running() as application:
        application.wait_for(
            lambda line: line["event"] == "HotkeyProblems" or (line["event"] == "ModelsChanged" and line["loaded"]),
            timeout_s=PATIENCE_S,
            what="the next start",
        )
    rows = {row[0]: row for row in world.rows()}
    for turn_id in taken:
        assert turn_id in rows, "a take is gone"
        _, outcome, text, seconds, has_audio = rows[turn_id]
        ended = [line for line in done if line["turn_id"] == turn_id]
        assert has_audio
        assert world.seconds(turn_id) == pytest.approx(seconds, abs=0.01)
        assert (outcome, text) == (ended[0]["outcome"], ended[0]["text"]) if ended else outcome in {
            "recovered", "inserted", "shown",
        }  # fmt: skip
    assert sum(rows[turn_id][1] == "recovered" for turn_id in taken) >= 3


@pytest.mark.fault("A38")
def test_of_two_starts_at_once_one_runs_and_is_raised_by_the_other_also_after_a_kill(world: World) -> None:
    env = {**world.env, "VOXNOTCH_HOME": str(world.folder / "voxnotch-home")}
    for attempt in ("at first", "after a kill"):
        logs = [world.folder / f"{attempt} {number}.log" for number in (1, 2)]
        command = [sys.executable, "-m", "app", "run"]
        both = [Child(command, env={**env, "PYTHONPATH": str(ROOT)}, log=log) for log in logs]
        try:
            wait_until(
                lambda both=both: sum(child.running for child in both) == 1, timeout_s=PATIENCE_S, what="one of two"
            )
            first = next(child for child in both if child.running)
            second = next(child for child in both if child is not first)
            assert second.wait(timeout_s=END_S) == 0, second.log_text()
            wait_until(lambda: "Voxnotch" in world.windows(), timeout_s=PATIENCE_S, what="the window")
            assert first.running
            if attempt == "after a kill":
                first.kill(signal.SIGTERM)
                assert first.wait(timeout_s=END_S) == 0, first.log_text()
        finally:
            for child in both:
                child.kill()
                child.wait(timeout_s=END_S)
        wait_until(lambda: "Voxnotch" not in world.windows(), timeout_s=PATIENCE_S, what="the window's end")


def test_the_demo_shows_the_main_job_in_pictures(tmp_path: Path) -> None:
    out = tmp_path / "demo out"
    done = subprocess.run(
        [sys.executable, "-m", "app", "demo", "--json", "--out", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    told = json.loads(done.stdout)
    assert set(told) == {
        "ok", "transcript", "inserted", "target_app", "clipboard_restored", "release_to_text_ms",
        "release_to_paste_ms", "first_frame_ms", "states", "pictures",
    }  # fmt: skip
    assert told["ok"] is True
    assert told["inserted"] == told["transcript"]
    assert right(told["inserted"]) >= 0.75
    assert told["target_app"] == Editor.app_id
    assert told["clipboard_restored"] is True
    assert 0 < told["release_to_text_ms"] <= told["release_to_paste_ms"]
    assert told["first_frame_ms"] > 0
    assert {"idle", "listening", "finishing", "said", "card", "error"} <= set(told["states"])
    pictures = [Path(picture) for picture in told["pictures"]]
    assert {picture.stem for picture in pictures} >= {"idle", "listening", "finishing", "said", "card", "error", "film"}
    assert all(picture.read_bytes().startswith(PNG) for picture in pictures)
    assert len({picture.read_bytes() for picture in pictures}) == len(pictures), "each state looks different"
