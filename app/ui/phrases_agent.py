"""The words for why the agent has no answer, and why it was not said aloud (context ``Errors``).

Part of the table of ``phrases``, which fills in ``{place}``.
"""

from __future__ import annotations

from typing import Final

from app.domain.providers import AgentProvider
from app.ui.marking import QT_TRANSLATE_NOOP
from app.ui.phrases_providers import provider_title

__all__ = ["AGENT_ERRORS", "NEXT_ON_MODELS", "agent_place"]

_CALL_FAILED: Final = (
    QT_TRANSLATE_NOOP("Errors", "The action did not work."),
    QT_TRANSLATE_NOOP("Errors", "Try again, or ask in other words."),
)
"""Where the notch saw the call itself, its own reason stands instead."""

AGENT_ERRORS: Final[dict[str, tuple[str, str]]] = {
    "agent-no-match": (
        QT_TRANSLATE_NOOP("Errors", "No action fits what you said."),
        QT_TRANSLATE_NOOP("Errors", "Say it in other words, or choose a language model that understands more."),
    ),
    "agent-no-tools": (
        QT_TRANSLATE_NOOP("Errors", "There is no action that could answer this yet."),
        QT_TRANSLATE_NOOP("Errors", "Install an integration, or switch one on."),
    ),
    "agent-no-model": (
        QT_TRANSLATE_NOOP("Errors", "No language model is chosen."),
        QT_TRANSLATE_NOOP("Errors", "Choose one under Models."),
    ),
    "agent-no-address": (
        QT_TRANSLATE_NOOP("Errors", "The address of the model server is missing."),
        QT_TRANSLATE_NOOP("Errors", "Enter it under Models, or let Voxnotch look for a server on this computer."),
    ),
    "agent-key-missing": (
        QT_TRANSLATE_NOOP("Errors", "There is no key for the language model: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Enter it under Models. It is kept in the key store of your system."),
    ),
    "agent-key-refused": (
        QT_TRANSLATE_NOOP("Errors", "The key was refused: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Enter a valid one under Models."),
    ),
    "agent-model-unknown": (
        QT_TRANSLATE_NOOP("Errors", "The server does not have this model: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another one under Models."),
    ),
    "agent-server-gone": (
        QT_TRANSLATE_NOOP("Errors", "The model server cannot be reached: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Check that it runs and that you are connected, then try again."),
    ),
    "agent-timeout": (
        QT_TRANSLATE_NOOP("Errors", "The language model did not answer in time."),
        QT_TRANSLATE_NOOP("Errors", "Try again, or allow it more time under Models."),
    ),
    "agent-rate-limited": (
        QT_TRANSLATE_NOOP("Errors", "The model server takes no more requests just now."),
        QT_TRANSLATE_NOOP("Errors", "Wait a moment, then try again."),
    ),
    "agent-context-full": (
        QT_TRANSLATE_NOOP("Errors", "This topic has grown too long for the language model."),
        QT_TRANSLATE_NOOP("Errors", "Start a new topic and ask again."),
    ),
    "agent-broken-answer": (
        QT_TRANSLATE_NOOP("Errors", "The answer of the language model broke off."),
        QT_TRANSLATE_NOOP("Errors", "Try again."),
    ),
    "agent-limit-reached": (
        QT_TRANSLATE_NOOP("Errors", "This took more steps than the settings allow."),
        QT_TRANSLATE_NOOP("Errors", "Ask for less at once, or raise the limits under Models."),
    ),
    "agent-refused": (
        QT_TRANSLATE_NOOP("Errors", "The language model does not want to answer this."),
        QT_TRANSLATE_NOOP("Errors", "Ask in another way, or choose another model."),
    ),
    "agent-failed": (
        QT_TRANSLATE_NOOP("Errors", "The language model gave no answer."),
        QT_TRANSLATE_NOOP("Errors", "Try again. If it stays, test the model under Models."),
    ),
    "agent-starting": (
        QT_TRANSLATE_NOOP("Errors", "Your integrations are still starting."),
        QT_TRANSLATE_NOOP("Errors", "Try again in a moment."),
    ),
    "agent-router-broken": (
        QT_TRANSLATE_NOOP("Errors", "The part of Voxnotch that works without a language model is not whole."),
        QT_TRANSLATE_NOOP("Errors", "Install Voxnotch again, or choose a language model."),
    ),
    "agent-turn-unknown": (
        QT_TRANSLATE_NOOP("Errors", "What you said then is not kept any more."),
        QT_TRANSLATE_NOOP("Errors", "Say it again."),
    ),
    "agent-call-failed": _CALL_FAILED,
    "call-failed": _CALL_FAILED,
    "agent-busy": (
        QT_TRANSLATE_NOOP("Errors", "Your last question is not done yet: it is worked on, or waits for you."),
        QT_TRANSLATE_NOOP("Errors", "Answer what it asks in the notch, wait for it, or cancel it; then ask again."),
    ),
    "agent-closed": (
        QT_TRANSLATE_NOOP("Errors", "You ended this before it was answered."),
        QT_TRANSLATE_NOOP("Errors", "Ask again whenever you like."),
    ),
    "narrator-missing": (
        QT_TRANSLATE_NOOP("Errors", "There is no voice on this computer."),
        QT_TRANSLATE_NOOP("Errors", "Install a speech synthesiser, such as eSpeak NG."),
    ),
    "narrator-failed": (
        QT_TRANSLATE_NOOP("Errors", "The voice did not work."),
        QT_TRANSLATE_NOOP("Errors", "Choose another voice in Settings."),
    ),
}

NEXT_ON_MODELS: Final[dict[str, str]] = {
    "agent-no-model": QT_TRANSLATE_NOOP("Errors", "Enter its name here."),
    "agent-no-address": QT_TRANSLATE_NOOP("Errors", "Enter it here, or choose a server that was found."),
    "agent-key-missing": QT_TRANSLATE_NOOP("Errors", "Enter it here. It is kept in the key store of your system."),
    "agent-key-refused": QT_TRANSLATE_NOOP("Errors", "Enter a valid one here."),
    "agent-model-unknown": QT_TRANSLATE_NOOP("Errors", "Choose another one here."),
    "agent-timeout": QT_TRANSLATE_NOOP("Errors", "Try again, or allow it more time below."),
    "agent-limit-reached": QT_TRANSLATE_NOOP("Errors", "Ask for less at once, or raise the limits below."),
    "agent-failed": QT_TRANSLATE_NOOP("Errors", "Test the model here."),
}
"""The next step for who is on the Models page already."""


def agent_place(place: str) -> str:
    """Name a provider as people know it; a server or a model is called as it is."""
    if place not in {one.value for one in AgentProvider}:
        return place
    return provider_title(AgentProvider(place))
