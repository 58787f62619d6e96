"""Every class of failure, every rule that asks and every remark has words."""

from __future__ import annotations

import pytest

from app.domain.calls import CallClass, CallFailure, Demand, Lane
from app.domain.confirmations import editing
from app.domain.messages import QuestionRemark
from app.ui.call_words import answer_label, demand_words, failure_words, field_error, remark_words


@pytest.mark.parametrize("kind", list(CallClass))
def test_every_class_of_failure_says_what_and_what_to_do(kind: CallClass) -> None:
    words = failure_words(CallFailure(kind, ""), "Mail")
    assert words.what
    assert words.next_step
    assert "{" not in words.what + words.next_step


def test_what_a_tool_says_itself_is_shown_where_we_know_less() -> None:
    assert failure_words(CallFailure(CallClass.TOOL_ERROR, "No such folder"), "Mail").next_step == "No such folder"
    assert failure_words(CallFailure(CallClass.SERVER_EXITED, "exit 3"), "Mail").next_step != "exit 3"


@pytest.mark.clause("V-8.46")
def test_the_rules_of_the_host_have_words_each_of_its_own() -> None:
    rules = ("V-7.2", "V-7.4", "V-7.5", "V-7.7", "V-7.9", "V-9.9")
    words = demand_words([Demand(Lane.HOST, rule) for rule in rules])
    assert len(set(words)) == len(rules)
    assert not any("V-" in text for text in words)


@pytest.mark.parametrize("remark", list(QuestionRemark))
def test_every_remark_has_words(remark: QuestionRemark) -> None:
    assert remark_words(remark)


def test_the_words_of_the_domain_are_known_and_others_stay() -> None:
    own = {value for name, value in vars(editing).items() if name == "REQUIRED" or name.startswith("_NOT_")}
    assert len(own) == 5
    assert {field_error(text) for text in own} == own, "in English they stay what they are"
    assert field_error("At most 3") == "At most 3"
    assert (answer_label("Confirm"), answer_label("Send it")) == ("Confirm", "Send it")
