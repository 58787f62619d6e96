"""A question: what its card shows, what editing changes, and what the answer carries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.calls import CallId, Demand, Lane
from app.domain.confirmations import WidgetRoot
from app.domain.confirmations.question import Question
from app.domain.messages import (
    AnswerQuestion,
    Command,
    CopyText,
    EditQuestion,
    QuestionRefused,
    QuestionRemark,
)
from app.ui.viewmodels.block_rows import BlockRow
from app.ui.viewmodels.question import QuestionModel
from tests.qml.sample_cards import ARGUMENTS, CONFIRM_BLOCKS, QUESTIONS, block_question, make_question, make_root
from tests.unit.ui.card_reach import Outside

CALL = CallId("call-1")
CARD = 7
"""Number of the card that is up."""


class Asked:
    """The model with what it asked for."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.outside = Outside()
        self.model = QuestionModel(self.commands.append, self.outside.reach.open_url)

    def ask(self, question: Question, waiting: int = 0) -> Asked:
        self.model.ask(replace(question, showing=CARD), waiting)
        return self

    def with_blocks(self, *blocks: dict[str, object], arguments: dict[str, object], **more: object) -> Asked:
        return self.ask(make_question(make_root("Card", list(blocks)), arguments, **more))

    def row(self, kind: str) -> BlockRow:
        return next(row for row in self.model.rows.rows if row.kind == kind)

    def kinds(self) -> list[str]:
        return [row.kind for row in self.model.rows.rows]

    def answers(self) -> list[AnswerQuestion]:
        return [command for command in self.commands if isinstance(command, AnswerQuestion)]


@pytest.fixture
def asked() -> Asked:
    return Asked()


def values(row: BlockRow) -> list[tuple[str, str]]:
    assert row.entries is not None
    return [(entry.title, entry.value) for entry in row.entries.rows]


def field(bind: str, label: str = "Field", **more: object) -> dict[str, object]:
    return {"type": "textField", "bind": "{{" + bind + "}}", "label": label, **more}


def test_a_question_that_is_over_looks_the_same_and_holds_no_password(asked: Asked) -> None:
    secret: dict[str, object] = {"type": "passwordField", "bind": "{{word}}", "label": "Password"}
    deep = {**secret, "bind": "{{deep}}"}
    stack: dict[str, object] = {"type": "stack", "direction": "vertical", "children": [deep]}
    given: dict[str, object] = {"word": "", "deep": "planted"}
    model = asked.with_blocks(secret, stack, arguments=given).model
    model.setText("word", "hush-hush")
    before = model.rows.rows
    model.confirm()
    model.close()
    after = model.rows.rows
    assert [(row.kind, len(row.text)) for row in after] == [(row.kind, len(row.text)) for row in before]
    held = "".join(_texts(after)) + repr(model.draft)
    assert "hush" not in held
    assert "planted" not in held


@pytest.mark.fault("A55")
@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_a_question_names_tool_and_integration_and_shows_every_argument(asked: Asked, name: str) -> None:
    question = QUESTIONS[name]
    model = asked.ask(question).model
    assert (model.head.integration, model.head.tool) == (question.integration_name, question.tool_title)
    text = model.title_text + "".join(_texts(model.rows.rows))
    for value in question.arguments.values():
        parts = value.values() if isinstance(value, dict) else [value]
        for part in parts:
            assert str(part).lower() in text.lower(), value


def _texts(rows: tuple[BlockRow, ...]) -> list[str]:
    found: list[str] = []
    for row in rows:
        found += [row.text, str(row.checked)]
        found += [entry.value for entry in row.entries.rows if entry.value] if row.entries is not None else []
        found += _texts(row.nested.rows) if row.nested is not None else []
    return found


@pytest.mark.fault("A55")
def test_what_a_card_leaves_out_stands_below_it_also_parts_of_an_object(asked: Asked) -> None:
    arguments: dict[str, object] = {"guest": "ann", "deal": {"price": 9, "fee": {"rate": 2}}, "hidden_flag": True}
    asked.with_blocks(
        {"type": "text", "text": "{{guest}} pays {{deal.price}}"},
        {"type": "button", "label": "Copy", "role": "copy", "value": "{{hidden_flag}}"},
        arguments=arguments,
    )
    assert values(asked.row("metadata")) == [("deal.fee", "rate: 2"), ("hidden flag", "true")]


