"""Installs, reloads and removes integrations (V-17): shows first, stores what was shown, and asks anew for more.

One of it in a process, on the core loop; files are read and moved on a worker thread. The window and the command line
use it alike (V-17.1); another process may do so at the same time, and the store keeps them apart. It starts nothing of
an integration, but the command that fetches dependencies, after consent (V-17.6, V-17.7): servers are the supervisor's.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar, TypeVarTuple

import anyio
from anyio import to_thread

from app.domain.calls import IntegrationId
from app.domain.errors import External, InstallFailed, UserFixable
from app.domain.findings import Finding, Severity
from app.domain.installs import Growth, InstallPlan, PlanReason, Source, SourceKind
from app.domain.manifest.model import LocalRuntime
from app.extensions import dependencies, package_folders
from app.extensions.bare_servers import BARE, called
from app.extensions.candidates import Candidate, read_bare, read_folder, refused
from app.extensions.install_parts import Around, Reloaded, Secrets
from app.extensions.packages import PackageRefused, unpack
from app.extensions.plans import install_plan
from app.extensions.records import first_record, going_on, growth_of, sorted_values, with_values
from app.extensions.removal import Removal
from app.extensions.sheets import Sheet, Sheets, check_base, check_unchanged
from app.extensions.withdrawal import narrowed, written_grants
from app.settings.paths import AppPaths
from app.storage.install_record import InstallRecord
from app.storage.installs import InstallStore

__all__ = ["Consent", "Installer"]

T = TypeVar("T")
Parameters = TypeVarTuple("Parameters")

_UNDO_LIMIT_S: Final = 5.0
"""For one step back, which removes files or secrets; one that takes longer hangs."""
_files: Final = anyio.CapacityLimiter(2)
"""Threads that read, unpack and move."""


@dataclass(frozen=True, slots=True)
class Consent:
    """What the person agreed to beside the sheet itself."""

    transcript_access: bool = True
    """Off stays off: an update turns nothing on (V-17.13)."""
    fetch_dependencies: bool = False
    until_quit: bool = False
    """Keep secrets in memory where there is no key store (V-5.14)."""


class Installer:
    def __init__(self, store: InstallStore, secret_store: Secrets, paths: AppPaths, around: Around) -> None:
        self._store = store
        self._secrets = secret_store
        self._paths = paths
        self._around = around
        self._sheets = Sheets()
        self._removal = Removal(store, secret_store, paths, around)

    async def plan(self, source: Source) -> InstallPlan:
        """Read a source and return its sheet; what cannot be installed is a refused one. Runs nothing (V-17.6).

        Raises:
            StorageUnavailable: a packed file cannot be unpacked, or what is installed cannot be read.
        """
        plan_id = secrets.token_hex(8)
        staging: Path | None = None
        async with AsyncExitStack() as undo:
            match source.kind:
                case SourceKind.FOLDER:
                    candidate = await _off(_read_unpacked, source)
                case SourceKind.PACKED:
                    staging = package_folders.staging_folder(self._paths.packages, plan_id)
                    undo.push_async_callback(self._drop, staging)
                    candidate = await _off(_read_packed, source, staging)
                case _:
                    candidate = await _off(read_bare, source)
            manifest = candidate.manifest
            old = None if manifest is None else await self._store.get(IntegrationId(manifest.id))
            reason = PlanReason.NEW if old is None else PlanReason.UPDATE
            # What is refused is shown, and its files are not needed for that.
            kept = None if manifest is None else staging
            sheet = await self._sheet(candidate, plan_id, reason, kept, old)
            if kept is not None:
                undo.pop_all()
        await self._show(sheet)
        return sheet.plan

    async def commit(
        self,
        plan_id: str,
        values: Mapping[str, str],
        consent: Consent = Consent(),
        on_progress: Callable[[str], None] = lambda _: None,
        *,
        name: str = "",
    ) -> InstallRecord:
        """Store what the sheet showed. ``values`` of its fields, secrets among them, go over those that are stored.

        ``on_progress`` gets the lines of the command that fetches dependencies. ``name`` is for a server without a
        manifest (V-17.3); "" leaves the name that it has.

        Raises:
            InstallFailed: nothing is installed. The sheet stays open, unless its files are not those that it showed.
            KeyStoreUnavailable: a secret cannot be kept (V-5.14); the sheet stays open.
            StorageUnavailable: the sheet stays open.
        """
        sheet = self._sheets.take(plan_id)
        if sheet is None:
            raise InstallFailed(place=plan_id, code="install-unknown")
        try:
            await self._prepare(sheet, consent, on_progress)
            return await self._store_approved(sheet, values, consent, name)
        except BaseException as error:
            if isinstance(error, InstallFailed) and error.code in {"install-changed", "install-gone"}:
                await self._drop(sheet.staging)
            else:
                await self._show(sheet)
            raise

    async def discard(self, plan_id: str) -> None:
        """Close a sheet; one that is closed already is no fault."""
        sheet = self._sheets.take(plan_id)
        if sheet is not None:
            await self._drop(sheet.staging)

    async def reload(self, integration: IntegrationId) -> Reloaded:
        """Read its folder again and recompute everything (V-17.8, V-17.10 to V-17.12).

        Raises:
            InstallFailed: ``install-unknown``.
            StorageUnavailable
        """
        record = await self._store.get(integration)
        if record is None:
            raise InstallFailed(place=integration, code="install-unknown")
        if not record.folder:
            return Reloaded(record)
        candidate = await _off(read_folder, Path(record.folder), record.source)
        manifest = candidate.manifest
        if manifest is not None and manifest.id != integration:
            wrong = Finding("$.id", Severity.REFUSED, "other-id", "V-2.22", manifest.id)
            return Reloaded(record, findings=(*candidate.findings, wrong))
        doomed: set[str] = set()

        def change(old: InstallRecord) -> InstallRecord:
            if manifest is None:
                return _withdrawn(old, candidate)
            found = growth_of(old, candidate, manifest)
            if found:
                return replace(old, growth=found, manifest=narrowed(old.manifest, manifest.grants))
            made, expired = going_on(
                old, candidate, manifest, folder=old.folder, now_unix_s=self._around.unix_s(), approved=False
            )
            doomed.update(expired)
            return made

        new = await self._store.revise(integration, change)
        if new is None:
            raise InstallFailed(place=integration, code="install-unknown")
        await self._removal.delete_secrets(integration, doomed)
        plan = None
        if manifest is not None and new.growth:
            sheet = await self._sheet(candidate, secrets.token_hex(8), PlanReason.GROWTH, old=new)
            await self._show(sheet)
            plan = sheet.plan
        return Reloaded(new, new != record, candidate.findings, plan)

    async def remove(self, integration: IntegrationId, *, with_history: bool = False) -> None:
        """Stop it, wait for its end, and forget it (V-17.15).

        Raises:
            InstallFailed: ``install-unknown``.
            StorageUnavailable
        """
        await self._removal.remove(integration, with_history=with_history)

    async def tidy(self) -> None:
        """Clean up; to be called once at the start.

        Raises:
            StorageUnavailable
        """
        await self._removal.tidy(tuple(self._sheets.staging_folders()))

    async def _sheet(
        self,
        candidate: Candidate,
        plan_id: str,
        reason: PlanReason,
        staging: Path | None = None,
        old: InstallRecord | None = None,
    ) -> Sheet:
        manifest = candidate.manifest
        found: tuple[Growth, ...] = ()
        wanted, remarks = None, ()
        if manifest is not None:
            found = () if old is None else growth_of(old, candidate, manifest)
            if candidate.folder and isinstance(manifest.runtime, LocalRuntime):
                wanted, remarks = await _off(dependencies.missing, Path(candidate.folder), manifest.runtime.command)
        plan = install_plan(candidate, plan_id, reason, growth=found, dependencies=wanted, remarks=remarks)
        return Sheet(plan, candidate, staging, old)

    async def _show(self, sheet: Sheet) -> None:
        for closed in self._sheets.show(sheet):
            await self._drop(closed.staging)

    async def _prepare(self, sheet: Sheet, consent: Consent, on_progress: Callable[[str], None]) -> None:
        candidate, wanted = sheet.candidate, sheet.plan.dependencies
        if candidate.manifest is None:
            raise InstallFailed(place=candidate.source.location, code="install-refused")
        await _off(check_unchanged, candidate)
        if consent.fetch_dependencies and wanted is not None:
            environment = await self._around.environment()
            await dependencies.fetch(wanted, Path(candidate.folder), environment, on_progress, guard=self._around.guard)
            # What was fetched ran scripts of others in this folder.
            await _off(check_unchanged, candidate)

    async def _store_approved(
        self, sheet: Sheet, values: Mapping[str, str], consent: Consent, name: str
    ) -> InstallRecord:
        candidate, manifest = sheet.candidate, sheet.candidate.manifest
        assert manifest is not None
        identity = IntegrationId(manifest.id)
        given = sorted_values(manifest, {**candidate.given, **values})
        doomed = set(given.removed_secrets)
        async with AsyncExitStack() as undo:
            if given.secret:
                await self._secrets.store(identity, given.secret, until_quit=consent.until_quit)
                if sheet.base is None:
                    undo.push_async_callback(_shielded, self._removal.delete_secrets, identity, given.secret)
            folder = candidate.folder
            if sheet.staging is not None:
                holder = f"{identity}-{sheet.plan.plan_id}"
                settled = await _off(package_folders.settle, sheet.staging, Path(folder), holder)
                undo.push_async_callback(
                    _shielded,
                    _off,
                    package_folders.settle,
                    sheet.staging.with_name(holder),
                    settled,
                    sheet.staging.name,
                )
                folder = str(settled)

            def build(installed: Mapping[IntegrationId, InstallRecord]) -> InstallRecord:
                old, now = installed.get(identity), self._around.unix_s()
                check_base(sheet, old)
                read = manifest
                if candidate.source.kind in BARE:
                    read = called(manifest, name or (old.manifest.name if old else ""))
                if old is None:
                    taken = {one.short_name for one in installed.values()}
                    made = first_record(candidate, read, folder=folder, now_unix_s=now, taken=taken)
                else:
                    made, expired = going_on(old, candidate, read, folder=folder, now_unix_s=now, approved=True)
                    doomed.update(expired)
                hears = made.transcript_access and consent.transcript_access
                return replace(with_values(made, given), transcript_access=hears)

            record = await self._store.put(build)
            undo.pop_all()
        await self._store.forget_left(identity, record.secret_names)
        await self._removal.delete_secrets(identity, doomed - record.secret_names)
        return record

    async def _drop(self, staging: Path | None) -> None:
        if staging is not None:
            await _shielded(_off, package_folders.drop, staging)


def _found(source: Source) -> Source:
    place = Path(source.location)
    with suppress(RuntimeError):  # "~name" of nobody is a folder of that name
        place = place.expanduser()
    return replace(source, location=str(place.absolute()))


def _read_unpacked(source: Source) -> Candidate:
    source = _found(source)
    return read_folder(Path(source.location), source)


def _read_packed(source: Source, staging: Path) -> Candidate:
    source = _found(source)
    try:
        root = unpack(Path(source.location), staging)
    except PackageRefused as error:
        return refused(source, error.finding)
    return read_folder(root, source)


def _withdrawn(old: InstallRecord, candidate: Candidate) -> InstallRecord:
    """Take back what a manifest that cannot be used grants no more (V-17.10); a bundle never granted anything."""
    left = written_grants(candidate.data) if candidate.has_manifest else None
    return old if left is None else replace(old, manifest=narrowed(old.manifest, left))


async def _off(function: Callable[[*Parameters], T], *arguments: *Parameters) -> T:
    return await to_thread.run_sync(function, *arguments, limiter=_files)


async def _shielded(function: Callable[[*Parameters], Awaitable[object]], *arguments: *Parameters) -> None:
    """Undo a step to its end, also in a cancelled scope; what fails or hangs is swept up later."""
    with anyio.move_on_after(_UNDO_LIMIT_S, shield=True), suppress(UserFixable, External):
        await function(*arguments)
