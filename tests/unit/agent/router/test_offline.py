"""Routing loads nothing before it is used, never the package of the vectors, and opens no socket."""

from __future__ import annotations

import subprocess
import sys

LOADS_NOTHING = """
import sys
import app.agent.router
loaded = {"numpy", "bm25s", "rapidfuzz", "tokenizers", "dateparser", "wordllama"} & sys.modules.keys()
assert not loaded, loaded
"""
ROUTES = """
import socket, sys, threading
from datetime import datetime, timezone

def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.")):
        raise AssertionError(event)

sys.addaudithook(refuse)
from app.agent.router import Router, RouteRequest, RouterTool, Run
from app.domain.calls import IntegrationId, ToolRef

schema = {"type": "object", "properties": {"date": {"type": "string", "format": "date"}}, "required": ["date"]}
text = "Show the agenda. Use when the user asks for the agenda."
tool = RouterTool(ToolRef(IntegrationId("a"), "show_agenda"), "show_agenda", "Show agenda", text, "A", schema)
found = []
ask = RouteRequest("show the agenda for tomorrow", "en", (tool,), datetime(2026, 11, 30, 9, tzinfo=timezone.utc))
thread = threading.Thread(target=lambda: found.append(Router().route(ask).decision))
thread.start()
thread.join()
assert isinstance(found[0], Run), found
assert found[0].arguments == {"date": "2026-12-01"}
foreign = {"wordllama", "requests", "urllib3", "httpx", "huggingface_hub"} & sys.modules.keys()
assert not foreign, foreign
"""


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_importing_the_router_loads_no_library() -> None:
    run(LOADS_NOTHING)


def test_routing_opens_no_socket_and_imports_nothing_that_could() -> None:
    run(ROUTES)
