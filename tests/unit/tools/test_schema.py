"""Arguments are checked by the schema as it is meant, and no schema of a stranger can cost more than its budget."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.calls import IntegrationId, ToolRef
from app.domain.errors import UnusableSchema
from app.tools import schema as schema_module
from app.tools.json_values import DEEPEST, MOST_CHARACTERS, MOST_VALUES
from app.tools.keywords import Budget
from app.tools.schema import ArgumentSchema, Checked, SchemaShelf
from tests.plugins.logs import ExpectLog

UNUSABLE = "The schema of this tool cannot be used to check its arguments"


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def check(schema: dict[str, Any], **arguments: Any) -> Checked:
    return ArgumentSchema(schema).check(arguments)


@pytest.mark.clause("V-6.25")
@pytest.mark.parametrize(
    ("rule", "good", "bad", "why"),
    [
        ({"const": "a"}, "a", "b", "Must be a"),
        ({"enum": ["a", 3, None]}, None, "c", "Must be one of: a, 3, null"),
        ({"enum": [*range(20)]}, 3, 30, "Must be one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …"),
        ({"minimum": 2}, 2, 1.5, "Must be at least 2"),
        ({"maximum": 2}, 2, 3, "Must be at most 2"),
        ({"exclusiveMinimum": 2}, 3, 2, "Must be more than 2"),
        ({"exclusiveMaximum": 2}, 1, 2, "Must be less than 2"),
        ({"multipleOf": 0.1}, 0.3, 0.35, "Must be a multiple of 0.1"),
        ({"maxLength": 2}, "ab", "abc", "Must have at most 2 characters"),
        ({"minLength": 1}, "a", "", "Must not be empty"),
        ({"minLength": 2}, "ab", "a", "Must have at least 2 characters"),
        ({"pattern": "^a+$"}, "aa", "ab", "Must match the pattern ^a+$"),
        ({"type": "integer"}, 2, 2.5, "Must be a whole number"),
        ({"type": "integer"}, 2.0, True, "Must be a whole number"),
        ({"type": ["number", "null"]}, None, "x", "Must be a number or empty"),
        ({"minItems": 1}, [1], [], "Must not be empty"),
        ({"maxItems": 1}, [1], [1, 2], "Must have at most 1 entries"),
        (
            {"uniqueItems": True},
            [1, True, {"a": 1}],
            [{"a": 1, "b": 2}, {"b": 2, "a": 1.0}],
            "Must have no entry twice",
        ),
        ({"not": {"const": 1}}, 2, 1, "Does not fit"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "x", [1], "Must be text or empty"),
        (
            {"oneOf": [{"type": "string", "maxLength": 1}, {"type": "null"}]},
            "x",
            "xy",
            "Must have at most 1 characters",
        ),
        (False, ..., 1, "Does not fit"),
    ],
)
def test_each_rule_is_enforced_and_said_in_plain_words(rule: Any, good: Any, bad: Any, why: str) -> None:
    schema = of(value=rule)

    assert check(schema, value=bad).errors == {"value": why}
    if good is not ...:
        assert check(schema, value=good) == Checked({"value": good})


@pytest.mark.clause("V-6.25")
def test_what_is_required_is_named() -> None:
    schema = {**of(a={"type": "string"}, b={}, c={}, d={}), "required": ["a", "b"], "dependentRequired": {"c": ["d"]}}

    assert check(schema, b=1, c=1).errors == {"a": "Required", "d": "Required"}
    assert check(of(v={"required": ["a"]}), v=1).errors == {}
    assert check(schema, a="", b=1).errors == check(schema, a="", b=1, c=1, d=1).errors == {}
    assert check(schema, b=1, c=1).message == "a: Required; d: Required"


@pytest.mark.clause("V-6.25")
def test_a_format_is_a_hint_and_nothing_more() -> None:
    schema = of(mail={"type": "string", "format": "email"}, at={"type": "string", "format": "date-time"})

    assert check(schema, mail="Harold", at="tomorrow").errors == {}


def test_errors_name_the_place_inside_of_lists_and_objects() -> None:
    schema = of(rows={"type": "array", "items": of(n={"type": "number"}) | {"additionalProperties": False}})

    found = check(schema, rows=[{"n": 1}, {"n": "x"}, {"n": 1, "other": 2}])

    assert found.errors == {"rows.1.n": "Must be a number", "rows.2.other": "Is not known"}


@pytest.mark.clause("V-6.26")
def test_a_default_is_never_filled_in() -> None:
    schema = of(count={"type": "number", "default": 5}, deep=of(n={"default": 1}))

    assert check(schema, deep={}) == Checked({"deep": {}})


@pytest.mark.clause("V-6.27")
@pytest.mark.parametrize(
    ("rule", "given_", "expected"),
    [
        ({"type": "number"}, "2.5", 2.5),
        ({"type": "integer"}, "3", 3),
        ({"type": "boolean"}, "true", True),
        ({"type": ["integer", "null"]}, "3", 3),
        ({"type": "string"}, "3", "3"),
        ({"type": ["string", "integer"]}, "3", "3"),
        ({}, "3", "3"),
        ({"enum": [1, 2]}, "2", 2),
        ({"$ref": "#/$defs/N"}, "3", 3),
        ({"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}, "3", 3),
        ({"type": "array", "items": {"type": "boolean"}}, ["true", False], [True, False]),
        ({"prefixItems": [{"type": "number"}], "items": {"type": "string"}}, ["1", "1"], [1, "1"]),
        ({"prefixItems": [{"type": "number"}]}, ["1", "1"], [1, "1"]),
        (of(n={"type": "number"}), {"n": "1", "m": "1"}, {"n": 1, "m": "1"}),
        ({"type": "object", "additionalProperties": {"type": "number"}}, {"n": "1"}, {"n": 1}),
        ({"type": "object", "patternProperties": {"^n": {"type": "number"}}}, {"n": "1"}, {"n": 1}),
        ({"allOf": [of(n={"type": "number"}), {"description": "n"}]}, {"n": "1"}, {"n": 1}),
        ({"anyOf": [{"$ref": "#/$defs/M"}, {"type": "null"}]}, {"n": "1"}, {"n": 1}),
        ({"anyOf": [{"$ref": "#/$defs/M"}, of(n={"type": "string"})]}, {"n": "1"}, {"n": "1"}),
        ({"anyOf": [{"type": "null"}, {"type": "object"}]}, {"n": "1"}, {"n": "1"}),
        (True, "1", "1"),
    ],
)
def test_text_is_converted_where_the_schema_wants_a_number_or_truth_value(
    rule: Any, given_: Any, expected: Any
) -> None:
    schema = {**of(value=rule), "$defs": {"N": {"type": "integer"}, "M": of(n={"type": "number"})}}

    found = check(schema, value=given_)

    assert found == Checked({"value": expected})
    assert type(found.arguments["value"]) is type(expected)


@pytest.mark.clause("V-6.28")
def test_an_undeclared_argument_is_removed_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")

    assert check(of(a={}), a=1, secret_word=2) == Checked({"a": 1})
    assert "1 undeclared arguments" in caplog.text
    assert "secret_word" not in caplog.text


@pytest.mark.clause("V-6.28")
@pytest.mark.parametrize(
    "more",
    [
        {"additionalProperties": True},
        {"additionalProperties": {"type": "number"}},
        {"patternProperties": {"^b": {}}},
        {"$ref": "#/$defs/B"},
        {"allOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/B"}]},
        {"anyOf": [{"properties": {"b": {}}}, True]},
        {"if": {"properties": {"b": {}}}, "then": {}},
        {"dependentSchemas": {"a": {"properties": {"b": {}}}}},
    ],
)
def test_what_a_schema_allows_in_any_way_is_kept(more: dict[str, Any]) -> None:
    schema = {**of(a={}), "$defs": {"B": of(b={})}, **more}

    assert check(schema, a=1, b=2) == Checked({"a": 1, "b": 2})


@pytest.mark.clause("V-6.28")
def test_an_undeclared_argument_is_removed_before_it_could_be_an_error() -> None:
    assert check({**of(a={}), "additionalProperties": False}, a=1, b=2) == Checked({"a": 1})


def test_schemas_for_names_that_match_a_pattern_apply() -> None:
    schema = {"type": "object", "patternProperties": {"^n": {"type": "number"}}, "additionalProperties": {"const": 1}}

    assert check(schema, n=2, other=1) == Checked({"n": 2, "other": 1})
    assert check(schema, n=[], other=2).errors == {"n": "Must be a number", "other": "Must be 1"}


@pytest.mark.fault("A47")
def test_arguments_behind_references_are_checked_where_they_are() -> None:
    schema = {
        **of(query_model={"$ref": "#/$defs/Q"}),
        "$defs": {"Q": {**of(words={"type": "string"}, most={"type": "integer"}), "required": ["words"]}},
    }

    assert check(schema, query_model={"words": "a", "most": "3"}) == Checked({"query_model": {"words": "a", "most": 3}})
    assert check(schema, query_model={}).errors == {"query_model.words": "Required"}


@pytest.mark.fault("A47")
def test_a_schema_that_refers_to_itself_checks_values_of_any_depth() -> None:
    schema = {
        **of(root={"$ref": "#/$defs/Node"}),
        "$defs": {"Node": of(n={"type": "number"}, child={"$ref": "#/$defs/Node"}) | {"required": ["n"]}},
    }
    value: dict[str, Any] = {"n": "7"}
    for _ in range(20):
        value = {"n": "1", "child": value}

    found = check(schema, root=value)

    assert found.errors == {}
    assert check(schema, root={"n": 1, "child": {"child": {"n": 1}}}).errors == {"root.child.n": "Required"}


@pytest.mark.parametrize(
    "schema",
    [
        of(a={"$ref": "https://example.com/a.json"}),
        of(a={"$ref": "file:///etc/passwd"}),
        of(a={"$ref": "#/$defs/a"}) | {"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}},
        of(a={"minimum": "3"}),
        of(a={"type": "text"}),
        of(a={"required": "a"}),
        of(a={"unevaluatedProperties": False, "patternProperties": {"(a+)+": {}}}),
    ],
)
def test_a_schema_that_cannot_be_used_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(UnusableSchema):
        ArgumentSchema(schema)


def test_the_identities_of_a_schema_send_nobody_elsewhere() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "$id": "https://example.com/root.json",
        **of(a={"$schema": "https://example.com/other", "$id": "a.json", "$ref": "#/$defs/A"}),
        "$defs": {"A": {"type": "number", "exclusiveMinimum": 3}},
    }

    assert check(schema, a="4") == Checked({"a": 4})
    assert check(schema, a=3).errors == {"a": "Must be more than 3"}


def test_a_dynamic_reference_stays_in_the_schema(expected_log: ExpectLog) -> None:
    expected_log("an input schema cannot be used")
    schema = of(a={"$dynamicRef": "https://example.com/meta#node"})

    assert check(schema, a=1).errors == {"": UNUSABLE}


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "errors"),
    [
        (2**53, {"a": "The number is too large"}),
        (-(2**53), {"a": "The number is too large"}),
        (float("inf"), {"a": "The number is too large"}),
        (float("nan"), {"a": "The number is too large"}),
        ([1, {"b": 10**400}], {"a.1.b": "The number is too large"}),
        ("half \ud83d", {"a": "Has half a character"}),
        (b"bytes", {"a": "Not a JSON value"}),
        ({1: 2}, {"a": "Not a JSON value"}),
        (deep(DEEPEST), {"": "Nested too deeply"}),
        ("x" * (MOST_CHARACTERS + 1), {"": "Too large"}),
        ([0] * MOST_VALUES, {"": "Too large"}),
    ],
)
def test_what_no_json_program_carries_exactly_is_refused(value: Any, errors: Any) -> None:
    found = check({**of(a={}, b={}), "additionalProperties": True}, a=value, b=1)

    assert found == Checked({}, errors)


def test_a_last_text_that_is_too_long_is_refused_too() -> None:
    assert check(of(a={}), a="x" * (MOST_CHARACTERS + 1)).errors == {"": "Too large"}
    assert check({**of(), "additionalProperties": True}, **{"x" * (MOST_CHARACTERS + 1): 1}).errors == {"": "Too large"}


def test_what_is_within_the_limits_is_checked() -> None:
    assert check(of(a={}), a=deep(DEEPEST - 2)).errors == {}
    assert check(of(a={}), a=(1, 2.5, None)) == Checked({"a": [1, 2.5, None]})


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"^(([a-z])+.)+[A-Z]([a-z])+$"])
def test_a_pattern_that_backtracks_for_ever_is_given_up(pattern: str, expected_log: ExpectLog) -> None:
    expected_log("an input schema cannot be used")

    assert check(of(a={"pattern": pattern}), a="a" * 5000 + "!").errors == {"": UNUSABLE}


@pytest.mark.parametrize("rule", [{"minimum": 10**400}, {"const": 10**5000}])
def test_a_rule_with_a_number_past_all_doubles_lets_nothing_through(rule: Any, expected_log: ExpectLog) -> None:
    expected_log("cannot be used")
    shelf = SchemaShelf()
    ref = ToolRef(IntegrationId("a"), "t")

    assert shelf.check(ref, of(n=rule), {"n": 3}).errors == {"": UNUSABLE}
    assert shelf.check(ref, of(n={"type": [rule]}), {"n": 3}).errors == {"": UNUSABLE}


def test_text_that_would_be_a_number_that_a_double_bends_is_an_error() -> None:
    numbers = of(n={"type": "array", "uniqueItems": True, "items": {"type": "integer"}})

    assert check(numbers, n=["9007199254740993", "9007199254740993"]).errors == {
        "n": "Must have no entry twice",
        "n.0": "Must be a whole number",
        "n.1": "Must be a whole number",
    }


@pytest.mark.parametrize(("keyword", "value"), [("anyOf", 2), ("anyOf", "2"), ("allOf", "2")])
def test_choices_that_multiply_are_given_up(
    keyword: str, value: object, expected_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("schema-slow")
    monkeypatch.setattr(schema_module, "CHECK_S", 0.02)
    levels = {f"n{at}": {keyword: [{"$ref": f"#/$defs/n{at + 1}"}] * 2} for at in range(30)}
    schema = {**of(a={"$ref": "#/$defs/n0"}), "$defs": {**levels, "n30": {"const": 1}}}
    before = time.thread_time()

    assert check(schema, a=value).errors == {"": UNUSABLE}
    assert time.thread_time() - before < 5


def test_a_budget_that_is_spent_refuses() -> None:
    with Budget(0), pytest.raises(UnusableSchema):
        Budget.current().spend()


def test_a_schema_is_made_ready_once_and_again_when_it_is_another(
    expected_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("the input schema of find cannot be used")
    monkeypatch.setattr(schema_module, "_MOST_SHELVED", 2)
    shelf = SchemaShelf()
    ref = ToolRef(IntegrationId("com.example.notes"), "find")
    first = of(a={"type": "number"})

    assert shelf.check(ref, first, {"a": 1}).errors == {}
    assert shelf.check(ref, first, {"a": "x"}).errors == {"a": "Must be a number"}
    assert shelf.check(ref, of(a={"type": "string"}), {"a": "x"}).errors == {}
    for name in ("b", "c", "d"):
        assert shelf.check(ToolRef(ref.integration, name), first, {"a": 1}).errors == {}
    assert shelf.check(ref, of(a={"$ref": "#/nowhere"}), {"a": "x"}).errors == {"": UNUSABLE}


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def wider(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    member = st.fixed_dictionaries(
        {"properties": st.fixed_dictionaries({"a": inner}), "additionalProperties": st.just(False)}
    )
    return (
        st.fixed_dictionaries({"items": inner})
        | st.fixed_dictionaries({"anyOf": st.tuples(inner, inner).map(list)})
        | member
    )


KINDS = ["string", "number", "integer", "boolean", "null", "array", "object"]
LEAVES: list[dict[str, Any]] = [
    *({"type": kind} for kind in KINDS),
    *({"$ref": "#/$defs/T"}, {"pattern": "^[a-c]"}, {"uniqueItems": True}),
]
rules = st.recursive(st.sampled_from(LEAVES), wider, max_leaves=5)


@settings(max_examples=150, deadline=None)
@given(rules, st.dictionaries(st.sampled_from(["a", "b", "c"]), values, max_size=3))
def test_checking_never_raises_and_never_changes_what_it_was_given(rule: Any, arguments: dict[str, Any]) -> None:
    schema: dict[str, Any] = {
        **of(a=rule, b={"$ref": "#/$defs/T"}),
        "$defs": {"T": of(t={"$ref": "#/$defs/T"}, n={"type": "number"})},
    }
    before = repr(arguments)

    found = ArgumentSchema(schema).check(arguments)

    assert repr(arguments) == before
    assert set(found.arguments) <= set(arguments) & {"a", "b"}
    if not found.errors:
        assert ArgumentSchema(schema).check(found.arguments) == found
