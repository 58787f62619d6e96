"""The X thread: calls, events, timers, and what happens when the display goes away."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import anyio
import pytest
from Xlib import X
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import DisplayUnavailable
from app.platform.x11.connection import XThread, rejection
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

WAIT_S = 5


@pytest.fixture
def thread(display: VirtualDisplay) -> Iterator[XThread]:
    started = XThread("test", display.env["DISPLAY"])
    yield started
    started.close()


async def test_a_call_runs_on_the_threads_own_connection_and_returns_its_result(thread: XThread) -> None:
    name = await thread.call(lambda _: threading.current_thread().name)
    width = await thread.call(lambda display: display.screen().width_in_pixels)
    assert (name, width) == ("x11-test", 1280)


async def test_an_error_of_a_call_goes_to_its_caller_and_the_thread_lives_on(thread: XThread) -> None:
    def fail(_: Display) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await thread.call(fail)
    assert await thread.call(lambda _: 1) == 1


async def test_a_refused_request_is_named(thread: XThread) -> None:
    no_window = 0x7FFFFFF
    with pytest.raises(DisplayUnavailable) as caught:
        await thread.call(lambda display: display.create_resource_object("window", no_window).get_geometry())
    assert caught.value.code == "display-request-failed"


async def test_the_verdict_on_a_request_without_reply_can_be_awaited(thread: XThread) -> None:
    def grab_nothing(display: Display) -> tuple[object, object]:
        root = display.screen().root
        good = rejection(display, lambda catch: root.change_attributes(event_mask=0, onerror=catch))
        bad = rejection(display, lambda catch: display.create_resource_object("window", 0x7FFFFFF).map(onerror=catch))
        return good, bad

    good, bad = await thread.call(grab_nothing)
    assert good is None
    assert type(bad).__name__ == "BadWindow"


async def test_events_reach_the_callback_without_any_call(display: VirtualDisplay, thread: XThread) -> None:
    seen = threading.Event()
    thread.on_event(lambda event: seen.set() if event.type == X.PropertyNotify else None)
    await thread.call(lambda d: (d.screen().root.change_attributes(event_mask=X.PropertyChangeMask), d.sync()))
    await anyio.to_thread.run_sync(display.run, "xsetroot", "-name", "hello")
    assert await anyio.to_thread.run_sync(seen.wait, WAIT_S)


async def test_a_delayed_job_runs_without_any_event(thread: XThread) -> None:
    seen: list[int] = []
    done = threading.Event()
    thread.post(lambda _: seen.append(2) or done.set(), delay_s=0.03)
    thread.post(lambda _: seen.append(1))
    assert await anyio.to_thread.run_sync(done.wait, WAIT_S)
    assert seen == [1, 2]


async def test_a_call_that_takes_too_long_is_given_up(thread: XThread) -> None:
    go_on = threading.Event()
    with pytest.raises(DisplayUnavailable, match="no answer"):
        await thread.call(lambda _: go_on.wait(WAIT_S), timeout_s=0.05)
    go_on.set()
    assert await thread.call(lambda _: 1) == 1


async def test_a_missing_display_is_named() -> None:
    with pytest.raises(DisplayUnavailable) as caught:
        await anyio.to_thread.run_sync(XThread, "test", ":4711")
    assert caught.value.place == ":4711"


async def test_a_display_that_dies_in_a_call_fails_that_call_and_all_later_ones(
    new_display: Callable[..., VirtualDisplay], expected_log: ExpectLog
) -> None:
    expected_log("the display is gone")
    own = new_display(window_manager=False)
    thread = XThread("test", own.env["DISPLAY"])
    lost = threading.Event()
    thread.on_lost(lost.set)

    def outlive_it(display: Display) -> None:
        own.close()
        display.sync()

    with anyio.fail_after(WAIT_S), pytest.raises(DisplayUnavailable):
        await thread.call(outlive_it, timeout_s=WAIT_S)
    assert await anyio.to_thread.run_sync(lost.wait, WAIT_S)
    with pytest.raises(DisplayUnavailable):
        await thread.call(lambda _: 1)
    assert not thread.alive
    thread.close()


async def test_a_display_that_dies_while_nothing_happens_is_noticed(
    new_display: Callable[..., VirtualDisplay], expected_log: ExpectLog
) -> None:
    expected_log("the display is gone")
    own = new_display(window_manager=False)
    thread = XThread("test", own.env["DISPLAY"])
    lost = threading.Event()
    thread.on_lost(lost.set)
    await anyio.to_thread.run_sync(own.close)
    assert await anyio.to_thread.run_sync(lost.wait, WAIT_S)
    thread.close()


async def test_closing_ends_the_thread_and_is_no_loss(display: VirtualDisplay) -> None:
    thread = XThread("closing", display.env["DISPLAY"])
    lost = threading.Event()
    thread.on_lost(lost.set)
    thread.close()
    thread.close()
    assert not lost.is_set()
    assert "x11-closing" not in {each.name for each in threading.enumerate()}
    with pytest.raises(DisplayUnavailable):
        await thread.call(lambda _: 1)
