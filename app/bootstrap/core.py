"""The core of a person: settings, adapters and stores, put together.

Called on the core's own loop by ``ui.session`` and by tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import anyio
import anyio.to_thread

from app.bootstrap.agent import agent_parts
from app.bootstrap.integrations import IntegrationResources
from app.bootstrap.stores import open_store
from app.domain.messages import ModelInfo, NoticeCode
from app.platform.detect import choose_platform
from app.runtime.core import Core
from app.runtime.parts import Clocks, Parts
from app.settings.file import load_settings
from app.settings.paths import AppPaths, resources_folder
from app.speech.auto_stop import load_auto_stop
from app.speech.capture import PortAudioMicrophone
from app.speech.cues import SoundCues
from app.speech.models import ModelCatalogue
from app.speech.narrator import EspeakNarrator
from app.speech.ports import Samples, Transcriber
from app.speech.transcriber import WhisperTranscriber
from app.storage.database import HISTORY_MIGRATIONS
from app.storage.history import History
from app.storage.takes import TakeStore
from app.storage.threads import Threads
from app.storage.turn_calls import TurnCalls

__all__ = ["WhisperRecognisers", "build_core"]


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


async def _end_of_speech() -> Callable[[Samples], bool]:
    return (await load_auto_stop()).push


async def build_core(paths: AppPaths) -> Core:
    """Build the core of this person's Voxnotch.

    Raises:
        StorageUnavailable: not even a temporary folder can be written.
    """
    loaded = await anyio.to_thread.run_sync(load_settings, paths.settings_file)
    clocks = Clocks(monotonic_s=time.monotonic, unix_s=time.time)
    async with AsyncExitStack() as opened:
        history = await open_store(paths.history_file, HISTORY_MIGRATIONS, damaged=NoticeCode.HISTORY_SET_ASIDE)
        opened.push_async_callback(history.close)
        resources = await IntegrationResources.open(paths, clocks)
        opened.push_async_callback(resources.close)
        platform = await choose_platform(paths)
        close_stores = opened.pop_all().aclose
    takes = paths.takes if history.session_folder is None else history.session_folder / "takes"
    problems = dict.fromkeys(problem for problem in (history.problem, resources.problem) if problem is not None)
    return Core(
        Parts(
            paths=paths,
            platform=platform,
            microphone=PortAudioMicrophone(),
            cues=SoundCues(resources_folder() / "sounds"),
            recognisers=WhisperRecognisers(ModelCatalogue(paths.models, paths.state)),
            history=History(history.database),
            turn_calls=TurnCalls(history.database),
            threads=Threads(history.database),
            takes=TakeStore(takes),
            narrator=EspeakNarrator(),
            end_of_speech=_end_of_speech,
            close_stores=close_stores,
            clocks=clocks,
        ),
        loaded,
        build_integrations=resources.build,
        agent=agent_parts(clocks),
        problems=[*problems],
    )
