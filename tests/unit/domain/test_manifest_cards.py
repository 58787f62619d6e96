"""Confirmation cards of a manifest (V-8): repaired block by block, and never lost."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from app.domain.confirmations import CardRoot, Confirmation, WidgetRoot, read_confirmation
from app.domain.findings import Findings
from tests.unit.domain.manifests import CARD

ARGUMENTS = frozenset({"to", "text", "code", "tags", "options"})
WIDGET: dict[str, Any] = {"type": "widget", "html": "<p>Hi</p>", "height": 100, "confirmLabel": "Go", "label": "Hi"}


def card(value: object) -> tuple[Confirmation, list[tuple[str, str, str]]]:
    findings = Findings(strict=False)
    kept = read_confirmation(value, findings.root(), title="Send message", arguments=ARGUMENTS)
    return Confirmation.model_validate(kept), [(one.path, one.severity.value, one.code) for one in findings.found]


def with_root(**changes: Any) -> dict[str, Any]:
    return {"schemaVersion": 1, "root": {**copy.deepcopy(CARD["root"]), **changes}}


def block(*blocks: Any) -> tuple[list[dict[str, Any]], list[tuple[str, str, str]]]:
    """Return what is left of children, and what was found in them; a divider keeps the card from being empty."""
    confirmation, found = card(with_root(children=[*blocks, {"type": "divider"}]))
    assert isinstance(confirmation.root, CardRoot)
    left = [one.model_dump(mode="json", by_alias=True, exclude_unset=True) for one in confirmation.root.children]
    assert left.pop() == {"type": "divider"}
    return left, [(path.removeprefix("$.root.children"), kind, code) for path, kind, code in found]


@pytest.mark.clause("V-8.17", "V-8.18", "V-8.20", "V-8.22")
def test_a_card_with_every_block_is_kept_as_it_is() -> None:
    confirmation, found = card(CARD)
    assert found == []
    assert confirmation.model_dump(mode="json", by_alias=True, exclude_unset=True) == CARD


@pytest.mark.clause("V-8.1", "V-8.6")
@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({**CARD, "schemaVersion": 2}, "$.schemaVersion"),
        ({**CARD, "schemaVersion": True}, "$.schemaVersion"),
        ({"root": CARD["root"]}, "$.schemaVersion"),
        ({"schemaVersion": 1}, "$.root"),
        ({"schemaVersion": 1, "root": "card"}, "$.root"),
        (with_root(type="page"), "$.root.type"),
        (with_root(children={}), "$.root.children"),
        (with_root(children=[{"type": "spinner"}]), "$.root.children"),
        ({"schemaVersion": 1, "root": {"type": "widget", "html": " "}}, "$.root.html"),
        (True, "$"),
        (False, "$"),
        (None, "$"),
    ],
)
def test_a_card_that_cannot_be_used_is_the_generic_card_and_never_none(value: object, path: str) -> None:
    confirmation, found = card(value)
    assert confirmation.root is None
    assert (path, "repaired", "generic-card") in found


@pytest.mark.clause("V-8.2")
def test_a_card_has_a_title_and_an_icon_that_exists() -> None:
    for title in (None, "", {}):
        confirmation, _ = card(with_root(title=title))
        assert isinstance(confirmation.root, CardRoot)
        assert confirmation.root.title == "Send message"
    confirmation, found = card(with_root(title="t" * 61, icon="unicorn"))
    assert isinstance(confirmation.root, CardRoot)
    assert (confirmation.root.title, confirmation.root.icon) == ("t" * 59 + "…", None)
    assert found == [("$.root.title", "repaired", "too-long"), ("$.root.icon", "dropped", "unknown-icon")]
    confirmation, found = card(with_root(icon="data:image/webp;base64,AA"))
    assert isinstance(confirmation.root, CardRoot)
    assert confirmation.root.icon == "data:image/webp;base64,AA"
    outside, found = card({"schemaVersion": 1, "root": CARD["root"], "footer": []})
    assert outside == card(CARD)[0]
    assert found == [("$.footer", "warning", "unknown-field")]


@pytest.mark.clause("V-8.3", "V-8.51")
def test_a_widget_card_has_html_a_height_and_no_footer() -> None:
    confirmation, found = card({"schemaVersion": 1, "root": {**WIDGET, "confirmColor": "danger"}})
    assert confirmation.root == WidgetRoot(
        type="widget", html="<p>Hi</p>", height=100, label="Hi", confirm_label="Go", confirm_color="danger"
    )
    assert found == []
    root = {**WIDGET, "height": 9000, "confirmLabel": " ", "confirmColor": "pink", "footer": CARD["root"]["footer"]}
    confirmation, found = card({"schemaVersion": 1, "root": root})
    assert isinstance(confirmation.root, WidgetRoot)
    assert (confirmation.root.height, confirmation.root.confirm_label) == (420, "Confirm")
    assert found == [
        ("$.root.height", "repaired", "out-of-range"),
        ("$.root.confirmLabel", "dropped", "empty"),
        ("$.root.confirmColor", "dropped", "not-one-of"),
        ("$.root.footer", "dropped", "footer-on-widget"),
    ]


@pytest.mark.clause("V-8.4")
def test_a_card_whose_only_child_is_a_widget_is_that_widget() -> None:
    confirmation, found = card(with_root(children=[WIDGET]))
    assert confirmation == card({"schemaVersion": 1, "root": WIDGET})[0]
    assert found == [("$.root.children[0]", "warning", "widget-in-card")]


@pytest.mark.clause("V-8.52")
def test_html_of_a_card_is_at_most_300000_characters_and_warned_of_when_large() -> None:
    for html, kept, expected in (
        ("h" * 300_001, False, [("$.root.html", "repaired", "generic-card")]),
        ("ü" * 131_073, True, [("$.root.html", "warning", "large-html")]),
        ("h" * 131_072, True, []),
    ):
        confirmation, found = card({"schemaVersion": 1, "root": {**WIDGET, "html": html}})
        assert (confirmation.root is not None) == kept
        assert found == expected


ANSWERS = [{"label": "Cancel", "role": "cancel"}, {"label": "Confirm", "role": "confirm"}]
YES = {"label": "Yes", "role": "confirm"}
NO = {"label": "No", "role": "cancel"}
COPY = {"label": "Copy", "role": "copy", "value": "x"}


@pytest.mark.clause("V-8.5")
@pytest.mark.parametrize(
    ("footer", "items", "codes"),
    [
        (None, ANSWERS, ["not-a-list", "answer-added", "answer-added"]),
        ([], ANSWERS, ["missing", "answer-added", "answer-added"]),
        ([{"type": "text"}, 1], ANSWERS, ["not-in-footer", "not-in-footer", "missing", "answer-added", "answer-added"]),
        ([{"type": "actions"}], ANSWERS, ["missing", "answer-added", "answer-added"]),
        ([{"type": "actions", "items": [NO, 7, YES]}], [NO, YES], ["not-an-object"]),
        ([{"type": "actions", "items": [YES]}], [YES, ANSWERS[0]], ["answer-added"]),
        ([{"type": "actions", "items": [NO]}], [NO, ANSWERS[1]], ["answer-added"]),
        ([{"type": "actions", "items": [YES, ANSWERS[1], NO]}], [YES, NO], ["second-answer"]),
        ([{"type": "actions", "items": [NO, YES]}, {"type": "actions", "items": []}], [NO, YES], ["second-actions"]),
        ([{"type": "actions", "items": [COPY, COPY, COPY, NO, YES]}], [COPY, COPY, NO, YES], ["too-many"]),
        ([{"type": "actions", "items": [{"role": "confirm"}, NO]}], [{**ANSWERS[1]}, NO], ["missing"]),
    ],
)
def test_a_footer_gets_exactly_one_confirm_and_one_cancel(footer: Any, items: Any, codes: list[str]) -> None:
    confirmation, found = card(with_root(footer=footer))
    assert isinstance(confirmation.root, CardRoot)
    (actions,) = confirmation.root.footer
    assert [one.model_dump(exclude_unset=True) for one in actions.items] == [
        {"role": one["role"], **one} for one in items
    ]
    assert [code for _, _, code in found] == codes


def test_a_card_without_a_footer_gets_one() -> None:
    without = with_root()
    del without["root"]["footer"]
    confirmation, found = card(without)
    assert isinstance(confirmation.root, CardRoot)
    assert [one.role for one in confirmation.root.footer[0].items] == ["cancel", "confirm"]
    assert [code for _, _, code in found] == ["missing", "answer-added", "answer-added"]


@pytest.mark.clause("V-8.7")
def test_at_most_12_children_and_3_stacks_inside_of_each_other_are_kept() -> None:
    confirmation, found = card(with_root(children=[{"type": "badge", "text": str(n)} for n in range(13)]))
    assert isinstance(confirmation.root, CardRoot)
    assert len(confirmation.root.children) == 12
    assert found == [("$.root.children", "dropped", "too-many")]
    nest: dict[str, Any] = {"type": "stack", "children": [{"type": "divider"}]}
    for _ in range(3):
        nest = {"type": "stack", "children": [{"type": "divider"}, nest]}
    left, found = block(nest)
    assert str(left).count("stack") == 3
    assert found == [("[0].children[1].children[1].children[1]", "dropped", "stack-too-deep")]


TEXT = {"type": "text", "text": "a"}
OPTION = {"label": "A", "value": "a"}
BLOCKS: list[Any] = [
    ({**TEXT, "text": "t" * 501, "variant": "huge"}, {**TEXT, "text": "t" * 499 + "…", "variant": "body"}, 2),
    ({**TEXT, "color": "pink"}, {**TEXT, "color": "default"}, 1),
    ({"type": "text"}, None, 1),
    ({"type": "markdown", "text": "m" * 2001}, {"type": "markdown", "text": "m" * 1999 + "…"}, 1),
    ({"type": "markdown"}, None, 1),
    (
        {"type": "keyValue", "rows": [{"label": "l" * 33, "value": "v" * 201, "color": "accent"}], "visibleIf": "none"},
        {"type": "keyValue", "rows": [{"label": "l" * 31 + "…", "value": "v" * 199 + "…", "color": "accent"}]},
        3,
    ),
    ({"type": "keyValue", "rows": [{"label": "", "value": "v"}, 7]}, None, 3),
    (
        {"type": "keyValue", "rows": [{"label": "l", "value": n} for n in range(11)]},
        {"type": "keyValue", "rows": [{"label": "l", "value": str(n)} for n in range(10)]},
        11,
    ),
    (
        {"type": "metadata", "rows": [{"label": "l" * 33, "value": "v" * 201}, {"label": "x"}]},
        {"type": "metadata", "rows": [{"label": "l" * 31 + "…", "value": "v" * 199 + "…"}]},
        3,
    ),
    (
        {"type": "list", "children": [{"title": str(n)} for n in range(11)]},
        {"type": "list", "children": [{"title": str(n)} for n in range(10)]},
        1,
    ),
    ({"type": "list", "children": [{"type": None, "title": "x"}]}, None, 2),
    ({"type": "list", "children": [{"type": "text", "text": "x"}, {"title": ""}]}, None, 3),
    (
        {
            "type": "listItem",
            "title": "t" * 61,
            "subtitle": "s" * 121,
            "icon": 7,
            "accessories": [{"text": "a" * 25}, {"text": ""}, {"text": "b"}, {"text": "c"}],
        },
        {
            "type": "listItem",
            "title": "t" * 59 + "…",
            "subtitle": "s" * 119 + "…",
            "accessories": [{"text": "a" * 23 + "…"}, {"text": "b"}],
        },
        6,
    ),
    ({"type": "image", "src": "https://example.com/a.png"}, None, 1),
    ({"type": "image", "src": "data:image/gif;base64,AA"}, None, 1),
    ({"type": "image", "src": "data:image/png," + "A" * 131_072}, None, 1),
    (
        {"type": "image", "src": "data:image/jpeg;base64,AA", "height": 241},
        {"type": "image", "src": "data:image/jpeg;base64,AA", "height": 240},
        1,
    ),
    ({"type": "badge", "text": "b" * 25}, {"type": "badge", "text": "b" * 23 + "…"}, 1),
    ({"type": "progress"}, None, 1),
    ({"type": "progress", "value": "half"}, None, 1),
    (
        {"type": "progress", "value": 1, "label": "l" * 49},
        {"type": "progress", "value": 1, "label": "l" * 47 + "…"},
        1,
    ),
    ({"type": "stack", "children": []}, None, 1),
    ({"type": "textField", "bind": "{{text}}"}, {"type": "textField", "bind": "{{text}}", "label": "text"}, 1),
    ({"type": "select", "bind": "{{to}}", "label": "To"}, None, 2),
    (
        {"type": "select", "bind": "{{to}}", "label": "To", "options": [OPTION] * 51},
        {"type": "select", "bind": "{{to}}", "label": "To", "options": [OPTION] * 50},
        1,
    ),
    (
        {"type": "chips", "bind": "{{to}}", "options": [OPTION] * 13},
        {"type": "chips", "bind": "{{to}}", "options": [OPTION] * 12},
        1,
    ),
    ({"type": "actions", "items": [COPY] * 5}, {"type": "actions", "items": [COPY] * 4}, 1),
    ({"type": "actions", "items": []}, None, 1),
    ({"type": "spinner"}, None, 1),
    ({"type": ["text"]}, None, 1),
    ("text", None, 1),
]


@pytest.mark.clause("V-8.8", "V-8.9", "V-8.10", "V-8.11", "V-8.12", "V-8.13", "V-8.14", "V-8.15", "V-8.16")
@pytest.mark.clause("V-8.18", "V-8.21", "V-8.23", "V-8.24")
@pytest.mark.parametrize(("written", "kept", "findings"), BLOCKS)
def test_each_block_is_repaired_to_its_caps_or_left_out(written: Any, kept: Any, findings: int) -> None:
    left, found = block(written)
    assert left == ([] if kept is None else [kept])
    assert len(found) == findings


@pytest.mark.clause("V-8.19", "V-8.20", "V-8.21", "V-8.22", "V-8.23")
@pytest.mark.parametrize("kind", ["textField", "passwordField", "select", "toggle", "chips"])
def test_the_label_of_a_field_has_at_most_60_characters(kind: str) -> None:
    more = {"options": [OPTION]} if kind in {"select", "chips"} else {}
    for length, label in ((60, "l" * 60), (61, "l" * 59 + "…")):
        left, _ = block({"type": kind, "bind": "{{to}}", "label": "l" * length, **more})
        assert left == [{"type": kind, "bind": "{{to}}", "label": label, **more}]


@pytest.mark.clause("V-8.26")
def test_a_colour_that_does_not_exist_is_the_default_one() -> None:
    for color in ("default", "muted", "subtle", "accent", "success", "warning", "danger", "onAccent"):
        assert block({**TEXT, "color": color}) == ([{**TEXT, "color": color}], [])
    assert block({**TEXT, "color": "#fff"}) == (
        [{**TEXT, "color": "default"}],
        [("[0].color", "repaired", "not-one-of")],
    )


@pytest.mark.clause("V-8.27")
def test_an_unknown_block_is_left_out_and_the_card_stays() -> None:
    assert block({"type": "spinner"}, TEXT) == ([TEXT], [("[0].type", "dropped", "unknown-block")])


@pytest.mark.clause("V-8.28")
@pytest.mark.parametrize(
    ("bind", "code"),
    [
        ("{{text}}", ""),
        ("{{  options.deep.path }}", ""),
        ("{{nobody}}", "unknown-argument"),
        ("{{nobody.text}}", "unknown-argument"),
        ("text", "no-bind"),
        ("{{}}", "no-bind"),
        ("{{to}} {{text}}", "no-bind"),
        (7, "no-bind"),
        (None, "no-bind"),
    ],
)
def test_an_input_block_is_bound_to_an_argument_or_left_out(bind: Any, code: str) -> None:
    for kind in ("textField", "passwordField", "toggle"):
        left, found = block({"type": kind, "bind": bind, "label": "Text"})
        assert bool(left) == (not code)
        assert [row[2] for row in found] == ([code] if code else [])


@pytest.mark.clause("V-8.24", "V-8.25")
@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({"label": "Go", "role": "confirm"}, "answer-outside-footer"),
        ({"label": "No", "role": "cancel"}, "answer-outside-footer"),
        ({"label": "Do", "role": "run"}, "not-one-of"),
        ({"label": "", "role": "copy", "value": "x"}, "empty"),
        ({"label": "Copy", "role": "copy"}, "missing"),
        ({"label": "Open", "role": "openUrl"}, "missing"),
        ({"label": "Open", "role": "openUrl", "url": "http://example.com"}, "not-https"),
        ({"label": "Open", "role": "openUrl", "url": "javascript:x"}, "not-https"),
        ({**COPY, "label": "c" * 33}, "too-long"),
        (7, "not-an-object"),
    ],
)
def test_a_button_outside_the_footer_only_copies_or_opens_a_secure_address(item: Any, code: str) -> None:
    left, found = block({"type": "actions", "items": [item]})
    assert bool(left) == (code == "too-long")
    assert [row[2] for row in found] == ([code] if left else [code, "nothing-in-it"])
    if isinstance(item, dict):
        alone, found = block({"type": "button", **item})
        assert ([row[2] for row in found], bool(alone)) == ([code], code == "too-long")


def test_markdown_with_html_or_a_picture_is_an_error_of_strict_mode() -> None:
    for text, wrong in (("**a** [b](https://example.com) 1 < 2", False), ("<b>a</b>", True), ("![a](b)", True)):
        findings = Findings(strict=True)
        changed = with_root(children=[{"type": "markdown", "text": text}])
        read_confirmation(changed, findings.root(), title="T", arguments=ARGUMENTS)
        assert [one.code for one in findings.found] == (["html-or-image"] if wrong else [])
