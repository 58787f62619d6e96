"""What the offline router is asked and what it says; plain values, any thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from app.domain.calls import ToolRef
from app.domain.fields import JsonObject
from app.domain.messages.integration_events import RouterVerdict

__all__ = [
    "AskValue",
    "Choose",
    "Decision",
    "NoMatch",
    "PreviousCall",
    "RankedTool",
    "RouteRequest",
    "Routed",
    "RouterTool",
    "Run",
]


@dataclass(frozen=True, slots=True)
class RouterTool:
    """A tool as the router sees it."""

    ref: ToolRef
    name: str
    title: str
    description: str
    integration_name: str
    input_schema: JsonObject = field(repr=False)
    utterances: tuple[str, ...] = ()
    """Of its intents in the language, ``{slot}`` placeholders kept."""
    available: bool = True
    """Its server is connected and serves it."""
    fixed: tuple[Mapping[str, object], ...] = ()
    """The arguments that come with each utterance (V-14.10); empty: none of them brings any."""


@dataclass(frozen=True, slots=True)
class PreviousCall:
    """The last call of the thread, for "and tomorrow?"."""

    ref: ToolRef
    arguments: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class RouteRequest:
    sentence: str = field(repr=False)
    language: str
    """BCP-47."""
    tools: tuple[RouterTool, ...] = field(repr=False)
    now: datetime
    """Aware, in the time zone of the person: "tomorrow" is counted from it."""
    previous: PreviousCall | None = None


@dataclass(frozen=True, slots=True)
class RankedTool:
    """How one tool fits the sentence."""

    ref: ToolRef
    score: float
    """0..1."""
    arguments: JsonObject = field(repr=False)
    missing: tuple[str, ...]
    """Required arguments that the sentence does not give, in the order of the schema."""
    verdict: RouterVerdict


@dataclass(frozen=True, slots=True)
class Run:
    """Call it: it surely fits, and nothing that it needs is missing."""

    ref: ToolRef
    arguments: JsonObject = field(repr=False)
    score: float


@dataclass(frozen=True, slots=True)
class AskValue:
    """It surely fits; one value is missing."""

    ref: ToolRef
    arguments: JsonObject = field(repr=False)
    missing: str
    schema: JsonObject = field(repr=False)
    """Of the missing argument, without references."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Two or three tools fit, none surely; best first."""

    options: tuple[RankedTool, ...]


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Nothing fits well enough to be shown."""


Decision = Run | AskValue | Choose | NoMatch


@dataclass(frozen=True, slots=True)
class Routed:
    decision: Decision
    ranked: tuple[RankedTool, ...]
    """Every tool, best first."""
