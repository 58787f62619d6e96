"""The logs of all integrations: one for each, gone with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.calls import IntegrationId
from app.domain.errors import StorageUnavailable
from app.domain.integrations import LogSource
from app.extensions.log_shelf import LogShelf

pytestmark = pytest.mark.anyio

NOTES = IntegrationId("com.example.notes")


def shelf(folder: Path) -> LogShelf:
    return LogShelf(folder, lambda: 0.0)


async def test_a_log_is_there_again_with_the_next_host(tmp_path: Path) -> None:
    first = shelf(tmp_path)
    first.of(NOTES).add(LogSource.HOST, "started")
    assert first.of(NOTES) is first.of(NOTES)
    await first.close()
    second = shelf(tmp_path)
    await second.open([NOTES])
    await second.open([NOTES])
    assert [line.text for line in second.of(NOTES).lines()] == ["started"]


async def test_a_removed_log_is_gone_and_removing_it_again_is_no_fault(tmp_path: Path) -> None:
    logs = shelf(tmp_path)
    logs.of(NOTES).add(LogSource.HOST, "started")
    await logs.remove(NOTES)
    await logs.remove(NOTES)
    assert not (tmp_path / f"{NOTES}.log").exists()
    assert logs.of(NOTES).lines() == ()


async def test_a_log_that_cannot_be_deleted_is_told_as_a_fault_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / f"{NOTES}.log").mkdir()
    with pytest.raises(StorageUnavailable):
        await shelf(tmp_path).remove(NOTES)
