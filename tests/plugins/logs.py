"""A warning or worse in the log fails the test during which it was written, unless the test said that it expects it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Protocol

import pytest


class ExpectLog(Protocol):
    """Declare a log line before it is written."""

    def __call__(self, pattern: str) -> None:
        """``pattern`` is a regular expression for the message; a declared line that does not come fails the test."""
        ...


class LogJudge(logging.Handler):
    """Collects what was written at warning and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.expected: list[re.Pattern[str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def unexpected(self) -> list[str]:
        return [
            f"{record.levelname} {record.name}: {record.getMessage()}"
            for record in self.records
            if not any(pattern.search(record.getMessage()) for pattern in self.expected)
        ]

    def missed(self) -> list[str]:
        return [
            pattern.pattern
            for pattern in self.expected
            if not any(pattern.search(record.getMessage()) for record in self.records)
        ]


_judge = pytest.StashKey[LogJudge]()


@pytest.fixture(autouse=True)
def _no_unexpected_log(request: pytest.FixtureRequest) -> Iterator[None]:
    judge = LogJudge()
    request.node.stash[_judge] = judge
    root = logging.getLogger()
    root.addHandler(judge)
    try:
        yield
    finally:
        root.removeHandler(judge)
    # A test that takes ``caplog`` looks at the log itself.
    if "caplog" not in request.fixturenames and (lines := judge.unexpected()):
        pytest.fail("unexpected in the log:\n" + "\n".join(lines), pytrace=False)
    if patterns := judge.missed():
        pytest.fail("expected in the log, but never written:\n" + "\n".join(patterns), pytrace=False)


@pytest.fixture
def expected_log(request: pytest.FixtureRequest, _no_unexpected_log: None) -> ExpectLog:
    """Allow, and demand, log lines at warning or above."""
    judge = request.node.stash[_judge]

    def expect(pattern: str) -> None:
        judge.expected.append(re.compile(pattern))

    return expect
