"""Editing on a confirmation card (V-8.28 to V-8.36): what would run after each touch, and what keeps it back."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.calls import CallId, Demand, IntegrationId, Lane, Origin, ToolRef
from app.domain.confirmations import CardRoot, WidgetRoot
from app.domain.confirmations.editing import Draft, inputs
from app.domain.confirmations.question import Question
from app.domain.confirmations.value_text import HIDDEN, MISSING

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "to": {"type": "string"},
        "count": {"type": "integer"},
        "price": {"type": "number", "default": 1.5},
        "urgent": {"type": "boolean"},
        "level": {"enum": [1, 2, 3]},
        "code": {"type": "string", "writeOnly": True},
        "maybe": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "integer"}},
        "free": {},
        "options": {"$ref": "#/$defs/options"},
        "a.b": {"type": "string"},
    },
    "required": ["to"],
    "$defs": {
        "options": {
            "type": "object",
            "properties": {
                "speed": {"type": "number"},
                "mode": {"type": "string"},
                "list": {"items": {"type": "number"}},
            },
            "required": ["speed"],
        }
    },
}
ARGUMENTS: dict[str, Any] = {"to": "Anna", "options": {"speed": 2, "list": [1, 2]}, "code": "s3cret"}
FOOTER = [{"type": "actions", "items": [{"label": "No", "role": "cancel"}, {"label": "Go", "role": "confirm"}]}]
FIELDS: list[dict[str, Any]] = [
    {"type": "textField", "bind": "{{ to }}", "label": "To", "required": True},
    {
        "type": "stack",
        "children": [
            {"type": "passwordField", "bind": "{{code}}", "label": "Code"},
            {"type": "toggle", "bind": "{{urgent}}", "label": "Urgent"},
            {"type": "select", "bind": "{{level}}", "label": "Level", "options": [{"label": "One", "value": "1"}]},
        ],
    },
    {"type": "textField", "bind": "{{options.mode}}", "label": "Mode", "required": True},
    {"type": "divider"},
]


def question(arguments: dict[str, Any] | None = None, root: CardRoot | WidgetRoot | None = None) -> Question:
    ref = ToolRef(IntegrationId("com.example.mail"), "send")
    card = CardRoot.model_validate({"type": "card", "title": "Send?", "children": FIELDS, "footer": FOOTER})
    return Question(
        call_id=CallId("1"),
        ref=ref,
        tool_title="Send",
        integration_name="Mail",
        icon_path="",
        root=root or card,
        is_generic=False,
        input_schema=SCHEMA,
        arguments=copy.deepcopy(ARGUMENTS if arguments is None else arguments),
        demands=(Demand(Lane.HOST, "V-7.5"),),
        is_destructive=False,
        origin=Origin.AGENT,
    )


def draft(**arguments: Any) -> Draft:
    return Draft.of(question({**ARGUMENTS, "options": {"speed": 2, "mode": "m"}, **arguments}))


@pytest.mark.clause("V-8.31")
def test_what_is_edited_runs_and_the_question_stays_as_it_was_asked() -> None:
    asked = question()
    edited = Draft.of(asked).with_text("{{ to }}", "Berta").with_text("options.mode", "fast")
    assert edited.arguments == {
        "to": "Berta",
        "options": {"speed": 2, "list": [1, 2], "mode": "fast"},
        "code": "s3cret",
    }
    assert edited.errors == {}
    assert asked.arguments == ARGUMENTS
    assert edited.with_text("to", "Anna").value("{{to}}") == "Anna"


@pytest.mark.clause("V-8.28")
def test_input_blocks_are_found_inside_stacks_in_the_order_of_the_card() -> None:
    root = question().root
    assert isinstance(root, CardRoot)
    assert [one.bind for one in inputs(root.children)] == [
        *("{{ to }}", "{{code}}", "{{urgent}}", "{{level}}", "{{options.mode}}")
    ]


@pytest.mark.clause("V-8.33")
@pytest.mark.parametrize(
    ("bind", "text", "value", "error"),
    [
        ("count", "5", 5, ""),
        ("count", " 5 ", 5, ""),
        ("count", "5.0", 5, ""),
        ("count", "5.5", "5.5", "Not a whole number"),
        ("count", "five", "five", "Not a whole number"),
        ("price", "5.5", 5.5, ""),
        ("price", "1,5", "1,5", "Not a number"),
        ("price", "NaN", "NaN", "Not a number"),
        ("price", "1e999", "1e999", "Not a number"),
        ("urgent", "true", True, ""),
        ("urgent", "yes", "yes", "Neither true nor false"),
        ("level", "2", 2, ""),
        ("maybe", "7", 7, ""),
        ("to", "5", "5", ""),
        ("to", " Anna ", " Anna ", ""),
        ("free", "5", "5", ""),
        ("tags", "x", "x", "Cannot be written as text"),
        ("options.speed", "3", 3, ""),
        ("options.speed", "x", "x", "Not a number"),
        ("options.list.1", "9", 9, ""),
        ("options.list.5", "9", None, "Cannot be written as text"),
        ("a.b", "dotted", "dotted", ""),
    ],
)
def test_text_becomes_the_type_of_the_schema_or_an_error_on_its_field(
    bind: str, text: str, value: object, error: str
) -> None:
    edited = draft(options={"speed": 2, "mode": "m", "list": [1, 2]}).with_text(f"{{{{{bind}}}}}", text)
    assert edited.value(bind) == value
    assert type(edited.value(bind)) is type(value)
    assert edited.errors == ({bind: error} if error else {})
    assert edited.text(bind) == text


@pytest.mark.clause("V-8.34")
def test_an_emptied_field_takes_its_argument_away_or_is_required() -> None:
    optional = draft(count=5).with_text("count", "  ")
    assert "count" not in optional.arguments
    assert (optional.errors, optional.text("count"), optional.value("count")) == ({}, "  ", None)
    needed = draft().with_text("to", "")
    assert needed.errors == {"to": "Required"}
    assert "to" not in needed.arguments
    assert needed.with_text("to", "x").errors == {}
    nested = draft().with_text("options.speed", "")
    assert nested.errors == {"options.speed": "Required"}
    assert draft().with_text("options.mode", "").errors == {"options.mode": "Required"}, "the card asks for it"
    assert Draft.of(question()).errors == {"options.mode": "Required"}, "nobody has filled it in yet"
    for blank in (None, [], ""):
        assert "tags" not in draft(tags=[1]).with_value("tags", blank).arguments
    assert draft().with_text("maybe.deep.er", "").arguments == draft().arguments
    assert draft().with_text("to.deep", "").arguments == draft().arguments
    assert draft().with_text("options", "x").errors == {
        "options": "Cannot be written as text",
        "options.mode": "Required",
    }
    listed = draft(options={"speed": 1, "mode": "m", "list": [1, 2]}).with_text("options.list.0", "")
    assert listed.value("options.list") == [None, 2]


@pytest.mark.clause("V-8.35")
def test_what_nobody_touched_adds_no_argument() -> None:
    untouched = Draft.of(question({"to": "x"}))
    assert untouched.arguments == {"to": "x"}
    assert untouched.value("urgent") is None
    assert untouched.with_text("to", "y").arguments == {"to": "y"}
    assert untouched.with_value("urgent", False).arguments == {"to": "x", "urgent": False}


@pytest.mark.clause("V-8.36")
def test_a_value_that_is_no_option_is_kept() -> None:
    edited = draft(level=7).with_text("to", "x")
    assert (edited.value("level"), edited.text("level"), edited.errors) == (7, "7", {})


@pytest.mark.clause("V-8.23")
def test_several_chips_are_a_list_of_converted_values() -> None:
    chosen = draft().with_value("{{tags}}", ["1", "2", "x"])
    assert chosen.arguments["tags"] == [1, 2, "x"]
    assert chosen.errors == {}, "the whole schema is checked when it is confirmed"


@pytest.mark.clause("V-8.29")
def test_values_are_put_into_shown_texts_live_and_as_plain_text() -> None:
    one = draft(price=2.0, urgent=True, free={"a": {"b": [1, "two\nlines"], "c": {}}, "d": None}, tags=[])
    assert one.filled("plain {text}") == "plain {text}"
    assert one.filled("To {{to}}, {{ price }}, {{urgent}}, {{options.speed}}") == "To Anna, 2, true, 2"
    assert one.filled("{{count}} {{nobody}} {{to.deep}} {{tags}} {{free.d}}") == " ".join([MISSING] * 5)
    assert one.with_text("to", "<b>{{code}}</b>").filled("{{to}}") == "<b>{{code}}</b>", "filled in once"
    assert one.with_text("to", "").filled("{{to}}") == MISSING
    assert one.with_text("count", "x").filled("{{count}}") == "x"
    assert one.filled("{{free}}") == f"a:\n  b:\n    - 1\n    - two\n      lines\n  c: {MISSING}\nd: {MISSING}"
    assert one.filled("{{a b}} {{}}") == "{{a b}} {{}}"


@pytest.mark.clause("V-8.20")
def test_a_secret_is_never_put_into_a_shown_text() -> None:
    ruled = draft(free={"code": "open"})
    assert ruled.filled("{{code}}") == HIDDEN
    assert ruled.text("code") == "s3cret"
    assert ruled.with_text("code", "").filled("{{code}}") == MISSING
    card = CardRoot.model_validate(
        {
            "type": "card",
            "title": "t",
            "children": [{"type": "passwordField", "bind": "{{options.mode}}", "label": "Mode"}],
            "footer": FOOTER,
        }
    )
    bound = Draft.of(question({"to": "x", "options": {"mode": "m", "speed": 1}}, card))
    assert bound.filled("{{options}}") == f"mode: {HIDDEN}\nspeed: 1"


def test_long_and_deep_values_are_cut_with_a_mark() -> None:
    deep: Any = "end"
    for _ in range(40):
        deep = {"a": deep}
    assert draft(free=deep).filled("{{free}}").splitlines()[-1].strip() == "…"
    long = draft(free=[*range(1000)]).filled("{{free}}").splitlines()
    assert (len(long), long[-1]) == (201, "…")
    assert len(draft(free="x" * 20_000).filled("{{free}}")) == 10_000


def test_defaults_are_there_to_be_shown_and_are_never_inserted() -> None:
    one = draft()
    assert (one.default("{{price}}"), one.default("count"), one.default("options.speed")) == (1.5, None, None)
    assert "price" not in one.arguments


def test_a_widget_card_has_no_fields_and_its_values_can_be_set() -> None:
    widget = WidgetRoot(type="widget", html="<p>")
    one = Draft.of(question({"to": "x"}, widget)).with_value("count", "7")
    assert (one.arguments, one.errors) == ({"to": "x", "count": 7}, {})
    assert one.filled("{{code}}{{to}}") == f"{MISSING}x"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "0", "b"]), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["to", "count", "tags", "free", "options", "a.b", "nobody"])
STEPS = st.lists(st.sampled_from(["a", "0", "b"]), max_size=3)


def bind_of(name: str, steps: list[str]) -> str:
    return ".".join([name, *steps])


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(NAMES, JSON, max_size=5), st.lists(st.tuples(st.builds(bind_of, NAMES, STEPS), JSON), max_size=4)
)
def test_any_edits_leave_everything_else_alone(arguments: dict[str, Any], edits: list[tuple[str, Any]]) -> None:
    asked = question(arguments)
    before = copy.deepcopy(asked.arguments)
    one = Draft.of(asked)
    for bind, value in edits:
        one = one.with_value(bind, value)
        one.filled(f"{{{{{bind}}}}}").encode()
        one.text(bind)
    assert asked.arguments == before
    assert isinstance(one.errors, dict)
    touched = {bind if bind == "a.b" else bind.split(".")[0] for bind, _ in edits} | {"a"}
    assert {name: value for name, value in one.arguments.items() if name not in touched} == {
        name: value for name, value in before.items() if name not in touched
    }
