"""The QML tests, and the files that are made from Python for qmllint."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 100


def run(*command: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QUICK_BACKEND": "software"}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )


@pytest.mark.parametrize("file", sorted(Path(__file__).parent.glob("tst_*.qml")), ids=lambda path: path.stem)
def test_qml(file: Path) -> None:
    done = run("tests/qml/run.py", "-input", str(file))
    lines = (done.stdout + done.stderr).splitlines()
    wrong = [line for line in lines if line.startswith(("FAIL", "QWARN", "XPASS", "SKIP"))]
    assert (done.returncode, wrong) == (0, []), "\n".join(lines)
    assert any(line.startswith("PASS") for line in lines)


def test_the_types_that_qmllint_knows_are_those_of_the_view_models() -> None:
    done = run("packaging/qmltypes.py", "--check")
    assert done.returncode == 0, done.stdout
