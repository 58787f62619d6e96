"""Lines of a server's output as messages: where lines end, what is no message, and what is too long."""

from __future__ import annotations

import anyio
import anyio.lowlevel
import pytest
from anyio.streams.memory import MemoryObjectReceiveStream
from hypothesis import given
from hypothesis import strategies as st

from app.integrations import transport
from app.integrations.transport import MessageReader, MessageWriter, read_messages

pytestmark = pytest.mark.anyio

NOTIFICATION = b'{"jsonrpc": "2.0", "method": "n"}'


class Bytes:
    """A pipe that was written in these pieces and closed."""

    def __init__(self, *pieces: bytes) -> None:
        send, self.receiver = anyio.create_memory_object_stream[bytes](len(pieces) + 1)
        for piece in pieces:
            send.send_nowait(piece)
        send.close()

    def __enter__(self) -> MemoryObjectReceiveStream[bytes]:
        return self.receiver

    def __exit__(self, *_: object) -> None:
        self.receiver.close()


async def read_all(*pieces: bytes) -> tuple[list[str], list[str]]:
    """Return the methods that were read and the stray lines."""
    strays: list[str] = []
    methods: list[str] = []
    with Bytes(*pieces) as stream:
        reader = MessageReader(stream, strays.append)  # pyright: ignore[reportArgumentType] - as a pipe reads
        while True:
            try:
                methods.append((await reader.receive()).message.method)  # pyright: ignore[reportAttributeAccessIssue]
            except anyio.EndOfStream:
                return methods, strays


@pytest.mark.parametrize("size", [1, 7, 33, 34, 35, 1000])
async def test_messages_are_found_however_the_pipe_cuts_them(size: int) -> None:
    data = b"\xef\xbb\xbf" + NOTIFICATION + b"\r\n\n  \n" + NOTIFICATION.replace(b'"n"', b'"m"')

    methods, strays = await read_all(*(data[start : start + size] for start in range(0, len(data), size)))

    assert methods == ["n", "m"]  # the last one also without a line end
    assert strays == []


async def test_a_line_without_end_is_dropped_and_what_follows_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LONGEST_LINE", 100)

    methods, strays = await read_all(b"x" * 60, b"y" * 60, b"z" * 60 + b"\n" + NOTIFICATION + b"\n")

    assert methods == ["n"]
    assert strays == ["A line of more than 100 bytes was skipped."]


async def test_a_stray_line_is_cut_before_it_is_handed_on() -> None:
    _, strays = await read_all(b"x" * 100_000 + b"\n")

    assert [len(stray) for stray in strays] == [8000]


async def test_an_answer_that_is_none_becomes_an_error_for_its_question_and_a_request_that_is_none_does_not() -> None:
    strays: list[str] = []

    (refusal,) = read_messages(b'{"jsonrpc": "2.0", "id": "a", "result": 5}', strays.append)
    assert list(read_messages(b'{"id": "a", "method": "m", "params": 5}', strays.append)) == []
    assert list(read_messages(b'{"id": true, "result": 5}', strays.append)) == []
    assert list(read_messages(b"[]", strays.append)) == []
    assert list(read_messages(b"[" * 100_000, strays.append)) == []

    assert refusal.message.model_dump()["id"] == "a"
    assert len(strays) == 5


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_stray_line(line: bytes) -> None:
    strays: list[str] = []

    messages = list(read_messages(line, strays.append))

    assert messages or strays


async def test_a_server_that_reads_no_more_breaks_the_sender() -> None:
    send, receive = anyio.create_memory_object_stream[bytes](0)
    receive.close()
    (message,) = read_messages(NOTIFICATION, print)

    with send, pytest.raises(anyio.BrokenResourceError):
        await MessageWriter(send).send(message)  # pyright: ignore[reportArgumentType] - as a pipe writes


async def test_others_have_their_turn_while_one_piece_of_output_holds_many_messages() -> None:
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await anyio.lowlevel.checkpoint()

    with Bytes((NOTIFICATION + b"\n") * 1000) as stream:
        reader = MessageReader(stream, lambda _: None)  # pyright: ignore[reportArgumentType] - as a pipe reads
        async with anyio.create_task_group() as group:
            group.start_soon(take_turns)
            for _ in range(1000):
                await reader.receive()
            group.cancel_scope.cancel()
    assert turns > 50
