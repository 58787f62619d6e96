"""Counting the reads of our text, and waiting until they settle."""

from __future__ import annotations

import anyio
import pytest

from app.platform.read_receipt import ReadReceipt

pytestmark = pytest.mark.anyio


class Clock:
    """Monotonic time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


async def test_a_read_before_the_chord_does_not_count_even_when_it_is_reported_after() -> None:
    clock = Clock()
    receipt = ReadReceipt(clock)
    clock.now_s = 5.0
    receipt.expect_reads()
    receipt.note_read(4.9)
    assert not await receipt.wait_read(timeout_s=0.01, quiet_s=0.01)
    assert receipt.first_read_at_s == 0.0


async def test_a_read_at_the_very_moment_of_the_chord_counts() -> None:
    receipt = ReadReceipt(Clock())
    receipt.expect_reads()
    receipt.note_read(0.0)
    assert await receipt.wait_read(timeout_s=0.0, quiet_s=0.0)


async def test_the_first_of_several_reads_is_the_receipt() -> None:
    clock = Clock()
    receipt = ReadReceipt(clock)
    receipt.expect_reads()
    receipt.note_read(1.0)
    receipt.note_read(1.005)
    assert await receipt.wait_read(timeout_s=1, quiet_s=0.0)
    assert receipt.first_read_at_s == 1.0


async def test_the_wait_goes_on_while_reads_come() -> None:
    receipt = ReadReceipt(Clock())
    receipt.expect_reads()
    receipt.note_read(1.0)
    ended = anyio.Event()

    async def wait() -> None:
        assert await receipt.wait_read(timeout_s=5, quiet_s=0.5)
        ended.set()

    async with anyio.create_task_group() as group:
        group.start_soon(wait)
        for number in range(5):
            with anyio.move_on_after(0.05):
                await ended.wait()
            assert not ended.is_set()
            receipt.note_read(2.0 + number)
        with anyio.fail_after(5):
            await ended.wait()


async def test_a_target_that_never_stops_reading_does_not_hold_the_delivery() -> None:
    receipt = ReadReceipt(Clock())
    receipt.expect_reads()

    async def read_for_ever() -> None:
        while True:
            receipt.note_read(1.0)
            await anyio.sleep(0.01)

    async with anyio.create_task_group() as group:
        group.start_soon(read_for_ever)
        with anyio.fail_after(5):
            assert await receipt.wait_read(timeout_s=0.1, quiet_s=0.05)
        group.cancel_scope.cancel()
