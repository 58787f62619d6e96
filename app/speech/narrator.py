"""Answers spoken aloud: text to the synthesiser, its samples to the loudspeaker, the end told when it was heard.

Made by the composition root, used on the core loop by the runtime. One text at a time: a second one waits for the
first to end, so that nobody hears two voices; who wants to be first cancels the other. Every wait on the synthesiser
or the output is bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.lowlevel
import anyio.to_thread
import numpy as np
import soxr

from app.domain.errors import NarratorFailed
from app.speech.espeak import PROGRAM, choose_voice, find_program, find_voices, speakable, synthesis
from app.speech.loudspeaker import RATE_HZ, Loudspeaker
from app.speech.ports import Voice

__all__ = ["EspeakNarrator"]

_log = logging.getLogger(__name__)

AHEAD_S: Final = 2.0
"""Sound that is made before it is needed; with more waiting, the synthesiser waits."""
STILL_LIMIT_S: Final = 6.0
"""An output that takes nothing for so long hangs. An idle PulseAudio sink wakes up in 1 to 2 s, a headset in 3 s."""
LOOK_S: Final = 0.25
"""Between looks at the clock; all other news comes from the output."""
SILENCE_LIMIT_S: Final = 1.0
"""For a stopped output to be silent: 10 to 50 ms where it lives, 300 ms and its closing where it hangs."""
CLOSE_LIMIT_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class _Wish:
    """One text and how it shall sound."""

    words: str
    voice: Voice
    rate_percent: int
    volume: np.float32


class EspeakNarrator:
    """Implements the port ``Narrator`` with eSpeak NG and PortAudio."""

    def __init__(self, program: str = PROGRAM, clock: Callable[[], float] = time.monotonic) -> None:
        """``program``: name on PATH, or a path; ``clock`` gives monotonic seconds and is read on other threads too."""
        self._program = program
        self._clock = clock
        self._turn = anyio.Lock()
        self._voices: tuple[Voice, ...] = ()
        self._loudspeakers: list[Loudspeaker] = []
        """The one that plays, and those that are still being closed."""
        self._closed = False

    async def voices(self) -> tuple[Voice, ...]:
        """List the voices; asked once, and again while there are none."""
        try:
            return await self._known_voices()
        except NarratorFailed as error:
            _log.info("nothing here can speak: %s", error)
            return ()

    async def _known_voices(self) -> tuple[Voice, ...]:
        if not self._voices:
            self._voices = await find_voices(find_program(self._program))
        return self._voices

    async def speak(self, text: str, *, language: str, voice: str, rate_percent: int, volume: float) -> None:
        """Say ``text``; see the port.

        Raises:
            NarratorFailed
        """
        await anyio.lowlevel.checkpoint()
        words = speakable(text)
        if not words or volume <= 0:
            return
        async with self._turn:
            if self._closed:
                raise NarratorFailed("closed", place="narrator")
            chosen = choose_voice(await self._known_voices(), voice, language)
            await self._say(_Wish(words, chosen, rate_percent, np.float32(min(1.0, volume))))

    async def _say(self, wish: _Wish) -> None:
        loop = asyncio.get_running_loop()
        news = _News()

        def tell() -> None:
            # The loop may have ended: then nobody is left to be told.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(news.come)

        loudspeaker = Loudspeaker(tell, self._clock)
        self._loudspeakers = [*(earlier for earlier in self._loudspeakers if earlier.alive), loudspeaker]
        # Opening an output takes as long as the first words: both at once.
        loudspeaker.start()
        try:
            await self._feed(wish, loudspeaker, news)
            loudspeaker.complete()
            await self._until(lambda: loudspeaker.played, loudspeaker, news)
        finally:
            loudspeaker.stop()
            with anyio.move_on_after(SILENCE_LIMIT_S, shield=True):
                while not loudspeaker.silent:
                    await news.wait(LOOK_S)

    async def _feed(self, wish: _Wish, loudspeaker: Loudspeaker, news: _News) -> None:
        program = find_program(self._program)
        async with synthesis(program, wish.words, voice=wish.voice, rate_percent=wish.rate_percent) as sound:
            resampler = soxr.ResampleStream(sound.rate_hz, RATE_HZ, 1, dtype="float32", quality="HQ")
            async with contextlib.aclosing(sound.blocks) as blocks:
                async for block in blocks:
                    loudspeaker.write(np.clip(resampler.resample_chunk(block) * wish.volume, -1, 1))
                    await self._until(lambda: loudspeaker.ahead_s < AHEAD_S, loudspeaker, news)
            rest = resampler.resample_chunk(np.zeros(0, dtype=np.float32), last=True)
            loudspeaker.write(np.clip(rest * wish.volume, -1, 1))

    async def _until(self, done: Callable[[], bool], loudspeaker: Loudspeaker, news: _News) -> None:
        while not done():
            if loudspeaker.error is not None:
                raise NarratorFailed(loudspeaker.error.detail, place="output") from loudspeaker.error
            if loudspeaker.silent:
                raise NarratorFailed("the output ended", place="output")
            if loudspeaker.still_for_s > STILL_LIMIT_S:
                raise NarratorFailed("the output takes no sound", place="output")
            await news.wait(LOOK_S)

    async def close(self) -> None:
        """End what is being said, and wait for the thread behind it: PortAudio aborts a process that ends within it."""
        self._closed = True
        for loudspeaker in self._loudspeakers:
            loudspeaker.stop()
        await anyio.to_thread.run_sync(self._wait_for_threads, abandon_on_cancel=True)

    def _wait_for_threads(self) -> None:
        until_s = self._clock() + CLOSE_LIMIT_S
        for loudspeaker in self._loudspeakers:
            loudspeaker.join(max(0.0, until_s - self._clock()))
            if loudspeaker.alive:
                _log.warning("a sound output does not end")


class _News:
    """Wakes the core loop; what came before a wait is not lost."""

    def __init__(self) -> None:
        self._event = anyio.Event()

    def come(self) -> None:
        self._event.set()

    async def wait(self, at_most_s: float) -> None:
        with anyio.move_on_after(at_most_s):
            await self._event.wait()
        self._event = anyio.Event()
