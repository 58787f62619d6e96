"""What lies over an agent turn in the notch (questions, inquiries, the typed line); what is spoken or shown again."""

from __future__ import annotations

from dataclasses import replace

from app.domain.inquiries import InquiryRemark
from app.domain.messages import (
    AnswerGrew,
    CardWanted,
    InquiryAsked,
    InquiryClosed,
    Notice,
    NoticeCode,
    SettingsChanged,
    SpeakingChanged,
    StopSpeaking,
    TypingWanted,
    WordsHeard,
)
from app.domain.turn import Stage, TurnOutcome
from tests.qml.sample_turns import CHOICE, TURN_ID, VALUE, answered, opened
from tests.unit.ui.test_notch_model import IDLE, LISTENING, Person, finished, person
from tests.unit.ui.test_notch_turns import (
    ASKED,
    CARD,
    CLOSED,
    REPLY,
    agent_stage,
    reopened,
    see,
)

__all__ = ["person"]

# What lies over it


def test_a_question_lies_over_a_growing_answer_and_its_end_follows_it(person: Person) -> None:
    assert see(person, opened(), AnswerGrew(TURN_ID, "It"), ASKED) == "confirm"
    assert see(person, AnswerGrew(TURN_ID, "It is"), answered("It is two.")) == "confirm"
    assert see(person, CLOSED) == "said"
    assert person.notch.face.title == "It is two."


def test_a_growing_answer_that_came_back_below_a_question_gives_way_to_its_end(person: Person) -> None:
    see(person, opened(), AnswerGrew(TURN_ID, "It"), ASKED, LISTENING, finished(TurnOutcome.CANCELLED), IDLE)
    assert see(person, answered("It is two."), CLOSED) == "said"
    assert (person.notch.face.title, person.notch.face.of_turn) == ("It is two.", False)
    person.notch.fade()
    assert person.notch.shown_state == "idle"


def test_two_answers_that_came_below_a_question_are_both_read(person: Person) -> None:
    see(person, opened(), ASKED, answered("First."), opened(), answered("Second."), CLOSED)
    titles = [person.notch.face.title]
    person.notch.fade()
    assert [*titles, person.notch.face.title] == ["Second.", "First."]


def test_a_reply_by_voice_is_shown_below_the_question_and_leaves_the_turn(person: Person) -> None:
    see(person, opened(), ASKED, agent_stage(Stage.LISTENING, REPLY), WordsHeard(REPLY, "go", "ahead"))
    assert (person.notch.shown_state, person.notch.face.state) == ("confirm", "listening")
    assert person.notch.property("take") == "listening"
    see(person, agent_stage(Stage.IDLE), CLOSED)
    assert (person.notch.shown_state, person.notch.face.of_turn) == ("working", True)


def test_an_inquiry_lies_over_the_turn_until_it_is_answered(person: Person) -> None:
    assert see(person, opened(), InquiryAsked(VALUE)) == "inquire"
    person.notch.dismiss()
    assert see(person, LISTENING, finished(TurnOutcome.CANCELLED), IDLE) == "inquire"
    assert see(person, InquiryClosed(TURN_ID, 9)) == "inquire", "another one was closed"
    assert see(person, InquiryClosed(TURN_ID, VALUE.number)) == "working"


def test_a_question_goes_before_an_inquiry_and_an_inquiry_before_the_typed_line(person: Person) -> None:
    assert see(person, opened(), TypingWanted(), InquiryAsked(CHOICE)) == "inquire"
    assert see(person, ASKED) == "confirm"
    assert see(person, CLOSED) == "inquire"
    assert see(person, InquiryClosed(TURN_ID, CHOICE.number)) == "write"
    person.notch.dismiss()
    assert person.notch.shown_state == "working"


def test_the_end_of_a_turn_takes_its_inquiry_away(person: Person) -> None:
    assert see(person, opened(), InquiryAsked(VALUE), answered("It is two.")) == "said"


