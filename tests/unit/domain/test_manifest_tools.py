"""Tools of a manifest (V-6, V-7.12, V-7.13, V-7.20) and what their input schemas have to be."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.schemas import accepts, faults
from app.domain.tools import acts, short_name
from tests.unit.domain.manifests import GONE, RICH, changed, friendly, read, refused

DESCRIPTION = "Says something. Use when the user asks for it."


def tool(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": DESCRIPTION, "inputSchema": {"type": "object"}, **fields}


@pytest.mark.clause("V-6.1")
def test_a_tool_whose_name_is_no_good_or_taken_is_dropped_alone() -> None:
    names: list[Any] = ["say", "Say", "1say", "say-it", "s" * 64, "s" * 65, "say", None]
    manifest, found = friendly(("tools", [*(tool(name) for name in names), "say"]), ("intents", []))
    assert [one.name for one in manifest.tools] == ["say", "s" * 64]
    assert found == [
        ("$.tools[1].name", "dropped", "not-snake-case"),
        ("$.tools[2].name", "dropped", "not-snake-case"),
        ("$.tools[3].name", "dropped", "not-snake-case"),
        ("$.tools[5].name", "dropped", "not-snake-case"),
        ("$.tools[6].name", "dropped", "name-taken"),
        ("$.tools[7].name", "dropped", "not-snake-case"),
        ("$.tools[8]", "dropped", "not-an-object"),
    ]


@pytest.mark.clause("V-2.16")
def test_there_are_1_to_128_tools_or_hooks() -> None:
    many = [tool(f"say_{index}") for index in range(129)]
    manifest, found = friendly(("tools", many), ("intents", []))
    assert len(manifest.tools) == 128
    assert found == [("$.tools", "dropped", "too-many")]
    no_hooks = (("hooks", GONE), ("intents", []))
    assert refused(("tools", []), *no_hooks) == [("$.tools", "no-tools")]
    assert refused(("tools", [tool("A")]), *no_hooks) == [("$.tools", "no-tools")]
    assert refused(("tools", GONE), *no_hooks) == [("$.tools", "missing")]
    assert ("$.tools", "not-a-list") in refused(("tools", {}), *no_hooks)
    assert friendly(("tools", []), ("intents", []))[1] == []
    assert friendly(("tools", GONE), ("intents", []))[1] == [("$.tools", "repaired", "missing")]


@pytest.mark.clause("V-6.2")
def test_a_title_is_clipped_and_defaults_to_the_name_with_spaces() -> None:
    manifest, found = friendly(("tools.0.title", "T" * 61))
    assert manifest.tools[0].shown_title == "T" * 59 + "…"
    assert found == [("$.tools[0].title", "repaired", "too-long")]
    assert manifest.tools[1].shown_title == "list messages"


@pytest.mark.clause("V-6.3")
@pytest.mark.parametrize(
    ("written", "kept", "severity", "code"),
    [
        ("", "Send message", "repaired", "empty"),
        (GONE, "Send message", "repaired", "missing"),
        ("Use when asked", "Use when asked", "warning", "short-description"),
        ("Sends a message to somebody", "Sends a message to somebody", "warning", "no-use-when"),
    ],
)
def test_a_description_says_what_and_when(written: Any, kept: str, severity: str, code: str) -> None:
    manifest, found = friendly(("tools.0.description", written))
    assert manifest.tools[0].description == kept
    assert found == [("$.tools[0].description", severity, code)]


@pytest.mark.clause("V-6.4")
def test_an_input_schema_is_of_an_object_and_missing_ones_are_empty() -> None:
    manifest, found = friendly(("tools.2.inputSchema", GONE))
    assert manifest.tools[2].input_schema == {"type": "object", "properties": {}}
    assert found == [("$.tools[2].inputSchema", "repaired", "missing")]
    manifest, found = friendly(("tools.2.inputSchema", {"properties": {"x": {"type": "string"}, "y": True}}))
    assert manifest.tools[2].input_schema["type"] == "object"
    assert found == [
        ("$.tools[2].inputSchema.type", "repaired", "missing"),
        ("$.tools[2].inputSchema.properties.x", "warning", "no-description"),
        ("$.tools[2].inputSchema.properties.y", "warning", "no-description"),
    ]
    for schema, path, code in (
        ([], "", "not-an-object"),
        ({"type": "array"}, ".type", "not-an-object-schema"),
        ({"type": ["object"]}, ".type", "not-an-object-schema"),
        ({"type": "object", "properties": []}, ".properties", "not-an-object"),
    ):
        manifest, found = friendly(("tools.2.inputSchema", schema))
        assert [one.name for one in manifest.tools] == ["send_message", "list_messages"]
        assert found == [(f"$.tools[2].inputSchema{path}", "dropped", code)]


def test_a_reference_that_only_leads_back_to_itself_drops_the_tool() -> None:
    schema = {
        "type": "object",
        "properties": {"x": {"description": "x", "$ref": "#/$defs/a"}},
        "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}},
    }
    manifest, found = friendly(("tools.2.inputSchema", schema))
    assert len(manifest.tools) == 2
    assert found == [
        ("$.tools[2].inputSchema.properties.x.$ref", "dropped", "reference-loop"),
        ("$.tools[2].inputSchema.$defs.a.allOf[0].$ref", "dropped", "reference-loop"),
        ("$.tools[2].inputSchema.$defs.b.$ref", "dropped", "reference-loop"),
    ]


def test_a_schema_that_applies_two_others_ends_where_both_end() -> None:
    both = {"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]}
    assert faults({**both, "$defs": {"a": {"type": "object"}, "b": {"$ref": "#/$defs/a"}}}) == []
    loops = faults({**both, "$defs": {"a": {"type": "object"}, "b": {"$ref": "#"}}})
    assert [fault.target for fault in loops] == ["#/$defs/b", "#"]


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("#", ""),
        ("#/properties/a~1b/items/0", ""),
        ("#/properties/a~1b/items/1", "reference-broken"),
        ("#/properties/a~1b/items/x", "reference-broken"),
        ("#/properties/none", "reference-broken"),
        ("#/properties/text", "reference-broken"),
        ("#/properties/yes", ""),
        ("#here", ""),
        ("#there", "reference-broken"),
        ("https://example.com/tree", ""),
        ("https://example.com/other", "reference-broken"),
    ],
)
def test_a_reference_leads_to_a_schema_in_the_same_file(reference: str, code: str) -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "a/b": {"items": [{"$anchor": "here"}], "default": {"$ref": "#/not/a/reference"}},
            "yes": True,
            "text": "no schema",
            "tree": {"$id": "https://example.com/tree", "items": {"$ref": "https://example.com/tree"}},
            "x": {"items": {"$ref": reference}, "$ref": {"not": "a reference"}},
        },
    }
    assert [fault.code for fault in faults(schema)] == ([code] if code else [])


def test_a_long_chain_of_references_is_followed_in_time() -> None:
    chain = {f"d{index}": {"$ref": f"#/$defs/d{index + 1}"} for index in range(20_000)}
    assert faults({"$defs": {**chain, "d20000": {"type": "string"}}}) == []
    assert len(faults({"$defs": {**chain, "d20000": {"$ref": "#/$defs/d0"}}})) == 20_001


@pytest.mark.parametrize(
    ("schema", "value", "good"),
    [
        ({"type": "integer"}, 2.0, True),
        ({"type": "integer"}, 2.5, False),
        ({"type": "integer"}, True, False),
        ({"type": ["string", "null"]}, None, True),
        ({"type": "boolean"}, 1, False),
        ({"type": "array"}, [], True),
        ({"type": "object"}, [], False),
        ({"type": "number", "minimum": 1, "maximum": 2}, 3, False),
        ({"type": "string", "minLength": 2}, "a", False),
        ({"enum": [1, "a"]}, True, False),
        ({"const": "a"}, "a", True),
        ({"const": "a"}, "b", False),
        ({"type": "strange"}, 1, True),
        ({"type": 7}, 1, True),
        (False, 1, False),
        (True, 1, True),
    ],
)
def test_a_value_is_checked_by_what_a_schema_says_of_one_value(schema: Any, value: Any, *, good: bool) -> None:
    assert accepts(schema, value) is good


def test_background_work_needs_its_permission_and_another_mode_is_sync() -> None:
    assert refused(("permissions.2", {"kind": "notify"})) == [("$.tools[0].execution.mode", "no-permission")]
    manifest, found = friendly(("tools.0.execution.mode", "later"))
    assert manifest.tools[0].execution.mode == "sync"
    assert found == [("$.tools[0].execution.mode", "repaired", "not-one-of")]
    assert friendly(("tools.1.execution", "sync"))[1] == [("$.tools[1].execution", "dropped", "not-an-object")]


@pytest.mark.clause("V-6.5", "V-4.3")
def test_a_tool_runs_in_the_turn_unless_it_says_background_and_may() -> None:
    tools = friendly()[0].tools
    assert [one.execution.mode for one in tools] == ["background", "sync", "sync"]
    assert refused(("permissions.2", {"kind": "store"})) == [("$.tools[0].execution.mode", "no-permission")]


@pytest.mark.clause("V-6.6")
@pytest.mark.parametrize(
    ("execution", "kept", "found"),
    [
        ({"estimatedDurationMs": 0}, None, [("Ms", "dropped", "not-positive")]),
        ({"estimatedDurationMs": "20"}, None, [("Ms", "dropped", "not-positive")]),
        ({"estimatedDurationMs": 1e300}, 1e12, [("Ms", "repaired", "out-of-range")]),
        ({"estimatedDurationSeconds": 20}, 20_000, [("Seconds", "repaired", "seconds-as-ms")]),
        ({"estimatedDurationSeconds": -1}, None, [("Seconds", "dropped", "seconds-as-ms")]),
        ({"estimatedDurationSeconds": 9, "estimatedDurationMs": 5}, 5, [("Seconds", "dropped", "seconds-as-ms")]),
    ],
)
def test_an_estimate_is_a_positive_number_of_milliseconds(execution: Any, kept: Any, found: Any) -> None:
    manifest, told = friendly(("tools.1.execution", execution))
    assert manifest.tools[1].execution.estimated_duration_ms == kept
    assert told == [(f"$.tools[1].execution.estimatedDuration{unit}", kind, code) for unit, kind, code in found]


@pytest.mark.clause("V-6.7")
@pytest.mark.parametrize("verb", ["get", "list", "search", "fetch", "check", "send"])
def test_a_tool_named_like_a_reading_one_should_not_ask(verb: str) -> None:
    named = tool(f"{verb}_it", confirmation=RICH["tools"][0]["confirmation"])
    warned = [row for row in friendly(("tools", [named]), ("intents", []))[1] if row[2] == "reading-tool-asks"]
    assert warned == ([] if verb == "send" else [("$.tools[0].confirmation", "warning", "reading-tool-asks")])


@pytest.mark.clause("V-6.9")
def test_the_flags_of_a_tool_have_their_defaults() -> None:
    plain = friendly()[0].tools[2]
    assert (plain.ui_callable, plain.visibility, plain.shown_reason) == (False, "user", "Not today")
    other = friendly(("tools.1.visibility", "nobody"))[0].tools[1]
    assert (other.visibility, other.disabled, other.shown_reason) == ("user", False, "Unavailable")


@pytest.mark.clause("V-6.10", "V-6.11")
def test_a_disabled_tool_has_a_reason_of_at_most_200_characters_or_a_default_one() -> None:
    manifest, found = friendly(("tools.2.disabledReason", "  " + "r" * 201))
    assert manifest.tools[2].shown_reason == "r" * 199 + "…"
    assert found == [("$.tools[2].disabledReason", "repaired", "too-long")]
    assert friendly(("tools.2.disabledReason", GONE))[0].tools[2].shown_reason == "Unavailable"
    assert [one.disabled for one in friendly()[0].tools] == [False, False, True]


def test_a_reserved_name_is_never_offered() -> None:
    manifest, found = friendly(("tools.2.name", "voiceos_hook_transcript"))
    assert [one.name for one in manifest.tools] == ["send_message", "list_messages"]
    assert found == [("$.tools[2].name", "dropped", "reserved-name")]


ACTING = """
accept add approve archive assign ban block book buy cancel charge commit create decline delete deploy destroy disable
dispatch edit email enable erase execute forward grant install invite kick merge message move order overwrite pay post
publish purchase push refund reject release remove rename reply request reschedule reserve reset respond restart revoke
schedule sell send share submit subscribe terminate text transfer trash unassign uninstall unsubscribe update upload
wipe withdraw write
"""


@pytest.mark.clause("V-7.12")
def test_seventy_verbs_act_and_reading_ones_do_not() -> None:
    verbs = ACTING.split()
    assert len(verbs) == 70
    assert [verb for verb in verbs if not acts(f"{verb}_it", "", "")] == []
    assert not any(acts(f"{verb}_it", "", "") for verb in ("get", "list", "search", "find", "read", "show", "fetch"))


@pytest.mark.clause("V-7.13")
@pytest.mark.parametrize(
    ("name", "title", "expected"),
    [
        ("send_it", "", True),
        ("it", "Send it", True),
        ("find_send", "", False),
        ("office_office_send", "", True),
        ("office", "", False),
        ("order", "", True),
        ("order_status", "", False),
        ("text_history", "", False),
        ("book_table", "", True),
        ("delete_list", "", True),
        ("list_orders", "", False),
        ("find", "WIPE disk", True),
    ],
)
def test_a_tool_acts_when_its_name_or_title_begins_with_an_acting_verb(
    name: str, title: str, *, expected: bool
) -> None:
    assert acts(name, title, "office") is expected


@pytest.mark.clause("V-7.20")
def test_an_acting_tool_without_confirmation_and_annotations_is_warned_of() -> None:
    found = read(changed(("tools.0.confirmation", GONE)), strict=True).findings
    assert [(one.path, one.severity, one.code) for one in found][:1] == [
        ("$.tools[0].confirmation", "warning", "acting-tool-runs")
    ]
    hinted = (("tools.0.confirmation", GONE), ("tools.0.annotations", {"destructiveHint": True}))
    assert [row[2] for row in friendly(*hinted)[1]] == ["unknown-field"]


def test_a_short_name_is_made_of_the_last_part_of_the_id() -> None:
    assert short_name("com.example.Post-Office-" + "x" * 30) == "post_office_" + "x" * 12
