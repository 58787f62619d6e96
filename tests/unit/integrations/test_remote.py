"""Remote servers over real HTTP on this machine: both transports, headers, redirects, what the host is asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import Bug
from app.domain.fields import JsonObject
from app.domain.integrations import RemarkCode, ServerStatus
from app.extensions.secrets import SecretStore
from app.integrations.client import McpClient, open_client
from app.integrations.grants import Grants
from app.integrations.host_link import HostRequests
from app.integrations.remote import RemoteConnector
from app.integrations.web_client import Trouble, WebClient
from app.storage.install_record import InstallRecord
from tests.unit.extensions.secret_service import MemoryKeyring
from tests.unit.integrations.hosting import hosting
from tests.unit.integrations.records import record
from tests.unit.integrations.sessions import LIMIT_S, Notebook, text_of
from tests.unit.integrations.web_servers import (
    REMOTE_ID,
    BareServer,
    connector,
    library_server,
    remote_record,
    serving,
)

pytestmark = pytest.mark.anyio


def no_grants() -> Grants:
    return Grants(SecretStore(MemoryKeyring), lambda _one, _secrets: None)


@asynccontextmanager
async def reached(
    installed: InstallRecord,
    values: Mapping[str, str] | None = None,
    notes: Notebook | None = None,
    requests: HostRequests | None = None,
) -> AsyncGenerator[McpClient]:
    notes = notes or Notebook()
    with anyio.fail_after(LIMIT_S):
        async with (
            RemoteConnector(no_grants())(installed, values or {}, notes) as streams,
            open_client(streams, notes, requests) as client,
        ):
            yield client


@pytest.fixture
async def bare() -> AsyncGenerator[tuple[BareServer, str]]:
    server = BareServer()
    async with serving(server.app) as origin:
        yield server, f"{origin}/mcp"


@pytest.mark.clause("V-3.5")
@pytest.mark.parametrize("json_response", [False, True])
async def test_a_server_of_the_library_is_reached_by_streamable_http(*, json_response: bool) -> None:
    app = library_server().streamable_http_app(json_response=json_response)
    async with serving(app) as origin, reached(remote_record(f"{origin}/mcp")) as client:
        assert (client.server_name, client.protocol_version) == ("library", "2025-11-25")
        assert "echo" in [one.name for one in await client.list_tools()]
        assert text_of(await client.call("echo", {"text": "hälló"}, timeout_s=LIMIT_S)) == "hälló"


@pytest.mark.clause("V-3.5")
async def test_a_server_that_knows_sse_only_is_reached_by_sse() -> None:
    app = library_server().sse_app()
    async with serving(app) as origin, reached(remote_record(f"{origin}/sse")) as client:
        assert client.server_name == "library"
        assert text_of(await client.call("echo", {"text": "old"}, timeout_s=LIMIT_S)) == "old"


@pytest.mark.clause("V-3.5")
@pytest.mark.parametrize("status", [400, 404, 405])
async def test_sse_is_tried_when_the_first_message_is_answered_with(status: int) -> None:
    inner = library_server().sse_app()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == "/sse"
        await (Response(status_code=status) if is_post else inner)(scope, receive, send)

    async with serving(app) as origin, reached(remote_record(f"{origin}/sse")) as client:
        assert text_of(await client.call("echo", {"text": "old"}, timeout_s=LIMIT_S)) == "old"


async def failure_of(url: str, **options: Any) -> CallFailed:
    with pytest.RaisesGroup(CallFailed, flatten_subgroups=True, allow_unwrapped=True) as caught:
        async with reached(remote_record(url), **options) as client:
            await client.list_tools()
    error: BaseException = caught.value
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, CallFailed)
    return error


@pytest.mark.clause("V-3.5")
@pytest.mark.parametrize(("status", "verbs"), [(403, ["POST"]), (500, ["POST"]), (405, ["POST", "GET"])])
async def test_a_server_that_speaks_neither_way_says_its_status(
    bare: tuple[BareServer, str], status: int, verbs: list[str]
) -> None:
    server, url = bare

    async def refuse(_: Request, __: object) -> Response:
        return Response(status_code=status)

    server.answer = refuse
    error = await failure_of(url)
    assert error.kind is CallClass.PROTOCOL_ERROR
    assert f"HTTP {status}" in error.message
    assert [verb for verb, _, _ in server.requests] == verbs


@pytest.mark.clause("V-3.8")
@pytest.mark.parametrize("transport", ["streamable", "sse"])
async def test_a_remote_server_asks_the_host_tells_of_progress_and_of_changed_tools(transport: str) -> None:
    asked: list[JsonObject] = []
    steps: list[tuple[float, str | None]] = []

    async def create(params: JsonObject) -> JsonObject:
        asked.append(params)
        return {"id": "r1"}

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        assert total == 3
        steps.append((progress, message))

    server = library_server()
    app, path = (server.sse_app(), "sse") if transport == "sse" else (server.streamable_http_app(), "mcp")
    requests: HostRequests = {"voiceos/reminders/create": create}
    async with serving(app) as origin, reached(remote_record(f"{origin}/{path}"), requests=requests) as client:
        assert text_of(await client.call("ask", {}, timeout_s=LIMIT_S)) == "r1"
        assert asked == [{"title": "tea"}]
        await client.call("count", {}, timeout_s=LIMIT_S, on_progress=on_progress)
        assert steps == [(1, "step 1"), (2, "step 2"), (3, "step 3")]
        await client.call("change", {}, timeout_s=LIMIT_S)
        with anyio.fail_after(LIMIT_S):
            await client.wait_tools_changed()


SECRETS = {"TOKEN": "planted-token", "OTHER": "planted-other", "REGION": "eu"}


def field(key: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "label": key.title(), **more}


@pytest.mark.clause("V-5.18")
async def test_the_first_secret_field_is_the_bearer_token_and_the_page_says_what_is_not_sent(
    bare: tuple[BareServer, str],
) -> None:
    server, url = bare
    notes = Notebook()
    fields = [field("REGION", secret=False), field("TOKEN"), field("OTHER")]
    preferences = [
        {"name": "speed", "title": "Speed", "type": "text"},
        {"name": "size", "title": "Size", "type": "text"},
    ]
    installed = remote_record(url, auth={"kind": "apiKey", "fields": fields}, preferences=preferences)
    async with reached(installed, {**SECRETS, "speed": "fast"}, notes) as client:
        await client.list_tools()
    assert {headers.get("authorization") for _, headers, _ in server.requests} == {"Bearer planted-token"}
    assert "planted-other" not in str(server.requests)
    assert [(one.code, one.detail) for one in notes.remarks] == [
        (RemarkCode.VALUES_NOT_SENT, "Region, Other, Speed"),
    ]


@pytest.mark.clause("V-5.18")
async def test_fields_with_a_header_are_sent_in_it_and_nothing_else_is(bare: tuple[BareServer, str]) -> None:
    server, url = bare
    notes = Notebook()
    fields = [
        field("TOKEN", header="X-Api-Key"),
        field("REGION", secret=False, header="X-Region"),
        field("OTHER"),
        field("HOST", header="Host"),
        field("EMPTY", header="X-Empty"),
    ]
    installed = remote_record(url, auth={"kind": "apiKey", "fields": fields})
    async with reached(installed, {**SECRETS, "HOST": "elsewhere"}, notes) as client:
        await client.list_tools()
    headers = server.headers_of("tools/list")[0]
    assert (headers["x-api-key"], headers["x-region"]) == ("planted-token", "eu")
    assert "authorization" not in headers
    assert "x-empty" not in headers
    assert headers["host"].startswith("127.0.0.1")
    assert [one.detail for one in notes.remarks] == ["Other, Host"]


async def test_a_value_that_cannot_stand_in_a_header_is_asked_for_anew(bare: tuple[BareServer, str]) -> None:
    server, url = bare
    installed = remote_record(url, auth={"kind": "apiKey", "fields": [field("TOKEN")]})
    with pytest.raises(CallFailed) as caught:
        async with reached(installed, {"TOKEN": "one\r\nX-Evil: two"}):
            pass
    assert (caught.value.kind, caught.value.message) == (
        CallClass.NEEDS_SETUP,
        "Token has characters that cannot be sent.",
    )
    assert server.requests == []


@pytest.mark.clause("V-3.14")
async def test_a_redirect_to_another_origin_is_not_followed(bare: tuple[BareServer, str]) -> None:
    server, url = bare
    other = BareServer()
    async with serving(other.app) as elsewhere:

        async def redirect(_: Request, __: object) -> Response:
            return RedirectResponse(f"{elsewhere}/mcp", status_code=307)

        server.answer = redirect
        error = await failure_of(url)
    assert error.kind is CallClass.PROTOCOL_ERROR
    assert "not followed" in error.message
    assert other.requests == []


async def test_a_redirect_within_the_origin_is_followed(bare: tuple[BareServer, str]) -> None:
    server, url = bare

    async def redirect(request: Request, _: object) -> Response | None:
        return None if request.query_params else RedirectResponse(f"{url}?here=1", status_code=307)

    server.answer = redirect
    async with reached(remote_record(url)) as client:
        assert [one.name for one in await client.list_tools()] == ["echo"]


@pytest.mark.clause("V-3.14")
async def test_not_even_the_https_twin_of_a_server_is_its_origin() -> None:
    trouble = Trouble()
    async with WebClient("http://localhost/mcp", {}, NoTokens(), trouble) as client:
        with pytest.raises(httpx2.UnsupportedProtocol):
            await client.send(client.build_request("POST", "https://localhost/mcp", json={}))
    assert trouble.failure is not None
    assert trouble.failure.message == "The server redirects to another place, localhost. That is not followed."


class NoTokens:
    async def token(self) -> str:
        return ""

    async def after_refusal(self, used: str) -> str:
        return used


async def test_the_connector_is_for_remote_servers_only() -> None:
    with pytest.raises(Bug):
        async with RemoteConnector(no_grants())(record(), {}, Notebook()):
            pass


async def test_leaving_ends_the_session_of_the_server() -> None:
    seen: list[tuple[str, str]] = []
    inner = library_server().streamable_http_app()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            seen.append((scope["method"], dict(scope["headers"]).get(b"mcp-session-id", b"").decode()))
        await inner(scope, receive, send)

    async with serving(app) as origin, reached(remote_record(f"{origin}/mcp")) as client:
        await client.list_tools()
    session = next(one for _, one in seen if one)
    assert seen[-1] == ("DELETE", session)


async def test_leaving_before_the_first_word_sends_nothing(bare: tuple[BareServer, str]) -> None:
    server, url = bare
    async with RemoteConnector(no_grants())(remote_record(url), {}, Notebook()):
        pass
    assert server.requests == []


async def test_arguments_that_json_cannot_hold_cost_nothing_but_their_call(bare: tuple[BareServer, str]) -> None:
    _, url = bare
    async with reached(remote_record(url)) as client:
        with pytest.raises(CallFailed) as caught:
            await client.call("echo", {"text": "half \ud83d"}, timeout_s=LIMIT_S)
        assert caught.value.kind is CallClass.INVALID_ARGS
        assert text_of(await client.call("echo", {"n": float("nan")}, timeout_s=LIMIT_S)) == "called"


async def test_the_supervisor_runs_a_remote_server_like_any_other(tmp_path: Path) -> None:
    server = BareServer()
    async with serving(server.app) as origin:
        installed = remote_record(f"{origin}/mcp")
        async with hosting(tmp_path, installed, connectors=connector(no_grants())) as host:
            state = await host.until_status(ServerStatus.CONNECTED, REMOTE_ID)
            assert [one.name for one in state.tools or ()] == ["echo"]
            assert text_of(await host.call("echo", REMOTE_ID)) == "called"
            probe = await host.supervisor.probe(installed, {})
            assert (probe.server_name, probe.tool_count) == ("bare", 1)
