"""Work that runs beside the command loop, each in a task of its own whose failure costs nothing else.

Owned by the desk and by the integrations; core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVarTuple

from anyio.abc import TaskGroup

from app.domain.errors import AppError
from app.domain.messages import Notice, NoticeCode
from app.runtime.parts import Emit

__all__ = ["SideTasks"]

log = logging.getLogger(__name__)

Ts = TypeVarTuple("Ts")


class SideTasks:
    def __init__(self, group: TaskGroup, emit: Emit) -> None:
        self._group = group
        self._emit = emit

    def spawn(self, work: Callable[[*Ts], Awaitable[None]], *args: *Ts) -> None:
        """Let it run beside the rest; its failure is told."""
        self._group.start_soon(self.attempt, work, *args)

    async def attempt(self, work: Callable[[*Ts], Awaitable[None]], *args: *Ts) -> None:
        """Do it here; its failure is told and ends nothing."""
        try:
            await work(*args)
        except AppError as error:
            log.warning("a command could not be done: %s", error)
            self._emit(Notice(NoticeCode.FAILED, place=error.code))
        except Exception:
            # The supervisor of these tasks: a fault in one must not end the core, and the running take with it.
            log.exception("a task failed")
            self._emit(Notice(NoticeCode.INTERNAL))
