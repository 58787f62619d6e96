"""Look of the interface, and whether the window is open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from app.domain.messages import DesktopChanged, DesktopState, SettingsChanged
from app.ui.appearance import early_settings, read_look
from app.ui.viewmodels.shell import Look, ShellModel


@pytest.mark.parametrize(
    ("scheme", "system_dark", "window", "notch"),
    [
        ("system", True, True, True),
        ("system", False, False, True),
        ("light", True, False, False),
        ("dark", False, True, True),
    ],
)
def test_the_window_follows_the_system_and_the_notch_is_dark_unless_light_is_asked(
    scheme: str, system_dark: bool, window: bool, notch: bool
) -> None:
    look = Look(scheme=scheme, system_dark=system_dark)
    assert (look.window_dark, look.notch_dark) == (window, notch)


def test_nothing_moves_when_the_system_or_the_person_asks_for_that() -> None:
    shell = ShellModel(Look())
    told = QSignalSpy(shell.reducedMotionChanged)
    shell.apply(DesktopChanged(DesktopState((), "", "", reduced_motion=True)))
    shell.apply(SettingsChanged({"notch.reduced_motion": True}))
    assert (shell.look.still, told.count()) == (True, 1)
    shell.apply(DesktopChanged(DesktopState((), "", "")))
    assert shell.look.still
    shell.apply(SettingsChanged({"notch.reduced_motion": False}))
    assert (shell.look.still, told.count()) == (False, 2)


def test_only_what_changed_is_told() -> None:
    shell = ShellModel(Look())
    dark, motion = QSignalSpy(shell.notchDarkChanged), QSignalSpy(shell.reducedMotionChanged)
    shell.apply(SettingsChanged({"general.color_scheme": "light", "notch.reduced_motion": False}))
    shell.apply(SettingsChanged({"general.color_scheme": "light", "notch.reduced_motion": True}))
    assert (dark.count(), motion.count()) == (1, 1)
    assert shell.look.reduced_motion


def test_asking_for_an_open_window_raises_it_at_the_new_page() -> None:
    shell = ShellModel(Look())
    raised = QSignalSpy(shell.raised)
    shell.openWindow("settings/audio")
    assert (shell.is_window_open, shell.current_page, raised.count()) == (True, "settings/audio", 0)
    shell.openWindow("")
    assert (shell.current_page, raised.count()) == ("settings/audio", 1)
    shell.closeWindow()
    assert not shell.is_window_open


@pytest.mark.parametrize(
    ("onboarded", "start_hidden", "opens"), [(False, True, True), (True, True, False), (True, False, True)]
)
def test_the_window_opens_by_itself_only_at_the_first_start_or_where_the_person_wants_it(
    onboarded: bool, start_hidden: bool, opens: bool
) -> None:
    shell = ShellModel(Look())
    values = {"general.onboarded": onboarded, "general.start_hidden": start_hidden}
    shell.apply(SettingsChanged(values))
    assert shell.is_window_open is opens
    shell.closeWindow()
    shell.apply(SettingsChanged(values))
    assert not shell.is_window_open


@pytest.mark.usefixtures("qapp")
def test_the_stored_look_is_there_before_the_core(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"version": 1, "general": {"color_scheme": "light"}, "notch": {"reduced_motion": True}}))
    look = read_look(file)
    assert (look.scheme, look.reduced_motion, look.text_scale >= 1) == ("light", True, True)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"general": 3}', '{"general": {"color_scheme": 7}}', "[" * 5000 + "]" * 5000]
)
def test_a_damaged_file_means_the_defaults(tmp_path: Path, content: str, qapp: QApplication) -> None:
    assert qapp is not None
    file = tmp_path / "settings.json"
    file.write_text(content)
    assert read_look(file).scheme == "system"


def test_a_file_that_is_not_there_has_no_values(tmp_path: Path) -> None:
    assert early_settings(tmp_path / "none.json") == {}
