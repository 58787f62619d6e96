"""What the core tells about integrations, their tools and their questions; part of ``Event``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.calls import CallClass, CallFailure, CallId, IntegrationId, Picture, Sound, ToolRef
from app.domain.cards import Card
from app.domain.confirmations.question import Question
from app.domain.fields import JsonObject
from app.domain.installs import InstallPlan
from app.domain.integrations import IntegrationPage, LogLine
from app.domain.turn import TurnId

__all__ = [
    "CallEnded",
    "CallStarted",
    "ConnectionTested",
    "InstallEnded",
    "InstallPlanned",
    "InstallProgressed",
    "IntegrationEvent",
    "IntegrationLog",
    "IntegrationsChanged",
    "OfferedTool",
    "QuestionAsked",
    "QuestionClosed",
    "QuestionRefused",
    "QuestionRemark",
    "QuestionSetAside",
    "QuestionsWaiting",
    "RoutedIntent",
    "RouterVerdict",
    "SentenceRouted",
]


@dataclass(frozen=True, slots=True)
class IntegrationsChanged:
    """All that are installed, in install order; told at the start and after each change."""

    pages: tuple[IntegrationPage, ...]


@dataclass(frozen=True, slots=True)
class InstallPlanned:
    """The answer to ``PlanInstall``, and what a reload with growth brings (then ``request`` is 0)."""

    request: int
    plan: InstallPlan


@dataclass(frozen=True, slots=True)
class InstallProgressed:
    """One more line of the command that fetches dependencies (V-17.7)."""

    plan_id: str
    line: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class InstallEnded:
    plan_id: str
    integration: IntegrationId
    error_code: str = ""
    """"" when it is installed."""
    error_place: str = ""
    error_detail: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ConnectionTested:
    request: int
    server_name: str = ""
    server_version: str = ""
    tool_count: int = 0
    duration_s: float = 0.0
    failure: CallClass | None = None
    message: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class IntegrationLog:
    request: int
    integration: IntegrationId
    lines: tuple[LogLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class RoutedIntent:
    """One fast intent that a sentence could mean, with the arguments that it would fill in."""

    tool: ToolRef
    intent: str
    title: str
    """Of the tool."""
    score: float
    """0..1 (V-14.21)."""
    arguments: JsonObject = field(repr=False)
    would_win: bool
    """Alone at the top (V-14.22)."""


class RouterVerdict(StrEnum):
    """What the offline router would do with a tool, and why not more."""

    WOULD_RUN = "would-run"
    MISSING = "missing"
    """It would ask for the one value that is missing."""
    WOULD_OFFER = "would-offer"
    """It would be a button of "Did you mean"."""
    TOO_WEAK = "too-weak"
    """Too little of the sentence fits."""
    TOO_MUCH_MISSING = "too-much-missing"
    """More than one required value is not in the sentence."""
    UNAVAILABLE = "unavailable"
    """Its server does not serve it, or is not connected."""


@dataclass(frozen=True, slots=True)
class OfferedTool:
    tool: ToolRef
    effective_name: str
    title: str
    description: str
    input_schema: JsonObject
    score: float = 0.0
    """0..1: how well the sentence fits, as the offline router sees it."""
    arguments: JsonObject = field(default_factory=dict[str, object], repr=False)
    """What the router would fill in."""
    verdict: RouterVerdict = RouterVerdict.TOO_WEAK
    missing: str = ""
    """``MISSING``: name of the argument."""


@dataclass(frozen=True, slots=True)
class SentenceRouted:
    request: int
    intents: tuple[RoutedIntent, ...]
    """Best first."""
    tools: tuple[OfferedTool, ...]
    """All that a model would be offered now, best score first."""
    has_model: bool = False
    """A language model would answer what no intent wins."""


@dataclass(frozen=True, slots=True)
class CallStarted:
    call_id: CallId
    ref: ToolRef
    tool_title: str
    integration_name: str
    icon_path: str
    turn_id: TurnId | None = None
    """Of the agent turn that wants it."""


@dataclass(frozen=True, slots=True)
class CallEnded:
    """The one terminal event of a call."""

    call_id: CallId
    ref: ToolRef
    tool_title: str
    integration_name: str
    icon_path: str
    failure: CallFailure | None = None
    card: Card | None = field(default=None, repr=False)
    duration_s: float = 0.0
    pictures: tuple[Picture, ...] = field(default=(), repr=False)
    """Shown under the card (V-6.32)."""
    sounds: tuple[Sound, ...] = field(default=(), repr=False)
    """Offered with a play button."""
    turn_id: TurnId | None = None


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Show this question; one is up at a time (V-8.48). The same id again: it changed and is asked anew (E-5.11)."""

    question: Question
    waiting: int = 0
    """How many more wait behind it."""


@dataclass(frozen=True, slots=True)
class QuestionsWaiting:
    """How many wait behind the question that is up, when that has changed (V-8.48)."""

    waiting: int


class QuestionRemark(StrEnum):
    """Why an answer did not count; the card stays."""

    NOT_VALID = "not-valid"
    """``errors`` says what is wrong with which field (V-8.37)."""
    NOT_AN_ANSWER = "not-an-answer"
    """Other speech (V-8.44)."""
    SAID_TOO_EARLY = "said-too-early"
    """V-8.42."""


@dataclass(frozen=True, slots=True)
class QuestionRefused:
    call_id: CallId
    remark: QuestionRemark
    errors: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Argument, or ``arg.path``, to plain words; "" stands for the arguments as a whole."""


@dataclass(frozen=True, slots=True)
class QuestionSetAside:
    """Nobody answered for 10 minutes: it is on the waiting list now and can still be answered (V-8.50)."""

    call_id: CallId


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    """Take this question away, from the notch or from the waiting list."""

    call_id: CallId
    approved: bool


IntegrationEvent = (
    IntegrationsChanged
    | InstallPlanned
    | InstallProgressed
    | InstallEnded
    | ConnectionTested
    | IntegrationLog
    | SentenceRouted
    | CallStarted
    | CallEnded
    | QuestionAsked
    | QuestionsWaiting
    | QuestionRefused
    | QuestionSetAside
    | QuestionClosed
)