@pytest.mark.fault("A55")
def test_a_secret_that_no_field_shows_stays_hidden(asked: Asked) -> None:
    schema = {"type": "object", "properties": {"pin": {"type": "string", "format": "password"}}}
    asked.with_blocks({"type": "divider"}, arguments={"pin": "1234"}, input_schema=schema)
    assert "1234" not in str(values(asked.row("metadata")))


@pytest.mark.clause("V-8.29")
def test_values_in_every_shown_text_follow_the_edit(asked: Asked) -> None:
    root = make_root("Send to {{guest}}", [field("guest"), CONFIRM_BLOCKS["keyValue"]], confirm="Send to {{guest}}")
    model = asked.ask(make_question(root, {"guest": "ann", "amount": 3})).model
    assert model.title_text == "Send to ann"
    assert values(asked.row("keyValue"))[2] == ("Note", "–"), "a missing value"  # noqa: RUF001 - V-8.29
    rows = model.rows.rows
    model.setText("{{guest}}", "bob <b>")
    assert model.title_text == "Send to bob <b>"
    assert values(asked.row("keyValue"))[0] == ("To", "bob <b>")
    assert asked.row("keyValue").entries is rows[1].entries, "the same lines with other words"


@pytest.mark.clause("V-8.30")
def test_a_block_is_there_only_while_its_argument_has_a_value(asked: Asked) -> None:
    shown = {**CONFIRM_BLOCKS["keyValue"], "visibleIf": "guest"}
    shown["visible_if"] = shown.pop("visibleIf")
    asked.with_blocks(shown, field("guest"), arguments={"amount": 1})
    assert "keyValue" not in asked.kinds()
    asked.model.setText("{{guest}}", "ann")
    assert "keyValue" in asked.kinds()
    asked.model.setText("{{guest}}", "")
    assert "keyValue" not in asked.kinds()


@pytest.mark.clause("V-8.31")
def test_what_was_edited_is_what_the_yes_carries(asked: Asked) -> None:
    arguments = {**ARGUMENTS}
    blocks = [CONFIRM_BLOCKS[name] for name in ("textField", "textField-lines", "passwordField", "select", "toggle")]
    model = asked.with_blocks(*blocks, CONFIRM_BLOCKS["chips"], field("amount"), arguments=arguments).model
    model.setText("{{guest}}", "bob@example.org")
    model.setText("{{amount}}", "7")
    model.setText("{{kind}}", "focus")
    model.setOn("{{notify}}", False)
    model.toggleChip("{{days}}", "Tue")
    model.toggleChip("{{days}}", "Fri")
    model.confirm()
    wanted = {
        **arguments, "guest": "bob@example.org", "amount": 7, "kind": "focus", "notify": False, "days": ["Thu", "Fri"],
    }  # fmt: skip
    assert asked.answers() == [AnswerQuestion(CALL, approved=True, arguments=wanted, showing=CARD)]
    edits = [command for command in asked.commands if isinstance(command, EditQuestion)]
    assert edits[-1] == EditQuestion(CALL, wanted, CARD), "a yes in words means the same"


def test_an_answer_without_an_edit_carries_no_arguments_and_only_the_first_counts(asked: Asked) -> None:
    model = asked.ask(QUESTIONS["event"]).model
    model.confirm()
    model.confirm()
    model.cancel()
    model.setText("{{title}}", "late")
    assert asked.commands == [AnswerQuestion(CALL, approved=True, showing=CARD)]


@pytest.mark.clause("V-8.37")
def test_a_fault_keeps_the_card_and_marks_its_field(asked: Asked) -> None:
    model = asked.with_blocks(
        field("amount", needed=False), field("guest", required=True), arguments={"amount": 1}
    ).model
    assert [row.error for row in model.rows.rows] == ["", ""], "what is not filled in yet is no fault"
    model.confirm()
    assert asked.answers() == []
    assert [row.error for row in model.rows.rows] == ["", "Required"]
    assert model.remark_text
    model.setText("{{amount}}", "many")
    assert asked.row("textField").error == "Not a number"
    model.setText("{{amount}}", "2")
    model.setText("{{guest}}", "ann")
    assert model.remark_text == ""
    model.confirm()
    assert asked.answers() == [
        AnswerQuestion(CALL, approved=True, arguments={"amount": 2, "guest": "ann"}, showing=CARD)
    ]


