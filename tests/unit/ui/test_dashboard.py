"""The window itself, with the real engine and a played core: every page, every text, every key, both directions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QDeadlineTimer, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtQml import QQmlExpression, qmlContext
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from app.domain import messages as m
from app.domain.turn import FinishedTurn, TurnId
from app.ui.viewmodels.settings import setting_keys
from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_stage import SAID, WindowStage, example_history

GROUPS = ("general", "hotkeys", "audio", "recognition", "text", "delivery", "notch", "history")
PAGES = ("home", *(f"settings/{group}" for group in GROUPS), "models", "help", "onboarding")

WIDTH = 920
"""Of the window when it opens, in pixels."""
NUMBER = re.compile(r"[\d.,:\s]+( ?(AM|PM)|[KMG]?o|[KMG]?B)?")
"""A time or a size, as the locale writes it."""

Opened = Callable[..., WindowStage]


@pytest.fixture
def opened(qapp: QGuiApplication) -> Iterator[Opened]:
    stages: list[WindowStage] = []

    def start(**options: Any) -> WindowStage:
        stages.append(WindowStage(**options))
        settle(stages[-1])
        return stages[-1]

    yield start
    for stage in stages:
        warnings = list(stage.warnings)
        stage.close()
        assert warnings == []


def settle(stage: WindowStage) -> None:
    """Let queued answers and bindings through, and one frame be drawn."""
    QGuiApplication.processEvents()
    stage.window.grabWindow()
    QGuiApplication.processEvents()


def wait_for(stage: WindowStage, condition: Callable[[], object]) -> None:
    deadline = QDeadlineTimer(5000)
    while not condition():
        assert not deadline.hasExpired(), (stage.warnings, sorted(texts(stage)))
        QTest.qWait(5)


def items(stage: WindowStage) -> Iterator[QQuickItem]:
    """Walk over all visible items of the window, overlay too."""
    waiting = [stage.window.contentItem()]
    while waiting:
        item = waiting.pop()
        if item.isVisible():
            yield item
            waiting.extend(item.childItems())


def texts(stage: WindowStage) -> set[str]:
    found: set[str] = set()
    for item in items(stage):
        for name in ("text", "placeholderText", "displayText"):
            value = item.property(name)
            if isinstance(value, str) and value:
                found.add(value)
    return found


def named(stage: WindowStage, text: str, kind: str = "") -> QQuickItem:
    """Find a control by what it says or is called."""
    for item in items(stage):
        if kind in item.metaObject().className() and text in (item.property("text"), item.property("label")):
            return item
    raise AssertionError(f"{text} is not among {sorted(texts(stage))}")


def evaluated(item: QQuickItem, expression: str) -> object:
    """Read what Python has no converter for."""
    context = qmlContext(item)
    assert context is not None
    value, _undefined = QQmlExpression(context, item, expression).evaluate()
    return value


def example_id(stage: WindowStage, row: int) -> TurnId:
    return TurnId(stage.history_model.rows.rows[row].turn_id)


def click(stage: WindowStage, item: QQuickItem) -> None:
    place = item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()
    QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, pos=place)
    settle(stage)


def rows(stage: WindowStage) -> dict[str, QQuickItem]:
    found: dict[str, QQuickItem] = {}
    for item in items(stage):
        if item.objectName().startswith("setting."):
            found[item.objectName().removeprefix("setting.")] = item
    return found


def test_every_setting_has_a_row_in_some_group(opened: Opened) -> None:
    stage = opened(page="settings")
    seen: set[str] = set()
    for group in GROUPS:
        stage.shell.openWindow(f"settings/{group}")
        settle(stage)
        seen |= rows(stage).keys()
    assert seen == set(setting_keys())


def test_every_choice_of_the_model_can_be_chosen(opened: Opened) -> None:
    stage = opened(page="settings")
    for group in GROUPS:
        stage.shell.openWindow(f"settings/{group}")
        settle(stage)
        for key, row in rows(stage).items():
            choices = stage.settings_model.entry(key)._choices
            options = row.property("options")
            if choices:
                values = [
                    option["value"] for option in (options.toVariant() if hasattr(options, "toVariant") else options)
                ]
                assert sorted(values) == sorted(choices), key


def untranslated(stage: WindowStage, own: set[str]) -> set[str]:
    """Texts without the brackets of the pseudo-locale that are neither numbers, names nor the person's own words."""
    return {text for text in texts(stage) if "⟦" not in text and text not in own and any(c.isalpha() for c in text)}


def own_words(stage: WindowStage, turns: list[FinishedTurn]) -> set[str]:
    """Words that no translator may touch: what was said, names of programs, devices, models and languages, times."""
    own = {said for said, *_ in SAID} | {app for _, app, *_ in SAID} | {turn.raw_text for turn in turns}
    own |= {option["label"] for option in stage.settings_model._languages + stage.settings_model._spoken}
    own |= {model.name for model in stage.core.models} | {"HDMI-1", "Yeti Stereo Microphone", "Built-in"}
    own |= {key.upper() for key in "abcdefghijklmnopqrstuvwxyz"} | {"ctrl+v", "R&D", "arrow", "XTerm"}
    numbers = {text for text in texts(stage) if NUMBER.fullmatch(text)}
    return own | numbers


