"""Log-mel spectrogram as Whisper was trained on it (80 bands, 25 ms windows, 10 ms steps).

Pure numpy; called by ``decoder.py`` in the recogniser's thread. Kept here, rather than taken from faster-whisper,
because importing that package loads the video library and doubles the cold start (performance.md 2.2).
Source of the numbers: https://github.com/openai/whisper/blob/main/whisper/audio.py and librosa's Slaney mel scale.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.speech.ports import SAMPLE_RATE_HZ, Samples

__all__ = ["HOP", "N_MELS", "log_mel"]

HOP: Final = 160
"""Samples between two frames, 10 ms."""
N_MELS: Final = 80
_WINDOW: Final = 400
_LINEAR_HZ_PER_MEL: Final = 200.0 / 3
_LOG_FROM_HZ: Final = 1000.0
_LOG_STEP: Final = float(np.log(6.4) / 27.0)
"""Slaney's scale: linear up to 1 kHz, then 27 bands for each factor of 6.4."""
_FLOOR: Final = 1e-10
_DYNAMIC_RANGE: Final = 8.0
"""Decades below the loudest point that are kept."""


def _mel_to_hz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    log_from_mel = _LOG_FROM_HZ / _LINEAR_HZ_PER_MEL
    above = _LOG_FROM_HZ * np.exp(_LOG_STEP * (mels - log_from_mel))
    return np.where(mels < log_from_mel, mels * _LINEAR_HZ_PER_MEL, above)


@cache
def _filters() -> NDArray[np.float32]:
    """Return the triangles, float32 (80, 201), each of unit area."""
    nyquist = SAMPLE_RATE_HZ / 2
    top_mel = _LOG_FROM_HZ / _LINEAR_HZ_PER_MEL + np.log(nyquist / _LOG_FROM_HZ) / _LOG_STEP
    corners = _mel_to_hz(np.linspace(0.0, top_mel, N_MELS + 2))
    bins = np.linspace(0.0, nyquist, _WINDOW // 2 + 1)
    low, middle, high = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    rising = (bins - low) / (middle - low)
    falling = (high - bins) / (high - middle)
    triangles = np.clip(np.minimum(rising, falling), 0.0, None)
    return (triangles * (2.0 / (high - low))).astype(np.float32)


def log_mel(samples: Samples, frames: int) -> NDArray[np.float32]:
    """Return float32 (1, 80, ``frames``) of ``samples``, cut or padded with silence to ``frames`` x 10 ms."""
    length = frames * HOP
    padded = np.zeros(length + _WINDOW, np.float32)
    kept = min(length, len(samples))
    half = _WINDOW // 2
    padded[half : half + kept] = samples[:kept]
    padded[:half] = padded[half + 1 : _WINDOW + 1][::-1]
    views = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[:length:HOP]
    hann = np.hanning(_WINDOW + 1)[:-1].astype(np.float32)
    power = np.abs(np.fft.rfft(views * hann, axis=1)).astype(np.float32) ** 2
    spec = np.log10(np.maximum(_filters() @ power.T, _FLOOR))
    spec = np.maximum(spec, spec.max() - _DYNAMIC_RANGE)
    return np.ascontiguousarray(((spec + 4.0) / 4.0)[None], dtype=np.float32)
