"""What the way to local servers does without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.errors import Bug
from app.domain.integrations import LogSource
from app.extensions.guard import Guard
from app.integrations.local import STRAYS_PER_S, LocalConnector, Strays
from tests.unit.integrations.records import record
from tests.unit.integrations.sessions import Notebook

pytestmark = pytest.mark.anyio


async def no_path() -> str:
    return ""


async def test_it_leads_to_local_servers_only(tmp_path: Path) -> None:
    remote = record(manifest={"runtime": {"kind": "remote-mcp", "url": "https://example.com/mcp"}})
    connect = LocalConnector(Guard(), no_path, lambda _: tmp_path)
    with pytest.raises(Bug):
        async with connect(remote, {}, Notebook()):
            pass


@pytest.mark.clause("V-18.6")
def test_stray_lines_are_logged_at_a_bounded_rate_and_what_is_left_out_is_counted() -> None:
    now_s = 0.0
    notes = Notebook()
    strays = Strays(notes, lambda: now_s)

    for _ in range(STRAYS_PER_S + 7):
        strays.add("noise")
    now_s = 1.0
    strays.add("calm")
    now_s = 2.5
    strays.add("still calm")

    assert notes.lines[STRAYS_PER_S - 1 :] == [
        (LogSource.STDOUT, "noise"),
        (LogSource.HOST, "7 more such lines were left out."),
        (LogSource.STDOUT, "calm"),
        (LogSource.STDOUT, "still calm"),
    ]


def test_what_bootstrap_imports_does_not_import_the_library() -> None:
    code = "import sys, app.integrations.supervisor, app.integrations.local; sys.exit('mcp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[3]).returncode == 0
