"""No server outlives its host, however the host ends (V-18.14)."""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import anyio
import pytest
from anyio import to_thread

from app.cli.virtual.processes import wait_until
from app.extensions import guard as guard_module
from app.extensions import guard_program, launch_program
from app.extensions.guard import Guard, GuardUnavailable
from tests.plugins.logs import ExpectLog
from tests.unit.extensions.server_programs import STUBBORN, runs, until

ROOT = Path(__file__).resolve().parents[3]


@contextlib.contextmanager
def a_host(count: int) -> Generator[tuple[subprocess.Popen[bytes], int, list[int]]]:
    """A host process with its servers; the guard's number and those of the servers and of what they started."""
    command = [sys.executable, "-m", "tests.unit.extensions.server_host", str(count)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as host:
        servers: list[int] = []
        try:
            assert host.stdout is not None
            told = json.loads(host.stdout.readline())
            servers = told["servers"]
            yield host, told["guard"], servers
        finally:
            host.kill()
            for pid in servers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def gone(pids: list[int]) -> None:
    wait_until(lambda: not any(map(runs, pids)), timeout_s=10, what="the end of the servers")


@pytest.mark.slow
@pytest.mark.clause("V-18.14")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_server_outlives_a_killed_host_nor_what_it_started(number: signal.Signals) -> None:
    with a_host(2) as (host, guard, servers):
        assert len(servers) == 4
        assert all(map(runs, [guard, *servers]))
        host.send_signal(number)
        host.wait(30)
        gone(servers)
        gone([guard])


@pytest.mark.slow
@pytest.mark.clause("V-18.14")
def test_a_host_that_is_killed_with_its_whole_group_leaves_no_server_either() -> None:
    with a_host(1) as (host, _, servers):
        # The guard is not in the group, so it is still there to do its work.
        assert os.getpgid(host.pid) == os.getpgid(0)
        assert all(os.getpgid(pid) != os.getpgid(host.pid) for pid in servers)
        host.kill()
        gone(servers)


@pytest.mark.slow
@pytest.mark.clause("V-18.14")
def test_a_host_that_loses_its_guard_still_takes_its_servers_with_it() -> None:
    with a_host(1) as (host, guard, servers):
        os.kill(guard, signal.SIGKILL)
        host.kill()
        # The system itself ends the server that the host started; what that started is beyond its reach.
        gone(servers[:1])


def victim() -> subprocess.Popen[bytes]:
    process = subprocess.Popen([*STUBBORN], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


@pytest.fixture
def two() -> Iterator[tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]]:
    """Two process groups that do not end by themselves."""
    with victim() as first, victim() as second:
        yield first, second
        for process in (first, second):
            process.kill()


def test_the_guard_kills_what_is_listed_when_the_host_is_gone(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]],
) -> None:
    first, second = two
    guard_program.guard([b"+%d\n" % first.pid, b"+%d\n" % second.pid, b"-%d\n" % second.pid])
    assert first.wait(10) == -signal.SIGKILL
    assert second.poll() is None


def no_signal(target: int, number: int) -> None:
    """Do as if it had been sent: what hangs in the kernel hears none."""


