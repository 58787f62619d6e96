"""One session with a server: handshake, lists, calls, and whatever odd things servers say."""

from __future__ import annotations

import sys
from functools import partial

import anyio
import pytest

from app.domain.calls import CallClass, CallFailed, RawResult
from app.domain.integrations import LogSource
from app.integrations.client import MOST_PAGES, MOST_TOOLS, McpClient
from app.integrations.host_link import HostRequestRefused
from tests.unit.integrations.sessions import SERVERS, Notebook, json_of, session, text_of

pytestmark = pytest.mark.anyio


async def call(client: McpClient, tool: str, timeout_s: float | None = 5, **arguments: object) -> RawResult:
    return await client.call(tool, arguments, timeout_s=timeout_s)


async def failure(client: McpClient, tool: str, timeout_s: float | None = 5, **arguments: object) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        await call(client, tool, timeout_s, **arguments)
    return caught.value


@pytest.mark.clause("V-18.4")
@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
async def test_the_newest_version_is_offered_and_every_known_one_is_taken(version: str) -> None:
    async with session(f"version={version}") as client:
        assert client.protocol_version == version
        assert client.server_name == "bare"
        assert '"protocolVersion": "2025-11-25"' in client.server_version  # the server repeats what it was offered
        assert '"name": "voxnotch"' in client.server_version
        assert text_of(await call(client, "pid")).isdigit()


@pytest.mark.clause("V-18.4")
async def test_an_unknown_version_is_a_protocol_error() -> None:
    with pytest.RaisesGroup(pytest.RaisesExc(CallFailed, match="protocol_error"), flatten_subgroups=True):
        async with session("version=2019-01-01"):
            pass


async def test_tools_are_read_with_annotations_and_meta_and_what_is_no_tool_is_left_out() -> None:
    notes = Notebook()
    async with session(notes=notes) as client:
        echo, delete_all = await client.list_tools()

    assert (echo.name, echo.title, echo.read_only_hint, echo.destructive_hint) == ("echo", "Echo", True, None)
    assert echo.input_schema == {"type": "object"}
    assert dict(echo.meta) == {"voiceos/intent-slot-values": {"a": []}}
    assert (delete_all.title, delete_all.read_only_hint, delete_all.destructive_hint) == ("", None, True)
    assert [line for source, line in notes.lines if source is LogSource.HOST] == [
        "A tool without a name was left out of the server's list."
    ] * 2


async def test_pages_of_a_list_are_read_but_not_in_a_circle_for_ever() -> None:
    async with session("pages") as client:
        tools = await client.list_tools()
    assert len(tools) == MOST_PAGES
    assert [one.name for one in tools[:3]] == ["on_a", "on_b", "on_a"]


async def test_a_server_that_has_no_tools_has_an_empty_list() -> None:
    async with session("no-tools") as client:
        assert await client.list_tools() == ()


async def test_a_list_of_too_many_tools_is_cut() -> None:
    many = ",".join(f"t{number}" for number in range(MOST_TOOLS + 5))
    async with session(f"tools={many}") as client:
        assert len(await client.list_tools()) == MOST_TOOLS


@pytest.mark.clause("V-6.24")
async def test_a_list_that_is_none_is_a_protocol_error() -> None:
    async with session("bad-list") as client:
        with pytest.raises(CallFailed, match="protocol_error"):
            await client.list_tools()


@pytest.mark.clause("V-6.24")
@pytest.mark.parametrize(
    ("word", "kind", "message"),
    [
        ("no-hello", CallClass.PROTOCOL_ERROR, "The server refuses to connect: go away"),
        ("bad-hello", CallClass.PROTOCOL_ERROR, "The server's greeting cannot be read."),
        ("exits", CallClass.SERVER_EXITED, "The server ended before it answered."),
    ],
)
async def test_a_handshake_that_fails_has_a_class_and_words(word: str, kind: CallClass, message: str) -> None:
    def is_it(error: CallFailed) -> bool:
        return (error.kind, error.message) == (kind, message)

    with pytest.RaisesGroup(pytest.RaisesExc(CallFailed, check=is_it), flatten_subgroups=True):
        async with session(word):
            pass


async def test_a_call_carries_arguments_and_meta_and_brings_content() -> None:
    async with session() as client:
        result = await client.call("echo", {"a": [1, None]}, timeout_s=5, meta={"voxnotch/transcript": "hi"})
        bare = await call(client, "echo")
        structured = await call(client, "structured")
        failed = await call(client, "fails")

    assert json_of(result) == ["echo", {"a": [1, None]}, {"voxnotch/transcript": "hi"}]
    assert json_of(bare) == ["echo", {}, None]
    assert structured == RawResult(({"type": "text", "text": "x"},), {"a": 1})
    assert failed.is_error


@pytest.mark.fault("A45")
@pytest.mark.clause("V-18.6")
async def test_lines_that_are_no_messages_are_skipped_and_logged() -> None:
    notes = Notebook()
    async with session("banner", notes=notes) as client:
        assert json_of(await call(client, "echo")) == ["echo", {}, None]

    assert notes.lines == [(LogSource.STDOUT, "Loading…"), (LogSource.STDOUT, "[1, 2")]


