"""What goes wrong with a server of a language model, on the wire of a real one; and what is told of it."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from pydantic_ai import exceptions

from app.agent.model_errors import as_answer_failed
from app.domain.errors import AnswerFailed, KeyStoreUnavailable
from app.domain.providers import AgentProvider
from app.settings.model import AgentSettings
from tests.fixtures.servers.model_server import ModelServer, Step, call, say, status
from tests.unit.agent.model_stage import KEY, WORDS, Told, layer, no_tools, request, settings, weather_door

pytestmark = pytest.mark.anyio


async def failure(choice: AgentSettings, key: str = "", told: Told | None = None, **more: Any) -> AnswerFailed:
    """Return what a turn without tools fails with."""
    model = layer(choice, key, **more)
    try:
        with pytest.raises(AnswerFailed) as caught:
            await model.answer(request(), no_tools(), told or Told())
        return caught.value
    finally:
        await model.close()


def quick(server: ModelServer, **more: Any) -> AgentSettings:
    """Return settings with a shorter time-out than a person may choose."""
    return settings(server.base_url, **more).model_copy(update={"request_timeout_s": 1.0})


TOO_LONG = {"error": {"message": "the request exceeds the available context size, try increasing it", "code": 400}}
VLLM = {"object": "error", "message": "This model's maximum context length is 4096 tokens.", "code": 400}
OLLAMA = {"error": {"message": 'model "scripted" not found, try pulling it first', "type": "not_found_error"}}
PLAIN = {"error": {"message": "x", "code": "y"}}


@pytest.mark.parametrize(
    ("step", "code", "place"),
    [
        (status(401), "agent-key-refused", "server"),
        (status(401, "log in"), "agent-key-refused", "server"),
        (status(403), "agent-key-refused", "server"),
        (status(403, "blocked by the proxy"), "agent-failed", "server"),
        (status(404, OLLAMA), "agent-model-unknown", "scripted"),
        (status(404, "404 page not found"), "agent-no-address", "server"),
        (status(400, TOO_LONG), "agent-context-full", "scripted"),
        (status(400, VLLM), "agent-context-full", "scripted"),
        (status(400, {"error": {"message": "x", "code": "context_length_exceeded"}}), "agent-context-full", "scripted"),
        (status(413), "agent-context-full", "scripted"),
        (status(413, "too large"), "agent-context-full", "scripted"),
        (status(400, PLAIN), "agent-failed", "server"),
        (status(408), "agent-timeout", "server"),
        (status(402), "agent-rate-limited", "server"),
        (status(429), "agent-rate-limited", "server"),
        (status(429, retry_after="90"), "agent-rate-limited", "90 s"),
        (status(429, retry_after="5"), "agent-rate-limited", "5 s"),
        (status(500), "agent-failed", "server"),
        (status(502, "bad gateway"), "agent-failed", "server"),
        (status(503), "agent-failed", "server"),
        (status(504), "agent-timeout", "server"),
        (status(307, location="http://127.0.0.2:9/v1/chat/completions"), "agent-no-address", "server"),
        (status(200, "Please sign in to the hotel's network"), "agent-broken-answer", "scripted"),
        (status(200, {"choices": None}), "agent-broken-answer", "scripted"),
        ({"raw": ["data: {not json\n\n"]}, "agent-broken-answer", "scripted"),
        ({"raw": ['data: {"choices": 5}\n\n', "data: [DONE]\n\n"]}, "agent-broken-answer", "scripted"),
        ({"raw": ['data: {"error": {"message": "boom", "code": 500}}\n\n']}, "agent-failed", "server"),
        (say(then="break"), "agent-server-gone", "server"),
        (say("It is ", then="break"), "agent-broken-answer", "server"),
        (say(then="filter"), "agent-refused", "scripted"),
        (say(thinking="Well, well", then="length"), "agent-limit-reached", "agent.most_answer_tokens"),
    ],
    ids=lambda value: json.dumps(value)[:60] if isinstance(value, dict) else None,
)
async def test_what_a_server_says_wrong_has_a_code_and_a_place(
    model_server: ModelServer, step: Step, code: str, place: str
) -> None:
    model_server.script(step)
    found = await failure(settings(model_server.base_url), KEY)
    server = f"127.0.0.1:{model_server.port}"
    assert (found.code, found.place) == (code, server if place == "server" else place)
    # No SDK has tried again by itself.
    assert len(model_server.requests()) == 1


async def test_a_server_that_is_busy_for_a_moment_is_waited_for_once(model_server: ModelServer) -> None:
    model_server.script(status(429, retry_after_ms="20"), say("Sunny."))
    model = layer(settings(model_server.base_url))
    answer = await model.answer(request(), no_tools(), Told())
    await model.close()
    assert answer.text == "Sunny."
    assert len(model_server.requests()) == 2


async def test_a_server_that_stays_busy_is_told(model_server: ModelServer) -> None:
    model_server.script(status(429, retry_after_ms="20"))
    found = await failure(settings(model_server.base_url))
    assert (found.code, found.place) == ("agent-rate-limited", "1 s")
    assert len(model_server.requests()) == 2


@pytest.mark.slow
async def test_a_server_that_does_not_begin_to_answer_times_out(model_server: ModelServer) -> None:
    model_server.script(say("Late", before_s=60))
    assert (await failure(quick(model_server))).code == "agent-timeout"
    assert model_server.wait_disconnects() == 1


@pytest.mark.slow
async def test_a_server_that_falls_silent_in_the_middle_times_out(model_server: ModelServer) -> None:
    model_server.script(say("It is ", "sunny", between_s=60))
    told = Told()
    found = await failure(quick(model_server), told=told)
    assert (found.code, told.looks) == ("agent-timeout", ["It is"])
    assert model_server.wait_disconnects() == 1


@pytest.mark.slow
async def test_a_slow_server_that_keeps_talking_is_waited_for(model_server: ModelServer) -> None:
    model_server.script(say("a ", "b ", "c ", "d ", "e", between_s=0.3))
    model = layer(quick(model_server))
    answer = await model.answer(request(), no_tools(), Told())
    await model.close()
    assert answer.text == "a b c d e"


async def test_nobody_at_the_address_is_a_server_that_is_gone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = await failure(settings(f"http://127.0.0.1:{port}/v1"))
    assert (found.code, found.place) == ("agent-server-gone", f"127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (settings("http://127.0.0.1/v1", model=" "), "agent-no-model"),
        (settings("http://127.0.0.1/v1", provider=AgentProvider.OFFLINE), "agent-no-model"),
        (settings(""), "agent-no-address"),
        (settings("file:///etc/passwd"), "agent-no-address"),
        (settings("127.0.0.1:11434/v1"), "agent-no-address"),
        (settings("http://[::1"), "agent-no-address"),
        (settings(provider=AgentProvider.OPENAI), "agent-key-missing"),
        (settings(provider=AgentProvider.ANTHROPIC), "agent-key-missing"),
        (settings(provider=AgentProvider.GOOGLE), "agent-key-missing"),
        (settings(provider=AgentProvider.MISTRAL), "agent-key-missing"),
    ],
)
async def test_what_is_missing_in_the_settings_is_told_before_anything_is_sent(
    choice: AgentSettings, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "MISTRAL_API_KEY"):
        monkeypatch.setenv(name, "of-another-program")
    assert (await failure(choice)).code == code


async def test_a_locked_key_store_is_a_missing_key_for_a_vendor_only(model_server: ModelServer) -> None:
    from app.agent.model_turn import ModelLayer
    from tests.unit.agent.model_stage import NOW

    async def locked() -> str:
        raise KeyStoreUnavailable(code="key-store-locked")

    vendor = ModelLayer(settings(provider=AgentProvider.OPENAI), locked, now=lambda: NOW)
    with pytest.raises(AnswerFailed) as caught:
        await vendor.test()
    assert (caught.value.code, caught.value.detail) == ("agent-key-missing", "key-store-locked")
    own = ModelLayer(settings(model_server.base_url), locked, now=lambda: NOW)
    await own.test()
    await own.close()
    assert "authorization" not in model_server.requests()[0]["headers"]


@pytest.fixture
def everything_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Log as much as a person can turn on."""
    monkeypatch.setenv("OPENAI_LOG", "debug")
    with caplog.at_level(logging.DEBUG):
        yield


