"""The PATH of the login shell, however the shell behaves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from app.extensions import login_path, process
from app.extensions.guard import Guard
from app.extensions.login_path import BARE_PATH, LoginPath, read_login_path, usual_folders
from tests.unit.extensions.server_programs import runs

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
async def guard() -> AsyncIterator[Guard]:
    async with Guard() as guard:
        yield guard


class Person:
    """Someone with a home and a login shell."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.shell = "/bin/bash"

    @property
    def host(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "SHELL": self.shell}

    def writes(self, name: str, text: str) -> Path:
        file = self.home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
        file.chmod(0o755)
        return file

    def has_shell(self, script: str) -> None:
        self.shell = str(self.writes("shell", f"#!/bin/sh\n{script}"))


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


@pytest.fixture
def short_graces(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not end by itself is asked and killed as ever, but sooner."""
    monkeypatch.setattr(process, "STDIN_GRACE_S", 0.3)
    monkeypatch.setattr(process, "TERM_GRACE_S", 0.3)


@pytest.mark.clause("V-18.1")
@pytest.mark.parametrize("file", [".profile", ".bash_profile"])
async def test_what_the_start_up_file_of_a_login_adds_is_there(guard: Guard, person: Person, file: str) -> None:
    person.writes(file, 'PATH="$HOME/tools with space:$PATH"')
    told = await read_login_path(guard, host=person.host)
    assert told is not None
    assert told.split(":")[0] == f"{person.home}/tools with space"


async def test_what_only_an_interactive_shell_adds_is_there_too(guard: Guard, person: Person) -> None:
    person.writes(".profile", ". ~/.bashrc")
    person.writes(".bashrc", 'case $- in *i*) PATH="$HOME/tools:$PATH" ;; esac')
    told = await read_login_path(guard, host=person.host)
    assert told is not None
    assert told.startswith(f"{person.home}/tools:")


async def test_chatter_and_questions_of_start_up_files_do_no_harm(guard: Guard, person: Person) -> None:
    person.writes(".profile", 'echo "PATH=/fake"; echo oops >&2; read -p "Name? " name; PATH=/told; printf "no end"')
    assert await read_login_path(guard, host=person.host) is None
    person.writes(".profile", 'echo "PATH=/fake"; echo oops >&2; read -p "Name? " name; PATH=/told:$PATH; echo end')
    told = await read_login_path(guard, host=person.host)
    assert told is not None
    assert told.startswith("/told:")


async def test_a_shell_has_no_terminal_to_ask_on(guard: Guard, person: Person) -> None:
    person.writes(".profile", "if (: > /dev/tty) 2>/dev/null; then PATH=/terminal:$PATH; else PATH=/none:$PATH; fi")
    told = await read_login_path(guard, host=person.host)
    assert told is not None
    assert told.startswith("/none:")


@pytest.mark.usefixtures("short_graces")
async def test_what_start_up_files_leave_running_ends_with_the_question(guard: Guard, person: Person) -> None:
    person.writes(".profile", f"sleep 600 & echo $! > {person.home}/left")
    with anyio.fail_after(8):
        assert await read_login_path(guard, host=person.host)
    assert not runs(int((person.home / "left").read_text(encoding="utf-8")))


async def test_work_that_start_up_files_left_in_the_background_comes_to_its_end(guard: Guard, person: Person) -> None:
    # As pyenv does it: killed in the middle, it leaves a lock that holds up every later shell for a minute.
    person.writes(".profile", "mkdir ~/lock; (sleep 0.3; rmdir ~/lock; touch ~/done) &")
    assert await read_login_path(guard, host=person.host)
    assert (person.home / "done").exists()
    assert not (person.home / "lock").exists()


@pytest.mark.usefixtures("short_graces")
async def test_a_shell_that_hangs_is_killed(guard: Guard, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_path, "SHELL_LIMIT_S", 0.5)
    person.has_shell(f"echo $$ > {person.home}/pid; trap '' TERM; sleep 600")
    with anyio.fail_after(8):
        assert await read_login_path(guard, host=person.host) is None
    assert not runs(int((person.home / "pid").read_text(encoding="utf-8")))


@pytest.mark.usefixtures("short_graces")
async def test_a_shell_that_floods_is_given_up(guard: Guard, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_path, "MOST_OUTPUT", 100_000)
    person.has_shell("exec yes")
    with anyio.fail_after(8):
        assert await read_login_path(guard, host=person.host) is None


@pytest.mark.parametrize("shell", ["/bin/false", "/no/such/shell"])
async def test_a_shell_that_is_none_tells_nothing(guard: Guard, person: Person, shell: str) -> None:
    person.shell = shell
    assert await read_login_path(guard, host=person.host) is None


async def test_a_c_shell_is_asked_in_its_own_way(guard: Guard, person: Person) -> None:
    person.writes("csh", 'echo "$@" > "$HOME/asked"').write_text(
        '#!/bin/sh\necho "$1" "$2" > "$HOME/asked"; exec /bin/sh -c "$3"\n', encoding="utf-8"
    )
    person.shell = str(person.home / "csh")
    assert await read_login_path(guard, host=person.host) == "/usr/bin:/bin"
    assert (person.home / "asked").read_text(encoding="utf-8") == "-i -c\n"


@pytest.mark.clause("V-18.1")
async def test_the_path_is_read_once_and_again_on_demand(guard: Guard, person: Person) -> None:
    person.writes(".profile", "PATH=/one:$PATH; echo x >> ~/asked")
    path = LoginPath(guard, host=person.host)
    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(path.get)
    assert (await path.get()).startswith("/one:")
    assert (person.home / "asked").read_text(encoding="utf-8") == "x\n"
    person.writes(".profile", "PATH=/two:$PATH")
    assert (await path.get()).startswith("/one:")
    assert (await path.refresh()).startswith("/two:")
    assert (await path.get()).startswith("/two:")


@pytest.mark.clause("V-18.1")
async def test_the_usual_folders_follow_and_no_place_comes_twice_or_depends_on_the_folder(
    guard: Guard, person: Person
) -> None:
    (person.home / ".local" / "bin").mkdir(parents=True)
    person.writes(".profile", "PATH=/first:.::bin:/first:/usr/bin")
    places = (await LoginPath(guard, host=person.host).get()).split(":")
    assert places[:3] == ["/first", "/usr/bin", str(person.home / ".local" / "bin")]
    assert len(places) == len(set(places))
    assert all(place.startswith("/") for place in places)


async def test_without_a_shell_the_path_of_this_process_is_used(guard: Guard, person: Person) -> None:
    person.shell = "/bin/false"
    assert (await LoginPath(guard, host=person.host).get()).startswith("/usr/bin:/bin")
    bare = {name: value for name, value in person.host.items() if name != "PATH"}
    assert (await LoginPath(guard, host=bare).get()).startswith(BARE_PATH)


@pytest.mark.clause("V-18.1")
def test_the_usual_folders_are_those_that_exist(tmp_path: Path) -> None:
    homes = [".bun/bin", ".cargo/bin", ".volta/bin", ".local/bin", "bin", ".asdf/shims"]
    for name in homes:
        (tmp_path / name).mkdir(parents=True)
    for version in ("v8.17.0", "v22.18.0", "v20.1.0", "system"):
        (tmp_path / ".nvm" / "versions" / "node" / version / "bin").mkdir(parents=True)
    found = usual_folders(tmp_path)
    assert {str(tmp_path / name) for name in homes} <= set(found)
    assert [place for place in found if ".nvm" in place] == [str(tmp_path / ".nvm/versions/node/v22.18.0/bin")]
    assert str(tmp_path / ".deno" / "bin") not in found


def from_the_desktop(person: Person, command: str) -> str:
    """Start a host as a desktop does, with next to no environment, and let it run a command."""
    start = ["env", "-i", "PATH=/usr/bin:/bin", f"HOME={person.home}", f"SHELL={person.shell}", sys.executable]
    return subprocess.run(
        [*start, "-m", "tests.unit.extensions.login_host", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout


@pytest.mark.slow
@pytest.mark.fault("A46")
@pytest.mark.clause("V-18.1")
def test_a_host_started_from_the_desktop_finds_what_the_shell_finds(person: Person) -> None:
    person.writes(".profile", 'PATH="$HOME/tools:$PATH"')
    person.writes("tools/npx", "#!/usr/bin/env helper")
    person.writes("tools/helper", '#!/bin/sh\necho "found with $PATH"')
    assert from_the_desktop(person, "npx").startswith(f"found with {person.home}/tools:")


@pytest.mark.slow
@pytest.mark.fault("A46")
def test_a_host_started_from_the_desktop_finds_what_is_in_a_usual_folder(person: Person) -> None:
    person.writes(".local/bin/own-tool", "#!/bin/sh\necho found")
    assert from_the_desktop(person, "own-tool") == "found"


@pytest.mark.slow
@pytest.mark.fault("A46")
@pytest.mark.clause("V-18.3")
def test_a_host_started_from_the_desktop_names_what_it_does_not_find_and_where_it_looked(person: Person) -> None:
    person.writes(".profile", 'PATH="$HOME/tools:$PATH"')
    told = from_the_desktop(person, "no-such-program")
    assert told.startswith(f"program-missing: no-such-program: {person.home}/tools:")
