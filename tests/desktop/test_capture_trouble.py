"""The real microphone when the sound server hangs, dies or is not there, and when nobody takes the audio."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from app.domain.errors import MicrophoneLost, MicrophoneUnavailable
from app.speech.capture import PortAudioMicrophone
from tests.desktop.sound_fixtures import PATIENCE_S, Sound, listen_for, private_sound

pytestmark = pytest.mark.anyio

PLAIN_ALSA = """
import anyio, json
from app.speech.capture import PortAudioMicrophone
from app.domain.errors import MicrophoneUnavailable

async def main():
    microphone = PortAudioMicrophone()
    names = [device.name for device in await microphone.devices()]
    async with microphone.open("desk") as capture:
        frames = [(await anext(aiter(capture))).samples.shape for _ in range(3)]
        opened = capture.device.name
    async with microphone.open("gone") as capture:
        missing = capture.missing
    print(json.dumps({"names": names, "opened": opened, "frames": frames, "missing": missing}))

anyio.run(main)
"""


@pytest.fixture
def sound(tmp_path: Path) -> Iterator[Sound]:
    with private_sound(tmp_path) as started:
        yield started


async def test_a_sound_server_that_hangs_holds_neither_the_list_nor_an_opening(
    sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    microphone = PortAudioMicrophone()
    assert len(await microphone.devices()) == 1
    monkeypatch.setattr("app.speech.capture.OPEN_LIMIT_S", 0.05)
    sound.server.server.kill(signal.SIGSTOP)
    try:
        with pytest.raises(MicrophoneUnavailable) as caught:
            await microphone.open("").__aenter__()
        assert caught.value.code == "microphone-busy"
    finally:
        sound.server.server.kill(signal.SIGCONT)
    monkeypatch.undo()
    with anyio.fail_after(PATIENCE_S):
        async with microphone.open("") as capture:
            await anext(aiter(capture))


async def test_a_sound_server_that_dies_ends_the_take(sound: Sound) -> None:
    async with PortAudioMicrophone().open("") as capture:
        chunks = aiter(capture)
        await anext(chunks)
        sound.server.server.kill()
        with pytest.raises(MicrophoneLost):
            await listen_for(chunks, lambda _: False)


async def test_audio_that_nobody_takes_ends_the_take_with_what_came(
    sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.speech.input_stream.QUEUE_S", 0.2)
    async with PortAudioMicrophone().open("") as capture, PortAudioMicrophone().open("") as other:
        others = aiter(other)
        for _ in range(20):
            # 0.64 s by the count of samples of another stream.
            await anext(others)
        taken = 0

        async def take_all() -> None:
            nonlocal taken
            async for _ in capture:
                taken += 1

        with pytest.raises(MicrophoneLost) as caught, anyio.fail_after(PATIENCE_S):
            await take_all()
    assert caught.value.code == "audio-overrun"
    # 0.2 s of the queue are 6 frames; more may have come while the context was entered.
    assert 6 <= taken < 20


@pytest.mark.fault("A20")
async def test_without_a_sound_server_portaudios_list_is_used(sound: Sound, tmp_path: Path) -> None:
    # ALSA reaches the sound, our own look for a server finds none: a machine with ALSA alone.
    config = tmp_path / "asound.conf"
    config.write_text(
        "</usr/share/alsa/alsa.conf>\n"
        f'pcm.desk {{ type pulse server "{sound.server.env["PULSE_SERVER"]}" device vmic\n'
        ' hint { show on description "Desk" } }\n'
    )
    environment = {
        **os.environ,
        "ALSA_CONFIG_PATH": str(config),
        "PULSE_SERVER": f"unix:{tmp_path / 'nobody'}",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = await anyio.to_thread.run_sync(
        lambda: subprocess.run(
            [sys.executable, "-c", PLAIN_ALSA],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told == {"names": ["desk"], "opened": "desk", "frames": [[512]] * 3, "missing": "gone"}
