"""The rules that every test obeys can fail: each kind of offence is committed once, in a run of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

OFFENCES = """
import asyncio, logging, socket, threading, time, warnings
import pytest

pytestmark = pytest.mark.filterwarnings("error")
stop = threading.Event()

def test_unexpected_log():
    logging.getLogger("app.x").warning("the roof is leaking")

def test_expected_log_that_never_comes(expected_log):
    expected_log("never written")

def test_leaked_thread():
    threading.Thread(target=stop.wait, name="runaway", daemon=True).start()

@pytest.mark.anyio
async def test_leaked_task():
    test_leaked_task.kept = asyncio.create_task(asyncio.Event().wait(), name="orphan")

def test_network():
    socket.create_connection(("192.0.2.1", 80), timeout=0.1)

def test_name_lookup():
    socket.getaddrinfo("example.invalid", 80)

def test_warning():
    warnings.warn("old", DeprecationWarning)

def test_qt_warning(qapp):
    from PySide6.QtCore import qWarning
    qWarning("a binding loop")

def test_leaked_timer(qapp):
    from PySide6.QtCore import QTimer
    test_leaked_timer.kept = QTimer()
    test_leaked_timer.kept.start(1000)

@pytest.fixture(scope="module")
def wider_timer(qapp):
    from PySide6.QtCore import QTimer
    return QTimer()

def test_leaked_start_of_a_timer_of_a_wider_fixture(qapp, wider_timer):
    wider_timer.start(1000)
"""

GOOD = """
import asyncio, logging, os, socket, threading
import pytest

@pytest.fixture(scope="module")
def service():
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait, name="service")
    thread.start()
    yield thread
    stop.set()
    thread.join()

def test_a_thread_of_a_wider_fixture_may_stay(service):
    assert service.is_alive()

def test_it_is_still_there(service):
    assert service.is_alive()

@pytest.fixture(scope="module")
def clock(qapp):
    from PySide6.QtCore import QTimer
    timer = QTimer()
    timer.start(1000)
    yield timer
    timer.stop()

def test_a_timer_of_a_wider_fixture_may_run_on(qapp, clock):
    assert clock.isActive()

def test_an_expected_log_line_is_no_offence(expected_log):
    expected_log("roof")
    logging.getLogger("app.x").warning("the roof is leaking")

@pytest.mark.anyio
async def test_a_task_that_ended_is_no_offence():
    await asyncio.create_task(asyncio.sleep(0))

def test_this_machine_may_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()

def test_the_surroundings_are_the_same_everywhere():
    assert "DISPLAY" not in os.environ
    assert os.environ["VOXNOTCH_HOME"]
"""


def run_tests(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Run one module of tests in its own process, under the rules of this project."""
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        ROOT / "pyproject.toml",
        "--rootdir",
        folder,
        "-p",
        "no:cacheprovider",
    ]
    return subprocess.run(
        [*command, "--rootdir", folder, folder],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISPLAY": ":77"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
def test_every_offence_is_reported(tmp_path: Path) -> None:
    done = run_tests(tmp_path, OFFENCES)

    names = re.findall(r"^def (test_\w+)|^async def (test_\w+)", OFFENCES, re.MULTILINE)
    offenders = {plain or awaited for plain, awaited in names}
    reported = set(re.findall(r"(?:FAILED|ERROR) \S+::(test_\w+)", done.stdout))
    assert reported == offenders, done.stdout
    for words in (
        "the roof is leaking",
        "never written",
        "runaway",
        "orphan",
        "192.0.2.1",
        "a binding loop",
        "1000 ms",
    ):
        assert words in done.stdout


def test_honest_tests_pass(tmp_path: Path) -> None:
    done = run_tests(tmp_path, GOOD)

    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_run_without_tests_fails_and_a_run_ends_with_the_counts_of_clauses(tmp_path: Path) -> None:
    done = run_tests(tmp_path, "")

    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert re.fullmatch(r"clauses: \d+ in the contract, \d+ shown, \d+ open", done.stdout.splitlines()[-1])
