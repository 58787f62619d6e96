"""The whole paste transaction on a real display: clipboard, chord, read and restore, into programs of others."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import Child
from app.domain.messages import DesktopState
from app.domain.turn import NO_TARGET, TargetApp, TurnOutcome
from app.platform.detect import choose_platform
from app.platform.ports import Platform
from app.runtime.delivery import Delivery
from app.settings.model import AppRule, DeliverySettings
from app.settings.paths import AppPaths
from tests.fixtures.chromium_page import ChromiumPage
from tests.fixtures.clipboard_programs import QtField, QtProgram, copy_with_xclip, xclip
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

SETTINGS = DeliverySettings(
    trailing_space=False,
)
HARD_TEXT = "Hello Café — naïve “quotes” 日本語 🎉👩‍👩‍👧 عربى\nline two"


@pytest.fixture
async def platform(display: VirtualDisplay, tmp_path: Path) -> AsyncIterator[Platform]:
    paths = AppPaths(config=tmp_path, data=tmp_path, state=tmp_path)
    chosen = await choose_platform(paths, display.env)
    yield chosen
    await chosen.hotkeys.close()
    await chosen.keys.close()
    await chosen.clipboard.close()
    for close in chosen.closers:
        close()


@pytest.fixture
def delivery(platform: Platform) -> Delivery:
    return Delivery(platform, time.monotonic)


@pytest.fixture
def field(display: VirtualDisplay) -> Iterator[Callable[..., QtField]]:
    with ExitStack() as stack:

        def open_field(**options: float) -> QtField:
            opened = QtField(display, **options)
            stack.callback(opened.close)
            return opened

        yield open_field


@pytest.fixture
def source(display: VirtualDisplay) -> Iterator[QtProgram]:
    started = QtProgram(display)
    yield started
    started.close()


async def front(platform: Platform, app_id: str) -> TargetApp:
    """Wait until a window of this program has the focus; the desktop tells each change of it."""
    target = NO_TARGET
    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            changed = anyio.Event()

            def hear(_state: DesktopState) -> None:
                changed.set()

            group.start_soon(platform.desktop.watch, hear)
            while (target := await platform.frontmost.current()).app_id.casefold() != app_id:
                # The focus may move within one monitor, which changes no state.
                with anyio.move_on_after(0.05):
                    await changed.wait()
                changed = anyio.Event()
            group.cancel_scope.cancel()
    return target


@pytest.mark.fault("A06", "A07", "A14")
async def test_text_with_line_breaks_lands_unsent_and_every_type_comes_back(
    platform: Platform, delivery: Delivery, field: Callable[..., QtField], source: QtProgram
) -> None:
    rich = {"text/plain": b"old", "text/html": b"<b>old</b>", "image/png": b"\x89PNG\r\n\x1a\n" + bytes(300_000)}
    await source.copy(rich)
    chat = field()
    done = await delivery.deliver(HARD_TEXT, await front(platform, "chat"), SETTINGS)
    assert done.outcome is TurnOutcome.INSERTED
    assert done.clipboard_restored
    assert await chat.state() == (HARD_TEXT, [])
    got = await source.read()
    assert {name: got.get(name) for name in rich} == rich


@pytest.mark.fault("A08")
async def test_a_program_that_reads_800_ms_late_gets_the_transcript(
    display: VirtualDisplay, platform: Platform, delivery: Delivery, field: Callable[..., QtField]
) -> None:
    await copy_with_xclip(display, b"old", "UTF8_STRING")
    chat = field(reads_after_s=0.8)
    done = await delivery.deliver("dictated", await front(platform, "chat"), SETTINGS)
    assert done.outcome is TurnOutcome.INSERTED
    assert done.insertion is not None
    assert done.insertion.paste_latency_s >= 0.8
    assert await chat.state() == ("dictated", [])
    assert await xclip(display, "-o") == b"old"


@pytest.mark.fault("A09")
async def test_an_empty_clipboard_is_empty_after_a_paste(
    platform: Platform, delivery: Delivery, field: Callable[..., QtField], source: QtProgram
) -> None:
    await source.clear()
    chat = field()
    done = await delivery.deliver("dictated", await front(platform, "chat"), SETTINGS)
    assert done.clipboard_restored
    assert (await chat.state())[0] == "dictated"
    assert await source.read() == {}


async def test_a_frozen_clipboard_owner_costs_its_content_but_not_the_paste(
    platform: Platform,
    delivery: Delivery,
    field: Callable[..., QtField],
    source: QtProgram,
    expected_log: ExpectLog,
) -> None:
    expected_log("clipboard cannot be kept")
    await source.copy({"text/plain": b"frozen"})
    source.freeze()
    chat = field()
    done = await delivery.deliver("dictated", await front(platform, "chat"), SETTINGS)
    assert done.outcome is TurnOutcome.INSERTED
    assert not done.clipboard_restored
    assert (await chat.state())[0] == "dictated"


async def test_a_program_that_never_reads_keeps_the_text_on_the_clipboard(
    display: VirtualDisplay, platform: Platform, delivery: Delivery, field: Callable[..., QtField]
) -> None:
    field()
    target = await front(platform, "chat")
    settings = DeliverySettings(
        trailing_space=False, read_timeout_ms=200, apps=(AppRule(app_id="chat", chord="ctrl+alt+f12"),)
    )
    done = await delivery.deliver("dictated", target, settings)
    assert done.outcome is TurnOutcome.SHOWN
    assert done.error is not None
    assert done.error.code == "paste-not-read"
    assert await xclip(display, "-o") == b"dictated"


async def test_text_lands_in_a_real_editor(
    display: VirtualDisplay, platform: Platform, delivery: Delivery, tmp_path: Path
) -> None:
    await copy_with_xclip(display, b"old", "UTF8_STRING")
    home = tmp_path / "home"
    home.mkdir()
    env = {**display.env, "HOME": str(home), "XDG_RUNTIME_DIR": str(home), "GTK_A11Y": "none", "NO_AT_BRIDGE": "1"}
    command = ["dbus-run-session", "--", "mousepad", "--disable-server"]
    with Child(command, env=env, log=tmp_path / "mousepad.log"):
        target = await front(platform, "mousepad")
        done = await delivery.deliver(HARD_TEXT, target, SETTINGS)
        assert done.outcome is TurnOutcome.INSERTED
        assert await xclip(display, "-o") == b"old"
        await platform.keys.chord("ctrl+a")
        await platform.keys.chord("ctrl+c")
        with anyio.fail_after(5):
            # Nothing tells when another program has copied, short of owning the clipboard ourselves.
            while (copied := await xclip(display, "-o")) == b"old":  # noqa: ASYNC110
                await anyio.sleep(0.02)
        assert copied.decode() == HARD_TEXT


@pytest.mark.slow
@pytest.mark.fault("A07")
async def test_chromium_takes_a_paste_and_gets_back_what_it_had_copied(
    display: VirtualDisplay, platform: Platform, delivery: Delivery, tmp_path: Path
) -> None:
    with await anyio.to_thread.run_sync(ChromiumPage, display, tmp_path) as page:
        target = await front(platform, "chromium")
        with anyio.fail_after(20):
            # Nothing tells when a page takes keys, nor when a program has copied; to copy again does no harm.
            while b"text/html" not in (await xclip(display, "-o", "-t", "TARGETS")):
                await platform.keys.chord("f9")
                await anyio.sleep(0.1)
        html = await xclip(display, "-o", "-t", "text/html")
        done = await delivery.deliver(HARD_TEXT, target, SETTINGS)
        assert done.outcome is TurnOutcome.INSERTED
        assert done.clipboard_restored
        assert await xclip(display, "-o", "-t", "text/html") == html
        assert b"rich" in html
        with anyio.move_on_after(10):
            while page.text != HARD_TEXT:  # noqa: ASYNC110 - the page's report comes by another thread
                await anyio.sleep(0.05)
        assert page.text == HARD_TEXT
