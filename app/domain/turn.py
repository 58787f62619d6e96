"""One turn, from key press to text: its ids, stages, values and outcome.

Pure values, shared by the core thread and the user interface thread; every one is frozen.
"""

from __future__ import annotations

import secrets
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

__all__ = [
    "NO_TARGET",
    "AnswerRoute",
    "FinishedTurn",
    "InsertMethod",
    "Insertion",
    "Stage",
    "TargetApp",
    "ThreadId",
    "TurnId",
    "TurnKind",
    "TurnOutcome",
    "current_turn",
    "new_thread_id",
    "new_turn_id",
]

TurnId = NewType("TurnId", str)
"""Unique, and sorts by time of creation: 12 hex digits of Unix milliseconds, then 8 random ones."""

ThreadId = NewType("ThreadId", str)
"""Agent turns that belong together; unique, and sorts by time of creation, as :data:`TurnId` does (M-7.2)."""

current_turn: ContextVar[str] = ContextVar("current_turn", default="-")
"""Id of the turn that this task works for; log lines carry it."""


def new_turn_id(now_unix_s: float) -> TurnId:
    """Make the id of a turn that starts at ``now_unix_s`` (seconds since 1970)."""
    return TurnId(_new_id(now_unix_s))


def new_thread_id(now_unix_s: float) -> ThreadId:
    """Make the id of a thread that begins at ``now_unix_s`` (seconds since 1970)."""
    return ThreadId(_new_id(now_unix_s))


def _new_id(now_unix_s: float) -> str:
    return f"{int(now_unix_s * 1000):012x}{secrets.token_hex(4)}"


class AnswerRoute(StrEnum):
    """Who answered an agent turn."""

    NONE = ""
    """Nobody: a dictation, or a turn that ended before."""
    INTENT = "intent"
    ROUTER = "router"
    MODEL = "model"


class TurnKind(StrEnum):
    """What happens to the words."""

    DICTATE = "dictate"
    AGENT = "agent"


class Stage(StrEnum):
    """Where the coordinator is; exactly one at any time."""

    IDLE = "idle"
    LISTENING = "listening"
    FINISHING = "finishing"
    """The microphone is closed, the last words are being recognised."""
    WORKING = "working"
    """The words are final and on their way."""


class TurnOutcome(StrEnum):
    """How a turn ended; kept in history."""

    INSERTED = "inserted"
    """The text is in the target program."""
    COPIED = "copied"
    """The text is on the clipboard, as the person has set."""
    SHOWN = "shown"
    """The text was not inserted and is offered on a card."""
    ANSWERED = "answered"
    """The agent is done; what it said and called is in the row."""
    NOTHING_HEARD = "nothing-heard"
    CANCELLED = "cancelled"
    FAILED = "failed"
    RECOVERED = "recovered"
    """Voxnotch ended in the middle of this take; the audio was found at the next start."""


@dataclass(frozen=True, slots=True)
class TargetApp:
    """The window that had the focus when the key went down."""

    window_id: int
    """Native handle of the top-level window; 0 when nothing had the focus."""
    app_id: str
    """X11: the class part of ``WM_CLASS``, as written by the program."""
    title: str
    """A person's words may stand here: never logged, never stored."""
    pid: int | None = None
    focus_id: int = 0
    """Native handle of the widget or subwindow that had the focus; 0 when unknown."""


NO_TARGET = TargetApp(window_id=0, app_id="", title="")


class InsertMethod(StrEnum):
    """How text gets into another program."""

    PASTE = "paste"
    TYPE = "type"
    COPY = "copy"
    """Only to the clipboard; the person pastes."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """Receipt of one delivery, and what undo needs to take it back."""

    method: InsertMethod
    target: TargetApp
    text: str
    """As it was sent; a person's words, never logged."""
    paste_latency_s: float
    """From the final text to the read by the target (paste) or the last key (type)."""


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """One row of history as the rest of the program sees it."""

    turn_id: TurnId
    kind: TurnKind
    started_unix_s: float
    outcome: TurnOutcome
    text: str
    raw_text: str
    language: str
    model: str
    audio_s: float
    app_id: str
    has_audio: bool
    """The take can still be played and recognised again."""
    error_code: str = ""
    thread_id: ThreadId | None = None
    """Of an agent turn that reached the agent."""
    answer: str = ""
    """What the agent said; a person's words may stand in it."""
    route: AnswerRoute = AnswerRoute.NONE
    answer_model: str = ""
    """Name of the language model that answered; "" when none did."""
    ended_unix_s: float = 0.0
    """When it was over; 0: not noted, and :attr:`known_end_unix_s` says what is known."""

    @property
    def known_end_unix_s(self) -> float:
        """When it ended at the earliest: noted, or when its sound ended."""
        return max(self.ended_unix_s, self.started_unix_s + self.audio_s)
