"""What is installed and what its servers serve, as tools with their names: what can be found, offered and listed.

``supervisor`` keeps it up to date; the executor, the router and pages ask it. Everything enforced comes from the
approved manifest (V-2.24), only annotations come from the server. Core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.domain.calls import IntegrationId, Tier, ToolRef
from app.domain.manifest import Tool
from app.domain.tools import free_short_name, short_name, tier
from app.integrations.names import model_name, namespaced_name
from app.integrations.parity import RESERVED_PREFIX
from app.integrations.plain import plain_tools
from app.integrations.served import ServedTool
from app.storage.install_record import InstallRecord

__all__ = ["Registry", "ToolEntry"]

logger = logging.getLogger(__name__)

MOST_WORDS: Final = 500
"""V-2.23."""


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """One tool of an installed integration."""

    ref: ToolRef
    tool: Tool
    record: InstallRecord
    short_name: str
    """Of the integration, as it is unique now (V-6.17)."""
    title: str
    namespaced_name: str
    """V-6.18."""
    model_name: str
    """V-6.19."""
    served_name: str
    """What its server calls it (A49)."""
    read_only_hint: bool
    destructive_hint: bool
    available: bool
    """False: its server is connected and does not serve it (V-6.22)."""
    connected: bool

    @property
    def tier(self) -> Tier:
        """V-7.16."""
        return tier(
            self.tool.name,
            self.title,
            self.short_name,
            confirms=self.tool.confirmation is not None,
            destructive=self.destructive_hint,
            read_only=self.read_only_hint,
        )

    @property
    def listed(self) -> bool:
        """Whether it is in the action list and counted there (V-6.12, V-6.14)."""
        return self.tool.visibility == "user"

    @property
    def offered(self) -> bool:
        """Whether a model may be told of it: it can be called now (V-6.15, V-6.22)."""
        return self.connected and self.available and not self.tool.disabled


class Registry:
    """The catalogue of all tools."""

    def __init__(self) -> None:
        self._records: dict[IntegrationId, InstallRecord] = {}
        self._served: dict[IntegrationId, tuple[ServedTool, ...]] = {}
        self._entries: dict[ToolRef, ToolEntry] | None = None

    # Kept up to date by the supervisor

    def set_records(self, records: Sequence[InstallRecord]) -> None:
        """Take over what is installed, in install order."""
        self._records = {record.integration_id: record for record in records}
        self._entries = None

    def set_served(self, integration: IntegrationId, tools: tuple[ServedTool, ...] | None) -> None:
        """Take over what a connected server serves; ``None``: it is not connected."""
        if self._served.get(integration) != tools:
            self._served.pop(integration, None)
            if tools is not None:
                self._served[integration] = tools
            self._entries = None

    # Asked by others

    def find(self, ref: ToolRef) -> ToolEntry | None:
        """Return a tool of an enabled integration, disabled and unavailable ones too; reserved ones never (V-6.23)."""
        return self._all().get(ref)

    def offered(self) -> tuple[ToolEntry, ...]:
        """Return all tools that a model may be told of now, in install order."""
        return tuple(entry for entry in self._all().values() if entry.offered)

    def listed(self, integration: IntegrationId) -> tuple[ToolEntry, ...]:
        """Return the action list of an integration, also of one that is switched off (V-19.3)."""
        record = self._records.get(integration)
        if record is None:
            return ()
        entries = self._all()
        if not record.enabled:
            entries = self._entries_of(record, self._short_names()[integration], set())
        return tuple(one for one in entries.values() if one.ref.integration == integration and one.listed)

    def vocabulary(self, own_words: Iterable[str]) -> tuple[str, ...]:
        """Return what recognition should expect: the person's words, then those of enabled integrations (V-2.23)."""
        words = dict.fromkeys(own_words)
        for record in self._records.values():
            if record.may_run:
                words |= dict.fromkeys(record.manifest.asr.vocabulary)
        return tuple(words)[:MOST_WORDS]

    # Making the entries

    def _all(self) -> Mapping[ToolRef, ToolEntry]:
        if self._entries is None:
            short_names = self._short_names()
            taken: set[str] = set()
            self._entries = {}
            for record in self._records.values():
                if record.may_run:
                    self._entries |= self._entries_of(record, short_names[record.integration_id], taken)
        return self._entries

    def _short_names(self) -> dict[IntegrationId, str]:
        names: dict[IntegrationId, str] = {}
        for record in self._records.values():
            wish = record.short_name or short_name(record.integration_id)
            names[record.integration_id] = free_short_name(wish, names.values())
        return names

    def _entries_of(self, record: InstallRecord, short: str, taken: set[str]) -> dict[ToolRef, ToolEntry]:
        if record.manifest.runtime.kind == "hosted":
            return {}
        integration = record.integration_id
        served = self._served.get(integration)
        by_name: dict[str, ServedTool] = {}
        for one in served or ():
            by_name[one.name] = _either(by_name.get(one.name, one), one)
        names = {tool.name: tool.name for tool in record.manifest.tools}
        tools: Iterable[Tool] = record.manifest.tools
        if not record.has_manifest:
            found = plain_tools(by_name.values())
            names = {tool.name: one.name for tool, one in found}
            tools = [tool for tool, _ in found]
        entries: dict[ToolRef, ToolEntry] = {}
        for tool in tools:
            one = by_name.get(names[tool.name])
            if tool.name.startswith(RESERVED_PREFIX):
                continue
            shown = model_name(short, tool.name, taken)
            taken.add(shown)
            entry = ToolEntry(
                ref=ToolRef(integration, tool.name),
                tool=tool,
                record=record,
                short_name=short,
                title=tool.shown_title,
                namespaced_name=namespaced_name(short, tool.name),
                model_name=shown,
                served_name=names[tool.name],
                read_only_hint=one is not None and one.read_only_hint is True,
                destructive_hint=one is not None and one.destructive_hint is True,
                available=served is None or one is not None,
                connected=served is not None,
            )
            entries[entry.ref] = entry
        return entries


def _either(first: ServedTool, second: ServedTool) -> ServedTool:
    """Return the first of two tools that a server lists under one name; nobody knows which of them a call reaches."""
    destroys = first.destructive_hint is True or second.destructive_hint is True
    reads = first.read_only_hint is True and second.read_only_hint is True
    return replace(first, destructive_hint=destroys, read_only_hint=reads)
