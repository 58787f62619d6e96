"""Which fast intents could win now, and which one does (V-14.18 to V-14.22). Called by ``runner`` and ``routing``.

Core loop; matching runs on a thread: the intents that integrations may declare take seconds at worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import anyio
from anyio import to_thread

from app.domain.calls import ToolRef
from app.domain.intent_matching import IntentMatch, IntentOffer, match_intents
from app.integrations.live_values import listed_values
from app.integrations.registry import ToolEntry
from app.integrations.served import ServerState
from app.storage.install_record import InstallRecord

__all__ = ["SELECT_S", "Installed", "intent_offers", "matches_of", "winner_of"]

SELECT_S: Final = 1.5
"""V-14.24: an intent that is selected later has lost."""
_matching: Final = anyio.CapacityLimiter(1)

Installed = Iterable[tuple[InstallRecord, ServerState]]
"""What is installed, each with how its server is now."""


def intent_offers(entries: Iterable[ToolEntry], installed: Installed) -> Iterator[IntentOffer]:
    """Yield the intents of tools that can be called now (V-14.3, V-6.15)."""
    schemas = {entry.ref: entry.tool.input_schema for entry in entries}
    for record, state in installed:
        served = {tool.name: tool for tool in state.tools}
        for intent in record.manifest.intents:
            ref = ToolRef(record.integration_id, intent.tool)
            if ref in schemas:
                yield IntentOffer(ref, intent, schemas[ref], listed_values(served.get(intent.tool)))


async def matches_of(sentence: str, language: str, offers: Iterable[IntentOffer]) -> tuple[IntentMatch, ...]:
    """Return every reading of the sentence, best first; ``offers`` are taken before the first wait."""
    taken = [*offers]
    if not taken:
        return ()
    return await to_thread.run_sync(match_intents, sentence, language, taken, limiter=_matching, abandon_on_cancel=True)


async def winner_of(sentence: str, language: str, offers: Iterable[IntentOffer]) -> IntentMatch | None:
    """Return the intent that wins, if one does in time (V-14.22, V-14.24)."""
    with anyio.move_on_after(SELECT_S):
        matches = await matches_of(sentence, language, offers)
        return next((match for match in matches if match.would_win), None)
    return None
