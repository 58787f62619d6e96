"""A server process: started as declared, ended with all it started."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest
from anyio.abc import TaskGroup
from blockbuster import blockbuster_ctx

from app.extensions import process as process_module
from app.extensions.guard import Guard
from app.extensions.process import ServerProcess, ServerStuck, StartFailed
from tests.unit.extensions.server_programs import (
    FAMILY,
    LEAVES_ONE_BEHIND,
    POLITE,
    PYTHON,
    STUBBORN,
    line_of,
    runs,
    until,
)

pytestmark = pytest.mark.anyio


@dataclass
class Yard:
    """Where the servers of one test run."""

    guard: Guard
    tasks: TaskGroup
    folder: Path
    errors: list[str]

    async def start(self, argv: Sequence[str], environment: dict[str, str] | None = None) -> ServerProcess:
        return await ServerProcess.start(
            argv,
            cwd=self.folder,
            environment=environment or {},
            guard=self.guard,
            owner=self.tasks,
            on_stderr=self.errors.append,
        )


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Yard]:
    async with Guard() as guard, anyio.create_task_group() as tasks:
        yield Yard(guard, tasks, tmp_path, [])


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "STDIN_GRACE_S", 0.2)
    monkeypatch.setattr(process_module, "TERM_GRACE_S", 0.2)


TELL = (*PYTHON, "import json, os, sys; print(json.dumps([sys.argv[1:], dict(os.environ), os.getcwd(), os.getsid(0)]))")


@pytest.mark.clause("V-3.2", "V-3.3", "V-18.2", "V-18.9")
async def test_a_server_gets_its_arguments_environment_and_folder_exactly_and_a_session_of_its_own(yard: Yard) -> None:
    arguments = ["a b", "$HOME", "*", "'", '"', "", "~", "; exit 1", "\u00e4\u20ac"]
    environment = {"KEY": "with = and \n and \u00e4", "EMPTY": ""}
    async with await yard.start([*TELL, *arguments], environment) as server:
        given, seen, folder, session = json.loads(await line_of(server))
    assert given == arguments
    # Python itself adds this one where no language is set.
    assert {name: value for name, value in seen.items() if name != "LC_CTYPE"} == environment
    assert folder == str(yard.folder)
    assert session == server.pid != os.getsid(0)


async def test_signals_that_python_ignores_are_not_ignored_in_the_server(yard: Yard) -> None:
    async with await yard.start(["/bin/sh", "-c", "grep SigIgn /proc/self/status"]) as server:
        ignored = int((await line_of(server)).split()[1], 16)
    assert ignored & 1 << (signal.SIGPIPE - 1) == 0
    assert ignored & 1 << (signal.SIGXFSZ - 1) == 0


async def test_nothing_of_the_host_is_open_in_the_server(yard: Yard) -> None:
    with (yard.folder / "secret").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        async with await yard.start([*PYTHON, "import os; print(sorted(os.listdir('/proc/self/fd')))"]) as server:
            opened = await line_of(server)
    # The fourth is the listing itself.
    assert opened == "['0', '1', '2', '3']"


async def test_input_and_output_are_streams_of_bytes(yard: Yard) -> None:
    async with await yard.start(["/bin/cat"]) as server:
        await server.stdin.send(b"\xff\x00\n")
        assert await server.stdout.receive() == b"\xff\x00\n"
        assert server.returncode is None
    assert server.returncode == 0


async def test_the_end_of_a_server_is_told_with_its_status(yard: Yard) -> None:
    async with await yard.start([*PYTHON, "raise SystemExit(7)"]) as server:
        with anyio.fail_after(10):
            assert await server.wait() == 7


@pytest.mark.clause("V-18.7")
async def test_standard_error_arrives_as_lines_also_the_last_ones_of_a_server_that_is_stopped(yard: Yard) -> None:
    program = "import sys; print('one\\ntwo', file=sys.stderr); print('up'); sys.stdin.read(); sys.stderr.write('bye')"
    async with await yard.start([*PYTHON, program]) as server:
        await line_of(server)
    assert yard.errors == ["one", "two", "bye"]


async def test_a_flood_on_standard_error_neither_blocks_the_server_nor_fills_the_memory(yard: Yard) -> None:
    program = "import os; [os.write(2, b'x' * 65535 + b'\\n') for _ in range(60)]; print('done')"
    async with await yard.start([*PYTHON, program]) as server:
        assert await line_of(server) == "done"
    assert max(map(len, yard.errors)) <= 16 * 1024


@pytest.mark.clause("V-18.10")
@pytest.mark.usefixtures("short_waits")
async def test_a_server_is_asked_by_the_end_of_its_input_then_by_one_signal_and_then_killed(yard: Yard) -> None:
    program = (
        "import signal, sys; signal.signal(15, lambda *_: print('asked')); print('up');"
        "sys.stdin.read(); print('end of input')\nwhile True: signal.pause()"
    )
    server = await yard.start([*PYTHON, program])
    assert await line_of(server) == "up"
    printed: list[bytes] = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.stop)
        with anyio.fail_after(10):
            printed.extend([chunk async for chunk in server.stdout])
    assert b"".join(printed).split(b"\n") == [b"end of input", b"asked", b""]
    assert server.returncode == -signal.SIGKILL


@pytest.mark.clause("V-18.10")
def test_the_waits_of_a_stop_are_two_and_three_seconds() -> None:
    assert (process_module.STDIN_GRACE_S, process_module.TERM_GRACE_S) == (2.0, 3.0)


@pytest.mark.clause("V-18.9", "V-18.10")
@pytest.mark.usefixtures("short_waits")
async def test_a_stop_returns_when_what_the_server_started_is_gone_too(yard: Yard) -> None:
    server = await yard.start(LEAVES_ONE_BEHIND)
    other = int(await line_of(server))
    await server.stop()
    assert server.returncode == 0
    assert not runs(other)
    assert yard.guard.groups == frozenset()


@pytest.mark.clause("V-18.9")
@pytest.mark.usefixtures("short_waits")
async def test_a_group_of_its_own_within_the_session_does_not_save_a_process(yard: Yard) -> None:
    program = (
        "import os, subprocess, sys; child = subprocess.Popen(['sleep', '600'], process_group=0);"
        "print(child.pid); sys.stdin.read()"
    )
    server = await yard.start([*PYTHON, program])
    other = int(await line_of(server))
    assert os.getpgid(other) != server.pid
    await server.stop()
    assert not runs(other)


@pytest.mark.usefixtures("short_waits")
async def test_what_a_crashed_server_started_ends_with_its_stop(yard: Yard) -> None:
    server = await yard.start(FAMILY)
    other = int(await line_of(server))
    os.kill(server.pid, signal.SIGKILL)
    with anyio.fail_after(10):
        await server.wait()
    assert runs(other)
    await server.stop()
    assert not runs(other)


@pytest.mark.usefixtures("short_waits")
async def test_leaving_its_block_stops_a_server_also_when_the_task_is_cancelled(yard: Yard) -> None:
    pids: list[int] = []
    with anyio.CancelScope() as scope:
        async with await yard.start(FAMILY) as server:
            pids = [server.pid, int(await line_of(server))]
            scope.cancel()
            await anyio.sleep_forever()
    assert len(pids) == 2
    assert not any(map(runs, pids))


async def test_an_owner_that_is_cancelled_and_stops_nothing_does_not_wait_for_ever(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "STOP_LIMIT_S", 0.1)
    servers: list[ServerProcess] = []
    with anyio.fail_after(10):
        async with anyio.create_task_group() as owner:
            yard.tasks = owner
            servers.append(await yard.start(POLITE))
            owner.cancel_scope.cancel()
    assert runs(servers[0].pid)
    await servers[0].kill()


async def test_two_stops_at_once_and_one_later_are_one(yard: Yard) -> None:
    server = await yard.start(POLITE)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.stop)
        tasks.start_soon(server.stop)
    await server.stop()
    await server.kill()
    assert server.returncode == 0


async def test_a_kill_waits_for_nobody(yard: Yard) -> None:
    server = await yard.start(STUBBORN)
    await line_of(server)
    with anyio.fail_after(process_module.STDIN_GRACE_S):
        await server.kill()
    assert server.returncode == -signal.SIGKILL


async def test_writing_to_a_server_that_ended_says_so(yard: Yard) -> None:
    async with await yard.start([*PYTHON, "pass"]) as server:
        with anyio.fail_after(10):
            await server.wait()
            with pytest.raises(anyio.BrokenResourceError):  # noqa: PT012 - the first may still go into the pipe
                while True:
                    await server.stdin.send(b"x" * 65536)


@pytest.mark.usefixtures("short_waits")
async def test_a_server_that_cannot_be_killed_is_told_and_stays_under_guard(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await yard.start(STUBBORN)
    await line_of(server)
    with monkeypatch.context() as patch:
        # What a process that hangs in the kernel does: no signal reaches it.
        patch.setattr(os, "killpg", ignore_signal)
        patch.setattr(os, "kill", ignore_signal)
        patch.setattr(process_module, "KILL_LIMIT_S", 0.2)
        with pytest.raises(ServerStuck) as caught:
            await server.stop()
    assert caught.value.detail == str(server.pid)
    assert yard.guard.groups == {server.pid}
    await server.kill()


def ignore_signal(target: int, number: int) -> None:
    """Do as if the signal had been sent."""


@pytest.mark.parametrize(
    ("program", "detail"),
    [("/no/such/program", "ENOENT"), ("/etc/passwd", "EACCES"), ("/etc", "EACCES")],
)
async def test_a_program_that_cannot_run_is_told_with_its_error(yard: Yard, program: str, detail: str) -> None:
    with pytest.raises(StartFailed) as caught:
        await yard.start([program])
    assert (caught.value.code, caught.value.place, caught.value.detail) == ("server-start-failed", program, detail)
    assert yard.guard.groups == frozenset()


async def test_a_folder_that_is_gone_is_told_as_such(yard: Yard) -> None:
    yard.folder /= "gone"
    with pytest.raises(StartFailed) as caught:
        await yard.start(POLITE)
    assert (caught.value.code, caught.value.place) == ("server-folder-missing", str(yard.folder))


async def test_arguments_that_no_program_can_get_are_refused(yard: Yard) -> None:
    with pytest.raises(StartFailed):
        await yard.start([*POLITE, "a\0b"])


async def test_an_environment_that_is_too_large_is_refused_by_the_system(yard: Yard) -> None:
    with pytest.raises(StartFailed) as caught:
        await yard.start(POLITE, {"BIG": "x" * 5_000_000})
    assert caught.value.detail == "E2BIG"


async def test_a_launcher_that_does_not_answer_is_given_up(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "LAUNCH_LIMIT_S", 0.0)
    with pytest.raises(StartFailed, match="not started within"):
        await yard.start(POLITE)
    assert yard.guard.groups == frozenset()


async def test_a_launcher_that_ends_is_told(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await yard.start(POLITE)).kill()  # the guard runs now
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(StartFailed, match="the launcher ended"):
        await yard.start(POLITE, {"BIG": "x" * 5_000_000})


async def test_a_start_that_is_cancelled_leaves_nothing(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await yard.start(POLITE)).kill()  # the guard runs now
    launcher = yard.folder / "launcher"
    launcher.write_text("#!/bin/sh\nexec sleep 600\n", encoding="utf-8")
    launcher.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(launcher))
    with anyio.move_on_after(0.2) as scope:
        await yard.start(POLITE)
    assert scope.cancelled_caught
    assert yard.guard.groups == frozenset()


async def test_a_server_is_not_started_where_nothing_would_end_it(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        with pytest.raises(StartFailed) as caught:
            await yard.start(POLITE)
    assert caught.value.code == "server-platform"


async def test_neither_a_start_nor_a_stop_blocks_the_loop(yard: Yard) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(anyio.lowlevel.checkpoint)  # what the library imports at its first task
    with blockbuster_ctx("app"):
        async with await yard.start(POLITE) as server:
            await line_of(server)
    assert server.returncode == 0


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.fault("A52")
async def test_five_starts_that_fail_leave_no_process_and_no_open_file(yard: Yard) -> None:
    await (await yard.start(POLITE)).stop()
    before = open_files()
    for _ in range(5):
        async with await yard.start([*PYTHON, "raise SystemExit(1)"]) as server:
            with anyio.fail_after(10):
                await server.wait()
        with pytest.raises(StartFailed):
            await yard.start(["/no/such/program"])
    assert yard.guard.groups == frozenset()
    await until(lambda: open_files() == before, "files to be closed")
