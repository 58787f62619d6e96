"""Fast intents against sentences (V-14.10 to V-14.22): which match, how well, with which arguments, and which wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.calls import IntegrationId, ToolRef
from app.domain.intent_matching import IntentMatch, IntentOffer, match_intents
from app.domain.intents import Intent
from app.domain.number_words import spoken_number

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1, "maximum": 99},
        "level": {"type": "number"},
        "text": {"type": "string"},
        "room": {"type": "string"},
        "color": {"type": "string", "enum": ["red", "Dark Blue"]},
        "fast": {"type": "boolean"},
    },
}
SLOTS: dict[str, Any] = {
    "count": {"type": "number", "required": True},
    "level": {"type": "number"},
    "text": {"type": "string", "required": True},
    "room": {"type": "enum", "values": ["Kitchen", "living room", "living"]},
    "color": {"type": "string"},
}
INTEGRATION = IntegrationId("com.example.home")


def offer(
    *utterances: str,
    tool: str = "do",
    name: str = "it",
    language: str = "en",
    live: dict[str, Sequence[object]] | None = None,
    slots: dict[str, Any] | None = None,
    **more: Any,
) -> IntentOffer:
    intent = Intent.model_validate(
        {
            "name": name,
            "description": "d",
            "tool": tool,
            "utterances": {language: utterances},
            "slots": SLOTS if slots is None else slots,
            **more,
        }
    )
    return IntentOffer(ToolRef(INTEGRATION, tool), intent, SCHEMA, live or {})


def matches(sentence: str, *offers: IntentOffer, language: str = "en") -> tuple[IntentMatch, ...]:
    return match_intents(sentence, language, offers)


def arguments(sentence: str, *utterances: str, **more: Any) -> dict[str, object] | None:
    found = matches(sentence, offer(*utterances, **more), language=more.get("language", "en"))
    return found[0].arguments if found else None


@pytest.mark.clause("V-14.18", "V-14.19", "V-14.21")
@pytest.mark.parametrize("said", ["lights on", " Lights ON. ", "LIGHTS\ton!", "lights, on", "\uff4cights on"])
def test_equal_words_score_one_however_they_are_written(said: str) -> None:
    (match,) = matches(said, offer("Lights on"))
    assert (match.score, match.arguments, match.would_win) == (1.0, {}, True)


@pytest.mark.clause("V-14.21")
@pytest.mark.parametrize(
    ("said", "score"),
    [
        ("turn on the light", 1 - 1 / 18),
        ("turn the lights on", None),
        ("turnn on the lights", 1 - 1 / 19),
        ("turn onthe lights", 1 - 1 / 18),
        ("turn on the the lights", None),
        ("turn on the lights now", None),
        ("turn on", None),
        ("", None),
        ("...", None),
    ],
)
def test_misspelt_words_score_their_edit_distance_ratio_down_to_ninety_hundredths(
    said: str, score: float | None
) -> None:
    found = matches(said, offer("turn on the lights"))
    assert [match.score for match in found] == ([] if score is None else [pytest.approx(score, abs=1e-6)])


@pytest.mark.clause("V-14.21")
def test_a_ratio_of_exactly_ninety_hundredths_is_reached() -> None:
    assert [match.score for match in matches("abcdefghix", offer("abcdefghi"))] == [0.9]
    assert [match.score for match in matches("abcdefghx", offer("abcdefghij"))] == []
    assert matches("abcdefgx", offer("abcdefgh")) == (), "one of eight is more than a tenth"


@pytest.mark.clause("V-14.13")
def test_a_minimum_confidence_raises_the_threshold_of_its_intent_alone() -> None:
    said = "turn on the light"
    assert matches(said, offer("turn on the lights", minConfidence=0.94))
    assert not matches(said, offer("turn on the lights", minConfidence=0.95))
    assert matches(said, offer("turn on the lights", minConfidence=0.1))
    assert matches("turn on the lights", offer("turn on the lights", minConfidence=1))


@pytest.mark.clause("V-14.20")
@pytest.mark.parametrize(
    ("said", "filled"),
    [
        ("show 5 stories", 5),
        ("show five stories", 5),
        ("show twenty-five stories", 25),
        ("show twenty five stories", 25),
        ("show 5.5 stories", None),
        ("show 100 stories", None),
        ("show a hundred stories", None),
        ("show many stories", None),
        ("show stories", None),
    ],
)
def test_a_number_slot_takes_digits_and_words_that_the_schema_takes(said: str, filled: int | None) -> None:
    assert arguments(said, "show {count} stories") == (None if filled is None else {"count": filled})


@pytest.mark.clause("V-14.20")
@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("0", 0),
        ("-3", -3),
        ("2.50", 2.5),
        ("zero", 0),
        ("nineteen", 19),
        ("ninety", 90),
        ("a hundred", 100),
        ("hundred", 100),
        ("one hundred one", 101),
        ("nine hundred and ninety-nine", 999),
        ("two hundred twenty", 220),
        ("two hundred and", None),
        ("two hundred zero", None),
        ("ten hundred", None),
        ("zero hundred", None),
        ("many hundred", None),
        ("two two hundred", None),
        ("twenty ten", None),
        ("twenty zero", None),
        ("two three", None),
        ("thousand", None),
        ("1e5", None),
        ("", None),
        ("1" * 16, None),
    ],
)
def test_numbers_are_read_as_they_are_said(said: str, number: float | None) -> None:
    assert spoken_number(said.split(), "en-GB") == number
    assert spoken_number(["5"], "de") == 5
    assert spoken_number(["five"], "de") is None


@pytest.mark.clause("V-14.20")
def test_every_number_to_999_is_read_in_english() -> None:
    ones = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()  # noqa: SIM905 - readable as it is
    tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    def below(number: int) -> str:
        if number < 20:
            return ones[number]
        return tens[number // 10] + (f" {ones[number % 10]}" if number % 10 else "")

    for number in range(1000):
        said = below(number % 100) if number % 100 or not number else ""
        if number >= 100:
            said = f"{ones[number // 100]} hundred" + (f" and {said}" if said else "")
        assert spoken_number(said.split(), "en") == number, said


@pytest.mark.clause("V-14.20")
def test_an_enum_slot_takes_a_listed_value_as_it_is_listed() -> None:
    assert arguments("light in the KITCHEN", "light in the {room}") == {"room": "Kitchen"}
    assert arguments("light in the living room please", "light in the {room} please") == {"room": "living room"}
    assert arguments("light in the living", "light in the {room}") == {"room": "living"}
    assert arguments("light in the garden", "light in the {room}") is None
    odd = {"room": {"type": "enum", "values": ["!", "?"]}}
    assert arguments("light in the ! room", "light in the {room}", slots=odd) is None


@pytest.mark.clause("V-14.20", "V-14.21")
def test_free_text_is_cut_as_it_was_said_up_to_the_next_literal_word() -> None:
    found = matches("Remind me of Buying, milk & Eggs!", offer("remind me of {text}"))
    assert [(match.arguments, match.score) for match in found] == [({"text": "Buying, milk & Eggs"}, 0.95)]
    assert arguments("say to be to Anna", "say {text} to {room}") is None
    assert arguments("say hi to all to living", "say {text} to {room}") == {"text": "hi to all", "room": "living"}
    assert arguments("note a then b then c", "note {text} then {level}") is None
    two = {"text": {"type": "string"}, "room": {"type": "string"}}
    assert arguments("note a then b then c", "note {text} then {room}", slots=two) == {"text": "a", "room": "b then c"}
    assert matches("note a then b", offer("note {text} then {room}", slots=two))[0].score == 0.9
    assert arguments("note a b", "note {text} {room}", slots=two) == {"text": "a", "room": "b"}
    assert arguments("remind me of", "remind me of {text}") is None
    assert arguments("remind me of " + "x" * 200, "remind me of {text}") == {"text": "x" * 200}
    assert arguments("remind me of " + "x" * 201, "remind me of {text}") is None
    assert arguments("remind me of ... now", "remind me of {text}") == {"text": "now"}


@pytest.mark.clause("V-14.21")
def test_of_several_ways_the_one_with_the_fewest_edits_counts_then_the_shortest_free_text() -> None:
    two = {"text": {"type": "string"}, "room": {"type": "string"}}
    utterance = "{text} turn on the lights {room}"
    assert arguments("a turn on the light b turn on the light c", utterance, slots=two) == {
        "text": "a",
        "room": "b turn on the light c",
    }
    assert arguments("a turn on the light b turn on the lights c", utterance, slots=two) == {
        "text": "a turn on the light b",
        "room": "c",
    }
    assert arguments("note a b c d e", "note {text} {room} stop", slots=two) is None


@pytest.mark.clause("V-14.20")
def test_an_utterance_without_a_literal_word_matches_nothing() -> None:
    assert arguments("anything", "{text}") is None
    assert arguments("5", "{count}!") is None


def test_a_slot_that_stands_twice_has_to_be_filled_alike() -> None:
    assert arguments("from 5 to 5", "from {count} to {count}") == {"count": 5}
    assert arguments("from 5 to 6", "from {count} to {count}") is None


def test_a_misspelt_literal_is_found_beside_slots() -> None:
    assert arguments("sett the timer to 5 minuts", "set the timer to {count} minutes") == {"count": 5}
    assert arguments("set timer for five minutes", "set a timer for {count} minutes") == {"count": 5}


@pytest.mark.clause("V-14.16")
def test_a_string_slot_whose_schema_has_an_enum_is_an_enum() -> None:
    (match,) = matches("paint it dark blue", offer("paint it {color}"))
    assert (match.arguments, match.score) == ({"color": "Dark Blue"}, 1.0)
    assert arguments("paint it green", "paint it {color}") is None


@pytest.mark.clause("V-14.16")
@pytest.mark.parametrize(
    ("live", "filled"),
    [
        (["red", "green"], {"color": "red"}),
        (["green"], None),
        ([], None),
        (["red", " "], None),
        (["red", 5], None),
        (["red", "x" * 201], None),
        (["red"] * 31, None),
        (["red"] * 30, {"color": "red"}),
    ],
)
def test_live_values_are_cut_to_the_schema_and_bad_ones_omit_the_intent(live: list[object], filled: object) -> None:
    slots = {"color": {"type": "enum", "valuesFrom": "tool"}}
    assert arguments("paint it red", "paint it {color}", slots=slots, live={"color": live}) == filled
    assert arguments("paint it", "paint it", slots=slots) is None, "the whole intent, wherever the slot stands"


@pytest.mark.clause("V-14.10")
def test_fixed_arguments_are_passed_and_win_over_what_was_said() -> None:
    assert arguments("go", "go", fixedArgs={"fast": True}) == {"fast": True}
    assert arguments("go 5", "go {count}", fixedArgs={"count": 7}) == {"count": 7}
    assert arguments("go", "go", fixedArgs={"count": 500}) is None


def test_utterances_count_in_the_language_and_its_relatives() -> None:
    for tag, language, found in (
        ("de-AT", "de", True),
        ("de", "de-CH", True),
        ("DE", "de", True),
        ("de", "en", False),
        ("de", "", False),
    ):
        assert bool(matches("licht an", offer("Licht an", language=tag), language=language)) == found
    assert arguments("zeig 5", "zeig {count}", language="de") == {"count": 5}


@pytest.mark.clause("V-14.12")
@pytest.mark.parametrize(
    ("language", "said", "response"),
    [
        ("en", "go 5", "Taking 5"),
        ("en-GB", "go 5", "Right, 5"),
        ("en-AU", "go 5", "Taking 5"),
        ("EN-gb", "go 5", "Right, 5"),
        ("en", "go", ""),
    ],
)
def test_a_response_is_that_of_the_language_and_needs_all_its_values(language: str, said: str, response: str) -> None:
    one = offer("go {count}", "go", response={"en": "Taking {count}", "en-GB": "Right, {count}", "de": "Ja"})
    (match,) = matches(said, one, language=language)
    assert match.response == response
    assert matches("go", offer("go"))[0].response == ""


@pytest.mark.clause("V-14.22")
def test_the_best_score_wins_and_the_list_is_in_order() -> None:
    exact = offer("add milk to the list", tool="milk", slots={})
    free = offer("add {text} to the list", tool="add")
    first, second = matches("add milk to the list", free, exact)
    assert (first.ref.tool, first.would_win, second.ref.tool, second.would_win) == ("milk", True, "add", False)


@pytest.mark.clause("V-14.22")
def test_two_near_readings_that_differ_are_a_tie_and_nothing_wins() -> None:
    one, other = offer("lights on", tool="a"), offer("lights on", tool="b")
    assert [match.would_win for match in matches("lights on", one, other)] == [False, False]
    same = offer("lights on", tool="a", name="again")
    assert [match.would_win for match in matches("lights on", one, same)] == [True, False]
    fixed = offer("lights on", tool="a", name="again", fixedArgs={"fast": True})
    assert not any(match.would_win for match in matches("lights on", one, fixed))
    two = {"text": {"type": "string"}, "room": {"type": "string"}}
    readings = matches("note milk", offer("note {text}", "note {room}", slots=two))
    assert [(match.score, match.would_win) for match in readings] == [(0.95, False), (0.95, False)]


@pytest.mark.clause("V-14.22")
def test_within_two_hundredths_counts_the_end_itself() -> None:
    near, far = offer("a" * 49 + "b", tool="near"), offer("a" * 48 + "bb", tool="far")
    exact = offer("a" * 50, tool="exact")
    scores = [(match.ref.tool, match.score, match.would_win) for match in matches("a" * 50, exact, near)]
    assert scores == [("exact", 1.0, False), ("near", 0.98, False)]
    scores = [(match.ref.tool, match.score, match.would_win) for match in matches("a" * 50, exact, far)]
    assert scores == [("exact", 1.0, True), ("far", 0.96, False)]


def test_of_several_utterances_with_the_same_arguments_the_best_counts() -> None:
    for utterances in (("lights onn", "lights on"), ("lights on", "lights onn")):
        (match,) = matches("lights on", offer(*utterances))
        assert match.score == 1.0


def test_a_long_sentence_is_no_short_command_and_an_unknown_slot_no_utterance() -> None:
    assert matches("x " * 101, offer("{text} x")) == ()
    assert matches("say it", offer("say {nothing}")) == ()


WORDS = st.sampled_from(
    ["set", "the", "timer", "to", "five", "5", "on", "Kitchen", "living", "room", "x", "ß", "\u2019"]
)
SENTENCES = st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=40)
PIECES = st.sampled_from(["set", "the", "timer", "{count}", "{text}", "{room}", "{color}", "to", "x"])
UTTERANCES = st.lists(PIECES, min_size=1, max_size=6).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(SENTENCES, st.lists(UTTERANCES, min_size=1, max_size=3), st.lists(UTTERANCES, min_size=1, max_size=3))
def test_any_sentence_is_matched_the_same_way_twice(sentence: str, first: list[str], second: list[str]) -> None:
    offers = [offer(*first, tool="a"), offer(*second, tool="b")]
    found = matches(sentence, *offers)
    assert found == matches(sentence, *offers)
    assert sum(match.would_win for match in found) <= 1
    assert all(0 <= match.score <= 1 for match in found)
    assert [match.score for match in found] == sorted((match.score for match in found), reverse=True)


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=6, unique=True), st.sampled_from(["please", "now"]), st.integers(0, 6))
def test_an_utterance_filled_in_is_found_again(pieces: list[str], literal: str, at: int) -> None:
    utterance = " ".join([*pieces[:at], literal, *pieces[at:]])
    said = utterance.format(count="7", text="Some thing", room="living room", color="red")
    found = matches(said, offer(utterance))
    assert found
    assert found[0].score == pytest.approx(1 - 0.05 * utterance.count("{text}"))
