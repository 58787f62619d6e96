"""Model servers of this machine, found where they listen."""

from __future__ import annotations

import gzip
import http.server
import json
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import anyio
import pytest

from app.agent.local_servers import PROBES, Probe, find_servers
from app.domain.providers import ModelServer as Found
from tests.fixtures.servers.model_server import ModelServer

pytestmark = pytest.mark.anyio


@contextmanager
def answering(body: bytes, code: int = 200, *, asked: list[str] | None = None, **headers: str) -> Generator[int]:
    """A server that says the same to everyone; yields its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if asked is not None:
                asked.append(self.path)
            self.send_response(code)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base
            """Say nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


async def test_servers_are_found_with_their_models_newest_first(model_server: ModelServer) -> None:
    probes = (
        Probe("Ollama", model_server.port, "/api/tags"),
        Probe("LM Studio", model_server.port),
        Probe("llama.cpp", model_server.port, owner="llamacpp"),
        Probe("vLLM", model_server.port, owner="vllm"),
    )
    address = f"http://127.0.0.1:{model_server.port}/v1"
    assert await find_servers(probes, {}) == (
        Found("Ollama", address, ("new:8b", "old:7b")),
        Found("LM Studio", address, ("scripted",)),
        Found("llama.cpp", address, ("scripted",)),
    )


@pytest.mark.parametrize("wish", ["127.0.0.1:{}", "http://localhost:{}", "0.0.0.0:{}", "http://:{}"])
async def test_the_address_that_ollama_was_given_counts(model_server: ModelServer, wish: str) -> None:
    environ = {"OLLAMA_HOST": wish.format(model_server.port), "HTTP_PROXY": "http://127.0.0.1:9"}
    found = await find_servers((Probe("Ollama", 9, "/api/tags"),), environ)
    assert [one.base_url for one in found] == [f"http://127.0.0.1:{model_server.port}/v1"]


@pytest.mark.parametrize(
    "wish",
    ["192.0.2.7:11434", "https://127.0.0.1", "127.0.0.1:port", "127.0.0.1:99999", "model.example", "127.model.example"],
)
async def test_an_address_elsewhere_is_not_asked(model_server: ModelServer, wish: str) -> None:
    found = await find_servers((Probe("Ollama", model_server.port, "/api/tags"),), {"OLLAMA_HOST": wish})
    assert [one.base_url for one in found] == [f"http://127.0.0.1:{model_server.port}/v1"]


async def test_an_address_of_version_six_is_asked_in_brackets() -> None:
    assert await find_servers((Probe("Ollama", 9, "/api/tags"),), {"OLLAMA_HOST": "http://[::1]:9"}) == ()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"<html>", 200),
        (b"[]", 200),
        (b'{"data": 5}', 200),
        (b'{"data": [5, {"id": 7}, {"id": ""}]}', 200),
        (b'{"data": [{"id": "text-embedding-nomic"}]}', 200),
        (b'{"data": [{"id": "m"}]}', 500),
        (b" " * 1_100_000, 200),
        (b"[" * 100_000, 200),
    ],
    ids=["page", "list", "number", "odd", "vectors", "error", "huge", "deep"],
)
async def test_other_programs_at_the_port_are_no_model_server(body: bytes, code: int) -> None:
    with answering(body, code) as port:
        assert await find_servers((Probe("LM Studio", port),), {}) == ()


async def test_a_packed_answer_is_not_unpacked() -> None:
    packed = gzip.compress(json.dumps({"data": [{"id": "m"}]}).encode() + b" " * 900_000)
    with answering(packed, Content_Encoding="gzip") as port:
        assert await find_servers((Probe("LM Studio", port),), {}) == ()


async def test_no_server_sends_the_question_elsewhere() -> None:
    asked: list[str] = []
    with (
        answering(b'{"data": [{"id": "m"}]}', asked=asked) as other,
        answering(b"", 302, Location=f"http://127.0.0.1:{other}/v1/models") as port,
    ):
        assert await find_servers((Probe("LM Studio", port),), {}) == ()
    assert asked == []


async def test_names_that_nobody_could_read_or_choose_among_are_left_out() -> None:
    names = ["good:7b", "good:7b", "n" * 201, "half \ud800", "two\nlines", "\u202eturned", "\0", *map(str, range(500))]
    with answering(json.dumps({"data": [{"id": name} for name in names]}).encode()) as port:
        (found,) = await find_servers((Probe("LM Studio", port),), {})
    assert found.models[:3] == ("good:7b", "0", "1")
    assert len(found.models) == 200


@pytest.mark.slow
async def test_a_port_that_takes_connections_and_says_nothing_holds_nothing_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, anyio.fail_after(10):
        assert await find_servers((Probe("LM Studio", silent.getsockname()[1]),), {}) == ()


def test_only_this_machine_is_asked() -> None:
    assert {one.host for one in PROBES} == {"127.0.0.1"}
    assert [one.name for one in PROBES] == ["Ollama", "LM Studio", "llama.cpp", "vLLM"]
