"""``PATH`` as the person's login shell has it, and the usual folders of programs behind it (V-18.1, A46).

A program started from the desktop knows ``/usr/bin`` at best; ``npx``, ``uvx`` or ``bun`` are where a line in
``~/.profile`` or ``~/.zshrc`` puts them. So the login shell is asked once, and again on demand. Owned by ``bootstrap``,
called by whatever starts servers, core loop.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import anyio
from anyio import to_thread

from app.extensions.environment import system_environment
from app.extensions.guard import Guard, GuardUnavailable
from app.extensions.process import ServerProcess, StartFailed

__all__ = ["LoginPath", "read_login_path", "usual_folders"]

logger = logging.getLogger(__name__)

SHELL_LIMIT_S: Final = 10.0
"""Start-up files that load version managers take up to some seconds; a shell that hangs is killed."""
MOST_OUTPUT: Final = 1024 * 1024
"""Bytes that start-up files may print before the answer."""
BARE_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
"""What the shell starts from when the host has no ``PATH`` at all."""

_C_SHELLS: Final = ("csh", "tcsh")
"""They take ``-l`` only alone (tcsh(1)); their interactive start-up file is the one that people use."""


class LoginPath:
    """The path, read at the first :meth:`get` and kept."""

    def __init__(self, guard: Guard, *, host: Mapping[str, str] = os.environ) -> None:
        """``host`` is the environment of this process."""
        self._guard = guard
        self._host = host
        self._reading = anyio.Lock()
        self._path: str | None = None

    async def get(self) -> str:
        """Return the value of ``PATH`` for servers."""
        async with self._reading:
            if self._path is None:
                self._path = await self._read()
            return self._path

    async def refresh(self) -> str:
        """Ask the shell again: the person may have installed the program that was missing."""
        async with self._reading:
            self._path = await self._read()
            return self._path

    async def _read(self) -> str:
        told = await read_login_path(self._guard, host=self._host)
        if told is None:
            logger.info("the login shell does not tell its PATH; that of this process is used")
            told = self._host.get("PATH", BARE_PATH)
        home = Path(system_environment(self._host).get("HOME", "/"))
        usual = await to_thread.run_sync(usual_folders, home)
        return os.pathsep.join(_cleaned([*told.split(os.pathsep), *usual]))


def _cleaned(places: Iterable[str]) -> list[str]:
    """Drop repetitions, and places that depend on the current folder."""
    return list(dict.fromkeys(place for place in places if Path(place).is_absolute()))


async def read_login_path(guard: Guard, *, host: Mapping[str, str] = os.environ) -> str | None:
    """Ask the login shell, without a terminal; ``None`` when it does not answer within :data:`SHELL_LIMIT_S`."""
    environment = system_environment(host)
    shell = environment.get("SHELL", "/bin/sh")
    mark = secrets.token_hex(16)
    # The question is one that shells of every family read alike.
    question = f"printf '%s\\n' {mark}; /usr/bin/env printenv PATH; printf '%s\\n' {mark}"
    flags = ["-i", "-c"] if Path(shell).name in _C_SHELLS else ["-l", "-i", "-c"]
    environment |= {"PATH": host.get("PATH", BARE_PATH), "TERM": "dumb"}
    answer: str | None = None
    async with anyio.create_task_group() as tasks:
        try:
            process = await ServerProcess.start(
                [shell, *flags, question],
                cwd=Path("/"),
                environment=environment,
                guard=guard,
                owner=tasks,
                on_stderr=_ignore,
            )
        except (StartFailed, GuardUnavailable) as error:
            logger.info("the login shell does not start: %s", error)
            return None
        try:
            answer = await _answer(process, mark)
        finally:
            # What start-up files do in the background gets a moment to end: a version manager that is killed while it
            # writes leaves a lock behind that holds up every later shell of the person. Nobody waits for a prompt.
            await process.stop()
    return answer


def _ignore(line: str) -> None:
    """Drop what start-up files complain about without a terminal."""


async def _answer(process: ServerProcess, mark: str) -> str | None:
    pattern = re.compile(rb"^%b\r?\n([^\r\n]*)\r?\n%b\r?$" % (mark.encode(), mark.encode()), re.MULTILINE)
    printed = b""
    with anyio.move_on_after(SHELL_LIMIT_S):
        await process.stdin.aclose()
        while len(printed) < MOST_OUTPUT:
            try:
                printed += await process.stdout.receive()
            except anyio.EndOfStream:
                break
            if found := pattern.search(printed):
                return os.fsdecode(found[1])
    return None


def usual_folders(home: Path) -> list[str]:
    """Return the folders where people's programs usually are, those that exist (V-18.1)."""
    candidates = [
        home / ".local" / "bin",
        home / "bin",
        home / ".bun" / "bin",
        home / ".deno" / "bin",
        home / ".cargo" / "bin",
        home / ".volta" / "bin",
        home / ".asdf" / "shims",
        home / ".local" / "share" / "mise" / "shims",
        home / ".nodenv" / "shims",
        home / ".local" / "share" / "fnm" / "aliases" / "default" / "bin",
        home / ".fnm" / "aliases" / "default" / "bin",
        *_newest(home / ".nvm" / "versions" / "node"),
        home / "n" / "bin",
        home / ".npm-global" / "bin",
        home / ".local" / "share" / "pnpm",
        home / ".yarn" / "bin",
        Path("/opt/homebrew/bin"),
        Path("/home", "linuxbrew", ".linuxbrew", "bin"),
        Path("/usr/local/bin"),
        Path("/snap/bin"),
        Path("/usr/bin"),
        Path("/bin"),
    ]
    return [str(folder) for folder in candidates if folder.is_dir()]


def _newest(versions: Path) -> list[Path]:
    """Return the ``bin`` folder of the newest Node that nvm installed (folders ``v22.1.0``)."""
    numbered = [
        (tuple(map(int, match.groups())), folder)
        for folder in (versions.iterdir() if versions.is_dir() else ())
        if (match := re.fullmatch(r"v(\d+)\.(\d+)\.(\d+)", folder.name))
    ]
    return [max(numbered)[1] / "bin"] if numbered else []
