"""The part of the Models page about who answers: what is seen, and all of it by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from app.domain import messages as m
from app.domain.providers import AgentProvider, KeyState
from app.domain.turn import NO_TARGET, TurnId, TurnKind, TurnOutcome
from tests.unit.ui.played_models import OLLAMA
from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_stage import WindowStage
from tests.unit.ui.window_view import (
    Opened,
    click,
    evaluated,
    focus,
    focused_name,
    items,
    named,
    part,
    press,
    rows,
    settle,
    texts,
    type_text,
    wait_for,
    within,
)

PAGE = "models/answers"
KEY = "planted-key-1234"


def sentences(stage: WindowStage, word: str) -> list[str]:
    return sorted(text for text in texts(stage) if word in text)


def provider(stage: WindowStage, title: str) -> QQuickItem:
    return named(stage, title, "ProviderLine")


def settings(stage: WindowStage) -> tuple[str, str, str]:
    agent = stage.core.settings.agent
    return agent.provider.value, agent.base_url, agent.model


def test_the_page_has_two_parts_and_a_key_leads_to_each(opened: Opened) -> None:
    stage = opened(page="models")
    assert "tiny.en" in texts(stage)
    focus(stage, "Answers", "Chip")
    press(stage, Qt.Key.Key_Return)
    assert stage.shell.current_page == PAGE
    assert "Who answers" in texts(stage)
    assert "tiny.en" not in texts(stage)
    click(stage, named(stage, "Speech recognition", "Chip"))
    assert "tiny.en" in texts(stage)


def test_where_words_go_is_in_plain_sight_before_a_provider_is_switched_on(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="offline")
    assert m.FindModelServers(1) in stage.core.commands
    assert m.RequestModelKeys() in stage.core.commands
    for title in ("OpenAI", "Anthropic", "Google", "Mistral"):
        line = provider(stage, title)
        words = f"What you say to the agent, and what tools answer, goes to {title}."
        assert words in within(line)
        assert evaluated(line, "Accessible.description") == words
        assert evaluated(line, "Accessible.checked") is False
    assert "Limits" not in texts(stage), "nothing to limit"
    assert not any("Key" in text for text in texts(stage))


def test_a_provider_is_chosen_by_key_and_saved_at_once(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="offline")
    provider(stage, "Anthropic").forceActiveFocus(Qt.FocusReason.TabFocusReason)
    press(stage, Qt.Key.Key_Space)
    wait_for(stage, lambda: settings(stage) == ("anthropic", "", "claude-sonnet-5-5"))
    settle(stage)
    assert evaluated(provider(stage, "Anthropic"), "Accessible.checked") is True
    assert focused_name(stage) == "Anthropic", "the keyboard keeps its place"
    assert "Limits" in texts(stage)
    assert sentences(stage, "There is no key")


def test_a_server_that_was_found_is_used_by_one_press(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="offline")
    lines = [within(item) for item in items(stage) if "ServerLine" in item.metaObject().className()]
    assert any({"Ollama", OLLAMA.base_url} <= line for line in lines)
    buttons = [item for item in items(stage) if "PillButton" in item.metaObject().className()]
    button = next(item for item in buttons if evaluated(item, "Accessible.name") == "Use \u2068Ollama\u2069")
    button.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: settings(stage) == ("openai-compatible", OLLAMA.base_url, OLLAMA.models[0]))
    settle(stage)
    assert "In use" in texts(stage)
    assert sentences(stage, "stays on this computer")
    assert not sentences(stage, "missing")


def test_a_model_is_taken_from_the_list_of_its_server_or_typed(opened: Opened) -> None:
    stage = opened(page=PAGE)
    stage.answers_model.useServer(OLLAMA.base_url)
    wait_for(stage, lambda: stage.core.settings.agent.model == OLLAMA.models[0])
    settle(stage)
    focus(stage, "Models to choose from", "SelectField")
    press(stage, Qt.Key.Key_Down)
    wait_for(stage, lambda: stage.core.settings.agent.model == OLLAMA.models[1])
    field = focus(stage, "Model", "TextInputField")
    assert field.property("text") == OLLAMA.models[1]
    field.setProperty("text", "")
    type_text(stage, "my-model")
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: stage.core.settings.agent.model == "my-model")


def test_an_address_says_where_it_leads_while_it_is_typed_and_a_bad_one_is_not_saved(opened: Opened) -> None:
    stage = opened(page=PAGE)
    field = focus(stage, "Address", "TextInputField")
    type_text(stage, "http://box.example/v1")
    assert sentences(stage, "goes to box.example. It is not encrypted")
    assert stage.core.settings.agent.base_url == ""
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: stage.core.settings.agent.base_url == "http://box.example/v1")
    field.setProperty("text", "")
    type_text(stage, "box.example")
    press(stage, Qt.Key.Key_Return)
    assert sentences(stage, "This is no address.")
    assert field.property("text") == "box.example", "it can be mended"
    assert stage.core.settings.agent.base_url == "http://box.example/v1"


def test_a_key_is_masked_stored_told_by_its_state_and_removed(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="openai")
    wait_for(stage, lambda: sentences(stage, "There is no key"))
    field = focus(stage, "Key", "TextInputField")
    type_text(stage, KEY)
    assert KEY not in str(field.property("displayText"))
    press(stage, Qt.Key.Key_Return)
    assert stage.core.commands[-1] == m.StoreModelKey(AgentProvider.OPENAI, KEY)
    wait_for(stage, lambda: sentences(stage, "A key is stored"))
    assert field.property("text") == ""
    assert not sentences(stage, "There is no key")
    press(stage, Qt.Key.Key_Tab)
    assert focused_name(stage) == "Remove the key of \u2068OpenAI\u2069", "Store has nothing to store"
    press(stage, Qt.Key.Key_Space)
    wait_for(stage, lambda: sentences(stage, "There is no key"))
    assert focused_name(stage) == "Key"
    assert stage.core.language_models.keys[AgentProvider.OPENAI] is KeyState.NONE


@pytest.mark.clause("V-5.14")
def test_without_a_key_store_the_key_is_kept_until_quit_when_the_person_says_so(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="mistral")
    stage.core.language_models.has_key_store = False
    focus(stage, "Key", "TextInputField")
    type_text(stage, KEY)
    click(stage, named(stage, "Store", "PillButton"))
    wait_for(stage, lambda: sentences(stage, "No key store answers"))
    focus(stage, "Keep it until Voxnotch quits", "PillButton")
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: sentences(stage, "kept in memory until Voxnotch quits"))
    assert not sentences(stage, "No key store answers")


def test_a_test_of_the_model_says_in_words_how_it_went(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="openai")
    focus(stage, "Test", "PillButton")
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: sentences(stage, "It answered in 0.8 s."))
    stage.core.language_models.trial = m.ModelTested(0, "agent-key-refused", "api.openai.com")
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: sentences(stage, "api.openai.com"))
    assert not sentences(stage, "It answered in")


def test_a_failed_answer_stands_at_the_top_of_the_page(opened: Opened) -> None:
    stage = opened(page=PAGE, provider="openai")
    stage.core.tell(
        m.TurnFinished(
            TurnId("1"), TurnKind.AGENT, TurnOutcome.FAILED, "", NO_TARGET, error_code="agent-server-gone",
            error_place="api.openai.com",
        )
    )  # fmt: skip
    settle(stage)
    assert "The last answer failed" in texts(stage)


def test_limits_have_units_and_are_changed_by_key(opened: Opened) -> None:
    stage = opened(page=PAGE)
    shown = rows(stage)
    for name, unit in {
        "request_timeout_s": "s",
        "most_requests": "requests",
        "most_calls": "calls",
        "most_answer_tokens": "tokens",
        "context_characters": "characters",
    }.items():
        assert unit in within(shown[f"agent.{name}"]), name
    focus(stage, "Longest memory", "NumberField")
    press(stage, Qt.Key.Key_Up)
    wait_for(stage, lambda: stage.core.settings.agent.context_characters == 49000)


def test_the_largest_number_fits_its_field(opened: Opened) -> None:
    stage = opened(page=PAGE)
    stage.core.change({"agent.context_characters": 2_000_000})
    settle(stage)
    field = named(stage, "Longest memory", "NumberField")
    digits = evaluated(field, "contentItem.contentWidth <= contentItem.width")
    assert digits is True


def test_settings_lead_to_the_models_and_find_the_agent(opened: Opened) -> None:
    stage = opened(page="settings")
    search = named(stage, "Find a setting", "TextInputField")
    search.setProperty("text", "aloud")
    settle(stage)
    assert set(rows(stage)) == {"agent.speak", "agent.voice"}
    search.setProperty("text", "tokens")
    settle(stage)
    assert set(rows(stage)) == set(), "a unit is no name"
    search.setProperty("text", "requests")
    settle(stage)
    assert set(rows(stage)) == {"agent.most_requests"}, "what stands on the Models page is found here too"
    search.setProperty("text", "")
    stage.shell.openWindow("settings/agent")
    settle(stage)
    focus(stage, "Choose", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert stage.shell.current_page == PAGE


@pytest.mark.parametrize("of", ["offline", "openai"])
@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_control_is_reached_and_named_at_any_size_and_in_both_schemes(
    of: str, dark: bool, scale: float, opened: Opened
) -> None:
    stage = opened(page=PAGE, provider=of, dark=dark, text_scale=scale)
    stage.core.tell(m.ModelKeysChanged({one: KeyState.STORED for one in AgentProvider if one.is_hosted}))
    stage.window.resize(560, 680)
    settle(stage)
    stage.window.requestActivate()
    wait_for(stage, stage.window.isActive)
    wanted = {
        item
        for item in items(stage)
        if item.isEnabled() and item.property("focusPolicy") and int(item.property("focusPolicy").value) & 1
    }
    nameless = {
        item
        for item in wanted
        if not evaluated(item, "Accessible.name || Accessible.ignored || Accessible.labelledBy?.Accessible.name")
    }
    assert {item.metaObject().className() for item in nameless} == set()
    reached: set[object] = set()
    for _ in range(len(wanted) + 5):
        QTest.keyClick(stage.window, Qt.Key.Key_Tab)
        item: QQuickItem | None = stage.window.activeFocusItem()
        while item:
            reached.add(item)
            item = item.parentItem()
    assert wanted <= reached
    for item in items(stage):
        x = item.mapToScene(QPointF(0, 0)).x()
        if any(kind in item.metaObject().className() for kind in ("BodyText", "Button", "Field", "Line")):
            assert -0.5 <= x <= 560.5 - item.width(), item.property("text")


def test_the_page_is_mirrored_from_right_to_left(opened: Opened, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "ar")
    make_pseudo(tmp_path, "fr")

    def edges(language: str) -> dict[str, tuple[float, float]]:
        stage = opened(page=PAGE, catalogues=tmp_path, language=language)
        stage.window.resize(920, 680)
        settle(stage)
        found: dict[str, tuple[float, float]] = {}
        for label in ("Address", "Model", "Key, if the server wants one"):
            field = named(stage, f"⟦{label}⟧", "TextInputField")
            left = field.mapToScene(QPointF(0, 0)).x()
            found[label] = left, left + field.width()
        mark = part(stage, "modelKey")
        found["key"] = mark.mapToScene(QPointF(0, 0)).x(), mark.mapToScene(QPointF(mark.width(), 0)).x()
        return found

    left, right = edges("fr"), edges("ar")
    for label, (start, end) in left.items():
        mirrored = (920 - end, 920 - start)
        assert right[label] == pytest.approx(mirrored, abs=2), label
