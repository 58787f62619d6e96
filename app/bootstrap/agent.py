"""The agent's parts: the offline router, and the way to language models, whose library is imported when one is asked.

Called by ``bootstrap/core``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial

from app.agent.model_turn import ModelLayer
from app.agent.router import Router, router_tools
from app.domain.providers import ModelServer
from app.runtime.agent_parts import AgentParts, OpenedModel
from app.runtime.parts import Clocks
from app.settings.model import AgentSettings

__all__ = ["agent_parts"]


def agent_parts(clocks: Clocks) -> AgentParts:
    """Return what the agent of a person's Voxnotch works with; nothing is loaded yet."""
    now = partial(_now, clocks.unix_s)
    return AgentParts(
        router=Router(),
        router_tools=router_tools,
        open_model=partial(_open_model, now),
        find_servers=_find_servers,
        now=now,
    )


def _now(unix_s: Callable[[], float]) -> datetime:
    return datetime.fromtimestamp(unix_s(), UTC).astimezone()


def _open_model(
    now: Callable[[], datetime], settings: AgentSettings, load_key: Callable[[], Awaitable[str]]
) -> OpenedModel:
    return ModelLayer(settings, load_key, now=now)


async def _find_servers() -> tuple[ModelServer, ...]:
    from app.agent.local_servers import find_servers  # an HTTP client, which the start need not wait for

    return await find_servers()
