"""Closes every run with a line of counts: how much of the contract the tests show."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.contract import clauses


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    # Outside the reporter's own wrapper, so that the line comes after the summary.
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not session.config.option.collectonly:
        reporter.write_line(clauses.counts_line())
