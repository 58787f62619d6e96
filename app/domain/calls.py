"""A call of a tool: who asks for which tool with what, what it may cost in questions, and how it ended.

Pure values. Made by whoever wants a tool called; decided by ``app/tools``, the only door to a tool; shown by cards,
journal and command line. Any thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import NewType

from app.domain.cards import Card
from app.domain.errors import External
from app.domain.fields import JsonObject
from app.domain.turn import TurnId

__all__ = [
    "Approval",
    "AskFor",
    "CallClass",
    "CallFailed",
    "CallFailure",
    "CallId",
    "Demand",
    "Friction",
    "IntegrationId",
    "Lane",
    "Origin",
    "Picture",
    "Pill",
    "RawResult",
    "Sound",
    "Surface",
    "Tier",
    "ToolCall",
    "ToolOutcome",
    "ToolRef",
    "new_call_id",
]

IntegrationId = NewType("IntegrationId", str)
"""``id`` of a manifest: the identity of an integration (V-2.22)."""

CallId = NewType("CallId", str)
"""One wish for one call; a question, its answer and the journal carry it."""


def new_call_id() -> CallId:
    """Make an id that nobody can guess."""
    return CallId(secrets.token_hex(16))


@dataclass(frozen=True, slots=True)
class ToolRef:
    """Which tool: two integrations may use the same name (V-6.20)."""

    integration: IntegrationId
    tool: str
    """Name in the manifest."""


class Origin(StrEnum):
    """Who wants the call; every origin takes the same way (E-4.30, V-7.18)."""

    AGENT = "agent"
    INTENT = "intent"
    WIDGET = "widget"
    REFRESH = "refresh"
    PANEL = "panel"
    """The routing panel of the window."""
    CLI = "cli"
    SUBAGENT = "subagent"
    API = "api"


class Friction(IntEnum):
    """What stands between a call and its run; frictions join with ``max`` and never get less (E-1.2)."""

    NONE = 0
    CONFIRM = 1
    DENY = 2


class Lane(StrEnum):
    """E-2.2."""

    CHANNEL = "channel"
    VOICE = "voice"
    ONION = "onion"
    PROFILE = "profile"
    HOST = "host"
    WATCH = "watch"


class AskFor(StrEnum):
    """How much is asked about (V-7.11)."""

    EVERYTHING = "everything"
    ACTING = "acting"
    DECLARED = "declared"


class Pill(StrEnum):
    """The person's own word on one tool (V-7.2, V-7.3)."""

    ASK = "ask"
    ALLOW = "allow"


class Tier(StrEnum):
    """What a tool does, as the action list shows it (V-7.16)."""

    READS = "reads"
    CHANGES = "changes"
    DESTRUCTIVE = "destructive"


@dataclass(frozen=True, slots=True)
class Demand:
    """One reason to ask, shown on the card (V-8.46, E-5.9)."""

    lane: Lane
    source: str
    """Whose: an integration, a hook id; for the host the clause of its rule, for example ``V-7.5``."""
    reason: str = ""
    """A hook's own words; "" for the host, whose words follow from ``source``."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    call_id: CallId
    ref: ToolRef
    arguments: Mapping[str, object] = field(repr=False)
    """JSON values; what the caller gave, before any check."""
    origin: Origin
    turn_id: TurnId | None = None


class Surface(StrEnum):
    """Where an approval was given (E-2.9)."""

    HOST_CARD = "host-card"
    API = "api"


@dataclass(frozen=True, slots=True)
class Approval:
    """A yes, bound to exactly what was asked (E-5.11)."""

    digest: str
    """E-2.10."""
    surface: Surface
    actor: str
    """``person``; later a client of the local API."""
    at_unix_s: float


class CallClass(StrEnum):
    """Why a call failed (V-6.24)."""

    NOT_CONNECTED = "not_connected"
    NEEDS_SETUP = "needs_setup"
    NEEDS_SIGN_IN = "needs_sign_in"
    SERVER_EXITED = "server_exited"
    TIMEOUT = "timeout"
    INVALID_ARGS = "invalid_args"
    DECLINED = "declined"
    DENIED = "denied"
    DISABLED = "disabled"
    BUSY = "busy"
    TOOL_ERROR = "tool_error"
    PROTOCOL_ERROR = "protocol_error"


@dataclass(frozen=True, slots=True)
class CallFailure:
    kind: CallClass
    message: str = field(repr=False)
    """Plain words for page, model and journal; may quote the tool."""
    effect_unknown: bool = False
    """It may have happened all the same (V-6.29, V-18.13)."""
    words: str = field(default="", repr=False)
    """``declined``: what the person said instead (V-8.43, V-8.49)."""


class CallFailed(External):
    """A server did not do what it was asked for; ``message`` may quote it and is kept out of logs."""

    code = "call-failed"

    def __init__(self, kind: CallClass, message: str, *, effect_unknown: bool = False) -> None:
        super().__init__(kind)
        self.kind = kind
        self.message = message
        self.effect_unknown = effect_unknown

    @property
    def failure(self) -> CallFailure:
        return CallFailure(self.kind, self.message, self.effect_unknown)


@dataclass(frozen=True, slots=True)
class RawResult:
    """What a server answered, as plain JSON; ``app/tools/results.py`` reads it."""

    content: tuple[JsonObject, ...] = field(repr=False)
    """MCP content items, in camel case as on the wire."""
    structured: JsonObject | None = field(default=None, repr=False)
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """An image in a result (V-6.32)."""

    mime_type: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sound:
    """Audio in a result, played when the person asks for it (V-6.32)."""

    mime_type: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """How a call ended."""

    call_id: CallId
    ref: ToolRef
    failure: CallFailure | None = None
    text: str = field(default="", repr=False)
    """What the model gets: the result without its card (V-9.4), cut with a marker when it is huge."""
    card: Card | None = field(default=None, repr=False)
    pictures: tuple[Picture, ...] = field(default=(), repr=False)
    sounds: tuple[Sound, ...] = field(default=(), repr=False)
    kept_file: str = ""
    """File, or folder, with the whole of what was cut from a result; "" when nothing was cut."""
    duration_s: float = 0.0
    """Without the time a person took to answer (E-6.12)."""

    @property
    def ran_well(self) -> bool:
        return self.failure is None
