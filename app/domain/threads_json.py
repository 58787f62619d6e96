"""Threads and turns as the JSON that goes out: the local API (M-12.5, M-12.7) and the export of history.

Pure, any thread. Times are ISO 8601 in UTC, with milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from app.domain.fields import JsonObject
from app.domain.threads import Thread, TurnCall
from app.domain.turn import FinishedTurn

__all__ = ["call_json", "iso_time", "thread_json", "thread_with_turns_json", "threads_json", "turn_json"]


def iso_time(unix_s: float) -> str:
    """Write a time that ``datetime`` holds; one beyond (a row that was damaged) is the beginning of 1970."""
    try:
        moment = datetime.fromtimestamp(unix_s, UTC)
    except (ValueError, OverflowError, OSError):  # no number, or a year that there is not
        moment = datetime.fromtimestamp(0, UTC)
    return moment.isoformat(timespec="milliseconds")


def threads_json(threads: Sequence[Thread], cursor: str | None) -> JsonObject:
    """Return the body of a list; ``cursor`` is there when the list goes on."""
    body: JsonObject = {"threads": [thread_json(thread) for thread in threads]}
    if cursor is not None:
        body["cursor"] = cursor
    return body


def thread_json(thread: Thread) -> JsonObject:
    """Return a thread without its turns. A wait is named by the call whose question is open."""
    return {
        "id": thread.thread_id,
        "title": thread.title,
        "updatedAt": iso_time(thread.updated_unix_s),
        "state": thread.state.value,
        "pendingWaits": [{"waitId": call_id, "toolCallId": call_id} for call_id in thread.pending],
    }


def thread_with_turns_json(thread: Thread) -> JsonObject:
    return {**thread_json(thread), "turns": [turn_json(turn) for turn in thread.turns]}


def turn_json(turn: FinishedTurn) -> JsonObject:
    """Return a turn without its calls; what there is not is left out."""
    body: JsonObject = {
        "id": turn.turn_id,
        "kind": turn.kind.value,
        "startedAt": iso_time(turn.started_unix_s),
        "endedAt": iso_time(turn.known_end_unix_s),
        "outcome": turn.outcome.value,
        "text": turn.text,
    }
    more: JsonObject = {
        "threadId": turn.thread_id or "",
        "answer": turn.answer,
        "route": turn.route.value,
        "model": turn.answer_model,
        "error": turn.error_code,
    }
    return body | {name: value for name, value in more.items() if value}


def call_json(call: TurnCall) -> JsonObject:
    """Return a call with its card as it was drawn; its arguments are in the journal alone."""
    body: JsonObject = {
        "id": call.call_id,
        "integration": call.ref.integration,
        "integrationName": call.integration_name,
        "tool": call.ref.tool,
        "toolTitle": call.tool_title,
        "durationSeconds": call.duration_s,
    }
    if call.failure is not None:
        body |= {"failure": call.failure.value, "message": call.message}
    if call.card is not None:
        body["card"] = call.card.model_dump(by_alias=True, exclude_none=True)
    return body
