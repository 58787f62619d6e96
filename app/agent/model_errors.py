"""What goes wrong between Voxnotch and a language model, as ``AnswerFailed`` with a code and a place.

Nothing of what a provider says gets into an error or a log line: it may quote the person, a tool or a key. Pure, any
thread; called by ``model_run``. Imports ``pydantic_ai``: only imported when a turn needs it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from http.client import GATEWAY_TIMEOUT, REQUEST_ENTITY_TOO_LARGE, REQUEST_TIMEOUT, UNAUTHORIZED
from typing import Final

import httpx2
from pydantic_ai import exceptions

from app.domain.errors import AnswerFailed

__all__ = ["FOREIGN", "as_answer_failed", "close_mouths"]

FOREIGN: Final = (
    exceptions.AgentRunError,
    exceptions.UserError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    OSError,
    UnicodeError,
)
"""All that may come out of a run; anything else is a fault of ours. The last: half an emoji of the model, sent back."""

_LIMITS: Final = (
    ("request_limit", "agent.most_requests"),
    ("tool_calls_limit", "agent.most_calls"),
    ("output_tokens_limit", "agent.most_answer_tokens"),
)
"""``UsageLimitExceeded`` says which one only in its words."""

_TOO_LONG: Final = (
    "context length",
    "context window",
    "context size",
    "context_length",
    "maximum context",
    "too many tokens",
    "prompt is too long",
    "input token count",
    "input is too long",
    "exceeds the available context",
    "exceed_context_size",
    "too large for model",
)
"""How servers word it that give no code of their own: llama.cpp, LM Studio, vLLM, Mistral, Anthropic, Google."""

_BUSY: Final = exceptions.ModelRateLimitError | exceptions.ModelQuotaExceededError

_TALKATIVE: Final = (
    "openai",
    "anthropic",
    "google_genai",
    "mistralai",
    "pydantic_ai",
    "httpx",
    "httpcore",
    "httpx2",
    "httpcore2",
)
"""Loggers that write addresses, headers, or whole requests with the person's words."""


def close_mouths() -> None:
    """Let the libraries log nothing: what goes wrong is told by us. To be called after an SDK was imported.

    Importing one may set its level by an environment variable (``OPENAI_LOG``).
    """
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def as_answer_failed(error: Exception, *, server: str, model: str, streamed: bool) -> AnswerFailed:
    """Return what to tell of ``error``.

    ``server`` and ``model`` are names for ``place``; ``streamed``: some of this answer had come already.
    """
    code, place = "agent-broken-answer", model
    match error:
        case exceptions.UsageLimitExceeded():
            code, place = "agent-limit-reached", _limit(str(error))
        case exceptions.OutputTokenLimitExceeded():
            code, place = "agent-limit-reached", "agent.most_answer_tokens"
        case exceptions.ContentFilterError():
            code = "agent-refused"
        case exceptions.ModelHTTPError():
            code, place = _of_status(error, error.status_code, server, model)
        case exceptions.ModelRateLimitError() | exceptions.ModelQuotaExceededError():
            code, place = "agent-rate-limited", _wait(error.retry_after) or server
        case exceptions.ModelRequestTimeout():
            code, place = "agent-timeout", server
        case exceptions.ModelConnectionError() | httpx2.HTTPError() | httpx2.StreamError() | OSError():
            code, place = _of_connection(error, streamed=streamed), server
        case exceptions.ModelAPIError():
            code, place = _of_bare(error, server, model)
        case httpx2.InvalidURL():
            code, place = "agent-no-address", server
        case exceptions.UserError():
            code, place = "agent-failed", server
        case _:
            pass
    detail = f"HTTP {error.status_code}" if isinstance(error, exceptions.ModelHTTPError) else type(error).__name__
    return AnswerFailed(detail, place=place, code=code)


def _of_status(error: exceptions.ModelAPIError, status: int, server: str, model: str) -> tuple[str, str]:
    # A page, or a bare line, comes from a proxy, or from a server that knows no such path.
    is_api = isinstance(error.body, dict | list)
    code, place = "agent-failed", server
    if status == REQUEST_ENTITY_TOO_LARGE or _says_too_long(error):
        return "agent-context-full", model
    match error:
        case exceptions.ModelRateLimitError() | exceptions.ModelQuotaExceededError():
            code, place = "agent-rate-limited", _wait(error.retry_after) or server
        case exceptions.ModelAuthenticationError() if is_api or status == UNAUTHORIZED:
            code = "agent-key-refused"
        case exceptions.ModelNotFoundError() if is_api:
            code, place = "agent-model-unknown", model
        case exceptions.ModelNotFoundError():
            code = "agent-no-address"
        case _ if status in {REQUEST_TIMEOUT, GATEWAY_TIMEOUT}:
            code = "agent-timeout"
        case _:
            pass
    return code, place


def _of_bare(error: exceptions.ModelAPIError, server: str, model: str) -> tuple[str, str]:
    """Judge what has neither a status of an error nor a category."""
    response: object = getattr(error.__cause__, "response", None)
    if isinstance(response, httpx2.Response) and response.is_redirect:
        # It is not followed: the person chose this address.
        return "agent-no-address", server
    return "agent-context-full" if _says_too_long(error) else "agent-broken-answer", model


def _of_connection(error: Exception, *, streamed: bool) -> str:
    causes = list(_causes(error))
    if any(isinstance(one, httpx2.TimeoutException | TimeoutError) for one in causes):
        # Nobody at that address, as opposed to a server that thinks too long.
        unreached = any(isinstance(one, httpx2.ConnectTimeout) for one in causes)
        return "agent-server-gone" if unreached else "agent-timeout"
    if any(isinstance(one, httpx2.UnsupportedProtocol | httpx2.InvalidURL) for one in causes):
        return "agent-no-address"
    return "agent-broken-answer" if streamed else "agent-server-gone"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _limit(words: str) -> str:
    return next((setting for name, setting in _LIMITS if name in words), "agent")


def _says_too_long(error: exceptions.ModelAPIError) -> bool:
    if isinstance(error, exceptions.ModelContextWindowExceededError):
        return True
    if isinstance(error, exceptions.ModelAuthenticationError | exceptions.ModelNotFoundError | _BUSY):
        return False
    words = f"{error.body} {error.message}".casefold()
    return any(one in words for one in _TOO_LONG)


def _wait(seconds: float | None) -> str:
    """Return a wait as ``place`` carries it."""
    return "" if seconds is None else f"{max(1, round(seconds))} s"
