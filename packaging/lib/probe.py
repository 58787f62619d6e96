"""Tells which system packages are missing; the shell parts of set-up call it with any Python from 3.11 on.

    probe.py apt|dnf|pacman|zypper GROUP...     names of the missing packages, on one line
    probe.py probes GROUP...                    what was looked for and not found

It asks the loader, PATH and the file system rather than one package database, so it is right on every distribution.
Standard library only: it runs before there is an environment.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from pathlib import Path
from typing import Final, NamedTuple

FAMILIES: Final = ("apt", "dnf", "pacman", "zypper")

TABLE: Final = Path(__file__).with_name("system-packages.txt")

SYSTEM_FOLDERS: Final = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where Debian keeps some of the tools, off the PATH of an ordinary user."""


class Need(NamedTuple):
    group: str
    probe: str
    packages: dict[str, str]


def read_table(path: Path) -> list[Need]:
    """Read the table; the form is described at its top."""
    needs: list[Need] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            group, probe, *packages = line.split()
            needs.append(Need(group, probe, dict(zip(FAMILIES, packages, strict=True))))
    return needs


def is_there(probe: str, root: Path = Path("/")) -> bool:
    """Look for a library, a command or a file."""
    kind, _, name = probe.partition(":")
    match kind:
        case "lib":
            try:
                ctypes.CDLL(name)
            except OSError:
                return False
            return True
        case "cmd":
            return (
                shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *SYSTEM_FOLDERS]))
                is not None
            )
        case "file":
            return any(True for _ in root.glob(name))
        case _:
            message = f"unknown kind of probe: {probe}"
            raise ValueError(message)


def missing(groups: list[str]) -> list[Need]:
    return [need for need in read_table(TABLE) if need.group in groups and not is_there(need.probe)]


def main(arguments: list[str]) -> int:
    what, *groups = arguments
    found = missing(groups)
    if what == "probes":
        print("\n".join(need.probe.partition(":")[2] for need in found))
    else:
        names = dict.fromkeys(need.packages[what] for need in found)
        print(" ".join(name for name in names if name != "-"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
