"""A loudspeaker one can listen to while a narrator speaks."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import anyio
import numpy as np

from app.cli.virtual.processes import Child
from app.speech.capture import PortAudioMicrophone
from app.speech.ports import AudioChunk, Narrator
from tests.desktop.sound_fixtures import PATIENCE_S, Sound, private_sound

SPEAKER = "vspk.monitor"
AUDIBLE = 0.003
"""Peak; the loudspeaker is silent to the last bit where nothing plays."""
A_SECOND = 31
"""Frames."""
LONG = "This is a long answer, said sentence by sentence. " * 12


@contextmanager
def awake_sound(folder: Path) -> Generator[Sound]:
    """Run a sound server whose loudspeaker does not fall asleep, which would cost two seconds each time."""
    with (
        private_sound(folder) as sound,
        Child(
            ["parec", f"--device={SPEAKER}", "--latency-msec=10", "/dev/null"],
            env=sound.server.env,
            log=folder / "parec-speaker.log",
        ),
    ):
        yield sound


async def say(narrator: Narrator, text: str, *, language: str = "en", voice: str = "", volume: float = 0.8) -> None:
    await narrator.speak(text, language=language, voice=voice, rate_percent=100, volume=volume)


def audible(chunk: AudioChunk) -> bool:
    return float(np.abs(chunk.samples).max()) > AUDIBLE


class Ear:
    """Everything that was heard since it was put to the loudspeaker."""

    def __init__(self) -> None:
        self._news = anyio.Event()
        self._frames = 0
        self.sounds: list[float] = []
        """Monotonic time of the end of each frame in which there was sound."""

    async def listen(self) -> None:
        async with PortAudioMicrophone().open(SPEAKER) as capture:
            async for chunk in capture:
                self._frames += 1
                if audible(chunk):
                    self.sounds.append(chunk.at_s)
                self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, anyio.Event()
        news.set()

    async def _until(self, done: Callable[[], bool]) -> None:
        with anyio.fail_after(PATIENCE_S):
            while not done():
                await self._news.wait()

    async def until_open(self) -> None:
        await self._until(lambda: self._frames > 0)

    async def until_sound(self) -> None:
        """Wait for sound that comes from now on."""
        before = len(self.sounds)
        await self._until(lambda: len(self.sounds) > before)

    async def until_later(self, frames: int = A_SECOND) -> None:
        """Hear so many more frames."""
        until = self._frames + frames
        await self._until(lambda: self._frames >= until)


@asynccontextmanager
async def listening() -> AsyncGenerator[Ear]:
    """Put an ear to the loudspeaker; it hears before this is entered."""
    ear = Ear()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ear.listen)
        await ear.until_open()
        yield ear
        tasks.cancel_scope.cancel()


async def heard_by_new_microphone(frames: int = 2 * A_SECOND) -> int:
    """Open a microphone at the loudspeaker, as a follow-up take does; tell in how many of ``frames`` there is sound."""
    heard = 0
    async with PortAudioMicrophone().open(SPEAKER) as capture:
        chunks = aiter(capture)
        with anyio.fail_after(PATIENCE_S):
            for _ in range(frames):
                heard += audible(await anext(chunks))
    return heard
