"""Home's list: pages, search, live changes, and what a click asks the core for."""

from __future__ import annotations

from dataclasses import replace

from app.domain import messages as m
from app.domain.turn import FinishedTurn, TurnId, TurnOutcome
from app.ui.viewmodels.history import PAGE_ROWS, HistoryModel
from tests.unit.ui.window_stage import example_history


def started(turns: list[FinishedTurn], *, has_more: bool = False) -> tuple[HistoryModel, list[m.Command]]:
    commands: list[m.Command] = []
    model = HistoryModel(commands.append)
    model.apply(m.CoreStarted())
    first = commands.pop()
    assert first == m.RequestHistory(1, "", None, PAGE_ROWS)
    model.apply(m.HistoryPage(1, tuple(turns), has_more))
    return model, commands


def ids(model: HistoryModel) -> list[str]:
    return [row.turn_id for row in model.rows.rows]


def test_the_first_page_comes_with_the_core() -> None:
    turns = example_history(3)
    model, _ = started(turns)
    assert ids(model) == [turn.turn_id for turn in turns]
    row = model.rows.rows[0]
    assert (row.outcome, row.app_name, row.day) == ("inserted", "Thunderbird", "2026-05-28")
    assert not model.is_loading


def test_scrolling_asks_for_rows_before_the_last_one_and_adds_them() -> None:
    turns = example_history(9)
    model, commands = started(turns[:5], has_more=True)
    model.loadMore()
    assert commands == [m.RequestHistory(2, "", turns[4].turn_id, PAGE_ROWS)]
    model.loadMore()
    assert len(commands) == 1, "one question at a time"
    model.apply(m.HistoryPage(2, tuple(turns[4:]), has_more=False))
    assert ids(model) == [turn.turn_id for turn in turns]
    model.loadMore()
    assert len(commands) == 1, "there is no more"


def test_an_answer_to_an_older_search_is_dropped() -> None:
    turns = example_history(4)
    model, commands = started(turns)
    model.search("oat")
    model.search("oat milk ")
    assert commands == [m.RequestHistory(2, "oat", None, PAGE_ROWS), m.RequestHistory(3, "oat milk", None, PAGE_ROWS)]
    model.apply(m.HistoryPage(2, (), has_more=False))
    assert len(ids(model)) == 4
    model.apply(m.HistoryPage(3, (turns[1],), has_more=False))
    assert ids(model) == [turns[1].turn_id]
    model.search("oat milk")
    assert len(commands) == 2, "the same words are not asked for again"


def test_a_new_turn_stands_first_and_a_changed_one_stays_in_its_place() -> None:
    new, *turns = example_history(4)
    model, commands = started(turns)
    model.apply(m.HistoryChanged(new.turn_id, new))
    assert ids(model) == [new.turn_id, *(turn.turn_id for turn in turns)]
    changed = replace(turns[1], text="recognised now", outcome=TurnOutcome.COPIED)
    model.apply(m.HistoryChanged(changed.turn_id, changed))
    assert model.rows.rows[2].text == "recognised now"
    assert not commands


def test_a_deleted_row_goes_and_many_changes_ask_for_the_page_again() -> None:
    turns = example_history(3)
    model, commands = started(turns)
    model.apply(m.HistoryChanged(turns[0].turn_id, None))
    assert ids(model) == [turns[1].turn_id, turns[2].turn_id]
    model.apply(m.HistoryChanged(None, None))
    assert commands == [m.RequestHistory(2, "", None, PAGE_ROWS)]


def test_a_new_turn_during_a_search_is_judged_by_the_core() -> None:
    new, *turns = example_history(3)
    model, commands = started(turns)
    model.search("milk")
    model.apply(m.HistoryPage(2, (), has_more=False))
    model.apply(m.HistoryChanged(new.turn_id, new))
    assert ids(model) == []
    assert commands[-1] == m.RequestHistory(3, "milk", None, PAGE_ROWS)


def test_a_row_older_than_those_shown_waits_for_its_page() -> None:
    *turns, old = example_history(4)
    model, _ = started(turns, has_more=True)
    model.apply(m.HistoryChanged(old.turn_id, old))
    assert old.turn_id not in ids(model)


def test_every_action_is_one_command() -> None:
    model, commands = started(example_history(1))
    turn_id = TurnId(ids(model)[0])
    model.copy(turn_id)
    model.pasteAgain(turn_id)
    model.play(turn_id)
    model.stopPlaying()
    model.retry(turn_id, "base")
    model.remove(turn_id)
    model.clear()
    assert commands == [
        m.CopyTurn(turn_id),
        m.PasteTurn(turn_id),
        m.PlayTake(turn_id),
        m.StopPlayback(),
        m.RetryTurn(turn_id, "base"),
        m.DeleteTurn(turn_id),
        m.ClearHistory(),
    ]


def test_playing_is_told_once_a_change() -> None:
    model, _ = started(example_history(1))
    told: list[str] = []
    model.playingIdChanged.connect(lambda: told.append(model.playing))
    model.apply(m.PlaybackChanged(TurnId("a")))
    model.apply(m.PlaybackChanged(TurnId("a")))
    model.apply(m.PlaybackChanged(None))
    assert told == ["a", ""]
