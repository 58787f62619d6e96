"""What the core tells of agent turns, threads and models; part of ``Event``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.inquiries import Inquiry
from app.domain.providers import AgentProvider, KeyState, ModelServer
from app.domain.threads import TurnCall
from app.domain.turn import FinishedTurn, ThreadId, TurnId

__all__ = [
    "AgentEvent",
    "AnswerAcknowledged",
    "AnswerGrew",
    "CardReopened",
    "HistoryExported",
    "InquiryAsked",
    "InquiryClosed",
    "ModelKeysChanged",
    "ModelServersFound",
    "ModelTested",
    "SpeakingChanged",
    "TopicChanged",
    "TurnDetails",
    "TurnOpened",
    "TypingWanted",
    "VoiceInfo",
    "VoicesFound",
]


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """The agent works on these words now; ends with ``TurnFinished``. At most one agent turn runs at a time."""

    turn_id: TurnId
    thread_id: ThreadId
    text: str = field(repr=False)
    is_follow_up: bool
    """It is not the first turn of its thread."""


@dataclass(frozen=True, slots=True)
class AnswerAcknowledged:
    """What a fast intent says at once, before its tool has answered (V-14.27)."""

    turn_id: TurnId
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AnswerGrew:
    """The answer so far, whole, replacing what was told before; at most some twenty a second."""

    turn_id: TurnId
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class InquiryAsked:
    """Show this inquiry; the same number again: an answer did not count, ``remark`` says why."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True)
class InquiryClosed:
    """It was answered, closed, or given up."""

    turn_id: TurnId
    number: int


@dataclass(frozen=True, slots=True)
class TypingWanted:
    """The key for typed input was pressed: the field in the notch opens and takes the keyboard."""


@dataclass(frozen=True, slots=True)
class TopicChanged:
    """Which thread the next turn goes on with; ``None``: it begins a new one."""

    thread_id: ThreadId | None


@dataclass(frozen=True, slots=True)
class SpeakingChanged:
    """Whose answer is being spoken; ``None``: nothing is."""

    turn_id: TurnId | None


@dataclass(frozen=True, slots=True)
class TurnDetails:
    request: int
    turn: FinishedTurn | None
    """``None``: there is no such turn any more."""
    calls: tuple[TurnCall, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class CardReopened:
    turn_id: TurnId
    call: TurnCall
    """With its card."""
    answer: str = field(default="", repr=False)
    """The narration of its turn."""


@dataclass(frozen=True, slots=True)
class HistoryExported:
    path: str
    error_code: str = ""
    """"" when the file is written whole; else nothing was left there."""


@dataclass(frozen=True, slots=True)
class ModelServersFound:
    request: int
    servers: tuple[ModelServer, ...]


@dataclass(frozen=True, slots=True)
class ModelKeysChanged:
    keys: Mapping[AgentProvider, KeyState]
    """Of every provider that needs one."""


@dataclass(frozen=True, slots=True)
class ModelTested:
    request: int
    error_code: str = ""
    """"" when the model answered."""
    error_place: str = ""
    duration_s: float = 0.0


@dataclass(frozen=True, slots=True)
class VoiceInfo:
    name: str
    """What the setting keeps."""
    label: str
    language: str
    """Lower-case BCP 47."""


@dataclass(frozen=True, slots=True)
class VoicesFound:
    voices: tuple[VoiceInfo, ...]
    """Empty when nothing here can speak."""


AgentEvent = (
    TurnOpened
    | AnswerAcknowledged
    | AnswerGrew
    | InquiryAsked
    | InquiryClosed
    | TypingWanted
    | TopicChanged
    | SpeakingChanged
    | TurnDetails
    | CardReopened
    | HistoryExported
    | ModelServersFound
    | ModelKeysChanged
    | ModelTested
    | VoicesFound
)
