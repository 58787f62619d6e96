"""Threads: which one goes on, what the next turn is told, and the list that the local API serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.calls import CallId
from app.domain.threads import PastTurn, Thread, ThreadState
from app.domain.threads_json import thread_json
from app.domain.turn import FinishedTurn, ThreadId, TurnId, TurnKind, TurnOutcome, new_thread_id
from app.storage.database import Database
from app.storage.history import History
from app.storage.threads import LONGEST_PAGE, USUAL_PAGE, LiveStates, Threads
from app.storage.turn_calls import TurnCalls
from tests.unit.storage.agent_turn_fixtures import CARD, OTHER_THREAD, START, THREAD, agent_turn, all_bytes, turn_call

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "history.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
def history(database: Database) -> History:
    return History(database)


@pytest.fixture
def threads(database: Database) -> Threads:
    return Threads(database)


async def saved(history: History, *turns: FinishedTurn) -> tuple[FinishedTurn, ...]:
    for turn in turns:
        await history.finish(turn)
    return turns


def thread_id(number: int) -> ThreadId:
    return ThreadId(f"{int(START * 1000):012x}{number:08x}")


async def many(history: History, count: int) -> list[ThreadId]:
    """Save threads of one turn each and return their ids, last used first."""
    ids = [thread_id(number) for number in range(count)]
    await saved(history, *(agent_turn(number, thread_id=each) for number, each in enumerate(ids)))
    return ids[::-1]


async def walk(threads: Threads, limit: int, *, states: LiveStates, state: ThreadState | None) -> list[list[ThreadId]]:
    pages: list[list[ThreadId]] = []
    cursor: str | None = None
    while True:
        page, cursor = await threads.page(states=states, state=state, limit=limit, cursor=cursor)
        pages.append([one.thread_id for one in page])
        assert len(pages) < 100, "it goes round in circles"
        if cursor is None:
            return pages


@pytest.mark.clause("M-7.2")
def test_ids_of_threads_are_the_hosts_own_and_sort_by_time() -> None:
    early, late = new_thread_id(START), new_thread_id(START + 1)
    assert early < late
    assert len({new_thread_id(START) for _ in range(100)}) == 100


async def test_the_thread_of_the_last_turn_goes_on_while_that_ended_late_enough(
    history: History, threads: Threads
) -> None:
    assert await threads.newest(0) is None
    _, last = await saved(history, agent_turn(1), agent_turn(2, thread_id=OTHER_THREAD))
    assert await threads.newest(last.ended_unix_s - 0.5) == OTHER_THREAD
    assert await threads.newest(last.ended_unix_s) is None
    await history.finish(agent_turn(3, kind=TurnKind.DICTATE, thread_id=None))
    assert await threads.newest(last.ended_unix_s - 0.5) == OTHER_THREAD, "a dictation is no topic"


async def test_a_turn_that_says_no_end_ended_with_its_sound(history: History, threads: Threads) -> None:
    await saved(history, agent_turn(0, ended_unix_s=0.0))
    assert await threads.newest(START + 1.4) == THREAD
    assert await threads.newest(START + 1.5) is None


async def test_the_next_turn_is_told_the_last_turns_oldest_first_with_calls_and_context(
    history: History, threads: Threads, database: Database
) -> None:
    turns = await saved(history, *(agent_turn(minute, f"said {minute}", answer=f"so {minute}") for minute in range(4)))
    await saved(history, agent_turn(9, "elsewhere", thread_id=OTHER_THREAD))
    await TurnCalls(database).add(turns[2].turn_id, [turn_call(1, card=CARD), turn_call(2)])
    await threads.keep_context(turns[3].turn_id, b"\x00old")
    await threads.keep_context(turns[3].turn_id, b"\x00context")
    await threads.keep_context(TurnId("gone"), b"nothing")
    assert await threads.past(THREAD, 2) == (
        PastTurn(turns[2].turn_id, "said 2", "so 2", calls=(turn_call(1), turn_call(2))),
        PastTurn(turns[3].turn_id, "said 3", "so 3", context=b"\x00context"),
    )
    assert await threads.past(THREAD, 0) == ()
    assert len(await threads.past(THREAD, 99)) == 4
    assert await threads.past(ThreadId("none"), 5) == ()


async def test_context_goes_with_its_turn(history: History, threads: Threads, tmp_path: Path) -> None:
    (turn,) = await saved(history, agent_turn(1))
    await threads.keep_context(turn.turn_id, b"xylophone")
    await history.delete(turn.turn_id)
    await history.clear()
    assert b"xylophone" not in all_bytes(tmp_path)


@pytest.mark.clause("M-12.5")
async def test_the_list_of_waiting_threads_has_each_that_holds_a_wait_and_no_other(
    history: History, threads: Threads
) -> None:
    first, last, _ = await saved(
        history,
        agent_turn(1, "  is it raining\nin Paris  "),
        agent_turn(2, "and tomorrow"),
        agent_turn(3, thread_id=OTHER_THREAD),
    )
    states = {THREAD: (ThreadState.WAITING, (CallId("a"), CallId("b"))), OTHER_THREAD: (ThreadState.RUNNING, ())}
    found, cursor = await threads.page(states=states, state=ThreadState.WAITING)
    assert found == (
        Thread(
            THREAD,
            "is it raining in Paris",
            last.ended_unix_s,
            ThreadState.WAITING,
            pending=(CallId("a"), CallId("b")),
        ),
    )
    assert cursor is None
    assert thread_json(found[0]) == {
        "id": THREAD,
        "title": "is it raining in Paris",
        "updatedAt": "2027-01-15T08:02:04.000+00:00",
        "state": "waiting",
        "pendingWaits": [{"waitId": "a", "toolCallId": "a"}, {"waitId": "b", "toolCallId": "b"}],
    }
    assert first.ended_unix_s < last.ended_unix_s


@pytest.mark.clause("M-12.5", "M-12.6")
async def test_a_thread_whose_first_turn_is_under_way_is_listed_before_it_has_a_row(threads: Threads) -> None:
    states = {thread_id(7): (ThreadState.WAITING, (CallId("a"),))}
    expected = Thread(thread_id(7), "", START, ThreadState.WAITING, pending=(CallId("a"),))
    for state in (ThreadState.WAITING, None):
        assert await threads.page(states=states, state=state) == ((expected,), None)
    assert await threads.page(states=states, state=ThreadState.IDLE) == ((), None)
    assert await threads.get(thread_id(7), states=states) == expected


@pytest.mark.clause("M-12.6")
async def test_each_state_lists_its_own_and_absent_lists_all(history: History, threads: Threads) -> None:
    ids = await many(history, 5)
    states: LiveStates = {
        ids[1]: (ThreadState.RUNNING, ()),
        ids[4]: (ThreadState.WAITING, ()),
        thread_id(99): (ThreadState.RUNNING, ()),
    }

    async def listed(state: ThreadState | None) -> list[tuple[ThreadId, ThreadState]]:
        return [(one.thread_id, one.state) for one in (await threads.page(states=states, state=state))[0]]

    assert await listed(ThreadState.RUNNING) == [(thread_id(99), ThreadState.RUNNING), (ids[1], ThreadState.RUNNING)]
    assert await listed(ThreadState.WAITING) == [(ids[4], ThreadState.WAITING)]
    assert [each for each, _ in await listed(ThreadState.IDLE)] == [ids[0], ids[2], ids[3]]
    assert await listed(None) == [
        (thread_id(99), ThreadState.RUNNING),
        (ids[0], ThreadState.IDLE),
        (ids[1], ThreadState.RUNNING),
        (ids[2], ThreadState.IDLE),
        (ids[3], ThreadState.IDLE),
        (ids[4], ThreadState.WAITING),
    ]


@pytest.mark.clause("M-12.6")
async def test_pages_have_fifty_unless_asked_and_never_more_than_two_hundred(
    history: History, threads: Threads
) -> None:
    await many(history, LONGEST_PAGE + 2)
    assert (USUAL_PAGE, LONGEST_PAGE) == (50, 200)
    assert len((await threads.page())[0]) == 50
    assert len((await threads.page(limit=10**9))[0]) == 200
    assert len((await threads.page(limit=-1))[0]) == 1


@pytest.mark.clause("M-12.6")
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
@pytest.mark.parametrize("state", [None, *ThreadState])
async def test_cursors_walk_through_all_without_gap_or_repeat(
    history: History, threads: Threads, limit: int, state: ThreadState | None
) -> None:
    ids = await many(history, 7)
    states: LiveStates = {
        each: (kind, ())
        for each, kind in [
            (thread_id(50), ThreadState.WAITING),
            (thread_id(51), ThreadState.RUNNING),
            (ids[0], ThreadState.WAITING),
            (ids[3], ThreadState.WAITING),
            (ids[4], ThreadState.IDLE),
        ]
    }
    every = [thread_id(51), thread_id(50), *ids]
    expected = [one for one in every if state in (None, states.get(one, (ThreadState.IDLE, ()))[0])]
    pages = await walk(threads, limit, states=states, state=state)
    assert [one for page in pages for one in page] == expected
    assert all(len(page) == limit for page in pages[:-1])


@pytest.mark.clause("M-12.6")
async def test_a_page_goes_on_where_it_ended_when_a_thread_was_deleted_or_used_meanwhile(
    history: History, threads: Threads
) -> None:
    ids = await many(history, 5)
    page, cursor = await threads.page(limit=2)
    assert [one.thread_id for one in page] == ids[:2]
    await threads.delete(ids[1])
    await history.finish(agent_turn(99, thread_id=ids[0]))
    rest, _ = await threads.page(limit=9, cursor=cursor)
    assert [one.thread_id for one in rest] == ids[2:]


@pytest.mark.clause("M-12.6")
@pytest.mark.parametrize("cursor", ["", "t", "t-1", "t99999999999999999999", "n", "nXY", "7", "t7; DROP TABLE turns"])
async def test_a_cursor_that_nobody_gave_is_refused(threads: Threads, cursor: str) -> None:
    with pytest.raises(ValueError, match="cursor"):
        await threads.page(cursor=cursor)


@pytest.mark.clause("M-12.7")
async def test_a_thread_is_given_with_its_finished_turns_oldest_first(history: History, threads: Threads) -> None:
    turns = await saved(history, agent_turn(1, "first"), agent_turn(2, "second", outcome=TurnOutcome.FAILED))
    recorded = agent_turn(3)
    await history.begin(recorded.turn_id, recorded.kind, recorded.started_unix_s, "")
    await saved(history, agent_turn(4, thread_id=OTHER_THREAD), agent_turn(5, thread_id=None))
    assert await threads.get(THREAD) == Thread(THREAD, "first", turns[1].ended_unix_s, turns=turns)
    waiting = await threads.get(THREAD, states={THREAD: (ThreadState.WAITING, (CallId("a"),))})
    assert waiting is not None
    assert (waiting.state, waiting.pending) == (ThreadState.WAITING, (CallId("a"),))
    assert await threads.get(ThreadId("none")) is None


async def test_a_long_first_sentence_is_clipped_to_a_title(history: History, threads: Threads) -> None:
    await saved(history, agent_turn(1, "word " * 1000))
    found = await threads.get(THREAD)
    assert found is not None
    assert found.title.endswith("word…")
    assert len(found.title) <= 80


async def test_deleting_a_thread_takes_its_turns_calls_and_context_and_nothing_else(
    history: History, threads: Threads, database: Database
) -> None:
    first, other, last = await saved(history, agent_turn(1), agent_turn(2, thread_id=OTHER_THREAD), agent_turn(3))
    calls = TurnCalls(database)
    await calls.add(first.turn_id, [turn_call(1)])
    assert await threads.turn_ids(THREAD) == (first.turn_id, last.turn_id)
    assert await threads.delete(THREAD) == (first.turn_id, last.turn_id)
    assert await threads.get(THREAD) is None
    assert await calls.of(first.turn_id) == ()
    assert (await history.page("", None, 50))[0] == (other,)
    assert await threads.delete(THREAD) == ()


async def test_a_thread_follows_its_turns_as_they_go_and_change(history: History, threads: Threads) -> None:
    first, middle, last = await saved(history, agent_turn(1, "a"), agent_turn(2, "b"), agent_turn(3, "c"))
    await history.delete(last.turn_id)
    await history.delete(first.turn_id)
    found = await threads.get(THREAD)
    assert found is not None
    assert (found.title, found.updated_unix_s) == ("b", middle.ended_unix_s)
    await history.revise(middle.turn_id, lambda turn: replace(turn, text="d", thread_id=OTHER_THREAD))
    assert await threads.get(THREAD) is None
    moved = await threads.get(OTHER_THREAD)
    assert moved is not None
    assert moved.title == "d"
    await history.revise(middle.turn_id, lambda turn: replace(turn, thread_id=None))
    assert await threads.page() == ((), None)
    recorded = agent_turn(5, "late")
    await history.begin(recorded.turn_id, recorded.kind, recorded.started_unix_s, "")
    assert await threads.page() == ((), None)
    await history.finish(recorded)
    assert [one.title for one in (await threads.page())[0]] == ["late"]
    await history.clear()
    assert await threads.page() == ((), None)
