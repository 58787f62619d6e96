"""The tray says what happens and does the few things it offers, with or without a tray to sit in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.domain.messages import (
    ChangeSettings,
    Command,
    CoreFailed,
    Event,
    IntegrationsChanged,
    RestartIntegration,
    SettingsChanged,
    StageChanged,
    StartTurn,
    StopTurn,
)
from app.domain.turn import NO_TARGET, Stage, TurnId, TurnKind
from app.settings.paths import resources_folder
from app.ui.tray import Tray
from tests.unit.ui.played_integrations import CRASHED

pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged")  # the offscreen platform has no tray

ICONS = resources_folder() / "icons"


def staged(stage: Stage) -> Event:
    return StageChanged(stage, TurnId("1"), TurnKind.DICTATE, NO_TARGET, 0.0)


class Desk:
    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.done: list[str] = []
        self.tray = Tray(
            ICONS,
            self.commands.append,
            open_window=lambda: self.done.append("window"),
            quit_app=lambda: self.done.append("quit"),
        )


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[Desk]:
    assert qapp is not None
    made = Desk()
    yield made
    made.tray.close()


def test_it_shows_what_voxnotch_does(desk: Desk) -> None:
    seen = []
    for event in (staged(Stage.LISTENING), staged(Stage.WORKING), staged(Stage.IDLE), CoreFailed("bug", "", "")):
        desk.tray.apply(event)
        seen.append((desk.tray.state, desk.tray.dictate.isEnabled()))
    assert seen == [("listening", True), ("working", False), ("idle", True), ("error", False)]


def test_one_entry_starts_and_stops(desk: Desk) -> None:
    desk.tray.dictate.trigger()
    desk.tray.apply(staged(Stage.LISTENING))
    desk.tray.dictate.trigger()
    assert desk.commands == [StartTurn(TurnKind.DICTATE), StopTurn()]


def test_sound_cues_follow_the_settings_and_change_them(desk: Desk) -> None:
    desk.tray.apply(SettingsChanged({"audio.cues": False}))
    assert not desk.tray.cues.isChecked()
    desk.tray.cues.trigger()
    assert desk.commands == [ChangeSettings({"audio.cues": True})]


def test_it_opens_the_window_and_quits(desk: Desk) -> None:
    desk.tray.open.trigger()
    desk.tray.quit.trigger()
    assert desk.done == ["window", "quit"]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("file", sorted(ICONS.glob("*.svg")), ids=lambda path: path.stem)
def test_every_drawing_can_be_drawn(file: Path) -> None:
    assert not QIcon(str(file)).pixmap(22, 22).toImage().isNull()


@pytest.mark.clause("V-18.12")
def test_a_server_that_was_given_up_is_named_with_its_last_words_and_can_be_started_again(desk: Desk) -> None:
    bad, good = CRASHED, replace(CRASHED, remarks=(), failure="")
    desk.tray.apply(IntegrationsChanged((bad,)))
    assert "Cannot find module" in desk.tray.words
    assert desk.tray.dictate.isEnabled()
    [restart] = desk.tray.restarts
    assert bad.name in restart.text()
    restart.trigger()
    assert desk.commands == [RestartIntegration(bad.integration_id)]
    desk.tray.apply(staged(Stage.LISTENING))
    assert "Cannot find module" not in desk.tray.words, "what happens now comes first"
    desk.tray.apply(staged(Stage.IDLE))
    desk.tray.apply(IntegrationsChanged((good,)))
    assert desk.tray.restarts == []
    assert "ready" in desk.tray.words
