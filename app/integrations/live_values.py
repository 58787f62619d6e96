"""Live values for the slots of fast intents: what a server lists, and the hint to list them anew (V-14.15, V-14.17).

One ``LiveValues`` lives as long as a connection; ``server`` owns it. Core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

import anyio

from app.domain.calls import ToolRef
from app.domain.fields import as_list, as_object
from app.domain.intent_matching import IntentOffer, can_win
from app.domain.intents import Intent
from app.integrations.served import ServedTool
from app.storage.install_record import InstallRecord

__all__ = ["REFRESH_METHOD", "LiveValues", "listed_values"]

logger = logging.getLogger(__name__)

REFRESH_METHOD: Final = "notifications/voiceos/refresh_intent_values"
SEND_LIMIT_S: Final = 5.0
"""For handing the hint to the way to the server; one that takes nothing for so long has other troubles."""
_KEY: Final = "voiceos/intent-slot-values"


class Notifier(Protocol):
    async def notify(self, method: str) -> None:
        """Send a notification without parameters; one that cannot be sent is dropped."""
        ...


def listed_values(tool: ServedTool | None) -> Mapping[str, Sequence[object]]:
    """Return what a tool lists by slot, unchecked (V-14.15)."""
    values = None if tool is None else as_object(tool.meta.get(_KEY))
    return {slot: as_list(one) or () for slot, one in (values or {}).items()}


class LiveValues:
    """The live values of one connection."""

    def __init__(self, record: InstallRecord) -> None:
        self._record = record
        self._live = tuple(intent for intent in record.manifest.intents if _is_live(intent))
        self._left_out: frozenset[str] = frozenset()
        self._wanted = anyio.Event()

    def want(self) -> None:
        """Have the hint sent soon, if there is an intent that it is for; those that wait already count as one."""
        if self._live:
            self._wanted.set()

    async def run(self, client: Notifier) -> None:
        """Send a hint whenever one is wanted; a server that does not take it costs a line of the log."""
        while True:
            await self._wanted.wait()
            self._wanted = anyio.Event()
            with anyio.move_on_after(SEND_LIMIT_S) as sending:
                await client.notify(REFRESH_METHOD)
            if sending.cancelled_caught:
                logger.info("%s does not take the hint to list its values anew", self._record.integration_id)

    def newly_left_out(self, tools: Sequence[ServedTool]) -> Iterator[str]:
        """Yield a line for each intent that these values leave out and those before did not (V-14.14)."""
        served = {tool.name: tool for tool in tools}
        left_out = frozenset(intent.name for intent in self._live if not self._is_usable(intent, served))
        for name in sorted(left_out - self._left_out):
            yield f"The intent {name} is left out until the server lists values for its slots that can be used."
        self._left_out = left_out

    def _is_usable(self, intent: Intent, served: Mapping[str, ServedTool]) -> bool:
        manifest = self._record.manifest
        schema = next(tool.input_schema for tool in manifest.tools if tool.name == intent.tool)
        ref = ToolRef(self._record.integration_id, intent.tool)
        return can_win(IntentOffer(ref, intent, schema, listed_values(served.get(intent.tool))))


def _is_live(intent: Intent) -> bool:
    return any(slot.values_from is not None for slot in intent.slots.values())
