"""Cues and kept takes on a real loudspeaker: what is played is recorded from the monitor of the output."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import anyio
import numpy as np
import pytest

from app.domain.errors import AudioUnreadable
from app.settings.paths import resources_folder
from app.speech.capture import PortAudioMicrophone
from app.speech.cues import SoundCues
from app.speech.microphone_fake import FakeCuePlayer
from app.speech.ports import Cue, CuePlayer, Samples
from app.speech.wav import read_wav, wav_bytes
from tests.desktop.sound_fixtures import PATIENCE_S, Sound, has_tone, listen_for, private_sound, tone
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

SPEAKER = "vspk.monitor"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    with private_sound(tmp_path_factory.mktemp("sound")) as started:
        yield started


@pytest.fixture
def cues() -> SoundCues:
    return SoundCues(resources_folder() / "sounds")


@pytest.fixture(params=["sound", "fake"])
def player(request: pytest.FixtureRequest) -> CuePlayer:
    if request.param == "fake":
        return FakeCuePlayer()
    request.getfixturevalue("sound")
    return SoundCues(resources_folder() / "sounds")


def loudness(samples: Samples) -> float:
    return float(np.abs(samples).max())


async def test_every_cue_is_a_short_gentle_file_of_its_own() -> None:
    contents = {cue: (resources_folder() / "sounds" / f"{cue.value}.wav") for cue in Cue}
    for path in contents.values():
        samples, rate_hz = read_wav(path)
        assert (rate_hz, samples.shape[1]) == (48_000, 1)
        assert path.stat().st_size < 30_000
        assert 0.3 < loudness(samples[:, 0]) <= 0.51
        assert abs(samples[0, 0]) < 0.01
        assert abs(samples[-1, 0]) < 0.01
    assert len({path.read_bytes() for path in contents.values()}) == len(Cue)


@pytest.mark.usefixtures("sound")
async def test_a_cue_is_heard_at_its_volume(cues: SoundCues) -> None:
    peaks: dict[float, float] = {}
    async with PortAudioMicrophone().open(SPEAKER) as capture:
        chunks = aiter(capture)
        for volume in (1.0, 0.25):
            await cues.cue(Cue.START, volume)
            heard = await listen_for(chunks, lambda samples: loudness(samples) > 0.05)
            heard = np.concatenate((heard, await listen_for(chunks, lambda samples: not samples.any())))
            peaks[volume] = loudness(heard)
    # Resampling and a busy machine move the peaks a little, never by the factor of four between them.
    assert 0.35 < peaks[1.0] < 0.65
    assert 0.08 < peaks[0.25] < 0.17


async def test_a_take_is_played_and_cancelling_silences_it_at_once(
    sound: Sound, cues: SoundCues, tmp_path: Path
) -> None:
    take = tmp_path / "take.wav"
    take.write_bytes(wav_bytes(tone(500, 30)))
    async with PortAudioMicrophone().open(SPEAKER) as capture, anyio.create_task_group() as tasks:
        chunks = aiter(capture)
        tasks.start_soon(cues.play_file, take)
        await listen_for(chunks, partial(has_tone, hertz=500))
        tasks.cancel_scope.cancel()
    async with PortAudioMicrophone().open(SPEAKER) as capture:
        await listen_for(aiter(capture), lambda samples: not samples.any())


async def test_a_take_is_played_to_its_end(player: CuePlayer, tmp_path: Path) -> None:
    take = tmp_path / "take.wav"
    take.write_bytes(wav_bytes(tone(500, 0.3)))
    with anyio.fail_after(PATIENCE_S):
        await player.play_file(take)


async def test_cues_return_at_once_and_follow_each_other(player: CuePlayer) -> None:
    with anyio.fail_after(PATIENCE_S):
        for cue in Cue:
            await player.cue(cue, 0.1)
        await player.cue(Cue.START, 0.0)


async def test_closing_ends_what_plays_and_the_threads_behind_it(player: CuePlayer, tmp_path: Path) -> None:
    await player.cue(Cue.START, 0.4)
    with anyio.fail_after(PATIENCE_S):
        await player.close()
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("sound-")] == []


@pytest.mark.fault("A24")
@pytest.mark.parametrize("content", [b"", wav_bytes(np.zeros(0, dtype=np.float32))])
async def test_a_take_without_sound_is_named_as_unreadable(player: CuePlayer, tmp_path: Path, content: bytes) -> None:
    take = tmp_path / "take.wav"
    take.write_bytes(content)
    with pytest.raises(AudioUnreadable) as caught:
        await player.play_file(take)
    assert caught.value.place == str(take)


async def test_a_missing_output_is_said_once_and_never_raised(
    cues: SoundCues,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    expected_log: ExpectLog,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path / 'nobody'}")
    expected_log("no sound output, said once")
    take = tmp_path / "take.wav"
    take.write_bytes(wav_bytes(tone(500, 0.3)))
    with anyio.fail_after(PATIENCE_S):
        for _ in range(3):
            await cues.play_file(take)
    assert len([record for record in caplog.records if "said once" in record.message]) == 1
