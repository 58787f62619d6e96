"""Finds the model servers of this machine, to be offered: asks where they listen by default, briefly and all at once.

Loopback only. Called by the model desk when the person opens the page; core loop.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import anyio
import httpx2

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.providers import ModelServer

__all__ = ["PROBES", "Probe", "find_servers"]

log = logging.getLogger(__name__)

_ANSWER_S: Final = 1.5
"""For one server, whole; they list from memory or a small folder."""
_MOST_BYTES: Final = 1_000_000
_MOST_MODELS: Final = 200
"""Of one server; the rest can be typed."""
_LONGEST_NAME: Final = 200
"""Characters; whatever listens there may be no model server."""
_OK: Final = 200
_OLLAMA: Final = "Ollama"
_OLLAMA_PORT: Final = 11434
_LAST_PORT: Final = 65_535
_EMBEDS: Final = ("embed", "bert", "minilm", "bge-", "rerank")
"""In names of models that make vectors, not answers."""


@dataclass(frozen=True, slots=True)
class Probe:
    name: str
    port: int
    path: str = "/v1/models"
    owner: str = ""
    """What the server says in ``owned_by``; where other programs like to listen too, nothing else counts."""
    host: str = "127.0.0.1"


PROBES: Final = (
    Probe(_OLLAMA, _OLLAMA_PORT, "/api/tags"),
    Probe("LM Studio", 1234),
    Probe("llama.cpp", 8080, owner="llamacpp"),
    Probe("vLLM", 8000, owner="vllm"),
)
"""Ports as each documents its default."""


async def find_servers(
    probes: tuple[Probe, ...] = PROBES, environ: Mapping[str, str] = os.environ
) -> tuple[ModelServer, ...]:
    """Return those that answer, in the order of ``probes``; ``OLLAMA_HOST`` counts where it names this machine."""
    found: dict[int, ModelServer] = {}

    async def ask(place: int, probe: Probe) -> None:
        listed = await _listed(client, probe)
        models = _models(listed, probe)
        if models:
            found[place] = ModelServer(probe.name, f"http://{probe.host}:{probe.port}/v1", models)

    # No proxy of the environment can know what is on this machine.
    async with httpx2.AsyncClient(timeout=_ANSWER_S, trust_env=False) as client, anyio.create_task_group() as tasks:
        for place, probe in enumerate(probes):
            tasks.start_soon(ask, place, _ollama(probe, environ) if probe.name == _OLLAMA else probe)
    return tuple(found[place] for place in sorted(found))


def _ollama(probe: Probe, environ: Mapping[str, str]) -> Probe:
    wish = environ.get("OLLAMA_HOST", "").strip()
    if not wish:
        return probe
    try:
        url = httpx2.URL(wish if "://" in wish else f"http://{wish}")
    except httpx2.InvalidURL:
        return probe
    # A server that listens on all addresses is reached on this one.
    host = "127.0.0.1" if url.host in {"", "0.0.0.0", "::", "localhost"} else url.host  # noqa: S104 - not bound here
    port = url.port or _OLLAMA_PORT
    if not _is_here(host) or url.scheme != "http" or port > _LAST_PORT:
        return probe
    shown = f"[{host}]" if ":" in host else host
    return Probe(probe.name, port, probe.path, probe.owner, shown)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name, which may lead anywhere: 127.example.org
        return False


async def _listed(client: httpx2.AsyncClient, probe: Probe) -> JsonObject:
    body = b""
    try:
        with anyio.fail_after(_ANSWER_S):
            url = f"http://{probe.host}:{probe.port}{probe.path}"
            # Packed, a few kilobytes may be gigabytes.
            async with client.stream("GET", url, headers={"Accept-Encoding": "identity"}) as response:
                if response.status_code != _OK:
                    return {}
                async for chunk in response.aiter_raw():
                    body += chunk
                    if len(body) > _MOST_BYTES:
                        return {}
        return as_object(json.loads(body)) or {}
    except (httpx2.HTTPError, httpx2.StreamError, OSError, ValueError, RecursionError) as error:
        log.debug("no %s: %s", probe.name, type(error).__name__)
        return {}


def _models(listed: JsonObject, probe: Probe) -> tuple[str, ...]:
    is_ollama = probe.name == _OLLAMA
    rows = [row for one in as_list(listed.get("models" if is_ollama else "data")) or [] if (row := as_object(one))]
    if probe.owner and not any(row.get("owned_by") == probe.owner for row in rows):
        return ()
    if is_ollama:
        rows.sort(key=lambda row: str(row.get("modified_at", "")), reverse=True)
    names = [row.get("name" if is_ollama else "id") for row in rows]
    shown = [name for name in names if isinstance(name, str) and _is_name(name) and not _embeds(name)]
    return tuple(dict.fromkeys(shown))[:_MOST_MODELS]


def _is_name(name: str) -> bool:
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable()


def _embeds(name: str) -> bool:
    return any(sign in name.casefold() for sign in _EMBEDS)
