"""The window through the eyes of a screen reader (AT-SPI), on a real X server and a real accessibility bus."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import __version__
from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import Child, wait_until

ROOT = Path(__file__).resolve().parents[2]
CLIENT = Path(__file__).with_name("atspi_client.py")
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
SESSION = """
{launcher} --launch-immediately &
printf '%s' "$DBUS_SESSION_BUS_ADDRESS" > '{address}'
exec '{python}' -m tests.unit.ui.window_stage {page}
"""

START_S = 20.0
"""For the bus; a loaded machine takes its time."""

Reader = Any


@pytest.fixture
def read(display: VirtualDisplay, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """Show a page of the window and return a function that runs the screen reader's side."""
    page = str(request.param)
    address = tmp_path / "address"
    script = SESSION.format(launcher=LAUNCHER, address=address, python=sys.executable, page=page)
    env = {
        **display.env,
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_QUICK_BACKEND": "software",
        "XDG_RUNTIME_DIR": str(tmp_path),
        "NO_AT_BRIDGE": "0",
        "PYTHONPATH": str(ROOT),
    }
    bus = shutil.which("dbus-run-session")
    assert bus is not None
    system_python = "/usr/bin/python3"

    # Without a display: on its root window stands the bus of the test before, until this one's has come up.
    outside = {name: value for name, value in env.items() if name != "DISPLAY"}

    with Child([bus, "--", "sh", "-c", script], env=env, log=tmp_path / "window.log"):

        def run(*arguments: str) -> list[dict[str, Any]]:
            wait_until(lambda: address.exists() and address.read_text() != "", timeout_s=START_S, what="session bus")
            done = subprocess.run(
                [system_python, str(CLIENT), *arguments],
                env={**outside, "DBUS_SESSION_BUS_ADDRESS": address.read_text()},
                capture_output=True, text=True, timeout=40, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr + (tmp_path / "window.log").read_text()
            return [json.loads(line) for line in done.stdout.splitlines()]

        yield run


def names(tree: list[dict[str, Any]], role: str) -> set[str]:
    return {item["name"] for item in tree if item["role"] == role and item["showing"]}


@pytest.mark.parametrize("read", ["settings/text"], indirect=True)
def test_controls_of_the_settings_have_names_and_roles_and_can_be_pressed(read: Reader) -> None:
    tree = read("tree")
    assert {"Home", "Settings", "Models", "Help"} <= names(tree, "page tab")
    assert {"Find a setting", "New word", "Spoken words"} <= names(tree, "text") | names(tree, "entry")
    assert {"Spoken punctuation", "Leave out fillers"} <= names(tree, "check box")
    nameless = [item for item in tree if item["focusable"] and item["showing"] and not item["name"]]
    assert nameless == []
    read("press", "Models")
    assert "Download base" in names(read("tree"), "push button") | names(read("tree"), "button")


@pytest.mark.parametrize("read", ["home"], indirect=True)
def test_rows_of_home_say_when_where_and_what(read: Reader) -> None:
    tree = read("tree")
    rows = names(tree, "list item")
    assert any("Mousepad" in row and "oat milk" in row for row in rows), rows
    nameless = [item for item in tree if item["focusable"] and item["showing"] and not item["name"]]
    assert nameless == []


@pytest.mark.parametrize("read", ["help"], indirect=True)
def test_help_names_the_version(read: Reader) -> None:
    assert any(f"Voxnotch {__version__}." in item["name"] for item in read("tree"))


@pytest.mark.parametrize("read", ["integrations/com.example.mail"], indirect=True)
def test_the_page_of_an_integration_names_every_control_and_says_what_is_heard(read: Reader) -> None:
    tree = read("tree")
    nameless = [item for item in tree if item["focusable"] and item["showing"] and not item["name"]]
    assert nameless == []
    assert {"Enabled", "Transcript access"} <= names(tree, "check box")
    assert {item["name"] for item in tree if item["role"] == "password text"} == {"API key (required)"}
    said = {item["name"] for item in tree}
    assert {
        "Warning: Sends data anywhere on the network.",
        "Send a mail",
        "Use the default for \u2068Send a mail\u2069",
    } <= said
    read("press", "Integrations")
    assert "Add an integration" in {item["name"] for item in read("tree")}


@pytest.mark.parametrize("read", ["models/answers"], indirect=True)
def test_who_answers_is_told_with_what_it_means_and_chosen_without_eyes(read: Reader) -> None:
    tree = read("tree")
    nameless = [item for item in tree if item["focusable"] and item["showing"] and not item["name"]]
    assert nameless == []
    assert {"None", "OpenAI", "Anthropic", "Google", "Mistral"} <= names(tree, "radio button")
    assert "Use \u2068Ollama\u2069" in names(tree, "push button") | names(tree, "button")
    read("press", "Mistral")
    tree = read("tree")
    masked = {item["name"] for item in tree if item["role"] == "password text"}
    assert masked == {"Key"}, "a password field has a name as well"
    assert "Models to choose from" in {item["name"] for item in tree}
