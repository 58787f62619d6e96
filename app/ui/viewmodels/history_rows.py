"""The rows of Home: turns of the past, how those of one thread belong together, and the calls of the one that is open.

Pure but for the locale; made by ``history`` and ``history_details``, on Qt's main thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from app.domain.calls import CallFailure
from app.domain.threads import TurnCall
from app.domain.turn import FinishedTurn
from app.ui.app_names import app_name
from app.ui.call_words import failure_words
from app.ui.languages import own_name
from app.ui.viewmodels.integration_rows import icon_url
from app.ui.viewmodels.markdown import styled

__all__ = ["CallRow", "TurnRow", "call_row", "linked", "turn_row"]


@dataclass(frozen=True, slots=True)
class TurnRow:
    turn_id: str
    started_ms: float
    """Unix milliseconds, for ``new Date()`` in QML."""
    day: str
    """Local date, ISO 8601; the list has a heading for each."""
    kind: str
    outcome: str
    text: str
    raw_text: str
    language_name: str
    model: str
    audio_seconds: float
    app_name: str
    has_audio: bool
    error_code: str
    answer: str
    """As the agent wrote it."""
    answer_styled: str
    """The same as styled text: no picture, no HTML of others."""
    route: str
    answer_model: str
    thread_id: str
    thread_size: int = 0
    """Turns of its thread that are in the list."""
    is_follow_up: bool = False
    """An earlier turn of its thread is in the list."""
    joins_above: bool = False
    """The row above is of the same thread and day: a line goes on there."""
    joins_below: bool = False


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call that the open turn made."""

    call_id: str
    tool_title: str
    integration_name: str
    icon_url: str
    failed: bool
    outcome: str
    """Why it failed and what to do, in words; "" when it ran."""
    has_card: bool
    seconds: float


def turn_row(turn: FinishedTurn) -> TurnRow:
    return TurnRow(
        turn_id=turn.turn_id,
        started_ms=turn.started_unix_s * 1000,
        day=datetime.fromtimestamp(turn.started_unix_s, UTC).astimezone().date().isoformat(),
        kind=turn.kind.value,
        outcome=turn.outcome.value,
        text=turn.text,
        raw_text=turn.raw_text,
        language_name=own_name(turn.language) if turn.language else "",
        model=turn.model,
        audio_seconds=turn.audio_s,
        app_name=app_name(turn.app_id),
        has_audio=turn.has_audio,
        error_code=turn.error_code,
        answer=turn.answer,
        answer_styled=styled(turn.answer, str) if turn.answer else "",
        route=turn.route.value,
        answer_model=turn.answer_model,
        thread_id=turn.thread_id or "",
    )


def linked(rows: Iterable[TurnRow]) -> list[TurnRow]:
    """Say of each row, newest first, how it belongs to the others of its thread."""
    listed = list(rows)
    sizes = Counter(row.thread_id for row in listed if row.thread_id)
    left = Counter(sizes)
    made: list[TurnRow] = []
    for index, row in enumerate(listed):
        if not row.thread_id:
            made.append(replace(row, thread_size=0, is_follow_up=False, joins_above=False, joins_below=False))
            continue
        left[row.thread_id] -= 1
        above = listed[index - 1] if index else None
        below = listed[index + 1] if index + 1 < len(listed) else None
        made.append(
            replace(
                row,
                thread_size=sizes[row.thread_id],
                is_follow_up=left[row.thread_id] > 0,
                joins_above=_joined(row, above),
                joins_below=_joined(row, below),
            )
        )
    return made


def _joined(row: TurnRow, other: TurnRow | None) -> bool:
    return other is not None and (row.thread_id, row.day) == (other.thread_id, other.day)


def call_row(call: TurnCall) -> CallRow:
    words = None
    if call.failure is not None:
        words = failure_words(CallFailure(call.failure, call.message), call.integration_name)
    return CallRow(
        call_id=call.call_id,
        tool_title=call.tool_title,
        integration_name=call.integration_name,
        icon_url=icon_url(call.icon_path),
        failed=call.failure is not None,
        outcome="" if words is None else f"{words.what} {words.next_step}",
        has_card=call.card is not None,
        seconds=call.duration_s,
    )
