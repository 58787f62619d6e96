"""Takes on disk: whole WAV files, and mendable ones whenever the end came early."""

from __future__ import annotations

import os
import resource
import threading
import wave
from collections.abc import Iterator
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from app.domain.errors import Bug, StorageUnavailable
from app.domain.turn import TurnId, new_turn_id
from app.storage import takes as module
from app.storage.takes import TakeStore, TakeWriter

pytestmark = pytest.mark.anyio

SECOND = bytes(range(256)) * 125
"""One second: 32,000 bytes."""


@pytest.fixture
def store(tmp_path: Path) -> TakeStore:
    return TakeStore(tmp_path / "takes")


@pytest.fixture
def small_files() -> Iterator[int]:
    """Let the system refuse files over 48 KB, as a full disk would, until the test ends."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (48_000, limits[1]))
    yield 48_000
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def new_id(at_s: float = 1_800_000_000.0) -> TurnId:
    return new_turn_id(at_s)


async def test_a_finished_take_is_a_wav_file_with_every_sample(store: TakeStore) -> None:
    turn = new_id()
    take = await store.begin(turn)
    for at in range(0, len(SECOND), 1024):
        take.write(SECOND[at : at + 1024])
    assert await take.finish() == 1.0
    _is_whole(store.path(turn), SECOND)
    assert store.path(turn).stat().st_mode & 0o777 == 0o600


async def test_finishing_twice_gives_the_same_length(store: TakeStore) -> None:
    take = await store.begin(new_id())
    take.write(SECOND)
    assert await take.finish() == await take.finish() == 1.0


async def test_writing_after_the_end_is_a_bug(store: TakeStore) -> None:
    take = await store.begin(new_id())
    await take.finish()
    with pytest.raises(Bug):
        take.write(SECOND)


async def test_a_cancelled_turn_still_gets_its_whole_take(store: TakeStore) -> None:
    turn = new_id()
    take = await store.begin(turn)
    take.write(SECOND)
    with anyio.CancelScope() as scope:
        scope.cancel()
        await take.finish()
    _is_whole(store.path(turn), SECOND)


@pytest.mark.fault("A24")
async def test_a_take_without_a_sample_is_a_valid_empty_file_that_recovery_removes(store: TakeStore) -> None:
    turn = new_id()
    take = await store.begin(turn)
    assert await take.finish() == 0.0
    _is_whole(store.path(turn), b"")
    assert await store.recover(turn) == 0.0
    assert not store.path(turn).exists()


@pytest.mark.fault("A24")
@pytest.mark.parametrize("content", [b"", b"RIFF", b"\0" * 44, b"\0" * 45])
async def test_a_file_without_a_whole_sample_is_nothing_and_goes(store: TakeStore, content: bytes) -> None:
    turn = await _left_behind(store, content)
    assert await store.recover(turn) == 0.0
    assert not store.path(turn).exists()


async def test_a_take_that_was_cut_off_is_mended_to_its_last_whole_sample(store: TakeStore) -> None:
    turn = await _left_behind(store, module._header(0) + SECOND + b"\1")
    assert await store.recover(turn) == 1.0
    _is_whole(store.path(turn), SECOND)


async def test_a_take_whose_header_never_reached_the_disk_is_mended(store: TakeStore) -> None:
    turn = await _left_behind(store, b"\0" * 44 + SECOND)
    assert await store.recover(turn) == 1.0
    _is_whole(store.path(turn), SECOND)


async def test_recovering_a_whole_take_changes_nothing(store: TakeStore) -> None:
    turn = new_id()
    take = await store.begin(turn)
    take.write(SECOND)
    await take.finish()
    before = store.path(turn).read_bytes()
    assert await store.recover(turn) == 1.0
    assert store.path(turn).read_bytes() == before


async def test_recovering_what_is_not_there_gives_nothing(store: TakeStore) -> None:
    assert await store.recover(new_id()) == 0.0


async def test_recovering_what_cannot_be_opened_is_told(store: TakeStore) -> None:
    turn = new_id()
    store.path(turn).mkdir(parents=True)
    with pytest.raises(StorageUnavailable) as caught:
        await store.recover(turn)
    assert caught.value.place == str(store.path(turn))


@pytest.mark.fault("A60")
async def test_an_hour_is_kept_whole(store: TakeStore) -> None:
    turn = new_id()
    take = await store.begin(turn)
    for _ in range(360):
        take.write(SECOND * 10)
    assert await take.finish() == 3600.0
    with wave.open(str(store.path(turn))) as file:
        assert file.getnframes() == 3600 * 16_000


async def test_a_disk_that_fills_up_is_told_at_the_next_write_and_the_beginning_is_kept(
    monkeypatch: pytest.MonkeyPatch, store: TakeStore, small_files: int
) -> None:
    monkeypatch.setattr(module, "_QUEUE_CHUNKS", 2**40)  # this loop writes faster than any voice
    turn = new_id()
    take = await store.begin(turn)
    with pytest.raises(StorageUnavailable) as caught:
        await _write_until_refused(take, SECOND[:1024], [])
    assert caught.value.code == "storage-full"
    with pytest.raises(StorageUnavailable):
        take.write(SECOND)
    kept = await take.finish()
    assert kept == (small_files - 44) / 32_000
    with wave.open(str(store.path(turn))) as file:
        assert file.getnframes() == (small_files - 44) // 2


async def test_a_disk_that_is_full_at_the_last_write_is_told_by_finish_once(store: TakeStore, small_files: int) -> None:
    turn = new_id()
    take = await store.begin(turn)
    take.write(SECOND * 2)
    with pytest.raises(StorageUnavailable) as caught:
        await take.finish()
    assert caught.value.code == "storage-full"
    assert await take.finish() == await store.recover(turn) > 1.0
    assert small_files


async def test_a_disk_that_takes_nothing_at_all_ends_the_thread_and_is_told(store: TakeStore) -> None:
    take = await store.begin(new_id())
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, take._descriptor)
    os.close(full)
    take.write(SECOND)
    take.write(SECOND)
    with pytest.raises(StorageUnavailable) as caught:
        await take.finish()
    assert caught.value.code == "storage-full"
    take._thread.join(5)
    assert not take._thread.is_alive()


async def test_a_disk_that_fails_only_at_the_end_is_told(store: TakeStore) -> None:
    take = await store.begin(new_id())
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, take._descriptor)
    os.close(full)
    with pytest.raises(StorageUnavailable) as caught:
        await take.finish()
    assert caught.value.code == "storage-full"


async def test_a_disk_too_full_for_a_header_leaves_no_file(store: TakeStore) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    turn = new_id()
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        with pytest.raises(StorageUnavailable) as caught:
            await store.begin(turn)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.code == "storage-full"
    assert not store.path(turn).exists()


async def test_a_disk_slower_than_the_voice_is_told_and_what_was_queued_is_kept(
    monkeypatch: pytest.MonkeyPatch, store: TakeStore
) -> None:
    monkeypatch.setattr(module, "_QUEUE_CHUNKS", 4)
    gate = threading.Event()
    fsync = os.fsync

    def hung(descriptor: int) -> None:
        gate.wait(10)
        fsync(descriptor)

    monkeypatch.setattr(module.os, "fsync", hung)
    turn = new_id()
    take = await store.begin(turn)
    taken: list[bytes] = []
    take.write(SECOND * 5)
    with pytest.raises(StorageUnavailable) as caught:
        await _write_until_refused(take, SECOND, taken)
    assert caught.value.code == "storage-slow"
    gate.set()
    assert await take.finish() == 5 + len(taken)
    _is_whole(store.path(turn), SECOND * (5 + len(taken)))


async def test_a_disk_that_hangs_at_the_end_is_told_within_the_limit(
    monkeypatch: pytest.MonkeyPatch, store: TakeStore
) -> None:
    monkeypatch.setattr(module, "_FINISH_LIMIT_S", 0.05)
    gate = threading.Event()

    def hung(_: int) -> None:
        gate.wait(10)

    monkeypatch.setattr(module.os, "fsync", hung)
    take = await store.begin(new_id())
    with anyio.fail_after(5), pytest.raises(StorageUnavailable) as caught:
        await take.finish()
    assert caught.value.code == "storage-slow"
    gate.set()
    take._thread.join(5)


async def test_a_second_take_of_one_turn_is_a_bug_and_leaves_the_first_alone(store: TakeStore) -> None:
    turn = new_id()
    take = await store.begin(turn)
    take.write(SECOND)
    with pytest.raises(Bug):
        await store.begin(turn)
    await take.finish()
    _is_whole(store.path(turn), SECOND)


@pytest.mark.parametrize("place", ["/sys/voxnotch", "/dev/null/takes"])
async def test_a_folder_that_cannot_be_made_is_told(place: str) -> None:
    with pytest.raises(StorageUnavailable) as caught:
        await TakeStore(Path(place)).begin(new_id())
    assert caught.value.place == place


async def test_a_file_that_cannot_be_made_is_told() -> None:
    store = TakeStore(Path("/sys"))
    with pytest.raises(StorageUnavailable) as caught:
        await store.begin(new_id())
    assert caught.value.code == "storage-read-only"


@pytest.mark.parametrize("turn", ["", "../history", "a/b", ".", "UPPER", "x" * 65, "a\0b"])
async def test_an_id_never_leads_out_of_the_folder(store: TakeStore, turn: str) -> None:
    with pytest.raises(Bug):
        store.path(TurnId(turn))


async def test_deleting_takes_removes_all_of_them_and_minds_no_missing_one(store: TakeStore) -> None:
    turns = [await _left_behind(store, SECOND, at_s=number) for number in range(3)]
    await store.delete([new_id(), *turns])
    assert await store.stray() == ()


async def test_a_take_that_cannot_be_deleted_is_told_after_the_others_are_gone(store: TakeStore) -> None:
    stuck, gone = new_id(1), await _left_behind(store, SECOND, at_s=2)
    store.path(stuck).mkdir()
    with pytest.raises(StorageUnavailable) as caught:
        await store.delete([stuck, gone])
    assert caught.value.place == str(store.path(stuck))
    assert await store.stray() == (stuck,)


async def test_files_are_listed_oldest_first_and_foreign_ones_are_left_out(store: TakeStore) -> None:
    turns = [await _left_behind(store, SECOND, at_s=number) for number in (30, 10, 20)]
    (store.path(turns[0]).parent / "Notes.wav").touch()
    (store.path(turns[0]).parent / "settings.json").touch()
    assert await store.stray() == tuple(sorted(turns))


async def test_no_folder_means_no_takes_and_one_that_cannot_be_read_is_told(store: TakeStore, tmp_path: Path) -> None:
    assert await store.stray() == ()
    (tmp_path / "file").touch()
    with pytest.raises(StorageUnavailable):
        await TakeStore(tmp_path / "file").stray()


async def _write_until_refused(take: TakeWriter, pcm: bytes, taken: list[bytes]) -> None:
    with anyio.fail_after(10):
        while True:
            take.write(pcm)
            taken.append(pcm)
            await anyio.lowlevel.checkpoint()


async def _left_behind(store: TakeStore, content: bytes, at_s: float = 1_800_000_000.0) -> TurnId:
    turn = new_id(at_s)
    path = store.path(turn)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return turn


def _is_whole(path: Path, samples: bytes) -> None:
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
        assert file.getnframes() * 2 == len(samples)
        assert file.readframes(file.getnframes()) == samples
    assert path.stat().st_size == 44 + len(samples)
