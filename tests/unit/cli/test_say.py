"""What a person gets from ``voxnotch say``: the answer, a card, a reason with a next step, or that nobody is there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli.main import main
from app.ui.say_requests import LONGEST_SAID

ROOT = Path(__file__).resolve().parents[3]
LIMIT_S = 30

RUNNING = """
import json
import sys
from dataclasses import replace
from PySide6.QtCore import QCoreApplication
from app.domain.calls import CallClass, CallFailure, CallId, IntegrationId, ToolRef
from app.domain.cards.blocks import Card
from app.domain.messages import CallEnded, NewTopic, Say, TurnFinished, TurnOpened
from app.domain.turn import NO_TARGET, AnswerRoute, ThreadId, TurnKind, TurnOutcome
from app.settings.paths import find_paths
from app.ui.say_requests import SayRequests
from app.ui.single_instance import InstanceLock, InstanceServer

app = QCoreApplication([])
lock = InstanceLock(find_paths())
assert lock.claim("show")

def agent(command):
    print(type(command).__name__, getattr(command, "text", ""), getattr(command, "speak", ""), flush=True)
    if isinstance(command, NewTopic):
        return
    turn = command.turn_id
    base = TurnFinished(turn, TurnKind.AGENT, TurnOutcome.ANSWERED, command.text, NO_TARGET, thread_id=ThreadId("t"))
    shop = ToolRef(IntegrationId("com.example.shop"), "add")
    def called(**more):
        said.apply(CallEnded(CallId("c"), shop, "Add", "Shop", "", turn_id=turn, **more))
    match command.text:
        case "milk":
            said.apply(replace(base, answer="Added milk.", route=AnswerRoute.INTENT))
        case "card":
            called(card=Card.model_validate({"blocks": [{"type": "header", "title": "Milk"}]}))
            said.apply(base)
        case "plain":
            said.apply(base)
        case "fail":
            called(failure=CallFailure(CallClass.TOOL_ERROR, "out of milk"))
            said.apply(replace(base, outcome=TurnOutcome.FAILED, error_code="call-failed"))
        case "cancel":
            said.apply(replace(base, outcome=TurnOutcome.CANCELLED))
        case "busy":
            said.apply(replace(base, outcome=TurnOutcome.FAILED, error_code="agent-busy"))
        case "leave":
            app.exit()
        case "end":
            said.close()
        case _:
            said.apply(TurnOpened(turn, ThreadId("t"), command.text, False))

class Later:
    def take(self, message, caller):
        # The real thing is told of turns later, by the loop.
        from PySide6.QtCore import QTimer
        kept = []
        said._submit = kept.append
        taken = said.take(message, caller)
        for command in kept:
            QTimer.singleShot(0, lambda command=command: agent(command))
        return taken
    def forget(self, caller):
        said.forget(caller)

