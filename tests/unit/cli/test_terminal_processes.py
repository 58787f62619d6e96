"""The commands as real programs on a real terminal: hidden input, Ctrl+C, and a planted secret."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from select import select

import psutil
import pytest

from app.cli.virtual.processes import wait_until
from tests.fixtures.integrations.folders import bundled
from tests.unit.cli.integration_stage import run, tool, write_folder
from tests.unit.extensions.secret_service import bus, start_key_store

__all__ = ["bus"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]

SECRET = "planted-7f3a91c0de"
PATIENCE_S = 20.0
AUTH = {"kind": "apiKey", "fields": [{"key": "API_KEY", "label": "API key", "secret": True, "required": True}]}


class Typist:
    """Reads what a program shows on its terminal, and types."""

    def __init__(self, program: subprocess.Popen[bytes], terminal: int) -> None:
        self.program = program
        self._terminal = terminal
        self.shown = ""
        self.seen = 0

    def see(self, text: str) -> None:
        """Read on until a text is shown."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.shown[self.seen :]:
            assert time.monotonic() < deadline, f"{text!r} is not shown: {self.shown!r}"
            assert self._read(), f"ended without {text!r}: {self.shown!r}"
        self.seen = self.shown.index(text, self.seen) + len(text)

    def _read(self) -> bool:
        if not select([self._terminal], [], [], 1.0)[0]:
            return True
        try:
            chunk = os.read(self._terminal, 65536)
        except OSError:  # Linux says so of a terminal that nobody has open any more
            return False
        self.shown += chunk.decode("utf-8", "replace")
        return bool(chunk)

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self._terminal)[3] & termios.ECHO)

    def end(self) -> int:
        """Read the rest and return the exit code."""
        while self._read():
            pass
        return self.program.wait(PATIENCE_S)


