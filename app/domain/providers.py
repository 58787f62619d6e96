"""Who may answer with a language model, as settings, messages and the model layer name them. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["AgentProvider", "KeyState", "ModelServer"]


class AgentProvider(StrEnum):
    OFFLINE = "offline"
    """No model: fast intents and the router answer."""
    COMPATIBLE = "openai-compatible"
    """Any server that speaks OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM."""
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    MISTRAL = "mistral"

    @property
    def is_hosted(self) -> bool:
        """Words leave this machine, and a key is needed."""
        return self not in {AgentProvider.OFFLINE, AgentProvider.COMPATIBLE}


class KeyState(StrEnum):
    """Whether there is a key for a provider."""

    NONE = "none"
    STORED = "stored"
    """In the key store of the system."""
    UNTIL_QUIT = "until-quit"
    UNKNOWN = "unknown"
    """The key store does not say."""


@dataclass(frozen=True, slots=True)
class ModelServer:
    """A model server that was found on this machine."""

    name: str
    """``Ollama``, ``LM Studio`` and so on."""
    base_url: str
    """As ``AgentSettings.base_url``."""
    models: tuple[str, ...]
    """Newest, or first in its own list, first."""
