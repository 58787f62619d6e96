"""Rows of turns as values, and back; shared by :mod:`app.storage.history` and :mod:`app.storage.threads`.

Pure; called on the worker thread of :class:`~app.storage.database.Database`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.domain.turn import AnswerRoute, FinishedTurn, ThreadId, TurnId, TurnKind, TurnOutcome
from app.storage.search import index_words

__all__ = ["TURN_COLUMNS", "as_utf8", "finished_turn", "turn_row"]

TURN_COLUMNS: Final = (
    "turn_id, kind, started_unix_s, outcome, text, raw_text, language, model, audio_s, app_id, has_audio, error_code, "
    "thread_id, answer, route, answer_model, ended_unix_s"
)
"""Of ``kept_turns``, as :func:`finished_turn` reads them; named, for a newer version may add some."""

_KINDS: Final = {kind.value: kind for kind in TurnKind}
_OUTCOMES: Final = {outcome.value: outcome for outcome in TurnOutcome}
_ROUTES: Final = {route.value: route for route in AnswerRoute}
"""A row with a kind, outcome or route that a newer Voxnotch has added still shows, as the plainest one there is."""


def turn_row(turn: FinishedTurn) -> tuple[str | int | float | None, ...]:
    """Return the columns that ``history`` writes, in its order."""
    text, answer = as_utf8(turn.text), as_utf8(turn.answer)
    return (
        *(turn.turn_id, 1, turn.kind, turn.started_unix_s, turn.outcome, text, as_utf8(turn.raw_text)),
        *(turn.language, turn.model, turn.audio_s, as_utf8(turn.app_id), int(turn.has_audio), turn.error_code),
        *(_words(text, answer), turn.thread_id, answer, turn.route, as_utf8(turn.answer_model), turn.ended_unix_s),
    )


def finished_turn(row: Sequence[object]) -> FinishedTurn:
    """Read the columns :data:`TURN_COLUMNS`."""
    turn_id, kind, started, outcome, text, raw_text, language, model, audio_s, app_id, has_audio, error_code = row[:12]
    thread_id, answer, route, answer_model, ended = row[12:]
    return FinishedTurn(
        turn_id=TurnId(str(turn_id)),
        kind=_KINDS.get(str(kind), TurnKind.DICTATE),
        started_unix_s=float(str(started)),
        outcome=_OUTCOMES.get(str(outcome), TurnOutcome.SHOWN),
        text=str(text),
        raw_text=str(raw_text),
        language=str(language),
        model=str(model),
        audio_s=float(str(audio_s)),
        app_id=str(app_id),
        has_audio=bool(has_audio),
        error_code=str(error_code),
        thread_id=ThreadId(str(thread_id)) if thread_id else None,
        answer=str(answer),
        route=_ROUTES.get(str(route), AnswerRoute.NONE),
        answer_model=str(answer_model),
        ended_unix_s=float(str(ended)),
    )


def as_utf8(text: str) -> str:
    """Replace lone surrogates, which no UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode()


def _words(text: str, answer: str) -> str | None:
    """Return what to index: what was said and what was answered; ``None`` when that is ``text`` itself."""
    if not answer:
        return index_words(text)
    whole = f"{text}\n{answer}"
    return index_words(whole) or whole
