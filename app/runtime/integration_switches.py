"""The switches of a page: which record a command changes, and how. Pure; called by ``integrations``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.domain.calls import IntegrationId, Pill
from app.domain.messages import (
    SetAskFor,
    SetIntegrationEnabled,
    SetPill,
    SetReloadByItself,
    SetTranscriptAccess,
)
from app.storage.install_record import InstallRecord

__all__ = ["Switch", "change_of"]

Switch = SetIntegrationEnabled | SetTranscriptAccess | SetAskFor | SetReloadByItself | SetPill


def change_of(command: Switch) -> tuple[IntegrationId, Callable[[InstallRecord], InstallRecord]]:
    match command:
        case SetIntegrationEnabled(integration, enabled):
            return integration, lambda one: replace(one, enabled=enabled)
        case SetTranscriptAccess(integration, allowed):
            return integration, lambda one: replace(one, transcript_access=allowed)
        case SetAskFor(integration, ask_for):
            return integration, lambda one: replace(one, ask_for=ask_for)
        case SetReloadByItself(integration, on):
            return integration, lambda one: replace(one, reload_by_itself=on)
        case SetPill(tool, pill):
            return tool.integration, lambda one: _with_pill(one, tool.tool, pill)


def _with_pill(record: InstallRecord, tool: str, pill: Pill | None) -> InstallRecord:
    others = {name: one for name, one in record.pills.items() if name != tool}
    return replace(record, pills=others if pill is None else {**others, tool: pill})
