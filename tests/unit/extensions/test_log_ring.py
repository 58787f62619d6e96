"""The log of an integration: a ring that survives the host, without secrets."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import threading
from pathlib import Path

import anyio
import pytest

from app.cli.virtual.processes import wait_until
from app.domain.integrations import LogLine, LogSource
from app.extensions import log_ring
from app.extensions.log_ring import KEPT_LINES, LONGEST_TEXT, LogRing, read_log
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parents[3]


class Clock:
    """Seconds that pass with every look."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "logs" / "com.example.notes.jsonl"


def content(file: Path) -> bytes:
    return file.read_bytes()


def written(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.clause("V-19.6")
async def test_lines_are_kept_with_time_and_source_and_are_there_again_after_a_restart(file: Path) -> None:
    ring = await LogRing.open(file, Clock())
    assert ring.lines() == ()
    ring.add(LogSource.HOST, "started")
    ring.add(LogSource.STDERR, "\u00e4rger \u2028 \n in two lines")
    ring.add(LogSource.STDOUT, "Loading\u2026")
    await ring.close()
    kept = (
        LogLine(1001.0, LogSource.HOST, "started"),
        LogLine(1002.0, LogSource.STDERR, "\u00e4rger \u2028 \n in two lines"),
        LogLine(1003.0, LogSource.STDOUT, "Loading\u2026"),
    )
    assert ring.lines() == kept
    assert (await LogRing.open(file, Clock())).lines() == kept


@pytest.mark.clause("V-19.6")
async def test_only_the_last_500_lines_are_kept_in_memory_and_on_disk(file: Path) -> None:
    ring = await LogRing.open(file, Clock())
    for number in range(3 * KEPT_LINES):
        ring.add(LogSource.STDERR, str(number))
    await ring.close()
    last = [str(number) for number in range(2 * KEPT_LINES, 3 * KEPT_LINES)]
    assert KEPT_LINES == 500
    assert [line.text for line in ring.lines()] == last
    assert [line.text for line in read_log(file)] == last
    assert len(content(file).splitlines()) <= 2 * KEPT_LINES


async def test_a_ring_that_goes_on_writes_a_long_file_anew_first(file: Path) -> None:
    ring = await LogRing.open(file, Clock())
    for number in range(KEPT_LINES):
        ring.add(LogSource.STDERR, str(number))
    await ring.close()
    ring = await LogRing.open(file, Clock())
    ring.add(LogSource.HOST, "again")
    await ring.close()
    assert len(content(file).splitlines()) == KEPT_LINES
    assert read_log(file)[-1].text == "again"


@pytest.mark.clause("V-19.6")
async def test_a_long_text_is_clipped(file: Path) -> None:
    ring = LogRing(file, Clock())
    ring.add(LogSource.STDERR, "x" * 100_000)
    await ring.close()
    assert LONGEST_TEXT == 2000
    assert ring.lines()[0].text == "x" * 2000


@pytest.mark.clause("V-19.7")
async def test_a_secret_is_masked_in_memory_and_on_disk(file: Path) -> None:
    ring = LogRing(file, Clock())
    ring.set_secrets(["hunter2hunter2"])
    ring.add(LogSource.STDERR, "login with hunter2hunter2 failed")
    await ring.close()
    assert ring.lines()[0].text == "login with *** failed"
    assert b"hunter2" not in content(file)


@pytest.mark.clause("V-19.7")
@pytest.mark.parametrize("at", [LONGEST_TEXT, log_ring.LONGEST_SEARCHED])
async def test_no_half_of_a_secret_stays_where_a_text_is_clipped(file: Path, at: int) -> None:
    ring = LogRing(file, Clock())
    # So long that its masks shorten a text to what is kept.
    secret = "correct-horse-" * 100
    ring.set_secrets([secret])
    ring.add(LogSource.STDERR, "." * (at % len(secret)) + secret * 20)
    ring.add(LogSource.STDERR, "." * (at - 700) + secret)
    await ring.close()
    assert all("horse" not in line.text for line in ring.lines())
    assert b"horse" not in content(file)


async def test_nobody_else_may_read_a_log(file: Path) -> None:
    ring = LogRing(file, Clock())
    ring.add(LogSource.HOST, "started")
    await ring.close()
    assert mode(file) == 0o600
    assert mode(file.parent) == 0o700
    ring = await LogRing.open(file, Clock())
    for _ in range(3 * KEPT_LINES):
        ring.add(LogSource.HOST, "more")
    await ring.close()
    assert mode(file) == 0o600


@pytest.mark.clause("V-19.6")
def test_the_log_survives_a_host_that_is_killed(file: Path) -> None:
    host = (
        "import sys, time; from pathlib import Path; from app.extensions.log_ring import LogRing;"
        "from app.domain.integrations import LogSource;"
        "ring = LogRing(Path(sys.argv[1]), time.time); ring.add(LogSource.STDERR, 'last words'); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", host, str(file)], cwd=ROOT) as process:
        try:
            wait_until(lambda: len(read_log(file)) == 1, timeout_s=10, what="the line on disk")
        finally:
            process.kill()
    assert [line.text for line in read_log(file)] == ["last words"]


async def test_what_is_no_line_in_a_file_is_passed_over(file: Path) -> None:
    good = json.dumps({"t": 1, "s": "host", "x": "good"}).encode()
    bad = [b"", b"\xff\xfe", b"[]", b'{"t": 1}', b'{"t": 1, "s": "elsewhere", "x": "y"}', b'{"t": 1, "s": "ho']
    written(file, b"\n".join([good, *bad]))
    assert read_log(file) == (LogLine(1, LogSource.HOST, "good"),)
    ring = await LogRing.open(file, Clock())
    ring.add(LogSource.HOST, "after")
    await ring.close()
    # The half line at the end does not swallow the next one.
    assert [line.text for line in read_log(file)] == ["good", "after"]


def test_a_log_without_a_file_or_a_folder_is_empty(file: Path) -> None:
    assert read_log(file) == ()
    file.mkdir(parents=True)
    assert read_log(file) == ()


async def test_a_disk_that_takes_nothing_costs_the_file_only(file: Path, expected_log: ExpectLog) -> None:
    expected_log("not on disk")
    file.parent.write_text("a file in its place", encoding="utf-8")
    ring = LogRing(file, Clock())
    ring.add(LogSource.HOST, "started")
    await ring.close()
    assert [line.text for line in ring.lines()] == ["started"]


async def test_a_slow_disk_neither_keeps_the_loop_nor_costs_what_the_ring_still_holds(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    first = threading.Event()
    make_folder = log_ring.make_folder

    def slow(folder: Path) -> None:
        first.set()
        assert go_on.wait(10)
        make_folder(folder)

    monkeypatch.setattr(log_ring, "make_folder", slow)
    ring = LogRing(file, Clock())
    ring.add(LogSource.HOST, "first")
    await anyio.to_thread.run_sync(first.wait, 10)
    for number in range(KEPT_LINES + 10):
        ring.add(LogSource.STDERR, str(number))
    go_on.set()
    await ring.close()
    assert read_log(file) == ring.lines()


async def test_a_closed_ring_still_answers(file: Path) -> None:
    ring = LogRing(file, Clock())
    await ring.close()
    ring.add(LogSource.HOST, "late")
    await ring.close()
    assert [line.text for line in ring.lines()] == ["late"]
    assert read_log(file) == ()
