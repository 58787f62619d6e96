"""The composition root: settings, adapters, stores and the core, put together in one place. No Qt.

Called on the core's own loop by ``ui.bridge``, by the command line and by tests. Slow libraries are imported here,
when the core is built, and nowhere above.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread

from app.domain.errors import StorageUnavailable
from app.domain.messages import Fix, ModelInfo, Notice, NoticeCode
from app.platform.detect import choose_platform
from app.runtime.core import Core
from app.runtime.parts import Clocks, Parts
from app.settings.file import load_settings
from app.settings.paths import AppPaths, resources_folder
from app.speech.capture import PortAudioMicrophone
from app.speech.cues import SoundCues
from app.speech.models import ModelCatalogue
from app.speech.ports import Transcriber
from app.speech.transcriber import WhisperTranscriber
from app.storage.database import Database, set_aside
from app.storage.history import History
from app.storage.takes import TakeStore

__all__ = ["WhisperRecognisers", "build_core"]

log = logging.getLogger(__name__)


class WhisperRecognisers:
    """Port ``Recognisers`` over the catalogue: one recogniser for each model and thread count that was asked for."""

    def __init__(self, catalogue: ModelCatalogue) -> None:
        self._catalogue = catalogue
        self._made: dict[tuple[str, int], Transcriber] = {}

    def get(self, model: str, *, threads: int) -> Transcriber:
        key = (model, threads)
        if key not in self._made:
            self._made[key] = WhisperTranscriber(self._catalogue.installed(model), threads=threads)
        return self._made[key]

    def infos(self) -> tuple[ModelInfo, ...]:
        return self._catalogue.infos()

    async def fetch(self, model: str, on_progress: Callable[[float], None]) -> None:
        await self._catalogue.fetch(model, on_progress)
        for key in [key for key in self._made if key[0] == model]:
            await self._made.pop(key).unload()


@dataclass(frozen=True, slots=True)
class _Stores:
    history: History
    takes: TakeStore
    close: Callable[[], Awaitable[None]]
    problem: Notice | None = None


async def build_core(paths: AppPaths) -> Core:
    """Build the core of this person's Voxnotch.

    Raises:
        StorageUnavailable: not even a temporary folder can be written.
    """
    loaded = await anyio.to_thread.run_sync(load_settings, paths.settings_file)
    stores = await _open_stores(paths)
    return Core(
        Parts(
            paths=paths,
            platform=await choose_platform(paths),
            microphone=PortAudioMicrophone(),
            cues=SoundCues(resources_folder() / "sounds"),
            recognisers=WhisperRecognisers(ModelCatalogue(paths.models, paths.state)),
            history=stores.history,
            takes=stores.takes,
            close_stores=stores.close,
            clocks=Clocks(monotonic_s=time.monotonic, unix_s=time.time),
        ),
        loaded,
        problems=() if stores.problem is None else (stores.problem,),
    )


async def _open_stores(paths: AppPaths) -> _Stores:
    """Open history and takes; a folder that cannot be used is replaced by one for this session alone."""
    problem: Notice | None = None
    try:
        try:
            database = await Database.open(paths.history_file)
        except StorageUnavailable as error:
            if error.code != "storage-damaged":
                raise
            kept = await set_aside(paths.history_file)
            log.warning("the history is damaged and was set aside as %s", kept.name)
            problem = Notice(NoticeCode.HISTORY_SET_ASIDE, place=str(kept), fix=Fix.OPEN_DATA_FOLDER)
            database = await Database.open(paths.history_file)
    except StorageUnavailable as error:
        log.warning("history is kept for this session only: %s", error)
        return await _open_session_stores(error)
    return _Stores(History(database), TakeStore(paths.takes), database.close, problem)


async def _open_session_stores(error: StorageUnavailable) -> _Stores:
    try:
        folder = Path(await anyio.to_thread.run_sync(tempfile.mkdtemp, "", "voxnotch-"))
    except OSError as no_room:
        raise StorageUnavailable(error.detail, place=error.place, code=error.code) from no_room
    database = await Database.open(folder / "history.sqlite")

    async def close() -> None:
        await database.close()
        await anyio.to_thread.run_sync(shutil.rmtree, folder)

    notice = Notice(NoticeCode.NOT_KEPT, place=error.code, fix=Fix.OPEN_DATA_FOLDER)
    return _Stores(History(database), TakeStore(folder / "takes"), close, notice)