@pytest.mark.fault("A37")
@pytest.mark.parametrize("page", PAGES)
def test_no_text_of_a_page_is_untranslated(page: str, opened: Opened, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "fr")
    turns = example_history()
    stage = opened(history=turns, page=page, catalogues=tmp_path, language="fr")
    stage.core.settings = stage.core.settings.with_value("text.vocabulary", ["R&D"])
    stage.core.settings = stage.core.settings.with_value("text.replacements", [{"spoken": "arrow", "written": "->"}])
    stage.core.settings = stage.core.settings.with_value("delivery.apps", [{"app_id": "XTerm"}])
    stage.core.tell_settings()
    stage.core.tell(m.DevicesChanged((), in_use="", missing="usb"))
    stage.core.tell(m.HotkeyProblems({m.HotkeyAction.DICTATE: "hotkey-conflict"}))
    stage.core.tell(m.SettingsRefused({"audio.cues": "microphone-none"}))
    settle(stage)
    assert any("⟦" in text for text in texts(stage)), "the pseudo-locale is not shown"
    dates = {text for text in texts(stage) if any(c.isdigit() for c in text) and "2026" in text}
    assert untranslated(stage, own_words(stage, turns) | dates) == set()


def test_the_language_changes_while_the_window_is_open(opened: Opened, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "fr")
    stage = opened(page="settings/general", catalogues=tmp_path)
    assert "Settings" in texts(stage)
    stage.settings_model.entry("general.language").setText("fr")
    wait_for(stage, lambda: "⟦Settings⟧" in texts(stage))
    stage.settings_model.entry("general.language").setText("en")
    wait_for(stage, lambda: "Settings" in texts(stage))


def test_every_right_to_left_page_is_the_mirror_of_a_left_to_right_one(opened: Opened, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "ar")
    make_pseudo(tmp_path, "fr")

    def middles(language: str) -> dict[str, tuple[float, float]]:
        stage = opened(catalogues=tmp_path, language=language)
        found: dict[str, tuple[float, float]] = {}
        for page in PAGES:
            stage.shell.openWindow(page)
            settle(stage)
            home = named(stage, "⟦Home⟧", "SidebarItem")
            title = next(item for item in items(stage) if "PageTitle" in item.metaObject().className())
            x_home, x_title = (item.mapToScene(QPointF(item.width() / 2, 0)).x() for item in (home, title))
            found[page] = x_home, x_title
        return found

    left, right = middles("fr"), middles("ar")
    for page in PAGES:
        assert left[page][0] < WIDTH / 2 < right[page][0], page
        assert abs(left[page][0] + right[page][0] - WIDTH) < 2, f"the sidebar is mirrored on {page}"
        assert abs(left[page][1] + right[page][1] - WIDTH) < 2, f"the title is mirrored on {page}"


@pytest.mark.fault("A15")
def test_words_take_their_direction_from_the_first_strong_letter(opened: Opened) -> None:
    stage = opened()
    arabic = named(stage, "افتح ملف report.pdf الآن 3 مرات", "TranscriptText")
    latin = named(stage, "The meeting moves to Thursday at ten.", "TranscriptText")
    right, left = (evaluated(item, "effectiveHorizontalAlignment") for item in (arabic, latin))
    assert (right, left) == (Qt.AlignmentFlag.AlignRight.value, Qt.AlignmentFlag.AlignLeft.value)
    assert arabic.property("text") == SAID[2][0], "the stored text is not changed for the view"


def test_home_shows_times_programs_texts_and_outcomes_in_words(opened: Opened) -> None:
    shown = texts(opened())
    assert {"Thunderbird", "Inserted", "Copied", "Cancelled", "Not inserted", SAID[1][0]} <= shown


def test_home_without_history_explains_the_shortcut_that_is_set(opened: Opened) -> None:
    stage = opened(history=[])
    assert {"Nothing dictated yet", "Ctrl", "Alt", "Space"} <= texts(stage)
    stage.settings_model.entry("hotkeys.dictate").setText("f9")
    wait_for(stage, lambda: "F9" in texts(stage))


def test_search_asks_once_after_the_last_letter(opened: Opened) -> None:
    stage = opened()
    click(stage, named(stage, "Search what you said", "TextInputField"))
    stage.core.commands.clear()
    for key in (Qt.Key.Key_M, Qt.Key.Key_I, Qt.Key.Key_L, Qt.Key.Key_K):
        QTest.keyClick(stage.window, key)
    wait_for(stage, lambda: stage.core.commands)
    assert [c.query for c in stage.core.commands if isinstance(c, m.RequestHistory)] == ["milk"]
    wait_for(stage, lambda: SAID[0][0] not in texts(stage))
    assert SAID[1][0] in texts(stage)


def test_a_row_opens_by_keyboard_and_tells_all(opened: Opened) -> None:
    stage = opened()
    search = named(stage, "Search what you said", "TextInputField")
    click(stage, search)
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    QTest.keyClick(stage.window, Qt.Key.Key_Return)
    wait_for(stage, lambda: "As recognised" in texts(stage))
    assert any("tiny.en" in text for text in texts(stage))
    assert "Length 0:14" in texts(stage)


