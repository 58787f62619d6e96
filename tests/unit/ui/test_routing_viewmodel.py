"""The routing panel: what a sentence reaches, argument fields, and a call with its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain import messages as m
from app.domain.calls import CallClass, CallFailure, Demand, Lane, Origin
from app.domain.cards import Card
from app.domain.cards.blocks import Divider
from app.domain.confirmations.blocks import WidgetRoot
from app.domain.confirmations.question import Question
from app.ui.phrases_routing import missing_name, verdict_words
from app.ui.viewmodels.routing import RoutingModel
from app.ui.viewmodels.routing_arguments import filling_words
from tests.unit.ui.played_integrations import MAIL, PAGES, ROUTED, SEARCH, SEND


def routed(sentence: str = "mail ann") -> tuple[RoutingModel, list[m.Command]]:
    commands: list[m.Command] = []
    model = RoutingModel(commands.append)
    model.apply(m.SettingsChanged({"recognition.language": "de"}))
    model.open()
    model.route(sentence)
    assert commands == [m.RouteSentence(1, "", "de"), m.RouteSentence(2, sentence, "de")]
    commands.clear()
    model.apply(replace(ROUTED, request=2))
    return model, commands


def called() -> tuple[RoutingModel, m.CallTool, list[m.Command]]:
    model, commands = routed()
    model.chooseIntent(0)
    model.call()
    call = commands[-1]
    assert isinstance(call, m.CallTool)
    return model, call, commands


def ended(call: m.CallTool, failure: CallFailure | None = None, card: Card | None = None) -> m.CallEnded:
    return m.CallEnded(call.call_id, call.tool, "Send a mail", "Mail", "", failure, card, 0.25)


def question(call: m.CallTool) -> Question:
    demand = Demand(Lane.HOST, "V-7.5")
    return Question(
        call.call_id, call.tool, "Send a mail", "Mail", "", WidgetRoot(type="widget", html="?"), is_generic=True,
        input_schema={}, arguments={}, demands=(demand,), is_destructive=False, origin=Origin.PANEL,
    )  # fmt: skip


@pytest.mark.clause("V-6.34")
def test_a_sentence_shows_intents_with_scores_and_tools_and_runs_nothing() -> None:
    model, commands = routed()
    assert [(row.title, row.score, row.would_win) for row in model.intent_rows.rows] == [
        ("Send a mail", 0.93, True),
        ("Search mail", 0.41, False),
    ]
    assert [row.filling for row in model.intent_rows.rows] == ["to: \u2068Ann\u2069 · copies: \u20682\u2069", ""]
    assert [row.effective_name for row in model.tool_rows.rows] == ["mail__send_mail", "mail__search_mail"]
    assert commands == []


@pytest.mark.clause("V-1.12")
def test_what_an_intent_fills_in_is_told_in_one_line_without_json() -> None:
    arguments = {"text": "two litres\nof milk", "labels": ["red", "blue"], "when": {"day": "Monday", "at": None}}
    words = filling_words(arguments).translate({0x2068: None, 0x2069: None})
    assert words == "text: two litres of milk · labels: red, blue · when: day: Monday, at: –"  # noqa: RUF001 - V-8.29


ISOLATES = {0x2068: None, 0x2069: None}
OFFERED = {tool.tool: tool for tool in ROUTED.tools}
LOST = replace(ROUTED, intents=tuple(replace(one, would_win=False) for one in ROUTED.intents))


def verdicts(send: m.RouterVerdict, search: m.RouterVerdict = m.RouterVerdict.TOO_WEAK) -> m.SentenceRouted:
    """No intent wins; the router sees the two tools so."""
    tools = (replace(OFFERED[SEND], verdict=send), replace(OFFERED[SEARCH], verdict=search))
    return replace(LOST, request=2, tools=tools)


@pytest.mark.clause("V-6.34")
def test_each_tool_says_how_well_it_fits_what_would_be_filled_in_and_what_would_become_of_it() -> None:
    model, commands = routed()
    send = replace(OFFERED[SEND], arguments={"copies": 2, "tone": "kind"})
    model.apply(replace(ROUTED, request=2, tools=(send, OFFERED[SEARCH])))
    rows = model.tool_rows.rows
    assert [(row.title, row.score, row.would_act) for row in rows] == [
        ("Send a mail", 0.82, True),
        ("Search mail", 0.31, False),
    ]
    assert rows[0].filling.translate(ISOLATES) == "copies: 2 · tone: kind"
    assert [row.verdict.translate(ISOLATES) for row in rows] == ["Would ask for “to”", "Too little fits"]
    model.chooseTool(MAIL, "send_mail")
    assert {row.name: row.value for row in model.argument_rows.rows if row.value} == {"copies": "2", "tone": "kind"}
    assert commands == []


@pytest.mark.parametrize("verdict", list(m.RouterVerdict))
def test_every_verdict_has_words_of_its_own(verdict: m.RouterVerdict) -> None:
    others = {verdict_words(replace(OFFERED[SEND], verdict=one)) for one in m.RouterVerdict if one is not verdict}
    words = verdict_words(replace(OFFERED[SEND], verdict=verdict))
    assert words not in others
    assert "{" not in words


def test_a_missing_value_is_named_as_the_schema_names_it_for_people() -> None:
    schema = {"type": "object", "properties": {"due_date": {"title": "Day"}, "end_date": {"type": "string"}}}
    tool = replace(OFFERED[SEND], input_schema=schema, missing="due_date")
    assert missing_name(tool) == "Day"
    assert missing_name(replace(tool, missing="end_date")) == "end date"
    assert missing_name(replace(tool, missing="not_in_there")) == "not in there"


@pytest.mark.clause("V-6.34")
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (replace(ROUTED, request=2), "Runs “Send a mail”."),
        (replace(ROUTED, request=2, has_model=True), "Runs “Send a mail”."),
        (replace(LOST, request=2, has_model=True), "Goes to qwen3, which chooses among the actions below."),
        (verdicts(m.RouterVerdict.WOULD_RUN, m.RouterVerdict.WOULD_OFFER), "Runs “Send a mail”."),
        (verdicts(m.RouterVerdict.MISSING), "Asks for “to”, then runs “Send a mail”."),
        (
            verdicts(m.RouterVerdict.WOULD_OFFER, m.RouterVerdict.WOULD_OFFER),
            "Asks: did you mean “Send a mail” / “Search mail”?",
        ),
        (verdicts(m.RouterVerdict.TOO_MUCH_MISSING, m.RouterVerdict.UNAVAILABLE), "Nothing fits, so nothing runs."),
        (replace(LOST, request=2, intents=(), tools=()), "Nothing fits, so nothing runs."),
    ],
)
def test_what_would_come_of_the_sentence_is_said_in_one_line(answer: m.SentenceRouted, words: str) -> None:
    model, commands = routed()
    model.close()
    model.apply(m.SettingsChanged({"agent.model": "qwen3"}))
    model.apply(answer)
    assert model.outcome_text.translate(ISOLATES) == words
    assert commands == []


def test_a_model_without_a_name_is_still_named_for_what_it_is() -> None:
    model, _ = routed()
    model.apply(replace(LOST, request=2, has_model=True))
    assert "the language model" in model.outcome_text


def test_without_a_sentence_nothing_is_foretold() -> None:
    model, _ = routed("")
    assert (model.outcome_text, model.property("asked")) == ("", False)


def test_when_the_settings_change_the_sentence_is_routed_anew() -> None:
    model, commands = routed()
    model.apply(m.SettingsChanged({"recognition.language": "de", "agent.model": "qwen3"}))
    assert commands == [m.RouteSentence(3, "mail ann", "de")]


def test_an_answer_to_an_older_sentence_is_dropped() -> None:
    model, _ = routed()
    model.route("something else")
    model.apply(replace(ROUTED, request=2, intents=()))
    assert len(model.intent_rows.rows) == 2


def test_an_intent_fills_the_fields_of_its_tool() -> None:
    model, _ = routed()
    model.chooseIntent(0)
    assert [(row.name, row.kind, row.required, row.value, row.hint) for row in model.argument_rows.rows] == [
        ("to", "text", True, "Ann", ""),
        ("copies", "text", False, "2", "1"),
        ("urgent", "boolean", False, "", ""),
        ("tone", "choice", False, "", ""),
        ("labels", "json", False, "", ""),
    ]


def test_a_call_has_origin_panel_and_leaves_out_what_is_empty() -> None:
    model, commands = routed()
    model.chooseTool(MAIL, "send_mail")
    model.setArgument("to", "Ben")
    model.setArgument("urgent", "true")
    model.setArgument("labels", '["a", "b"]')
    model.setArgument("tone", "")
    model.call()
    call = commands[-1]
    assert isinstance(call, m.CallTool)
    assert (call.tool, call.origin) == (SEND, Origin.PANEL)
    assert call.arguments == {"to": "Ben", "urgent": "true", "labels": ["a", "b"]}
    model.call()
    assert len(commands) == 1, "one at a time"


def test_what_should_be_json_and_is_not_goes_as_text_for_the_executor_to_refuse() -> None:
    model, commands = routed()
    model.chooseTool(MAIL, "send_mail")
    model.setArgument("labels", "[a, b")
    model.call()
    call = commands[-1]
    assert isinstance(call, m.CallTool)
    assert call.arguments == {"labels": "[a, b"}


def test_a_call_runs_asks_and_is_done() -> None:
    model, call, _ = called()
    assert model.state_name == "running"
    model.apply(m.QuestionAsked(question(call)))
    assert model.state_name == "asking"
    model.apply(m.QuestionClosed(call.call_id, approved=True))
    assert model.state_name == "running"
    model.apply(ended(call, card=Card(blocks=(Divider(),))))
    assert (model.state_name, model.property("hasCard"), model.property("seconds")) == ("done", True, 0.25)


@pytest.mark.parametrize("kind", list(CallClass))
def test_a_failed_call_says_its_class_in_words_and_what_was_said(kind: CallClass) -> None:
    model, call, _ = called()
    model.apply(ended(call, CallFailure(kind, "the server said so", effect_unknown=True)))
    assert model.state_name == "failed"
    words = str(model.property("failure"))
    assert "the server said so" in words
    assert len(words.splitlines()) >= 2
    assert "{" not in words


def test_a_call_can_be_cancelled_and_another_tool_waits_for_its_end() -> None:
    model, call, commands = called()
    model.chooseTool(MAIL, "search_mail")
    assert model.chosen is not None
    assert model.chosen.tool == SEND
    model.cancelCall()
    assert commands[-1] == m.CancelCall(call.call_id)
    model.apply(ended(call, CallFailure(CallClass.DECLINED, "")))
    model.cancelCall()
    assert commands.count(m.CancelCall(call.call_id)) == 1
    model.chooseTool(MAIL, "search_mail")
    assert model.chosen.tool == SEARCH
    assert model.state_name == ""


def test_calls_of_others_are_not_shown_here() -> None:
    model, call, _ = called()
    other = replace(call, call_id=type(call.call_id)("another"))
    model.apply(ended(other))
    model.apply(m.QuestionAsked(question(other)))
    assert model.state_name == "running"


def test_a_tool_that_is_no_longer_offered_is_put_away() -> None:
    model, commands = routed()
    model.chooseTool(MAIL, "search_mail")
    model.apply(m.IntegrationsChanged(PAGES))
    assert commands == [m.RouteSentence(3, "mail ann", "de")]
    model.apply(replace(ROUTED, request=3, tools=ROUTED.tools[:1]))
    assert model.chosen is None
    model.chooseTool(MAIL, "search_mail")
    assert model.chosen is None
    assert [row.callable for row in model.intent_rows.rows] == [True, False]


def test_a_closed_panel_asks_for_nothing() -> None:
    model, commands = routed()
    model.close()
    model.apply(m.IntegrationsChanged(PAGES))
    assert commands == []
