"""Servers as real processes: how they come up, what a call meets, and what follows a change of what is installed."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from app.domain.calls import CallClass, CallFailed, IntegrationId, Pill
from app.domain.installs import Growth, GrowthKind
from app.domain.integrations import LogSource, Remark, RemarkCode, ServerStatus
from tests.unit.integrations.hosting import BARE_ID, Host, hosting
from tests.unit.integrations.records import record, tool
from tests.unit.integrations.sessions import BARE, SERVERS, json_of, text_of

pytestmark = pytest.mark.anyio

ODD_NAMES = ["files/read.all", "say hello", "deleteFile", "x" * 200, "a.b", "a/b", "a_b", "voiceos-hook-spy", "файл"]
TOOLS = ("pid", "never", "die", "environment", "folder", "change")
SERVING = f"tools={','.join(TOOLS)}"
BARE_TOOLS = [tool("echo"), tool("delete_all"), *map(tool, TOOLS)]


async def failure(host: Host, tool_name: str, integration: IntegrationId = BARE_ID, **options: float) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        await host.call(tool_name, integration, **options)
    return caught.value


@pytest.mark.clause("V-3.1", "V-18.8", "V-19.1")
async def test_a_server_is_started_and_stays_up_between_calls(tmp_path: Path) -> None:
    bare = record(tools=BARE_TOOLS, words=[SERVING])
    async with hosting(tmp_path, bare) as host:
        state = await host.until_status(ServerStatus.CONNECTED)
        first, second = await host.pid(), await host.pid()
        folder = text_of(await host.call("folder"))
        environment = json_of(await host.call("environment"))

    assert [one.status for _, one in host.states] == [ServerStatus.STARTING, ServerStatus.CONNECTED]
    assert (state.server_name, state.protocol_version) == ("bare", "2025-06-18")
    assert len(state.tools) == len(BARE_TOOLS)
    assert first == second
    assert folder == environment["VOXNOTCH_DATA_DIR"] == str(tmp_path / BARE_ID)
    assert host.connected == [(BARE_ID, bare.digest)]


@pytest.mark.clause("V-3.1")
async def test_a_runtime_without_arguments_starts_its_command_alone(tmp_path: Path) -> None:
    script = tmp_path / "server"
    script.write_text(f"#!{BARE[0]}\n" + (SERVERS / "bare_server.py").read_text(encoding="utf-8"), encoding="utf-8")
    script.chmod(0o700)
    bare = record(manifest={"runtime": {"kind": "local-mcp", "command": "./server"}}, folder=str(tmp_path))

    async with hosting(tmp_path, bare) as host:
        await host.until_status(ServerStatus.CONNECTED)


@pytest.mark.clause("V-6.21", "V-6.22")
async def test_what_differs_from_the_manifest_is_logged_and_a_missing_tool_is_remarked(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=[tool("echo"), tool("lost")])) as host:
        state = await host.until_status(ServerStatus.CONNECTED)
        error = await failure(host, "lost")

    assert state.remarks == (Remark(RemarkCode.TOOL_NOT_SERVED, "lost"),)
    assert (error.kind, error.message) == (
        CallClass.NOT_CONNECTED,
        "lost is not available: its server does not serve it.",
    )
    assert [line for line in host.log(BARE_ID).texts(LogSource.HOST) if "manifest" in line] == [
        "The server's title of echo is not that of the manifest, which rules.",
        "The server's description of echo is not that of the manifest, which rules.",
        "The server does not serve lost, which is in the manifest; it is unavailable.",
        "The server serves delete_all, which is not in the manifest; it is hidden.",
    ]


async def test_the_registry_follows_a_server_that_changes_its_tools(tmp_path: Path) -> None:
    bare = record(tools=[*BARE_TOOLS, tool("added")], words=[SERVING])
    async with hosting(tmp_path, bare) as host:
        await host.until_status(ServerStatus.CONNECTED)
        assert "bare__added" not in [entry.model_name for entry in host.registry.offered()]
        await host.call("change")
        await host.until(lambda: "bare__added" in [entry.model_name for entry in host.registry.offered()])
        assert text_of(await host.call("added")) == "added"
        assert host.state().remarks == ()


async def test_a_changed_list_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=BARE_TOOLS, words=[SERVING, "lists-once"])) as host:
        await host.call("change")
        log = host.log(BARE_ID)
        while "The server changed its tools, but does not list them." not in log.texts(LogSource.HOST):
            await host.call("echo")
        assert len(host.registry.offered()) == len(BARE_TOOLS)


@pytest.mark.fault("A49")
@pytest.mark.clause("V-7.19")
async def test_a_tool_with_an_odd_name_is_called_by_its_own_name(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(words=["names"], has_manifest=False)) as host:
        await host.until_status(ServerStatus.CONNECTED)
        assert text_of(await host.call("files_read_all")) == "files/read.all"
        tools = [entry.ref.tool for entry in host.registry.offered()]
        assert [text_of(await host.call(name)) for name in tools] == [
            name for name in ODD_NAMES if name != "voiceos-hook-spy"
        ]


@pytest.mark.clause("V-6.24")
async def test_a_tool_that_nobody_knows_is_not_connected(tmp_path: Path) -> None:
    async with hosting(tmp_path, record()) as host:
        assert (await failure(host, "unknown")).kind is CallClass.NOT_CONNECTED
        assert (await failure(host, "echo", IntegrationId("com.example.nobody"))).kind is CallClass.NOT_CONNECTED
        assert host.state(IntegrationId("com.example.nobody")).status is ServerStatus.STOPPED
        host.supervisor.restart(IntegrationId("com.example.nobody"))
        await host.supervisor.stop(IntegrationId("com.example.nobody"))


async def test_a_call_waits_for_a_server_that_is_starting_but_not_longer_than_it_may(tmp_path: Path) -> None:
    other = record("other", words=["mute"])
    async with hosting(tmp_path, record(), other) as host:
        assert host.state().status is not ServerStatus.CONNECTED
        assert json_of(await host.call("echo"))[0] == "echo"
        error = await failure(host, "echo", other.integration_id, timeout_s=0.05)
    assert (error.kind, error.message) == (CallClass.NOT_CONNECTED, "It is starting.")


@pytest.mark.clause("V-7.7")
async def test_a_call_that_was_decided_before_the_server_said_that_it_destroys_is_not_made(tmp_path: Path) -> None:
    quiet = [tool("delete_all", title="Tidy up"), *BARE_TOOLS[:1], *BARE_TOOLS[2:]]
    async with hosting(tmp_path, record(tools=quiet, words=[SERVING])) as host:
        error = await failure(host, "delete_all")
        assert (error.kind, error.message, error.effect_unknown) == (
            CallClass.NOT_CONNECTED,
            "Tidy up is another tool than a moment ago. Try again.",
            False,
        )
        assert await host.pid()  # it did not die of the call


@pytest.mark.clause("V-7.5", "V-17.8")
async def test_a_call_that_waits_for_a_server_is_not_made_when_a_reload_gives_its_tool_a_question(
    tmp_path: Path,
) -> None:
    asks = tool("echo", confirmation={"schemaVersion": 1, "root": {"type": "card", "children": []}})
    caught: list[CallFailed] = []

    async def fail() -> None:
        caught.append(await failure(host, "echo"))

    async with hosting(tmp_path, record(words=["mute"])) as host, anyio.create_task_group() as group:
        group.start_soon(fail)
        await anyio.wait_all_tasks_blocked()
        host.supervisor.apply([record(tools=[asks, tool("delete_all")])])
    assert [error.message for error in caught] == ["echo is another tool than a moment ago. Try again."]


@pytest.mark.clause("V-5.16", "V-5.15", "V-6.24")
async def test_a_server_without_a_required_value_waits_for_it_and_gets_it_by_its_environment(tmp_path: Path) -> None:
    fields = [{"key": "TOKEN", "label": "Token", "required": True}]
    place = [{"name": "PLACE", "title": "Place", "type": "text", "required": True, "default": "here"}]
    bare = record(
        tools=BARE_TOOLS,
        words=[SERVING],
        manifest={"auth": {"kind": "apiKey", "fields": fields}, "preferences": place},
    )
    async with hosting(tmp_path, bare) as host:
        state = await host.until_status(ServerStatus.NEEDS_SETUP)
        assert state.failure == "Needs a value for Token."
        assert (await failure(host, "echo")).kind is CallClass.NEEDS_SETUP
        assert host.guard.groups == frozenset()

        host.secrets["TOKEN"] = "s3cret"
        host.supervisor.apply([replace(bare, secret_names=frozenset({"TOKEN"}))])
        await host.until_status(ServerStatus.CONNECTED)
        environment = json_of(await host.call("environment"))
        assert (environment["TOKEN"], environment["PLACE"]) == ("s3cret", "here")
        assert host.log(BARE_ID).secrets == ("s3cret",)


@pytest.mark.clause("V-5.15")
async def test_changed_values_restart_the_server_and_a_call_meanwhile_waits_for_the_new_one(tmp_path: Path) -> None:
    place = [{"name": "PLACE", "title": "Place", "type": "text"}]
    bare = record(tools=BARE_TOOLS, words=[SERVING], manifest={"preferences": place})
    async with hosting(tmp_path, bare) as host:
        before = await host.pid()
        host.supervisor.apply([replace(bare, values={"PLACE": "there"})])
        assert json_of(await host.call("environment"))["PLACE"] == "there"
        assert await host.pid() != before


async def test_a_change_that_is_not_the_server_s_leaves_it_running(tmp_path: Path) -> None:
    bare = record(tools=BARE_TOOLS, words=[SERVING])
    async with hosting(tmp_path, bare) as host:
        before = await host.pid()
        host.supervisor.apply([replace(bare, pills={"echo": Pill.ASK}, short_name="mine", transcript_access=False)])
        assert await host.pid() == before
        assert host.registry.offered()[0].model_name == "mine__echo"


@pytest.mark.clause("V-5.15")
async def test_a_restart_waits_for_running_calls_to_end(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=BARE_TOOLS, words=[SERVING])) as host:
        before = await host.pid()
        async with anyio.create_task_group() as group:
            group.start_soon(host.call, "never")
            group.start_soon(host.call, "never")
            await anyio.wait_all_tasks_blocked()
            host.supervisor.restart(BARE_ID)
            await host.time.until_asleep(10)
            assert host.state().status is ServerStatus.CONNECTED
            group.cancel_scope.cancel()  # the calls end; no time passes
        assert await host.pid() != before


@pytest.mark.clause("V-5.15")
async def test_a_restart_waits_ten_seconds_at_most_and_the_call_says_that_its_effect_is_unknown(tmp_path: Path) -> None:
    found: list[CallFailed] = []

    async def call(host: Host) -> None:
        found.append(await failure(host, "delete_never"))

    bare = record(tools=[tool("delete_never"), *BARE_TOOLS], words=[f"{SERVING},delete_never", "slow=delete_never"])
    async with hosting(tmp_path, bare) as host:
        before = await host.pid()
        async with anyio.create_task_group() as group:
            group.start_soon(call, host)
            await anyio.wait_all_tasks_blocked()
            host.supervisor.restart(BARE_ID)
            await host.time.sleep_over(10)
        assert (found[0].kind, found[0].effect_unknown) == (CallClass.SERVER_EXITED, True)
        assert found[0].message == "The server was stopped."
        assert await host.pid() != before


async def test_a_server_that_is_stopped_may_say_more_than_a_pipe_holds_before_it_ends(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(words=["farewell"])) as host:
        await host.until_status(ServerStatus.CONNECTED)
        await host.supervisor.stop(BARE_ID)
        assert (tmp_path / BARE_ID / "all-said").exists()
        assert "all said" in host.log(BARE_ID).texts(LogSource.STDERR)


async def test_stop_returns_when_the_process_is_gone_and_restart_starts_it_again(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=BARE_TOOLS, words=[SERVING])) as host:
        before = await host.pid()
        await host.supervisor.stop(BARE_ID)
        with pytest.raises(ProcessLookupError):
            os.kill(before, 0)
        await host.until_status(ServerStatus.STOPPED)
        error = await failure(host, "echo")
        assert (error.kind, error.message) == (CallClass.NOT_CONNECTED, "It is stopped.")
        host.supervisor.restart(BARE_ID)
        assert await host.pid() != before


@pytest.mark.clause("V-17.14")
async def test_a_disabled_server_stops_and_its_tools_are_gone_before_that(tmp_path: Path) -> None:
    bare = record(tools=BARE_TOOLS, words=[SERVING])
    async with hosting(tmp_path, bare) as host:
        before = await host.pid()
        host.supervisor.apply([replace(bare, enabled=False)])
        assert host.registry.offered() == ()
        await host.until_status(ServerStatus.STOPPED)
        assert host.guard.groups == frozenset()
        host.supervisor.apply([bare])
        assert await host.pid() != before


async def test_a_removed_server_ends_and_the_same_id_may_come_back_at_once(tmp_path: Path) -> None:
    bare = record(tools=BARE_TOOLS, words=[SERVING])
    async with hosting(tmp_path, bare) as host:
        before = await host.pid()
        host.supervisor.apply([])
        host.supervisor.apply([bare])
        after = await host.pid()
        assert after != before
        assert host.guard.groups == {after}

        host.supervisor.apply([])
        host.states.clear()
        await host.supervisor.stop(BARE_ID)
        await anyio.wait_all_tasks_blocked()
        assert host.guard.groups == frozenset()
        assert host.states == []  # nobody asks for it any more
        assert host.state().status is ServerStatus.STOPPED
        host.supervisor.apply([bare])
        assert await host.pid() not in {before, after}


@pytest.mark.clause("V-3.7")
async def test_a_hosted_integration_is_not_supported_and_starts_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(manifest={"runtime": {"kind": "hosted", "entry": "x"}})) as host:
        state = await host.until_status(ServerStatus.NOT_SUPPORTED)
    assert state.failure == "Hosted integrations are not supported by this host"
    assert host.logs[BARE_ID].kept == []


async def test_a_disabled_integration_may_be_removed(tmp_path: Path) -> None:
    bare = record(enabled=False)
    async with hosting(tmp_path, bare) as host:
        await anyio.wait_all_tasks_blocked()
        host.supervisor.apply([])
        await anyio.wait_all_tasks_blocked()
    assert host.states == []  # stopped from the beginning to the end


async def test_growth_holds_a_server_back_until_it_is_approved(tmp_path: Path) -> None:
    bare = record()
    grown = replace(bare, growth=(Growth(GrowthKind.DOMAIN, "example.com"),))
    async with hosting(tmp_path, grown) as host:
        await host.until_status(ServerStatus.NEEDS_APPROVAL)
        host.supervisor.apply([bare])
        await host.until_status(ServerStatus.CONNECTED)


async def test_a_program_that_is_missing_is_named_and_not_tried_again(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(command=["no-such-program"])) as host:
        state = await host.until_status(ServerStatus.CRASHED)
        (remark,) = state.remarks
    assert remark.code is RemarkCode.PROGRAM_MISSING
    assert remark.detail.startswith("no-such-program: /")
    assert state.failure.startswith("The program no-such-program cannot be found or run. Searched: /")


async def test_a_program_that_stands_in_for_another_is_named(tmp_path: Path) -> None:
    (tmp_path / "server.mjs").write_bytes((SERVERS / "bare_server.mjs").read_bytes())
    bare = record(command=["bun", "server.mjs"], folder=str(tmp_path), tools=[tool("add")])
    assert shutil.which("bun") is None
    async with hosting(tmp_path, bare) as host:
        state = await host.until_status(ServerStatus.CONNECTED)
    assert Remark(RemarkCode.RUNS_WITH_OTHER, "node") in state.remarks
