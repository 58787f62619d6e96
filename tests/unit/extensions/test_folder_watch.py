"""The watch over manifests lives on whatever becomes of the system's own watches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import anyio
import pytest

from app.domain.calls import IntegrationId
from app.extensions import folder_watch
from app.extensions.folder_watch import FolderWatch
from tests.unit.extensions.install_stage import HERE, Stage, stage

__all__ = ["stage"]

pytestmark = pytest.mark.anyio


async def test_a_watch_that_ends_is_begun_anew_with_the_next_change(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stage.folder()
    record = await stage.install(folder)
    looks: list[Sequence[Path]] = []
    looked = anyio.Event()

    async def watch_once(folders: Sequence[Path]) -> AsyncIterator[frozenset[Path]]:
        looks.append(folders)
        yield frozenset()
        looked.set()

    monkeypatch.setattr(folder_watch, "watch_folders", watch_once)
    changed: list[IntegrationId] = []
    watch = FolderWatch(changed.append)
    watch.follow([record])
    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            group.start_soon(watch.run)
            await looked.wait()
            assert changed == []
            stage.folder("post-office", ("summary", "Another one."))
            watch.follow([])
            looked = anyio.Event()
            watch.follow([record])
            await looked.wait()
            group.cancel_scope.cancel()
    assert looks == [[folder], [folder]]
    assert changed == [HERE]
