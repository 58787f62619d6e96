"""Takes file size limits back right after a test's body: pytest itself writes its report before fixtures end.

A test that lets the system refuse long files (a full disk) would otherwise make pytest's own output fail where that
goes to a file.
"""

from __future__ import annotations

import resource
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    try:
        return (yield)
    finally:
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
