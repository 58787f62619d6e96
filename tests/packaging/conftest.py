"""A copy of the shell parts in a folder of its own, with stand-ins for what set-up calls outside of the project."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

TOOLS = (
    *("sh", "cat", "cksum", "date", "dirname", "env", "grep", "id", "mkdir", "nice", "rm", "setsid", "sleep", "tail"),
    *("tr", "uname"),
)
"""Everything that the shell parts may use of the system besides Python and the package tools."""

TIMEOUT_S = 10

FAKE_PYTHON = """#!/bin/sh
# Does what Python does, but notes the calls of venv and pip instead of doing them.
case "$*" in
    *"-m venv "*)
        echo "venv" >>"{calls}"
        for folder; do :; done
        mkdir -p "$folder/bin"
        cat "$0" >"$folder/bin/python"
        printf '#!%s/bin/python\\n' "$folder" >"$folder/bin/pip"
        "{chmod}" +x "$folder/bin/python"
        [ -z "${{DIE_IN_VENV-}}" ] || kill -9 "$PPID"
        ;;
    *"-m pip install"*)
        echo "pip $*" >>"{calls}"
        [ -z "${{FAIL_PIP-}}" ] || {{ echo "no route to the index"; exit 1; }}
        printf '#!/bin/sh\\nprintf "<%%s>" "$@"\\n' >"$(dirname "$0")/voxnotch"
        "{chmod}" +x "$(dirname "$0")/voxnotch"
        ;;
    *check_model.py*) echo "model" >>"{calls}" ;;
    *"-m pytest"*)
        echo "pytest $*" >>"{calls}"
        [ -z "${{PYTEST_HANGS-}}" ] || exec sleep 60
        echo "5 passed in 1 s"
        exit "${{PYTEST_STATUS-0}}"
        ;;
    *coverage_floors.py*) echo "floors" >>"{calls}" ;;
    *)
        echo "python" >>"{calls}"
        exec "{real}" "$@"
        ;;
esac
"""

FAKE_TOOL = """#!/bin/sh
echo "$(basename "$0") $*" >>"{calls}"
exit {status}
"""


@dataclass
class Checkout:
    """A fresh copy of the project whose Python, pip and package tools are stand-ins."""

    root: Path
    bin: Path
    calls_file: Path
    script: str = "packaging/run"
    env: dict[str, str] = field(default_factory=dict)

    @property
    def calls(self) -> list[str]:
        """What was called since the last look."""
        text = self.calls_file.read_text(encoding="utf-8") if self.calls_file.exists() else ""
        self.calls_file.write_text("", encoding="utf-8")
        return text.splitlines()

    def tool(self, name: str, status: int = 0, folder: Path | None = None) -> None:
        """Put a stand-in for a program on PATH, or into a folder."""
        path = (folder or self.bin) / name
        path.write_text(FAKE_TOOL.format(calls=self.calls_file, status=status), encoding="utf-8")
        path.chmod(0o755)

    def user(self, number: int) -> None:
        """Make the scripts believe that they run as this user."""
        path = self.bin / "id"
        path.unlink()
        path.write_text(f"#!/bin/sh\necho {number}\n", encoding="utf-8")
        path.chmod(0o755)

    def lack(self, group: str = "run") -> None:
        """Make the system lack one library, which each package family knows by another name."""
        with (self.root / "packaging/lib/system-packages.txt").open("a", encoding="utf-8") as table:
            table.write(f"{group} lib:libvoxnotchtest.so.9 debian-name fedora-name arch-name suse-name\n")

    def start(self, *arguments: str, **env: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.bin / "sh", self.root / self.script, *arguments],
            env={"PATH": str(self.bin), "VOXNOTCH_PYTHON": str(self.bin / "fakepython"), **self.env, **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, **env: str) -> tuple[int, str]:
        """Run the script; returns the exit status and everything it printed."""
        process = self.start(*arguments, **env)
        try:
            output, _ = process.communicate(timeout=TIMEOUT_S)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return process.returncode, output


def _program(name: str) -> str:
    found = shutil.which(name)
    assert found, name
    return found


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    root = tmp_path / "Ordner mit Ümlaut und 'Zeichen'"
    programs = tmp_path / "bin"
    programs.mkdir()
    shutil.copytree(ROOT / "packaging", root / "packaging", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    for name in (*TOOLS, "basename"):
        (programs / name).symlink_to(_program(name))
    calls = tmp_path / "calls"
    python = programs / "fakepython"
    real = os.path.realpath(sys.executable)
    python.write_text(FAKE_PYTHON.format(calls=calls, real=real, chmod=_program("chmod")), encoding="utf-8")
    python.chmod(0o755)
    return Checkout(root, programs, calls)


@pytest.fixture
def load() -> Callable[[str], ModuleType]:
    """Import a script of the packaging folder, which is no package, by its path below that folder."""

    def load_script(name: str) -> ModuleType:
        path = ROOT / "packaging" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"packaging_{path.stem}", path)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        # dataclasses look their module up by name
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    return load_script
