"""The calls that turns made, with their cards, as history shows them (V-9.34).

Called by the core loop (``runtime``); the statements run on the thread of :class:`~app.storage.database.Database`. The
rows go with their turn. This is no audit: arguments and approvals are in the journal.

Every method raises :class:`~app.domain.errors.StorageUnavailable` when the file cannot be read or written.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pydantic import ValidationError

from app.domain.calls import CallClass, CallId, IntegrationId, ToolRef
from app.domain.cards import Card
from app.domain.threads import TurnCall
from app.domain.turn import TurnId
from app.storage.database import Database
from app.storage.turn_rows import as_utf8

__all__ = ["CALL_COLUMNS", "TurnCalls", "turn_call"]

log = logging.getLogger(__name__)

CALL_COLUMNS: Final = (
    "call_id, integration_id, tool, tool_title, integration_name, icon_path, failure, message, duration_s"
)
"""As :func:`turn_call` reads them; a card comes after them."""

_ADD: Final = f"""
INSERT INTO turn_calls (turn, position, {CALL_COLUMNS}, card)
SELECT id, (SELECT coalesce(max(position) + 1, 0) FROM turn_calls WHERE turn = turns.id), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
FROM turns WHERE turn_id = ?
ON CONFLICT (turn, call_id) DO UPDATE SET failure = excluded.failure, message = excluded.message,
    duration_s = excluded.duration_s, card = excluded.card
"""  # noqa: S608 -- constants
_OF: Final = (
    f"SELECT {CALL_COLUMNS}, card FROM turn_calls "  # noqa: S608 -- constants
    "WHERE turn = (SELECT id FROM turns WHERE turn_id = ?) ORDER BY position"
)

_CLASSES: Final = {kind.value: kind for kind in CallClass}


class TurnCalls:
    """The calls of the turns of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, turn_id: TurnId, calls: Sequence[TurnCall]) -> None:
        """Keep calls behind those that the turn has; a call that is there already is replaced in its place.

        A turn that was deleted meanwhile, or never begun, keeps none.
        """
        rows = [(*_row(call), turn_id) for call in calls]
        await self._database.write(lambda connection: connection.executemany(_ADD, rows), durable=True)

    async def of(self, turn_id: TurnId) -> tuple[TurnCall, ...]:
        """Return the calls of a turn with their cards, in the order in which they were made."""
        return (await self.of_each((turn_id,)))[turn_id]

    async def of_each(self, turn_ids: Iterable[TurnId]) -> Mapping[TurnId, tuple[TurnCall, ...]]:
        """Return the same for several turns at once; each of them is there."""
        wanted = tuple(turn_ids)

        def select(connection: sqlite3.Connection) -> dict[TurnId, tuple[TurnCall, ...]]:
            return {each: tuple(map(_call_with_card, connection.execute(_OF, (each,)))) for each in wanted}

        return await self._database.read(select)


def turn_call(row: Sequence[object], card: Card | None = None) -> TurnCall:
    """Read :data:`CALL_COLUMNS`; a class of failure that a newer Voxnotch has added is an error of the tool."""
    call_id, integration_id, tool, tool_title, integration_name, icon_path, failure, message, duration_s = row
    return TurnCall(
        call_id=CallId(str(call_id)),
        ref=ToolRef(IntegrationId(str(integration_id)), str(tool)),
        tool_title=str(tool_title),
        integration_name=str(integration_name),
        icon_path=str(icon_path),
        failure=_CLASSES.get(str(failure), CallClass.TOOL_ERROR) if failure else None,
        message=str(message),
        card=card,
        duration_s=float(str(duration_s)),
    )


def _call_with_card(row: Sequence[object]) -> TurnCall:
    return turn_call(row[:-1], _card(row[-1]))


def _row(call: TurnCall) -> tuple[object, ...]:
    return (
        *(call.call_id, call.ref.integration, as_utf8(call.ref.tool), as_utf8(call.tool_title)),
        *(as_utf8(call.integration_name), as_utf8(call.icon_path), "" if call.failure is None else call.failure.value),
        *(as_utf8(call.message), call.duration_s, None if call.card is None else _written(call.card)),
    )


def _written(card: Card) -> str:
    return as_utf8(json.dumps(card.model_dump(by_alias=True), ensure_ascii=False, separators=(",", ":")))


def _card(written: object) -> Card | None:
    """Read a card; one that a newer Voxnotch wrote, or that is damaged, is none, and its call still shows."""
    if written is None:
        return None
    try:
        return Card.model_validate_json(str(written))
    except ValidationError as error:
        log.warning("a kept card cannot be shown: %d faults", error.error_count())
        return None
