"""What an install would bring, as the sheet shows it and as it is stored (V-17): where from, what it hears, does, sends
and runs, and how that differs from what was approved before.

Pure values. Made by ``app/extensions/installer.py``; shown by the install sheet and by ``voxnotch integrations add``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from app.domain.calls import IntegrationId, Tier
from app.domain.findings import Finding

__all__ = [
    "Acting",
    "Choice",
    "Dependencies",
    "Growth",
    "GrowthKind",
    "Hearing",
    "InstallPlan",
    "PlanReason",
    "Runs",
    "SetupField",
    "Source",
    "SourceKind",
    "split_entries",
]


_NONE: Final = IntegrationId("")
_ENTRY: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)


def split_entries(words: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Split the ``KEY=value`` words off that stand before a command (V-17.3); a key may come twice."""
    entries: list[tuple[str, str]] = []
    for position, word in enumerate(words):
        found = _ENTRY.fullmatch(word)
        if found is None:
            return entries, [*words[position:]]
        entries.append((found[1], found[2]))
    return entries, []


class SourceKind(StrEnum):
    FOLDER = "folder"
    """Used in place (V-17.2)."""
    PACKED = "packed"
    """A file of ``pack`` or an MCPB bundle."""
    REMOTE = "remote"
    """The address of a server without a manifest."""
    COMMAND = "command"
    """A command line without a manifest (V-17.3)."""


@dataclass(frozen=True, slots=True)
class Source:
    kind: SourceKind
    location: str = field(repr=False)
    """Folder, file, address or command line; as a person gave it, the last may have secrets in it."""
    base: str = ""
    """Of a command line: the folder that its relative paths count from; "" when there is none, as in the window."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """One hook that the integration declares."""

    event: str
    """``transcript``, ``dictation``, ``preToolUse``, ``postToolUse`` or ``turnComplete``."""
    apps: tuple[str, ...] = ()
    """Only while one of these is in front; empty: always."""


@dataclass(frozen=True, slots=True)
class Acting:
    """One tool that is in the action list."""

    name: str
    title: str
    tier: Tier
    asks_first: bool
    """As far as the manifest alone can tell (V-7.5, V-7.9)."""
    unclear: bool = False
    """It does not ask, and nothing says that it only reads; its server may say so once it runs."""


@dataclass(frozen=True, slots=True)
class Runs:
    """What is started, or talked to."""

    command: str = ""
    arguments: tuple[str, ...] = ()
    url: str = ""
    hosted: bool = False
    """V-3.7: nothing is."""


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class SetupField:
    """One value that the integration needs, from ``auth.fields`` or ``preferences`` (V-5)."""

    name: str
    label: str
    kind: str
    """``text``, ``password``, ``boolean``, ``select`` or ``number``."""
    secret: bool
    required: bool
    description: str = ""
    placeholder: str = ""
    default: str = ""
    """As the environment variable would carry it (V-5.11); "" for none."""
    choices: tuple[Choice, ...] = ()
    header: str = ""
    """Of a remote server (V-5.18)."""


class GrowthKind(StrEnum):
    """What needs approval anew (V-17.11)."""

    PERMISSION = "permission"
    DOMAIN = "domain"
    SCOPE = "scope"
    HOOK = "hook"
    HOOK_APP = "hook-app"
    RUNS = "runs"
    UNCONFIRMED = "unconfirmed"
    """A tool that lost its ``confirmation``."""


@dataclass(frozen=True, slots=True)
class Growth:
    kind: GrowthKind
    what: str
    """The permission, domain, scope, event, ``event: app``, command or address, or the tool's title."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """A command that fetches what the integration's own files need (V-17.7)."""

    command: tuple[str, ...]
    """As it would be run in the folder, for example ``npm install``."""


class PlanReason(StrEnum):
    NEW = "new"
    UPDATE = "update"
    """A folder or file with a known id (V-2.22)."""
    GROWTH = "growth"
    """A reload wants more than was approved."""


@dataclass(frozen=True, slots=True)
class InstallPlan:
    """The sheet, in its order (V-17.4); a refused one has findings and nothing can be installed (V-17.5)."""

    plan_id: str
    reason: PlanReason
    source: Source
    findings: tuple[Finding, ...]
    refused: bool
    digest: str = ""
    """SHA-256 of the bytes of the manifest: what was shown is what is stored."""
    integration_id: IntegrationId = _NONE
    name: str = ""
    version: str = ""
    publisher: str = ""
    publisher_url: str = ""
    summary: str = ""
    icon_path: str = ""
    hears: tuple[Hearing, ...] = ()
    may_do: tuple[Acting, ...] = ()
    tells_actions: bool = True
    """Its files list its actions; a server without a manifest does so only once it runs."""
    background: bool = False
    reminders: bool = False
    own_data: bool = False
    domains: tuple[str, ...] = ()
    """``*`` is anywhere, shown in red (V-4.2)."""
    runs: Runs = Runs()
    fields: tuple[SetupField, ...] = ()
    signs_in: bool = False
    """``auth.kind`` is ``oauth2`` (V-5.17)."""
    setup_guide: str = ""
    """Markdown (V-2.20)."""
    growth: tuple[Growth, ...] = ()
    """Only the differences are shown when the reason is ``growth``."""
    dependencies: Dependencies | None = None