def test_the_guard_does_not_wait_for_ever_for_what_cannot_be_killed(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard_program, "KILL_LIMIT_S", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", no_signal)
        patch.setattr(os, "kill", no_signal)
        guard_program.guard([b"+%d\n" % two[0].pid])
    assert two[0].poll() is None


def test_a_process_that_nobody_collected_is_no_member_any_more() -> None:
    with victim() as process:
        assert guard_program.group_members(process.pid) == [process.pid]
        os.kill(process.pid, signal.SIGKILL)
        wait_until(lambda: not runs(process.pid), timeout_s=10, what="its end")
        # Not waited for yet: its number is still taken.
        os.killpg(process.pid, 0)
        assert guard_program.group_members(process.pid) == []


def test_members_are_found_where_there_is_no_proc(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    group = two[0].pid

    def no_proc(path: str) -> list[str]:
        raise FileNotFoundError(path)

    def not_ours(target: int, number: int) -> None:
        raise PermissionError(target)

    monkeypatch.setattr(os, "listdir", no_proc)
    assert guard_program.group_members(group) == [group]
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", not_ours)
        assert guard_program.group_members(group) == [group]
    two[0].kill()
    two[0].wait(10)
    assert guard_program.group_members(group) == []


def test_a_process_that_ends_while_it_is_looked_at_is_no_member() -> None:
    assert guard_program._place("no-number") == ()


@pytest.fixture
def _signals() -> Iterator[None]:
    """Put back what scripts do to signals when they run in this process."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, how in before.items():
        signal.signal(number, how)


@pytest.mark.usefixtures("_signals")
def test_the_guard_is_a_script_that_ignores_being_asked_to_end(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"+%d\n" % two[0].pid)))
    runpy.run_path(guard_program.__file__, run_name="__main__")
    assert two[0].wait(10) == -signal.SIGKILL
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


def run_launcher(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> bytes:
    """Run the launcher in this process, for a program that does not exist; returns what it tells the host."""
    ours, theirs = socket.socketpair()
    with ours:
        ours.sendall(sent)
        ours.shutdown(socket.SHUT_WR)
        descriptor = theirs.detach()
        monkeypatch.setattr(sys, "argv", ["launch_program.py", str(descriptor), "/no/such/program"])
        try:
            runpy.run_path(launch_program.__file__, run_name="__main__")
        finally:
            os.close(descriptor)
            ctypes.CDLL(None).prctl(launch_program.PR_SET_PDEATHSIG, 0, 0, 0, 0)
        return ours.recv(16)


@pytest.mark.usefixtures("_signals")
def test_the_launcher_tells_the_error_of_a_program_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_launcher(monkeypatch, b"\0\0\0\4A=b\0") == b"2"
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_DFL


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("sent", [b"", b"\0", b"\0\0\0\4A="])
def test_the_launcher_starts_nothing_when_the_host_died_before_the_word(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    assert run_launcher(monkeypatch, sent) == b""
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN


def test_only_linux_is_asked_for_the_signal_of_a_parents_death(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", None)
    launch_program._die_with_the_host()


@pytest.mark.anyio
async def test_a_guard_is_not_started_before_it_is_needed() -> None:
    async with Guard() as guard:
        await guard.remove(12345)
        assert guard.pid is None


@pytest.mark.anyio
async def test_what_is_still_listed_when_the_guard_closes_is_killed(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]],
) -> None:
    async with Guard() as guard:
        await guard.add(two[0].pid)
        await guard.add(two[1].pid)
        await guard.remove(two[1].pid)
        assert guard.groups == {two[0].pid}
    assert await to_thread.run_sync(two[0].wait, 10) == -signal.SIGKILL
    assert two[1].poll() is None
    await guard.aclose()


@pytest.mark.anyio
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_guard_that_does_not_work_is_replaced_and_knows_all_groups(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]], expected_log: ExpectLog, how: signal.Signals
) -> None:
    expected_log("the guard of the servers ended")
    async with Guard() as guard:
        await guard.add(two[0].pid)
        first = guard.pid
        assert first is not None
        os.kill(first, how)
        if how == signal.SIGKILL:
            await until(lambda: not runs(first), "its end")
        else:
            assert guard._program is not None
            assert guard._program.stdin is not None
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(guard._program.stdin.fileno(), b"-1\n")
        await guard.add(two[1].pid)
        assert guard.pid != first
        assert not runs(first)
    for process in two:
        assert await to_thread.run_sync(process.wait, 10) == -signal.SIGKILL


@pytest.mark.anyio
async def test_without_a_guard_nothing_is_taken_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    async with Guard() as guard:
        with pytest.raises(GuardUnavailable):
            await guard.add(12345)
        assert guard.groups == frozenset()


@pytest.mark.anyio
async def test_a_guard_that_ends_at_once_takes_nothing_on(monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def broken(descriptor: int, data: bytes) -> int:
        if data.startswith(b"+"):
            raise BrokenPipeError
        return write(descriptor, data)

    async with Guard() as guard:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", broken)
            with pytest.raises(GuardUnavailable):
                await guard.add(12345)
        assert guard.groups == frozenset()


@pytest.mark.anyio
async def test_a_guard_that_cannot_be_replaced_is_told_in_the_log(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    expected_log: ExpectLog,
) -> None:
    expected_log("the guard of the servers ended")
    expected_log("no server is guarded now")
    async with Guard() as guard:
        await guard.add(two[0].pid)
        first = guard.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await until(lambda: not runs(first), "its end")
        monkeypatch.setattr(sys, "executable", "/no/such/python")
        await guard.remove(two[0].pid)
        assert guard.groups == frozenset()


@pytest.mark.anyio
async def test_a_guard_that_hangs_does_not_keep_the_host(
    two: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    expected_log: ExpectLog,
) -> None:
    expected_log("did not end")
    monkeypatch.setattr(guard_module, "CLOSE_LIMIT_S", 0.1)
    with anyio.fail_after(10):
        async with Guard() as guard:
            await guard.add(two[0].pid)
            assert guard.pid is not None
            os.kill(guard.pid, signal.SIGSTOP)
