"""What the executor expects of whoever calls tools for it: the supervisor with a real server, and the fake of tests."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import anyio
import pytest

from app.domain.calls import CallClass, CallFailed, ToolRef
from app.domain.integrations import ServerStatus
from app.tools.ports import Caller
from tests.unit.integrations.hosting import BARE_ID, hosting
from tests.unit.integrations.records import record, tool
from tests.unit.tools.door import FakeServer, ManualTime, registry_of, text_result

pytestmark = pytest.mark.anyio

TOOLS = [tool(name) for name in ("echo", "fails", "never")]
LIMIT_S = 10.0

Opening = Callable[[Path], AbstractAsyncContextManager[Caller]]


@asynccontextmanager
async def real(folder: Path) -> AsyncGenerator[Caller]:
    installed = record(tools=TOOLS, words=["tools=fails,never"])
    async with hosting(folder, installed) as host:
        await host.until_status(ServerStatus.CONNECTED)
        yield host.supervisor


@asynccontextmanager
async def fake(_: Path) -> AsyncGenerator[Caller]:
    made = FakeServer(ManualTime(), registry_of(record(tools=TOOLS)))
    made.answers["fails"] = text_result("no luck", is_error=True)
    made.silent = frozenset({"never"})
    yield made


@pytest.fixture(params=[real, fake])
def opening(request: pytest.FixtureRequest) -> Opening:
    return request.param


async def test_a_connected_server_answers_with_content(opening: Opening, tmp_path: Path) -> None:
    with anyio.fail_after(LIMIT_S):
        async with opening(tmp_path) as caller:
            assert caller.state(BARE_ID).status is ServerStatus.CONNECTED
            raw = await caller.call(ToolRef(BARE_ID, "echo"), {"a": 1}, timeout_s=LIMIT_S, meta={"voxnotch/x": "y"})

    assert not raw.is_error
    assert raw.content[0]["type"] == "text"


async def test_an_error_of_the_tool_is_a_result(opening: Opening, tmp_path: Path) -> None:
    with anyio.fail_after(LIMIT_S):
        async with opening(tmp_path) as caller:
            raw = await caller.call(ToolRef(BARE_ID, "fails"), {}, timeout_s=LIMIT_S, meta=None)

    assert raw.is_error
    assert raw.content[0]["text"] == "no luck"


async def test_a_tool_that_nobody_knows_is_not_connected(opening: Opening, tmp_path: Path) -> None:
    with anyio.fail_after(LIMIT_S):
        async with opening(tmp_path) as caller:
            with pytest.raises(CallFailed) as raised:
                await caller.call(ToolRef(BARE_ID, "unheard_of"), {}, timeout_s=LIMIT_S, meta=None)

    assert raised.value.kind is CallClass.NOT_CONNECTED
    assert not raised.value.effect_unknown


@pytest.mark.clause("V-6.29")
async def test_a_tool_that_does_not_answer_in_time_may_have_acted(opening: Opening, tmp_path: Path) -> None:
    with anyio.fail_after(LIMIT_S):
        async with opening(tmp_path) as caller:
            with pytest.raises(CallFailed) as raised:
                await caller.call(ToolRef(BARE_ID, "never"), {}, timeout_s=0.05, meta=None)

    assert raised.value.kind is CallClass.TIMEOUT
    assert raised.value.effect_unknown


async def test_a_cancelled_caller_does_not_wait_for_the_answer(opening: Opening, tmp_path: Path) -> None:
    with anyio.fail_after(LIMIT_S):
        async with opening(tmp_path) as caller:
            with anyio.move_on_after(0.05) as scope:
                await caller.call(ToolRef(BARE_ID, "never"), {}, timeout_s=None, meta=None)

    assert scope.cancelled_caught