def test_the_keys_for_cards_and_for_typing_give_the_keyboard_to_what_is_up(person: Person) -> None:
    asked: list[str] = []
    person.notch.keyboardAsked.connect(lambda: asked.append(person.notch.shown_state))
    see(person, CardWanted(), opened(), InquiryAsked(VALUE), CardWanted(), TypingWanted())
    see(person, InquiryClosed(TURN_ID, VALUE.number), TypingWanted(), CardWanted())
    assert asked == ["inquire", "inquire", "write", "write"]


def test_who_typed_an_answer_that_does_not_fit_goes_on_typing(person: Person) -> None:
    asked: list[str] = []
    see(person, opened(), InquiryAsked(VALUE))
    person.notch.keyboardAsked.connect(lambda: asked.append(person.notch.shown_state))
    assert person.notch.cards is not None
    person.notch.cards.inquiry.edit("blue")
    person.notch.cards.inquiry.answer()
    again = replace(VALUE, remark=InquiryRemark.NOT_A_VALUE)
    see(person, InquiryClosed(TURN_ID, VALUE.number))
    assert asked == []
    assert see(person, InquiryAsked(again)) == "inquire"
    assert (asked, person.notch.cards.inquiry.draft_text) == (["inquire"], "blue")
    see(person, InquiryClosed(TURN_ID, VALUE.number), InquiryAsked(replace(VALUE, number=2)))
    assert asked == ["inquire"], "the next one is not grabbed"


def test_a_turn_that_opens_takes_the_place_of_the_typed_line(person: Person) -> None:
    assert see(person, TypingWanted()) == "write"
    assert person.notch.cards is not None
    person.notch.cards.typed_line.edit("and then")
    assert see(person, opened()) == "working"
    assert see(person, answered("It is two."), TypingWanted()) == "write"
    assert person.notch.cards.typed_line.draft_text == "and then", "it was not thrown away"


def test_a_remark_that_the_typed_line_makes_itself_is_not_made_twice(person: Person) -> None:
    see(person, TypingWanted(), Notice(NoticeCode.NEW_TOPIC))
    person.notch.dismiss()
    assert person.notch.shown_state == "idle"


# Spoken answers, cards of before


def test_what_is_spoken_stays_and_may_be_silenced(person: Person) -> None:
    see(person, opened(), answered("It is two."), SpeakingChanged(TURN_ID))
    assert person.notch.property("speaking") is True
    person.notch.fade()
    assert person.notch.shown_state == "said"
    person.notch.stopSpeaking()
    assert person.commands == [StopSpeaking()]
    see(person, SpeakingChanged(None))
    assert person.notch.property("speaking") is False
    person.notch.fade()
    assert person.notch.shown_state == "idle"


def test_who_closes_a_face_that_is_spoken_wants_to_hear_no_more(person: Person) -> None:
    see(person, opened(), answered("It is two."), SpeakingChanged(TURN_ID))
    person.notch.dismiss()
    assert (person.commands, person.notch.shown_state) == ([StopSpeaking()], "idle")
    assert person.notch.property("speaking") is False


def test_a_kept_card_is_shown_again_with_its_narration(person: Person) -> None:
    assert see(person, reopened()) == "card"
    face = person.notch.face
    assert (face.card, face.text, face.title) == (CARD, "One thing.", "Calendar · List events")


def test_a_kept_card_waits_for_a_take_and_goes_before_a_turn(person: Person) -> None:
    assert see(person, LISTENING, reopened()) == "listening"
    assert see(person, finished(TurnOutcome.CANCELLED), IDLE, opened()) == "working"
    assert see(person, reopened()) == "card"
    person.notch.dismiss()
    assert person.notch.shown_state == "working"


def test_a_link_of_an_answer_is_opened_only_when_it_is_safe(person: Person) -> None:
    person.notch.openUrl("https://example.org")
    person.notch.openUrl("file:///etc/passwd")
    assert person.outside.opened == ["https://example.org"]


def test_the_key_to_answer_by_voice_is_named_as_it_is_written_on_keys(person: Person) -> None:
    see(person, SettingsChanged({"hotkeys.agent": "ctrl+alt+a"}))
    assert person.notch.property("agentKey") == "Ctrl+Alt+A"