said = SayRequests(lambda _: None)
server = InstanceServer(find_paths(), lambda _: app.exit(), listener=Later())
print("up", flush=True)
app.exec()
"""


@contextmanager
def running() -> Generator[subprocess.Popen[str]]:
    """Run an instance whose agent answers as the words say."""
    child = subprocess.Popen([sys.executable, "-c", RUNNING], cwd=ROOT, text=True, stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "up\n"
        yield child
    finally:
        child.kill()
        child.communicate(timeout=LIMIT_S)


def say(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["say", *arguments], input=typed)


def line_of(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().rstrip("\n")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOXNOTCH_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def instance(home: Path) -> Generator[subprocess.Popen[str]]:
    assert home
    with running() as child:
        yield child


def test_the_answer_is_printed(instance: subprocess.Popen[str]) -> None:
    done = say("milk")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "Added milk.\n", "")
    assert line_of(instance) == "Say milk None"


def test_json_has_the_whole_answer(instance: subprocess.Popen[str]) -> None:
    done = say("milk", "--json", "--new", "--no-speak")
    assert done.exit_code == 0
    told: dict[str, Any] = json.loads(done.stdout)
    assert told.pop("turnId")
    assert told == {
        "ok": True,
        "threadId": "t",
        "outcome": "answered",
        "answer": "Added milk.",
        "route": "intent",
        "calls": [],
        "error": None,
    }
    assert [line_of(instance), line_of(instance)] == ["NewTopic  ", "Say milk False"]


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_words_may_stand_on_standard_input(instance: subprocess.Popen[str], arguments: tuple[str, ...]) -> None:
    assert say(*arguments, typed=" milk\n").stdout == "Added milk.\n"
    assert line_of(instance) == "Say milk None"


@pytest.mark.parametrize(
    ("words", "code", "lines"),
    [
        ("card", 0, ["Milk"]),
        ("plain", 0, ["Done."]),
        ("fail", 1, ["out of milk"]),
        ("cancel", 1, ["It was cancelled, and nothing more is done."]),
        ("busy", 1, ["Your last question is not done yet: it is worked on, or waits for you."]),
        ("leave", 1, ["Voxnotch ended before it had an answer.", "Start it, then say it again."]),
        ("end", 1, ["Voxnotch ended before it had an answer.", "Start it, then say it again."]),
    ],
)
def test_every_end_has_words_and_a_code(
    instance: subprocess.Popen[str], words: str, code: int, lines: list[str]
) -> None:
    assert instance
    done = say(words)
    assert done.exit_code == code
    printed = done.output.splitlines()
    assert [line for line in lines if line not in printed] == []


def test_a_failed_turn_says_so_in_json(instance: subprocess.Popen[str]) -> None:
    assert instance
    done = say("fail", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["ok"], told["error"]["code"]) == (1, False, "call-failed")
    assert told["calls"][0]["failure"]["message"] == "out of milk"


def test_an_answer_that_takes_too_long_is_not_waited_for(instance: subprocess.Popen[str]) -> None:
    assert instance
    done = say("think", "--timeout", "0.05", "--json")
    assert (done.exit_code, json.loads(done.stdout)["code"]) == (1, "late")


def test_without_waiting_nothing_is_printed(instance: subprocess.Popen[str]) -> None:
    done = say("think", "--no-wait")
    assert (done.exit_code, done.output) == (0, "")
    assert line_of(instance) == "Say think None"


def test_the_waiting_ends_with_ctrl_c_and_the_turn_goes_on(instance: subprocess.Popen[str]) -> None:
    caller = subprocess.Popen(
        [sys.executable, "-m", "app", "say", "think"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert line_of(instance) == "Say think None"
    caller.send_signal(signal.SIGINT)
    told, _ = caller.communicate(timeout=LIMIT_S)
    assert (caller.returncode, told) == (1, "Stopped waiting. It goes on in the notch.\n")


def test_without_a_voxnotch_that_runs_the_next_step_is_told(home: Path) -> None:
    assert home
    done = say("milk")
    assert done.exit_code == 2
    assert "Voxnotch is not running." in done.stderr
    assert "voxnotch run" in done.stderr
    assert "voxnotch simulate" in done.stderr
    told = json.loads(say("milk", "--json").stdout)
    assert (told["ok"], told["code"]) == (False, "not-running")


@pytest.mark.fault("A31")
@pytest.mark.parametrize(
    ("arguments", "typed"),
    [((" ",), None), ((), ""), (("x" * (LONGEST_SAID + 1),), None), (("milk", "--timeout", "0"), None)],
)
def test_what_cannot_be_said_is_wrong_use(home: Path, arguments: tuple[str, ...], typed: str | None) -> None:
    assert home
    assert say(*arguments, typed=typed).exit_code == 2


def test_half_a_character_of_an_argument_reaches_nobody(instance: subprocess.Popen[str]) -> None:
    assert say("\udcffmilk", "--no-wait").exit_code == 0
    assert line_of(instance) == "Say ?milk None"