@pytest.mark.fault("A50")
async def test_odd_messages_after_the_handshake_are_ignored_or_answered_and_the_session_goes_on() -> None:
    notes = Notebook()

    async def echo(params: dict[str, object]) -> dict[str, object]:
        await anyio.lowlevel.checkpoint()
        return {"heard": params}

    async def refuse(params: dict[str, object]) -> dict[str, object]:
        await anyio.lowlevel.checkpoint()
        raise HostRequestRefused(-32003, "not allowed")

    async with session("odd", notes=notes, requests={"host/echo": echo, "host/no": refuse}) as client:
        answers: list[dict[str, object]] = []
        while len(answers) < 4:
            answers = json_of(await call(client, "answers"))

    by_id = {answer["id"]: answer for answer in answers}
    assert by_id["r1"]["error"] == {"code": -32601, "message": "Method not found"}
    assert by_id["p1"]["result"] == {}
    assert by_id["h1"]["result"] == {"heard": {"b": 2}}
    assert by_id["h2"]["error"] == {"code": -32003, "message": "not allowed"}
    assert (LogSource.STDOUT, "warning: {'low': 'disk'}") in notes.lines


@pytest.mark.fault("A51")
@pytest.mark.clause("V-6.29", "V-6.31")
async def test_after_a_call_without_an_answer_the_server_is_told_and_the_next_call_works() -> None:
    async with session() as client:
        error = await failure(client, "never", timeout_s=0.05)
        assert (error.kind, error.effect_unknown) == (CallClass.TIMEOUT, True)
        assert error.message == "No answer within 0.05 s."
        # The server answers late, right after the notice; that answer is dropped and not taken for the next call's.
        cancelled = json_of(await call(client, "cancelled"))
        assert len(cancelled) == 1
        assert json_of(await call(client, "cancelled")) == cancelled  # asked once, not again


async def test_a_cancelled_caller_tells_the_server() -> None:
    async with session() as client:
        async with anyio.create_task_group() as group:
            group.start_soon(partial(client.call, "never", {}, timeout_s=None))
            await call(client, "echo")
            group.cancel_scope.cancel()
        assert len(json_of(await call(client, "cancelled"))) == 1


async def test_progress_of_a_call_reaches_its_caller() -> None:
    told: list[tuple[float, float | None, str | None]] = []
    heard = anyio.Event()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        await anyio.lowlevel.checkpoint()
        told.append((progress, total, message))
        heard.set()

    async with session() as client, anyio.create_task_group() as group:
        group.start_soon(partial(client.call, "progress", {}, timeout_s=None, on_progress=note))
        await heard.wait()
        group.cancel_scope.cancel()
    assert told == [(1.0, 4.0, None)]


@pytest.mark.clause("V-6.24")
@pytest.mark.parametrize(
    ("tool", "kind", "message"),
    [
        ("invalid", CallClass.INVALID_ARGS, "no such argument"),
        ("refuses", CallClass.PROTOCOL_ERROR, "not today"),
        ("answers_wrongly", CallClass.PROTOCOL_ERROR, "The server's answer is not a valid message."),
        ("no_content", CallClass.PROTOCOL_ERROR, "The server's answer has no content."),
        ("die", CallClass.SERVER_EXITED, "The server ended."),
    ],
)
async def test_a_failed_call_has_a_class_and_the_server_s_words(tool: str, kind: CallClass, message: str) -> None:
    async with session() as client:
        error = await failure(client, tool)
    assert (error.kind, error.message) == (kind, message)
    assert error.effect_unknown == (tool in {"die", "no_content"})


async def test_arguments_that_json_cannot_hold_are_refused_and_the_session_goes_on() -> None:
    async with session() as client:
        assert (await failure(client, "echo", a="\ud800")).kind is CallClass.INVALID_ARGS
        assert json_of(await call(client, "echo")) == ["echo", {}, None]


async def test_text_cut_in_the_middle_of_an_emoji_and_a_batch_are_read() -> None:
    async with session() as client:
        assert text_of(await call(client, "half_emoji")) == "cut ?"
        assert text_of(await call(client, "batch")) == "one of a batch"


async def test_a_large_answer_is_read_whole() -> None:
    async with session() as client:
        assert len(text_of(await call(client, "large"))) == 3_000_000


async def test_the_end_of_a_server_is_told_and_later_calls_fail_at_once() -> None:
    async with session() as client:
        await failure(client, "die")
        assert (await client.wait_ended()).kind is CallClass.SERVER_EXITED
        assert (await failure(client, "echo")).kind is CallClass.SERVER_EXITED


async def test_a_server_that_closes_its_output_has_ended() -> None:
    async with session() as client:
        assert (await failure(client, "closes_output")).kind is CallClass.SERVER_EXITED


async def test_a_list_that_changes_is_told_each_time() -> None:
    async with session() as client:
        for count in (3, 4):
            await call(client, "change")
            await client.wait_tools_changed()
            assert len(await client.list_tools()) == count


async def test_two_hundred_calls_at_once_each_get_their_own_answer() -> None:
    found: dict[int, object] = {}

    async def one(client: McpClient, number: int) -> None:
        found[number] = json_of(await call(client, "echo", n=number))[1]

    async with session() as client, anyio.create_task_group() as group:
        for number in range(200):
            group.start_soon(one, client, number)
    assert found == {number: {"n": number} for number in range(200)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [(sys.executable, str(SERVERS / "library_server.py")), ("node", str(SERVERS / "bare_server.mjs"))],
    ids=["python-library", "node-bare"],
)
async def test_servers_of_other_makes_connect_list_and_answer(command: tuple[str, ...]) -> None:
    async with session(command=command) as client:
        (tool,) = await client.list_tools()
        result = await call(client, "add", a=2, b=3)
    assert tool.name == "add"
    assert text_of(result) == "5"
