"""Fixtures of every test."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Run async tests on asyncio, the loop of the core."""
    return "asyncio"
