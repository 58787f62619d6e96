"""The X11 clipboard against other programs: large, slow, odd, frozen and vanishing ones."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import anyio
import psutil
import pytest
from Xlib import X
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import ClipboardFrozen, DisplayUnavailable
from app.platform.x11 import clipboard as clipboard_module
from app.platform.x11 import selection_incr
from app.platform.x11.clipboard import X11Clipboard
from app.platform.x11.connection import XThread
from tests.fixtures.clipboard_programs import QtProgram, copy_with_xclip, xclip
from tests.fixtures.x11_selections import HandManager, HandOwner, make_window
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

LARGE = bytes(range(256)) * (12 * 4096)
"""12 MB."""


@pytest.fixture
def thread(display: VirtualDisplay) -> Iterator[XThread]:
    started = XThread("clipboard", display.env["DISPLAY"])
    yield started
    started.close()


@pytest.fixture
def clipboard(thread: XThread) -> X11Clipboard:
    return X11Clipboard(thread)


@pytest.fixture
def other(display: VirtualDisplay) -> Iterator[XThread]:
    """Another connection, for another program written in the test."""
    started = XThread("other", display.env["DISPLAY"])
    yield started
    started.close()


@pytest.mark.fault("A06")
async def test_a_picture_comes_back_byte_for_byte_with_its_type(
    display: VirtualDisplay, clipboard: X11Clipboard, tmp_path: Path
) -> None:
    picture = display.screenshot(tmp_path / "screen.png").read_bytes()
    await copy_with_xclip(display, picture, "image/png")
    snapshot = await clipboard.snapshot()
    await clipboard.offer("dictated")
    assert await xclip(display, "-o") == b"dictated"
    assert await clipboard.restore(snapshot)
    assert await xclip(display, "-o", "-t", "image/png") == picture
    assert b"image/png" in await xclip(display, "-o", "-t", "TARGETS")


@pytest.mark.fault("A06")
async def test_twelve_megabytes_go_both_ways_in_pieces(display: VirtualDisplay, clipboard: X11Clipboard) -> None:
    await copy_with_xclip(display, LARGE, "application/x-large")
    snapshot = await clipboard.snapshot()
    assert snapshot.contents["application/x-large"] == LARGE
    await clipboard.offer("dictated")
    assert await clipboard.restore(snapshot)
    assert await xclip(display, "-o", "-t", "application/x-large") == LARGE


async def test_a_long_text_reaches_another_program_whole(display: VirtualDisplay, clipboard: X11Clipboard) -> None:
    text = "日本語 🎉 " * 60_000
    offer = await clipboard.offer(text)
    offer.expect_reads()
    assert (await xclip(display, "-o", "-t", "UTF8_STRING")).decode() == text
    assert await offer.wait_read(timeout_s=5, quiet_s=0.01)


async def test_types_formats_and_empty_values_are_kept_exactly(clipboard: X11Clipboard, other: XThread) -> None:
    values = {
        "UTF8_STRING": ("UTF8_STRING", 8, "é".encode()),
        "text/x-empty": ("text/x-empty", 8, b""),
        "_NUMBERS": ("CARDINAL", 32, bytes(range(8))),
        "_SHORTS": ("INTEGER", 16, bytes(range(6))),
        "_MANY_NUMBERS": ("CARDINAL", 32, bytes(range(256)) * 800),
    }
    await HandOwner(other, values).start()
    snapshot = await clipboard.snapshot()
    assert snapshot.contents == {name: data for name, (_, _, data) in values.items()}
    assert snapshot.native_types == {name: (kind, size) for name, (kind, size, _) in values.items()}
    await clipboard.offer("dictated")
    assert await clipboard.restore(snapshot)
    again = await X11Clipboard(other).snapshot()
    assert (again.contents, again.native_types) == (snapshot.contents, snapshot.native_types)


@pytest.mark.fault("A08")
async def test_a_target_that_reads_late_gets_the_transcript_and_then_the_old_content_is_back(
    display: VirtualDisplay, clipboard: X11Clipboard
) -> None:
    await copy_with_xclip(display, b"old", "UTF8_STRING")
    snapshot = await clipboard.snapshot()
    offer = await clipboard.offer("dictated")
    offer.expect_reads()
    late = b""

    async def read_late() -> None:
        nonlocal late
        await anyio.sleep(0.8)  # the fault's own input, not a wait for something
        late = await xclip(display, "-o")

    async with anyio.create_task_group() as group:
        group.start_soon(read_late)
        assert await offer.wait_read(timeout_s=3, quiet_s=0.12)
        assert offer.still_owner
        assert await clipboard.restore(snapshot)
    assert late == b"dictated"
    assert await xclip(display, "-o") == b"old"


async def test_a_look_at_the_list_of_types_is_no_read(display: VirtualDisplay, clipboard: X11Clipboard) -> None:
    offer = await clipboard.offer("dictated")
    offer.expect_reads()
    assert b"UTF8_STRING" in await xclip(display, "-o", "-t", "TARGETS")
    assert await xclip(display, "-o", "-t", "TIMESTAMP") != b""
    assert not await offer.wait_read(timeout_s=0.05, quiet_s=0.01)


async def test_text_outside_latin_1_is_not_offered_as_such(display: VirtualDisplay, clipboard: X11Clipboard) -> None:
    await clipboard.set_text("naïve")
    assert await xclip(display, "-o", "-t", "STRING") == "naïve".encode("latin-1")
    await clipboard.set_text("日本")
    assert b"\nSTRING\n" not in await xclip(display, "-o", "-t", "TARGETS")


async def test_a_frozen_owner_is_given_up_after_the_probe(display: VirtualDisplay, clipboard: X11Clipboard) -> None:
    await copy_with_xclip(display, b"frozen", "UTF8_STRING")
    on_display = {"DISPLAY": display.env["DISPLAY"]}
    mine = [
        process.pid
        for process in psutil.process_iter(["name", "environ"])
        if process.info["name"] == "xclip" and on_display.items() <= (process.info["environ"] or {}).items()
    ]
    assert mine
    for pid in mine:
        os.kill(pid, signal.SIGSTOP)
    try:
        with anyio.fail_after(6), pytest.raises(ClipboardFrozen):
            await clipboard.snapshot()
        # And the core went on all the time; our own text goes up although the old owner is frozen.
        await clipboard.offer("dictated")
        assert await xclip(display, "-o") == b"dictated"
    finally:
        for pid in mine:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize(("load", "limit_s"), [(0.0, 0.3), (1000.0, 1.5)])
def test_a_busy_machine_gives_the_owner_more_time(load: float, limit_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard_module.os, "getloadavg", lambda: (load, 0.0, 0.0))
    assert clipboard_module._probe_limit_s() == limit_s


async def test_an_owner_that_hangs_on_one_type_ends_the_snapshot_in_time(
    clipboard: X11Clipboard, other: XThread
) -> None:
    values = {"UTF8_STRING": ("UTF8_STRING", 8, b"x"), "text/slow": ("text/slow", 8, b"y")}
    await HandOwner(other, values, hangs_on="text/slow").start()
    with anyio.fail_after(6), pytest.raises(ClipboardFrozen):
        await clipboard.snapshot()


async def test_too_much_content_is_refused_by_name(
    clipboard: X11Clipboard, other: XThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard_module, "SNAPSHOT_LIMIT_BYTES", 1_000_000)
    values = {name: (name, 8, bytes(200_000)) for name in ("a/a", "b/b", "c/c", "d/d", "e/e", "f/f")}
    await HandOwner(other, values).start()
    with pytest.raises(ClipboardFrozen) as caught:
        await clipboard.snapshot()
    assert caught.value.code == "clipboard-too-large"


async def test_other_encodings_of_a_picture_are_left_out_when_they_take_long(
    clipboard: X11Clipboard, other: XThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard_module, "EXTRAS_LIMIT_S", 0.0)
    values = {name: (name, 8, name.encode()) for name in ("image/bmp", "image/png", "text/html")}
    await HandOwner(other, values).start()
    assert dict((await clipboard.snapshot()).contents) == {"text/html": b"text/html", "image/png": b"image/png"}


async def test_requestors_that_vanish_or_stall_hold_nobody_up(
    display: VirtualDisplay, clipboard: X11Clipboard, other: XThread
) -> None:
    await clipboard.set_text("long " * 100_000)

    def ask_and_vanish(connection: Display) -> None:
        for kind in ("gone", "stalled"):
            window = make_window(connection)
            clip, text, answer = (connection.get_atom(name) for name in ("CLIPBOARD", "UTF8_STRING", "ANSWER"))
            window.convert_selection(clip, text, answer, X.CurrentTime)
            if kind == "gone":
                window.destroy()
        connection.sync()

    await other.call(ask_and_vanish)
    assert await xclip(display, "-o", "-t", "UTF8_STRING") == b"long " * 100_000


async def test_a_requestor_that_stalls_gives_its_place_free_after_a_while(
    display: VirtualDisplay, clipboard: X11Clipboard, other: XThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection_incr, "MOST_TRANSFERS", 1)
    monkeypatch.setattr(selection_incr, "STALL_S", 0.2)
    await clipboard.set_text("long " * 100_000)
    answered: Future[None] = Future()
    other.on_event(lambda event: answered.set_result(None) if event.type == X.SelectionNotify else None)

    def ask_and_stall(connection: Display) -> None:
        clip, text, answer = (connection.get_atom(name) for name in ("CLIPBOARD", "UTF8_STRING", "ANSWER"))
        make_window(connection).convert_selection(clip, text, answer, X.CurrentTime)

    await other.call(ask_and_stall)
    with anyio.fail_after(5):
        await asyncio.wrap_future(answered)
        assert await xclip(display, "-o", "-t", "UTF8_STRING") == b""
        # The place is given free by a timer, of which nothing tells outside.
        while await xclip(display, "-o", "-t", "UTF8_STRING") != b"long " * 100_000:  # noqa: ASYNC110
            await anyio.sleep(0.05)


async def test_several_types_are_given_in_one_request(clipboard: X11Clipboard, other: XThread) -> None:
    offer = await clipboard.offer("dictated")
    offer.expect_reads()
    answered: Future[None] = Future()
    other.on_event(lambda event: answered.set_result(None) if event.type == X.SelectionNotify else None)

    def ask(connection: Display) -> Any:
        window = make_window(connection)
        pairs = [connection.get_atom(name) for name in ("UTF8_STRING", "P1", "no/such", "P2")]
        clip, multiple, prop = (connection.get_atom(name) for name in ("CLIPBOARD", "MULTIPLE", "PAIRS"))
        window.change_property(prop, connection.get_atom("ATOM_PAIR"), 32, pairs)
        window.convert_selection(clip, multiple, prop, X.CurrentTime)
        return window

    window = await other.call(ask)
    with anyio.fail_after(5):
        assert await offer.wait_read(timeout_s=4, quiet_s=0.01)
        await asyncio.wrap_future(answered)

    def look(connection: Display) -> tuple[bytes, list[int]]:
        text, pairs = (
            window.get_full_property(connection.get_atom(name), X.AnyPropertyType).value for name in ("P1", "PAIRS")
        )
        return text, list(pairs)

    text, pairs = await other.call(look)
    assert text == b"dictated"
    assert pairs[3] == X.NONE


async def test_an_owner_without_a_list_of_types_still_has_its_text_kept(
    clipboard: X11Clipboard, other: XThread
) -> None:
    await HandOwner(other, {"STRING": ("STRING", 8, b"ancient")}, lists_types=False).start()
    assert dict((await clipboard.snapshot()).contents) == {"STRING": b"ancient"}


async def test_a_clipboard_manager_gets_the_text_before_we_go(clipboard: X11Clipboard, other: XThread) -> None:
    manager = HandManager(other)
    await manager.start()
    await clipboard.set_text("kept")
    with anyio.fail_after(3):
        await clipboard.close()
    assert manager.kept == b"kept"


async def test_without_a_clipboard_manager_closing_is_quick(clipboard: X11Clipboard) -> None:
    await clipboard.set_text("gone with us")
    with anyio.fail_after(0.5):
        await clipboard.close()


async def test_when_the_display_goes_away_callers_hear_of_it(
    new_display: Callable[..., VirtualDisplay], expected_log: ExpectLog
) -> None:
    expected_log("the display is gone")
    display = new_display(window_manager=False)
    thread = XThread("clipboard", display.env["DISPLAY"])
    try:
        clipboard = X11Clipboard(thread)
        await clipboard.snapshot()
        display.close()
        with anyio.fail_after(5):
            with pytest.raises(DisplayUnavailable):
                await clipboard.snapshot()
            with pytest.raises(DisplayUnavailable):
                await clipboard.offer("dictated")
            await clipboard.close()
    finally:
        thread.close()


async def test_the_selected_text_of_a_frozen_program_is_unknown(
    display: VirtualDisplay, clipboard: X11Clipboard
) -> None:
    program = QtProgram(display)
    try:
        await program.select("marked")
        program.freeze()
        with anyio.fail_after(4):
            assert await clipboard.selected_text() is None
    finally:
        program.close()


async def test_an_owner_that_lists_types_without_end_costs_no_time(clipboard: X11Clipboard, other: XThread) -> None:
    lies = range(10**6, 10**6 + 50_000)
    await HandOwner(other, {"UTF8_STRING": ("UTF8_STRING", 8, b"theirs")}, lies=lies).start()
    assert (await clipboard.snapshot()).contents == {"UTF8_STRING": b"theirs"}