@pytest.mark.clause("V-8.37")
def test_what_the_executor_refuses_is_said_at_its_field_or_for_the_whole(asked: Asked) -> None:
    model = asked.with_blocks(field("guest"), arguments={"guest": "ann"}).model
    model.confirm()
    model.refuse(QuestionRefused(CALL, QuestionRemark.NOT_VALID, {"guest": "At most 2 characters", "": "Too much"}))
    assert asked.row("textField").error == "At most 2 characters"
    assert model.whole_error == "Too much"
    model.setText("{{guest}}", "bo")
    assert (asked.row("textField").error, model.whole_error, model.remark_text) == ("", "", "")
    model.confirm()
    assert len(asked.answers()) == 2, "after a refusal it can be answered again"


@pytest.mark.parametrize("remark", [QuestionRemark.NOT_AN_ANSWER, QuestionRemark.SAID_TOO_EARLY])
def test_speech_that_is_no_answer_is_said_and_the_card_stays(asked: Asked, remark: QuestionRemark) -> None:
    model = asked.ask(QUESTIONS["mail"]).model
    model.refuse(QuestionRefused(CALL, remark))
    assert model.remark_text
    assert model.question == replace(QUESTIONS["mail"], showing=CARD)


@pytest.mark.clause("V-8.46")
def test_everyone_who_asks_is_named_with_the_reason_and_none_twice(asked: Asked) -> None:
    demands = (
        Demand(Lane.HOST, "V-7.9"), Demand(Lane.PROFILE, "night-watch", "it is late"), Demand(Lane.VOICE, "mail-guard"),
        Demand(Lane.VOICE, "mail-guard"),
    )  # fmt: skip
    model = asked.with_blocks(arguments={}, demands=demands, is_destructive=True).model
    assert list(model.head.reasons) == [
        "It changes something outside of Voxnotch.", "night-watch: it is late", "mail-guard wants you to be asked.",
    ]  # fmt: skip
    assert model.head.destructive
    assert model.head.dangerous


@pytest.mark.clause("V-8.47")
def test_a_value_of_another_integration_is_marked_until_it_is_edited(asked: Asked) -> None:
    model = asked.with_blocks(
        field("guest"), {"type": "keyValue", "rows": [{"label": "To", "value": "{{guest}}"}]},
        arguments={"guest": "ann@example.org", "path": "/etc/passwd"}, marks={"guest": "Mail", "path": "Notes"},
    ).model  # fmt: skip
    assert asked.row("textField").mark == "from Mail"
    lines = asked.row("keyValue").entries
    also = asked.row("metadata").entries
    assert lines is not None
    assert also is not None
    assert [entry.mark for entry in (*lines.rows, *also.rows)] == ["from Mail", "from Notes"]
    model.setText("{{guest}}", "bob@example.org")
    assert asked.row("textField").mark == ""


@pytest.mark.clause("V-8.40", "V-8.51")
def test_a_widget_is_shown_by_its_label_with_all_arguments_and_both_answers(asked: Asked) -> None:
    root = WidgetRoot(type="widget", html="<p>{{title}}</p>", confirm_label=" ", confirm_color="danger")
    model = asked.ask(make_question(root, {"title": "Row 7"}, tool_title="Book a seat")).model
    assert asked.kinds() == ["widget", "metadata"]
    assert asked.row("widget").text
    assert values(asked.row("metadata")) == [("title", "Row 7")]
    assert (model.title_text, model.head.cancel, model.head.confirm) == ("Book a seat", "Cancel", "Confirm")
    assert model.head.dangerous


def test_a_copy_goes_to_the_core_and_only_https_is_opened(asked: Asked) -> None:
    model = asked.ask(block_question("actions")).model
    model.copy("ann@example.org")
    model.openUrl("file:///etc/passwd")
    model.openUrl("http://example.org")
    model.openUrl("https://example.org/")
    assert asked.commands == [CopyText("ann@example.org")]
    assert asked.outside.opened == ["https://example.org/"]
    assert model.remark_text


