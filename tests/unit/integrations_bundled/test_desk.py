"""Desk, as a real process, where there is no desktop: what it refuses, what it finds, and what it says is missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.integrations.folders import bundled
from tests.fixtures.integrations.talker import Talker
from tests.unit.integrations_bundled.cards import kinds

ENTRIES = {
    "org.example.Editor": "Name=Text Editor\nName[de]=Texteditor\nGenericName=Editor\nExec=editor %U",
    "calc": "Name=Calculator\nExec=calc",
    "calendar": "Name=Calendar\nExec=calendar",
    "hidden": "Name=Hidden One\nNoDisplay=true\nExec=x",
    "gone": "Name=Gone\nHidden=true\nExec=x",
    "no-name": "Exec=x",
    "long": f"Name={'Long name ' * 12}\nExec=x",
}


def make_applications(home: Path) -> None:
    folder = home / "share" / "applications"
    folder.mkdir(parents=True)
    for name, keys in ENTRIES.items():
        text = f"# a comment\n[Desktop Entry]\nType=Application\n{keys}\n\n[Desktop Action new]\nName=New Window\n"
        (folder / f"{name}.desktop").write_text(text)
    (folder / "link.desktop").write_text("[Desktop Entry]\nType=Link\nName=A link\nURL=https://example.org\n")
    (folder / "broken.desktop").write_bytes(b"\xff\xfe\0 no entry")
    (folder / "dangling.desktop").symlink_to(folder / "nowhere")
    (folder / "kde").mkdir()
    (folder / "kde" / "paint.desktop").write_text("[Desktop Entry]\nType=Application\nName=Paint\nExec=paint\n")


def computer(home: Path) -> dict[str, str]:
    """Return the variables of a computer with some applications, and no program at all."""
    make_applications(home)
    (home / "bin").mkdir()
    return {
        "PATH": str(home / "bin"),
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "own"),
        "XDG_DATA_DIRS": str(home / "share"),
    }


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return computer(tmp_path)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    """A Desk that is only asked, by every test."""
    with start(computer(tmp_path_factory.mktemp("home"))) as server:
        yield server


def start(env: dict[str, str]) -> Talker:
    return Talker(bundled("desk"), env=env, argv=[sys.executable, "server.py"])


def test_the_applications_of_the_menus_are_listed_by_name(desk: Talker) -> None:
    told = desk.data("list_apps")
    assert told["apps"] == ["Calculator", "Calendar", ("Long name " * 12).strip(), "Paint", "Text Editor"]
    assert kinds(told) == ["header", "list"]
    assert desk.data("list_apps", query="texted")["apps"] == ["Text Editor"]
    assert kinds(desk.data("list_apps", query="zzz")) == ["header"]


def test_an_entry_of_the_person_stands_for_that_of_the_system_also_where_it_hides_it(
    env: dict[str, str], tmp_path: Path
) -> None:
    own = tmp_path / "own" / "applications"
    own.mkdir(parents=True)
    (own / "calc.desktop").write_text("[Desktop Entry]\nType=Application\nName=My Calculator\nExec=x\n")
    (own / "calendar.desktop").write_text("[Desktop Entry]\nType=Application\nName=Calendar\nNoDisplay=true\nExec=x\n")
    with start(env) as desk:
        assert desk.data("list_apps", query="cal")["apps"] == ["My Calculator"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cal", 'Several applications fit "cal": Calculator or Calendar.'),
        ("lator", 'No application called "lator" is installed. Did you mean Calculator?'),
        ("Calculater", 'No application called "Calculater" is installed. Did you mean Calculator?'),
        ("hidden one", 'No application called "hidden one" is installed.'),
        ("New Window", 'No application called "New Window" is installed.'),
        ("../../calc", 'No application called "../../calc" is installed.'),
    ],
)
def test_an_application_is_opened_only_when_one_is_meant(desk: Talker, name: str, told: str) -> None:
    assert desk.error("open_app", name=name).startswith(told)


@pytest.mark.parametrize("name", ["calculator", "CALC", "text  editor", "texteditor", "editor", "kde-paint", "pain"])
def test_what_opens_an_application_is_named_where_it_is_missing(desk: Talker, name: str) -> None:
    assert desk.error("open_app", name=name).startswith("gio is not on this computer. Install glib2")


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "mailto:a@example.org",
        "ssh://example.org",
        "--help",
        "example",
        "https://",
        "https:///path",
        "https://user@example.org",
        "https://paypal.example@evil.example/",
        "https://exa mple.org",
        "https://example.org/\x1b[31m",
        "https://[::1",
        "data:text/html,x",
    ],
)
def test_only_plain_web_addresses_are_opened(desk: Talker, address: str) -> None:
    told = desk.error("open_url", address=address)
    assert "not on this computer" not in told
    assert "address" in told


@pytest.mark.parametrize(
    "address", ["https://example.org/a?b=c#d", "http://localhost:8000", "example.org/x", "HTTPS://x"]
)
def test_a_good_address_gets_as_far_as_the_missing_program(desk: Talker, address: str) -> None:
    assert desk.error("open_url", address=address) == "xdg-open or gio is not on this computer. Install xdg-utils."


def test_everything_else_that_is_missing_is_named_too(desk: Talker) -> None:
    no_display = "There is no display, so there is no clipboard: neither WAYLAND_DISPLAY nor DISPLAY is set."
    assert desk.error("get_clipboard") == no_display
    assert desk.error("set_clipboard", text="x") == no_display
    assert desk.error("get_volume") == "pactl is not on this computer. Install pulseaudio-utils or libpulse."
    assert desk.error("mute_sound") == "pactl is not on this computer. Install pulseaudio-utils or libpulse."
    assert desk.error("press_media_key", key="next") == "busctl is not on this computer. Install systemd."
    assert desk.error("press_media_key", key="eject").startswith("key has to be one of play_pause, play")
    assert desk.error("set_volume") == "Give either percent or change."
    assert desk.error("set_volume", percent=10, change=5) == "Give either percent or change."


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        ("WAYLAND_DISPLAY", "wl-paste is not on this computer. Install wl-clipboard."),
        ("DISPLAY", "xclip or xsel is not on this computer. Install xclip."),
    ],
)
def test_the_clipboard_wants_a_program_of_its_session(env: dict[str, str], variable: str, told: str) -> None:
    env[variable] = "none"
    with start(env) as desk:
        assert desk.error("get_clipboard") == told


def test_a_program_that_fails_is_quoted(env: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "bin" / "pactl"
    program.write_text("#!/bin/sh\necho 'Connection failure: Connection refused' >&2\nexit 1\n")
    program.chmod(0o755)
    env["PATH"] += os.pathsep + "/bin"
    with start(env) as desk:
        assert desk.error("get_volume") == "pactl failed: Connection failure: Connection refused"
