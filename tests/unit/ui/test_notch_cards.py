"""Calls, their cards and their questions in the notch: one thing at a time, and nothing over a question."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl

from app.domain.calls import CallClass, CallFailure, CallId, Picture
from app.domain.cards import Card
from app.domain.cards import blocks as g
from app.domain.messages import (
    CallEnded,
    CallStarted,
    CancelCall,
    CardWanted,
    Event,
    Notice,
    NoticeCode,
    QuestionAsked,
    QuestionClosed,
    QuestionRefused,
    QuestionRemark,
    QuestionSetAside,
    QuestionsWaiting,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import TurnKind, TurnOutcome
from tests.qml.sample_cards import QUESTIONS, picture_address
from tests.unit.ui.test_notch_model import EDITOR, IDLE, LISTENING, TURN, WORKING, Person, finished, person

__all__ = ["person"]

CALL = QUESTIONS["mail"].call_id
OTHER = CallId("call-2")
REF = QUESTIONS["mail"].ref
CARD = Card(blocks=(g.Text(text="Sent."),))
ASKED = QuestionAsked(QUESTIONS["mail"])
CLOSED = QuestionClosed(CALL, approved=True)


def started(call: CallId = CALL) -> Event:
    return CallStarted(call, REF, "Send mail", "Mail", "/icons/mail.svg")


def ended(call: CallId = CALL, *, card: Card | None = None, failure: CallFailure | None = None) -> CallEnded:
    return CallEnded(call, REF, "Send mail", "Mail", "/icons/mail.svg", failure, card)


def see(person: Person, *events: Event) -> str:
    person.see(*events)
    return person.notch.shown_state


def test_the_icon_of_a_folder_with_any_name_has_an_address_that_loads(person: Person) -> None:
    see(person, CallStarted(CALL, REF, "Send mail", "Mail", "/my icons/50% #1.svg"))
    assert QUrl(str(person.notch.property("icon"))).toLocalFile() == "/my icons/50% #1.svg"
    see(person, ended())
    assert person.notch.property("icon") == ""


def test_a_call_shows_who_is_asked_and_its_cross_cancels_it(person: Person) -> None:
    assert see(person, started()) == "working"
    face = person.notch.face
    assert (face.kind, face.target, face.icon_path) == ("call", "Mail", "/icons/mail.svg")
    person.notch.cancel()
    assert person.commands == [CancelCall(CALL)]


def test_the_card_of_a_call_takes_the_place_of_its_working_face(person: Person) -> None:
    assert see(person, started(), ended(card=CARD)) == "card"
    assert person.notch.face.title == "Mail · Send mail"
    assert person.notch.cards is not None
    assert [row.text for row in person.notch.cards.glance.rows.rows] == ["Sent."]
    person.notch.dismiss()
    assert person.notch.shown_state == "idle"


@pytest.mark.clause("V-9.32")
def test_a_card_of_which_nothing_fits_is_shown_as_such(person: Person) -> None:
    assert see(person, started(), ended(card=Card(blocks=(), too_large=True))) == "card"
    assert person.notch.cards is not None
    assert person.notch.cards.glance.is_too_large


def test_a_result_of_pictures_alone_is_a_card(person: Person) -> None:
    pictures = (Picture("image/png", b64decode(picture_address(8, 4).split(",")[1])),)
    assert see(person, started(), replace(ended(), pictures=pictures)) == "card"
    assert person.notch.cards is not None
    assert [row.kind for row in person.notch.cards.glance.rows.rows] == ["image"]


def test_a_call_without_a_card_is_said_to_be_done(person: Person) -> None:
    assert see(person, started(), ended()) == "said"
    assert person.notch.face.title == "Done: Mail · Send mail"
    assert see(person, started(OTHER), ended(OTHER, card=Card(blocks=()))) == "said"


@pytest.mark.parametrize("kind", [kind for kind in CallClass if kind is not CallClass.DECLINED])
def test_a_failed_call_is_told_in_plain_words(person: Person, kind: CallClass) -> None:
    failure = CallFailure(kind, "E_NOPE")
    assert see(person, started(), ended(failure=failure)) == "error"
    face = person.notch.face
    assert face.title
    assert face.detail
    assert "_" not in face.title


def test_what_may_have_happened_all_the_same_is_said(person: Person) -> None:
    see(person, started(), ended(failure=CallFailure(CallClass.TIMEOUT, "", effect_unknown=True)))
    assert "may have happened" in person.notch.face.detail


def test_a_declined_call_shows_nothing(person: Person) -> None:
    declined = ended(failure=CallFailure(CallClass.DECLINED, ""))
    assert see(person, started(), declined) == "idle"
    assert see(person, declined) == "idle"


def test_a_take_is_not_disturbed_by_a_call_whose_card_comes_after_it(person: Person) -> None:
    assert see(person, LISTENING, started(), ended(card=CARD)) == "listening"
    assert see(person, finished(TurnOutcome.CANCELLED), IDLE) == "card"


def test_a_call_that_still_runs_shows_again_after_a_take(person: Person) -> None:
    see(person, started(), started(OTHER), LISTENING)
    assert see(person, finished(TurnOutcome.CANCELLED), IDLE) == "working"
    assert person.notch.face.call_id == OTHER
    assert see(person, ended(OTHER, failure=CallFailure(CallClass.DECLINED, ""))) == "working"
    assert person.notch.face.call_id == CALL


def test_the_card_of_another_call_waits_for_the_one_that_shows(person: Person) -> None:
    assert see(person, started(), started(OTHER), ended(card=CARD)) == "working"
    assert see(person, ended(OTHER, failure=CallFailure(CallClass.DECLINED, ""))) == "card"


@pytest.mark.clause("V-8.48")
@pytest.mark.parametrize(
    "event",
    [
        ended(OTHER, card=CARD),
        ended(OTHER, failure=CallFailure(CallClass.TOOL_ERROR, "no")),
        Notice(NoticeCode.NO_MICROPHONE),
        TurnFinished(TURN, TurnKind.DICTATE, TurnOutcome.FAILED, "", EDITOR, error_code="bug"),
        TurnFinished(TURN, TurnKind.DICTATE, TurnOutcome.SHOWN, "words", EDITOR),
        LISTENING,
        started(OTHER),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_replaces_a_question_and_what_came_meanwhile_follows(person: Person, event: Event) -> None:
    assert see(person, ASKED) == "confirm"
    assert see(person, event) == "confirm"
    person.notch.dismiss()
    person.notch.fade()
    assert person.notch.shown_state == "confirm"
    assert see(person, CLOSED) != "idle"


@pytest.mark.clause("V-8.48", "V-9.37")
def test_every_card_that_came_below_a_question_is_seen_afterwards(person: Person) -> None:
    late = finished(TurnOutcome.SHOWN, text="late words")
    see(person, ASKED, ended(OTHER, card=CARD), late, LISTENING, WORKING)
    assert see(person, CLOSED) == "working"
    assert see(person, finished(TurnOutcome.CANCELLED), IDLE) == "card"
    assert person.notch.face.card == CARD
    person.notch.dismiss()
    assert (person.notch.shown_state, person.notch.face.text) == ("card", "late words")


def test_a_take_below_a_question_goes_on_and_is_told_there(person: Person) -> None:
    see(person, ASKED, LISTENING, WordsHeard(TURN, "Dear", "Ann"))
    face = person.notch.face
    assert (person.notch.shown_state, face.is_take, face.committed) == ("confirm", True, "Dear")
    assert see(person, CLOSED) == "listening"
    assert person.notch.face.committed == "Dear", "it was not begun anew"


def test_a_card_that_was_read_already_comes_back_after_a_question(person: Person) -> None:
    see(person, started(), ended(card=CARD), ASKED, CLOSED)
    assert (person.notch.shown_state, person.notch.face.card) == ("card", CARD)
    assert see(person, LISTENING, finished(TurnOutcome.CANCELLED), IDLE) == "idle", "it was read, so a take ends it"


@pytest.mark.clause("V-9.23")
def test_a_countdown_goes_on_below_a_question(person: Person) -> None:
    see(person, started(), ended(card=Card(blocks=(g.Countdown(seconds=60),))))
    assert person.notch.cards is not None
    before = person.notch.cards.glance.rows.rows[0].time
    see(person, ASKED, CLOSED)
    assert person.notch.shown_state == "card"
    assert person.notch.cards.glance.rows.rows[0].time is before, "it was not begun anew"


def test_a_card_that_is_up_says_how_many_more_have_come(person: Person) -> None:
    see(person, QuestionAsked(QUESTIONS["mail"], waiting=0))
    assert person.notch.cards is not None
    person.notch.cards.question.setText("{{to}}", "somebody else")
    draft = person.notch.cards.question.draft
    see(person, QuestionsWaiting(2))
    assert person.notch.cards.question.waiting_count == 2
    assert person.notch.cards.question.draft is draft, "what was typed stays"


def test_the_next_question_takes_the_place_of_the_one_that_was_answered(person: Person) -> None:
    second = replace(QUESTIONS["event"], call_id=OTHER)
    see(person, QuestionAsked(QUESTIONS["mail"], waiting=1), CLOSED)
    assert see(person, QuestionAsked(second)) == "confirm"
    assert person.notch.cards is not None
    assert person.notch.cards.question.title_text == "Plan “Team sync”"
    assert see(person, QuestionClosed(CALL, approved=False)) == "confirm", "an answer to another one changes nothing"
    assert see(person, QuestionRefused(CALL, QuestionRemark.NOT_VALID)) == "confirm"
    assert person.notch.cards.question.remark_text == ""
    assert see(person, QuestionSetAside(OTHER)) == "idle"


def test_the_card_key_means_something_only_while_a_question_is_up(person: Person) -> None:
    asked: list[bool] = []
    person.notch.keyboardAsked.connect(lambda: asked.append(True))
    see(person, CardWanted(), ASKED)
    assert asked == []
    see(person, CardWanted())
    assert asked == [True]


def test_a_copy_from_a_card_is_said_on_the_card_alone(person: Person) -> None:
    see(person, ASKED, Notice(NoticeCode.COPIED))
    assert see(person, CLOSED) == "idle"
