"""Sounds that a tool answered with, made playable (V-6.32): whatever FFmpeg reads becomes a 16-bit WAV.

Called by the runtime when a person presses play; decoding works on a thread and is bounded.
"""

from __future__ import annotations

import io
import tempfile
import wave
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from app.domain.errors import AudioUnreadable
from app.speech.bounded import run_bounded

__all__ = ["MOST_S", "playable"]

MOST_S: Final = 600
"""Seconds of a sound that are played; a longer one is cut."""
DECODE_LIMIT_S: Final = 20.0
_RATE_HZ: Final = 48_000
"""What every output takes."""


@asynccontextmanager
async def playable(data: bytes) -> AsyncGenerator[Path]:
    """Yield a WAV file with the sound, which is gone afterwards.

    Raises:
        AudioUnreadable: it is no sound, or not one sample of it can be read.
    """
    try:
        sound = await run_bounded(
            partial(_to_wav, data), limit_s=DECODE_LIMIT_S, name="sound-decode", dispose=lambda _sound: None
        )
    except TimeoutError as error:
        raise AudioUnreadable("decoding took too long", place="sound") from error
    folder = Path(await anyio.to_thread.run_sync(tempfile.mkdtemp, "", "voxnotch-sound-"))
    file = folder / "sound.wav"
    try:
        await anyio.Path(file).write_bytes(sound)
        yield file
    finally:
        with anyio.move_on_after(DECODE_LIMIT_S, shield=True):
            await anyio.Path(file).unlink(missing_ok=True)
            await anyio.Path(folder).rmdir()


def _to_wav(data: bytes) -> bytes:
    import av
    from av.error import FFmpegError

    target = io.BytesIO()
    try:
        with (
            av.open(io.BytesIO(data), mode="r", metadata_errors="ignore") as container,
            wave.open(target, "wb") as file,
        ):
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(_RATE_HZ)
            resampler = av.AudioResampler(format="s16", layout="stereo", rate=_RATE_HZ)
            left = most = int(MOST_S * _RATE_HZ)
            for frame in container.decode(audio=0):
                for even in resampler.resample(frame):
                    samples = min(even.samples, left)
                    file.writeframes(bytes(even.planes[0])[: samples * 4])
                    left -= samples
                if left <= 0:
                    break
            if left == most:
                raise AudioUnreadable("not one sample", place="sound")
    except (FFmpegError, IndexError, ValueError) as error:  # IndexError: there is no audio in it
        raise AudioUnreadable(type(error).__name__, place="sound") from error
    return target.getvalue()
