"""From a device's blocks to the frames of speech: mixes channels down, resamples, clips, cuts into 512 samples.

Pure; one :class:`Framer` for one take, used on the core loop by the capture. No state outlives it (A21).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from app.speech.ports import FRAME, SAMPLE_RATE_HZ, Samples

__all__ = ["Framer", "mix_down"]

SILENT_PEAK: Final = 1e-4
"""-80 dBFS, full scale 1: below this a channel counts as not connected; 16-bit converters idle at -90 to -85."""

LOUDEST: Final = np.float32(8.0)
"""Full scale is 1; PipeWire was seen to give 1.6, and a second channel may bring that down again."""


def mix_down(block: NDArray[np.float32], carries: NDArray[np.bool_]) -> Samples:
    """Return the mean of the channels of ``block`` (float32 (n, channels)) that carry signal.

    ``carries`` (bool (channels,)) is updated in place: a channel that has been heard once counts from then on, so a
    device with speech in one channel alone is as loud as a mono one (A18) and no channel is switched off in a pause.
    """
    if block.shape[1] == 1:
        return block[:, 0]
    before = int(carries.sum())
    carries |= np.abs(block).max(axis=0, initial=0.0) > SILENT_PEAK
    after = int(carries.sum())
    if after == 0:
        return block.mean(axis=1, dtype=np.float32)
    total = block[:, carries].sum(axis=1, dtype=np.float32)
    if before in (0, after):
        return total / np.float32(after)
    # A channel that comes in changes the divisor: slide over one block, so that nothing clicks.
    return total / np.linspace(before, after, len(block), dtype=np.float32)


class Framer:
    """Takes blocks of a device, gives frames of float32 (512,), -1..1, 16 kHz mono."""

    def __init__(self, rate_hz: int, channels: int) -> None:
        self._carries = np.zeros(channels, dtype=np.bool_)
        self._resampler = (
            None
            if rate_hz == SAMPLE_RATE_HZ
            else soxr.ResampleStream(rate_hz, SAMPLE_RATE_HZ, 1, dtype="float32", quality="HQ")
        )
        self._rest: Samples = np.zeros(0, dtype=np.float32)

    @property
    def waiting(self) -> int:
        """Samples at 16 kHz that do not fill a frame yet."""
        return len(self._rest)

    def push(self, block: NDArray[np.float32], *, last: bool = False) -> list[Samples]:
        """Add float32 (n, channels) at the device's rate; returns the frames that are full.

        ``last`` empties the resampler and fills the last frame up with silence.
        """
        # Broken drivers hand out NaN and infinity; one would poison the detector's state for the rest of the take.
        block = np.clip(np.nan_to_num(block), -LOUDEST, LOUDEST)
        mono = mix_down(block, self._carries)
        if self._resampler is not None:
            mono = self._resampler.resample_chunk(np.ascontiguousarray(mono), last=last)
        mono = np.clip(mono, -1.0, 1.0)
        samples = np.concatenate((self._rest, mono))
        if last and (short := -len(samples) % FRAME):
            samples = np.pad(samples, (0, short))
        whole = len(samples) - len(samples) % FRAME
        self._rest = samples[whole:]
        return [samples[start : start + FRAME] for start in range(0, whole, FRAME)]
