"""The window itself, with the real engine and a played core: every page, every text, every key, both directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import cast

import pytest
from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtTest import QTest

from app.domain import messages as m
from app.domain.turn import FinishedTurn
from app.ui.app_names import app_name
from app.ui.viewmodels.integration_rows import guide_text
from app.ui.viewmodels.settings import setting_keys
from tests.unit.ui import played_integrations as integrations
from tests.unit.ui.played_models import OLLAMA, STUDIO
from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_stage import SAID, WindowStage, example_history
from tests.unit.ui.window_view import Opened, evaluated, items, named, rows, settle, texts, wait_for

GROUPS = ("general", "hotkeys", "audio", "recognition", "text", "delivery", "notch", "history", "integrations", "agent")
INTEGRATIONS = ("integrations", "integrations/com.example.mail", "integrations/com.example.tracker", "routing")
MODELS = ("models", "models/answers")
PAGES = ("home", *INTEGRATIONS, *(f"settings/{group}" for group in GROUPS), *MODELS, "help", "onboarding")

WIDTH = 920
"""Of the window when it opens, in pixels."""
NUMBER = re.compile(r"[\d.,:\s]+( ?(AM|PM)|[KMG]?o|[KMG]?B)?")
"""A time or a size, as the locale writes it."""


def test_every_setting_has_a_row_in_some_group_or_with_the_models(opened: Opened) -> None:
    stage = opened(page="settings")
    seen: set[str] = set()
    for page in (*(f"settings/{group}" for group in GROUPS), "models/answers"):
        stage.shell.openWindow(page)
        settle(stage)
        seen |= rows(stage).keys()
    assert seen == set(setting_keys())


def test_every_choice_of_the_model_can_be_chosen(opened: Opened) -> None:
    stage = opened(page="settings")
    for page in (*(f"settings/{group}" for group in GROUPS), "models/answers"):
        stage.shell.openWindow(page)
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


def all_texts(value: object) -> set[str]:
    """Return every text inside a value of the core: what authors of integrations wrote."""
    match value:
        case str():
            return {value}
        case dict() | MappingProxyType():
            mapping = cast("Mapping[object, object]", value)
            return {text for pair in mapping.items() for one in pair for text in all_texts(one)}
        case tuple() | frozenset() | list():
            return {text for one in cast("Iterable[object]", value) for text in all_texts(one)}
        case _ if is_dataclass(value):
            return {text for field in fields(value) for text in all_texts(getattr(value, field.name))}
        case _:
            return set()


def own_words(stage: WindowStage, turns: list[FinishedTurn]) -> set[str]:
    """Words that no translator may touch: what was said, names of programs, devices, models and languages, times."""
    own = {said for said, *_ in SAID} | {app_name(app) for _, app, *_ in SAID} | {turn.raw_text for turn in turns}
    own |= {option["label"] for option in stage.settings_model._languages + stage.settings_model._spoken}
    own |= {model.name for model in stage.core.models} | {"HDMI-1", "Yeti Stereo Microphone", "Built-in"}
    own |= {key.upper() for key in "abcdefghijklmnopqrstuvwxyz"} | {"ctrl+v", "R&D", "arrow", "XTerm"}
    own |= {word for word in all_texts(integrations.PAGES) | all_texts(integrations.ROUTED) if word}
    own |= {guide_text(text) for one in integrations.PAGES for text in (one.setup_guide, one.description)}
    own |= all_texts((OLLAMA, STUDIO))
    own |= {row.name for row in stage.integrations_model.bundled_rows.rows}
    own |= {row.summary for row in stage.integrations_model.bundled_rows.rows}
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
    stops: set[str] = set()
    for _ in range(3 * len(wanted) + 10):
        QTest.keyClick(stage.window, Qt.Key.Key_Tab)
        focused = stage.window.activeFocusItem()
        stops.add(focused.metaObject().className())
        while focused:
            reached.add(focused)
            focused = focused.parentItem()
    missing = {item.property("text") or item.property("label") or item for item in wanted - reached}
    assert missing == set()
    if page == "home":
        assert any("TurnDelegate" in name for name in stops), "a row is a stop, from where the arrow keys go on"


@pytest.mark.slow
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
            clipped = [
                item.property("text")
                for item in items(stage)
                if any(kind in item.metaObject().className() for kind in ("BodyText", "TranscriptText", "PageTitle"))
                and item.property("contentWidth") > item.width() + 1
            ]
            assert clipped == [], (page, width)
