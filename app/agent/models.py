"""From a person's choice and key to a model of ``pydantic_ai``, with an HTTP client that keeps to both.

The choice is all that counts: keys, addresses, headers and organisations that stand in environment variables for the
vendors' own tools are not used (proxies and certificates are). Blocks while a vendor's SDK is imported and
certificates are read: call it on a thread, use what it returns on the core loop. Imports ``pydantic_ai``.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import anyio
import httpx2
from pydantic_ai import RunContext
from pydantic_ai.exceptions import ModelRateLimitError
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings
from typing_extensions import override

from app.agent.model_errors import close_mouths
from app.domain.errors import AnswerFailed
from app.domain.providers import AgentProvider
from app.settings.model import AgentSettings

__all__ = ["ADDRESSES", "OpenModel", "PatientModel", "is_this_machine", "open_model"]

ADDRESSES: Final[Mapping[AgentProvider, str]] = MappingProxyType(
    {
        AgentProvider.OPENAI: "https://api.openai.com/v1",
        AgentProvider.ANTHROPIC: "https://api.anthropic.com",
        AgentProvider.GOOGLE: "https://generativelanguage.googleapis.com/",
        AgentProvider.MISTRAL: "https://api.mistral.ai",
    }
)
"""As each vendor documents it."""

CONNECT_S: Final = 5.0
"""To reach a server: the least that a person may choose for a request (``AgentSettings.request_timeout_s``). A name
that does not resolve or a host that is off is known sooner."""
_LONGEST_WAIT_S: Final = 4.0
"""That a person is made to wait for a server that is too busy; a longer wait is told instead."""
_NO_KEY: Final = "none"
"""The SDK wants a key to be there; nothing of it is sent."""
_KEY_HEADERS: Final = ("authorization", "x-api-key", "x-goog-api-key", "openai-organization", "openai-project")

_SEES: Final = re.compile(
    r"vision|llava|pixtral|multimodal|gpt-4o|gpt-4\.1|gpt-5|(^|[-_/.\d])vl([-_:.\d]|$)|gemma-?3(?!n)|gemma-?4|minicpm-?v|"
    r"moondream|llama-?4|internvl|granite.*vision|mistral-small-?3|omni",
    re.IGNORECASE,
)
"""Names of open models that read images; for servers that do not say."""
_MISTRAL_SEES: Final = re.compile(r"pixtral|(small|medium|large)-(latest|2[5-9]\d\d)|(small|medium)-[3-9]")
"""As above; ``pydantic_ai`` takes all of this vendor's for such."""


_never_collected: Final[list[object]] = []
"""WORKAROUND: a client of google-genai 2.34 starts a task on the loop that runs when it is collected. One for each key
and name that was used; remove when its ``__del__`` does not any more."""


@dataclass(frozen=True, slots=True)
class OpenModel:
    model: Model
    client: httpx2.AsyncClient = field(repr=False)
    settings: ModelSettings
    server: str
    """Host and port, for errors."""
    reads_images: bool

    async def close(self) -> None:
        await self.client.aclose()


class PatientModel(WrapperModel):
    """A model that waits once, for a moment, where a server says that it has too much to do; one for each turn.

    Nothing of an answer has come then, and no tool is called by it: it is the same request again, not another try.
    """

    def __init__(self, wrapped: Model) -> None:
        super().__init__(wrapped)
        self._has_waited = False

    @override
    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        async with AsyncExitStack() as stack:
            ask = partial(self.wrapped.request_stream, messages, model_settings, model_request_parameters, run_context)
            try:
                stream = await stack.enter_async_context(ask())
            except ModelRateLimitError as error:
                if self._has_waited or error.retry_after is None or error.retry_after > _LONGEST_WAIT_S:
                    raise
                self._has_waited = True
                await anyio.sleep(error.retry_after)
                stream = await stack.enter_async_context(ask())
            yield stream


@dataclass(frozen=True, slots=True)
class _Wire:
    """What every request of a client is made to carry, whatever the SDK thinks of it."""

    home: httpx2.URL
    headers: Mapping[str, str] = field(repr=False)
    timeout: httpx2.Timeout

    async def __call__(self, request: httpx2.Request) -> None:
        url = request.url
        if (url.scheme, url.host, url.port) != (self.home.scheme, self.home.host, self.home.port):
            # Neither key nor words go where the person did not send them.
            raise httpx2.ConnectError("redirected to another server", request=request)
        for name in _KEY_HEADERS:
            request.headers.pop(name, None)
        request.headers.update(self.headers)
        # SDKs send a time-out of their own with each request.
        request.extensions = {**request.extensions, "timeout": self.timeout.as_dict()}


