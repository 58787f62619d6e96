"""Words that ``voxnotch say`` hands over: they become an agent turn, and who waits gets its answer.

Made by ``session``, called by ``InstanceServer`` and the bridge, on Qt's main thread. The answer is one JSON line with
what ``TurnFinished`` and the ``CallEnded`` of the turn told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from PySide6.QtCore import QObject

from app.domain.messages import CallEnded, CoreFailed, Event, NewTopic, Say, TurnFinished
from app.domain.plain_json import whole_text
from app.domain.turn import TurnId
from app.ui.viewmodels import Submit

__all__ = ["LONGEST_SAID", "MOST_WAITING", "Caller", "SayRequests"]

LONGEST_SAID: Final = 5000
"""Characters; JSON may write each of them as six bytes, and a request has an end (``single_instance``)."""
MOST_WAITING: Final = 16
"""Callers that wait for an answer; one more is refused. One turn runs at a time."""
MOST_CALLS: Final = 50
"""Of one turn that are told; an answer has an end too."""
_TURN_ID: Final = re.compile(r"[0-9a-f]{20}")


class Caller(Protocol):
    """The connection of one ``voxnotch say``."""

    def send(self, line: bytes) -> None:
        """Hand over the last line and hang up; never waits."""
        ...


@dataclass(slots=True)
class _Waiting:
    caller: Caller
    calls: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


class SayRequests(QObject):
    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._waiting: dict[TurnId, _Waiting] = {}

    def take(self, message: Mapping[str, object], caller: Caller) -> bool:
        """Take a request over; ``False``: it is none, or too many wait. Then nothing is said."""
        text, turn_id = message.get("say"), message.get("turnId")
        speak, thread_is_new = message.get("speak"), message.get("new", False)
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_SAID:
            return False
        if not isinstance(turn_id, str) or not _TURN_ID.fullmatch(turn_id) or turn_id in self._waiting:
            return False
        if not isinstance(thread_is_new, bool) or not (speak is None or isinstance(speak, bool)):
            return False
        if message.get("wait") is True:
            if len(self._waiting) >= MOST_WAITING:
                return False
            self._waiting[TurnId(turn_id)] = _Waiting(caller)
        if thread_is_new:
            self._submit(NewTopic())
        self._submit(Say(TurnId(turn_id), whole_text(text), speak=speak))
        return True

    def forget(self, caller: Caller) -> None:
        """Forget a caller that hung up; its turn goes on."""
        self._waiting = {turn: one for turn, one in self._waiting.items() if one.caller is not caller}

    def apply(self, event: Event) -> None:
        match event:
            case CallEnded(turn_id=turn_id) if turn_id is not None and turn_id in self._waiting:
                calls = self._waiting[turn_id].calls
                if len(calls) < MOST_CALLS:
                    calls.append(_call_row(event))
            case TurnFinished(turn_id=turn_id) if turn_id in self._waiting:
                waiting = self._waiting.pop(turn_id)
                _tell(waiting.caller, _row(event, waiting.calls))
            case CoreFailed(code=code, place=place):
                self._end_all(code, place)
            case _:
                pass

    def close(self) -> None:
        """Hang up on everybody: Voxnotch ends."""
        self._end_all("ended", "")

    def _end_all(self, code: str, place: str) -> None:
        everybody, self._waiting = self._waiting, {}
        for turn_id, waiting in everybody.items():
            error = {"code": code, "place": place}
            _tell(waiting.caller, {"turnId": turn_id, "outcome": "failed", "error": error})


def _tell(caller: Caller, row: Mapping[str, object]) -> None:
    caller.send(json.dumps(row).encode() + b"\n")


def _row(event: TurnFinished, calls: list[dict[str, Any]]) -> dict[str, object]:
    error = {"code": event.error_code, "place": event.error_place} if event.error_code else None
    return {
        "turnId": event.turn_id,
        "threadId": event.thread_id,
        "outcome": event.outcome.value,
        "answer": event.answer,
        "route": event.route.value,
        "calls": calls,
        "error": error,
    }


def _call_row(event: CallEnded) -> dict[str, Any]:
    failure = event.failure
    return {
        "id": event.ref.integration,
        "tool": event.ref.tool,
        "title": event.tool_title,
        "integration": event.integration_name,
        "failure": None
        if failure is None
        else {"class": failure.kind.value, "message": failure.message, "effect_unknown": failure.effect_unknown},
        "card": None if event.card is None else event.card.model_dump(mode="json", by_alias=True, exclude_none=True),
    }
