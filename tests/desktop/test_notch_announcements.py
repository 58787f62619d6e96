"""A screen reader is told each change of the notch (AT-SPI), on a real X server and a real accessibility bus."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 20.0

SESSION = """
/usr/libexec/at-spi-bus-launcher --launch-immediately &
/usr/bin/python3 tests/desktop/atspi_listener.py > '{spoken}' &
exec '{python}' tests/desktop/notch_program.py '{base}' 1280x800
"""


def test_each_state_is_announced_in_words(display: VirtualDisplay, tmp_path: Path) -> None:
    spoken, log = tmp_path / "spoken", tmp_path / "log"
    script = SESSION.format(spoken=spoken, python=sys.executable, base=tmp_path / "notch")
    env = {
        **display.env,
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "XDG_RUNTIME_DIR": str(tmp_path),
        "NO_AT_BRIDGE": "0",
        "PYTHONPATH": str(ROOT),
    }
    bus = shutil.which("dbus-run-session")
    assert bus is not None
    with log.open("wb") as output:
        child = subprocess.Popen(
            [bus, "--", "sh", "-c", script], cwd=ROOT, env=env, text=True, stdin=subprocess.PIPE, stdout=output,
            stderr=output, start_new_session=True,
        )  # fmt: skip
    events = tmp_path / "notch" / "events.jsonl"
    try:
        wait_until(lambda: spoken.exists() and "listening" in spoken.read_text(), timeout_s=LIMIT_S, what="listener")
        wait_until(lambda: events.exists() and "CoreStarted" in events.read_text(), timeout_s=LIMIT_S, what="notch")
        assert child.stdin is not None
        for state, words in (
            ("listening", "Listening for XTerm"),
            ("finishing", "Finishing"),
            ("working", "Working"),
            ("card", "nothing was inserted. Hello, this is a test."),
            ("error", "Another program holds the microphone. Close"),
        ):
            child.stdin.write(state + "\n")
            child.stdin.flush()
            wait_until(lambda words=words: words in spoken.read_text(), timeout_s=LIMIT_S, what=words)
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate(timeout=LIMIT_S)
