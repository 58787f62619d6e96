"""One router with its word vectors for all tests of this folder, and tools to route to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from app.agent.router import PreviousCall, Routed, Router, RouteRequest, RouterTool
from app.agent.router.suite import Suite, load_suite
from app.domain.calls import IntegrationId, ToolRef

NOW = datetime.fromisoformat("2026-11-30T09:00:00+01:00")
SUITE = Path(__file__).parents[4] / "resources" / "suites" / "router.toml"

Route = Callable[..., Routed]


def tool(
    name: str = "set_lamp",
    title: str = "Set lamp",
    description: str = "Set a lamp. Use when the user asks to set or switch a lamp.",
    properties: dict[str, Any] | None = None,
    required: tuple[str, ...] = (),
    **more: Any,
) -> RouterTool:
    schema: dict[str, Any] = {"type": "object", "properties": properties or {}, "required": list(required)}
    ref = ToolRef(IntegrationId("com.example.test"), name)
    return RouterTool(ref, name, title, description, "Test", schema, **more)


@pytest.fixture(scope="session")
def suite() -> Suite:
    return load_suite(SUITE)


@pytest.fixture(scope="session")
def router() -> Router:
    return Router()


@pytest.fixture
def route(router: Router) -> Route:
    def asked(sentence: str, *tools: RouterTool, language: str = "en", previous: PreviousCall | None = None) -> Routed:
        return router.route(RouteRequest(sentence, language, tools, NOW, previous))

    return asked


@pytest.fixture
def ask(router: Router, suite: Suite) -> Route:
    """Route over all tools of the suite."""

    def asked(sentence: str, language: str = "en", previous: PreviousCall | None = None) -> Routed:
        return router.route(RouteRequest(sentence, language, suite.tools_by_language[language], NOW, previous))

    return asked
