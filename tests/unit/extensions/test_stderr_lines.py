"""Standard error as lines, whatever comes."""

from __future__ import annotations

from collections import deque

import anyio
import pytest
from anyio.abc import ByteReceiveStream

from app.extensions import stderr_lines
from app.extensions.stderr_lines import LINES_PER_TICK, LONGEST_LINE, LineSplitter, pump_lines

pytestmark = pytest.mark.anyio


class Chunks(ByteReceiveStream):
    """A stream that gives what it was given, piece by piece."""

    def __init__(self, *chunks: bytes) -> None:
        self._chunks = deque(chunks)

    async def receive(self, max_bytes: int = 65536) -> bytes:
        await anyio.lowlevel.checkpoint()
        if not self._chunks:
            raise anyio.EndOfStream
        return self._chunks.popleft()

    async def aclose(self) -> None:
        self._chunks.clear()


async def lines_of(*chunks: bytes) -> list[str]:
    lines: list[str] = []
    await pump_lines(Chunks(*chunks), lines.append)
    return lines


async def test_lines_are_put_together_from_pieces() -> None:
    assert await lines_of(b"on", b"e\ntw", b"o\r\n\nfour") == ["one", "two", "", "four"]


async def test_what_is_no_text_is_shown_as_far_as_it_is() -> None:
    assert await lines_of(b"\xff\xfe\x00ok\n") == ["\ufffd\ufffd\x00ok"]


async def test_a_letter_in_two_pieces_is_whole() -> None:
    assert await lines_of("\u20ac".encode()[:1], "\u20ac\n".encode()[1:]) == ["\u20ac"]


async def test_a_line_without_end_is_cut() -> None:
    assert await lines_of(*[b"x" * 10_000] * 100, b"\nnext\n") == ["x" * LONGEST_LINE, "next"]


async def test_many_lines_at_once_are_told_by_their_number() -> None:
    told = await lines_of(b"line\n" * (LINES_PER_TICK + 50))
    assert told == ["line"] * LINES_PER_TICK + ["(50 more lines)"]


def test_after_a_flood_lines_are_told_again() -> None:
    lines: list[str] = []
    splitter = LineSplitter(lines.append)
    splitter.feed(b"x\n" * LINES_PER_TICK)
    splitter.feed(b"lost\nlost\nbegi")
    splitter.feed(b"n")
    assert lines == ["x"] * LINES_PER_TICK
    splitter.next_tick()
    splitter.feed(b"ning\n")
    assert lines[LINES_PER_TICK:] == ["(2 more lines)", "beginning"]


def test_the_last_line_of_a_flood_is_not_lost() -> None:
    lines: list[str] = []
    splitter = LineSplitter(lines.append)
    splitter.feed(b"x\n" * LINES_PER_TICK)
    splitter.feed(b"lost\nthe reason")
    splitter.finish()
    assert lines[LINES_PER_TICK:] == ["(1 more lines)", "the reason"]


async def test_reading_pauses_where_more_comes_than_a_moment_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stderr_lines, "BYTES_PER_TICK", 10)
    monkeypatch.setattr(stderr_lines, "LINES_PER_TICK", 2)
    # A new moment for each piece, so nothing is dropped.
    assert await lines_of(*[b"12345678\n"] * 3) == ["12345678"] * 3


async def test_a_reader_that_is_cancelled_tells_what_it_has() -> None:
    lines: list[str] = []

    class Endless(Chunks):
        async def receive(self, max_bytes: int = 65536) -> bytes:
            if self._chunks:
                return self._chunks.popleft()
            await anyio.sleep_forever()
            raise AssertionError

    with anyio.move_on_after(0.05) as scope:
        await pump_lines(Endless(b"half"), lines.append)
    assert scope.cancelled_caught
    assert lines == ["half"]
