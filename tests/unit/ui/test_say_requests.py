"""What becomes of words that a later start hands over: one turn, one answer, and nobody who waits for ever."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.domain.calls import CallClass, CallFailure, CallId, IntegrationId, ToolRef
from app.domain.cards.blocks import Card
from app.domain.messages import (
    CallEnded,
    Command,
    CoreFailed,
    NewTopic,
    Say,
    StageChanged,
    TurnFinished,
)
from app.domain.turn import NO_TARGET, AnswerRoute, Stage, ThreadId, TurnId, TurnKind, TurnOutcome
from app.settings.paths import AppPaths
from app.ui import single_instance
from app.ui.say_requests import LONGEST_SAID, MOST_CALLS, MOST_WAITING, SayRequests
from app.ui.single_instance import InstanceServer, socket_name

ONE = TurnId("0" * 19 + "1")
TWO = TurnId("0" * 19 + "2")
CARD: Mapping[str, object] = {"blocks": [{"type": "header", "title": "Milk"}]}


class Line:
    """A caller that keeps what it was told."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []

    def send(self, line: bytes) -> None:
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        self.rows.append(json.loads(line))


class Desk:
    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.requests = SayRequests(self.commands.append)

    def say(self, turn_id: TurnId = ONE, **more: object) -> tuple[Line, bool]:
        line = Line()
        return line, self.requests.take({"say": "milk", "turnId": turn_id, "wait": True, **more}, line)


def finished(turn_id: TurnId = ONE, **more: Any) -> TurnFinished:
    values: dict[str, Any] = {"outcome": TurnOutcome.ANSWERED, "text": "milk", "target": NO_TARGET, **more}
    return TurnFinished(turn_id, TurnKind.AGENT, **values)


def called(turn_id: TurnId | None = ONE, **more: Any) -> CallEnded:
    ref = ToolRef(IntegrationId("com.example.shop"), "add")
    return CallEnded(CallId("c"), ref, "Add", "Shop", "", turn_id=turn_id, **more)


def test_words_become_a_turn_with_the_id_of_who_says_them() -> None:
    desk = Desk()
    assert desk.say(wait=False)[1]
    assert desk.say(TWO, new=True, speak=False)[1]
    assert desk.commands == [Say(ONE, "milk"), NewTopic(), Say(TWO, "milk", speak=False)]


@pytest.mark.fault("A31")
@pytest.mark.parametrize(
    "wrong",
    [
        {"say": ""},
        {"say": " \n"},
        {"say": 5},
        {"say": "x" * (LONGEST_SAID + 1)},
        {"turnId": "1"},
        {"turnId": None},
        {"turnId": "0" * 19 + "\n"},
        {"new": "yes"},
        {"speak": 1},
    ],
)
def test_what_is_no_request_is_refused_and_nothing_said(wrong: dict[str, object]) -> None:
    desk = Desk()
    line = Line()
    assert not desk.requests.take({"say": "milk", "turnId": ONE, "wait": True, **wrong}, line)
    assert (desk.commands, line.rows) == ([], [])


def test_half_a_character_reaches_nobody() -> None:
    desk = Desk()
    assert desk.requests.take({"say": "milk \ud83d", "turnId": ONE}, Line())
    assert [command.text for command in desk.commands if isinstance(command, Say)] == ["milk \ufffd"]


def test_the_longest_request_fits_its_line() -> None:
    said = json.dumps({"say": "\x01" * LONGEST_SAID, "turnId": ONE, "new": False, "speak": None, "wait": True})
    assert len(said) < single_instance.LONGEST_REQUEST


def test_the_answer_has_everything_about_the_turn_and_nothing_of_others() -> None:
    desk = Desk()
    line, _ = desk.say()
    failure = CallFailure(CallClass.TOOL_ERROR, "no milk", effect_unknown=True)
    for event in (
        called(card=Card.model_validate(CARD)),
        called(TWO),
        called(None),
        called(failure=failure),
        StageChanged(Stage.IDLE, None, TurnKind.AGENT, NO_TARGET, 0.0),
        finished(TWO),
    ):
        desk.requests.apply(event)
    assert line.rows == []
    desk.requests.apply(finished(answer="Added.", thread_id=ThreadId("t"), route=AnswerRoute.INTENT))
    desk.requests.apply(finished(answer="Twice."))

    shop = {"id": "com.example.shop", "tool": "add", "title": "Add", "integration": "Shop"}
    (row,) = line.rows
    card = row["calls"][0].pop("card")
    assert Card.model_validate(card) == Card.model_validate(CARD)
    told = {"class": "tool_error", "message": "no milk", "effect_unknown": True}
    assert row == {
        "turnId": ONE,
        "threadId": "t",
        "outcome": "answered",
        "answer": "Added.",
        "route": "intent",
        "calls": [{**shop, "failure": None}, {**shop, "failure": told, "card": None}],
        "error": None,
    }


def test_a_failed_turn_tells_its_error_and_of_many_calls_a_part() -> None:
    desk = Desk()
    line, _ = desk.say()
    for _ in range(MOST_CALLS + 1):
        desk.requests.apply(called())
    desk.requests.apply(finished(outcome=TurnOutcome.FAILED, error_code="agent-no-match", error_place="x"))
    (row,) = line.rows
    assert (row["outcome"], row["error"]) == ("failed", {"code": "agent-no-match", "place": "x"})
    assert len(row["calls"]) == MOST_CALLS


