"""The router's tools from the registry: titles, schemas, utterances of the language, and whether they can be called."""

from __future__ import annotations

from app.agent.router import manifest_tools, router_tools
from app.integrations.registry import Registry
from tests.unit.integrations.records import record, served, tool

INTENT = {
    "name": "go",
    "description": "Go",
    "tool": "go",
    "utterances": {"en": ["go on"], "en-GB": ["carry on"], "de": ["weiter"]},
    "fixedArgs": {"far": True},
}
SCHEMA = {"type": "object", "properties": {"far": {"type": "boolean"}}}
TOOLS = [tool("go", title="Go", inputSchema=SCHEMA), tool("shut", disabled=True)]


def test_entries_bring_their_utterances_in_the_language_with_what_these_fix() -> None:
    installed = record(tools=TOOLS, manifest={"intents": [INTENT]})
    registry = Registry()
    registry.set_records([installed])
    registry.set_served(installed.integration_id, (served("go"),))
    entries = registry.offered()
    (english,) = router_tools(entries, "en-US")
    (german,) = router_tools(entries, "de")
    assert english.utterances == ("go on", "carry on")
    assert english.fixed == ({"far": True}, {"far": True})
    assert german.utterances == ("weiter",)
    assert (english.title, english.available, english.ref) == ("Go", True, entries[0].ref)
    assert english.input_schema == SCHEMA


def test_a_tool_whose_server_is_not_connected_is_not_available() -> None:
    installed = record(tools=TOOLS)
    registry = Registry()
    registry.set_records([installed])
    entry = registry.listed(installed.integration_id)[0]
    assert [one.available for one in router_tools([entry], "en")] == [False]


def test_a_manifest_alone_gives_the_tools_that_could_be_called() -> None:
    assert [one.name for one in manifest_tools(record(tools=TOOLS).manifest, "en")] == ["go"]
