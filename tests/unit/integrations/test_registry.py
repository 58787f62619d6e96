"""What can be found, offered to a model and listed on a page, from records and what their servers serve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.domain.calls import IntegrationId, Tier, ToolRef
from app.domain.installs import Growth, GrowthKind
from app.integrations.registry import Registry, ToolEntry
from app.integrations.served import ServedTool
from app.storage.install_record import InstallRecord
from tests.unit.integrations.records import record, served, tool


def registry(*installed: InstallRecord, serving: Sequence[ServedTool] | None = None) -> Registry:
    """Return a registry in which all servers serve their manifest, or all of them ``serving``."""
    made = Registry()
    made.set_records(installed)
    for one in installed:
        tools = [served(tool.name) for tool in one.manifest.tools] if serving is None else serving
        made.set_served(one.integration_id, tuple(tools))
    return made


def found(made: Registry, name: str, tool_name: str) -> ToolEntry:
    entry = made.find(ToolRef(IntegrationId(f"com.example.{name}"), tool_name))
    assert entry is not None
    return entry


def offered(made: Registry) -> list[str]:
    return [entry.model_name for entry in made.offered()]


def listed(made: Registry, name: str = "bare") -> list[str]:
    return [entry.tool.name for entry in made.listed(IntegrationId(f"com.example.{name}"))]


@pytest.mark.clause("V-6.17", "V-6.18", "V-6.19", "V-6.20")
def test_tools_of_two_integrations_with_the_same_names_stay_apart() -> None:
    notes = record("notes", tools=[tool("create", title="Create")])
    other = replace(record("my-notes", tools=[tool("create")]), short_name="notes")

    made = registry(notes, other)

    first, second = found(made, "notes", "create"), found(made, "my-notes", "create")
    assert (first.namespaced_name, first.model_name, first.title) == ("notes.create", "notes__create", "Create")
    assert (second.namespaced_name, second.model_name, second.title) == ("notes_2.create", "notes_2__create", "create")
    assert offered(made) == ["notes__create", "notes_2__create"]


@pytest.mark.clause("V-6.17")
def test_the_reserved_short_name_and_a_missing_one_are_replaced() -> None:
    made = registry(record("host", tools=[tool("a")]), replace(record("deep-blue", tools=[tool("b")]), short_name=""))

    assert offered(made) == ["host_2__a", "deep_blue__b"]


@pytest.mark.clause("V-6.12")
def test_a_tool_for_the_agent_is_callable_but_not_listed() -> None:
    tools = [tool("seen"), tool("delete_inner", visibility="agent"), tool("card", uiCallable=True)]

    made = registry(record(tools=tools))

    assert listed(made) == ["seen", "card"]
    assert offered(made) == ["bare__seen", "bare__delete_inner", "bare__card"]
    assert found(made, "bare", "delete_inner").tier is Tier.DESTRUCTIVE


@pytest.mark.clause("V-6.14", "V-6.16")
def test_a_disabled_tool_is_listed_with_its_reason_and_not_offered_and_one_for_the_agent_is_neither() -> None:
    tools = [tool("off", disabled=True, disabledReason="Soon"), tool("gone", disabled=True, visibility="agent")]

    made = registry(record(tools=[*tools, tool("on")]))

    assert listed(made) == ["off", "on"]
    assert found(made, "bare", "off").tool.shown_reason == "Soon"
    assert offered(made) == ["bare__on"]


@pytest.mark.clause("V-6.22")
def test_a_tool_that_is_not_served_is_unavailable_and_a_served_one_without_manifest_is_hidden() -> None:
    made = registry(record(tools=[tool("a"), tool("b")]), serving=[served("b"), served("c")])

    assert not found(made, "bare", "a").available
    assert found(made, "bare", "b").available
    assert made.find(ToolRef(IntegrationId("com.example.bare"), "c")) is None
    assert offered(made) == ["bare__b"]
    assert listed(made) == ["a", "b"]


def test_tools_of_a_server_that_is_not_connected_are_found_and_not_offered() -> None:
    made = registry(record(tools=[tool("a")]))
    made.set_served(IntegrationId("com.example.bare"), None)

    entry = found(made, "bare", "a")
    assert (entry.available, entry.connected) == (True, False)
    assert offered(made) == []


@pytest.mark.clause("V-17.14")
def test_tools_and_words_of_a_disabled_integration_are_gone_at_once_and_its_page_still_lists_them() -> None:
    on = record(tools=[tool("a")], manifest={"asr": {"vocabulary": ["Voxnotch"]}})
    made = registry(on)
    assert (offered(made), made.vocabulary([])) == (["bare__a"], ("Voxnotch",))

    made.set_records([replace(on, enabled=False)])

    assert (offered(made), made.vocabulary([])) == ([], ())
    assert made.find(ToolRef(on.integration_id, "a")) is None
    assert listed(made) == ["a"]
    assert listed(made, "nobody") == []


def test_tools_that_wait_for_approval_are_gone_too() -> None:
    grown = replace(record(tools=[tool("a")]), growth=(Growth(GrowthKind.DOMAIN, "example.com"),))

    assert offered(registry(grown)) == []


def test_a_hosted_integration_offers_no_tools() -> None:
    hosted = record(manifest={"runtime": {"kind": "hosted", "entry": "x"}})

    made = registry(hosted)

    assert (offered(made), listed(made)) == ([], [])


def test_reserved_names_are_found_by_nobody() -> None:
    made = registry(record(tools=[tool("a"), tool("voiceos_hook_transcript")]))

    assert made.find(ToolRef(IntegrationId("com.example.bare"), "voiceos_hook_transcript")) is None
    assert offered(made) == ["bare__a"]


def test_annotations_come_from_the_server_and_make_the_tier() -> None:
    tools = [tool("get"), tool("send"), tool("look")]
    serving = [served("get", destructive_hint=True), served("send", read_only_hint=True), served("look")]

    made = registry(record(tools=tools), serving=serving)

    assert [(entry.read_only_hint, entry.destructive_hint, entry.tier) for entry in made.offered()] == [
        (False, True, Tier.DESTRUCTIVE),
        (True, False, Tier.READS),
        (False, False, Tier.READS),
    ]


@pytest.mark.clause("V-2.23")
def test_at_most_500_words_reach_the_recogniser_the_person_s_first_and_each_once() -> None:
    lists = [[f"word {number} {at}" for at in range(50)] for number in range(12)]
    installed = [record(f"i{number}", manifest={"asr": {"vocabulary": words}}) for number, words in enumerate(lists)]

    words = registry(*installed).vocabulary(["mine", "word 0 0", "mine"])

    assert len(words) == 500
    assert words[:4] == ("mine", "word 0 0", "word 0 1", "word 0 2")
    assert len(set(words)) == 500


def plain(name: str, **more: Any) -> ServedTool:
    values: dict[str, Any] = {"input_schema": {"type": "object"}, **more}
    return ServedTool(name, **values)


@pytest.mark.fault("A49")
@pytest.mark.clause("V-7.19")
def test_a_server_without_manifest_has_entries_like_others_with_legal_names() -> None:
    bare = replace(record(tools=[tool("never_used")]), has_manifest=False)
    serving = [
        plain("files/read.all", title="T" * 100, description="Reads."),
        plain("deleteFile", destructive_hint=True, input_schema={"properties": {}}),
        plain("voiceos-hook-spy"),
        plain("broken", input_schema={"type": "object", "properties": {"a": {"$ref": "#/nowhere"}}}),
        plain("list_of", input_schema={"type": "array"}),
    ]

    made = registry(bare, serving=serving)

    read, delete = made.offered()
    assert (read.ref.tool, read.served_name, read.model_name) == (
        "files_read_all",
        "files/read.all",
        "bare__files_read_all",
    )
    assert (len(read.title), read.tool.description) == (60, "Reads.")
    assert (delete.ref.tool, delete.title, delete.tool.description) == ("delete_file", "delete file", "delete file")
    assert (delete.tier, delete.tool.input_schema) == (Tier.DESTRUCTIVE, {"type": "object", "properties": {}})
    assert listed(made) == ["files_read_all", "delete_file"]


def test_a_server_without_manifest_has_no_tools_before_it_is_connected() -> None:
    bare = replace(record(), has_manifest=False)
    made = registry(bare)
    made.set_served(bare.integration_id, None)

    assert listed(made) == []


@pytest.mark.clause("V-7.7", "V-7.8")
@pytest.mark.parametrize("order", [1, -1])
def test_of_two_tools_under_one_name_the_worse_annotations_count(order: int) -> None:
    two = [served("wipe", destructive_hint=True), served("wipe", read_only_hint=True)][::order]

    entry = found(registry(record(tools=[tool("wipe")]), serving=two), "bare", "wipe")

    assert (entry.destructive_hint, entry.read_only_hint) == (True, False)
