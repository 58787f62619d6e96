"""Makes the two lock files from ``pyproject.toml``; run by hand after a change of the dependencies.

``requirements.lock`` holds what running needs, ``packaging/requirements-test.lock`` what the tests need on top. Both
fit Python 3.11 to 3.13 on every system (markers), name every file by its sha256 and name no index. They are made by
``uv pip compile``, so ``uv`` has to be on PATH; nothing else in the project needs it. Versions that are locked
already are kept unless ``--upgrade`` is given.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
RUN_LOCK: Final = ROOT / "requirements.lock"
TEST_LOCK: Final = ROOT / "packaging" / "requirements-test.lock"

HEADER: Final = "# Made by packaging/lock.py from pyproject.toml; do not edit.\n"

OLDEST_PYTHON: Final = "3.11"

_PIN: Final = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*==", re.MULTILINE)


def compile_lock(uv: str, *, extras: list[str], output: Path, constraint: Path | None, upgrade: bool) -> None:
    """Resolve the project with ``extras`` into ``output``; what ``output`` holds already is preferred."""
    command = [uv, "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-annotate", "--no-header"]
    for extra in extras:
        command += ["--extra", extra]
    if constraint is not None:
        command += ["--constraint", str(constraint)]
    if upgrade:
        command.append("--upgrade")
    subprocess.run([*command, "--output-file", str(output), str(ROOT / "pyproject.toml")], check=True, cwd=ROOT)


def split_pins(text: str) -> list[str]:
    """Return one block of text for each pin, its hashes included."""
    starts = [match.start() for match in _PIN.finditer(text)]
    return [text[start:end].rstrip() + "\n" for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def pin_of(block: str) -> str:
    """Return the first line of a block: name, version and marker."""
    return block.split(" \\", 1)[0]


def name_of(block: str) -> str:
    return block.split("==", 1)[0]


def subtract(whole: str, part: str) -> str:
    """Return the pins of ``whole`` that are of packages which ``part`` does not pin.

    Raises:
        ValueError: both pin a package, but not alike.
    """
    known = split_pins(part)
    alike = {pin_of(block) for block in known}
    names = {name_of(block) for block in known}
    rest: list[str] = []
    for block in split_pins(whole):
        if name_of(block) not in names:
            rest.append(block)
        elif pin_of(block) not in alike:
            message = f"the tests want {pin_of(block)}, which the run lock pins otherwise"
            raise ValueError(message)
    return "".join(rest)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make requirements.lock and packaging/requirements-test.lock.")
    parser.add_argument("--upgrade", action="store_true", help="take newer versions than those locked now")
    arguments = parser.parse_args()
    uv = shutil.which("uv")
    if uv is None:
        print("uv is not on PATH; install it, for example: python3 -m pip install uv", file=sys.stderr)
        return 3
    with tempfile.TemporaryDirectory() as folder:
        run, test = Path(folder, "run.lock"), Path(folder, "test.lock")
        old_run = RUN_LOCK.read_text(encoding="utf-8") if RUN_LOCK.exists() else ""
        old_test = TEST_LOCK.read_text(encoding="utf-8") if TEST_LOCK.exists() else ""
        run.write_text(old_run, encoding="utf-8")
        test.write_text(old_run + old_test, encoding="utf-8")
        compile_lock(uv, extras=["build"], output=run, constraint=None, upgrade=arguments.upgrade)
        compile_lock(uv, extras=["build", "test"], output=test, constraint=run, upgrade=arguments.upgrade)
        run_text = run.read_text(encoding="utf-8")
        test_text = subtract(test.read_text(encoding="utf-8"), run_text)
    RUN_LOCK.write_text(HEADER + run_text, encoding="utf-8")
    TEST_LOCK.write_text(HEADER + test_text, encoding="utf-8")
    print(f"{len(split_pins(run_text))} pins to run, {len(split_pins(test_text))} more to test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
