"""Which program a command means, what may stand in for it, and where it was looked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.extensions import programs
from app.extensions.programs import Program, ProgramMissing, resolve_program

pytestmark = pytest.mark.anyio


class Machine:
    """A folder of programs that is the whole PATH, and the folder of an integration."""

    def __init__(self, root: Path) -> None:
        self.bin = root / "bin"
        self.folder = root / "integration"
        self.bin.mkdir()
        self.folder.mkdir()

    def put(self, name: str, script: str = "", *, mode: int = 0o755, under: Path | None = None) -> str:
        """Write a program; returns its path."""
        file = (under or self.bin) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(mode)
        return str(file)

    async def find(self, command: str, *arguments: str, path: str | None = None) -> Program:
        return await resolve_program(command, arguments, str(self.bin) if path is None else path, folder=self.folder)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.clause("V-3.3")
async def test_a_program_of_the_path_runs_with_its_arguments_as_they_are(machine: Machine) -> None:
    node = machine.put("node")
    found = await machine.find("node", "a b", "$HOME", "*.js")
    assert found == Program((node, "a b", "$HOME", "*.js"))
    assert found.name == "node"


async def test_the_first_place_of_the_path_wins(machine: Machine) -> None:
    first = machine.put("node", under=machine.bin / "first")
    machine.put("node")
    found = await machine.find("node", path=f"{machine.bin / 'first'}{os.pathsep}{machine.bin}")
    assert found.argv == (first,)


@pytest.mark.clause("V-3.2")
async def test_a_command_with_a_slash_is_meant_from_the_integrations_own_folder(machine: Machine) -> None:
    own = machine.put("run", under=machine.folder / "bin")
    assert (await machine.find("bin/run")).argv == (own,)
    assert (await machine.find("./bin/run")).argv == (own,)
    assert (await machine.find(own)).argv == (own,)


@pytest.mark.clause("V-3.3")
@pytest.mark.parametrize("command", ["~/bin/node", "$HOME/node", "node server.js", "node;true", ""])
async def test_nothing_in_a_command_is_expanded_or_split(machine: Machine, command: str) -> None:
    machine.put("node")
    with pytest.raises(ProgramMissing):
        await machine.find(command)


@pytest.mark.fault("A46")
@pytest.mark.clause("V-18.3")
async def test_a_missing_program_is_named_with_the_places_searched(machine: Machine) -> None:
    with pytest.raises(ProgramMissing) as caught:
        await machine.find("npx", path=f"{machine.bin}:/no/such/place")
    assert caught.value.code == "program-missing"
    assert caught.value.place == "npx"
    assert caught.value.searched == (str(machine.bin), "/no/such/place")
    assert caught.value.detail == f"{machine.bin}:/no/such/place"


@pytest.mark.clause("V-18.3")
async def test_a_missing_file_is_named_in_full(machine: Machine) -> None:
    with pytest.raises(ProgramMissing) as caught:
        await machine.find("bin/run")
    assert (caught.value.code, caught.value.searched) == ("program-missing", (str(machine.folder / "bin" / "run"),))


async def test_a_file_that_may_not_be_run_is_told_apart_from_a_missing_one(machine: Machine) -> None:
    machine.put("run", mode=0o644, under=machine.folder)
    with pytest.raises(ProgramMissing) as caught:
        await machine.find("./run")
    assert caught.value.code == "program-not-executable"


async def test_relative_places_of_the_path_are_no_places(machine: Machine) -> None:
    machine.put("node", under=machine.folder)
    with pytest.raises(ProgramMissing) as caught:
        await machine.find("node", path=".::bin")
    assert caught.value.searched == ()


@pytest.mark.clause("V-3.9")
async def test_a_zsh_that_is_not_there_is_replaced_by_bash_else_by_sh(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert programs._SHELL == "/bin/zsh"
    zsh = "/no/such/zsh"  # this machine may have the real one
    monkeypatch.setattr(programs, "_SHELL", zsh)
    with pytest.raises(ProgramMissing) as caught:
        await machine.find(zsh, "-c", "x")
    assert (caught.value.place, caught.value.searched) == (zsh, (zsh, str(machine.bin)))
    sh = machine.put("sh")
    assert await machine.find(zsh, "-c", "x") == Program((sh, "-c", "x"), stands_in_for=zsh)
    bash = machine.put("bash")
    assert await machine.find(zsh, "-c", "x") == Program((bash, "-c", "x"), stands_in_for=zsh)


async def test_no_other_missing_shell_is_replaced(machine: Machine) -> None:
    machine.put("bash")
    with pytest.raises(ProgramMissing):
        await machine.find("/no/such/fish")


@pytest.mark.clause("V-3.10")
@pytest.mark.parametrize("script", ["server.js", "server.mjs"])
async def test_node_stands_in_for_bun_with_a_script(machine: Machine, script: str) -> None:
    node = machine.put("node")
    assert await machine.find("bun", script) == Program((node, script), stands_in_for="bun")


@pytest.mark.clause("V-3.10")
@pytest.mark.parametrize(
    ("version", "runs_types"),
    [
        ("v20.20.2", False),
        ("v22.17.1", False),
        ("v22.18.0", True),
        ("v23.5.0", False),
        ("v23.6.0", True),
        ("v24.0.0", True),
        ("v100.1.0", True),
        ("nonsense", False),
    ],
)
async def test_typescript_needs_a_node_that_runs_it(machine: Machine, version: str, *, runs_types: bool) -> None:
    node = machine.put("node", f"echo {version}")
    if runs_types:
        assert await machine.find("bun", "server.ts") == Program((node, "server.ts"), stands_in_for="bun")
    else:
        with pytest.raises(ProgramMissing):
            await machine.find("bun", "server.ts")


@pytest.mark.clause("V-3.10")
async def test_the_folders_own_tsx_runs_typescript_where_node_does_not(machine: Machine) -> None:
    machine.put("node", "echo v20.0.0")
    tsx = machine.put("tsx", under=machine.folder / "node_modules" / ".bin")
    assert await machine.find("bun", "server.ts") == Program((tsx, "server.ts"), stands_in_for="bun")
    machine.put("node", "echo v22.18.0")
    assert (await machine.find("bun", "server.ts")).name == "node"


async def test_a_node_that_fails_or_hangs_when_asked_runs_no_typescript(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.put("node", "exit 1")
    with pytest.raises(ProgramMissing):
        await machine.find("bun", "server.ts")
    monkeypatch.setattr(programs, "VERSION_LIMIT_S", 0.1)
    machine.put("node", "exec /bin/sleep 600")
    with pytest.raises(ProgramMissing):
        await machine.find("bun", "server.ts")


@pytest.mark.clause("V-3.10")
async def test_a_bun_that_is_there_is_used(machine: Machine) -> None:
    bun = machine.put("bun")
    machine.put("node")
    assert await machine.find("bun", "server.js") == Program((bun, "server.js"))


@pytest.mark.clause("V-3.10")
@pytest.mark.parametrize("arguments", [(), ("run", "server.js"), ("server.py",), ("server.tsx",)])
async def test_nothing_stands_in_for_bun_with_anything_but_one_script(
    machine: Machine, arguments: tuple[str, ...]
) -> None:
    machine.put("node", "echo v24.0.0")
    with pytest.raises(ProgramMissing) as caught:
        await machine.find("bun", *arguments)
    assert caught.value.place == "bun"


async def test_nothing_stands_in_for_bun_without_node(machine: Machine) -> None:
    machine.put("tsx", under=machine.folder / "node_modules" / ".bin")
    with pytest.raises(ProgramMissing):
        await machine.find("bun", "server.ts")
