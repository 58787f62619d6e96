"""Reads what could be installed: a folder, or a server without a manifest; every broken rule is among the findings.

Called by the installer on a worker thread, for a plan, a reload and once more at the moment of installing. Nothing of
it is run (V-17.6). Each repair and each drop is a line of the log (V-1.5).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from app.domain.findings import Finding, Severity
from app.domain.installs import Source, SourceKind
from app.domain.manifest import Manifest, read_manifest
from app.domain.measure import clip
from app.extensions.bare_servers import BareServer, read_address, read_command_line
from app.extensions.manifest_files import MANIFEST_NAME, NoManifest, check_icon, read_bytes
from app.extensions.mcpb import MCPB_MANIFEST_NAME, McpbTool, read_mcpb
from app.storage.install_record import digest_of

__all__ = ["Candidate", "bytes_of", "read_bare", "read_folder", "refused"]

logger = logging.getLogger(__name__)

_CLAUSE: Final = "V-1.1"


@dataclass(frozen=True, slots=True)
class Candidate:
    source: Source
    """Without values of a command line: it is stored and shown."""
    folder: str
    """Where its files are; "" when it has none."""
    data: bytes = field(repr=False)
    """Of the manifest."""
    manifest: Manifest | None
    findings: tuple[Finding, ...]
    icon_path: str = ""
    has_manifest: bool = True
    fills_in: bool = False
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    given: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Values that the source itself brought: the ``KEY=value`` words, secrets all."""
    told_tools: tuple[McpbTool, ...] = ()
    """Of a bundle: for the sheet."""

    @property
    def digest(self) -> str:
        return digest_of(self.data)


def refused(source: Source, *findings: Finding) -> Candidate:
    return Candidate(source, "", b"", None, findings)


def bytes_of(folder: Path) -> tuple[str, bytes]:
    """Return the name and the bytes of the manifest in a folder; our own goes before that of a bundle.

    Raises:
        NoManifest: there is none that can be read.
    """
    bundle = not (folder / MANIFEST_NAME).exists() and (folder / MCPB_MANIFEST_NAME).is_file()
    name = MCPB_MANIFEST_NAME if bundle else MANIFEST_NAME
    return name, read_bytes(folder, name)


def read_folder(folder: Path, source: Source) -> Candidate:
    """Read the manifest in a folder, friendly, and look at its icon (V-2.11)."""
    try:
        name, data = bytes_of(folder)
    except NoManifest as error:
        return refused(source, Finding("$", Severity.REFUSED, "no-manifest", _CLAUSE, clip(str(error), 120)))
    if name == MCPB_MANIFEST_NAME:
        bundle = read_mcpb(data)
        found = Candidate(
            source,
            str(folder),
            data,
            bundle.manifest,
            bundle.findings,
            has_manifest=False,
            fills_in=True,
            environment=bundle.environment,
            told_tools=bundle.tools,
        )
        icon = bundle.icon
    else:
        reading = read_manifest(data, strict=False)
        found = Candidate(source, str(folder), data, reading.manifest, reading.findings)
        icon = reading.icon
    found = _with_icon(found, folder, icon)
    _log(found)
    return found


def _with_icon(found: Candidate, folder: Path, icon: str) -> Candidate:
    if not icon:
        return found
    problem = check_icon(folder, icon)
    if problem is None:
        return replace(found, icon_path=str(folder / icon))
    if problem.severity is Severity.REFUSED:
        return replace(found, manifest=None, findings=(*found.findings, problem))
    # Whatever else is wrong with it, the default icon is shown instead, and nothing is lost.
    return replace(found, findings=(*found.findings, replace(problem, severity=Severity.WARNING)))


def read_bare(source: Source) -> Candidate:
    """Read a command line or an address (V-17.3)."""
    server: BareServer = (
        read_command_line(source.location, source.base)
        if source.kind is SourceKind.COMMAND
        else read_address(source.location)
    )
    manifest = server.manifest
    data = b"" if manifest is None else manifest.model_dump_json(by_alias=True, exclude_unset=True).encode()
    return Candidate(
        Source(source.kind, server.location),
        "",
        data,
        manifest,
        server.findings,
        has_manifest=False,
        given=server.environment,
    )


def _log(candidate: Candidate) -> None:
    whose = candidate.folder if candidate.manifest is None else candidate.manifest.id
    for finding in candidate.findings:
        if finding.severity is not Severity.WARNING:
            logger.info("manifest of %s: %s: %s (%s)", whose, finding.path, finding.severity, finding.code)
