"""One instance runs; later ones hand over their request. Locks and sockets are real, in real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.settings.paths import AppPaths
from app.ui.requests import serve
from app.ui.single_instance import InstanceLock, InstanceServer, NoAnswer, NoAnswerWhy, Request, ask, send, socket_name
from tests.plugins.logs import ExpectLog

ROOT = Path(__file__).resolve().parents[3]

CLAIM = """
import sys
from pathlib import Path
from app.settings.paths import AppPaths
from app.ui.single_instance import InstanceLock
base = Path(sys.argv[1])
paths = AppPaths(base / "config", base / "data", base / "state")
lock = InstanceLock(paths)
print("mine" if lock.claim("show") else "other", flush=True)
sys.stdin.read()
"""

SERVE = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.settings.paths import AppPaths
from app.ui.single_instance import InstanceLock, InstanceServer
base = Path(sys.argv[1])
paths = AppPaths(base / "config", base / "data", base / "state")
app = QCoreApplication([])
lock = InstanceLock(paths)
if not lock.claim("show"):
    print("other", flush=True)
    sys.exit()
def asked(request):
    print(request, flush=True)
    if request == "quit":
        app.quit()
server = InstanceServer(paths, asked)
print("mine", flush=True)
app.exec()
"""


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths(tmp_path / "config", tmp_path / "data", tmp_path / "state")


@contextmanager
def process(code: str, base: Path) -> Generator[subprocess.Popen[str]]:
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(base)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate(timeout=10)


