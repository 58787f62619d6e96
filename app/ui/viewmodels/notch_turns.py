"""The agent turn that runs, and the faces it gives the notch while it works and when it ends (V-14.27, V-14.28).

Owned by ``notch.py``, which imports this with the first event, because the first frame waits for it. It is no take: one
may lie over it, and its face is there again afterwards. Qt main thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Final

from app.domain.calls import CallClass, CallFailure, CallId
from app.domain.cards import Card
from app.domain.messages import (
    AnswerAcknowledged,
    AnswerGrew,
    CallEnded,
    CallStarted,
    CardReopened,
    Event,
    Fix,
    StageChanged,
    TurnFinished,
    TurnOpened,
)
from app.domain.turn import TurnId, TurnKind, TurnOutcome
from app.ui.call_words import failure_words
from app.ui.direction import is_right_to_left
from app.ui.phrases import done_words, more_cards
from app.ui.viewmodels.face import Face
from app.ui.viewmodels.markdown import styled
from app.ui.viewmodels.notch_events import Show, error_face, has_card, source_of

__all__ = ["AgentTurns"]

_TAG: Final = re.compile(r"<[^>]*>")

FREE: Final = frozenset({"idle", "said"})
"""States that a result takes the place of; a card or an error stays until it is closed."""

TOOL_FAILED: Final = frozenset({"agent-call-failed", "call-failed"})
"""Codes of a turn that ended with the one call that it made; the reason of the call says more."""


@dataclass(slots=True)
class OpenTurn:
    """What is known of the turn that runs."""

    turn_id: TurnId
    text: str
    started_ms: float = 0.0
    acknowledged: str = ""
    answer: str = ""
    running: dict[CallId, CallStarted] = field(default_factory=dict[CallId, CallStarted])
    shown: CallEnded | None = None
    """The last call that has something to show."""
    cards: int = 0
    went_well: bool = False
    failed: tuple[CallFailure, CallEnded] | None = None
    """The call that failed last."""

    @property
    def face(self) -> Face:
        asked = next(reversed(self.running.values()), None)
        basis = Face(
            kind=TurnKind.AGENT.value,
            turn_id=self.turn_id,
            of_turn=True,
            started_ms=self.started_ms,
            target=asked.integration_name if asked is not None else "",
            icon_path=asked.icon_path if asked is not None else "",
        )
        if self.answer.strip():
            return _answered(basis, self.answer)
        return replace(
            basis,
            state="working",
            text=self.text,
            title=self.acknowledged,
            right_to_left=is_right_to_left(self.text),
        )


class AgentTurns:
    """Follows the one turn that may run."""

    def __init__(self, now_ms: Callable[[], float]) -> None:
        self._now_ms = now_ms
        self.turn: OpenTurn | None = None
        self._ended = ""
        """Id of the turn before: what still comes of it is dropped."""

    def next_face(self, face: Face, event: Event) -> tuple[Show, Face] | None:
        """Return what to show after ``event`` when ``face`` is shown; ``None``: it is of no agent turn."""
        result = None
        match event:
            case TurnOpened():
                result = self._opened(face, event)
            case StageChanged() if self._runs(event.turn_id):
                result = Show.NOTHING, face  # its take is over; what the coordinator calls working is shown better
            case AnswerAcknowledged() | AnswerGrew() | CallStarted() | CallEnded() if self._runs(event.turn_id):
                result = self._went_on(face, event)
            case TurnFinished() if self._runs(event.turn_id):
                result = self._finished(face, event)
            case TurnFinished(kind=TurnKind.AGENT, outcome=TurnOutcome.ANSWERED):
                result = _shown(face, _result(OpenTurn(event.turn_id, event.text), event), event.turn_id)
            case AnswerAcknowledged() | AnswerGrew() | TurnFinished(error_code="agent-busy"):
                result = Show.NOTHING, face  # too late; or never begun, which a notice says
            case CallStarted() | CallEnded() if event.turn_id is not None and event.turn_id == self._ended:
                result = Show.NOTHING, face
            case CardReopened():
                result = (Show.WHEN_IDLE if face.is_take else Show.NOW), _reopened(event)
            case _:
                pass
        return result

    def is_over(self, turn_id: TurnId) -> bool:
        """Tell whether this turn has ended: what it still asks is late."""
        return turn_id == self._ended

    def _runs(self, turn_id: TurnId | None) -> bool:
        return self.turn is not None and turn_id == self.turn.turn_id

    def _opened(self, face: Face, event: TurnOpened) -> tuple[Show, Face]:
        self.turn = OpenTurn(event.turn_id, event.text, self._now_ms())
        self._ended = ""
        other_take = face.is_take and face.turn_id != event.turn_id
        return (Show.NOTHING, face) if other_take else (Show.NOW, self.turn.face)

    def _went_on(
        self, face: Face, event: AnswerAcknowledged | AnswerGrew | CallStarted | CallEnded
    ) -> tuple[Show, Face]:
        turn = self.turn
        assert turn is not None
        match event:
            case AnswerAcknowledged():
                turn.acknowledged = event.text
            case AnswerGrew():
                turn.answer = event.text
            case CallStarted():
                turn.running[event.call_id] = event
            case CallEnded():
                turn.running.pop(event.call_id, None)
                _note(turn, event)
        if not _is_of(face, turn.turn_id):
            return Show.NOTHING, face
        told = isinstance(event, (AnswerAcknowledged, CallStarted)) and not turn.answer
        return (Show.NOW if told else Show.QUIETLY), replace(turn.face, hint=face.hint)

    def _finished(self, face: Face, event: TurnFinished) -> tuple[Show, Face]:
        turn, self.turn = self.turn, None
        assert turn is not None
        self._ended = turn.turn_id
        return _shown(face, _result(turn, event), turn.turn_id)


def _note(turn: OpenTurn, event: CallEnded) -> None:
    if event.failure is not None:
        turn.failed = event.failure, event
    else:
        turn.went_well = True
        if has_card(event):
            turn.shown = event
            turn.cards += 1


def _is_of(face: Face, turn_id: TurnId) -> bool:
    return face.of_turn and face.turn_id == turn_id


def _shown(face: Face, result: Face | None, turn_id: TurnId) -> tuple[Show, Face]:
    """Say when a result is shown: in the place of its turn, or of nothing that must be read first."""
    # Its own take too: a turn that was answered before anything was told of it.
    mine = _is_of(face, turn_id) or (face.is_take and face.turn_id == turn_id)
    if result is None:
        return (Show.NEXT if mine else Show.NOTHING), face
    return (Show.NOW if mine or face.state in FREE else Show.WHEN_IDLE), result


def _result(turn: OpenTurn, event: TurnFinished) -> Face | None:
    match event.outcome:
        case TurnOutcome.ANSWERED:
            return _answer_face(turn, event.answer)
        case TurnOutcome.FAILED:
            return replace(_failed(turn, event), turn_id=turn.turn_id, text=turn.text)
        case _:
            return None


def _answer_face(turn: OpenTurn, answer: str) -> Face | None:
    basis = Face(kind=TurnKind.AGENT.value, turn_id=turn.turn_id)
    if turn.shown is not None:
        more = turn.cards - 1
        call = turn.shown
        return replace(
            _captioned(basis, answer),
            state="card",
            title=source_of(call.integration_name, call.tool_title),
            card=call.card if call.card is not None else Card(blocks=()),
            pictures=call.pictures,
            sounds=call.sounds,
            icon_path=call.icon_path,
            action=more_cards(more) if more else "",
            fix=(Fix.OPEN_HISTORY if more else Fix.NONE).value,
        )
    if answer.strip():
        return _answered(basis, answer)
    said = done_words("") if turn.went_well else _declined(turn)
    return replace(basis, state="said", title=said, brief=True) if said else None


def _declined(turn: OpenTurn) -> str:
    """Say that nothing was done because the person said no; "" when that was not it."""
    if turn.failed is None or turn.failed[0].kind is not CallClass.DECLINED:
        return ""
    return failure_words(turn.failed[0], turn.failed[1].integration_name).what


def _failed(turn: OpenTurn, event: TurnFinished) -> Face:
    """Say why there is no answer; where a tool failed, its own reason stands there (V-14.28)."""
    face = error_face(event.error_code, event.error_place, event.fix)
    if turn.failed is None or event.error_code not in TOOL_FAILED:
        return face
    failure, call = turn.failed
    words = failure_words(failure, call.integration_name)
    return replace(face, title=words.what, detail=words.next_step, icon_path=call.icon_path)


def _reopened(event: CardReopened) -> Face:
    call = event.call
    return replace(
        _captioned(Face(kind=TurnKind.AGENT.value, turn_id=event.turn_id), event.answer),
        state="card",
        title=source_of(call.integration_name, call.tool_title),
        card=call.card if call.card is not None else Card(blocks=()),
        icon_path=call.icon_path,
    )


def _answered(basis: Face, answer: str) -> Face:
    captioned = _captioned(basis, answer)
    return replace(captioned, state="said", title=captioned.text, text="")


def _captioned(basis: Face, answer: str) -> Face:
    marked = styled(answer, str)
    plain = unescape(_TAG.sub("", marked.replace("<br>", " ")))
    return replace(
        basis,
        text=" ".join(plain.split()),
        styled=marked if plain.strip() else "",
        right_to_left=is_right_to_left(plain),
    )
