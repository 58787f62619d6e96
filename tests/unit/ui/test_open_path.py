"""Opening a folder or file with Voxnotch, at the first start or by a second one that hands it over. Real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.settings.paths import AppPaths
from app.ui.bundled import bundled_integrations
from app.ui.single_instance import InstanceServer, send, send_path, socket_name
from tests.plugins.logs import ExpectLog

ROOT = Path(__file__).resolve().parents[3]

FIRST = """
import sys
from pathlib import Path
from app.domain.messages import PlanInstall
from app.settings.paths import find_paths
from app.ui import qt_app
from tests.unit.ui.scripted_core import ScriptedCore
class Core(ScriptedCore):
    def submit(self, command):
        super().submit(command)
        if isinstance(command, PlanInstall):
            print(command.source.kind.value, command.source.location, flush=True)
core = Core()
sys.exit(qt_app.run(find_paths(), open_path=Path(sys.argv[1]), make_core=core.make))
"""

LIMIT_S = 30
"""A start of Qt on a busy machine takes seconds."""


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    folders = AppPaths(tmp_path / "config", tmp_path / "data", tmp_path / "state")
    folders.state.mkdir(parents=True)
    return folders


@pytest.mark.slow
def test_a_folder_opened_at_the_start_and_a_file_opened_later_are_both_planned(tmp_path: Path) -> None:
    folder, packed = tmp_path / "my folder", tmp_path / "packed.mcpb"
    folder.mkdir()
    packed.write_bytes(b"PK")
    home = tmp_path / "home"
    env = {
        **os.environ,
        "VOXNOTCH_HOME": str(home),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(ROOT),
    }
    first = subprocess.Popen(
        [sys.executable, "-c", FIRST, str(folder)], cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE
    )
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == f"folder {folder}\n"
        second = subprocess.run(
            [sys.executable, "-m", "app", "run", packed.name],
            cwd=tmp_path, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False,
        )  # fmt: skip
        assert (second.returncode, second.stderr) == (0, "")
        assert first.stdout.readline() == f"packed {packed}\n"
        quit_ = subprocess.run(
            [sys.executable, "-m", "app", "run", "--quit"],
            cwd=ROOT, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False,
        )  # fmt: skip
        assert quit_.returncode == 0
        assert first.wait(LIMIT_S) == 0
    finally:
        first.kill()
        first.communicate(timeout=LIMIT_S)


def test_a_path_that_is_not_there_is_refused_before_anything_starts(tmp_path: Path) -> None:
    env = {**os.environ, "VOXNOTCH_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "app", "run", str(tmp_path / "gone")],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "does not exist" in done.stderr


@pytest.mark.parametrize(
    ("message", "taken"),
    [
        ({"open": "/somewhere/else"}, True),
        ({"open": "relative"}, False),
        ({"open": 3}, False),
        ({"open": "/" + "x" * 4000}, True),
        ({"request": "show", "open": "/somewhere/else"}, True),
    ],
)
def test_only_a_whole_path_is_taken_over(
    qtbot: QtBot, paths: AppPaths, message: dict[str, object], *, taken: bool
) -> None:
    opened: list[str] = []
    server = InstanceServer(paths, lambda _: None, on_path=opened.append)
    socket = QLocalSocket()
    socket.connectToServer(socket_name(paths))
    assert socket.waitForConnected(5000)
    socket.write(json.dumps(message).encode() + b"\n")
    qtbot.waitUntil(socket.canReadLine, timeout=5000)
    assert json.loads(bytes(socket.readLine().data())) == {"ok": taken}
    assert opened == ([message["open"]] if taken and "request" not in message else [])
    server.close()


def test_a_path_that_nobody_takes_is_told(paths: AppPaths) -> None:
    assert not send_path(paths, Path("/somewhere"))
    assert not send(paths, "show")


def test_bundled_integrations_are_named_and_a_broken_one_is_left_out(tmp_path: Path, expected_log: ExpectLog) -> None:
    for name, text in {
        "b": '{"id": "com.example.b", "name": "beta", "summary": "Two.", "icon": "icon.png"}',
        "a": '{"id": "com.example.a", "name": "Alpha", "summary": "One."}',
        "broken": "{",
        "list": "[]",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "voiceos.integration.json").write_text(text, encoding="utf-8")
    expected_log("a bundled integration cannot be offered: broken")
    expected_log("a bundled integration cannot be offered: list")
    found = bundled_integrations(tmp_path)
    assert [(one.name, one.summary, one.folder) for one in found] == [
        ("Alpha", "One.", str(tmp_path / "a")),
        ("beta", "Two.", str(tmp_path / "b")),
    ]
    assert found[1].icon_url.endswith("/b/icon.png")


def test_the_four_integrations_that_come_with_voxnotch_can_be_offered() -> None:
    names = [one.name for one in bundled_integrations(ROOT / "resources" / "integrations")]
    assert names == ["Clock", "Desk", "Notes", "Showcase"]
