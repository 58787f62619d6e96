"""What every ``Clipboard`` keeps: X11 selections with a Qt program as the other party, and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Protocol

import anyio
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import ClipboardFrozen
from app.platform.fakes import FakeClipboard
from app.platform.ports import Clipboard
from app.platform.x11.clipboard import TRANSIENT_MARK, X11Clipboard
from app.platform.x11.connection import XThread
from tests.fixtures.clipboard_programs import QtProgram

pytestmark = pytest.mark.anyio

RICH = {
    "text/plain": b"plain",
    "text/html": b"<b>rich</b>",
    "text/rtf": rb"{\rtf1 rich}",
    "text/uri-list": b"file:///tmp/a%20b\r\n",
    "application/x-own": bytes(range(256)),
}


class Scene(Protocol):
    """The clipboard under test and one other program."""

    clipboard: Clipboard

    async def copy(self, contents: Mapping[str, bytes]) -> None: ...
    async def empty(self) -> None: ...
    async def read(self) -> Mapping[str, bytes]: ...
    async def select(self, text: str) -> None: ...
    def freeze(self) -> None: ...


class FakeScene:
    def __init__(self) -> None:
        self._fake = FakeClipboard()
        self.clipboard: Clipboard = self._fake

    async def copy(self, contents: Mapping[str, bytes]) -> None:
        self._fake.copy(contents)

    async def empty(self) -> None:
        self._fake.copy({})

    async def read(self) -> Mapping[str, bytes]:
        text = self._fake.read_text()
        mark = {TRANSIENT_MARK: b"secret"} if self._fake.transient else {}
        own = {} if text is None else {"text/plain": text.encode()}
        return {**self._fake.contents, **own, **mark}

    async def select(self, text: str) -> None:
        self._fake.selection = text

    def freeze(self) -> None:
        self._fake.owner_frozen = True


class X11Scene:
    def __init__(self, program: QtProgram, thread: XThread) -> None:
        self._program = program
        self.clipboard: Clipboard = X11Clipboard(thread)

    async def copy(self, contents: Mapping[str, bytes]) -> None:
        await self._program.copy(contents)

    async def empty(self) -> None:
        await self._program.clear()

    async def read(self) -> Mapping[str, bytes]:
        return await self._program.read()

    async def select(self, text: str) -> None:
        await self._program.select(text)

    def freeze(self) -> None:
        self._program.freeze()


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    with VirtualDisplay(tmp_path_factory.mktemp("display"), window_manager=False) as started:
        yield started


@pytest.fixture(scope="module")
def program(display: VirtualDisplay) -> Iterator[QtProgram]:
    started = QtProgram(display)
    yield started
    started.close()


@pytest.fixture(params=["x11", "fake"])
async def scene(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    if request.param == "fake":
        yield FakeScene()
        return
    display: VirtualDisplay = request.getfixturevalue("display")
    program: QtProgram = request.getfixturevalue("program")
    thread = XThread("clipboard", display.env["DISPLAY"])
    x11 = X11Scene(program, thread)
    await x11.empty()
    yield x11
    program.thaw()
    thread.close()


async def test_another_program_gets_the_offered_text_with_the_mark_for_histories(scene: Scene) -> None:
    await scene.clipboard.offer("Café 日本 🎉")
    got = await scene.read()
    assert got["text/plain"].decode() == "Café 日本 🎉"
    assert got[TRANSIENT_MARK] == b"secret"


@pytest.mark.fault("A07")
async def test_every_type_comes_back_after_an_offer(scene: Scene) -> None:
    await scene.copy(RICH)
    snapshot = await scene.clipboard.snapshot()
    await scene.clipboard.offer("dictated")
    assert await scene.clipboard.restore(snapshot)
    got = await scene.read()
    assert {name: got.get(name) for name in RICH} == RICH
    assert TRANSIENT_MARK not in got


@pytest.mark.fault("A09")
async def test_an_empty_clipboard_is_empty_again(scene: Scene) -> None:
    snapshot = await scene.clipboard.snapshot()
    await scene.clipboard.offer("dictated")
    assert await scene.clipboard.restore(snapshot)
    assert await scene.read() == {}
    assert await scene.clipboard.snapshot() == snapshot


async def test_what_another_program_copied_meanwhile_stays(scene: Scene) -> None:
    snapshot = await scene.clipboard.snapshot()
    offer = await scene.clipboard.offer("dictated")
    assert offer.still_owner
    await scene.copy({"text/plain": b"newer"})
    assert (await scene.clipboard.snapshot()).contents["text/plain"] == b"newer"
    assert not await scene.clipboard.restore(snapshot)
    assert not offer.still_owner
    assert (await scene.read())["text/plain"] == b"newer"


async def test_only_reads_after_the_chord_count(scene: Scene) -> None:
    offer = await scene.clipboard.offer("dictated")
    await scene.read()
    offer.expect_reads()
    assert not await offer.wait_read(timeout_s=0.1, quiet_s=0.01)
    assert offer.first_read_at_s == 0.0
    await scene.read()
    with anyio.fail_after(5):
        assert await offer.wait_read(timeout_s=4, quiet_s=0.01)
    assert offer.first_read_at_s > 0.0


async def test_a_frozen_owner_is_named_in_time(scene: Scene) -> None:
    await scene.copy({"text/plain": b"frozen"})
    scene.freeze()
    with anyio.fail_after(5), pytest.raises(ClipboardFrozen):
        await scene.clipboard.snapshot()


async def test_an_ordinary_copy_stays_and_can_be_kept_in_turn(scene: Scene) -> None:
    await scene.clipboard.set_text("for long")
    got = await scene.read()
    assert got["text/plain"] == b"for long"
    assert TRANSIENT_MARK not in got
    snapshot = await scene.clipboard.snapshot()
    await scene.clipboard.offer("dictated")
    assert await scene.clipboard.restore(snapshot)
    assert (await scene.read())["text/plain"] == b"for long"


async def test_without_an_offer_of_ours_there_is_nothing_to_restore(scene: Scene) -> None:
    await scene.copy({"text/plain": b"theirs"})
    snapshot = await scene.clipboard.snapshot()
    assert not await scene.clipboard.restore(snapshot)
    assert (await scene.read())["text/plain"] == b"theirs"


async def test_the_selected_text_is_told_and_the_clipboard_left_alone(scene: Scene) -> None:
    await scene.copy({"text/plain": b"theirs"})
    await scene.select("marked")
    assert await scene.clipboard.selected_text() == "marked"
    assert (await scene.read())["text/plain"] == b"theirs"
