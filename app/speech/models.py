"""The speech models: which there are, which are on this machine, whether their files are whole.

Used by ``bootstrap`` (the core loop), the recogniser's thread (:meth:`InstalledModel.verify`) and the command line.
Nothing here touches the network; :meth:`ModelCatalogue.fetch` asks ``model_fetch.py`` to.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import ModelDamaged, ModelMissing
from app.domain.messages import ModelInfo, ModelState
from app.speech.catalogue import CATALOGUE, ModelEntry

__all__ = ["InstalledModel", "ModelCatalogue"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model whose files are all there in their right size."""

    entry: ModelEntry
    folder: Path
    stamps: Path
    """Where the outcome of the last full check is kept."""

    @property
    def name(self) -> str:
        return self.entry.name

    def verify(self) -> None:
        """Compare every file with its hash. Blocks: some 0.1 s for tiny.en, nothing while the files are unchanged.

        Raises:
            ModelMissing, ModelDamaged: ``place`` is the file.
        """
        check_sizes(self.entry, self.folder)
        now = self._stamp()
        if self._read_stamp() == now:
            return
        for file in self.entry.files:
            if sha256_of(self.folder / file.name) != file.sha256:
                raise ModelDamaged("wrong hash", place=str(self.folder / file.name))
        self._write_stamp(now)

    def _stamp(self) -> dict[str, list[int | str]]:
        stamp: dict[str, list[int | str]] = {}
        for file in self.entry.files:
            stat = (self.folder / file.name).stat()
            stamp[str(self.folder / file.name)] = [stat.st_size, stat.st_mtime_ns, file.sha256]
        return stamp

    def _read_stamp(self) -> object:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            return json.loads(self.stamps.read_text(encoding="utf-8"))
        return None

    def _write_stamp(self, stamp: object) -> None:
        try:
            self.stamps.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.stamps.with_suffix(f".{os.getpid()}.new")
            fresh.write_text(json.dumps(stamp, ensure_ascii=False), encoding="utf-8")
            fresh.replace(self.stamps)
        except OSError as error:
            # The model is whole; only the next start has to hash it again.
            _log.warning("the check of model %s could not be noted: %s", self.name, error)


def sha256_of(path: Path) -> str:
    """Return the hash of a file in hex.

    Raises:
        ModelDamaged: it cannot be read.
    """
    try:
        with path.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        raise ModelDamaged(type(error).__name__, place=str(path)) from error


def check_sizes(entry: ModelEntry, folder: Path) -> None:
    """Look for every file and its size; cheap.

    Raises:
        ModelMissing: the folder is not there.
        ModelDamaged: a file is absent or has another size; ``place`` names it (A33).
    """
    if not folder.is_dir():
        raise ModelMissing(place=entry.name)
    for file in entry.files:
        path = folder / file.name
        try:
            size = path.stat().st_size
        except OSError as error:
            raise ModelDamaged(type(error).__name__, place=str(path)) from error
        if size != file.size:
            raise ModelDamaged(f"{size} bytes instead of {file.size}", place=str(path))


class ModelCatalogue:
    """What is known of the models of one person's Voxnotch."""

    def __init__(
        self,
        models_dir: Path,
        state_dir: Path,
        *,
        entries: tuple[ModelEntry, ...] = CATALOGUE,
        locks_dir: Path | None = None,
    ) -> None:
        """``locks_dir`` holds ``NAME.lock``, the pinned packages of each model that is fetched."""
        self._models = models_dir
        self._state = state_dir
        self._entries = {entry.name: entry for entry in entries}
        self._locks = locks_dir or Path(__file__).resolve().parents[2] / "packaging" / "models"

    def infos(self) -> tuple[ModelInfo, ...]:
        """Tell the state of every model on disk; looks at sizes alone."""
        return tuple(self._info(entry) for entry in self._entries.values())

    def _info(self, entry: ModelEntry) -> ModelInfo:
        state, problem = ModelState.READY, ""
        try:
            self.installed(entry.name)
        except ModelMissing:
            state = ModelState.ABSENT
        except ModelDamaged as error:
            state, problem = ModelState.DAMAGED, error.code
        return ModelInfo(entry.name, state, entry.size_bytes, entry.languages, problem=problem)

    def installed(self, name: str) -> InstalledModel:
        """Find a model by its files' sizes; the recogniser verifies the hashes before it loads it.

        A copy in the models folder is preferred to the packaged one: that is how a damaged package is repaired.

        Raises:
            ModelMissing: it is not on this machine, or there is no such model.
            ModelDamaged: a file is absent or has another size; ``place`` is the file.
        """
        entry = self._entries.get(name)
        if entry is None:
            raise ModelMissing("not in the catalogue", place=name)
        folder = self._models / name
        if entry.package and not folder.is_dir():
            folder = _packaged(entry)
        check_sizes(entry, folder)
        return InstalledModel(entry, folder, self._state / "models" / f"{name}.json")

    async def fetch(self, name: str, on_progress: Callable[[float], None]) -> None:
        """Download or repair a model; ``on_progress`` gets 0..1 on the calling loop.

        Raises:
            ModelMissing: there is no such model.
            External: the download failed (``download-failed``) or brought other files (``download-damaged``).
            StorageUnavailable: no room, or the models folder cannot be written.
        """
        from app.speech.model_fetch import fetch_model

        entry = self._entries.get(name)
        if entry is None:
            raise ModelMissing("not in the catalogue", place=name)
        await fetch_model(entry, self._locks / f"{name}.lock", self._models, on_progress)


def _packaged(entry: ModelEntry) -> Path:
    spec = importlib.util.find_spec(entry.package)
    if spec is None or spec.origin is None:
        raise ModelMissing(f"package {entry.package} is not installed", place=entry.name)
    return Path(spec.origin).parent / "model"
