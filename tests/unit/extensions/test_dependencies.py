"""Which command fetches what is missing, and running it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import anyio
import pytest

from app.cli.virtual.processes import wait_until
from app.domain.errors import InstallFailed
from app.domain.installs import Dependencies
from app.extensions import dependencies as module
from app.extensions.dependencies import fetch, missing
from app.extensions.guard import Guard

pytestmark = [pytest.mark.anyio, pytest.mark.clause("V-17.7")]

PACKAGES = '{"dependencies": {"a": "1"}}'
ENVIRONMENT = {"PATH": os.defpath}


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"package.json": PACKAGES}, "npm install"),
        ({"package.json": PACKAGES, "package-lock.json": ""}, "npm install"),
        ({"package.json": PACKAGES, "bun.lock": ""}, "bun install"),
        ({"package.json": PACKAGES, "bun.lockb": ""}, "bun install"),
        ({"package.json": PACKAGES, "pnpm-lock.yaml": ""}, "pnpm install"),
        ({"package.json": PACKAGES, "yarn.lock": ""}, "yarn install"),
        ({"package.json": PACKAGES, "node_modules/a": ""}, ""),
        ({"package.json": '{"name": "a"}'}, ""),
        ({"package.json": "[]"}, ""),
        ({"package.json": "{"}, ""),
        ({}, ""),
    ],
)
def test_the_lock_file_says_which_command_fetches_packages(tmp_path: Path, files: dict[str, str], command: str) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found, warnings = missing(tmp_path, "node")
    assert (" ".join(found.command) if found else "", warnings) == (command, ())


@pytest.mark.parametrize(
    ("files", "command", "warned"),
    [
        ({"requirements.txt": "mcp>=1\n"}, "python3", "requirements.txt"),
        ({"requirements.txt": "# nothing\n\n"}, "python3", ""),
        ({"pyproject.toml": '[project]\ndependencies = ["mcp"]\n'}, "python3", "pyproject.toml"),
        ({"pyproject.toml": '[project]\ndependencies = [\n  "mcp"]\n'}, "python3", "pyproject.toml"),
        ({"pyproject.toml": "[project]\ndependencies = []\n"}, "python3", ""),
        ({"requirements.txt": "mcp"}, "/usr/bin/uv", ""),
        ({"requirements.txt": "mcp", ".venv/x": ""}, ".venv/bin/python", ""),
    ],
)
def test_python_packages_are_told_and_never_fetched(
    tmp_path: Path, files: dict[str, str], command: str, warned: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found, warnings = missing(tmp_path, command)
    assert found is None
    assert [(one.code, one.detail) for one in warnings] == ([("python-dependencies", warned)] if warned else [])


def test_a_requirements_file_that_cannot_be_read_asks_for_nothing() -> None:
    assert not module._asks_for_python(Path("/proc/self/mem"))


def shell(script: str) -> Dependencies:
    return Dependencies(("sh", "-c", script))


async def run(
    wanted: Dependencies, folder: Path, environment: Mapping[str, str], on_line: Callable[[str], None]
) -> None:
    async with Guard() as guard:
        try:
            await fetch(wanted, folder, environment, on_line, guard=guard)
        finally:
            assert guard.groups == frozenset()


async def test_each_line_is_told_without_colours_and_the_folder_is_the_integrations(tmp_path: Path) -> None:
    lines: list[str] = []
    script = r"pwd; printf '10%%\r50%%\r\033[32mdone\033[0m\n\n'; echo oops >&2; echo ' '; printf '\377last'"
    await run(shell(script), tmp_path, ENVIRONMENT, lines.append)
    assert lines == [str(tmp_path), "10%", "50%", "done", "oops", "\ufffdlast"]


async def test_a_flood_without_line_ends_is_cut(tmp_path: Path) -> None:
    lines: list[str] = []
    await run(shell("head -c 300000 /dev/zero | tr '\\0' x"), tmp_path, ENVIRONMENT, lines.append)
    assert lines == ["x" * 500]


async def test_a_command_that_fails_says_its_last_line(tmp_path: Path) -> None:
    for script, detail in (("echo one; echo two; exit 3", "two"), ("exit 3", "status 3")):
        with pytest.raises(InstallFailed) as caught:
            await run(shell(script), tmp_path, ENVIRONMENT, lambda _: None)
        assert (caught.value.code, caught.value.detail) == ("dependencies-failed", detail)


async def test_a_missing_program_or_folder_is_told(tmp_path: Path) -> None:
    for path, folder in (("", tmp_path), (os.defpath, tmp_path / "gone")):
        with pytest.raises(InstallFailed) as caught:
            await run(shell("true"), folder, {"PATH": path}, lambda _: None)
        assert caught.value.code == "dependencies-failed"


async def test_cancelling_ends_all_that_was_started(tmp_path: Path) -> None:
    script = "sleep 1000 & echo $! > child; echo $$ > parent; echo ready; wait"
    started = anyio.Event()
    async with anyio.create_task_group() as group:

        async def work() -> None:
            await run(shell(script), tmp_path, ENVIRONMENT, lambda _: started.set())

        group.start_soon(work)
        with anyio.fail_after(10):
            await started.wait()
        group.cancel_scope.cancel()
    for name in ("child", "parent"):
        process = Path("/proc") / (tmp_path / name).read_text().strip()

        def is_gone(place: Path = process) -> bool:
            return not place.exists() or ") Z " in (place / "stat").read_text()

        await anyio.to_thread.run_sync(lambda gone=is_gone: wait_until(gone, timeout_s=10, what="the end"))


async def test_a_command_without_an_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FETCH_LIMIT_S", 0.2)
    with anyio.fail_after(10), pytest.raises(InstallFailed) as caught:
        await run(shell("sleep 1000"), tmp_path, ENVIRONMENT, lambda _: None)
    assert caught.value.detail == "no end"


async def test_the_command_gets_nothing_but_what_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST_KEY", "s3cr3t")
    lines: list[str] = []
    await run(shell("env"), tmp_path, {"PATH": os.defpath, "HOME": "/x"}, lines.append)
    assert not any("HOST_KEY" in line for line in lines)
    assert "HOME=/x" in lines
