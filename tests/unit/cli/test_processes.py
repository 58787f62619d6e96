"""Children that end with their owner."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psutil
import pytest

from app.cli.virtual.processes import NOT_INSTALLED, Child, ChildFailed, wait_until


def test_a_child_and_its_own_children_end_with_the_owner(tmp_path: Path) -> None:
    with Child(["sh", "-c", "sleep 600 & echo $!; wait"], env=dict(os.environ), log=tmp_path / "log") as child:
        wait_until(lambda: child.log_text().endswith("\n"), timeout_s=10, what="sh")
        grandchild = psutil.Process(int(child.log_text()))
        assert child.running
    assert not child.running
    wait_until(
        lambda: not grandchild.is_running() or grandchild.status() == psutil.STATUS_ZOMBIE, timeout_s=10, what="sleep"
    )


def test_a_child_that_ignores_the_request_to_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.virtual.processes.STOP_GRACE_S", 0.2)
    stubborn = "trap '' TERM; echo ready; while :; do sleep 0.05; done"
    with Child(["sh", "-c", stubborn], env=dict(os.environ), log=tmp_path / "log") as child:
        wait_until(lambda: "ready" in child.log_text(), timeout_s=10, what="sh")
    assert not child.running


def test_a_program_that_is_not_installed_is_named(tmp_path: Path) -> None:
    with pytest.raises(ChildFailed) as caught:
        Child(["no-such-program"], env=dict(os.environ), log=tmp_path / "log")
    assert caught.value.place == "no-such-program"
    assert caught.value.detail == NOT_INSTALLED


def test_a_file_that_is_no_program_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x00not a program")
    broken.chmod(0o755)
    with pytest.raises(ChildFailed) as caught:
        Child([str(broken)], env=dict(os.environ), log=tmp_path / "log")
    assert caught.value.place == "broken"


def test_waiting_for_the_end_is_bounded(tmp_path: Path) -> None:
    with Child(["sleep", "600"], env=dict(os.environ), log=tmp_path / "log") as child:
        with pytest.raises(ChildFailed):
            child.wait(timeout_s=0.05)
        child.kill(signal.SIGTERM)
        assert child.wait(timeout_s=10) == -signal.SIGTERM


def test_a_condition_that_never_comes_true_is_told() -> None:
    with pytest.raises(ChildFailed, match="not ready"):
        wait_until(lambda: False, timeout_s=0.05, what="nothing")
