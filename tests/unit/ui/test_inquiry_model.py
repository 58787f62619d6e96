"""What the agent asks back is answered once, by a press, in writing or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.inquiries import InquiryRemark
from app.domain.messages import AnswerInquiry, CloseInquiry, Command
from app.ui.viewmodels.inquiry import InquiryModel
from tests.qml.sample_turns import CHOICE, TURN_ID, VALUE


class Asked:
    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.model = InquiryModel(self.commands.append)


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_what_is_typed_is_sent_once(asked: Asked) -> None:
    asked.model.ask(VALUE)
    asked.model.edit(" ten minutes ")
    asked.model.answer()
    asked.model.answer()
    asked.model.choose(0)
    asked.model.close()
    assert asked.commands == [AnswerInquiry(TURN_ID, VALUE.number, "ten minutes")]


def test_an_empty_field_and_an_option_that_is_not_there_are_no_answers(asked: Asked) -> None:
    asked.model.answer()
    asked.model.choose(0)
    asked.model.close()
    asked.model.ask(VALUE)
    asked.model.edit("  ")
    asked.model.answer()
    asked.model.choose(3)
    asked.model.choose(-1)
    assert asked.commands == []


def test_an_option_is_sent_by_its_place(asked: Asked) -> None:
    asked.model.ask(CHOICE)
    assert asked.model.property("isChoice") is True
    asked.model.choose(2)
    assert asked.commands == [AnswerInquiry(TURN_ID, CHOICE.number, "", 2)]


def test_an_answer_that_did_not_count_is_remarked_and_can_be_mended(asked: Asked) -> None:
    asked.model.ask(VALUE)
    asked.model.edit("blue")
    asked.model.answer()
    asked.model.ask(replace(VALUE, remark=InquiryRemark.NOT_A_VALUE))
    assert asked.model.remark_text
    assert asked.model.draft_text == "blue"
    asked.model.edit("5")
    assert asked.model.remark_text == ""
    asked.model.answer()
    assert [command for command in asked.commands if isinstance(command, AnswerInquiry)][-1].text == "5"


def test_the_next_inquiry_begins_with_an_empty_field(asked: Asked) -> None:
    asked.model.ask(VALUE)
    asked.model.edit("blue")
    asked.model.ask(replace(VALUE, number=2))
    assert asked.model.draft_text == ""


def test_it_is_closed_once_and_keeps_its_looks_while_it_fades(asked: Asked) -> None:
    asked.model.ask(VALUE)
    asked.model.close()
    asked.model.close()
    assert asked.commands == [CloseInquiry(TURN_ID, VALUE.number)]
    asked.model.end()
    asked.model.choose(0)
    assert len(asked.commands) == 1
    assert [asked.model.property(name) for name in ("label", "tool", "integration", "said", "hint", "optionCount")] == [
        "Duration", "Start a timer", "Timer", "set a timer", "How long it runs", 3,
    ]  # fmt: skip


def test_before_the_first_one_there_is_nothing_to_see(asked: Asked) -> None:
    names = ("label", "tool", "integration", "icon", "said", "hint", "remark", "draft")
    assert [asked.model.property(name) for name in names] == [""] * len(names)
    assert (asked.model.property("optionCount"), asked.model.property("isChoice")) == (0, False)
    asked.model.ask(replace(VALUE, icon_path="/my icons/a.svg"))
    assert asked.model.property("icon") == "file:///my icons/a.svg"