@pytest.mark.clause("V-8.9")
def test_markdown_has_no_html_no_picture_and_links_of_https_alone(asked: Asked) -> None:
    text = "**Hi** {{guest}} <i>raw</i> ![cat](https://x/c.png) [a](https://a.org/?q=1) [b](javascript:alert)"
    asked.with_blocks({"type": "markdown", "text": text}, arguments={"guest": "**x** <u>"})
    shown = asked.row("markdown").text
    assert "<b>Hi</b>" in shown
    assert "**x** &lt;u&gt;" in shown, "a value is plain text"
    assert "&lt;i&gt;raw&lt;/i&gt;" in shown
    assert '<a href="https://a.org/?q=1">a</a>' in shown
    assert "javascript" not in shown
    assert "<img" not in shown
    assert "c.png" not in shown


@pytest.mark.clause("V-8.14")
@pytest.mark.parametrize("content", ["bm9wZQ==", "%%%", ""])
def test_a_picture_that_cannot_be_read_shows_its_words(asked: Asked, content: str) -> None:
    asked.with_blocks({"type": "image", "src": "data:image/png;base64," + content, "alt": "The plan"}, arguments={})
    assert (asked.row("image").image, asked.row("image").summary) == ("", "The plan")
    asked.ask(block_question("image"))
    assert asked.row("image").image.startswith("data:image/png;base64,")


@pytest.mark.clause("V-8.24")
def test_buttons_of_the_footer_that_answer_nothing_are_shown_with_the_values_of_now(asked: Asked) -> None:
    model = asked.ask(QUESTIONS["foot"]).model
    shown = [(row.title, row.role, row.value) for row in model.foot.rows]
    assert shown == [("Copy", "copy", "ann@example.org"), ("Help", "openUrl", "https://example.org")]
    model.setText("{{guest}}", "bob@example.org")
    assert model.foot.rows[0].value == "bob@example.org"
    asked.ask(QUESTIONS["widget"])
    assert model.foot.rows == ()


@pytest.mark.clause("V-8.25")
def test_a_button_inside_the_card_never_answers_it(asked: Asked) -> None:
    asked.with_blocks(
        {"type": "actions", "items": [{"label": "Yes!", "role": "confirm"}, {"label": "No", "role": "cancel"}]},
        {"type": "button", "label": "Go", "role": "confirm"},
        {"type": "button", "label": "Copy", "role": "copy", "value": "x"},
        arguments={},
    )
    assert asked.kinds() == ["actions"]
    assert [title for title, _ in values(asked.row("actions"))] == ["Copy"]


def test_a_chosen_value_that_is_no_option_is_one_more_option(asked: Asked) -> None:
    asked.with_blocks(CONFIRM_BLOCKS["select"], CONFIRM_BLOCKS["chips"], arguments={"kind": "party", "days": ["Sun"]})
    assert ("party", "party") in values(asked.row("select"))
    assert ("Sun", "Sun") in values(asked.row("chips"))
    asked.model.setText("{{kind}}", "focus")
    assert asked.row("select").text == "Focus time"


def test_a_question_asked_anew_begins_with_its_new_values(asked: Asked) -> None:
    model = asked.ask(QUESTIONS["event"]).model
    model.setText("{{title}}", "Mine")
    model.confirm()
    model.ask(QUESTIONS["event"], 2)
    assert model.waiting_count == 2
    assert asked.row("textField").text == "Team sync"
    model.cancel()
    assert asked.answers()[-1] == AnswerQuestion(CALL, approved=False)


def test_a_schema_default_is_a_placeholder_and_is_not_sent(asked: Asked) -> None:
    schema = {"type": "object", "properties": {"room": {"type": "string", "default": "Blue"}}}
    asked.with_blocks(field("room"), arguments={}, input_schema=schema)
    assert (asked.row("textField").text, asked.row("textField").placeholder) == ("", "Blue")
    asked.model.confirm()
    assert asked.answers() == [AnswerQuestion(CALL, approved=True, showing=CARD)]
