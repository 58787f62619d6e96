"""Which program a manifest's command means on this machine (V-3.3, V-3.9, V-3.10, V-18.3).

Called by ``app/integrations`` before a start, on the core loop; looking at the disk happens on a thread. Nothing is
expanded or split: no shell, ``~`` and ``$`` mean themselves.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
from anyio import to_thread

from app.domain.errors import UserFixable

__all__ = ["Program", "ProgramMissing", "resolve_program"]

VERSION_LIMIT_S: Final = 5.0
"""``node --version`` takes 20 ms."""

_SHELL: Final = "/bin/zsh"
_JAVASCRIPT: Final = (".js", ".mjs")
_looking: Final = anyio.CapacityLimiter(4)


@dataclass(frozen=True, slots=True)
class Program:
    argv: tuple[str, ...]
    """The absolute path of the program, then its arguments."""
    stands_in_for: str = ""
    """The program that the manifest names and this machine lacks; "" when it is the one named."""

    @property
    def name(self) -> str:
        return Path(self.argv[0]).name


class ProgramMissing(UserFixable):
    """The command of an integration is not on this machine; ``place`` is the command, ``detail`` the places searched.

    Codes: ``program-missing``, ``program-not-executable``.
    """

    code = "program-missing"

    def __init__(self, command: str, searched: Sequence[str], *, code: str | None = None) -> None:
        super().__init__(os.pathsep.join(searched), place=command, code=code)
        self.searched = tuple(searched)


async def resolve_program(command: str, arguments: Sequence[str], path: str, *, folder: Path) -> Program:
    """Find ``command`` in ``path``, or in ``folder``, the integration's own, when a slash is in it.

    Raises:
        ProgramMissing: neither it nor what may stand in for it is there.
    """
    return await to_thread.run_sync(_resolve, command, tuple(arguments), path, folder, limiter=_looking)


def _resolve(command: str, arguments: tuple[str, ...], path: str, folder: Path) -> Program:
    # A relative place would mean another folder for each server.
    places = [place for place in path.split(os.pathsep) if Path(place).is_absolute()]
    if "/" in command:
        file = folder / command
        if _runs(file):
            return Program((str(file), *arguments))
        if command == _SHELL and not file.exists():
            return _other_shell(arguments, places)
        raise ProgramMissing(command, [str(file)], code="program-not-executable" if file.exists() else None)
    if found := _find(command, places):
        return Program((found, *arguments))
    if command == "bun" and len(arguments) == 1 and (other := _instead_of_bun(arguments[0], places, folder)):
        return other
    raise ProgramMissing(command, places)


def _runs(file: Path) -> bool:
    return file.is_file() and os.access(file, os.X_OK)


def _find(name: str, places: Sequence[str]) -> str | None:
    return shutil.which(name, path=os.pathsep.join(places)) if places else None


def _other_shell(arguments: tuple[str, ...], places: Sequence[str]) -> Program:
    for name in ("bash", "sh"):
        if found := _find(name, places):
            return Program((found, *arguments), stands_in_for=_SHELL)
    raise ProgramMissing(_SHELL, [_SHELL, *places])


def _instead_of_bun(script: str, places: Sequence[str], folder: Path) -> Program | None:
    node = _find("node", places)
    if node is None:
        return None
    kind = Path(script).suffix
    if kind in _JAVASCRIPT or (kind == ".ts" and _takes_types(node, places)):
        return Program((node, script), stands_in_for="bun")
    tsx = folder / "node_modules" / ".bin" / "tsx"
    if kind == ".ts" and _runs(tsx):
        return Program((str(tsx), script), stands_in_for="bun")
    return None


def _takes_types(node: str, places: Sequence[str]) -> bool:
    """Say whether this Node runs TypeScript as it is: since 22.18, and in its 23 line since 23.6.

    https://nodejs.org/api/typescript.html, "History".
    """
    try:
        told = subprocess.run(  # noqa: S603 - found in the places above
            [node, "--version"],
            env={"PATH": os.pathsep.join(places)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=VERSION_LIMIT_S,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    match = re.match(rb"v(\d+)\.(\d+)\.", told)
    version = tuple(map(int, match.groups())) if match else ()
    return version >= (22, 18) and not (23, 0) <= version < (23, 6)
