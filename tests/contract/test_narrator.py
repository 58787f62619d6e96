"""The contract of ``Narrator``, kept by eSpeak NG on a real PulseAudio and by the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Protocol

import anyio
import anyio.lowlevel
import pytest

from app.domain.errors import NarratorFailed
from app.speech.fakes import FakeNarrator
from app.speech.narrator import EspeakNarrator
from app.speech.ports import Narrator
from tests.desktop.narrator_room import LONG, Ear, awake_sound, listening, say
from tests.desktop.sound_fixtures import PATIENCE_S, Sound

pytestmark = pytest.mark.anyio


class Room(Protocol):
    """A narrator, one that has no voice, and somebody who listens."""

    narrator: Narrator
    mute: Narrator

    async def until_sound(self) -> None:
        """Wait until something is being said."""
        ...

    async def is_silent(self) -> bool: ...

    def heard_anything(self) -> bool: ...


class RealRoom:
    def __init__(self, ear: Ear) -> None:
        self.narrator: Narrator = EspeakNarrator()
        self.mute: Narrator = EspeakNarrator("no-such-synthesiser")
        self._ear = ear

    async def until_sound(self) -> None:
        await self._ear.until_sound()

    async def is_silent(self) -> bool:
        await self._ear.until_later(4)  # what the ear's own buffers still hold
        before = len(self._ear.sounds)
        await self._ear.until_later(15)
        return len(self._ear.sounds) == before

    def heard_anything(self) -> bool:
        return bool(self._ear.sounds)


class FakeRoom:
    def __init__(self) -> None:
        self._fake = FakeNarrator()
        self.narrator: Narrator = self._fake
        self.mute: Narrator = FakeNarrator(voices=())

    async def until_sound(self) -> None:
        with anyio.fail_after(PATIENCE_S):
            while not self._fake.sounding:
                await anyio.lowlevel.checkpoint()

    async def is_silent(self) -> bool:
        return not self._fake.sounding

    def heard_anything(self) -> bool:
        return bool(self._fake.spoken)

    def hold(self) -> None:
        self._fake.hold = anyio.Event()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    with awake_sound(tmp_path_factory.mktemp("sound")) as started:
        yield started


@pytest.fixture(params=[pytest.param("espeak", marks=pytest.mark.slow), "fake"])
async def room(request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    if request.param == "fake":
        yield FakeRoom()
        return
    request.getfixturevalue("sound")
    async with listening() as ear:
        real = RealRoom(ear)
        yield real
        await real.narrator.close()


def keep_sounding(room: Room) -> None:
    """A real voice takes its time; the fake's texts end at once unless they are held."""
    if isinstance(room, FakeRoom):
        room.hold()


async def test_voices_have_names_and_languages(room: Room) -> None:
    voices = await room.narrator.voices()
    assert voices
    assert all(voice.name and voice.label and voice.language == voice.language.lower() for voice in voices)
    assert len({voice.name for voice in voices}) == len(voices)


async def test_a_text_is_said_to_its_end(room: Room) -> None:
    with anyio.fail_after(PATIENCE_S):
        await say(room.narrator, "Yes.")
    assert await room.is_silent()
    assert room.heard_anything()


@pytest.mark.parametrize(("text", "volume"), [("", 0.8), (" \n", 0.8), ("👍 ✅ !?", 0.8), ("Yes.", 0.0)])
async def test_nothing_to_say_or_to_hear_returns_at_once_without_a_sound(room: Room, text: str, volume: float) -> None:
    with anyio.fail_after(PATIENCE_S):
        await say(room.narrator, text, volume=volume)
    assert await room.is_silent()
    assert not room.heard_anything()


async def test_cancelling_ends_the_sound_and_the_next_text_is_said(room: Room) -> None:
    keep_sounding(room)
    for _ in range(2):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(say, room.narrator, LONG)
            await room.until_sound()
            tasks.cancel_scope.cancel()
        assert await room.is_silent()


async def test_a_second_text_waits_until_the_first_has_ended(room: Room) -> None:
    keep_sounding(room)
    ended: list[str] = []
    first, second, first_over = anyio.CancelScope(), anyio.CancelScope(), anyio.Event()

    async def speak_first() -> None:
        with first:
            await say(room.narrator, LONG)
        ended.append("first")
        first_over.set()

    async def speak_second() -> None:
        with second:
            await say(room.narrator, LONG)
        ended.append("second")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak_first)
        await room.until_sound()
        tasks.start_soon(speak_second)
        await anyio.wait_all_tasks_blocked()
        assert ended == []
        first.cancel()
        await first_over.wait()
        await room.until_sound()
        assert ended == ["first"]
        second.cancel()


@pytest.mark.parametrize(("voice", "language"), [("nobody", "en"), ("", "tlh"), ("nobody", ""), ("", "en_GB")])
async def test_an_unknown_voice_or_language_falls_back(room: Room, voice: str, language: str) -> None:
    with anyio.fail_after(PATIENCE_S):
        await say(room.narrator, "Yes.", voice=voice, language=language)
    assert room.heard_anything()


async def test_a_machine_without_a_voice_says_so(room: Room) -> None:
    assert await room.mute.voices() == ()
    with pytest.raises(NarratorFailed) as caught:
        await say(room.mute, "Yes.")
    assert caught.value.code == "narrator-missing"
    await say(room.mute, "")


async def test_closing_ends_what_is_said_and_refuses_more(room: Room) -> None:
    keep_sounding(room)
    failures: list[str] = []

    async def speak() -> None:
        with pytest.raises(NarratorFailed) as caught:
            await say(room.narrator, LONG)
        failures.append(caught.value.code)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        await room.until_sound()
        with anyio.fail_after(PATIENCE_S):
            await room.narrator.close()
    assert await room.is_silent()
    await speak()
    assert failures == ["narrator-failed"] * 2
