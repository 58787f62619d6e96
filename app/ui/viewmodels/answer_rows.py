"""What the Models page lists about language models: who may answer, servers that were found, names of models.

Pure; made by ``answers`` on Qt's main thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.providers import AgentProvider, ModelServer
from app.ui.model_address import read_address, same_address
from app.ui.phrases_models import provider_meaning
from app.ui.phrases_providers import provider_title

__all__ = ["SUGGESTED", "ProviderRow", "ServerRow", "model_names", "provider_rows", "server_rows"]

SUGGESTED: Final[dict[AgentProvider, tuple[str, ...]]] = {
    AgentProvider.OPENAI: ("gpt-6.1-terra", "gpt-6.1-sol", "gpt-6-luna"),
    AgentProvider.ANTHROPIC: ("claude-sonnet-5-5", "claude-haiku-4-5", "claude-opus-5-5"),
    AgentProvider.GOOGLE: ("gemini-3.8-flash", "gemini-3.5-flash-lite"),
    AgentProvider.MISTRAL: ("mistral-medium-latest", "mistral-small-latest", "mistral-large-latest"),
}
"""Names that the library for models knows of each provider (a test says when one is gone); the first is filled in."""


@dataclass(frozen=True, slots=True)
class ProviderRow:
    value: str
    """``AgentProvider``."""
    title: str
    meaning: str
    """Where words go; told before it is chosen."""
    chosen: bool
    leaves: bool
    """Words leave this machine for certain."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    name: str
    base_url: str
    model_count: int
    in_use: bool


def provider_rows(chosen: AgentProvider, address: str) -> list[ProviderRow]:
    read = read_address(address)
    sends = {one for one in AgentProvider if one.is_hosted}
    if read.host and not read.is_here:
        sends.add(AgentProvider.COMPATIBLE)
    return [
        ProviderRow(one.value, provider_title(one), provider_meaning(one, address), one is chosen, one in sends)
        for one in AgentProvider
    ]


def server_rows(servers: Iterable[ModelServer], address: str) -> list[ServerRow]:
    """List each address once; ``address``: of the one that is used now, "" for none."""
    by_address = {server.base_url: server for server in servers}
    return [
        ServerRow(one.name, one.base_url, len(one.models), same_address(one.base_url, address))
        for one in by_address.values()
    ]


def model_names(provider: AgentProvider, address: str, servers: Sequence[ModelServer]) -> tuple[str, ...]:
    """Return names that may be chosen: of the server at ``address``, or those suggested for a provider."""
    if provider is AgentProvider.COMPATIBLE:
        return next((one.models for one in servers if same_address(one.base_url, address)), ())
    return SUGGESTED.get(provider, ())
