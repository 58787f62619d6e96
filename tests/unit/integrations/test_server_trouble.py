"""Servers that crash, hang, flood or need something: what becomes of them, and that nobody else notices."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from app.domain.calls import CallClass, CallFailed, IntegrationId
from app.domain.errors import UserFixable
from app.domain.integrations import LogSource, Remark, RemarkCode, ServerStatus
from app.extensions.process import ServerStuck
from app.integrations import local
from app.integrations.parts import Limits
from app.integrations.streams import Notes, Streams
from app.storage.install_record import InstallRecord
from tests.plugins.logs import ExpectLog
from tests.unit.integrations.hosting import BARE_ID, Host, hosting
from tests.unit.integrations.records import record, tool
from tests.unit.integrations.sessions import LIMIT_S, json_of

pytestmark = pytest.mark.anyio

SERVING = "tools=pid,die,never"
TOOLS = [tool(name) for name in ("echo", "delete_all", "pid", "die", "never")]
RESTARTS_STOPPED = Remark(RemarkCode.RESTARTS_STOPPED)


async def failure(host: Host, tool_name: str, integration: IntegrationId = BARE_ID) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        await host.call(tool_name, integration)
    return caught.value


@pytest.mark.fault("A52")
@pytest.mark.clause("V-18.11")
async def test_a_server_that_exits_at_once_is_tried_five_times_with_growing_pauses_and_then_given_up(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path, record(words=["exits"])) as host:
        for pause_s in (1, 2, 4, 8):
            await host.time.until_asleep(pause_s)
            assert host.state().status is ServerStatus.CRASHED
            assert host.guard.groups == frozenset()
            host.time.pass_by(pause_s)
        await host.until(lambda: RESTARTS_STOPPED in host.state().remarks)
        assert host.state().failure == "The server ended with exit code 3. cannot work here"
        assert [one.status for _, one in host.states].count(ServerStatus.STARTING) == 5
        error = await failure(host, "echo")
        assert (error.kind, error.message) == (CallClass.NOT_CONNECTED, host.state().failure)

        host.supervisor.restart(BARE_ID)
        await host.time.until_asleep(1)  # as after a first crash
    assert host.log(BARE_ID).texts(LogSource.STDERR) == ["cannot work here"] * 6


@pytest.mark.clause("V-18.11", "V-18.13", "V-6.31")
async def test_calls_in_flight_at_a_crash_fail_and_are_not_repeated_and_the_server_comes_back(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=TOOLS, words=[SERVING])) as host:
        before = await host.pid()
        error = await failure(host, "die")
        assert (error.kind, error.effect_unknown) == (CallClass.SERVER_EXITED, False)
        await host.time.sleep_over(1)
        await host.until_status(ServerStatus.CONNECTED)
        assert await host.pid() != before

        error = await failure(host, "delete_all")
        assert (error.kind, error.message, error.effect_unknown) == (
            CallClass.SERVER_EXITED,
            "The server ended with exit code 7.",
            True,
        )
        await host.time.until_asleep(2)
    assert host.log(BARE_ID).texts(LogSource.STDERR) == ["it hurts"] * 2


async def test_a_server_that_is_killed_says_so(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=TOOLS, words=[SERVING])) as host:
        os.kill(await host.pid(), 9)
        state = await host.until_status(ServerStatus.CRASHED)
    assert state.failure == "Signal 9 ended the server."


async def test_a_server_that_closes_its_output_and_stays_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "EXIT_WAIT_S", 0.05)
    async with hosting(tmp_path, record(tools=[tool("closes_output")], words=["tools=closes_output"])) as host:
        assert (await failure(host, "closes_output")).message == "The server ended."
        await host.until_status(ServerStatus.CRASHED)
        assert host.guard.groups == frozenset()


@pytest.mark.clause("V-18.5")
@pytest.mark.parametrize("word", ["mute", "mute-list"])
@pytest.mark.parametrize(("first", "limit_s"), [(True, 180), (False, 30)])
async def test_a_server_that_does_not_answer_is_ended_in_time(
    tmp_path: Path, word: str, first: bool, limit_s: float
) -> None:
    mute = record(words=[word])
    if not first:
        mute = record(words=[word], connected_digest=mute.digest)
    async with hosting(tmp_path, mute) as host:
        await host.time.until_asleep(limit_s)
        assert host.state().status is ServerStatus.STARTING
        host.time.pass_by(limit_s)
        state = await host.until_status(ServerStatus.CRASHED)
        assert state.failure == "The server did not answer in time."
        assert host.guard.groups == frozenset()
        assert host.connected == []


@pytest.mark.clause("V-18.5")
async def test_after_it_once_connected_a_server_has_thirty_seconds(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=TOOLS, words=[SERVING])) as host:
        await host.time.until_asleep(180)
        await failure(host, "die")
        await host.time.sleep_over(1)
        await host.time.until_asleep(30)
        await host.until_status(ServerStatus.CONNECTED)
        assert len(host.connected) == 1


@pytest.mark.slow
@pytest.mark.fault("A52")
async def test_of_twenty_servers_one_that_hangs_one_that_crashes_and_two_that_flood_disturb_nobody(
    tmp_path: Path,
) -> None:
    trouble = {3: ["mute"], 7: ["exits"], 11: ["stderr"], 13: ["stdout"]}
    records = [record(f"i{number}", words=trouble.get(number, [])) for number in range(20)]
    calm = [one.integration_id for number, one in enumerate(records) if number not in {3, 7}]
    async with hosting(tmp_path, *records) as host:
        await host.until(lambda: all(host.state(one).status is ServerStatus.CONNECTED for one in calm))
        async with anyio.create_task_group() as group:
            for integration in calm:
                group.start_soon(host.call, "echo", integration)
        await host.until_status(ServerStatus.CRASHED, records[7].integration_id)
        assert host.state(records[3].integration_id).status is ServerStatus.STARTING
        assert len(host.guard.groups) == 19


@pytest.mark.clause("V-18.6", "V-18.7")
@pytest.mark.parametrize(
    ("word", "source", "noise"),
    [("stdout", LogSource.STDOUT, "noise"), ("stderr", LogSource.STDERR, ("noise " * 30).rstrip())],
)
async def test_a_flood_on_either_output_goes_to_the_log_and_calls_go_on(
    tmp_path: Path, word: str, source: LogSource, noise: str
) -> None:
    async with hosting(tmp_path, record(words=[word])) as host:
        with anyio.fail_after(5):
            while noise not in [text.rstrip() for text in host.log(BARE_ID).texts(source)]:
                assert json_of(await host.call("echo"))[0] == "echo"


@pytest.mark.slow
async def test_twenty_reloads_leave_no_process_no_task_and_no_file_behind(tmp_path: Path) -> None:
    async with hosting(tmp_path, record(tools=TOOLS, words=[SERVING])) as host:
        pids = {await host.pid()}
        tasks, files = len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - numbers
        for _ in range(20):
            host.supervisor.restart(BARE_ID)
            pids.add(await host.pid())
        assert len(pids) == 21
        assert len(host.guard.groups) == 1
        assert len(asyncio.all_tasks()) == tasks
        assert len(os.listdir("/proc/self/fd")) == files  # noqa: PTH208 - numbers


class Broken:
    """A way to servers that does not lead to one."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.tries = 0
        self._tried = anyio.Event()

    def _try(self) -> None:
        self.tries += 1
        self._tried.set()
        self._tried = anyio.Event()

    async def until_tried(self, times: int) -> None:
        with anyio.fail_after(LIMIT_S):
            while self.tries < times:
                await self._tried.wait()

    @asynccontextmanager
    async def __call__(self, record: InstallRecord, values: Mapping[str, str], notes: Notes) -> AsyncGenerator[Streams]:
        await anyio.lowlevel.checkpoint()
        self._try()
        notes.remark(Remark(RemarkCode.VALUES_NOT_SENT))
        notes.remark(Remark(RemarkCode.VALUES_NOT_SENT))
        raise self.error
        yield  # pyright: ignore[reportUnreachable] - it is a generator


