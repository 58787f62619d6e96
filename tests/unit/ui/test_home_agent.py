"""Agent turns on Home, with the real engine and a played core: what is shown, and what clicks and keys do."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtQuick import QQuickItem

from app.domain import messages as m
from tests.unit.ui.played_turns import AGENT_TURNS, CALLS, WEATHER
from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_stage import WindowStage, example_history
from tests.unit.ui.window_view import (
    Opened,
    click,
    evaluated,
    example_id,
    items,
    named,
    press,
    settle,
    texts,
    type_text,
    wait_for,
    within,
)

QUESTION = AGENT_TURNS[1].text


@pytest.fixture
def home(opened: Opened) -> WindowStage:
    return stage_of(opened)


def stage_of(opened: Opened, **options: object) -> WindowStage:
    stage = opened(history=[*AGENT_TURNS, *example_history(newest_s=AGENT_TURNS[-1].started_unix_s - 5000)], **options)
    stage.core.turn_calls = CALLS
    return stage


def to_row(stage: WindowStage, row: int) -> None:
    """Walk to a row by keys."""
    click(stage, named(stage, "Search what was said", "TextInputField"))
    press(stage, Qt.Key.Key_Down, times=row + 1)


def open_row(stage: WindowStage, row: int) -> None:
    to_row(stage, row)
    press(stage, Qt.Key.Key_Return)


def row_of(stage: WindowStage, row: int) -> QQuickItem:
    turn_id = example_id(stage, row)
    return next(
        item
        for item in items(stage)
        if "TurnDelegate" in item.metaObject().className() and item.property("turnId") == turn_id
    )


def test_questions_stand_beside_dictations_with_their_answers_and_who_gave_them(home: WindowStage) -> None:
    shown = texts(home)
    assert {QUESTION, AGENT_TURNS[1].answer, "Answered", "Fast intent", "\u2068llama3.2:3b\u2069"} <= shown
    assert "Offline router" in within(row_of(home, 4))
    assert any(text.startswith("Tomorrow it stays dry until the evening: •") for text in shown), "in short"


def test_a_follow_up_says_so_and_hangs_on_its_thread(home: WindowStage) -> None:
    assert "Follow-up" in within(row_of(home, 0))
    assert "Follow-up" not in within(row_of(home, 1))
    upper, lower = row_of(home, 0), row_of(home, 1)
    assert (upper.property("joinsBelow"), lower.property("joinsAbove")) == (True, True)
    assert row_of(home, 2).property("joinsAbove") is False


def test_a_question_that_opens_shows_what_was_done_and_shows_a_card_again(home: WindowStage) -> None:
    open_row(home, 0)
    wait_for(home, lambda: "Forecast for a place" in texts(home))
    shown = within(row_of(home, 0))
    assert {"Weather", "Done", "Find a place", "Failed", "Show card"} <= shown
    assert any("Tomorrow it stays <b>dry</b>" in text for text in shown), "at full length"
    assert "Maps did not answer in time. Try once more." in shown
    home.core.commands.clear()
    click(home, named(home, "Show card", "PillButton"))
    assert home.core.commands == [m.ReopenCard(AGENT_TURNS[0].turn_id, CALLS[AGENT_TURNS[0].turn_id][0].call_id)]


def test_asking_again_and_copying_are_buttons(home: WindowStage) -> None:
    open_row(home, 1)
    wait_for(home, lambda: "Copy what you said" in texts(home))
    home.core.commands.clear()
    click(home, named(home, "Ask again", "PillButton"))
    click(home, named(home, "Copy what you said", "PillButton"))
    row = row_of(home, 1)
    copy = next(i for i in items(home) if i.property("label") == "Copy the answer" and row.isAncestorOf(i))
    click(home, copy)
    say, *rest = home.core.commands
    assert isinstance(say, m.Say)
    assert (say.text, say.thread_id) == (QUESTION, WEATHER)
    assert rest == [m.CopyTurn(AGENT_TURNS[1].turn_id), m.CopyText(AGENT_TURNS[1].answer)]


def test_deleting_a_thread_asks_first_and_takes_all_of_it(home: WindowStage) -> None:
    open_row(home, 1)
    wait_for(home, lambda: "Delete the whole thread…" in texts(home))
    button = named(home, "Delete the whole thread…", "PillButton")
    button.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    press(home, Qt.Key.Key_Return)
    wait_for(home, lambda: "Delete the whole thread?" in texts(home))
    press(home, Qt.Key.Key_Escape)
    wait_for(home, lambda: "Delete the whole thread?" not in texts(home))
    assert QUESTION in texts(home)
    click(home, named(home, "Delete the whole thread…", "PillButton"))
    wait_for(home, lambda: "Delete thread" in texts(home))
    click(home, named(home, "Delete thread", "PillButton"))
    wait_for(home, lambda: QUESTION not in texts(home))
    assert m.DeleteThread(WEATHER) in home.core.commands


def test_a_thread_of_one_has_nothing_more_to_delete(home: WindowStage) -> None:
    open_row(home, 2)
    wait_for(home, lambda: "Copy what you said" in texts(home))
    assert "Delete the whole thread…" not in texts(home)
    press(home, Qt.Key.Key_Delete)
    wait_for(home, lambda: "Delete this question?" in texts(home))


def test_a_question_that_failed_says_why_and_can_be_asked_again(home: WindowStage) -> None:
    shown = within(row_of(home, 3))
    assert "Failed" in shown
    assert "Try again" not in shown, "its words are known: it is asked again, not recognised again"
    open_row(home, 3)
    wait_for(home, lambda: "Copy what you said" in texts(home))
    assert "Ask again" in within(row_of(home, 3))


def test_answers_are_found(home: WindowStage) -> None:
    click(home, named(home, "Search what was said", "TextInputField"))
    type_text(home, "umbrella")
    wait_for(home, lambda: "Buy oat milk, coffee and a new bulb for the hallway." not in texts(home))
    assert QUESTION in texts(home)
    type_text(home, "xyz")
    wait_for(home, lambda: "Nothing found" in texts(home))


def test_a_reader_of_the_screen_hears_what_was_said_answered_and_done(home: WindowStage) -> None:
    open_row(home, 0)
    wait_for(home, lambda: "Forecast for a place" in texts(home))
    row = row_of(home, 0)
    spoken = str(accessible(row, "name"))
    assert "And tomorrow?" in spoken
    assert "Tomorrow it stays dry until the evening" in spoken
    assert "<" not in spoken
    heard = str(accessible(row, "description"))
    assert all(part in heard for part in ("Answered", "llama3.2:3b", "Follow-up"))
    line = next(i for i in items(home) if "CallLine" in i.metaObject().className() and i.property("failed"))
    assert "Find a place" in str(accessible(line, "name"))
    assert str(accessible(line, "description")) == "Maps did not answer in time. Try once more."


def accessible(item: QQuickItem, name: str) -> object:
    return evaluated(item, f"Accessible.{name}")


def test_the_export_is_told_below_the_search(home: WindowStage) -> None:
    home.history_model.exportTo(QUrl.fromLocalFile("/home/me/history.json"))
    wait_for(home, lambda: any("/home/me/history.json" in text for text in texts(home)))
    assert named(home, "Export…", "PillButton").isVisible()
    home.core.tell(m.HistoryExported("/home/me/history.json", "storage-read-only"))
    wait_for(home, lambda: any("could not be written" in text for text in texts(home)))


@pytest.mark.parametrize("options", [{}, {"text_scale": 2.0}, {"dark": False}, {"language": "ar"}])
def test_nothing_of_an_open_question_stands_out_of_its_row(
    opened: Opened, tmp_path: Path, options: dict[str, object]
) -> None:
    make_pseudo(tmp_path, "ar")
    stage = stage_of(opened, catalogues=tmp_path, **options)
    stage.history_model.open(AGENT_TURNS[0].turn_id)
    page = next(i for i in items(stage) if "HomePage" in i.metaObject().className())
    page.setProperty("expandedId", AGENT_TURNS[0].turn_id)
    wait_for(stage, lambda: "Forecast for a place" in texts(stage))
    settle(stage)
    row = row_of(stage, 0)
    left, right = (row.mapToScene(QPointF(x, 0)).x() for x in (0.0, row.width()))
    for item in items(stage):
        if row.isAncestorOf(item) and item.property("text"):
            start, end = (item.mapToScene(QPointF(x, 0)).x() for x in (0.0, item.width()))
            assert left - 0.5 <= start <= end <= right + 0.5, item.property("text")
