"""Silero's speech detector, one 32 ms frame at a time.

The network ships inside faster-whisper; only its file is used, so that the package itself need not be imported.
Implements ``SpeechDetector``; used by the live recognition in the recogniser's thread. About 0.1 ms a frame.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

import numpy as np

from app.domain.errors import RecogniserFailed
from app.speech.ports import FRAME, Samples

__all__ = ["SileroDetector"]

_CONTEXT: Final = 64
"""Samples of the frame before that the network wants in front of each frame."""
_STATE: Final = (1, 1, 128)


def _network_file() -> Path:
    spec = importlib.util.find_spec("faster_whisper")
    if spec is None or spec.origin is None:
        raise RecogniserFailed("faster-whisper is not installed", place="silero_vad_v6.onnx")
    return Path(spec.origin).parent / "assets" / "silero_vad_v6.onnx"


class SileroDetector:
    """One network with the memory of one take."""

    def __init__(self) -> None:
        """Load the network.

        Raises:
            RecogniserFailed: the file is missing or the engine refused it.
        """
        import onnxruntime
        from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf, NoSuchFile

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 4
        file = _network_file()
        try:
            # Bytes, not a path: the engine reads no file name outside the local code page on Windows (A34).
            self._network = onnxruntime.InferenceSession(
                file.read_bytes(), sess_options=options, providers=["CPUExecutionProvider"]
            )
        except (OSError, Fail, InvalidProtobuf, NoSuchFile) as error:
            raise RecogniserFailed(type(error).__name__, place=str(file)) from error
        self.reset()

    def reset(self) -> None:
        self._hidden = np.zeros(_STATE, np.float32)
        self._cell = np.zeros(_STATE, np.float32)
        self._before = np.zeros(_CONTEXT, np.float32)

    def __call__(self, frame: Samples) -> float:
        """Judge float32 (512,); returns 0..1."""
        if len(frame) != FRAME:
            raise ValueError(f"a frame has {FRAME} samples, not {len(frame)}")
        given = {"input": np.concatenate([self._before, frame])[None], "h": self._hidden, "c": self._cell}
        likely, self._hidden, self._cell = (np.asarray(value) for value in self._network.run(None, given))
        self._before = frame[-_CONTEXT:]
        return float(likely.item())
