"""Packs the folder of an integration into one file: the author's side of ``packages`` (V-20.6).

Called by ``voxnotch integrations pack`` on a thread that may block. Runs nothing. The same folder gives the same
bytes: entries are sorted and carry neither times nor owners.
"""

from __future__ import annotations

import fnmatch
import io
import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.domain.findings import Finding, Severity
from app.domain.manifest import Manifest, read_manifest
from app.domain.measure import clip
from app.extensions.manifest_files import check_icon, read_bytes
from app.settings.disk import write_whole

__all__ = ["MOST_BYTES", "PACK_SUFFIX", "NotPacked", "Packed", "pack"]

PACK_SUFFIX: Final = ".voxnotch"
MOST_BYTES: Final = 8 * 1024 * 1024
"""Of all files together, before packing (V-20.6)."""

_LEFT_OUT: Final = frozenset(
    {
        *("node_modules", "bower_components", ".yarn", ".pnpm-store"),
        *(".venv", "venv", "__pycache__", "site-packages", ".tox", ".nox", ".eggs"),
        *(".git", ".hg", ".svn", ".idea", ".vscode"),
        *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".cache", ".DS_Store", "Thumbs.db"),
    }
)
"""Folders and files of tools, and dependencies: fetched anew where it is installed (V-17.7)."""
_LEFT_OUT_LIKE: Final = ("*.pyc", "*.pyo", f"*{PACK_SUFFIX}", "*.mcpb", "*.dxt", "*.swp", "*~")
_SECRET_LIKE: Final = (
    *(".env", ".env.*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx"),
    *("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".npmrc", ".pypirc", ".netrc", ".pgpass", ".git-credentials"),
    *("credentials", "credentials.*", "client_secret*.json", "service-account*.json", "secrets.*", ".htpasswd"),
)
_NO_SECRET_LIKE: Final = ("*.example", "*.sample", "*.template", "*.dist")
"""``.env.example`` shows which values there are, and holds none."""
_SECRET_TEXT: Final = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_\w{40}"
    rb"|\bxox[abprs]-[A-Za-z0-9-]{20}|\bsk-[A-Za-z0-9_-]{32}|\bAIza[0-9A-Za-z_-]{35}|\bglpat-[A-Za-z0-9_-]{20}"
)
"""Beginnings that services give to their keys so that they are found."""
_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The oldest that a zip can hold."""
_UNIX: Final = 3
_CLAUSE: Final = "V-20.6"
_LEVEL: Final = 9


@dataclass(frozen=True, slots=True)
class Packed:
    file: Path
    files: tuple[str, ...]
    packed_bytes: int


class NotPacked(Exception):
    """The folder was refused, with everything that is wrong with it; nothing was written."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(", ".join(finding.code for finding in findings))
        self.findings = tuple(findings)


def pack(folder: Path, target: Path | None = None) -> Packed:
    """Pack ``folder`` into ``target``, by default ``<id>-<version>.voxnotch`` in the current folder.

    Raises:
        NotPacked: it fails ``validate``, or has a link, what looks like a secret, or more than 8 MiB.
        NoManifest: there is nothing to read.
        StorageUnavailable: the file cannot be written.
    """
    manifest = _validated(folder)
    findings: list[Finding] = []
    files: dict[str, bytes] = {}
    total = 0
    for name, path in _files(folder):
        if path.is_symlink():
            findings.append(_finding("packed-link", name))
            continue
        try:
            size = path.stat().st_size
            total += size
            content = path.read_bytes() if total <= MOST_BYTES else b""
        except OSError as error:
            findings.append(_finding("packed-unreadable", f"{name}: {error.strerror}"))
            continue
        if _looks_secret(path.name, content):
            findings.append(_finding("packed-secret", name))
        files[name] = content
    if total > MOST_BYTES:
        findings.append(_finding("packed-too-large", f"{total} bytes, at most {MOST_BYTES}"))
    if findings:
        raise NotPacked(findings)
    file = target or Path(f"{manifest.id}-{manifest.version}{PACK_SUFFIX}")
    data = _zip(files, folder)
    write_whole(file, data)
    return Packed(file, tuple(files), len(data))


def _finding(code: str, detail: str) -> Finding:
    return Finding("$", Severity.REFUSED, code, _CLAUSE, clip(detail, 120))


def _validated(folder: Path) -> Manifest:
    reading = read_manifest(read_bytes(folder), strict=True)
    icon = check_icon(folder, reading.icon) if reading.icon else None
    findings = [*reading.findings, *([icon] if icon else [])]
    if reading.manifest is None or any(one.severity is not Severity.WARNING for one in findings):
        raise NotPacked(findings)
    return reading.manifest


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Give the files and links to pack, by their path inside, sorted."""
    found: list[tuple[str, Path]] = []
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        links = [name for name in folders if (here / name).is_symlink() and name not in _LEFT_OUT]
        folders[:] = [name for name in folders if name not in _LEFT_OUT and name not in links]
        for name in (*links, *names):
            if name not in _LEFT_OUT and not any(fnmatch.fnmatch(name, like) for like in _LEFT_OUT_LIKE):
                path = here / name
                found.append((path.relative_to(folder).as_posix(), path))
    yield from sorted(found)


def _looks_secret(name: str, content: bytes) -> bool:
    lower = name.lower()
    named = any(fnmatch.fnmatch(lower, like) for like in _SECRET_LIKE)
    if named and not any(fnmatch.fnmatch(lower, like) for like in _NO_SECRET_LIKE):
        return True
    return _SECRET_TEXT.search(content) is not None


def _zip(files: dict[str, bytes], folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _TIME)
            entry.create_system = _UNIX
            runs = os.access(folder / name, os.X_OK)
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return buffer.getvalue()
