"""The small MCP server that each bundled integration carries, spoken to over real pipes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.integrations.folders import bundled
from tests.fixtures.integrations.talker import Talker


@pytest.fixture
def server() -> Iterator[Talker]:
    with Talker(bundled("showcase")) as started:
        yield started


@pytest.fixture(scope="module")
def asked() -> Iterator[Talker]:
    """A server that is only asked, by several tests."""
    with Talker(bundled("showcase")) as started:
        yield started


def test_an_unknown_version_is_answered_with_the_newest_known() -> None:
    with Talker(bundled("notes"), protocol="2999-01-01") as server:
        assert server.initialized["protocolVersion"] == "2025-11-25"


def test_ping_unknown_methods_and_unknown_tools_are_answered(asked: Talker) -> None:
    assert asked.ask("ping")["result"] == {}
    assert asked.ask("resources/list")["error"]["code"] == -32601
    assert asked.ask("tools/call", {"name": "nothing"})["error"]["code"] == -32602
    assert asked.ask("tools/call", {"name": 7})["error"]["code"] == -32602


def test_what_is_no_message_is_refused_and_the_next_one_is_answered(server: Talker) -> None:
    server.write(b"\n{broken\n[]\n")
    assert server.answer_to(None)["error"]["code"] == -32700
    assert server.answer_to(None)["error"]["code"] == -32600
    server.send({"method": "notifications/unheard_of"})
    server.send({"id": 99, "result": {}})
    assert server.ask("ping")["result"] == {}


def test_a_slow_call_holds_no_other_call_up(server: Talker) -> None:
    slow = server.start("tools/call", {"name": "answer_slowly", "arguments": {"seconds": 600}})
    assert server.data("show_block", block="stats")["block"] == "stats"
    server.send({"method": "notifications/cancelled", "params": {"requestId": slow}})
    assert server.ask("ping")["result"] == {}


def test_a_cancelled_call_is_never_answered(server: Talker) -> None:
    slow = server.start("tools/call", {"name": "answer_slowly", "arguments": {"seconds": 600}})
    server.send({"method": "notifications/cancelled", "params": {"requestId": slow}})
    server.send({"method": "notifications/cancelled", "params": {"requestId": "never asked"}})
    server.close()
    assert server.news == []


def test_running_calls_are_let_go_when_the_host_goes_away(server: Talker) -> None:
    for _ in range(6):
        server.start("tools/call", {"name": "answer_slowly", "arguments": {"seconds": 600}})
    assert server.close() == 0


def test_progress_is_told_only_to_who_asks(server: Talker) -> None:
    server.data("show_progress", steps=2, pause_ms=0)
    assert server.news == []
    asked = {"name": "show_progress", "arguments": {"steps": 3, "pause_ms": 0}, "_meta": {"progressToken": "p1"}}
    server.ask("tools/call", asked)
    params = [message["params"] for message in server.news]
    assert [(news["progressToken"], news["progress"], news["total"]) for news in params] == [
        ("p1", 1, 3),
        ("p1", 2, 3),
        ("p1", 3, 3),
    ]


def test_a_fault_in_a_tool_is_told_without_its_words_and_logged(asked: Talker) -> None:
    answer = asked.ask("tools/call", {"name": "answer_badly", "arguments": {"case": "protocol_error"}})
    assert answer["error"] == {"code": -32603, "message": "answer_badly failed: RuntimeError"}
    assert "has a fault in its code, as asked" in asked.log()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "seconds has to be a number."),
        ({"seconds": "5"}, "seconds has to be a number."),
        ({"seconds": True}, "seconds has to be a number."),
        ({"seconds": -1}, "seconds is -1; it has to be between 0 and 3600."),
        ({"seconds": 4000}, "seconds is 4000; it has to be between 0 and 3600."),
    ],
)
def test_a_server_checks_numbers_itself(asked: Talker, arguments: dict[str, object], told: str) -> None:
    assert asked.error("answer_slowly", **arguments) == told


def test_a_server_checks_numbers_that_json_cannot_say(asked: Talker) -> None:
    asked.write(
        b'{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"answer_slowly","arguments":{"seconds":1e999}}}\n'
    )
    assert "has to be a number" in json.dumps(asked.answer_to(50))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "title has to be text."),
        ({"title": 5}, "title has to be text."),
        ({"title": " \n"}, "title is empty."),
        ({"title": "x" * 121}, "title has 121 characters; 120 is the most."),
    ],
)
def test_a_server_checks_texts_itself(tmp_path: Path, arguments: dict[str, object], told: str) -> None:
    with Talker(bundled("notes"), env={"VOXNOTCH_DATA_DIR": str(tmp_path)}) as server:
        assert server.error("get_note", **arguments) == told


def test_half_a_surrogate_pair_becomes_a_mark(tmp_path: Path) -> None:
    with Talker(bundled("notes"), env={"VOXNOTCH_DATA_DIR": str(tmp_path)}) as server:
        server.data("create_note", title="half", text="a \ud83c b")
        assert server.data("get_note", title="half")["text"] == "a \ufffd b"
