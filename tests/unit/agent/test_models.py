"""Vendors' models on the wire: each SDK against a server that speaks its protocol, with a key and nothing but it."""

from __future__ import annotations

from typing import Any

import anyio
import httpx2
import pytest

from app.agent.models import ADDRESSES, is_this_machine, open_model
from app.domain.errors import AnswerFailed
from app.domain.providers import AgentProvider
from tests.fixtures.servers.model_server import ModelServer, call, say, status
from tests.unit.agent.model_stage import KEY, Told, layer, request, settings, weather_door

pytestmark = pytest.mark.anyio

VENDORS = [AgentProvider.OPENAI, AgentProvider.ANTHROPIC, AgentProvider.GOOGLE, AgentProvider.MISTRAL]
KEY_HEADER = {AgentProvider.ANTHROPIC: "x-api-key", AgentProvider.GOOGLE: "x-goog-api-key"}
NAMES = {AgentProvider.GOOGLE: "gemini-2.5-flash", AgentProvider.ANTHROPIC: "claude-scripted"}

FOREIGN_SETTINGS = {
    "OPENAI_API_KEY": "foreign",
    "OPENAI_BASE_URL": "http://foreign.invalid/",
    "OPENAI_ORG_ID": "foreign",
    "OPENAI_PROJECT_ID": "foreign",
    "OPENAI_CUSTOM_HEADERS": "authorization: foreign",
    "ANTHROPIC_API_KEY": "foreign",
    "ANTHROPIC_AUTH_TOKEN": "foreign",
    "ANTHROPIC_BASE_URL": "http://foreign.invalid/",
    "ANTHROPIC_CUSTOM_HEADERS": "x-api-key: foreign",
    "GOOGLE_API_KEY": "foreign",
    "GEMINI_API_KEY": "foreign",
    "GOOGLE_GENAI_USE_VERTEXAI": "true",
    "GOOGLE_GEMINI_BASE_URL": "http://foreign.invalid/",
    "MISTRAL_API_KEY": "foreign",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
}


def vendor(server: ModelServer, provider: AgentProvider, **more: Any) -> Any:
    chosen = settings(provider=provider, model=NAMES.get(provider, "scripted"), **more)
    address = f"{server.origin}/v1" if provider is AgentProvider.OPENAI else server.origin
    return layer(chosen, KEY, addresses={provider: address})


