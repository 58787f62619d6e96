"""An installer with a real store and a key store in memory, folders to install, and what it asked of others."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import keyring.backend
import pytest
from keyring.errors import KeyringError, PasswordDeleteError

from app.domain.calls import IntegrationId
from app.domain.installs import InstallPlan, Source, SourceKind
from app.extensions.guard import Guard
from app.extensions.install_parts import Around
from app.extensions.installer import Installer
from app.extensions.secrets import SecretStore
from app.settings.paths import AppPaths
from app.storage.database import INTEGRATION_MIGRATIONS, Database
from app.storage.install_record import InstallRecord
from app.storage.installs import InstallStore
from tests.unit.domain.manifests import GONE, changed
from tests.unit.storage.installs_fixtures import START

PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)
HERE = IntegrationId("com.example.post-office")


class MemoryKeyring(keyring.backend.KeyringBackend):
    """The library's own interface, kept in a dictionary; it can be made to refuse."""

    viable = False  # pyright: ignore[reportAssignmentType] - a class property there
    """So that the library does not find it by itself, in other tests."""
    priority = 1  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride] - a class property upstream

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.refuses = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError(username)

    def _check(self) -> None:
        if self.refuses:
            message = "no key store"
            raise KeyringError(message)


@dataclass
class Stage:
    home: Path
    paths: AppPaths
    database: Database
    store: InstallStore
    guard: Guard
    keyring: MemoryKeyring = field(default_factory=MemoryKeyring)
    now: float = START
    calls: list[str] = field(default_factory=list[str])
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/bin:/bin"})

    def __post_init__(self) -> None:
        self.secrets = SecretStore(lambda: self.keyring)
        self.installer = self.another()

    def another(self) -> Installer:
        """Return an installer as another process would have it, on the same file."""

        async def environment() -> Mapping[str, str]:
            self.calls.append("environment")
            return self.environment

        async def stop(integration: IntegrationId) -> None:
            record = await self.store.get(integration)
            assert record is not None
            assert not record.enabled
            self.calls.append(f"stop {integration}")

        async def forget(integration: IntegrationId) -> None:
            self.calls.append(f"forget {integration}")

        async def forget_history(integration: IntegrationId) -> None:
            self.calls.append(f"forget history {integration}")

        around = Around(lambda: self.now, environment, self.guard, stop, forget, forget_history)
        return Installer(self.store, self.secrets, self.paths, around)

    def folder(self, name: str = "post-office", *changes: tuple[str, Any], files: Mapping[str, str] = {}) -> Path:
        """Write a folder with the rich manifest; again: write its manifest anew."""
        made = self.home / name
        made.mkdir(exist_ok=True)
        (made / "icon.png").write_bytes(PNG)
        (made / "voiceos.integration.json").write_text(json.dumps(changed(*changes)))
        for file, text in files.items():
            (made / file).write_text(text)
        return made

    async def plan(self, folder: Path) -> InstallPlan:
        return await self.installer.plan(Source(SourceKind.FOLDER, str(folder)))

    async def install(self, folder: Path, **values: str) -> InstallRecord:
        plan = await self.plan(folder)
        assert not plan.refused, plan.findings
        return await self.installer.commit(plan.plan_id, values)

    async def record(self, integration: str = HERE) -> InstallRecord:
        found = await self.store.get(IntegrationId(integration))
        assert found is not None
        return found


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    paths = AppPaths(config=tmp_path / "config", data=tmp_path / "data", state=tmp_path / "state")
    database = await Database.open(paths.integrations_file, INTEGRATION_MIGRATIONS)
    home = tmp_path / "home"
    home.mkdir()
    async with Guard() as guard:
        yield Stage(home, paths, database, InstallStore(database, paths.integrations_file), guard)
    await database.close()


__all__ = ["GONE", "HERE", "PNG", "MemoryKeyring", "Stage", "stage"]
