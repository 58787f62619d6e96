"""The page of an installed integration, made of its record."""

from __future__ import annotations

import pytest

from app.domain.calls import AskFor
from app.domain.integrations import IntegrationPage, ServerStatus
from app.integrations.served import ServerState
from app.runtime.integration_pages import Known, page_of
from app.storage.install_record import InstallRecord
from tests.unit.integrations.records import record

ADDRESS = {"runtime": {"kind": "remote-mcp", "url": "https://mcp.example.com/mcp"}}
NETWORK = {"permissions": [{"kind": "network", "domains": ["api.example.com"]}]}


def page(made: InstallRecord) -> IntegrationPage:
    return page_of(Known(made, ServerState(ServerStatus.CONNECTED), (), "short", AskFor.ACTING))


@pytest.mark.clause("V-4.12")
@pytest.mark.parametrize(
    ("made", "domains"),
    [
        (record(has_manifest=False), ("*",)),
        (record(), ()),
        (record(manifest=NETWORK), ("api.example.com",)),
        (record(manifest=ADDRESS, has_manifest=False), ("mcp.example.com",)),
        (record(manifest={**ADDRESS, **NETWORK}), ("api.example.com", "mcp.example.com")),
    ],
)
def test_a_page_says_where_data_may_go_as_its_sheet_did(made: InstallRecord, domains: tuple[str, ...]) -> None:
    assert page(made).domains == domains
