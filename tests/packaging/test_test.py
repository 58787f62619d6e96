"""`sh packaging/test`: which checks and tests it runs, and that no failure gets lost on the way to the exit status."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from app.cli.virtual.processes import wait_until
from tests.packaging.conftest import ROOT, Checkout
from tests.unit.extensions.server_programs import runs

CHECKERS = ("ruff", "lint-imports", "pyside6-qmllint", "pyside6-qmlformat")


@pytest.fixture
def ready(checkout: Checkout) -> Checkout:
    """A checkout whose test environment is complete and whose checkers all agree."""
    table = checkout.root / "packaging/lib/system-packages.txt"
    table.write_text("test cmd:node nodejs nodejs nodejs nodejs\n", encoding="utf-8")
    checkout.script = "packaging/test"
    for program in ("diff", "find", "sort", "xargs"):
        (checkout.bin / program).symlink_to(str(shutil.which(program)))
    for program in ("node", "npm", "shellcheck"):
        checkout.tool(program)
    for folder in ("qml", "tests/qml", "tests/node/node_modules/.bin"):
        (checkout.root / folder).mkdir(parents=True)
    shutil.copy(ROOT / "tests/node/package-lock.json", checkout.root / "tests/node")
    checkout.tool("pyright", folder=checkout.root / "tests/node/node_modules/.bin")
    status, output = checkout.run("setup")
    assert status == 0, output
    for checker in CHECKERS:
        checkout.tool(checker, folder=checkout.root / ".venv/bin")
    assert [call for call in checkout.calls if call.startswith(("npm ci", "pip"))]
    return checkout


def pytest_call(ready: Checkout) -> str:
    (call,) = [call for call in ready.calls if call.startswith("pytest")]
    return call


def test_the_whole_suite_runs_the_checks_then_the_tests_with_coverage(ready: Checkout) -> None:
    status, output = ready.run()

    calls = [call.split()[0] for call in ready.calls]
    assert status == 0, output
    assert calls == ["ruff", "ruff", "lint-imports", "shellcheck", "pyright", "pytest", "floors"]
    assert "5 passed in 1 s" in output.splitlines()[-4:]


def test_every_check_is_told_with_its_time(ready: Checkout) -> None:
    _, output = ready.run("--quick")

    told = [line for line in output.splitlines() if line.endswith(" s)")]
    names = ["ruff check", "ruff format", "import contract", "shellcheck", "qmllint", "qmlformat", "pyright"]
    assert [line[:19].strip() for line in told] == names


def test_quick_leaves_out_the_desktop_and_what_is_slow(ready: Checkout) -> None:
    ready.run("--quick")

    call = pytest_call(ready)
    assert "not slow and not long" in call
    assert "--ignore=tests/desktop" in call
    assert "--cov" not in call


def test_the_whole_suite_leaves_out_only_what_is_long(ready: Checkout) -> None:
    ready.run()

    assert "-m not long --cov" in pytest_call(ready)


def test_long_leaves_out_nothing(ready: Checkout) -> None:
    ready.run("--long")

    assert "not long" not in pytest_call(ready)


def test_arguments_of_pytest_run_only_those_tests(ready: Checkout) -> None:
    status, _ = ready.run("tests/unit", "-k", "two words")

    assert status == 0
    assert ready.calls == ["pytest -m pytest tests/unit -k two words"]


@pytest.mark.parametrize("status", [1, 5])
@pytest.mark.parametrize("arguments", [[], ["--quick"], ["tests/unit"]])
def test_failing_tests_and_no_tests_at_all_fail_the_run(ready: Checkout, arguments: list[str], status: int) -> None:
    assert ready.run(*arguments, PYTEST_STATUS=str(status))[0] == status


@pytest.mark.parametrize("checker", ["ruff", "lint-imports"])
def test_a_failing_check_fails_the_run_but_the_tests_are_run(ready: Checkout, checker: str) -> None:
    ready.tool(checker, status=1, folder=ready.root / ".venv/bin")

    status, output = ready.run("--quick")

    assert status == 1
    assert "5 passed in 1 s" in output
    assert output.splitlines()[-2].startswith("Failed checks: ")


def script(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")


def test_the_checks_of_a_quick_run_go_on_beside_the_tests_and_say_all_they_found(ready: Checkout) -> None:
    found = "\n".join(f"finding {number}" for number in range(500))
    script(
        ready.root / ".venv/bin",
        "lint-imports",
        f"until grep -q ^pytest '{ready.calls_file}'; do sleep 0.02; done; echo '{found}'; exit 1",
    )

    status, output = ready.run("--quick")

    assert status == 1
    assert output.index("5 passed in 1 s") < output.index(found)
    assert "Failed checks: import contract\n" in output


def test_failing_tests_do_not_hide_what_the_checks_found(ready: Checkout) -> None:
    script(ready.root / ".venv/bin", "lint-imports", "echo a finding; exit 1")

    status, output = ready.run("--quick", PYTEST_STATUS="2")

    assert status == 2
    assert "a finding\nimport contract    FAILED" in output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_ends_a_quick_run_ends_its_checks(ready: Checkout, tmp_path: Path, number: signal.Signals) -> None:
    pid = tmp_path / "pid"
    script(ready.root / ".venv/bin", "lint-imports", f"echo $$ >'{pid}.new'; mv '{pid}.new' '{pid}'; exec sleep 60")
    (ready.bin / "mv").symlink_to(str(shutil.which("mv")))
    process = ready.start("--quick", PYTEST_HANGS="yes")
    wait_until(pid.exists, timeout_s=10, what="a check")
    check = int(pid.read_text(encoding="utf-8"))
    wait_until(lambda: "pytest" in ready.calls_file.read_text(encoding="utf-8"), timeout_s=10, what="the tests")

    os.killpg(process.pid, number)
    process.communicate(timeout=10)

    assert process.returncode == 128 + number
    wait_until(lambda: not runs(check), timeout_s=10, what="the end of the check")


def test_the_checks_run_alone_too(ready: Checkout) -> None:
    script(ready.root / ".venv/bin", "lint-imports", "exit 1")

    status, output = ready.run("checks")

    assert status == 1
    assert output.splitlines()[-1] == "Failed checks: import contract"
    assert not [call for call in ready.calls if call.startswith("pytest")]


def test_the_second_run_sets_nothing_up(ready: Checkout) -> None:
    ready.run("setup")

    assert ready.calls == []


def test_an_old_node_is_told_and_ends_with_3(ready: Checkout) -> None:
    ready.tool("node", status=1)
    with (ready.root / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")

    status, output = ready.run("setup")

    assert status == 3
    assert "Node 18" in output