@pytest.mark.parametrize("provider", VENDORS)
async def test_each_vendor_calls_tools_and_answers_with_the_persons_key_alone(
    model_server: ModelServer, provider: AgentProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in FOREIGN_SETTINGS.items():
        monkeypatch.setenv(name, value)
    model_server.script(call("bare__weather", {"city": "Paris"}), say("Sunny ", "there."))
    model, door, told = vendor(model_server, provider), weather_door(), Told()
    with anyio.fail_after(30):
        answer = await model.answer(request(), door, told)
        await model.close()
    assert answer.text == told.looks[-1] == "Sunny there."
    assert [dict(arguments) for _, arguments, _ in door.door.server.calls] == [{"city": "Paris"}]
    for one in model_server.requests():
        header = KEY_HEADER.get(provider)
        sent = one["headers"].get(header or "authorization")
        assert sent == (KEY if header else f"Bearer {KEY}")
        assert "foreign" not in str(one["headers"])


@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize(
    ("code", "expected"), [(401, "agent-key-refused"), (500, "agent-failed"), (429, "agent-rate-limited")]
)
async def test_each_vendor_is_asked_once_and_its_refusals_are_told(
    model_server: ModelServer, provider: AgentProvider, code: int, expected: str
) -> None:
    model_server.script(status(code, {"error": {"message": "no", "type": "x", "code": code, "status": "X"}}))
    model = vendor(model_server, provider)
    with anyio.fail_after(30), pytest.raises(AnswerFailed) as caught:
        await model.answer(request(), weather_door(), Told())
    await model.close()
    assert caught.value.code == expected
    assert len(model_server.requests()) == 1


@pytest.mark.parametrize("provider", VENDORS)
async def test_each_vendor_times_out(model_server: ModelServer, provider: AgentProvider) -> None:
    model_server.script(say("Late", before_s=60))
    address = f"{model_server.origin}/v1" if provider is AgentProvider.OPENAI else model_server.origin
    chosen = settings(provider=provider, model=NAMES.get(provider, "scripted"))
    model = layer(chosen.model_copy(update={"request_timeout_s": 0.3}), KEY, addresses={provider: address})
    with anyio.fail_after(30), pytest.raises(AnswerFailed) as caught:
        await model.answer(request(), weather_door(), Told())
    await model.close()
    assert caught.value.code == "agent-timeout"


@pytest.mark.parametrize("provider", VENDORS)
async def test_cancelling_stops_the_request_to_each_vendor(model_server: ModelServer, provider: AgentProvider) -> None:
    model_server.script(say("It is sunny. ", "So ", then="hang", between_s=0.01))
    if provider in {AgentProvider.ANTHROPIC, AgentProvider.GOOGLE}:
        model_server.script(say("Late", before_s=60))
    model = vendor(model_server, provider)
    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(model.answer, request(), weather_door(), Told())
            await anyio.to_thread.run_sync(model_server.wait_arrivals)
            tasks.cancel_scope.cancel()
    await model.close()
    assert model_server.wait_disconnects() == 1


async def test_a_changed_key_is_used_by_the_next_turn(model_server: ModelServer) -> None:
    from app.agent.model_turn import ModelLayer
    from tests.unit.agent.model_stage import NOW

    keys = iter(["first", "second"])

    async def load_key() -> str:
        return next(keys)

    model = ModelLayer(settings(model_server.base_url), load_key, now=lambda: NOW)
    await model.test()
    await model.test()
    await model.close()
    assert [one["headers"]["authorization"] for one in model_server.requests()] == ["Bearer first", "Bearer second"]


async def test_a_redirect_carries_neither_words_nor_key_to_another_server(model_server: ModelServer) -> None:
    # The same server under another name: it would take the request.
    model_server.script(status(307, location=f"http://localhost:{model_server.port}/v1/chat"), say("Caught."))
    opened = open_model(settings(model_server.base_url), KEY)
    with pytest.raises(httpx2.ConnectError):
        await opened.client.post(f"{model_server.base_url}/chat", json={}, follow_redirects=True)
    await opened.close()
    assert len(model_server.requests()) == 1


async def test_name_and_password_of_an_address_are_left_out() -> None:
    opened = open_model(settings("http://ann:secret@127.0.0.1:9/v1?key=secret#x"), "")
    assert opened.server == "127.0.0.1:9"
    assert "secret" not in repr(opened)
    assert opened.model.base_url == "http://127.0.0.1:9/v1/"
    await opened.close()


@pytest.mark.parametrize(
    ("provider", "name", "sees"),
    [
        (AgentProvider.COMPATIBLE, "llama3.2:3b", False),
        (AgentProvider.COMPATIBLE, "llama3.2-vision", True),
        (AgentProvider.COMPATIBLE, "qwen2.5vl:7b", True),
        (AgentProvider.COMPATIBLE, "qwen3-vl-8b", True),
        (AgentProvider.COMPATIBLE, "gemma3:4b", True),
        (AgentProvider.COMPATIBLE, "gemma3n:e4b", False),
        (AgentProvider.COMPATIBLE, "marvelous-13b", False),
        (AgentProvider.OPENAI, "gpt-5.2", True),
        (AgentProvider.ANTHROPIC, "claude-sonnet-4-5", True),
        (AgentProvider.GOOGLE, "gemini-2.5-flash", True),
        (AgentProvider.MISTRAL, "codestral-latest", False),
        (AgentProvider.MISTRAL, "pixtral-12b", True),
        (AgentProvider.MISTRAL, "mistral-medium-latest", True),
    ],
)
async def test_only_models_that_are_known_to_read_images_get_them(
    provider: AgentProvider, name: str, sees: bool
) -> None:
    opened = open_model(settings("http://127.0.0.1:9/v1", provider=provider, model=name), KEY)
    assert opened.reads_images is sees
    await opened.close()


def test_each_vendor_has_an_address_of_its_own() -> None:
    assert set(ADDRESSES) == {one for one in AgentProvider if one.is_hosted}
    assert all(address.startswith("https://") for address in ADDRESSES.values())


@pytest.mark.parametrize(
    ("host", "here"), [("localhost", True), ("127.0.0.5", True), ("::1", True), ("192.168.1.5", False)]
)
def test_loopback_addresses_are_this_machine(host: str, here: bool) -> None:
    assert is_this_machine(host) is here