class Stuck(Broken):
    """A way to a server that neither answers nor goes away."""

    @asynccontextmanager
    async def __call__(self, record: InstallRecord, values: Mapping[str, str], notes: Notes) -> AsyncGenerator[Streams]:
        self._try()
        try:
            await anyio.sleep_forever()
        finally:
            raise self.error
        yield  # pyright: ignore[reportUnreachable] - it is a generator


REMOTE = {"runtime": {"kind": "remote-mcp", "url": "https://example.com/mcp"}}


@pytest.mark.clause("V-6.24")
async def test_a_server_that_asks_for_a_sign_in_waits_for_the_person(tmp_path: Path) -> None:
    broken = Broken(CallFailed(CallClass.NEEDS_SIGN_IN, "Sign in first."))
    async with hosting(tmp_path, record(manifest=REMOTE), connectors={"remote-mcp": broken}) as host:
        state = await host.until_status(ServerStatus.NEEDS_SIGN_IN)
        assert (state.failure, state.remarks) == ("Sign in first.", (Remark(RemarkCode.VALUES_NOT_SENT),))
        assert (await failure(host, "echo")).kind is CallClass.NEEDS_SIGN_IN
        host.supervisor.restart(BARE_ID)
        await broken.until_tried(2)


@pytest.mark.clause("V-18.10")
async def test_beside_a_process_that_does_not_end_no_other_starts_unless_a_person_wants_it(tmp_path: Path) -> None:
    stuck = Stuck(ServerStuck("17, 18", place="node"))
    async with hosting(tmp_path, record(manifest=REMOTE), connectors={"remote-mcp": stuck}) as host:
        await stuck.until_tried(1)
        host.supervisor.restart(BARE_ID)  # its values were saved
        state = await host.until_status(ServerStatus.CRASHED)
        assert (state.failure, stuck.tries) == ("Processes of node do not end, so it is not started again: 17, 18.", 1)
        host.supervisor.restart(BARE_ID)
        await stuck.until_tried(2)


