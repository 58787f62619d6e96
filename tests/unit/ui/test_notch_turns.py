"""An agent turn in the notch: what it shows while it works, how it ends, and what may come in between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.calls import CallClass, CallFailure, CallId
from app.domain.cards import Card
from app.domain.cards import blocks as g
from app.domain.messages import (
    AnswerAcknowledged,
    AnswerGrew,
    AskAgent,
    CallEnded,
    CancelTurn,
    CardReopened,
    Command,
    Event,
    Fix,
    InquiryAsked,
    NewTopic,
    Notice,
    NoticeCode,
    QuestionAsked,
    QuestionClosed,
    Say,
    SpeakingChanged,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.threads import TurnCall
from app.domain.turn import NO_TARGET, Stage, TurnId, TurnKind, TurnOutcome
from tests.qml.sample_cards import QUESTIONS
from tests.qml.sample_turns import REF, TURN_ID, VALUE, WORDS, answered, call_ended, call_started, opened
from tests.unit.ui.card_reach import NOON_MS
from tests.unit.ui.test_notch_model import IDLE, LISTENING, TURN, Person, finished, person

__all__ = ["person"]

OTHER = CallId("call-2")
CARD = Card(blocks=(g.Text(text="Stand-up at 9:15"),))
SECOND = Card(blocks=(g.Text(text="Train at 14:02"),))
ASKED = QuestionAsked(QUESTIONS["mail"])
CLOSED = QuestionClosed(QUESTIONS["mail"].call_id, approved=True)
REPLY = TurnId("turn-2")


def see(person: Person, *events: Event) -> str:
    person.see(*events)
    return person.notch.shown_state


def agent_stage(stage: Stage, turn: TurnId = TURN_ID) -> Event:
    return StageChanged(stage, None if stage is Stage.IDLE else turn, TurnKind.AGENT, NO_TARGET, 0.0)


def failed(code: str, fix: Fix = Fix.NONE) -> TurnFinished:
    event = answered("", TurnOutcome.FAILED, code)
    assert isinstance(event, TurnFinished)
    return replace(event, fix=fix)


def call_failed(kind: CallClass) -> CallEnded:
    return replace(call_ended(), failure=CallFailure(kind, "E_NOPE"))


CANCELLED = answered("", TurnOutcome.CANCELLED)


def reopened(answer: str = "One thing.") -> Event:
    call = TurnCall(CallId("call-9"), REF, "List events", "Calendar", "", card=CARD)
    return CardReopened(TurnId("turn-0"), call, answer)


# While it works


def test_a_spoken_turn_goes_from_its_take_to_its_words_and_who_is_asked(person: Person) -> None:
    assert see(person, agent_stage(Stage.LISTENING), agent_stage(Stage.FINISHING)) == "finishing"
    assert see(person, opened(), agent_stage(Stage.WORKING), agent_stage(Stage.IDLE)) == "working"
    face = person.notch.face
    assert (face.text, face.target, face.of_turn, face.is_take) == (WORDS, "", True, False)
    assert face.started_ms == NOON_MS
    see(person, call_started())
    assert person.notch.face.target == "Calendar"
    see(person, call_ended())
    assert (person.notch.shown_state, person.notch.face.target) == ("working", "")


def test_its_cross_cancels_the_turn_not_a_call(person: Person) -> None:
    see(person, opened(), call_started())
    person.notch.cancel()
    assert person.commands == [CancelTurn()]
    person.notch.dismiss()
    person.notch.fade()
    assert person.notch.shown_state == "working"


@pytest.mark.clause("V-14.27")
def test_what_an_intent_says_at_once_stands_in_the_working_face_and_is_never_the_result(person: Person) -> None:
    assert see(person, opened(), AnswerAcknowledged(TURN_ID, "Let me look.")) == "working"
    assert person.notch.face.title == "Let me look."
    assert see(person, answered("")) == "idle"


def test_an_answer_grows_and_the_end_keeps_its_face(person: Person) -> None:
    announced: list[str] = []
    see(person, opened())
    person.notch.shown.connect(lambda: announced.append(person.notch.face.title))
    assert see(person, AnswerGrew(TURN_ID, "It is")) == "said"
    assert see(person, AnswerGrew(TURN_ID, "It is **14:02**")) == "said"
    face = person.notch.face
    assert (face.title, face.styled, face.of_turn) == ("It is 14:02", "It is <b>14:02</b>", True)
    person.notch.fade()
    person.notch.dismiss()
    assert person.notch.shown_state == "said", "it does not go while it grows"
    assert announced == [], "a screen reader is not told every word"
    see(person, answered("It is **14:02**."))
    assert announced == ["It is 14:02."]
    assert not person.notch.face.of_turn
    person.notch.fade()
    assert person.notch.shown_state == "idle"


def test_an_answer_that_is_taken_back_leaves_the_turn_working(person: Person) -> None:
    see(person, opened(), AnswerGrew(TURN_ID, "It"))
    assert see(person, AnswerGrew(TURN_ID, "")) == "working"


def test_the_direction_of_an_answer_is_its_own(person: Person) -> None:
    see(person, opened(), AnswerGrew(TURN_ID, "\u0645\u0627\u064a\u0643"))
    assert person.notch.face.right_to_left


def test_a_remark_is_a_hint_in_the_turn_and_stays_there_while_it_goes_on(person: Person) -> None:
    see(person, opened(), Notice(NoticeCode.AGENT_BUSY))
    hint = person.notch.face.hint
    assert (person.notch.shown_state, bool(hint)) == ("working", True)
    see(person, call_started())
    assert person.notch.face.hint == hint
    person.notch.dropHint()
    assert person.notch.face.hint == ""


def test_a_remark_of_the_moment_is_a_hint_at_the_answer_in_sight_all_others_wait(person: Person) -> None:
    see(person, opened(), answered("It is two."), SpeakingChanged(TURN_ID), Notice(NoticeCode.CANCEL_AGAIN))
    assert (person.notch.face.title, bool(person.notch.face.hint)) == ("It is two.", True)
    see(person, Notice(NoticeCode.DEVICE_BACK, "Studio"), SpeakingChanged(None))
    assert person.notch.face.title == "It is two."
    person.notch.fade()
    assert "Studio" in person.notch.face.title
    see(person, reopened(), Notice(NoticeCode.CANCEL_AGAIN))
    assert (person.notch.shown_state, bool(person.notch.face.hint)) == ("card", True)


def test_a_turn_that_was_refused_because_another_one_runs_is_a_hint_in_that_one(person: Person) -> None:
    refused = TurnFinished(REPLY, TurnKind.AGENT, TurnOutcome.FAILED, "and?", NO_TARGET, error_code="agent-busy")
    assert see(person, opened(), Notice(NoticeCode.AGENT_BUSY), refused) == "working"
    assert person.notch.face.hint


def test_a_remark_with_a_button_waits_for_the_end_of_the_turn(person: Person) -> None:
    assert see(person, opened(), AnswerGrew(TURN_ID, "It"), Notice(NoticeCode.NOT_KEPT, "storage-full")) == "said"
    assert see(person, Notice(NoticeCode.DEVICE_MISSING, "Studio", Fix.OPEN_AUDIO_SETTINGS)) == "said"
    assert person.notch.face.title == "It"
    see(person, CANCELLED)
    assert "disk is full" in person.notch.face.title


# A take over it


def test_a_dictation_comes_over_the_turn_and_its_face_is_there_again_afterwards(person: Person) -> None:
    assert see(person, opened(), LISTENING, WordsHeard(TURN, "Dear", "")) == "listening"
    assert see(person, call_started(), AnswerAcknowledged(TURN_ID, "Let me look.")) == "listening"
    assert see(person, finished(TurnOutcome.CANCELLED), IDLE) == "working"
    assert (person.notch.face.target, person.notch.face.title) == ("Calendar", "Let me look.")


def test_an_answer_that_comes_below_a_dictation_is_shown_after_it(person: Person) -> None:
    assert see(person, opened(), LISTENING, AnswerGrew(TURN_ID, "It"), answered("It is two.")) == "listening"
    assert see(person, finished(TurnOutcome.INSERTED), IDLE) == "said"
    assert person.notch.face.brief
    person.notch.fade()
    assert person.notch.face.title == "It is two."


def test_a_turn_that_opens_below_another_take_shows_after_it(person: Person) -> None:
    assert see(person, LISTENING, opened()) == "listening"
    assert see(person, finished(TurnOutcome.CANCELLED)) == "working"


def test_a_turn_that_is_cancelled_below_a_dictation_leaves_nothing(person: Person) -> None:
    assert see(person, opened(), LISTENING, CANCELLED, finished(TurnOutcome.CANCELLED), IDLE) == "idle"


# How it ends


def test_an_answer_of_words_is_said(person: Person) -> None:
    assert see(person, opened(), answered("It is two.")) == "said"
    face = person.notch.face
    assert (face.title, face.brief, face.of_turn, face.turn_id) == ("It is two.", False, False, TURN_ID)


def test_a_card_has_the_narration_as_its_caption(person: Person) -> None:
    assert see(person, opened(), call_started(), call_ended(CARD)) == "working"
    assert see(person, answered("One *thing*.")) == "card"
    face = person.notch.face
    assert (face.title, face.card, face.text) == ("Calendar · List events", CARD, "One thing.")
    assert (face.action, face.fix) == ("", "none")


def test_the_last_of_several_cards_is_shown_and_the_others_are_one_press_away(person: Person) -> None:
    see(person, opened(), call_started(), call_ended(CARD), call_started(OTHER), call_ended(SECOND, OTHER))
    assert see(person, answered("")) == "card"
    assert (person.notch.face.card, person.notch.face.styled) == (SECOND, "")
    assert "1" in person.notch.face.action
    person.notch.act()
    assert (person.pages, person.commands) == (["home"], [])


def test_a_turn_without_words_or_card_says_done_only_when_something_was_done(person: Person) -> None:
    assert see(person, opened(), call_started(), call_ended(), answered(" ")) == "said"
    assert (person.notch.face.title, person.notch.face.brief) == ("Done.", True)
    person.notch.fade()
    assert see(person, opened(), answered("")) == "idle"


def test_what_the_person_declined_is_said_in_a_word(person: Person) -> None:
    assert see(person, opened(), call_started(), call_failed(CallClass.DECLINED)) == "working"
    assert see(person, answered("")) == "said"
    assert "nothing was done" in person.notch.face.title


def test_a_failed_call_of_a_turn_is_no_error_as_long_as_there_is_an_answer(person: Person) -> None:
    see(person, opened(), call_started(), call_failed(CallClass.TIMEOUT))
    assert see(person, answered("Calendar is not there.")) == "said"


def test_an_answer_waits_behind_a_card_that_is_read(person: Person) -> None:
    see(person, opened(), finished(TurnOutcome.SHOWN, text="late words"))
    assert see(person, answered("It is two.")) == "card"
    person.notch.dismiss()
    assert person.notch.face.title == "It is two."


def test_an_answer_to_a_turn_that_was_not_told_is_shown_all_the_same(person: Person) -> None:
    assert see(person, answered("It is two.")) == "said"


def test_a_cancelled_turn_says_nothing(person: Person) -> None:
    assert see(person, opened(), AnswerGrew(TURN_ID, "It"), CANCELLED) == "idle"


@pytest.mark.parametrize(
    ("code", "fix", "commands", "pages"),
    [
        ("agent-no-match", Fix.NONE, [], ["models/answers"]),
        ("agent-key-refused", Fix.OPEN_AGENT_SETTINGS, [], ["models/answers"]),
        ("agent-no-tools", Fix.OPEN_INTEGRATIONS, [], ["integrations"]),
        ("agent-context-full", Fix.NEW_TOPIC, [NewTopic()], []),
        ("agent-call-failed", Fix.ASK_AGENT, [AskAgent(TURN_ID)], []),
    ],
)
def test_the_button_of_an_error_does_what_it_says(
    person: Person, code: str, fix: Fix, commands: list[Command], pages: list[str]
) -> None:
    assert see(person, opened(), failed(code, fix)) == "error"
    face = person.notch.face
    assert all((face.title, face.detail, face.action))
    person.notch.act()
    assert (person.commands, person.pages) == (commands, pages)
    assert person.notch.shown_state == "idle"


def test_try_again_says_the_same_words_as_a_new_turn(person: Person) -> None:
    see(person, opened(), failed("agent-server-gone", Fix.SAY_AGAIN))
    person.notch.act()
    (said,) = person.commands
    assert isinstance(said, Say)
    assert (said.text, said.thread_id) == (WORDS, None)
    assert said.turn_id.startswith(f"{int(NOON_MS):012x}")


@pytest.mark.clause("V-14.28")
def test_the_reason_of_a_failed_intent_is_the_one_of_its_tool(person: Person) -> None:
    see(person, opened(), call_started(), call_failed(CallClass.TIMEOUT))
    assert see(person, failed("call-failed", Fix.ASK_AGENT)) == "error"
    assert person.notch.face.title == "Calendar did not answer in time."
    assert person.notch.face.action == "Ask the agent"
    see(person, opened(), call_started(), call_failed(CallClass.TIMEOUT), failed("agent-timeout"))
    assert "language model" in person.notch.face.title, "the model failed, whatever a tool did before"


# Late events


def test_what_comes_late_of_a_turn_that_ended_changes_nothing(person: Person) -> None:
    see(person, opened(), call_started(), answered("It is two."))
    late = (AnswerGrew(TURN_ID, "It"), AnswerAcknowledged(TURN_ID, "Let me"), call_started(OTHER), call_ended(CARD))
    assert see(person, *late, InquiryAsked(VALUE)) == "said"
    assert person.notch.face.title == "It is two."
    person.notch.fade()
    assert person.notch.shown_state == "idle"


def test_a_turn_that_is_opened_anew_is_not_late(person: Person) -> None:
    see(person, opened(), failed("call-failed", Fix.ASK_AGENT))
    assert see(person, opened(), call_started(), InquiryAsked(VALUE)) == "inquire"


def test_a_call_of_nobody_goes_on_as_before(person: Person) -> None:
    alone = replace(call_ended(CARD), turn_id=None)
    see(person, opened(), replace(call_started(OTHER), turn_id=None))
    assert (person.notch.face.call_id, person.notch.face.of_turn) == (OTHER, False)
    assert see(person, replace(alone, call_id=OTHER)) == "card"
    person.notch.dismiss()
    assert person.notch.face.of_turn
