"""The server of a language model, one process for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fixtures.servers.model_server import ModelServer


@pytest.fixture(scope="session")
def model_process() -> Iterator[ModelServer]:
    with ModelServer.started() as server:
        yield server


@pytest.fixture
def model_server(model_process: ModelServer) -> ModelServer:
    """The server, with nothing of an earlier test in it."""
    model_process.script({"text": ["Hello."]})
    return model_process
