"""Sound for tests of the real microphone: a private PulseAudio in this process's environment, and tones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import anyio
import numpy as np
import pytest

from app.cli.virtual.processes import Child
from app.cli.virtual.sound import VirtualMicrophone
from app.speech.ports import SAMPLE_RATE_HZ, AudioChunk, Samples
from app.speech.wav import wav_bytes

PATIENCE_S = 10.0


def tone(hertz: float, seconds: float = 1.0, *, rate_hz: int = SAMPLE_RATE_HZ) -> Samples:
    time_s = np.arange(round(rate_hz * seconds)) / rate_hz
    return (0.5 * np.sin(2 * np.pi * hertz * time_s)).astype(np.float32)


def has_tone(samples: Samples, hertz: float) -> bool:
    """Tell whether ``hertz`` is the loudest pitch of float32 (n,), 16 kHz, and not near silence."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    loudest = float(np.argmax(spectrum)) * SAMPLE_RATE_HZ / len(samples)
    return bool(np.abs(samples).max() > 0.05) and abs(loudest - hertz) < 2 * SAMPLE_RATE_HZ / len(samples)


class Sound:
    """The virtual microphone ``vmic`` and more of its kind, with players that end with the test."""

    def __init__(self, folder: Path, microphone: VirtualMicrophone) -> None:
        self._folder = folder
        self.server = microphone
        self._stack = ExitStack()
        self._modules: dict[str, list[str]] = {}

    def add(self, name: str, *, rate_hz: int = 48_000, channels: int = 1) -> None:
        """Plug a microphone in; it listens to its own sink ``<name>_sink``."""
        sink = self.server.control(
            "load-module", "module-null-sink", f"sink_name={name}_sink", f"rate={rate_hz}", f"channels={channels}"
        ).strip()
        # As for vmic: an idle null sink would sleep for up to two seconds.
        self._stack.enter_context(
            Child(
                ["parec", f"--device={name}_sink.monitor", "--latency-msec=10", "/dev/null"],
                env=self.server.env,
                log=self._folder / f"parec-{name}.log",
            )
        )
        self._modules[name] = [sink]
        self.plug(name)

    def plug(self, name: str) -> None:
        self._modules.setdefault(name, []).append(
            self.server.control(
                "load-module",
                "module-remap-source",
                f"master={name}_sink.monitor",
                f"source_name={name}",
                f"source_properties=device.description={name}",
            ).strip()
        )

    def unplug(self, name: str) -> None:
        for line in self.server.control("list", "short", "modules").splitlines():
            if "module-remap-source" in line and f"source_name={name}" in line.split():
                self.server.control("unload-module", line.split("\t")[0])

    def play(self, name: str, samples: Samples, *, rate_hz: int = SAMPLE_RATE_HZ, channels: int = 1) -> Child:
        """Start playing float32 (n * channels,) into the microphone ``name``."""
        path = self._folder / f"{name}-{len(list(self._folder.glob('*.wav')))}.wav"
        data = bytearray(wav_bytes(samples, rate_hz))
        data[22:24] = channels.to_bytes(2, "little")
        data[28:32] = (rate_hz * channels * 2).to_bytes(4, "little")
        data[32:34] = (channels * 2).to_bytes(2, "little")
        path.write_bytes(data)
        return self._stack.enter_context(
            Child(
                ["paplay", f"--device={name}_sink", "--latency-msec=300", str(path)],
                env=self.server.env,
                log=self._folder / "paplay.log",
            )
        )

    def close(self) -> None:
        self._stack.close()


@contextmanager
def private_sound(folder: Path) -> Generator[Sound]:
    """Run a sound server and point this process at it; PulseAudio's clients read the environment at each connection."""
    with VirtualMicrophone(folder) as microphone, pytest.MonkeyPatch.context() as patch:
        for name in ("PULSE_SERVER", "PULSE_RUNTIME_PATH"):
            patch.setenv(name, microphone.env[name])
        sound = Sound(folder, microphone)
        try:
            yield sound
        finally:
            sound.close()


async def listen_for(chunks: AsyncIterator[AudioChunk], enough: Callable[[Samples], bool]) -> Samples:
    """Take chunks until the last half second of them satisfies ``enough``; fails after 10 s."""
    heard: list[Samples] = []
    with anyio.fail_after(PATIENCE_S):
        async for chunk in chunks:
            heard.append(chunk.samples)
            if len(heard) >= 16 and enough(np.concatenate(heard[-16:])):
                return np.concatenate(heard)
    raise AssertionError("the take ended")