def line_of(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


@pytest.mark.fault("A38")
def test_of_starts_at_the_same_moment_exactly_one_runs_and_learns_of_the_others(tmp_path: Path) -> None:
    with process(SERVE, tmp_path) as one, process(SERVE, tmp_path) as two, process(SERVE, tmp_path) as three:
        answers = {child: line_of(child) for child in (one, two, three)}
        assert sorted(answers.values()) == ["mine", "other", "other"]
        first = next(child for child, answer in answers.items() if answer == "mine")
        assert [line_of(first), line_of(first)] == ["show", "show"]


@pytest.mark.fault("A38")
def test_a_lock_left_by_a_killed_process_does_not_count(tmp_path: Path, paths: AppPaths) -> None:
    with process(CLAIM, tmp_path) as killed:
        assert line_of(killed) == "mine"
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait(10)
    assert (paths.state / "instance.lock").exists()
    lock = InstanceLock(paths)
    assert lock.claim(Request.SHOW)
    lock.release()


def test_a_state_folder_that_cannot_be_made_costs_the_lock_and_not_the_start(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("no lock for a single instance")
    (tmp_path / "state").write_text("in the way", encoding="utf-8")
    paths = AppPaths(tmp_path / "config", tmp_path / "data", tmp_path / "state" / "voxnotch")
    assert InstanceLock(paths).claim(Request.SHOW)


@pytest.mark.fault("A38")
def test_a_socket_left_by_a_killed_process_is_taken_over(tmp_path: Path, paths: AppPaths) -> None:
    for _ in range(2):
        with process(SERVE, tmp_path) as server:
            assert line_of(server) == "mine"
            assert send(paths, "toggle")
            assert line_of(server) == "toggle"


def test_nobody_there_is_told(paths: AppPaths) -> None:
    assert not send(paths, "show")


def test_an_unknown_request_is_refused(tmp_path: Path, paths: AppPaths) -> None:
    with process(SERVE, tmp_path) as server:
        assert line_of(server) == "mine"
        assert not send(paths, "format-disk")
        assert send(paths, "quit")
        assert line_of(server) == "quit"


@pytest.mark.parametrize("line", [b"nonsense\n", b"[1]\n", b'{"request": 3}\n', b"\xff\xfe\n", b"[" * 4000 + b"\n"])
def test_nonsense_is_answered_and_nothing_done(qtbot: QtBot, paths: AppPaths, line: bytes) -> None:
    paths.state.mkdir(parents=True)
    asked: list[Request] = []
    server = InstanceServer(paths, asked.append)
    socket = QLocalSocket()
    socket.connectToServer(socket_name(paths))
    assert socket.waitForConnected(5000)
    socket.write(line)
    qtbot.waitUntil(socket.canReadLine, timeout=5000)
    assert json.loads(bytes(socket.readLine().data())) == {"ok": False}
    assert asked == []
    server.close()


@pytest.mark.parametrize("path", ["/a\0b", "/\ud800", "relative"])
def test_a_path_that_no_file_system_has_is_refused(qtbot: QtBot, paths: AppPaths, path: str) -> None:
    paths.state.mkdir(parents=True)
    opened: list[str] = []
    server = InstanceServer(paths, lambda _: None, on_path=opened.append)
    socket = QLocalSocket()
    socket.connectToServer(socket_name(paths))
    assert socket.waitForConnected(5000)
    socket.write(json.dumps({"open": path}).encode() + b"\n")
    qtbot.waitUntil(socket.canReadLine, timeout=5000)
    assert json.loads(bytes(socket.readLine().data())) == {"ok": False}
    assert opened == []
    server.close()


def test_the_end_cuts_off_who_is_still_connected(qtbot: QtBot, paths: AppPaths) -> None:
    paths.state.mkdir(parents=True)
    server = InstanceServer(paths, lambda _: None)
    sockets = [QLocalSocket() for _ in range(5)]
    for one in sockets:
        one.connectToServer(socket_name(paths))
        assert one.waitForConnected(5000)
    qtbot.waitUntil(lambda: len(server.findChildren(QLocalSocket)) == len(sockets), timeout=5000)
    server.close()
    gone = QLocalSocket.LocalSocketState.UnconnectedState
    qtbot.waitUntil(lambda: all(one.state() is gone for one in sockets), timeout=5000)
    qtbot.waitUntil(lambda: server.findChildren(QLocalSocket) == [], timeout=5000)


def test_nothing_is_said_to_a_socket_of_somebody_else(
    qtbot: QtBot, paths: AppPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert qtbot
    paths.state.mkdir(parents=True)
    server = InstanceServer(paths, lambda _: None)
    monkeypatch.setattr(os, "getuid", lambda: Path(socket_name(paths)).stat().st_uid + 1)
    with pytest.raises(NoAnswer) as raised:
        ask(paths, {"request": "show"})
    assert raised.value.why is NoAnswerWhy.NOT_RUNNING
    assert server.findChildren(QLocalSocket) == []
    server.close()


def test_only_this_person_may_ask(qtbot: QtBot, paths: AppPaths) -> None:
    assert qtbot
    paths.state.mkdir(parents=True)
    server = InstanceServer(paths, lambda _: None)
    assert Path(socket_name(paths)).stat().st_mode & 0o077 == 0
    server.close()


def test_a_deep_folder_gets_a_short_socket_of_its_own(tmp_path: Path) -> None:
    deep, deeper = tmp_path / ("x" * 120), tmp_path / ("y" * 120)
    names = {socket_name(AppPaths(base, base, base)) for base in (deep, deeper)}
    assert len(names) == 2
    assert all(len(name.encode()) <= 100 for name in names)


def test_each_request_becomes_what_it_says() -> None:
    done: list[str] = []
    for request in Request:
        serve(
            request,
            submit=lambda command: done.append(type(command).__name__),
            listening=False,
            open_window=lambda: done.append("window"),
            quit_app=lambda: done.append("quit"),
        )
    assert done == [
        "window", "StartTurn", "StopTurn", "StartTurn", "CancelTurn", "UndoInsertion", "PasteTurn", "quit",
    ]  # fmt: skip


def test_toggle_stops_what_listens() -> None:
    done: list[str] = []
    serve(
        Request.TOGGLE,
        submit=lambda command: done.append(type(command).__name__),
        listening=True,
        open_window=lambda: None,
        quit_app=lambda: None,
    )
    assert done == ["StopTurn"]
