"""Where a server differs from its manifest."""

from __future__ import annotations

from typing import Any

import pytest

from app.integrations.parity import Difference, DifferenceKind, differences
from app.integrations.served import ServedTool
from tests.unit.integrations.records import record, served, tool


def found(*tools: dict[str, Any], served_tools: list[ServedTool]) -> list[tuple[str, DifferenceKind]]:
    manifest = record(tools=tools).manifest
    return [(one.tool, one.kind) for one in differences(manifest, served_tools)]


@pytest.mark.clause("V-6.21")
def test_a_served_schema_title_or_description_that_differs_is_told() -> None:
    one = tool("a", title="A", inputSchema={"type": "object", "properties": {"flag": {"const": True}}})
    schema = {"type": "object", "properties": {"flag": {"const": 1}}}  # in JSON, 1 is not true

    assert found(one, served_tools=[served("a", title="B", description="Other.", input_schema=schema)]) == [
        ("a", DifferenceKind.SCHEMA),
        ("a", DifferenceKind.TITLE),
        ("a", DifferenceKind.DESCRIPTION),
    ]


def test_what_a_server_leaves_out_and_the_dialect_of_its_schema_are_no_differences() -> None:
    schema = {"type": "object", "$schema": "https://json-schema.org/draft/2020-12/schema"}

    assert found(tool("a", title="A"), served_tools=[served("a", description="", input_schema=schema)]) == []


@pytest.mark.clause("V-6.22")
def test_tools_that_only_one_side_has_are_told_and_reserved_ones_are_not() -> None:
    tools = [tool("voiceos_hook_c"), tool("a"), tool("b")]

    assert found(*tools, served_tools=[served("b"), served("d"), served("voiceos_hook_e")]) == [
        ("a", DifferenceKind.NOT_SERVED),
        ("d", DifferenceKind.NOT_IN_MANIFEST),
    ]
    assert Difference("d", DifferenceKind.NOT_IN_MANIFEST).words == (
        "The server serves d, which is not in the manifest; it is hidden."
    )
