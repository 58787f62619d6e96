"""What the outside asks of the core about integrations, their tools and their questions; part of ``Command``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.calls import AskFor, CallId, IntegrationId, Origin, Pill, ToolRef
from app.domain.installs import Source

__all__ = [
    "AnswerInWords",
    "AnswerQuestion",
    "CallTool",
    "CancelCall",
    "CommitInstall",
    "ConfigureIntegration",
    "DiscardInstall",
    "EditQuestion",
    "IntegrationCommand",
    "PlanInstall",
    "ReloadIntegration",
    "RemoveIntegration",
    "RequestIntegrationLog",
    "RestartIntegration",
    "RouteSentence",
    "SetAskFor",
    "SetIntegrationEnabled",
    "SetPill",
    "SetReloadByItself",
    "SetShortName",
    "SetTranscriptAccess",
    "ShowQuestion",
    "SignIn",
    "SignOut",
    "TestConnection",
]


@dataclass(frozen=True, slots=True)
class PlanInstall:
    """Read what is there and say what an install would bring; runs nothing (V-17.6). Answered by ``InstallPlanned``."""

    request: int
    source: Source


@dataclass(frozen=True, slots=True)
class CommitInstall:
    """The person pressed Install; answered by ``InstallEnded``."""

    plan_id: str
    values: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Of the fields the person filled in, secrets among them."""
    transcript_access: bool = True
    fetch_dependencies: bool = False
    """Run the command that the plan names (V-17.7)."""
    until_quit: bool = False
    """Keep secrets in memory where there is no key store (V-5.14)."""
    name: str = ""
    """Of a server without a manifest, as the person calls it (V-17.3); "" keeps the one that it has."""


@dataclass(frozen=True, slots=True)
class DiscardInstall:
    plan_id: str


@dataclass(frozen=True, slots=True)
class SetIntegrationEnabled:
    integration: IntegrationId
    enabled: bool


@dataclass(frozen=True, slots=True)
class SetTranscriptAccess:
    integration: IntegrationId
    allowed: bool


@dataclass(frozen=True, slots=True)
class SetAskFor:
    """``None``: follow the general setting (V-7.11)."""

    integration: IntegrationId
    ask_for: AskFor | None


@dataclass(frozen=True, slots=True)
class SetPill:
    """``None``: use the default (V-7.15)."""

    tool: ToolRef
    pill: Pill | None


@dataclass(frozen=True, slots=True)
class SetShortName:
    """V-6.17."""

    integration: IntegrationId
    short_name: str


@dataclass(frozen=True, slots=True)
class SetReloadByItself:
    """V-17.9."""

    integration: IntegrationId
    on: bool


@dataclass(frozen=True, slots=True)
class ConfigureIntegration:
    """Save values and restart the server (V-5.15). A field that is left out keeps its value; "" removes it."""

    integration: IntegrationId
    values: Mapping[str, str] = field(repr=False)
    until_quit: bool = False


@dataclass(frozen=True, slots=True)
class TestConnection:
    """Connect with these values, save nothing (V-5.19); answered by ``ConnectionTested``."""

    __test__ = False

    request: int
    integration: IntegrationId
    values: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReloadIntegration:
    """Read the folder again (V-17.8); growth is answered by ``InstallPlanned`` (V-17.11)."""

    integration: IntegrationId


@dataclass(frozen=True, slots=True)
class RestartIntegration:
    integration: IntegrationId


@dataclass(frozen=True, slots=True)
class RemoveIntegration:
    integration: IntegrationId
    with_history: bool = False
    """V-17.15."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """V-3.12: the browser opens because of this and nothing else."""

    integration: IntegrationId


@dataclass(frozen=True, slots=True)
class SignOut:
    integration: IntegrationId


@dataclass(frozen=True, slots=True)
class RequestIntegrationLog:
    """Answered by ``IntegrationLog``."""

    request: int
    integration: IntegrationId


@dataclass(frozen=True, slots=True)
class RouteSentence:
    """Say what a sentence would reach; runs nothing (V-6.34). Answered by ``SentenceRouted``."""

    request: int
    sentence: str = field(repr=False)
    language: str = "en"
    """BCP-47."""


@dataclass(frozen=True, slots=True)
class CallTool:
    """Call a tool through the one door; answered by ``CallStarted``, perhaps ``QuestionAsked``, and ``CallEnded``."""

    call_id: CallId
    tool: ToolRef
    arguments: Mapping[str, object] = field(repr=False)
    origin: Origin = Origin.PANEL


@dataclass(frozen=True, slots=True)
class CancelCall:
    call_id: CallId


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """The person's yes or no on the host's own card (V-8.31, V-8.40)."""

    call_id: CallId
    approved: bool
    arguments: Mapping[str, object] | None = field(default=None, repr=False)
    """As edited; ``None``: as they were shown."""
    showing: int | None = None
    """``Question.showing`` of the card that was answered: a yes to an earlier card of the same call is none to this.
    ``None``: the one that is up, for whoever shows no cards."""


@dataclass(frozen=True, slots=True)
class EditQuestion:
    """The card shows these values now: a yes in words means them, as a press of the button would (V-8.31)."""

    call_id: CallId
    arguments: Mapping[str, object] = field(repr=False)
    showing: int | None = None
    """As in :class:`AnswerQuestion`."""


@dataclass(frozen=True, slots=True)
class ShowQuestion:
    """Bring a question back from the waiting list (V-8.50); answered by ``QuestionAsked``."""

    call_id: CallId


@dataclass(frozen=True, slots=True)
class AnswerInWords:
    """Something final was said while a question is up (V-8.41 to V-8.44)."""

    text: str = field(repr=False)
    began_at_s: float
    """Monotonic; when the speech began."""


IntegrationCommand = (
    PlanInstall
    | CommitInstall
    | DiscardInstall
    | SetIntegrationEnabled
    | SetTranscriptAccess
    | SetAskFor
    | SetPill
    | SetShortName
    | SetReloadByItself
    | ConfigureIntegration
    | TestConnection
    | ReloadIntegration
    | RestartIntegration
    | RemoveIntegration
    | SignIn
    | SignOut
    | RequestIntegrationLog
    | RouteSentence
    | CallTool
    | CancelCall
    | AnswerQuestion
    | EditQuestion
    | ShowQuestion
    | AnswerInWords
)
