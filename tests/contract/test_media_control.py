"""What every ``MediaControl`` keeps: the real one against PulseAudio and MPRIS players, and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from app.platform.fakes import FakeMedia
from app.platform.media import LinuxMedia
from app.platform.ports import MediaControl
from tests.fixtures.other_sound import PLAYER, OtherSound

pytestmark = [pytest.mark.anyio, pytest.mark.fault("A40")]


class Scene(Protocol):
    """One stream ``music`` at 0.8, one player ``song`` that plays and one, ``film``, that does not."""

    control: MediaControl

    def volume(self) -> float: ...
    def person_sets_volume(self, volume: float) -> None: ...
    async def plays(self, name: str) -> bool: ...
    async def person_stops(self, name: str) -> None: ...


class FakeScene:
    def __init__(self) -> None:
        self._media = FakeMedia(volumes={"music": 0.8}, playing={"song": True, "film": False})
        self.control: MediaControl = self._media

    def volume(self) -> float:
        return self._media.volumes["music"]

    def person_sets_volume(self, volume: float) -> None:
        self._media.volumes["music"] = volume

    async def plays(self, name: str) -> bool:
        return self._media.playing.get(name, False)

    async def person_stops(self, name: str) -> None:
        del self._media.playing[name]


class LinuxScene:
    def __init__(self, others: OtherSound, state: Path) -> None:
        self._others = others
        self.control: MediaControl = LinuxMedia(state, bus_address=others.bus_address, sound_server=others.server)

    def volume(self) -> float:
        return self._others.volumes()["music"]

    def person_sets_volume(self, volume: float) -> None:
        self._others.set_volume("music", volume)

    async def plays(self, name: str) -> bool:
        return await self._others.status(name) == "Playing"

    async def person_stops(self, name: str) -> None:
        await self._others.tell(name, f"{PLAYER}.Stop")


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherSound]:
    started = OtherSound(tmp_path_factory.mktemp("sound"))
    started.start_stream("music")
    yield started
    started.close()


@pytest.fixture(params=["linux", "fake"])
async def scene(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Scene]:
    if request.param == "fake":
        yield FakeScene()
        return
    others: OtherSound = request.getfixturevalue("others")
    others.set_volume("music", 0.8)
    await others.start_player("song", "Playing")
    await others.start_player("film", "Paused")
    yield LinuxScene(others, tmp_path)
    others.stop_player("song")
    others.stop_player("film")


async def test_lowered_sound_comes_back_exactly(scene: Scene) -> None:
    await scene.control.lower(0.25)
    assert scene.volume() == pytest.approx(0.2, abs=1e-3)
    await scene.control.restore()
    assert scene.volume() == pytest.approx(0.8, abs=1e-3)


async def test_lowering_twice_keeps_the_first_volume_in_mind(scene: Scene) -> None:
    await scene.control.lower(0.25)
    await scene.control.lower(0.25)
    assert scene.volume() == pytest.approx(0.2, abs=1e-3)
    await scene.control.restore()
    assert scene.volume() == pytest.approx(0.8, abs=1e-3)


async def test_a_volume_that_the_person_set_meanwhile_stays(scene: Scene) -> None:
    await scene.control.lower(0.25)
    scene.person_sets_volume(0.5)
    await scene.control.restore()
    assert scene.volume() == pytest.approx(0.5, abs=1e-3)


async def test_only_players_that_were_playing_are_paused_and_go_on(scene: Scene) -> None:
    await scene.control.pause()
    assert not await scene.plays("song")
    await scene.control.restore()
    assert await scene.plays("song")
    assert not await scene.plays("film")


async def test_a_player_that_the_person_stopped_meanwhile_stays_stopped(scene: Scene) -> None:
    await scene.control.pause()
    await scene.person_stops("song")
    await scene.control.restore()
    assert not await scene.plays("song")


async def test_restoring_again_changes_nothing(scene: Scene) -> None:
    await scene.control.lower(0.25)
    await scene.control.restore()
    scene.person_sets_volume(0.2)
    await scene.control.restore()
    assert scene.volume() == pytest.approx(0.2, abs=1e-3)
