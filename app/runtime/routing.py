"""What a typed sentence would reach, without running anything (V-6.34). Called by ``integrations``, on the core loop.

Matching runs on a thread: the intents that integrations may declare take seconds at worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import anyio
from anyio import to_thread

from app.domain.calls import ToolRef
from app.domain.fields import as_list, as_object
from app.domain.intent_matching import IntentOffer, match_intents
from app.domain.messages import OfferedTool, RoutedIntent, RouteSentence, SentenceRouted
from app.integrations.registry import Registry, ToolEntry
from app.integrations.served import ServedTool, ServerState
from app.storage.install_record import InstallRecord

__all__ = ["route"]

_LIVE_VALUES: Final = "voiceos/intent-slot-values"
"""V-14.15."""
_matching: Final = anyio.CapacityLimiter(1)


async def route(
    command: RouteSentence, registry: Registry, installed: Iterable[tuple[InstallRecord, ServerState]]
) -> SentenceRouted:
    # Both before the wait: tools may come and go meanwhile.
    entries = registry.offered()
    offered = [*_offers(entries, installed)]
    matches = await to_thread.run_sync(match_intents, command.sentence, command.language, offered, limiter=_matching)
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
        tools=tuple(
            OfferedTool(entry.ref, entry.model_name, entry.title, entry.tool.description, entry.tool.input_schema)
            for entry in entries
        ),
    )


def _offers(
    entries: Iterable[ToolEntry], installed: Iterable[tuple[InstallRecord, ServerState]]
) -> Iterator[IntentOffer]:
    """Yield the intents of tools that can be called now (V-14.3, V-6.15)."""
    schemas = {entry.ref: entry.tool.input_schema for entry in entries}
    for record, state in installed:
        served = {tool.name: tool for tool in state.tools}
        for intent in record.manifest.intents:
            ref = ToolRef(record.integration_id, intent.tool)
            if ref in schemas:
                yield IntentOffer(ref, intent, schemas[ref], _live_values(served.get(intent.tool)))


def _live_values(tool: ServedTool | None) -> Mapping[str, list[object]]:
    values = None if tool is None else as_object(tool.meta.get(_LIVE_VALUES))
    return {slot: as_list(one) or [] for slot, one in (values or {}).items()}
