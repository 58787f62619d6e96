"""The voices that may read answers: the list, and the row of the settings that shows it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtQuick import QQuickItem

from app.domain import messages as m
from app.ui.viewmodels.voices import VoicesModel
from tests.unit.ui.played_models import BRITISH, GERMAN
from tests.unit.ui.window_stage import WindowStage
from tests.unit.ui.window_view import Opened, evaluated, focus, named, press, settle, texts

PAGE = "settings/agent"
FIRST = "The one for the language"
NO_VOICE = "There is no voice on this computer."


def field(stage: WindowStage) -> QQuickItem:
    return named(stage, "Voice", "SelectField")


def shown(stage: WindowStage) -> list[str]:
    return str(evaluated(field(stage), "options.map(one => one.label).join('|')")).split("|")


def test_the_list_is_sorted_and_told_once() -> None:
    commands: list[m.Command] = []
    model = VoicesModel(commands.append)
    changes: list[object] = []
    model.changed.connect(lambda: changes.append(model.property("options")))
    model.find()
    assert commands == [m.RequestVoices()]
    assert model.property("problemCode") == "", "nobody knows yet"
    for _ in range(2):
        model.apply(m.VoicesFound((GERMAN, BRITISH)))
    assert changes == [
        [{"value": "gmw/en", "label": "English (Great Britain)"}, {"value": "gmw/de", "label": "German"}]
    ]
    assert model.property("problemCode") == ""


def test_that_nothing_here_can_speak_is_a_problem_until_a_voice_is_found() -> None:
    model = VoicesModel(lambda _: None)
    model.apply(m.CoreStarted())
    model.apply(m.VoicesFound(()))
    assert model.property("problemCode") == "narrator-missing"
    model.apply(m.VoicesFound((GERMAN,)))
    assert model.property("problemCode") == ""


def test_a_voice_is_chosen_by_keyboard_and_the_one_for_the_language_comes_first(opened: Opened) -> None:
    stage = opened(page="settings/general")
    assert m.RequestVoices() not in stage.core.commands, "nobody looks at the list"
    stage.shell.openWindow(PAGE)
    settle(stage)
    assert stage.core.commands.count(m.RequestVoices()) == 1
    assert shown(stage) == [FIRST, "English (Great Britain)", "German"]
    focus(stage, "Voice", "SelectField")
    press(stage, Qt.Key.Key_Down)
    assert stage.core.settings.agent.voice == "gmw/en"
    press(stage, Qt.Key.Key_Up)
    assert stage.core.settings.agent.voice == ""


def test_a_voice_that_is_gone_stays_chosen_and_listed(opened: Opened) -> None:
    stage = opened(page=PAGE)
    stage.core.change({"agent.voice": "roa/fr"})
    settle(stage)
    assert shown(stage) == [FIRST, "roa/fr", "English (Great Britain)", "German"]
    assert evaluated(field(stage), "displayText") == "roa/fr"


def test_without_a_voice_the_row_says_what_to_install(opened: Opened) -> None:
    stage = opened(page="settings/general")
    stage.core.language_models.voices = ()
    stage.shell.openWindow(PAGE)
    settle(stage)
    assert any(text.startswith(NO_VOICE) for text in texts(stage))
