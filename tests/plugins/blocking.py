"""A fixture for journeys: a call from ``app`` that blocks the core's loop raises instead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from blockbuster import BlockBuster, blockbuster_ctx


@pytest.fixture
def no_blocking() -> Iterator[BlockBuster]:
    """Let ``app`` code raise ``BlockingError`` where it would block a running loop, until the test ends."""
    with blockbuster_ctx("app") as guard:
        yield guard
