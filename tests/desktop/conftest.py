"""Virtual displays for the tests that need a real X server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from app.cli.virtual.display import VirtualDisplay


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    """A display with openbox and no compositor, shared by the tests of one module."""
    with VirtualDisplay(tmp_path_factory.mktemp("display")) as started:
        yield started


@pytest.fixture(scope="module")
def bare_display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    """A display without a window manager: nobody but the test moves the focus."""
    with VirtualDisplay(tmp_path_factory.mktemp("display"), window_manager=False) as started:
        yield started


@pytest.fixture
def new_display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., VirtualDisplay]]:
    """Make a display of one's own, e.g. to break it; takes the keywords of ``VirtualDisplay``."""
    with ExitStack() as stack:

        def start(**options: Any) -> VirtualDisplay:
            return stack.enter_context(VirtualDisplay(tmp_path_factory.mktemp("display"), **options))

        yield start