async def test_what_only_a_person_can_mend_is_not_tried_again(tmp_path: Path) -> None:
    broken = Broken(UserFixable("locked", place="key store"))
    async with hosting(tmp_path, record(manifest=REMOTE), connectors={"remote-mcp": broken}) as host:
        state = await host.until_status(ServerStatus.CRASHED)
    assert (state.failure, broken.tries) == ("key store: locked", 1)


async def test_a_fault_of_our_own_is_logged_and_the_other_servers_go_on(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("the connection to com.example.other failed")
    other = record("other", manifest=REMOTE)
    broken = Broken(ZeroDivisionError("oops"))
    async with hosting(tmp_path, record(), other, connectors={"remote-mcp": broken}) as host:
        await host.until_status(ServerStatus.CRASHED, other.integration_id)
        assert json_of(await host.call("echo"))[0] == "echo"


@pytest.mark.clause("V-5.19")
async def test_a_connection_test_shows_server_version_tools_and_time_and_changes_nothing(tmp_path: Path) -> None:
    place = [{"name": "PLACE", "title": "Place", "type": "text", "required": True}]
    bare = record(manifest={"preferences": place})
    async with hosting(tmp_path, bare) as host:
        await host.until_status(ServerStatus.NEEDS_SETUP)
        before = list(host.states)
        probe = await host.supervisor.probe(bare, {"PLACE": "here"})
        assert (probe.server_name, probe.tool_count, probe.duration_s) == ("bare", 2, 0.0)  # the time stands still
        assert '"voxnotch"' in probe.server_version
        assert host.guard.groups == frozenset()
        assert host.states == before
        assert host.log(BARE_ID).texts(LogSource.STDOUT) == []

        with pytest.raises(CallFailed) as caught:
            await host.supervisor.probe(bare, {"PLACE": ""})
        assert caught.value.kind is CallClass.NEEDS_SETUP


@pytest.mark.clause("V-5.19")
async def test_a_connection_test_takes_the_values_of_the_form_and_stored_ones_for_the_rest(tmp_path: Path) -> None:
    manifest = {"preferences": [{"name": "TOKEN", "title": "Token", "type": "text"}]}
    stored = record(words=["tells"], manifest=manifest, values={"TOKEN": "old"})
    async with hosting(tmp_path) as host:
        for form, told in (({"TOKEN": "new"}, "new"), ({}, "old")):
            with pytest.raises(CallFailed) as caught:
                await host.supervisor.probe(stored, form)
            assert caught.value.message.endswith(f"the token is {told}")


@pytest.mark.clause("V-5.19", "V-6.24")
async def test_a_connection_test_shows_the_class_and_the_last_line_without_secrets(tmp_path: Path) -> None:
    fields = [{"key": "TOKEN", "label": "Token"}]
    manifest = {"auth": {"kind": "apiKey", "fields": fields}}
    for word, limit_s, kind, message in (
        ("tells", 10, CallClass.SERVER_EXITED, "The server ended with exit code 3. the token is ***"),
        ("mute", 0.3, CallClass.TIMEOUT, "The server did not answer in time."),
        ("version=1", 10, CallClass.PROTOCOL_ERROR, "Unsupported protocol version from the server: 1"),
    ):
        one = record(words=[word], manifest=manifest)
        async with hosting(tmp_path, limits=Limits(first_connect_s=limit_s)) as host:
            with pytest.raises(CallFailed) as caught:
                await host.supervisor.probe(one, {"TOKEN": "s3cret"})
            assert (caught.value.kind, caught.value.message) == (kind, message)


async def test_a_connection_test_of_what_is_not_supported_says_so(tmp_path: Path) -> None:
    hosted = record(manifest={"runtime": {"kind": "hosted", "entry": "x"}})
    async with hosting(tmp_path) as host:
        with pytest.raises(CallFailed, match="not_connected"):
            await host.supervisor.probe(hosted, {})
