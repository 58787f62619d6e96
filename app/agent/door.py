"""The tools of one agent turn: every call goes through the executor and is noted in the turn's record.

Made by ``runner`` for each turn; core loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import anyio

from app.agent.ports import TurnRequest
from app.agent.record import TurnRecord
from app.domain.calls import CallClass, CallFailure, IntegrationId, Origin, ToolCall, ToolOutcome, ToolRef, new_call_id
from app.domain.threads import TurnCall
from app.extensions.secret_mask import SecretMask
from app.integrations.registry import ToolEntry
from app.tools.turn_memory import TurnMemory

__all__ = ["Door", "Runs", "Tools"]

_STOPPED: Final = "Stopped; it may have happened all the same"


class Runs(Protocol):
    """The executor."""

    async def run(self, call: ToolCall, *, turn: TurnMemory | None = None, transcript: str = "") -> ToolOutcome: ...


class Tools(Protocol):
    """The registry."""

    def find(self, ref: ToolRef) -> ToolEntry | None: ...

    def offered(self) -> tuple[ToolEntry, ...]: ...


class Door:
    """Port ``ToolDoor`` over executor and registry."""

    def __init__(
        self,
        tools: Tools,
        executor: Runs,
        request: TurnRequest,
        record: TurnRecord,
        mask_of: Callable[[IntegrationId], SecretMask],
    ) -> None:
        """``mask_of`` hides the secrets of an integration in what is kept (V-19.7)."""
        self._mask_of = mask_of
        self._tools = tools
        self._executor = executor
        self._request = request
        self._record = record
        self._memory = TurnMemory(request.text)

    def offered(self) -> Sequence[ToolEntry]:
        return self._tools.offered()

    async def call(
        self, ref: ToolRef, arguments: Mapping[str, object], *, origin: Origin = Origin.AGENT
    ) -> ToolOutcome:
        call = ToolCall(new_call_id(), ref, arguments, origin, self._request.turn_id)
        entry = self._tools.find(ref)
        try:
            outcome = await self._executor.run(call, turn=self._memory, transcript=self._request.text)
        except anyio.get_cancelled_exc_class():
            self._note(
                call,
                entry,
                ToolOutcome(
                    call.call_id,
                    ref,
                    CallFailure(CallClass.DECLINED, "Stopped; it may have happened all the same", effect_unknown=True),
                ),
            )
            raise
        self._note(call, entry, outcome)
        return outcome

    def _note(self, call: ToolCall, entry: ToolEntry | None, outcome: ToolOutcome) -> None:
        failure, ref = outcome.failure, call.ref
        if failure is not None and failure.words:
            self._memory.note_words(failure.words)  # a revision is said by the person, and no value of a tool (V-8.47)
        if entry is not None and entry.record.manifest.owns_audio:
            self._record.is_silent = True
        self._record.calls.append(
            TurnCall(
                call.call_id,
                ref,
                tool_title=entry.title if entry else ref.tool,
                integration_name=entry.record.manifest.name if entry else ref.integration,
                icon_path=entry.record.icon_path if entry else "",
                failure=None if failure is None else failure.kind,
                message="" if failure is None else self._mask_of(ref.integration).mask(failure.message),
                card=outcome.card,
                duration_s=outcome.duration_s,
            )
        )
