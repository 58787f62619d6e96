"""What a model is sent of the thread, and what is kept of a turn."""

from __future__ import annotations

import json

import pytest
from pydantic_ai.messages import (
    BinaryContent,
    CachePoint,
    ImageUrl,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from app.agent.context import clipped, history, kept, size, with_notes
from app.domain.calls import CallClass, CallId, IntegrationId, ToolRef
from app.domain.threads import PastTurn, TurnCall
from app.domain.turn import TurnId
from tests.plugins.logs import ExpectLog


def turn_messages(said: str = "Weather?", result: str = "Sunny", answer: str = "It is sunny.") -> list[ModelMessage]:
    return [
        ModelRequest(parts=[UserPromptPart(said)], instructions="Be short."),
        ModelResponse(parts=[ThinkingPart("hm"), ToolCallPart("weather", {"city": "Rome"}, "c1")]),
        ModelRequest(parts=[ToolReturnPart("weather", result, "c1")], instructions="Be short."),
        ModelResponse(parts=[TextPart(answer)]),
    ]


def past(context: bytes = b"", said: str = "Weather?", answer: str = "Sunny.", *calls: TurnCall) -> PastTurn:
    return PastTurn(TurnId("t0"), said, answer, context, calls)


def texts(messages: list[ModelMessage]) -> list[str]:
    return [
        str(part.content)
        for one in messages
        for part in one.parts
        if isinstance(part, UserPromptPart | ToolReturnPart | TextPart)
    ]


def test_what_is_kept_comes_back_without_thoughts_and_instructions() -> None:
    data = kept(turn_messages())
    messages = history([past(data)], 10_000)
    assert texts(messages) == ["Weather?", "Sunny", "It is sunny."]
    assert b"Be short" not in data
    assert b"hm" not in data


def test_images_are_kept_as_words() -> None:
    image = BinaryContent(b"\x89PNG", media_type="image/png")
    messages: list[ModelMessage] = [
        ModelRequest(parts=[UserPromptPart(["See", image, CachePoint(), ImageUrl("http://127.0.0.1/x.png")])]),
        ModelResponse(parts=[ToolCallPart("map", {}, "c1")]),
        ModelRequest(parts=[ToolReturnPart("map", ["A map", image], "c1")]),
        ModelResponse(parts=[TextPart("Here.")]),
    ]
    data = kept(messages)
    assert b"iVBOR" not in data
    assert texts(history([past(data)], 10_000))[0] == "See\n[an image, shown to the person]\n\n[image-url]"


def test_an_answer_without_words_is_not_kept_as_one() -> None:
    messages = turn_messages()
    messages[-1] = ModelResponse(parts=[])
    assert len(history([past(kept(messages))], 10_000)) == 3


def test_a_turn_without_a_model_is_told_in_the_words_of_history() -> None:
    ref = ToolRef(IntegrationId("i"), "t")
    done = TurnCall(CallId("c1"), ref, "Timer", "Clock")
    broken = TurnCall(CallId("c2"), ref, "Lamp", "Home", failure=CallClass.TIMEOUT, message="no answer")
    question, answer = history([past(b"", "Start it", "Started.", done, broken)], 10_000)
    assert texts([question])[0].splitlines() == [
        "Start it",
        "",
        "[Notes of the host; the person did not say them:]",
        "- Timer (Clock) ran and showed its result.",
        "- Lamp (Home) did not work out (timeout): no answer",
    ]
    assert texts([answer]) == ["Started."]
    assert len(history([past(b"", "Start it", "")], 10_000)) == 1


@pytest.mark.parametrize(
    "context",
    [
        b"\x00",
        b"[]",
        b"{}",
        b'[{"kind": "request", "parts": [{"part_kind": "of-tomorrow"}]}]',
        kept(turn_messages()[1:]),
        kept(turn_messages()[:2]),
        kept([turn_messages()[0], *turn_messages()[2:]]),
        kept([ModelRequest(parts=[SystemPromptPart("x")]), *turn_messages()[1:]]),
        b"[" * 100_000,
    ],
    ids=["bytes", "empty", "object", "newer", "no-words", "open-call", "no-call", "system", "deep"],
)
def test_what_cannot_be_read_is_told_in_the_words_of_history(context: bytes, expected_log: ExpectLog) -> None:
    expected_log("its words are used")
    assert texts(history([past(context)], 10_000)) == ["Weather?", "Sunny."]


def test_the_oldest_turns_are_left_out_first_and_whole() -> None:
    turns = [past(kept(turn_messages(f"Question {number}?"))) for number in range(5)]
    one = size(history(turns[:1], 10_000))
    messages = history(turns, one * 2 + 5)
    assert [text for text in texts(messages) if text.startswith("Question")] == ["Question 3?", "Question 4?"]
    assert len(messages) == 8
    assert history(turns, 10) == []
    assert history([], 10_000) == []


def test_a_long_result_of_an_earlier_turn_is_cut_with_a_mark() -> None:
    messages = history([past(kept(turn_messages(result="x" * 5000)))], 8000)
    result = texts(messages)[1]
    assert len(result) == 1000
    assert result.endswith("it is too long.]")
    assert texts(messages)[0] == "Weather?"


def test_a_result_is_cut_only_where_it_is_too_long() -> None:
    assert clipped("short", 5) == "short"
    assert clipped("x" * 500, 100)[:40] == "x" * 39 + "\n"


def test_notes_are_told_apart_from_what_the_person_said() -> None:
    assert with_notes("Hi", ()) == "Hi"
    assert with_notes("Hi", ("", "Mail: two new")) == (
        "Hi\n\n[Notes of the host; the person did not say them:]\n- Mail: two new"
    )


def test_size_counts_what_is_sent() -> None:
    assert size(turn_messages()) == len('Weather?hmweather {"city":"Rome"}SunnyIt is sunny.')
    assert size([ModelRequest(parts=[SystemPromptPart("x")])]) == 0
    assert json.loads(kept([])) == []


def test_a_turn_with_half_an_emoji_among_its_arguments_is_not_kept(expected_log: ExpectLog) -> None:
    expected_log("cannot be kept")
    asked = ModelRequest(parts=[UserPromptPart("look")])
    assert kept([asked, ModelResponse(parts=[ToolCallPart("find", {"query": "\ud83d"}, "1")])]) == b""