@pytest.mark.usefixtures("everything_logged")
@pytest.mark.parametrize("step", [status(400, {"error": {"message": WORDS}}), status(401), say("Words", then="break")])
async def test_neither_words_nor_keys_get_into_errors_and_logs(
    model_server: ModelServer, step: Step, caplog: pytest.LogCaptureFixture
) -> None:
    model_server.script(call("bare__weather", {"city": "Secretville"}), step)
    model = layer(settings(model_server.base_url), KEY)
    with pytest.raises(AnswerFailed) as caught:
        await model.answer(request(), weather_door(), Told())
    await model.close()
    told = f"{caught.value!r} {caught.value} {caught.value.__cause__!r} {caplog.text} {model!r}"
    assert "Secretville" not in told
    assert KEY not in told
    assert "http" not in caplog.text.replace("HTTP", "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (exceptions.ModelContextWindowExceededError("m", "x"), "agent-context-full"),
        (exceptions.ModelAPIError("m", "prompt is too long"), "agent-context-full"),
        (exceptions.ModelAPIError("m", "x"), "agent-broken-answer"),
        (exceptions.ModelRateLimitError("m", "x"), "agent-rate-limited"),
        (exceptions.ModelRequestTimeout("m", 1), "agent-timeout"),
        (exceptions.UsageLimitExceeded("x"), "agent-limit-reached"),
        (exceptions.UserError("x"), "agent-failed"),
        (exceptions.AgentRunError("x"), "agent-broken-answer"),
        (httpx2.InvalidURL("x"), "agent-no-address"),
        (httpx2.UnsupportedProtocol("x"), "agent-no-address"),
        (httpx2.ConnectTimeout("x"), "agent-server-gone"),
        (httpx2.ReadTimeout("x"), "agent-timeout"),
        (ConnectionResetError(), "agent-server-gone"),
        (ValueError("x"), "agent-broken-answer"),
    ],
)
def test_every_other_error_has_a_code_too(error: Exception, code: str) -> None:
    assert as_answer_failed(error, server="s", model="m", streamed=False).code == code
