"""Fixtures of every test; the rules that every test obeys are in tests/plugins."""

from __future__ import annotations

import pytest

pytest_plugins = [
    "tests.plugins.environment",
    "tests.plugins.network",
    "tests.plugins.logs",
    "tests.plugins.leaks",
    "tests.plugins.timers",
    "tests.plugins.limits",
    "tests.plugins.blocking",
    "tests.plugins.clauses",
]


@pytest.fixture
def anyio_backend() -> str:
    """Run async tests on asyncio, the loop of the core."""
    return "asyncio"
