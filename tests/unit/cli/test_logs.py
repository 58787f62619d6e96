"""The log file: lines with the id of their turn, and no folder is no reason not to start."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.logs import LOG_NAME, start_logging
from app.domain.turn import current_turn
from app.settings.paths import AppPaths
from tests.plugins.logs import ExpectLog


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    before, level, hook = list(root.handlers), root.level, threading.excepthook
    yield
    threading.excepthook = hook
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        with contextlib.suppress(OSError):  # the disk is still full
            handler.close()
    root.setLevel(level)


def test_a_line_tells_its_turn(tmp_path: Path) -> None:
    start_logging(AppPaths(tmp_path, tmp_path, tmp_path / "state"))
    token = current_turn.set("turn-7")
    logging.getLogger("app.test").info("told")
    current_turn.reset(token)
    logging.getLogger("app.test").info("outside")
    lines = (tmp_path / "state" / LOG_NAME).read_text(encoding="utf-8").splitlines()
    assert lines[0].endswith("INFO app.test [turn-7] told")
    assert lines[1].endswith("INFO app.test [-] outside")


def test_a_folder_that_cannot_be_written_costs_the_file_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").write_text("a file in its place", encoding="utf-8")
    start_logging(AppPaths(tmp_path, tmp_path, tmp_path / "state"))
    assert "no log is kept" in caplog.text
    assert "no log is kept" in capsys.readouterr().err


def test_a_full_disk_costs_lines_and_prints_no_stack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / LOG_NAME).symlink_to("/dev/full")
    start_logging(AppPaths(tmp_path, tmp_path, state))
    logging.getLogger("app.test").info("lost")
    assert capsys.readouterr().err == ""


def test_a_thread_that_ends_by_a_fault_is_noted(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("the thread hands ended by a fault")
    start_logging(AppPaths(tmp_path, tmp_path, tmp_path / "state"))

    def stumble() -> None:
        raise LookupError("where")

    thread = threading.Thread(target=stumble, name="hands")
    thread.start()
    thread.join(5)
    written = (tmp_path / "state" / LOG_NAME).read_text(encoding="utf-8")
    assert "the thread hands ended by a fault" in written
    assert "LookupError: where" in written
