"""A folder tried as if it were installed, in temporary folders: nothing of the person's own is read or changed.

Used by ``verify``, ``inspect`` and ``simulate``. Its files run where they are; its data, its log and its secrets are
gone afterwards.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.command_ends import FINDINGS, GivenUp
from app.cli.finding_words import finding_lines
from app.cli.integration_host import Host, open_host
from app.cli.setup_answers import ask_fields
from app.cli.terminal import Terminal
from app.domain.calls import RawResult
from app.domain.fields import as_object
from app.domain.installs import Source, SourceKind
from app.extensions.installer import Consent
from app.integrations.served import ServerState
from app.settings.paths import AppPaths
from app.storage.install_record import InstallRecord
from app.storage.kept_results import KeptResults
from app.tools.results import CARD_KEY, ReadResult, ResultReader

__all__ = ["StrictReader", "Trial", "install_folder", "trial"]


@dataclass(slots=True)
class StrictReader:
    """Reads results as strictly as the contract is written, and remembers the last one; runs on any thread."""

    reader: ResultReader
    last: ReadResult | None = None
    has_card: bool = False
    """The last one brought a card, which is more than what the host shows of data without one (V-9.33)."""

    def read(self, raw: RawResult) -> ReadResult:
        self.last = self.reader.read(raw, strict=True)
        texts = [text for item in raw.content if isinstance(text := item.get("text"), str)]
        structured = as_object(raw.structured) or {}
        self.has_card = self.last.card is not None and (CARD_KEY in structured or any(CARD_KEY in one for one in texts))
        return self.last


@dataclass(frozen=True, slots=True)
class Trial:
    host: Host
    record: InstallRecord
    state: ServerState
    """What its start came to."""
    reader: StrictReader = field(repr=False)


@asynccontextmanager
async def trial(folder: Path, given: Mapping[str, str], terminal: Terminal) -> AsyncGenerator[Trial]:
    """Install the folder in a place of its own and start its server; ``given`` are values that are no secrets.

    Raises:
        GivenUp: its manifest cannot be used.
        AppError
    """
    readers: list[StrictReader] = []

    def make_reader(kept: Path) -> StrictReader:
        readers.append(StrictReader(ResultReader(KeptResults(kept, lambda: 0.0).keep)))
        return readers[0]

    with tempfile.TemporaryDirectory(prefix="voxnotch-trial-", ignore_cleanup_errors=True) as place:
        paths = AppPaths(config=Path(place, "config"), data=Path(place, "data"), state=Path(place, "state"))
        async with open_host(paths, somebody_there=True, make_reader=make_reader) as host:
            record = await install_folder(host, folder, given, terminal)
            async with host.running(record) as state:
                yield Trial(host, record, state, readers[0])


async def install_folder(host: Host, folder: Path, given: Mapping[str, str], terminal: Terminal) -> InstallRecord:
    """Install the folder where the host keeps things; its secrets are kept in memory.

    Raises:
        GivenUp: its manifest cannot be used.
        AppError
    """
    installer = host.parts.installer
    plan = await installer.plan(Source(SourceKind.FOLDER, str(folder)))
    if plan.refused:
        lines = [line for finding in plan.findings for line in finding_lines(finding)]
        raise GivenUp("\n".join([*lines, "Its manifest cannot be used."]), FINDINGS)
    values = await ask_fields(plan.fields, given, terminal, only_required=True)
    return await installer.commit(plan.plan_id, values, Consent(until_quit=True))
