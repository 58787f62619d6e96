"""Words from the command line to the core of a whole application and its answer back. Real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LIMIT_S = 60
"""A start of Qt on a busy machine takes seconds."""

FIRST = """
import sys
from app.domain.messages import Say, TurnFinished
from app.domain.turn import NO_TARGET, TurnKind, TurnOutcome
from app.settings.paths import find_paths
from app.ui import qt_app
from tests.unit.ui.scripted_core import ScriptedCore
class Core(ScriptedCore):
    def submit(self, command):
        super().submit(command)
        if isinstance(command, Say) and command.text != "wait":
            answer = f"You said {command.text}."
            self._loop.call_soon_threadsafe(self.tell, TurnFinished(
                command.turn_id, TurnKind.AGENT, TurnOutcome.ANSWERED, command.text, NO_TARGET, answer=answer))
        elif isinstance(command, Say):
            print("waits", flush=True)
    def tell(self, event):
        super().tell(event)
        if type(event).__name__ == "CoreStarted":
            print("up", flush=True)
core = Core()
sys.exit(qt_app.run(find_paths(), make_core=core.make))
"""


@pytest.mark.slow
def test_words_reach_the_core_and_its_answer_the_terminal_and_an_end_hangs_up(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "VOXNOTCH_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(ROOT),
    }

    def command(*words: str) -> list[str]:
        return [sys.executable, "-m", "app", *words]

    first = subprocess.Popen([sys.executable, "-c", FIRST], cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE)
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "up\n"
        said = subprocess.run(
            command("say", "-"), input="hello", cwd=ROOT, env=env, text=True, capture_output=True, timeout=LIMIT_S,
            check=False,
        )  # fmt: skip
        assert (said.returncode, said.stdout) == (0, "You said hello.\n")
        waiting = subprocess.Popen(command("say", "wait"), cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE)
        assert first.stdout.readline() == "waits\n"
        quit_ = subprocess.run(command("run", "--quit"), cwd=ROOT, env=env, timeout=LIMIT_S, check=False)
        assert quit_.returncode == 0
        told, _ = waiting.communicate(timeout=LIMIT_S)
        assert (waiting.returncode, told.splitlines()[0]) == (1, "Voxnotch ended before it had an answer.")
        assert first.wait(LIMIT_S) == 0
    finally:
        first.kill()
        first.communicate(timeout=LIMIT_S)
