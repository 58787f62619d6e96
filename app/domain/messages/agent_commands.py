"""What the outside asks of the agent, its threads and its models; part of ``Command``."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.calls import CallId
from app.domain.providers import AgentProvider
from app.domain.turn import ThreadId, TurnId

__all__ = [
    "AgentCommand",
    "AnswerInquiry",
    "AskAgent",
    "CloseInquiry",
    "DeleteThread",
    "ExportHistory",
    "FindModelServers",
    "NewTopic",
    "RemoveModelKey",
    "ReopenCard",
    "RequestModelKeys",
    "RequestTurn",
    "RequestVoices",
    "Say",
    "StopSpeaking",
    "StoreModelKey",
    "TestModel",
]


@dataclass(frozen=True, slots=True)
class Say:
    """Open an agent turn with typed words, as if they had been spoken; told by ``TurnOpened`` and ``TurnFinished``."""

    turn_id: TurnId
    """Made by whoever says it, to find the answer again."""
    text: str = field(repr=False)
    thread_id: ThreadId | None = None
    """``None``: the thread that goes on now."""
    speak: bool | None = None
    """Say the answer aloud; ``None``: as the settings say."""


@dataclass(frozen=True, slots=True)
class NewTopic:
    """The next turn begins a new thread."""


@dataclass(frozen=True, slots=True)
class AnswerInquiry:
    """The person answered what the agent asked back; one that is not open any more is dropped."""

    turn_id: TurnId
    number: int
    """``Inquiry.number``."""
    text: str = field(default="", repr=False)
    option: int | None = None


@dataclass(frozen=True, slots=True)
class CloseInquiry:
    """The person wants nothing of it: the turn ends as cancelled."""

    turn_id: TurnId
    number: int


@dataclass(frozen=True, slots=True)
class AskAgent:
    """Give the words of a turn to the agent, past the fast intents (V-14.28)."""

    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class RequestTurn:
    """Answered by ``TurnDetails``."""

    request: int
    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class ReopenCard:
    """Show a kept card in the notch again; answered by ``CardReopened``."""

    turn_id: TurnId
    call_id: CallId


@dataclass(frozen=True, slots=True)
class DeleteThread:
    """Remove the turns of a thread, their calls, cards and audio for good."""

    thread_id: ThreadId


@dataclass(frozen=True, slots=True)
class ExportHistory:
    """Write all of history to a file; answered by ``HistoryExported``."""

    path: str


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """Stop the voice at once; the answer stays on the screen."""


@dataclass(frozen=True, slots=True)
class FindModelServers:
    """Look for model servers on this machine; answered by ``ModelServersFound``."""

    request: int


@dataclass(frozen=True, slots=True)
class StoreModelKey:
    """Keep a key in the key store of the system; answered by ``ModelKeysChanged`` or a ``Notice``."""

    provider: AgentProvider
    key: str = field(repr=False)
    until_quit: bool = False
    """Keep it in memory, where there is no key store."""


@dataclass(frozen=True, slots=True)
class RemoveModelKey:
    provider: AgentProvider


@dataclass(frozen=True, slots=True)
class RequestModelKeys:
    """Answered by ``ModelKeysChanged``."""


@dataclass(frozen=True, slots=True)
class TestModel:
    """Ask the model of the settings for one word; answered by ``ModelTested``."""

    __test__ = False

    request: int


@dataclass(frozen=True, slots=True)
class RequestVoices:
    """Answered by ``VoicesFound``."""


AgentCommand = (
    Say
    | NewTopic
    | AnswerInquiry
    | CloseInquiry
    | AskAgent
    | RequestTurn
    | ReopenCard
    | DeleteThread
    | ExportHistory
    | StopSpeaking
    | FindModelServers
    | StoreModelKey
    | RemoveModelKey
    | RequestModelKeys
    | TestModel
    | RequestVoices
)
