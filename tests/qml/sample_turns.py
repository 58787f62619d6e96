"""Agent turns as the notch is told of them: for the pictures and for the tests of the faces."""

from __future__ import annotations

from typing import Final

from app.domain.calls import CallId, IntegrationId, ToolRef
from app.domain.cards import Card
from app.domain.inquiries import Inquiry, InquiryKind, InquiryOption, InquiryRemark
from app.domain.messages import (
    AnswerAcknowledged,
    AnswerGrew,
    CallEnded,
    CallStarted,
    Event,
    InquiryAsked,
    SettingsChanged,
    SpeakingChanged,
    StageChanged,
    TopicChanged,
    TurnFinished,
    TurnOpened,
    TypingWanted,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, ThreadId, TurnId, TurnKind, TurnOutcome
from tests.qml.sample_cards import GLANCE_CARDS

__all__ = ["CHOICE", "PICTURED", "TURNS", "TURN_ID", "VALUE", "answered", "call_ended", "call_started", "opened"]

TURN_ID: Final = TurnId("turn-1")
THREAD: Final = ThreadId("thread-1")
REPLY: Final = TurnId("turn-2")
CALL: Final = CallId("call-1")
REF: Final = ToolRef(IntegrationId("org.example.calendar"), "list_events")
WORDS: Final = "What is on my calendar tomorrow, and when do I have to leave for the train to Ghent?"

VALUE: Final = Inquiry(
    TURN_ID, 1, InquiryKind.VALUE, "set a timer", "Start a timer", "Timer", "", "Duration", "How long it runs",
    (InquiryOption("5 minutes"), InquiryOption("10 minutes"), InquiryOption("1 hour")),
)  # fmt: skip
CHOICE: Final = Inquiry(
    TURN_ID, 1, InquiryKind.CHOICE, "note the train tomorrow",
    options=(
        InquiryOption("Add a note", "Notes · “the train tomorrow”"),
        InquiryOption("Plan an event", "Calendar · “the train”, tomorrow"),
        InquiryOption("Set a reminder", "Reminders · “the train”, tomorrow at 9:00"),
    ),
)  # fmt: skip


def opened(text: str = WORDS) -> Event:
    return TurnOpened(TURN_ID, THREAD, text, is_follow_up=False)


def call_started(call: CallId = CALL) -> Event:
    return CallStarted(call, REF, "List events", "Calendar", "", turn_id=TURN_ID)


def call_ended(card: Card | None = None, call: CallId = CALL) -> CallEnded:
    return CallEnded(call, REF, "List events", "Calendar", "", card=card, turn_id=TURN_ID)


def answered(answer: str, outcome: TurnOutcome = TurnOutcome.ANSWERED, code: str = "") -> Event:
    return TurnFinished(
        TURN_ID, TurnKind.AGENT, outcome, WORDS, NO_TARGET, error_code=code, thread_id=THREAD, answer=answer
    )


KEYS: Final = SettingsChanged({"hotkeys.agent": "ctrl+alt+a"})
LISTENING: Final = StageChanged(Stage.LISTENING, REPLY, TurnKind.AGENT, NO_TARGET, 0.0)
LONG: Final = (
    "Tomorrow you have **three** things: the stand-up at 9:15 in room 4, the train to Ghent at 14:02 from platform 7, "
    "and dinner with Ann at 19:30. Leave at 13:35 to be in time; it is a walk of twenty minutes, and rain is expected"
)
AGENDA: Final = GLANCE_CARDS["agenda"][1]

TURNS: Final[dict[str, tuple[Event, ...]]] = {
    "thinking": (opened(),),
    "asking": (opened(), AnswerAcknowledged(TURN_ID, "Let me look."), call_started()),
    "growing": (opened(), AnswerGrew(TURN_ID, LONG)),
    "answer": (opened(), answered("It is 14:02, and your train leaves from *platform 7*.")),
    "spoken": (opened(), answered("You have three meetings tomorrow."), SpeakingChanged(TURN_ID)),
    "caption": (
        opened(), call_started(), call_ended(AGENDA), call_started(CallId("call-2")),
        call_ended(AGENDA, CallId("call-2")), answered("Three things, and the **train** is late."),
        SpeakingChanged(TURN_ID),
    ),
    "failed": (opened(), answered("", TurnOutcome.FAILED, "agent-key-refused")),
    "value": (KEYS, opened(), InquiryAsked(VALUE)),
    "value-wrong": (
        KEYS, opened(),
        InquiryAsked(Inquiry(TURN_ID, 2, InquiryKind.VALUE, "set a timer", "Start a timer", "Timer", "", "Duration",
                             "How long it runs", remark=InquiryRemark.NOT_A_VALUE)),
    ),
    "choice": (KEYS, opened(), InquiryAsked(CHOICE)),
    "choice-heard": (KEYS, opened(), InquiryAsked(CHOICE), LISTENING, WordsHeard(REPLY, "the second", "one")),
    "write": (TopicChanged(THREAD), TypingWanted()),
    "write-new": (TypingWanted(),),
}  # fmt: skip
"""By name."""

PICTURED: Final = ("asking", "growing", "spoken", "caption", "failed", "value-wrong", "value", "choice-heard", "write")
