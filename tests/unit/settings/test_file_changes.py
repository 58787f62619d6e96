"""Changes in folders are told, by the kernel and by the library alike."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import anyio
import pytest

from app.domain.errors import StorageUnavailable
from app.settings import file_changes
from app.settings.file_changes import by_library, watch_folders

pytestmark = pytest.mark.anyio

Watch = Callable[[Sequence[Path]], AsyncIterator[frozenset[Path]]]


@pytest.mark.slow
@pytest.mark.parametrize("watch", [watch_folders, by_library], ids=["kernel", "library"])
async def test_a_file_that_is_replaced_in_one_of_the_folders_is_told_with_that_folder(
    watch: Watch, tmp_path: Path
) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    told: list[frozenset[Path]] = []

    async def collect() -> None:
        async for changed in watch([first, second, tmp_path / "missing"]):
            if changed:
                told.append(changed)
                group.cancel_scope.cancel()

    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            group.start_soon(collect)
            while True:  # the library does not say when it has begun to watch
                new = second / ".new"
                new.write_text("{}")
                new.replace(second / "manifest.json")
                await anyio.sleep(0.1)
    assert told == [{second}]


async def test_nothing_that_is_there_leaves_nothing_to_tell(tmp_path: Path) -> None:
    for watch in (watch_folders, by_library):
        changes = watch([tmp_path / "missing"])
        assert await anext(changes) == frozenset()
        with anyio.move_on_after(0.1):
            pytest.fail(f"told {await anext(changes)}")


async def test_what_happens_deeper_inside_is_not_told(tmp_path: Path) -> None:
    deeper = tmp_path / "node_modules"
    deeper.mkdir()
    changes = watch_folders([tmp_path, deeper])
    with anyio.fail_after(10):
        assert await anext(changes) == frozenset()
        (deeper / "file").touch()
        assert await anext(changes) == {deeper}


async def test_a_flood_of_which_the_kernel_lost_a_part_counts_for_all(tmp_path: Path) -> None:
    lost = file_changes._EVENT.pack(-1, 0x4000, 0, 0)
    assert file_changes._changed(lost, {1: {tmp_path}, 2: {tmp_path / "b"}}) == {tmp_path, tmp_path / "b"}


@pytest.mark.parametrize("call", ["inotify_init1", "inotify_add_watch"])
async def test_a_system_without_watches_left_is_told(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing:
        def inotify_init1(self, flags: int) -> int:
            if call == "inotify_init1":
                ctypes.set_errno(errno.EMFILE)
                return -1
            return os.open(tmp_path, os.O_RDONLY)

        def inotify_add_watch(self, *_: object) -> int:
            ctypes.set_errno(errno.ENOSPC)
            return -1

    def library(*_: object, **__: object) -> Refusing:
        return Refusing()

    monkeypatch.setattr(file_changes.ctypes, "CDLL", library)
    with pytest.raises(StorageUnavailable):
        async for _ in watch_folders([tmp_path]):
            pass