@contextmanager
def typing(environment: Mapping[str, str], *arguments: str | Path) -> Generator[Typist]:
    """Run a command on a terminal of its own."""
    ours, theirs = pty.openpty()
    # `setsid -c` makes it the program's controlling terminal, from which Ctrl+C comes.
    command = ["setsid", "-c", sys.executable, "-m", "app", "integrations", *map(str, arguments)]
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    try:
        yield Typist(program, ours)
    finally:
        if program.poll() is None:
            program.send_signal(signal.SIGKILL)
            program.wait()
        os.close(ours)


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the programs of a test get, with a home that is theirs alone."""
    monkeypatch.setenv("VOXNOTCH_HOME", str(tmp_path / "home" / "voxnotch"))
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "VOXNOTCH_HOME": str(tmp_path / "home" / "voxnotch"),
        "LANG": "C.UTF-8",
        "SHELL": "/bin/sh",
    }


def plain(environment: Mapping[str, str], *arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command without a terminal."""
    command = [sys.executable, "-m", "app", "integrations", *map(str, arguments)]
    return subprocess.run(
        command, env=environment, input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def programs_of(folder: Path) -> list[psutil.Process]:
    """Return the programs that run in a folder or below it."""
    found: list[psutil.Process] = []
    for process in psutil.process_iter():
        try:
            if Path(process.cwd()).is_relative_to(folder):
                found.append(process)
        except psutil.Error:
            continue
    return found


def shown_by_programs(text: str) -> list[str]:
    shown: list[str] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if text.encode() in (folder / "cmdline").read_bytes():
                shown.append(folder.name)
        except OSError:
            continue
    return shown


def files_with(folder: Path, text: str) -> list[str]:
    return [str(one) for one in folder.rglob("*") if one.is_file() and text.encode() in one.read_bytes()]


def until(condition: Callable[[], bool], what: str) -> None:
    wait_until(condition, timeout_s=PATIENCE_S, what=what)


@pytest.mark.clause("V-5.13", "V-19.7", "V-20.1", "V-20.5", "V-17.15")
def test_a_secret_typed_at_the_hidden_prompt_is_nowhere_but_in_the_key_store(
    bus: dict[str, str], tmp_path: Path, environment: dict[str, str]
) -> None:
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus["DBUS_SESSION_BUS_ADDRESS"]
    folder = write_folder(tmp_path / "needy", [tool("find_key")], answers={"find_key": "search"}, auth=AUTH)
    outputs: list[str] = []
    with start_key_store(bus, tmp_path, unlocked=True):
        with typing(environment, "add", folder) as typist:
            typist.see("Install? [y/N] ")
            typist.type("y\n")
            typist.see("API key [API_KEY]: ")
            until(lambda: not typist.echoes(), "hidden input")
            typist.type(f"{SECRET}\n")
            typist.see("Scripted is installed")
            assert shown_by_programs(SECRET) == []
            assert typist.end() == 0
            assert typist.echoes()
            outputs.append(typist.shown)
        for arguments in (("call", "scripted", "find_key", "--json"), ("logs", "scripted"), ("list", "--json")):
            done = plain(environment, *arguments)
            assert done.returncode == 0
            outputs += [done.stdout, done.stderr]
        # The server got it, said it on standard error, and saw it in nobody's arguments.
        assert f'{{\\"length\\": {len(SECRET)}, \\"shown_by\\": []}}' in outputs[1]
        assert "key ***" in outputs[3]
        assert not any(SECRET in output for output in outputs)
        assert files_with(tmp_path, SECRET) == []
        done = plain(environment, "remove", "scripted", "--with-history", "--yes")
        assert done.returncode == 0
        again = plain(environment, "add", folder, "--yes", "--json")
        assert '"missing": ["API key"]' in again.stdout  # The key store has forgotten it.
        assert not any(SECRET in one for one in (done.stdout, done.stderr, again.stdout, again.stderr))
    assert files_with(tmp_path, SECRET) == []


@pytest.mark.clause("V-20.5")
def test_a_call_is_approved_at_the_terminal_with_other_values(environment: dict[str, str], tmp_path: Path) -> None:
    assert run("add", bundled("notes"), "--yes").exit_code == 0
    with typing(environment, "call", "notes", "create_note", "title=Milk", "text=two litres") as typist:
        typist.see("text: two litres")
        typist.see("NAME=VALUE to change something] ")
        typist.type("text=three litres\n")
        typist.see("  text: three litres")
        typist.see("NAME=VALUE to change something] ")
        typist.type("y\n")
        typist.see("Milk")
        assert typist.end() == 0
    [note] = (tmp_path / "home").rglob("*.md")
    assert "three litres" in note.read_text("utf-8")


@pytest.mark.clause("V-18.14")
@pytest.mark.parametrize("where", ["at the question", "in the call"])
def test_ctrl_c_ends_the_command_at_once_and_its_server(
    environment: dict[str, str], tmp_path: Path, where: str
) -> None:
    tools = [tool("send_it"), tool("get_late")]
    folder = write_folder(tmp_path / "slow", tools, answers={"get_late": "sleep"})
    assert run("add", folder, "--yes").exit_code == 0
    name = "send_it" if where == "at the question" else "get_late"
    with typing(environment, "call", "scripted", name) as typist:
        if name == "send_it":
            typist.see("NAME=VALUE to change something] ")
        until(lambda: programs_of(folder) != [], "its server")
        typist.type("\x03")
        typist.see("Stopped.")
        assert typist.end() == 2
    assert programs_of(folder) == []


def test_ctrl_c_at_a_hidden_prompt_installs_nothing_and_shows_typing_again(
    environment: dict[str, str], bus: dict[str, str], tmp_path: Path
) -> None:
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus["DBUS_SESSION_BUS_ADDRESS"]
    folder = write_folder(tmp_path / "needy", [tool("list_things")], auth=AUTH)
    with start_key_store(bus, tmp_path, unlocked=True), typing(environment, "add", folder, "--yes") as typist:
        typist.see("API key [API_KEY]: ")
        until(lambda: not typist.echoes(), "hidden input")
        typist.type("\x03")
        typist.see("Stopped.")
        assert typist.end() == 2
        assert typist.echoes()
    assert run("list").stdout == "None.\n"


@pytest.mark.clause("V-20.5")
def test_where_nobody_can_answer_nothing_runs(environment: dict[str, str], tmp_path: Path) -> None:
    assert run("add", bundled("notes"), "--yes").exit_code == 0
    command = [sys.executable, "-m", "app", "integrations", "call", "notes", "create_note", "title=Milk", "--json"]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert '"class": "declined"' in done.stdout
    assert list((tmp_path / "home").rglob("*.md")) == []
    answer = tmp_path / "answer"
    answer.write_text("y\n")
    with answer.open() as stream:
        done = subprocess.run(
            command, env=environment, stdin=stream, capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 0
