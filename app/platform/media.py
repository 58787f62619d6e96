"""Other programs' sound on Linux: lower it by PulseAudio, pause it by MPRIS, and always put it back (A40).

Called by the coordinator's run on the core loop; blocking parts run on a worker thread, one at a time. The plan of
what was changed is on disk before anything is. Streams and players that start during a take are left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from app.domain.errors import External
from app.platform.mpris_players import (
    continue_players,
    pause_players,
    playing_players,
    session_bus,
)
from app.platform.pulse_streams import lower_streams, restore_streams
from app.platform.sound_plan import LoweredStream, PlanFile, SoundPlan

__all__ = ["LinuxMedia"]

log = logging.getLogger(__name__)

T = TypeVar("T")

RESTORE_LIMIT_S: Final = 5.0
"""Bound of the shielded clean-up; each step in it is bounded by about 1 s itself."""

PLAN_NAME: Final = "other-sound.json"


class LinuxMedia:
    """``MediaControl`` for PulseAudio, PipeWire's PulseAudio service, and MPRIS players."""

    def __init__(self, state: Path, *, bus_address: str, sound_server: str | None = None) -> None:
        """Keep the plan in the folder ``state``.

        ``bus_address`` "" means that there is no session bus; ``sound_server`` ``None`` lets libpulse choose.
        """
        self._file = PlanFile(state / PLAN_NAME)
        self._bus_address = bus_address
        self._server = sound_server
        self._turns = anyio.Lock()
        self._worker = anyio.CapacityLimiter(1)
        self._said: set[str] = set()

    async def lower(self, to: float) -> None:
        """Scale the volume of all other streams by ``to`` (0..1)."""
        async with self._turns:
            plan = await self._on_worker(self._file.read)

            def remember(streams: tuple[LoweredStream, ...]) -> None:
                self._file.write(plan.model_copy(update={"streams": plan.streams + streams}))

            try:
                await self._on_worker(partial(lower_streams, self._server, to, plan.streams, remember))
            except External as error:
                self._say_once(error)
            except OSError as error:
                log.warning("other sound is left as it is, the plan cannot be kept: %s", type(error).__name__)

    async def pause(self) -> None:
        """Pause the players that are playing."""
        async with self._turns:
            plan = await self._on_worker(self._file.read)
            try:
                async with session_bus(self._bus_address) as bus:
                    playing = await playing_players(bus)
                    if not playing:
                        return
                    players = tuple(dict.fromkeys(plan.players + playing))
                    await self._on_worker(partial(self._file.write, plan.model_copy(update={"players": players})))
                    await pause_players(bus, playing)
            except External as error:
                self._say_once(error)
            except OSError as error:
                log.warning("players go on, the plan cannot be kept: %s", type(error).__name__)

    async def restore(self) -> None:
        """Put back all that was changed, also by a run that crashed; finishes even when the caller is cancelled.

        What cannot be reached now stays in the plan for the next restore.
        """
        with anyio.move_on_after(RESTORE_LIMIT_S, shield=True):
            async with self._turns:
                plan = await self._on_worker(self._file.read)
                if plan.empty:
                    return
                left = SoundPlan(
                    streams=() if await self._streams_back(plan) else plan.streams,
                    players=() if await self._players_back(plan) else plan.players,
                )
                try:
                    await self._on_worker(partial(self._file.write, left))
                except OSError as error:
                    log.warning("the plan of lowered sound cannot be removed: %s", type(error).__name__)

    async def _streams_back(self, plan: SoundPlan) -> bool:
        if not plan.streams:
            return True
        try:
            await self._on_worker(partial(restore_streams, self._server, plan.streams))
        except External as error:
            self._say_once(error)
            return False
        return True

    async def _players_back(self, plan: SoundPlan) -> bool:
        if not plan.players:
            return True
        try:
            async with session_bus(self._bus_address) as bus:
                await continue_players(bus, plan.players)
        except External as error:
            self._say_once(error)
            return False
        return True

    async def _on_worker(self, work: Callable[[], T]) -> T:
        # Not abandoned on cancellation: the work is short and bounded, and half of it would leave sound lowered.
        return await anyio.to_thread.run_sync(work, limiter=self._worker)

    def _say_once(self, error: External) -> None:
        if error.code not in self._said:
            self._said.add(error.code)
            log.info("other sound is left as it is: %s", error)
