"""One installed integration as it is stored: what was approved, and what a person has set for it (V-17). No secret.

Pure values; made by ``extensions/installer``, changed by the switches of a page, read by everything that runs or shows
an integration. Any thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Final

from app.domain.calls import AskFor, IntegrationId, Pill
from app.domain.installs import Growth, Source
from app.domain.manifest import Manifest

__all__ = ["DEFAULT_PROFILE", "InstallRecord", "Kept", "KeptKind", "digest_of"]

DEFAULT_PROFILE: Final = "default"
"""Owns every install as long as there is no other profile (V-17.17)."""


class KeptKind(StrEnum):
    PILL = "pill"
    VALUE = "value"
    SECRET = "secret"  # noqa: S105 - a kind; the secret itself stays in the key store


@dataclass(frozen=True, slots=True)
class Kept:
    """What belongs to a tool or a field that vanished from the manifest, in case it comes back (V-17.13)."""

    kind: KeptKind
    name: str
    since_unix_s: float
    value: str = ""
    """The pill or the value; "" of a secret."""


def digest_of(manifest_bytes: bytes) -> str:
    """Return what ties an approval to the bytes that were shown: SHA-256, in hex."""
    return sha256(manifest_bytes).hexdigest()


@dataclass(frozen=True, slots=True)
class InstallRecord:
    integration_id: IntegrationId
    source: Source
    """A command line is stored without its ``KEY=value`` words."""
    folder: str
    """Where its files are and its server is started (V-3.2); "" when it has none."""
    manifest: Manifest
    """In force: as it was approved (V-2.24), less what was withdrawn since (V-17.10)."""
    manifest_bytes: bytes = field(repr=False)
    """As they were approved."""
    digest: str
    """Of ``manifest_bytes``."""
    approved_unix_s: float
    """The first time: update and reload do not change it (E-4.26)."""
    short_name: str
    """V-6.17."""
    profile: str = DEFAULT_PROFILE
    enabled: bool = True
    transcript_access: bool = True
    reload_by_itself: bool = False
    """V-17.9."""
    has_manifest: bool = True
    """False: tools and their schemas are those that its server serves (V-17.3, and an MCPB bundle)."""
    fills_in: bool = False
    """Arguments and ``environment`` have ``${...}`` in them; see ``extensions/launch.py``. Not of our own."""
    ask_for: AskFor | None = None
    """Its own; ``None``: the general one (V-7.11)."""
    pills: Mapping[str, Pill] = field(default_factory=dict[str, Pill])
    """By name of the tool; a tool without one was never touched (V-7.15)."""
    values: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Of the fields that are no secrets, as the environment carries them (V-5.11)."""
    secret_names: frozenset[str] = frozenset()
    """Fields whose value is in the key store."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """What an MCPB bundle sets for its own process."""
    growth: tuple[Growth, ...] = ()
    """Waits for approval; until then nothing of it runs (V-17.11)."""
    confirmed: frozenset[str] = frozenset()
    """Tools that had a ``confirmation`` since the last approval. Those that vanished may not come back without."""
    kept: tuple[Kept, ...] = ()
    connected_digest: str = ""
    """``digest`` at the last time that its server connected: another one may take longer at first (V-18.5)."""

    @property
    def icon_path(self) -> str:
        """File of its icon; "" for the default one."""
        icon = self.manifest.icon
        return str(Path(self.folder, icon)) if self.folder and icon else ""

    @property
    def may_run(self) -> bool:
        return self.enabled and not self.growth
