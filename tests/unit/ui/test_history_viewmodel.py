"""Home's list: pages, search, live changes, and what a click asks the core for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QUrl

from app.domain import messages as m
from app.domain.calls import CallClass, CallId
from app.domain.turn import AnswerRoute, FinishedTurn, ThreadId, TurnId, TurnKind, TurnOutcome
from app.ui.viewmodels.history import PAGE_ROWS, HistoryModel
from tests.unit.storage.agent_turn_fixtures import CARD, turn_call
from tests.unit.ui.window_stage import NOON, example_history


def started(
    turns: list[FinishedTurn], *, has_more: bool = False, unix_s: Callable[[], float] = lambda: NOON
) -> tuple[HistoryModel, list[m.Command]]:
    commands: list[m.Command] = []
    model = HistoryModel(commands.append, unix_s=unix_s)
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


def agent_turn(minute: int, **changes: object) -> FinishedTurn:
    made = FinishedTurn(
        turn_id=TurnId(f"{minute:020x}"), kind=TurnKind.AGENT, started_unix_s=NOON + minute * 60,
        outcome=TurnOutcome.ANSWERED, text=f"question {minute}", raw_text="", language="en", model="tiny.en",
        audio_s=1.0, app_id="", has_audio=True, thread_id=ThreadId("a"), answer="**Yes** & <b>no</b>",
        route=AnswerRoute.MODEL, answer_model="llama3.2",
    )  # fmt: skip
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] -- tests name fields of the row


def test_an_agent_turn_has_its_answer_and_who_gave_it() -> None:
    model, _ = started([agent_turn(1)])
    (row,) = model.rows.rows
    assert (row.kind, row.route, row.answer_model, row.thread_id) == ("agent", "model", "llama3.2", "a")
    assert row.answer == "**Yes** & <b>no</b>"
    assert row.answer_styled == "<b>Yes</b> &amp; &lt;b&gt;no&lt;/b&gt;"
    model, _ = started([agent_turn(1, answer="![x](https://example.com/x.png) ok")])
    assert model.rows.rows[0].answer_styled.strip() == "ok"


def test_turns_of_one_thread_hang_together_and_a_dictation_between_parts_them() -> None:
    other = ThreadId("b")
    dictation = replace(example_history(1)[0], started_unix_s=NOON + 150)
    turns = [
        agent_turn(9, thread_id=other),
        agent_turn(4),
        agent_turn(3),
        dictation,
        agent_turn(2),
        agent_turn(1, thread_id=None),
    ]
    model, _ = started(turns)
    found = [(r.thread_size, r.is_follow_up, r.joins_above, r.joins_below) for r in model.rows.rows]
    assert found == [
        (1, False, False, False),
        (3, True, False, True),
        (3, True, True, False),
        (0, False, False, False),
        (3, False, False, False),
        (0, False, False, False),
    ]
    model.apply(m.HistoryChanged(turns[2].turn_id, None))
    assert [row.joins_below for row in model.rows.rows] == [False] * 5
    model.apply(m.HistoryChanged(turns[4].turn_id, None))
    assert [row.is_follow_up for row in model.rows.rows] == [False] * 4


def test_a_thread_is_not_joined_over_midnight() -> None:
    late, early = agent_turn(24 * 60), agent_turn(1)
    model, _ = started([late, early])
    assert [(row.joins_above, row.joins_below) for row in model.rows.rows] == [(False, False)] * 2
    assert model.rows.rows[0].is_follow_up


def test_the_calls_of_the_turn_that_is_open_are_asked_for_and_told_in_words() -> None:
    turn = agent_turn(1)
    model, commands = started([turn])
    model.open(turn.turn_id)
    model.open(turn.turn_id)
    assert commands == [m.RequestTurn(1, turn.turn_id)]
    model.apply(m.TurnDetails(1, turn, (turn_call(2, card=CARD), turn_call(4, failure=CallClass.DECLINED))))
    ran, failed = model.details.rows.rows
    assert (ran.failed, ran.outcome, ran.has_card, ran.icon_url) == (False, "", True, "file:///icons/weather.png")
    assert (failed.failed, failed.has_card) == (True, False)
    assert failed.outcome == "You said no, and nothing was done. Ask again whenever you like."


def test_a_dictation_that_opens_asks_for_nothing() -> None:
    model, commands = started(example_history(1))
    model.open(model.rows.rows[0].turn_id)
    assert commands == []


def test_an_answer_about_a_turn_that_is_not_open_any_more_is_dropped() -> None:
    one, other = agent_turn(2), agent_turn(1)
    model, commands = started([one, other])
    model.open(one.turn_id)
    model.open(other.turn_id)
    model.apply(m.TurnDetails(1, one, (turn_call(1),)))
    assert model.details.rows.rows == ()
    model.apply(m.TurnDetails(2, other, (turn_call(1),)))
    assert len(model.details.rows.rows) == 1
    model.open("")
    model.apply(m.TurnDetails(2, other, (turn_call(1),)))
    assert model.details.rows.rows == ()
    assert len(commands) == 2


def test_the_open_turn_is_asked_for_again_when_it_or_all_of_history_changes() -> None:
    one, other = agent_turn(2), agent_turn(1)
    model, commands = started([one, other])
    model.open(one.turn_id)
    commands.clear()
    model.apply(m.HistoryChanged(other.turn_id, other))
    assert commands == []
    model.apply(m.HistoryChanged(one.turn_id, one))
    assert commands == [m.RequestTurn(2, one.turn_id)]
    model.apply(m.HistoryChanged(None, None))
    assert commands[-1] == m.RequestTurn(3, one.turn_id)
    model.apply(m.TurnDetails(3, None))
    assert model.details.rows.rows == ()


def test_asking_again_goes_on_in_the_thread_where_the_words_meant_something() -> None:
    turn, alone = agent_turn(2), agent_turn(1, thread_id=None)
    model, commands = started([turn, alone], unix_s=lambda: NOON)
    model.askAgain(turn.turn_id)
    model.askAgain(alone.turn_id)
    model.askAgain("gone")
    assert [(type(c), c.text, c.thread_id) for c in commands if isinstance(c, m.Say)] == [
        (m.Say, "question 2", "a"),
        (m.Say, "question 1", None),
    ]
    first = commands[0]
    assert isinstance(first, m.Say)
    assert first.turn_id.startswith(f"{int(NOON * 1000):012x}")


def test_what_a_click_on_an_agent_turn_asks_the_core_for() -> None:
    turn, silent = agent_turn(2), agent_turn(1, answer="")
    model, commands = started([turn, silent])
    model.copyAnswer(turn.turn_id)
    model.copyAnswer(silent.turn_id)
    model.copyAnswer("gone")
    model.showCard(turn.turn_id, "call-1")
    model.removeThread("a")
    assert commands == [
        m.CopyText("**Yes** & <b>no</b>"),
        m.ReopenCard(turn.turn_id, CallId("call-1")),
        m.DeleteThread(ThreadId("a")),
    ]


def test_the_export_says_where_it_is_or_what_to_do() -> None:
    model, commands = started([])
    model.exportTo(QUrl.fromLocalFile("/home/me/ä b.json"))
    assert commands == [m.ExportHistory("/home/me/ä b.json")]
    model.apply(m.HistoryExported("/home/me/ä b.json"))
    assert (model.export_path, model.export_problem_code) == ("/home/me/ä b.json", "")
    for code, shown in (("storage-read-only", "export-failed"), ("storage-full", "storage-full")):
        model.apply(m.HistoryExported("/x", code))
        assert (model.export_path, model.export_problem_code) == ("/x", shown)
    model.exportTo(QUrl.fromLocalFile("/y"))
    assert (model.export_path, model.export_problem_code) == ("", "")
