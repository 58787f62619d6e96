"""Unpacks a packed integration (our own, or an MCPB bundle), and refuses what is not a plain tree of files (V-17.2).

Both are zip files. Called by the installer on a worker thread; nothing of what is unpacked is run. The files go into a
new folder, and only a complete one is given back, so a failure in the middle leaves nothing.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from pathlib import Path
from typing import IO, Final

from app.domain.findings import Finding, Severity
from app.domain.measure import clip
from app.extensions.manifest_files import MANIFEST_NAME
from app.extensions.mcpb import MCPB_MANIFEST_NAME
from app.settings.disk import PRIVATE_FOLDER, make_folder, storage_error

__all__ = ["PackageRefused", "unpack"]

MOST_FILES: Final = 20_000
"""A bundle with its ``node_modules`` has some thousands."""
MOST_BYTES: Final = 1024 * 1024 * 1024
"""Of all files together; a bundle with a whole Python has some hundred MB."""
MOST_FILE_BYTES: Final = 512 * 1024 * 1024
"""Of one file: the largest are models and whole runtimes."""
MOST_RATIO: Final = 100
"""Unpacked to packed; text reaches 10 to 20, a bomb thousands."""
RATIO_FREE_BYTES: Final = 16 * 1024 * 1024
"""Below this the ratio does not matter: a page of zeros is no bomb."""
_LONGEST_NAME_BYTES: Final = 255
"""Of one part of a path, on every usual file system."""
_DEEPEST: Final = 40
"""Folders in each other; nested ``node_modules`` have a dozen or two."""
_CHUNK: Final = 1024 * 1024
"""Bytes in memory at a time."""
_CLAUSE: Final = "V-17.2"
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 0x1
_OTHER_SYSTEMS: Final = frozenset('\\:*?"<>|')
"""Not in a name: a package is for every system, and on one of them these lead elsewhere."""


class PackageRefused(Exception):
    """The packed file cannot be used."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.finding = Finding("$", Severity.REFUSED, code, _CLAUSE, clip(detail, 120))


def unpack(file: Path, into: Path) -> Path:
    """Unpack ``file`` into the new folder ``into`` and return the folder in it that has the manifest.

    Raises:
        PackageRefused: nothing was left behind.
        StorageUnavailable: the disk is full or read-only; nothing was left behind.
    """
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe or a device may never end
            raise PackageRefused("package-unreadable", str(file))
        with zipfile.ZipFile(file) as archive:
            entries = _checked(archive.infolist(), file.stat().st_size)
            make_folder(into.parent)
            into.mkdir(mode=PRIVATE_FOLDER)
            try:
                _extract(archive, entries, into)
                return _root_of(into)
            except BaseException:
                shutil.rmtree(into, ignore_errors=True)
                raise
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError) as error:
        raise PackageRefused("package-unreadable", str(error)) from error
    except FileNotFoundError as error:
        raise PackageRefused("no-such-file", str(file)) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # an offset in the archive leads to before its beginning
            raise PackageRefused("package-unreadable", str(file)) from error
        raise storage_error(error, into) from error


def _checked(entries: list[zipfile.ZipInfo], packed_bytes: int) -> dict[str, zipfile.ZipInfo]:
    """Return the files by their path, after looking at every entry and before writing any."""
    if len(entries) > MOST_FILES:
        raise PackageRefused("package-too-many", f"{len(entries)}, at most {MOST_FILES}")
    files: dict[str, zipfile.ZipInfo] = {}
    taken: dict[str, bool] = {}
    total = 0
    for entry in entries:
        name = _checked_name(entry)
        _check_kind(entry, name)
        _claim(name, taken, is_file=not entry.is_dir())
        if entry.is_dir():
            continue
        if entry.file_size > MOST_FILE_BYTES:
            raise PackageRefused("package-file-too-large", name)
        total += entry.file_size
        files[name] = entry
    if total > MOST_BYTES:
        raise PackageRefused("package-too-large", f"{total} bytes, at most {MOST_BYTES}")
    if total > RATIO_FREE_BYTES and total > MOST_RATIO * packed_bytes:
        raise PackageRefused("package-bomb", f"{packed_bytes} bytes become {total}")
    return files


def _checked_name(entry: zipfile.ZipInfo) -> str:
    # ``orig_filename`` is what stands in the file: ``filename`` ends at a zero byte.
    written = entry.orig_filename
    name = written.removesuffix("/")
    parts = name.split("/")
    if written.startswith("/") or ".." in parts or "\\" in written or (len(name) > 1 and name[1] == ":"):
        raise PackageRefused("package-leaves-folder", written)
    bad = any(part in {"", "."} or len(part.encode("utf-8", "replace")) > _LONGEST_NAME_BYTES for part in parts)
    if bad or len(parts) > _DEEPEST or not written.isprintable() or _OTHER_SYSTEMS & set(written):
        raise PackageRefused("package-bad-name", written)
    return name


def _check_kind(entry: zipfile.ZipInfo, name: str) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise PackageRefused("package-link", name)
    if entry.flag_bits & _ENCRYPTED:
        raise PackageRefused("package-encrypted", name)
    if entry.compress_type not in _METHODS:
        raise PackageRefused("package-unreadable", f"{name}: method {entry.compress_type}")


def _claim(name: str, taken: dict[str, bool], *, is_file: bool) -> None:
    """Note a path and the folders above it; names that are one name on some system are one here."""
    parts = unicodedata.normalize("NFC", name).casefold().split("/")
    for depth in range(1, len(parts)):
        if taken.setdefault("/".join(parts[:depth]), False):
            raise PackageRefused("package-written-twice", name)
    whole = "/".join(parts)
    if whole in taken and (is_file or taken[whole]):
        raise PackageRefused("package-written-twice", name)
    taken[whole] = is_file


def _extract(archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], into: Path) -> None:
    for name, entry in entries.items():
        target = into / name
        target.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        mode = 0o700 if (entry.external_attr >> 16) & 0o111 else 0o600
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as written, archive.open(entry) as packed:
            _copy(packed, written, entry.file_size, name)


def _copy(packed: IO[bytes], written: IO[bytes], told: int, name: str) -> None:
    """Copy what the directory of the archive told: the library never reads more, and less is no whole file."""
    copied = 0
    while chunk := packed.read(_CHUNK):
        copied += len(chunk)
        written.write(chunk)
    if copied != told:
        raise PackageRefused("package-unreadable", name)


def _root_of(folder: Path) -> Path:
    """Return where the manifest is: at the top, or in the one folder that somebody zipped as a whole."""
    entries = sorted(folder.iterdir())
    for root in (folder, *(entries if len(entries) == 1 and entries[0].is_dir() else ())):
        if any((root / name).is_file() for name in (MANIFEST_NAME, MCPB_MANIFEST_NAME)):
            return root
    raise PackageRefused("package-no-manifest")
