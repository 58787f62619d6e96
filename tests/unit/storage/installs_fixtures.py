"""Records of installs for tests, and a database of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.calls import IntegrationId
from app.domain.installs import Source, SourceKind
from app.domain.manifest import read_manifest
from app.storage.database import INTEGRATION_MIGRATIONS, Database
from app.storage.install_record import InstallRecord, digest_of
from app.storage.installs import InstallStore
from tests.unit.domain.manifests import RICH

START = 1_800_000_000.0


def manifest_bytes(**changes: object) -> bytes:
    return json.dumps({**RICH, **changes}).encode()


def record(name: str = "post-office", minute: int = 0, **changes: object) -> InstallRecord:
    """Return an install of the rich manifest with an id of its own."""
    data = manifest_bytes(id=f"com.example.{name}")
    manifest = read_manifest(data, strict=False).manifest
    assert manifest is not None
    made = InstallRecord(
        integration_id=IntegrationId(manifest.id),
        source=Source(SourceKind.FOLDER, f"/folders/{name}"),
        folder=f"/folders/{name}",
        manifest=manifest,
        manifest_bytes=data,
        digest=digest_of(data),
        approved_unix_s=START + minute * 60,
        short_name=name.replace("-", "_"),
    )
    return replace(made, **changes)  # pyright: ignore[reportArgumentType] - tests name fields of the record


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "integrations" / "integrations.sqlite"


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Database]:
    opened = await Database.open(file, INTEGRATION_MIGRATIONS)
    yield opened
    await opened.close()


@pytest.fixture
def store(database: Database, file: Path) -> InstallStore:
    return InstallStore(database, file)
