"""An install as a row of the table, and back. Called by ``installs`` on the thread of the database.

A row is believed only when all of it reads back: one that does not was damaged or was written by somebody else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Final, TypeVar

from pydantic import TypeAdapter

from app.domain.calls import AskFor, IntegrationId, Pill
from app.domain.installs import Growth, Source, SourceKind
from app.domain.manifest import Manifest
from app.storage.install_record import InstallRecord, Kept, digest_of

__all__ = ["from_row", "to_row"]

T = TypeVar("T")

_PILLS: Final = TypeAdapter(dict[str, Pill])
_TEXTS: Final = TypeAdapter(dict[str, str])
_NAMES: Final = TypeAdapter(list[str])
_GROWTH: Final = TypeAdapter(tuple[Growth, ...])
_KEPT: Final = TypeAdapter(tuple[Kept, ...])


def to_row(record: InstallRecord) -> dict[str, object]:
    """Return the values by the names of the columns."""
    return {
        "integration_id": record.integration_id,
        "profile": record.profile,
        "source_kind": record.source.kind.value,
        "source_location": record.source.location,
        "folder": record.folder,
        "manifest": record.manifest.model_dump_json(by_alias=True, exclude_unset=True),
        "manifest_bytes": record.manifest_bytes,
        "digest": record.digest,
        "approved_unix_s": record.approved_unix_s,
        "short_name": record.short_name,
        "enabled": int(record.enabled),
        "transcript_access": int(record.transcript_access),
        "reload_by_itself": int(record.reload_by_itself),
        "has_manifest": int(record.has_manifest),
        "fills_in": int(record.fills_in),
        "ask_for": None if record.ask_for is None else record.ask_for.value,
        "pills": _json(_PILLS, dict(record.pills)),
        "field_values": _json(_TEXTS, dict(record.values)),
        "secret_names": _json(_NAMES, sorted(record.secret_names)),
        "environment": _json(_TEXTS, dict(record.environment)),
        "growth": _json(_GROWTH, record.growth),
        "confirmed": _json(_NAMES, sorted(record.confirmed)),
        "kept": _json(_KEPT, record.kept),
        "connected_digest": record.connected_digest,
    }


def from_row(row: sqlite3.Row) -> InstallRecord:
    """Return the record.

    Raises:
        ValueError: it is not what was stored.
    """
    values: Mapping[str, object] = {name: row[name] for name in row.keys()}  # noqa: SIM118 - a Row iterates its values
    data = values["manifest_bytes"]
    digest = str(values["digest"])
    if not isinstance(data, bytes) or digest_of(data) != digest:
        message = "the manifest is not the one that was approved"
        raise ValueError(message)
    ask_for = values["ask_for"]
    record = InstallRecord(
        integration_id=IntegrationId(str(values["integration_id"])),
        source=Source(SourceKind(str(values["source_kind"])), str(values["source_location"])),
        folder=str(values["folder"]),
        manifest=Manifest.model_validate_json(str(values["manifest"])),
        manifest_bytes=data,
        digest=digest,
        approved_unix_s=float(str(values["approved_unix_s"])),
        short_name=str(values["short_name"]),
        profile=str(values["profile"]),
        enabled=bool(values["enabled"]),
        transcript_access=bool(values["transcript_access"]),
        reload_by_itself=bool(values["reload_by_itself"]),
        has_manifest=bool(values["has_manifest"]),
        fills_in=bool(values["fills_in"]),
        ask_for=None if ask_for is None else AskFor(str(ask_for)),
        pills=_PILLS.validate_json(str(values["pills"])),
        values=_TEXTS.validate_json(str(values["field_values"])),
        secret_names=frozenset(_NAMES.validate_json(str(values["secret_names"]))),
        environment=_TEXTS.validate_json(str(values["environment"])),
        growth=_GROWTH.validate_json(str(values["growth"])),
        confirmed=frozenset(_NAMES.validate_json(str(values["confirmed"]))),
        kept=_KEPT.validate_json(str(values["kept"])),
        connected_digest=str(values["connected_digest"]),
    )
    if record.integration_id != record.manifest.id:
        message = "the manifest is that of another integration"
        raise ValueError(message)
    return record


def _json(adapter: TypeAdapter[T], value: T) -> str:
    return adapter.dump_json(value).decode()