def test_deleting_asks_first(opened: Opened) -> None:
    stage = opened()
    QTest.keyClick(stage.window, Qt.Key.Key_Tab)
    click(stage, named(stage, "Search what you said", "TextInputField"))
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    QTest.keyClick(stage.window, Qt.Key.Key_Delete)
    wait_for(stage, lambda: "Delete this take?" in texts(stage))
    QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    wait_for(stage, lambda: "Delete this take?" not in texts(stage))
    assert not any(isinstance(command, m.DeleteTurn) for command in stage.core.commands)
    click(stage, named(stage, "Delete all…", "PillButton"))
    wait_for(stage, lambda: "Delete the whole history?" in texts(stage))
    click(stage, named(stage, "Delete all", "PillButton"))
    wait_for(stage, lambda: "Nothing dictated yet" in texts(stage))


def test_a_long_history_comes_in_pages_as_it_is_scrolled(opened: Opened) -> None:
    stage = opened(history=example_history(120))
    assert len(stage.history_model.rows.rows) == 50
    view = next(i for i in items(stage) if "ListView" in i.metaObject().className())
    view.setProperty("contentY", 1e6)
    wait_for(stage, lambda: len(stage.history_model.rows.rows) > 50)


def test_settings_are_found_in_labels_and_descriptions_of_all_groups(opened: Opened) -> None:
    stage = opened(page="settings")
    search = named(stage, "Find a setting", "TextInputField")
    search.setProperty("text", "pre-roll-that-is-not-there")
    settle(stage)
    assert rows(stage) == {}
    assert "No setting holds these words." in texts(stage)
    search.setProperty("text", "Clipboard")
    settle(stage)
    assert "delivery.restore_clipboard" in rows(stage)
    assert "audio.cues" not in rows(stage)


def test_a_refused_value_is_shown_at_its_control_and_the_control_goes_back(opened: Opened) -> None:
    stage = opened(page="settings/hotkeys")
    stage.settings_model.entry("hotkeys.dictate").setText("ctrl+alt+a")
    wait_for(stage, lambda: any("two actions share one shortcut" in text for text in texts(stage)))
    assert stage.settings_model.entry("hotkeys.dictate").value == "ctrl+alt+space"


def test_a_toggle_changes_the_setting_with_the_space_bar(opened: Opened) -> None:
    stage = opened(page="settings/text")
    toggle = named(stage, "Spoken punctuation", "ToggleSwitch")
    toggle.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(stage.window, Qt.Key.Key_Space)
    wait_for(stage, lambda: stage.core.settings.text.spoken_punctuation)
    wait_for(stage, lambda: toggle.property("checked"))


@pytest.mark.parametrize("page", PAGES)
def test_the_tab_key_reaches_every_control_and_shows_where_it_is(page: str, opened: Opened) -> None:
    stage = opened(page=page)
    stage.window.requestActivate()
    wait_for(stage, stage.window.isActive)
    wanted = {
        item
        for item in items(stage)
        if item.isEnabled() and item.property("focusPolicy") and int(item.property("focusPolicy").value) & 1
    }
    reached: set[QObject] = set()
    for _ in range(3 * len(wanted) + 10):
        QTest.keyClick(stage.window, Qt.Key.Key_Tab)
        focused: QQuickItem | None = stage.window.activeFocusItem()
        while focused:
            reached.add(focused)
            focused = focused.parentItem()
    missing = {item.property("text") or item.property("label") or item for item in wanted - reached}
    assert missing == set()


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
    wait_for(stage, lambda: "Search what you said" in texts(stage))
    assert m.StopMicrophoneTest() in stage.core.commands, "the microphone is let go with the page"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_no_control_leaves_its_page_at_any_size_of_text(scale: float, opened: Opened) -> None:
    stage = opened(text_scale=scale)
    kinds = ("BodyText", "PillButton", "Field", "Toggle", "Chip")
    for page in PAGES:
        stage.shell.openWindow(page)
        for width in (WIDTH, 560):
            stage.window.resize(width, 680)
            settle(stage)
            outside = [
                (item.metaObject().className(), item.property("text") or item.property("label"))
                for item in items(stage)
                if any(kind in item.metaObject().className() for kind in kinds)
                and item.opacity() > 0
                and not -0.5 <= item.mapToScene(QPointF(0, 0)).x() <= width + 0.5 - item.width()
            ]
            assert outside == [], (page, width)


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
    click(stage, named(stage, "Search what you said", "TextInputField"))
    QTest.keyClick(stage.window, Qt.Key.Key_Down)
    settle(stage)
    click(stage, named(stage, "Paste again", "IconButton"))
    assert not any(isinstance(command, m.PasteTurn) for command in stage.core.commands), "this window is still in front"
    other = QWindow()
    other.show()
    other.requestActivate()
    wait_for(stage, lambda: m.PasteTurn(example_id(stage, 0)) in stage.core.commands)
    other.close()
