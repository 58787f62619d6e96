"""Start to first frame: Voxnotch against an empty Qt Quick window and against a bare ``QGuiApplication``.

Goal 13: at most 1.6 times the bare one. All three start in turns on one virtual display, as installed programs do:
from the start of the process to the swap of the first frame (the bare one: to its running loop), by the clock and by
the processor time of the process, which other programs on a shared machine disturb less.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until

ROUNDS = 7
LIMIT_S = 60.0

BARE = """
import time
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
def running():
    print(time.monotonic(), time.process_time(), flush=True)
    app.quit()
QTimer.singleShot(0, running)
app.exec()
"""

EMPTY = """
import time
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine
import PySide6.QtQuick
app = QGuiApplication([])
engine = QQmlApplicationEngine()
engine.loadData(b"import QtQuick; Window { visible: true; width: 416; height: 480; color: 'transparent' }")
def swapped():
    print(time.monotonic(), time.process_time(), flush=True)
    app.quit()
engine.rootObjects()[0].frameSwapped.connect(swapped)
app.exec()
"""


Times = tuple[float, float]
"""Seconds by the clock and of processor time."""


def _snippet(code: str, env: dict[str, str]) -> Times:
    """Measure from the start of the process to what it prints."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=LIMIT_S, check=True
    )
    at, cpu = done.stdout.split()
    return float(at) - started, float(cpu)


def _voxnotch(env: dict[str, str], base: Path) -> Times:
    log = base / "events.jsonl"
    log.unlink(missing_ok=True)
    program = Path(sys.executable).with_name("voxnotch")
    started = time.monotonic()
    child = subprocess.Popen(
        [str(program), "run", "--event-log", str(log)], env={**env, "VOXNOTCH_HOME": str(base / "home")},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_until(lambda: log.exists() and "\n" in log.read_text("utf-8"), timeout_s=LIMIT_S, what="the first frame")
        first = json.loads(log.read_text("utf-8").splitlines()[0])
        return float(first["t"]) - started, float(first["cpu_ms"]) / 1000
    finally:
        child.terminate()
        child.wait(LIMIT_S)


def _write_settings(base: Path) -> None:
    """Make it an ordinary start: the very first one opens the window."""
    config = base / "home" / "config"
    config.mkdir(parents=True)
    (config / "settings.json").write_text('{"version": 1, "general": {"onboarded": true}}', encoding="utf-8")


def run() -> dict[str, float | int | str]:
    """Measure in turns; medians."""
    times: dict[str, list[Times]] = {"bare": [], "empty": [], "voxnotch": []}
    with tempfile.TemporaryDirectory() as folder, VirtualDisplay(Path(folder)) as display:
        env = {**display.env, "QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software"}
        _write_settings(Path(folder))
        _voxnotch(env, Path(folder))  # the first one compiles bytecode and QML
        for _ in range(ROUNDS):
            times["bare"].append(_snippet(BARE, env))
            times["empty"].append(_snippet(EMPTY, env))
            times["voxnotch"].append(_voxnotch(env, Path(folder)))
    clock = {name: statistics.median(time for time, _ in taken) for name, taken in times.items()}
    cpu = {name: statistics.median(time for _, time in taken) for name, taken in times.items()}
    return {
        "first frame against a bare QGuiApplication": round(clock["voxnotch"] / clock["bare"], 2),
        "first frame against an empty QML window": round(clock["voxnotch"] / clock["empty"], 2),
        "processor time against a bare QGuiApplication": round(cpu["voxnotch"] / cpu["bare"], 2),
        "processor time against an empty QML window": round(cpu["voxnotch"] / cpu["empty"], 2),
        "voxnotch_ms": round(clock["voxnotch"] * 1000),
        "voxnotch_cpu_ms": round(cpu["voxnotch"] * 1000),
        "bare_application_cpu_ms": round(cpu["bare"] * 1000),
        "rounds": ROUNDS,
    }
