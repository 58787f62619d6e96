"""What an integration's own files need and do not have: which command fetches it, and running that (V-17.7).

Called by the installer, on the core loop; the command runs only after the person agreed to it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import Process

from app.domain.errors import InstallFailed
from app.domain.fields import as_object
from app.domain.findings import Finding, Severity
from app.domain.installs import Dependencies
from app.extensions.guard import Guard

__all__ = ["FETCH_LIMIT_S", "fetch", "missing"]

FETCH_LIMIT_S: Final = 900.0
"""Some hundred MB over a slow line."""
_END_LIMIT_S: Final = 5.0
"""A group that was killed is gone at once, unless it hangs in the kernel."""
_LONGEST_LINE: Final = 500
"""Characters of one line of progress."""
_MOST_LIST: Final = 1024 * 1024
"""Characters that are read of a list of dependencies; real ones have some thousands."""
_LOCKS: Final = (
    ("bun.lock", "bun"),
    ("bun.lockb", "bun"),
    ("pnpm-lock.yaml", "pnpm"),
    ("yarn.lock", "yarn"),
)
"""Who wrote the lock file installs by it; without one it is npm."""
_PYTHON: Final = ("requirements.txt", "pyproject.toml")
_PYTHON_HOMES: Final = (".venv", "venv", "lib", "server/lib", "server/venv")
_COLOURS: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


def missing(folder: Path, command: str) -> tuple[Dependencies | None, tuple[Finding, ...]]:
    """Return the command that fetches what is missing, and a warning where there is none that we could run.

    ``command``: of the manifest; ``uv`` fetches for itself.
    """
    if _has_packages(folder / "package.json") and not (folder / "node_modules").exists():
        tool = next((tool for lock, tool in _LOCKS if (folder / lock).exists()), "npm")
        return Dependencies((tool, "install")), ()
    if Path(command).stem in {"uv", "uvx"} or any((folder / name).is_dir() for name in _PYTHON_HOMES):
        return None, ()
    for name in _PYTHON:
        if (folder / name).is_file() and _asks_for_python(folder / name):
            # Into which Python they belong is the author's secret: an own one, the system's, a container's.
            return None, (Finding("$.runtime.command", Severity.WARNING, "python-dependencies", "V-17.7", name),)
    return None, ()


def _has_packages(file: Path) -> bool:
    try:
        text = file.read_text("utf-8")[:_MOST_LIST]
        return bool((as_object(json.loads(text)) or {}).get("dependencies"))
    except (OSError, ValueError, RecursionError):
        return False


def _asks_for_python(file: Path) -> bool:
    try:
        text = file.read_text("utf-8", "replace")[:_MOST_LIST]
    except OSError:
        return False
    if file.name == "pyproject.toml":
        return re.search(r"^dependencies\s*=\s*\[\s*[\"']", text, re.MULTILINE) is not None
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


async def fetch(
    dependencies: Dependencies,
    folder: Path,
    environment: Mapping[str, str],
    on_line: Callable[[str], None],
    *,
    guard: Guard,
) -> None:
    """Run the command in ``folder`` and tell each line that it prints; cancelled, all that it started is ended.

    ``environment`` is all that it gets; its program is searched on the ``PATH`` in it.

    Raises:
        InstallFailed: ``dependencies-failed``; ``place`` is the command, ``detail`` its last line.
        GuardUnavailable: nothing was run to its end.
    """
    command = " ".join(dependencies.command)
    program = shutil.which(dependencies.command[0], path=environment.get("PATH", ""))
    if program is None:
        raise InstallFailed("no such program", place=command, code="dependencies-failed")
    last = ""
    try:
        with anyio.fail_after(FETCH_LIMIT_S):
            async with _running([program, *dependencies.command[1:]], folder, environment, guard) as process:
                async for line in _lines(process):
                    last = line
                    on_line(line)
                status = await process.wait()
    except OSError as error:  # TimeoutError is one
        detail = "no end" if isinstance(error, TimeoutError) else str(error.strerror)
        raise InstallFailed(detail, place=command, code="dependencies-failed") from error
    if status != 0:
        raise InstallFailed(last or f"status {status}", place=command, code="dependencies-failed")


@contextlib.asynccontextmanager
async def _running(
    argv: list[str], folder: Path, environment: Mapping[str, str], guard: Guard
) -> AsyncGenerator[Process]:
    process = await anyio.open_process(
        argv,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        await guard.add(process.pid)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with anyio.move_on_after(_END_LIMIT_S, shield=True):
            await process.aclose()
            await guard.remove(process.pid)


async def _lines(process: Process) -> AsyncIterator[str]:
    """Give what it prints by line; a progress bar that writes over itself is several lines. Ends with the output."""
    assert process.stdout is not None
    rest = b""
    async for chunk in process.stdout:
        *whole, rest = re.split(rb"[\r\n]+", rest + chunk)
        for part in whole:
            if line := _shown(part):
                yield line
        rest = rest[-4 * _LONGEST_LINE :]
    if line := _shown(rest):
        yield line


def _shown(part: bytes) -> str:
    text = _COLOURS.sub("", part.decode("utf-8", "replace"))
    return "".join(sign for sign in text if sign.isprintable()).strip()[:_LONGEST_LINE]
