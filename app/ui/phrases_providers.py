"""The names of those who may answer with a language model, as people know them. Context ``Models``; Qt main thread."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.providers import AgentProvider
from app.ui.marking import QT_TRANSLATE_NOOP

__all__ = ["provider_title"]

_TITLES: Final[dict[AgentProvider, str]] = {
    AgentProvider.OFFLINE: QT_TRANSLATE_NOOP("Models", "None"),
    AgentProvider.COMPATIBLE: QT_TRANSLATE_NOOP("Models", "A server on this computer or network"),
    AgentProvider.OPENAI: QT_TRANSLATE_NOOP("Models", "OpenAI"),
    AgentProvider.ANTHROPIC: QT_TRANSLATE_NOOP("Models", "Anthropic"),
    AgentProvider.GOOGLE: QT_TRANSLATE_NOOP("Models", "Google"),
    AgentProvider.MISTRAL: QT_TRANSLATE_NOOP("Models", "Mistral"),
}


def provider_title(provider: AgentProvider) -> str:
    """Name who may answer."""
    return QCoreApplication.translate("Models", _TITLES[provider])