def open_model(settings: AgentSettings, key: str, *, addresses: Mapping[AgentProvider, str] = ADDRESSES) -> OpenModel:
    """Return the model of these settings; ``addresses`` are those of the vendors.

    Raises:
        AnswerFailed: ``agent-no-model``, ``agent-no-address``, ``agent-key-missing``.
    """
    provider = settings.provider
    if not settings.model.strip():
        raise AnswerFailed(place=provider.value, code="agent-no-model")
    home = _address(settings.base_url if provider is AgentProvider.COMPATIBLE else addresses[provider])
    if provider.is_hosted and not key:
        raise AnswerFailed(place=provider.value, code="agent-key-missing")
    client = _client(home, _headers(provider, key), float(settings.request_timeout_s))
    model = _model(provider, settings.model.strip(), key or _NO_KEY, str(home), client)
    close_mouths()
    own = ModelSettings(max_tokens=settings.most_answer_tokens)
    return OpenModel(
        model,
        client,
        own,
        server=home.netloc.decode("ascii"),
        reads_images=_reads_images(provider, settings.model, model),
    )


def is_this_machine(host: str) -> bool:
    """Whether a host is a loopback one."""
    return host == "localhost" or host.startswith("127.") or host in {"::1", "[::1]"}


def _address(text: str) -> httpx2.URL:
    try:
        url = httpx2.URL(text.strip())
    except httpx2.InvalidURL as error:
        raise AnswerFailed("not an address", code="agent-no-address") from error
    if url.scheme not in {"http", "https"} or not url.host:
        raise AnswerFailed("http or https only", code="agent-no-address")
    # A name and password in it would show up in errors; a query would end up in the middle of a path.
    return url.copy_with(userinfo=b"", query=None, fragment=None)


def _headers(provider: AgentProvider, key: str) -> dict[str, str]:
    if not key:
        return {}
    match provider:
        case AgentProvider.ANTHROPIC:
            return {"x-api-key": key}
        case AgentProvider.GOOGLE:
            return {"x-goog-api-key": key}
        case _:
            return {"Authorization": f"Bearer {key}"}


def _client(home: httpx2.URL, headers: Mapping[str, str], timeout_s: float) -> httpx2.AsyncClient:
    timeout = httpx2.Timeout(timeout_s, connect=CONNECT_S)
    return httpx2.AsyncClient(
        timeout=timeout,
        event_hooks={"request": [_Wire(home, headers, timeout)]},
        # A proxy cannot reach this machine's own servers.
        trust_env=not is_this_machine(home.host),
    )


def _model(provider: AgentProvider, name: str, key: str, address: str, client: httpx2.AsyncClient) -> Model:
    match provider:
        case AgentProvider.ANTHROPIC:
            from anthropic import AsyncAnthropic
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            sdk = AsyncAnthropic(api_key=key, base_url=address, http_client=client, max_retries=0)
            return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=sdk))
        case AgentProvider.GOOGLE:
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            provider_of_google = GoogleProvider(api_key=key, base_url=address, http_client=client)
            _never_collected.append(provider_of_google.client)
            return GoogleModel(name, provider=provider_of_google)
        case AgentProvider.MISTRAL:
            from pydantic_ai.models.mistral import MistralModel
            from pydantic_ai.providers.mistral import MistralProvider

            return MistralModel(name, provider=MistralProvider(api_key=key, base_url=address, http_client=client))
        case _:
            from openai import AsyncOpenAI
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.openai import OpenAIProvider
            from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

            own = AsyncOpenAI(api_key=key, base_url=address, http_client=client, max_retries=0)
            if provider is AgentProvider.OPENAI:
                return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=own))
            return OpenAIChatModel(name, provider=OpenAICompatibleProvider("compatible", openai_client=own))


def _reads_images(provider: AgentProvider, name: str, model: Model) -> bool:
    if provider is AgentProvider.COMPATIBLE:
        return _SEES.search(name) is not None
    if provider is AgentProvider.MISTRAL:
        return _MISTRAL_SEES.search(name) is not None
    return model.profile.get("supports_image_input", False)
