"""The demo as a process that somebody ends before its time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20
"""For a display, a sound server and an editor to start, or to end, on a busy machine."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
def test_a_demo_that_is_ended_leaves_no_program_behind(number: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "app", "demo", "--out", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as demo:
        assert demo.stdout is not None
        for line in demo.stdout:
            if line.startswith("Starting Voxnotch"):
                break
        programs = psutil.Process(demo.pid).children(recursive=True)
        names = {program.name() for program in programs}
        demo.send_signal(number)
        said, _ = demo.communicate(timeout=PATIENCE_S)
    assert {"Xvfb", "openbox", "pulseaudio", "mousepad"} <= names
    assert demo.returncode != 0
    assert "Traceback" not in said
    _, left = psutil.wait_procs(programs, timeout=PATIENCE_S)
    for program in left:
        program.kill()
    assert left == []
