"""Threads as the local API writes them."""

from __future__ import annotations

import json
import math

import pytest

from app.domain.calls import CallId
from app.domain.threads import Thread, ThreadState
from app.domain.threads_json import iso_time, thread_json, thread_with_turns_json, threads_json
from app.domain.turn import AnswerRoute, FinishedTurn, ThreadId, TurnId, TurnKind, TurnOutcome

TURN = FinishedTurn(
    TurnId("t1"), TurnKind.AGENT, 1000.0, TurnOutcome.ANSWERED, "hi", "hi", "en", "tiny.en", 0.0, "", has_audio=False,
    thread_id=ThreadId("a"), answer="Hello.", route=AnswerRoute.INTENT, ended_unix_s=1000.25,
)  # fmt: skip
THREAD = Thread(ThreadId("a"), "hi", 1000.25, ThreadState.WAITING, (TURN,), (CallId("c1"),))


@pytest.mark.clause("M-12.5")
def test_a_thread_has_exactly_the_names_of_the_contract() -> None:
    assert thread_json(THREAD) == {
        "id": "a",
        "title": "hi",
        "updatedAt": "1970-01-01T00:16:40.250+00:00",
        "state": "waiting",
        "pendingWaits": [{"waitId": "c1", "toolCallId": "c1"}],
    }
    assert threads_json((THREAD,), None) == {"threads": [thread_json(THREAD)]}
    assert json.loads(json.dumps(threads_json((THREAD,), "t7")))["cursor"] == "t7"


@pytest.mark.clause("M-12.7")
def test_one_thread_is_given_with_its_turns() -> None:
    given = thread_with_turns_json(THREAD)
    assert given == {
        **thread_json(THREAD),
        "turns": [
            {
                "id": "t1",
                "kind": "agent",
                "startedAt": "1970-01-01T00:16:40.000+00:00",
                "endedAt": "1970-01-01T00:16:40.250+00:00",
                "outcome": "answered",
                "text": "hi",
                "threadId": "a",
                "answer": "Hello.",
                "route": "intent",
            }
        ],
    }


@pytest.mark.parametrize("damaged", [math.nan, math.inf, 1e300, -1e18])
def test_a_time_that_there_is_not_does_not_cost_the_list(damaged: float) -> None:
    assert iso_time(damaged) == "1970-01-01T00:00:00.000+00:00"
