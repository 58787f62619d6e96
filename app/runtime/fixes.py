"""Which one button helps with what went wrong in a turn. Pure; used by the runs, core loop."""

from __future__ import annotations

from typing import Final

from app.domain.errors import AppError
from app.domain.messages import Fix

__all__ = ["fix_for"]

_BY_CODE: Final = {
    "call-failed": Fix.ASK_AGENT,
    "agent-context-full": Fix.NEW_TOPIC,
    "agent-key-missing": Fix.OPEN_AGENT_SETTINGS,
    "agent-key-refused": Fix.OPEN_AGENT_SETTINGS,
    "agent-model-unknown": Fix.OPEN_AGENT_SETTINGS,
    "agent-limit-reached": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-address": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-match": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-model": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-tools": Fix.OPEN_INTEGRATIONS,
    "agent-refused": Fix.OPEN_AGENT_SETTINGS,
    "agent-router-broken": Fix.OPEN_AGENT_SETTINGS,
    "agent-turn-unknown": Fix.NONE,
}
_BY_KIND: Final = {
    "model": Fix.REPAIR_MODEL,
    "microphone": Fix.OPEN_AUDIO_SETTINGS,
    "storage": Fix.OPEN_DATA_FOLDER,
    "key": Fix.OPEN_AGENT_SETTINGS,
    "agent": Fix.SAY_AGAIN,
}
"""By the first word of a code."""


def fix_for(error: AppError | None, *, has_text: bool, has_audio: bool) -> Fix:
    """Choose the one button that helps with ``error``."""
    if error is None:
        return Fix.COPY_TEXT if has_text else Fix.NONE
    known = _BY_CODE.get(error.code) or _BY_KIND.get(error.code.partition("-")[0])
    if known is not None:
        return known
    if has_text:
        return Fix.COPY_TEXT
    return Fix.RETRY_TURN if has_audio else Fix.NONE