def test_more_callers_than_there_is_room_for_are_refused_and_one_that_left_makes_room() -> None:
    desk = Desk()
    lines = [desk.say(TurnId(f"{number:020x}")) for number in range(MOST_WAITING)]
    assert all(taken for _, taken in lines)
    refused = TurnId("f" * 20)
    assert not desk.say(refused)[1]
    assert len(desk.commands) == MOST_WAITING, "nothing is said that nobody hears the answer of"
    desk.requests.forget(lines[0][0])
    assert desk.say(refused)[1]
    desk.requests.apply(finished(TurnId(f"{0:020x}")))
    assert lines[0][0].rows == []


def test_the_same_turn_is_said_once() -> None:
    desk = Desk()
    assert desk.say()[1]
    assert not desk.say()[1]
    assert desk.commands == [Say(ONE, "milk")]


def test_who_waits_learns_of_the_end_of_voxnotch() -> None:
    desk = Desk()
    first, _ = desk.say(ONE)
    desk.requests.apply(CoreFailed("storage-unavailable", "/data", ""))
    second, _ = desk.say(TWO)
    desk.requests.close()
    assert first.rows[0]["error"] == {"code": "storage-unavailable", "place": "/data"}
    assert second.rows[0]["error"] == {"code": "ended", "place": ""}


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    folders = AppPaths(tmp_path / "config", tmp_path / "data", tmp_path / "state")
    folders.state.mkdir(parents=True)
    return folders


def connected(paths: AppPaths, message: Mapping[str, object]) -> QLocalSocket:
    caller = QLocalSocket()
    caller.connectToServer(socket_name(paths))
    assert caller.waitForConnected(5000)
    caller.write(json.dumps(message).encode() + b"\n")
    return caller


def line_of(qtbot: QtBot, caller: QLocalSocket) -> dict[str, Any]:
    qtbot.waitUntil(caller.canReadLine, timeout=5000)
    told: dict[str, Any] = json.loads(bytes(caller.readLine().data()))
    return told


def test_the_connection_stays_open_for_who_waits_and_closes_after_the_answer(qtbot: QtBot, paths: AppPaths) -> None:
    desk = Desk()
    server = InstanceServer(paths, lambda _: None, listener=desk.requests)
    caller = connected(paths, {"say": "milk", "turnId": ONE, "wait": True})
    assert line_of(qtbot, caller) == {"ok": True}
    assert caller.state() is QLocalSocket.LocalSocketState.ConnectedState
    desk.requests.apply(finished(answer="Added."))
    assert line_of(qtbot, caller)["answer"] == "Added."
    qtbot.waitUntil(lambda: caller.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=5000)
    server.close()


@pytest.mark.parametrize("message", [{"say": "milk", "turnId": ONE}, {"say": "", "turnId": ONE, "wait": True}])
def test_it_closes_at_once_for_who_does_not_wait_or_is_refused(
    qtbot: QtBot, paths: AppPaths, message: dict[str, object]
) -> None:
    desk = Desk()
    server = InstanceServer(paths, lambda _: None, listener=desk.requests)
    caller = connected(paths, message)
    assert line_of(qtbot, caller) == {"ok": bool(message["say"])}
    qtbot.waitUntil(lambda: caller.state() is QLocalSocket.LocalSocketState.UnconnectedState, timeout=5000)
    server.close()


def test_without_a_listener_words_are_refused(qtbot: QtBot, paths: AppPaths) -> None:
    server = InstanceServer(paths, lambda _: None)
    assert line_of(qtbot, connected(paths, {"say": "milk", "turnId": ONE})) == {"ok": False}
    server.close()


def test_a_caller_that_hangs_up_is_forgotten(qtbot: QtBot, paths: AppPaths) -> None:
    desk = Desk()
    server = InstanceServer(paths, lambda _: None, listener=desk.requests)
    caller = connected(paths, {"say": "milk", "turnId": ONE, "wait": True})
    assert line_of(qtbot, caller) == {"ok": True}
    caller.abort()
    qtbot.waitUntil(lambda: desk.say()[1], timeout=5000)  # the same turn again: nobody waits for it any more
    server.close()


def test_a_caller_that_does_not_read_is_cut_off_and_holds_nobody_up(
    qtbot: QtBot, paths: AppPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_instance, "HANG_UP_MS", 50)
    desk = Desk()
    server = InstanceServer(paths, lambda _: None, listener=desk.requests)
    with socket.socket(socket.AF_UNIX) as slow:
        slow.connect(socket_name(paths))
        slow.sendall(json.dumps({"say": "milk", "turnId": ONE, "wait": True}).encode() + b"\n")
        qtbot.waitUntil(lambda: bool(desk.commands), timeout=5000)
        desk.requests.apply(finished(answer="x" * 5_000_000))
        quick = connected(paths, {"say": "milk", "turnId": TWO, "wait": True})
        assert line_of(qtbot, quick) == {"ok": True}
        qtbot.waitUntil(lambda: len(server.findChildren(QLocalSocket)) == 1, timeout=5000)
    desk.requests.apply(finished(TWO, answer="Added."))
    assert line_of(qtbot, quick)["answer"] == "Added."
    server.close()
