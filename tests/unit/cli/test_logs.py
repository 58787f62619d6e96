"""The log file: lines with the id of their turn, and no folder is no reason not to start."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.logs import LOG_NAME, start_logging
from app.domain.turn import current_turn
from app.settings.paths import AppPaths


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
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
