"""`sh packaging/run`: what it sets up, when it has nothing to do, and what it says when it cannot go on."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.packaging.conftest import Checkout

pytestmark = pytest.mark.slow


def steps(calls: list[str]) -> list[str]:
    """Return the kinds of the calls that change something, in order."""
    return [call.split()[0] for call in calls if not call.startswith("python")]


def test_the_first_run_sets_up_and_hands_the_arguments_on(checkout: Checkout) -> None:
    status, output = checkout.run("say", "two words", "ü")

    assert status == 0
    assert output.splitlines()[-1] == "<say><two words><ü>"
    assert [line[:3] for line in output.splitlines() if line[1:2] == "/"] == ["1/4", "2/4", "3/4", "4/4"]
    assert steps(checkout.calls) == ["venv", "pip", "pip", "model"]


def test_packages_are_installed_by_hash_and_never_built(checkout: Checkout) -> None:
    checkout.run("setup")

    packages, project = [call for call in checkout.calls if call.startswith("pip")]
    assert "--require-hashes" in packages
    assert "--only-binary :all:" in packages
    assert "--no-index" in project


@pytest.mark.fault("A34")
def test_the_second_run_starts_no_python_no_pip_and_no_package_tool(checkout: Checkout) -> None:
    checkout.run("setup")
    assert checkout.calls

    status, output = checkout.run("doctor")

    assert (status, output) == (0, "<doctor>")
    assert checkout.calls == []


def test_setup_alone_starts_nothing(checkout: Checkout) -> None:
    status, output = checkout.run("setup")

    assert status == 0
    assert "<" not in output
    assert output.splitlines()[-1].endswith(".venv/bin/voxnotch")


def test_a_changed_lock_file_updates_the_environment_in_place(checkout: Checkout) -> None:
    checkout.run("setup")
    assert checkout.calls
    with (checkout.root / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")

    checkout.run("setup")

    assert steps(checkout.calls) == ["pip", "pip", "model"]


def test_an_environment_that_was_only_half_made_is_made_again(checkout: Checkout) -> None:
    killed, _ = checkout.run("setup", DIE_IN_VENV="1")
    assert killed != 0
    assert (checkout.root / ".venv/bin/python").exists()
    assert checkout.calls

    status, _ = checkout.run("setup")

    assert status == 0
    assert steps(checkout.calls) == ["venv", "pip", "pip", "model"]


def test_a_folder_that_was_moved_gets_a_new_environment(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run("setup")
    assert checkout.calls
    checkout.root = checkout.root.rename(tmp_path / "elsewhere")

    checkout.run("setup")

    assert "venv" in steps(checkout.calls)


def test_without_the_package_index_the_reason_is_shown_and_what_was_complete_stays(checkout: Checkout) -> None:
    checkout.run("setup")
    with (checkout.root / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")

    status, output = checkout.run("setup", FAIL_PIP="1")
    assert status == 1
    assert "no route to the index" in output
    assert "connection to the package index" in output
    assert checkout.calls

    checkout.run("setup")
    assert "venv" not in steps(checkout.calls)


@contextmanager
def held(lock: Path) -> Generator[None]:
    lock.parent.mkdir()
    handle = os.open(lock, os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def test_of_two_set_ups_at_once_the_second_waits(checkout: Checkout) -> None:
    with held(checkout.root / ".tools/setup.lock"):
        second = checkout.start("setup")
        assert second.stdout
        seen = [second.stdout.readline(), second.stdout.readline()]
        assert "waiting for another set-up" in seen[-1]
        assert steps(checkout.calls) == []
    output, _ = second.communicate(timeout=30)

    assert second.returncode == 0, output
    assert steps(checkout.calls) == ["venv", "pip", "pip", "model"]


@pytest.mark.parametrize("arguments", [[], ["run"]])
def test_without_a_display_it_says_so_and_offers_the_demo(checkout: Checkout, arguments: list[str]) -> None:
    checkout.run("setup")

    status, output = checkout.run(*arguments)

    assert status == 2
    assert "no display" in output
    assert "sh packaging/run demo" in output


def test_a_request_to_a_running_one_needs_no_display(checkout: Checkout) -> None:
    checkout.run("setup")

    assert checkout.run("run", "--quit") == (0, "<run><--quit>")


def test_with_a_display_the_program_is_started(checkout: Checkout) -> None:
    checkout.run("setup")

    assert checkout.run(DISPLAY=":5") == (0, "<run>")


@pytest.mark.parametrize(
    ("tool", "line"),
    [
        ("apt-get", "sudo apt-get install -y --no-install-recommends debian-name"),
        ("dnf", "sudo dnf install -y fedora-name"),
        ("pacman", "sudo pacman -S --needed arch-name"),
        ("zypper", "sudo zypper install suse-name"),
    ],
)
def test_without_rights_it_prints_the_line_to_run(checkout: Checkout, tool: str, line: str) -> None:
    checkout.lack()
    checkout.user(1000)
    checkout.tool(tool)
    checkout.tool("sudo", status=1)

    status, output = checkout.run("setup")

    assert status == 3
    assert line in output
    assert not any(call.startswith(tool) for call in checkout.calls)


def test_on_an_unknown_system_it_prints_all_the_lines(checkout: Checkout) -> None:
    checkout.lack()

    status, output = checkout.run("setup")

    assert status == 3
    for name in ("debian-name", "fedora-name", "arch-name", "suse-name", "libvoxnotchtest.so.9"):
        assert name in output


@pytest.mark.parametrize("administrator", ["root", "sudo"])
def test_with_rights_it_installs_with_apt_and_looks_again(checkout: Checkout, administrator: str) -> None:
    checkout.lack()
    checkout.user(0 if administrator == "root" else 1000)
    checkout.tool("apt-get")
    checkout.tool("sudo")

    status, output = checkout.run("setup")

    installer = "apt-get" if administrator == "root" else "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get"
    assert any(call.startswith(installer) and call.endswith("debian-name") for call in checkout.calls)
    assert status == 3
    assert "Still not found after installing: libvoxnotchtest.so.9" in output


@pytest.mark.parametrize("tool", ["apt-get", "pacman", ""])
def test_a_voice_is_offered_and_its_lack_stops_nothing(checkout: Checkout, tool: str) -> None:
    checkout.lack("voice")
    checkout.user(1000)
    checkout.tool("sudo", status=1)
    if tool:
        checkout.tool(tool)

    status, output = checkout.run("setup")

    assert status == 0, output
    assert "no voice for spoken answers" in output
    assert {"apt-get": "debian-name", "pacman": "sudo pacman -S --needed", "": "libvoxnotchtest"}[tool] in output


def test_with_rights_the_voice_is_installed(checkout: Checkout) -> None:
    checkout.lack("voice")
    checkout.user(0)
    checkout.tool("apt-get")

    status, output = checkout.run("setup")

    assert status == 0, output
    assert any(call.startswith("apt-get") and call.endswith("debian-name") for call in checkout.calls)
    assert "no voice" not in output


def test_the_demo_looks_for_its_own_tools_each_time(checkout: Checkout) -> None:
    checkout.run("setup")
    checkout.lack("demo")

    status, output = checkout.run("demo")

    assert status == 3
    assert "debian-name" in output


def test_an_interpreter_that_does_not_run_is_passed_over(checkout: Checkout) -> None:
    checkout.tool("python3.11", status=127)
    (checkout.bin / "python3.12").symlink_to(checkout.bin / "fakepython")

    status, output = checkout.run("setup", VOXNOTCH_PYTHON="")

    assert status == 0, output
    assert any(call.startswith("python3.11") for call in checkout.calls)
