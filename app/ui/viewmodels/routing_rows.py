"""What the routing panel lists for a sentence: intents and tools, each with its score and what would become of it.

Pure; called by ``routing`` on Qt's main thread.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from app.domain.calls import ToolRef
from app.domain.messages import OfferedTool, RoutedIntent, RouterVerdict
from app.ui.phrases_routing import verdict_words
from app.ui.viewmodels.routing_arguments import filling_words

__all__ = ["IntentRow", "ToolRow", "intent_row", "tool_row"]

_ACTS: Final = frozenset({RouterVerdict.WOULD_RUN, RouterVerdict.MISSING, RouterVerdict.WOULD_OFFER})


@dataclass(frozen=True, slots=True)
class IntentRow:
    number: int
    integration: str
    tool: str
    intent: str
    title: str
    score: float
    """0..1."""
    filling: str
    """Its arguments in words; "" for none. QML keeps the word ``arguments`` for itself."""
    would_win: bool
    callable: bool
    """Its tool is offered now."""


@dataclass(frozen=True, slots=True)
class ToolRow:
    integration: str
    tool: str
    effective_name: str
    title: str
    description: str
    score: float
    """0..1, as the offline router sees it."""
    filling: str
    """What the router would fill in, in words."""
    verdict: str
    """What it would do, in words."""
    would_act: bool
    """It would be run, asked about or offered."""


def intent_row(number: int, intent: RoutedIntent, offered: Container[ToolRef]) -> IntentRow:
    return IntentRow(
        number=number,
        integration=intent.tool.integration,
        tool=intent.tool.tool,
        intent=intent.intent,
        title=intent.title,
        score=intent.score,
        filling=filling_words(intent.arguments),
        would_win=intent.would_win,
        callable=intent.tool in offered,
    )


def tool_row(tool: OfferedTool) -> ToolRow:
    return ToolRow(
        integration=tool.tool.integration,
        tool=tool.tool.tool,
        effective_name=tool.effective_name,
        title=tool.title,
        description=tool.description,
        score=tool.score,
        filling=filling_words(tool.arguments),
        verdict=verdict_words(tool),
        would_act=tool.verdict in _ACTS,
    )
