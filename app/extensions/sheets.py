"""The install sheets that are open: what each has shown, so that nothing else can be stored.

Owned by the installer, on the core loop; :func:`check_unchanged` reads the disk and runs on a thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.domain.errors import InstallFailed
from app.domain.installs import InstallPlan, PlanReason
from app.extensions.candidates import Candidate, bytes_of
from app.extensions.manifest_files import NoManifest
from app.storage.install_record import InstallRecord, digest_of

__all__ = ["Sheet", "Sheets", "check_base", "check_unchanged"]

MOST_SHEETS: Final = 20
"""Open at once; the oldest is closed for one more."""


@dataclass(frozen=True, slots=True)
class Sheet:
    plan: InstallPlan
    candidate: Candidate
    staging: Path | None = None
    """Of a packed file: to be given its place, or to be removed."""
    base: InstallRecord | None = None
    """What was installed when it was shown."""


class Sheets:
    def __init__(self) -> None:
        self._open: dict[str, Sheet] = {}

    def show(self, sheet: Sheet) -> list[Sheet]:
        """Open one; return those that are closed by that: an older one about the same growth, or one too many."""
        growing = [
            one
            for one in self._open.values()
            if one.plan.reason is sheet.plan.reason is PlanReason.GROWTH
            and one.plan.integration_id == sheet.plan.integration_id
        ]
        left = [one for one in self._open.values() if one not in growing]
        closed = [*growing, *left[: max(len(left) + 1 - MOST_SHEETS, 0)]]
        for one in closed:
            self.take(one.plan.plan_id)
        self._open[sheet.plan.plan_id] = sheet
        return closed

    def take(self, plan_id: str) -> Sheet | None:
        return self._open.pop(plan_id, None)

    def staging_folders(self) -> Iterator[Path]:
        for sheet in self._open.values():
            if sheet.staging is not None:
                yield sheet.staging


def check_unchanged(candidate: Candidate) -> None:
    """Read the manifest once more: what is stored is what was shown.

    Raises:
        InstallFailed: ``install-changed`` or ``install-gone``.
    """
    if not candidate.folder:
        return
    try:
        _, data = bytes_of(Path(candidate.folder))
    except NoManifest as error:
        raise InstallFailed(str(error), place=candidate.folder, code="install-gone") from error
    if digest_of(data) != candidate.digest:
        raise InstallFailed(place=candidate.folder, code="install-changed")


def check_base(sheet: Sheet, old: InstallRecord | None) -> None:
    """A sheet that showed only differences counts only for what it compared with.

    Raises:
        InstallFailed: ``install-changed`` or ``install-gone``.
    """
    if sheet.plan.reason is not PlanReason.GROWTH:
        return
    if old is None or sheet.base is None:
        raise InstallFailed(place=sheet.plan.integration_id, code="install-gone")
    if old.manifest != sheet.base.manifest or dict(old.environment) != dict(sheet.base.environment):
        raise InstallFailed(place=sheet.plan.integration_id, code="install-changed")
