"""Calls into a device never hold the loop for longer than their limit, and what they open too late is closed."""

from __future__ import annotations

import threading

import anyio
import anyio.lowlevel
import pytest

from app.domain.errors import MicrophoneUnavailable
from app.speech.bounded import run_bounded

pytestmark = pytest.mark.anyio

PATIENCE_S = 5.0


class Slow:
    """A device that opens when it is let."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.closed = threading.Event()

    def open(self) -> str:
        assert self.let.wait(PATIENCE_S)
        return "open"

    def close(self, what: str) -> None:
        assert what == "open"
        self.closed.set()


def ignore(_: object) -> None: ...


async def test_the_result_comes_back() -> None:
    assert await run_bounded(lambda: 7, limit_s=PATIENCE_S, name="call", dispose=ignore) == 7


async def test_our_errors_come_back() -> None:
    def fail() -> int:
        raise MicrophoneUnavailable(code="microphone-none")

    with pytest.raises(MicrophoneUnavailable, match="microphone-none"):
        await run_bounded(fail, limit_s=PATIENCE_S, name="call", dispose=ignore)


async def test_a_call_that_hangs_is_left_and_its_late_result_closed() -> None:
    device = Slow()
    with pytest.raises(TimeoutError):
        await run_bounded(device.open, limit_s=0.01, name="call", dispose=device.close)
    device.let.set()
    assert device.closed.wait(PATIENCE_S)


@pytest.mark.fault("A02")
async def test_a_cancelled_call_is_left_and_its_late_result_closed() -> None:
    device = Slow()
    async with anyio.create_task_group() as tasks:

        async def call() -> None:
            await run_bounded(device.open, limit_s=PATIENCE_S, name="call", dispose=device.close)

        tasks.start_soon(call)
        await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()
    device.let.set()
    assert device.closed.wait(PATIENCE_S)


async def test_a_result_in_time_is_not_closed() -> None:
    device = Slow()
    device.let.set()
    assert await run_bounded(device.open, limit_s=PATIENCE_S, name="call", dispose=device.close) == "open"
    assert not device.closed.is_set()
