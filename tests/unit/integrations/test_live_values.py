"""Live values of fast intents: read with the tools, hinted at over pipes and HTTP, new ones for the next sentence."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.requests import Request
from starlette.responses import Response

from app.agent.intents import intent_offers, winner_of
from app.domain.integrations import LogSource, ServerStatus
from app.integrations import live_values, web_client
from app.integrations.live_values import REFRESH_METHOD, LiveValues, listed_values
from app.integrations.served import ServedTool
from app.integrations.web_client import Trouble, WebClient
from app.storage.install_record import InstallRecord
from tests.fixtures.servers import values_server
from tests.unit.integrations.hosting import Host, hosting
from tests.unit.integrations.records import record, tool
from tests.unit.integrations.sessions import LIMIT_S, SERVERS, text_of
from tests.unit.integrations.test_remote import no_grants
from tests.unit.integrations.web_servers import BareServer, connector, serving

pytestmark = pytest.mark.anyio

PYTHON = (sys.executable, str(SERVERS / "values_server.py"))
NODE = ("node", str(SERVERS / "values_server.mjs"))
KEY = "voiceos/intent-slot-values"
LEFT_OUT = "The intent play_scene is left out until the server lists values for its slots that can be used."
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"scene": {"type": "string"}}, "required": ["scene"]}


def player(
    command: Sequence[str] = NODE, *, url: str = "", schema: dict[str, Any] = SCHEMA, **slot: Any
) -> InstallRecord:
    """Return an install with one intent, whose slot takes live values unless ``slot`` says another."""
    intent = {
        "name": "play_scene",
        "description": "Plays a scene",
        "tool": "play",
        "utterances": {"en": ["play {scene}"]},
        "slots": {"scene": {"required": True, **(slot or {"type": "enum", "valuesFrom": "tool"})}},
    }
    runtime = {"runtime": {"kind": "remote-mcp", "url": url}} if url else {}
    tools = [tool("play", inputSchema=schema), tool("echo")]
    return record("player", command=command, tools=tools, manifest={"intents": [intent], **runtime})


async def winner(host: Host, installed: InstallRecord, sentence: str) -> object:
    """Return the scene that a sentence would play, as the running host sees it."""
    states = [(installed, host.state(installed.integration_id))]
    found = await winner_of(sentence, "en", intent_offers(host.registry.offered(), states))
    return None if found is None else found.arguments["scene"]


async def until_played(host: Host, installed: InstallRecord, sentence: str) -> object:
    async def wait(seen: int) -> None:
        await host.until(lambda: len(host.states) > seen)

    seen = len(host.states)
    while (found := await winner(host, installed, sentence)) is None:
        await wait(seen)
        seen = len(host.states)
    return found


@pytest.mark.clause("V-14.15", "V-14.17")
@pytest.mark.parametrize("command", [PYTHON, NODE], ids=["python", "node"])
async def test_a_hint_brings_new_values_that_count_for_the_next_sentence(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    installed = player(command)
    async with hosting(tmp_path, installed) as host:
        await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
        assert await winner(host, installed, "play sunrise") == "sunrise"
        assert await winner(host, installed, "play scene 1") is None

        host.supervisor.refresh_intent_values()

        assert await until_played(host, installed, "play scene 1") == "scene 1"
        assert await winner(host, installed, "play sunrise") == "sunrise"


@pytest.mark.clause("V-14.15", "V-14.17")
async def test_a_hint_goes_over_streamable_http_as_well(tmp_path: Path) -> None:
    async with serving(values_server.make().streamable_http_app()) as origin:
        installed = player(url=f"{origin}/mcp")
        async with hosting(tmp_path, installed, connectors=connector(no_grants())) as host:
            await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
            assert await winner(host, installed, "play sunrise") == "sunrise"
            with anyio.fail_after(LIMIT_S):
                # What a server says unasked is lost until its stream for that is open, so one hint may be too early.
                while await winner(host, installed, "play scene 1") is None:
                    host.supervisor.refresh_intent_values()
                    with anyio.move_on_after(LIMIT_S / 20):
                        await until_played(host, installed, "play scene 1")


@pytest.mark.clause("V-14.16")
async def test_live_values_of_a_server_are_cut_to_the_enum_of_the_schema(tmp_path: Path) -> None:
    one_of = {**SCHEMA, "properties": {"scene": {"type": "string", "enum": ["scene 1", "night"]}}}
    installed = player(schema=one_of)
    async with hosting(tmp_path, installed) as host:
        await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
        assert await winner(host, installed, "play sunrise") is None
        host.supervisor.refresh_intent_values()
        assert await until_played(host, installed, "play scene 1") == "scene 1"
        assert await winner(host, installed, "play sunrise") is None


@pytest.mark.clause("V-14.14", "V-14.15")
async def test_an_intent_whose_values_cannot_be_used_is_left_out_and_told_once(tmp_path: Path) -> None:
    installed = player((*NODE, "bad"))
    async with hosting(tmp_path, installed) as host:
        await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
        host.supervisor.refresh_intent_values()
        await host.until(lambda: len(listed_values(host.state(installed.integration_id).tools[0])["scene"]) > 1)
        lines = host.log(installed.integration_id).texts(LogSource.HOST)
        assert await winner(host, installed, "play scene 1") is None
    assert [line for line in lines if "intent" in line] == [LEFT_OUT]


def test_an_intent_is_told_again_when_its_values_were_good_in_between() -> None:
    values = LiveValues(player())
    good, bad = listing(["sunrise"]), listing([])
    told = [[*values.newly_left_out([one])] for one in (good, bad, bad, good, bad)]
    assert told == [[], [LEFT_OUT], [], [], [LEFT_OUT]]
    assert [*LiveValues(player()).newly_left_out([])] == [LEFT_OUT], "its tool is not even served"
    assert [*LiveValues(player(type="string")).newly_left_out([])] == []


@pytest.mark.clause("V-14.17")
async def test_only_connected_servers_with_live_slots_are_sent_a_hint(tmp_path: Path) -> None:
    bare = BareServer()
    async with serving(bare.app) as origin:
        live = player(url=f"{origin}/mcp")
        unlike = player(url=f"{origin}/mcp", type="string")
        for installed, hints in ((unlike, 0), (live, 1)):
            bare.requests.clear()
            async with hosting(tmp_path, connectors=connector(no_grants())) as host:
                host.supervisor.apply([installed])
                host.supervisor.refresh_intent_values()
                await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
                assert REFRESH_METHOD not in bare.methods(), "it was not connected then"
                host.supervisor.refresh_intent_values()
                await until_heard(host, bare, installed)
            assert bare.methods().count(REFRESH_METHOD) == hints


@pytest.mark.clause("V-14.17")
@pytest.mark.parametrize("status", [400, 401, 404, 500])
async def test_a_remote_server_that_refuses_a_hint_loses_nothing(tmp_path: Path, status: int) -> None:
    bare = BareServer()

    async def refuse(_: Request, message: dict[str, Any]) -> Response | None:
        return Response(status_code=status) if message.get("method") == REFRESH_METHOD else None

    bare.answer = refuse
    async with serving(bare.app) as origin:
        installed = player(url=f"{origin}/mcp")
        async with hosting(tmp_path, installed, connectors=connector(no_grants())) as host:
            await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
            host.supervisor.refresh_intent_values()
            await until_heard(host, bare, installed)
            assert [state.status for _, state in host.states] == [ServerStatus.STARTING, ServerStatus.CONNECTED]


@pytest.mark.clause("V-14.17")
async def test_a_remote_server_that_does_not_answer_a_hint_holds_a_call_up_for_a_bounded_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(web_client, "HINT_S", 0.2)
    caplog.set_level(logging.INFO)
    bare = BareServer()

    async def wait(_: Request, message: dict[str, Any]) -> Response | None:
        if message.get("method") == REFRESH_METHOD:
            await anyio.sleep(LIMIT_S * 10)
        return None

    bare.answer = wait
    async with serving(bare.app) as origin:
        installed = player(url=f"{origin}/mcp")
        async with hosting(tmp_path, installed, connectors=connector(no_grants())) as host:
            await host.until_status(ServerStatus.CONNECTED, installed.integration_id)
            host.supervisor.refresh_intent_values()
            await until_heard(host, bare, installed)
    assert "was not answered in time" in caplog.text


@pytest.mark.clause("V-14.17")
async def test_a_hint_that_cannot_be_sent_is_logged_without_its_address(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    trouble = Trouble()
    async with WebClient("http://127.0.0.1:1/secret", {}, NoBearer(), trouble) as client:
        request = client.build_request("POST", "http://127.0.0.1:1/secret", json={"method": REFRESH_METHOD})
        response = await client.send(request)
    assert (response.status_code, trouble.failure) == (202, None)
    assert "a hint to 127.0.0.1 was not sent: ConnectError" in caplog.text
    assert "secret" not in caplog.text


async def test_hints_that_wait_count_as_one_and_one_that_is_not_taken_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_values, "SEND_LIMIT_S", 0.01)
    caplog.set_level(logging.INFO)
    values, deaf = LiveValues(player()), Deaf()
    for _ in range(5):
        values.want()
    with anyio.fail_after(LIMIT_S):
        async with anyio.create_task_group() as group:
            group.start_soon(values.run, deaf)
            await deaf.given_up.wait()
            values.want()
            await deaf.again.wait()
            group.cancel_scope.cancel()
    assert deaf.methods == [REFRESH_METHOD] * 2
    assert "com.example.player does not take the hint" in caplog.text


def test_values_that_are_no_list_are_none() -> None:
    assert listed_values(None) == {}
    assert listed_values(ServedTool("play", meta={KEY: 5})) == {}
    assert listed_values(ServedTool("play", meta={KEY: {"scene": "one"}})) == {"scene": ()}


def listing(scenes: list[object]) -> ServedTool:
    return ServedTool("play", meta={KEY: {"scene": scenes}})


async def until_heard(host: Host, bare: BareServer, installed: InstallRecord) -> None:
    """Wait until the server got everything that was sent to it before."""
    for _ in range(2):  # the hint may be handed over right after the first call
        assert text_of(await host.call("echo", installed.integration_id)) == "called"
    assert "tools/call" in bare.methods()


class NoBearer:
    async def token(self) -> str:
        return ""

    async def after_refusal(self, used: str) -> str:
        return used


class Deaf:
    """A way to a server that takes nothing."""

    def __init__(self) -> None:
        self.methods: list[str] = []
        self.given_up = anyio.Event()
        self.again = anyio.Event()

    async def notify(self, method: str) -> None:
        self.methods.append(method)
        if self.given_up.is_set():
            self.again.set()
        try:
            await anyio.sleep_forever()
        finally:
            self.given_up.set()
