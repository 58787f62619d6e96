"""What the runtime is made of: every adapter and store, handed over by ``bootstrap``. Nothing here is looked up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from app.domain.messages import Event, ModelInfo
from app.platform.ports import Platform
from app.settings.paths import AppPaths
from app.speech.ports import CuePlayer, Microphone, Narrator, Samples, Transcriber
from app.storage.history import History
from app.storage.takes import TakeStore
from app.storage.threads import Threads
from app.storage.turn_calls import TurnCalls

__all__ = ["Clocks", "Emit", "Parts", "Recognisers"]

Emit = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Clocks:
    """Time, injected."""

    monotonic_s: Callable[[], float]
    unix_s: Callable[[], float]


class Recognisers(Protocol):
    """The speech models of this machine."""

    def get(self, model: str, *, threads: int) -> Transcriber:
        """Return the recogniser for a model of the catalogue; it loads itself when first used.

        Raises:
            ModelMissing, ModelDamaged
        """
        ...

    def infos(self) -> tuple[ModelInfo, ...]: ...

    async def fetch(self, model: str, on_progress: Callable[[float], None]) -> None:
        """Download or repair a model; ``on_progress`` 0..1 on the core loop.

        Raises:
            External: the download failed.
            StorageUnavailable
        """
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    paths: AppPaths
    platform: Platform
    microphone: Microphone
    cues: CuePlayer
    recognisers: Recognisers
    history: History
    turn_calls: TurnCalls
    threads: Threads
    takes: TakeStore
    narrator: Narrator
    end_of_speech: Callable[[], Awaitable[Callable[[Samples], bool]]]
    """Makes what is told of all samples of a take (float32 (512,), 16 kHz mono) and says when its speech is over."""
    close_stores: Callable[[], Awaitable[None]]
    clocks: Clocks
