"""What must be there before a server is started (V-5.16, V-3.7, V-17.11). Pure; used by ``server`` and ``reach``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.domain.integrations import ServerStatus
from app.domain.manifest import Manifest
from app.storage.install_record import InstallRecord

__all__ = ["HOSTED_WORDS", "held_back", "missing_fields", "needs_restart"]

HOSTED_WORDS: Final = "Hosted integrations are not supported by this host"
"""V-3.7."""


def held_back(record: InstallRecord) -> ServerStatus | None:
    """Return the status of a server that must not be started, or ``None``."""
    if record.growth:
        return ServerStatus.NEEDS_APPROVAL
    if record.manifest.runtime.kind == "hosted":
        return ServerStatus.NOT_SUPPORTED
    return None if record.enabled else ServerStatus.STOPPED


def missing_fields(manifest: Manifest, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the labels of required fields without a value; ``values`` has the defaults in it."""
    wanted = [(field.key, field.label) for field in manifest.auth.fields if field.required]
    wanted += [(one.name, one.title) for one in manifest.preferences if one.required]
    return tuple(label for name, label in wanted if not values.get(name))


def needs_restart(before: InstallRecord, after: InstallRecord) -> bool:
    """Say whether a changed record makes its running server another one; names, pills and consent do not."""
    return _what_runs(before) != _what_runs(after)


def _what_runs(record: InstallRecord) -> tuple[object, ...]:
    return (
        record.digest,
        record.folder,
        record.manifest.runtime,
        record.enabled,
        bool(record.growth),
        dict(record.values),
        record.secret_names,
        record.fills_in,
        dict(record.environment),
    )
