"""What clicks and keys do in the window, with the real engine and a played core."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest

from app.domain import messages as m
from tests.unit.ui.window_stage import SAID, example_history
from tests.unit.ui.window_view import Opened, click, example_id, items, named, rows, settle, texts, wait_for


def test_home_shows_times_programs_texts_and_outcomes_in_words(opened: Opened) -> None:
    shown = texts(opened())
    assert {"Thunderbird", "Inserted", "Copied", "Cancelled", "Not inserted", SAID[1][0]} <= shown


def test_home_without_history_explains_the_shortcut_that_is_set(opened: Opened) -> None:
    stage = opened(history=[])
    assert {"Nothing said yet", "Ctrl", "Alt", "Space"} <= texts(stage)
    stage.settings_model.entry("hotkeys.dictate").setText("f9")
    wait_for(stage, lambda: "F9" in texts(stage))


def test_search_asks_once_after_the_last_letter(opened: Opened) -> None:
    stage = opened()
    click(stage, named(stage, "Search what was said", "TextInputField"))
    stage.core.commands.clear()
    for key in (Qt.Key.Key_M, Qt.Key.Key_I, Qt.Key.Key_L, Qt.Key.Key_K):
        QTest.keyClick(stage.window, key)
    wait_for(stage, lambda: stage.core.commands)
    assert [c.query for c in stage.core.commands if isinstance(c, m.RequestHistory)] == ["milk"]
    wait_for(stage, lambda: SAID[0][0] not in texts(stage))
    assert SAID[1][0] in texts(stage)


def test_a_row_opens_by_keyboard_and_tells_all(opened: Opened) -> None:
    stage = opened()
    search = named(stage, "Search what was said", "TextInputField")
    click(stage, search)
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    QTest.keyClick(stage.window, Qt.Key.Key_Return)
    wait_for(stage, lambda: "As recognised" in texts(stage))
    assert any("tiny.en" in text for text in texts(stage))
    assert "Length 0:14" in texts(stage)


def test_deleting_asks_first(opened: Opened) -> None:
    stage = opened()
    QTest.keyClick(stage.window, Qt.Key.Key_Tab)
    click(stage, named(stage, "Search what was said", "TextInputField"))
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    QTest.keyClick(stage.window, Qt.Key.Key_Delete)
    wait_for(stage, lambda: "Delete this take?" in texts(stage))
    QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    wait_for(stage, lambda: "Delete this take?" not in texts(stage))
    assert not any(isinstance(command, m.DeleteTurn) for command in stage.core.commands)
    click(stage, named(stage, "Delete all…", "PillButton"))
    wait_for(stage, lambda: "Delete the whole history?" in texts(stage))
    click(stage, named(stage, "Delete all", "PillButton"))
    wait_for(stage, lambda: "Nothing said yet" in texts(stage))


def test_a_long_history_comes_in_pages_as_it_is_scrolled(opened: Opened) -> None:
    stage = opened(history=example_history(120))
    assert len(stage.history_model.rows.rows) == 50
    view = next(i for i in items(stage) if "ListView" in i.metaObject().className())
    view.setProperty("contentY", 1e6)
    wait_for(stage, lambda: len(stage.history_model.rows.rows) > 50)


def test_a_refused_value_is_shown_at_its_control_and_the_control_goes_back(opened: Opened) -> None:
    stage = opened(page="settings/hotkeys")
    stage.settings_model.entry("hotkeys.dictate").setText("ctrl+alt+a")
    wait_for(stage, lambda: any("two actions share one shortcut" in text for text in texts(stage)))
    assert stage.settings_model.entry("hotkeys.dictate").value == "ctrl+alt+space"


def test_a_refused_paste_shortcut_is_named_beside_the_one_that_is_still_set(opened: Opened) -> None:
    stage = opened(page="settings/delivery")
    stage.settings_model.entry("delivery.chord").setText("ctrl+foo")
    settle(stage)
    stage.core.tell(m.SettingsRefused({"delivery.chord": "shortcut-unreadable"}))
    settle(stage)
    assert "This is not a shortcut: ctrl+foo\nChoose another shortcut." in texts(stage)


def test_a_button_of_the_notch_opens_its_group_of_settings_wherever_the_person_was(opened: Opened) -> None:
    stage = opened(page="settings/audio")
    click(stage, named(stage, "Notch", "Chip"))
    assert "notch.monitor" in rows(stage)
    named(stage, "Find a setting", "TextInputField").setProperty("text", "clipboard")
    stage.shell.openWindow("settings/audio")
    settle(stage)
    assert "audio.device" in rows(stage)


def test_a_toggle_changes_the_setting_with_the_space_bar(opened: Opened) -> None:
    stage = opened(page="settings/text")
    toggle = named(stage, "Spoken punctuation", "ToggleSwitch")
    toggle.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(stage.window, Qt.Key.Key_Space)
    wait_for(stage, lambda: stage.core.settings.text.spoken_punctuation)
    wait_for(stage, lambda: toggle.property("checked"))


def test_first_steps_tick_only_what_worked_and_can_be_left(opened: Opened) -> None:
    stage = opened(onboarded=False)
    assert "Speak, and it is written" in texts(stage)
    click(stage, named(stage, "Start", "PillButton"))
    wait_for(stage, lambda: stage.onboarding_model.microphone_works)
    assert not stage.onboarding_model.paste_works
    field = named(stage, "Dictate into this field", "TextInputField")
    stage.core.dictate("Hello there.")
    assert not stage.onboarding_model.paste_works
    field.setProperty("text", "Hello there.")
    settle(stage)
    assert stage.onboarding_model.paste_works
    assert "Leave for now" in texts(stage), "the shortcut was not tried"
    click(stage, named(stage, "Leave for now", "PillButton"))
    wait_for(stage, lambda: stage.core.settings.general.onboarded)
    wait_for(stage, lambda: "Search what was said" in texts(stage))
    assert m.StopMicrophoneTest() in stage.core.commands, "the microphone is let go with the page"


@pytest.mark.parametrize("way", ["close the window", "choose another group"])
def test_the_microphone_is_let_go_when_nobody_sees_its_level_any_more(way: str, opened: Opened) -> None:
    stage = opened(page="settings/audio")
    click(stage, named(stage, "Try it", "PillButton"))
    assert stage.core.commands[-1] == m.StartMicrophoneTest()
    if way == "close the window":
        stage.window.close()
    else:
        click(stage, named(stage, "Notch", "Chip"))
    assert stage.core.commands[-1] == m.StopMicrophoneTest()


def test_a_take_is_not_played_on_after_the_window_was_closed(opened: Opened) -> None:
    stage = opened()
    stage.history_model.play(example_id(stage, 0))
    wait_for(stage, lambda: stage.history_model.playing)
    stage.window.close()
    assert stage.core.commands[-1] == m.StopPlayback()


def test_a_line_break_in_a_replacement_survives_editing_the_rule(opened: Opened) -> None:
    stage = opened(page="settings/text")
    stage.core.change({"text.replacements": [{"spoken": "address", "written": "Elm Street\nSpringfield"}]})
    settle(stage)
    field = named(stage, "Written for \u2068address\u2069", "TextInputField")
    assert field.property("text") == "Elm Street⏎Springfield"
    stage.core.commands.clear()
    field.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(stage.window, Qt.Key.Key_Tab)
    assert stage.core.commands == [], "looking is not changing"
    field.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(stage.window, Qt.Key.Key_End)
    QTest.keyClick(stage.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(stage.window, Qt.Key.Key_X)
    QTest.keyClick(stage.window, Qt.Key.Key_Tab)
    wait_for(stage, lambda: stage.core.settings.text.replacements[0].written == "Elm Street\nSpringfield\nx")


def test_a_turn_can_be_recognised_again_with_another_model(opened: Opened) -> None:
    stage = opened()
    base = m.ModelInfo("base", m.ModelState.READY, 1, "multilingual")
    stage.core.tell(m.ModelsChanged((stage.core.models[0], base), "tiny.en"))
    click(stage, named(stage, SAID[1][0], "TranscriptText"))
    select = named(stage, "Model for another try", "SelectField")
    select.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    settle(stage)
    click(stage, named(stage, "Recognise again", "PillButton"))
    wait_for(stage, lambda: "Recognised now." in texts(stage))
    assert stage.core.commands[-1] == m.RetryTurn(example_id(stage, 1), "base")


def test_pasting_again_waits_until_another_window_has_the_focus(opened: Opened) -> None:
    stage = opened()
    stage.window.requestActivate()
    wait_for(stage, stage.window.isActive)
    click(stage, named(stage, "Search what was said", "TextInputField"))
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    settle(stage)
    click(stage, named(stage, "Paste again", "IconButton"))
    assert not any(isinstance(command, m.PasteTurn) for command in stage.core.commands), "this window is still in front"
    other = QWindow()
    other.show()
    other.requestActivate()
    wait_for(stage, lambda: any(isinstance(command, m.PasteTurn) for command in stage.core.commands))
    other.close()
