"""The real application as a process: keys through the X server, sound through a sound server, text in a real editor.

One display, one microphone, one editor and the folders of one person for all, as on a machine that is used for long.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli.virtual.editor import Editor
from app.cli.virtual.processes import Child, wait_until
from app.cli.virtual.sound import VirtualMicrophone
from tests.desktop.application_world import PATIENCE_S, ROOT, SPEECH, World, a_world, finished, mark, right, stage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

END_S = 20.0
"""Bound of an end in order."""
SEED = 20_261_130
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with a_world(tmp_path_factory.mktemp("end to end")) as started:
        yield started


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
        assert world.editor.text().strip() == f"{first['text']} {second['text']}"
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


def test_a_later_start_steers_the_one_that_runs(world: World) -> None:
    application = world.start()
    with application:
        world.editor.focus()
        since = mark(application)
        assert steer(world, "--start") == 0
        stage(application, "listening", since)
        world.hear(application, since)
        world.microphone.play(SPEECH)
        assert steer(world, "--stop") == 0
        text = finished(application, since)["text"]
        assert right(text) >= 0.75
        once = world.editor.text()
        assert once.endswith(f"{text} ")

        assert steer(world) == 0
        wait_until(lambda: "Voxnotch" in world.windows(), timeout_s=PATIENCE_S, what="the window")
        wait_until(
            lambda: "Voxnotch" in world.display.active_title(),
            timeout_s=PATIENCE_S,
            what="the window in front",
        )
        assert steer(world, "--paste-last") == 0
        world.editor.focus()
        wait_until(world.is_changed, timeout_s=PATIENCE_S, what="the text once more")
        assert world.editor.text() == f"{once}{text} "
        since = mark(application)
        assert steer(world, "--undo") == 0
        application.wait_for(
            lambda line: line["event"] == "Notice" and line["code"] == "undone",
            since=since,
            timeout_s=PATIENCE_S,
            what="the undo",
        )
        assert world.editor.text() == once

        since = mark(application)
        assert steer(world, "--toggle") == 0
        stage(application, "listening", since)
        assert steer(world, "--cancel") == 0
        assert finished(application, since)["outcome"] == "cancelled"
        assert steer(world, "--quit") == 0
        assert application.wait(timeout_s=END_S) == 0
    assert steer(world, "--stop") == 1, "nobody runs"


def steer(world: World, *options: str) -> int:
    """Start Voxnotch once more, as a shortcut of the desktop would, and return its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "run", *options],
        env={**world.env, "VOXNOTCH_HOME": str(world.folder / "voxnotch-home")},
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return done.returncode


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
