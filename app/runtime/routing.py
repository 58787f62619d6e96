"""What a typed sentence would reach, without running anything (V-6.34). Called by ``integrations``, core loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import anyio
from anyio import to_thread

from app.agent.intents import Installed, intent_offers, matches_of
from app.agent.routed import Routes
from app.agent.router import RankedTool, RouteRequest, RouterTool
from app.domain.messages import OfferedTool, RoutedIntent, RouterVerdict, RouteSentence, SentenceRouted
from app.integrations.registry import Registry, ToolEntry

__all__ = ["RouterParts", "route"]

_routing: Final = anyio.CapacityLimiter(1)


@dataclass(frozen=True, slots=True)
class RouterParts:
    """The offline router, and what it is told."""

    router: Routes
    tools: Callable[[Sequence[ToolEntry], str], tuple[RouterTool, ...]]
    now: Callable[[], datetime]
    has_model: Callable[[], bool]


async def route(command: RouteSentence, registry: Registry, installed: Installed, parts: RouterParts) -> SentenceRouted:
    # Both before the first wait: tools may come and go meanwhile.
    entries = registry.offered()
    offers = [*intent_offers(entries, installed)]
    request = RouteRequest(command.sentence, command.language, parts.tools(entries, command.language), parts.now())
    matches = await matches_of(command.sentence, command.language, offers)
    routed = await to_thread.run_sync(parts.router.route, request, limiter=_routing)
    titles = {entry.ref: entry.title for entry in entries}
    return SentenceRouted(
        command.request,
        intents=tuple(
            RoutedIntent(
                tool=match.ref,
                intent=match.intent,
                title=titles[match.ref],
                score=match.score,
                arguments=match.arguments,
                would_win=match.would_win,
            )
            for match in matches
        ),
        tools=_offered(entries, routed.ranked),
        has_model=parts.has_model(),
    )


def _offered(entries: Iterable[ToolEntry], ranked: Sequence[RankedTool]) -> tuple[OfferedTool, ...]:
    """Return the tools, best score first; one that the router does not rank comes last."""
    places = {one.ref: place for place, one in enumerate(ranked)}
    found = {one.ref: one for one in ranked}
    in_order = sorted(entries, key=lambda entry: places.get(entry.ref, len(places)))
    return tuple(_tool(entry, found.get(entry.ref)) for entry in in_order)


def _tool(entry: ToolEntry, ranked: RankedTool | None) -> OfferedTool:
    if ranked is None:
        return OfferedTool(entry.ref, entry.model_name, entry.title, entry.tool.description, entry.tool.input_schema)
    return OfferedTool(
        entry.ref,
        entry.model_name,
        entry.title,
        entry.tool.description,
        entry.tool.input_schema,
        score=ranked.score,
        arguments=ranked.arguments,
        verdict=ranked.verdict,
        missing=ranked.missing[0] if ranked.verdict is RouterVerdict.MISSING and ranked.missing else "",
    )
