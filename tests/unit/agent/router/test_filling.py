"""Arguments filled from what was said: numbers, lengths of time, lists, yes and no, moments, and free text."""

from __future__ import annotations

from typing import Any

import pytest

from app.agent.router import AskValue, RankedTool, Run
from tests.unit.agent.router.conftest import Route, tool

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def filled(route: Route, sentence: str, properties: dict[str, Any], **more: Any) -> dict[str, object]:
    ranked: RankedTool = route(sentence, tool(properties=properties, **more)).ranked[0]
    return ranked.arguments


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("40", 40),
        ("minus 4", -4),
        ("twenty-five", 25),
        ("two hundred and five", 205),
        ("three thousand two hundred", 3200),
        ("2,500", 2500),
        ("2,5", 2.5),
        ("three point one four", 3.14),
        ("seven and a half", 7.5),
        ("50%", 50),
        ("50 percent", 50),
    ],
)
def test_numbers_are_read_as_they_are_said(route: Route, said: str, value: float) -> None:
    assert filled(route, f"set the lamp to {said}", {"level": NUMBER}) == {"level": value}


@pytest.mark.parametrize(
    ("said", "properties", "arguments"),
    [
        ("for 90 seconds", {"minutes": NUMBER}, {"minutes": 1.5}),
        ("for half an hour", {"duration_seconds": NUMBER}, {"duration_seconds": 1800}),
        ("for a quarter of an hour", {"minutes": NUMBER}, {"minutes": 15}),
        ("for an hour and 5 minutes", {"hours": NUMBER, "minutes": NUMBER}, {"hours": 1, "minutes": 5}),
        ("for one hour and a half", {"hours": NUMBER, "minutes": NUMBER}, {"hours": 1.5}),
        ("for 2 minutes", {"length": {"type": "string", "format": "duration"}}, {"length": "PT2M"}),
        ("for 3 hours and 20 seconds", {"length": {"type": "string", "format": "duration"}}, {"length": "PT3H20S"}),
        ("for 2 hrs", {"hours": NUMBER}, {"hours": 2}),
    ],
)
def test_lengths_of_time_go_to_the_unit_that_the_schema_names(
    route: Route, said: str, properties: dict[str, Any], arguments: dict[str, object]
) -> None:
    assert filled(route, f"set the lamp {said}", properties) == arguments


def test_a_number_outside_the_schema_or_of_another_unit_fills_nothing(route: Route) -> None:
    assert filled(route, "set the lamp to 300", {"level": {"type": "integer", "maximum": 100}}) == {}
    assert filled(route, "set the lamp to 2.5", {"level": {"type": "integer"}}) == {}
    assert filled(route, "set the lamp for 5 minutes", {"percent": NUMBER}) == {}
    assert filled(route, "set the lamp to 20 dollars", {"price": {"type": "number", "description": "In euros"}}) == {}


def test_two_numbers_go_where_their_names_are_and_nowhere_when_that_is_open(route: Route) -> None:
    both = {"width": NUMBER, "height": NUMBER}
    assert filled(route, "set the lamp with width 3 and height 4", both) == {"width": 3, "height": 4}
    routed = route("set the lamp to 3 and 4", tool(properties=both))
    assert not isinstance(routed.decision, Run)


def test_two_numbers_of_the_same_unit_or_span_are_not_guessed(route: Route) -> None:
    twice = {"on_minutes": NUMBER, "off_minutes": NUMBER}
    spans = {one: {"type": "string", "format": "duration"} for one in ("first", "second")}
    for properties in (twice, spans):
        assert not isinstance(route("set the lamp for 5 minutes", tool(properties=properties)).decision, Run)


@pytest.mark.parametrize(
    ("said", "value"),
    [("dark blue", "dark_blue"), ("dark-blue", None), ("red", "red"), ("yelow", "yellow"), ("green", None)],
)
def test_a_value_of_a_list_must_be_said_but_may_be_misspelt(route: Route, said: str, value: str | None) -> None:
    colours = {"color": {"type": "string", "enum": ["red", "dark_blue", "yellow"]}}
    found = filled(route, f"set the lamp to {said}", colours)
    assert found == ({} if value is None else {"color": value})


def test_two_values_for_one_argument_run_nothing(route: Route) -> None:
    colours = {"color": {"type": "string", "enum": ["red", "blue"]}}
    assert not isinstance(route("set the lamp to red, blue", tool(properties=colours)).decision, Run)
    many = {"colors": {"type": "array", "items": {"type": "string", "enum": ["red", "blue"]}}}
    assert filled(route, "set the lamp to red and blue", many) == {"colors": ["red", "blue"]}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("with sound", True),
        ("without sound", False),
        ("sound off", False),
        ("sound on", True),
        ("with no sound", None),
        ("", None),
    ],
)
def test_a_truth_value_is_said_by_its_name(route: Route, said: str, value: bool | None) -> None:
    found = filled(route, f"set the lamp {said}", {"sound": {"type": "boolean", "default": True}})
    assert found.get("sound") in ((value,) if value is not None else (None, False))


def test_on_and_off_switch_the_only_switch_there_is(route: Route) -> None:
    assert filled(route, "switch the lamp off", {"on": {"type": "boolean"}}) == {"on": False}
    assert filled(route, "switch on the lamp", {"enabled": {"type": "boolean"}}) == {"enabled": True}
    assert filled(route, "switch off the lamp", {"sound": {"type": "boolean"}}) == {}


@pytest.mark.parametrize(
    ("said", "form", "value"),
    [
        ("tomorrow", "date", "2026-12-01"),
        ("on Friday", "date", "2026-12-04"),
        ("next Friday", "date", "2026-12-04"),
        ("the day after tomorrow", "date", "2026-12-02"),
        ("on december 24th", "date", "2026-12-24"),
        ("on 3 May 2027", "date", "2027-05-03"),
        ("on 2027-01-02", "date", "2027-01-02"),
        ("in two days", "date", "2026-12-02"),
        ("at 17:30", "time", "17:30:00+01:00"),
        ("at 5 pm", "time", "17:00:00+01:00"),
        ("at 5pm", "time", "17:00:00+01:00"),
        ("at noon", "time", "12:00:00+01:00"),
        ("at half past five in the evening", "time", "17:30:00+01:00"),
        ("at quarter to six in the morning", "time", "05:45:00+01:00"),
        ("at 20 o'clock", "time", "20:00:00+01:00"),
        ("at 12 am", "time", "00:00:00+01:00"),
        ("tomorrow at 8 am", "date-time", "2026-12-01T08:00:00+01:00"),
        ("tonight at 9", "date-time", "2026-11-30T21:00:00+01:00"),
        ("in 10 minutes", "date-time", "2026-11-30T09:10:00+01:00"),
        ("5 minutes from now", "date-time", "2026-11-30T09:05:00+01:00"),
    ],
)
def test_moments_are_counted_from_now_and_written_as_the_schema_wants(
    route: Route, said: str, form: str, value: str
) -> None:
    assert filled(route, f"set the lamp {said}", {"when": {"type": "string", "format": form}}) == {"when": value}


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("at five", "time"),
        ("tomorrow", "date-time"),
        ("tomorrow at 5", "date-time"),
        ("on monday or tuesday", "date"),
        ("at 13 pm", "time"),
        ("in may", "date"),
        ("next week", "date"),
        ("this week", "date"),
    ],
)
def test_half_a_moment_fills_nothing(route: Route, said: str, form: str) -> None:
    assert filled(route, f"set the lamp {said}", {"when": {"type": "string", "format": form}}) == {}


def test_date_and_time_go_to_their_own_arguments(route: Route) -> None:
    both = {"day": {"type": "string", "format": "date"}, "at": {"type": "string", "format": "time"}}
    assert filled(route, "set the lamp on Friday at 18:00", both) == {"day": "2026-12-04", "at": "18:00:00+01:00"}
    days = {one: {"type": "string", "format": "date"} for one in ("start", "end")}
    assert filled(route, "set the lamp on Friday", days, required=("end",)) == {"end": "2026-12-04"}
    assert not isinstance(route("set the lamp on Friday", tool(properties=days)).decision, Run)


def test_a_text_that_is_described_as_a_date_is_one(route: Route) -> None:
    described = {"due_date": {"type": "string", "description": "Due date, YYYY-MM-DD"}}
    assert filled(route, "set the lamp tomorrow", described) == {"due_date": "2026-12-01"}
    start = {"start": {"type": "string", "description": "Date and time it begins"}}
    assert filled(route, "set the lamp tomorrow at 18:00", start) == {"start": "2026-12-01T18:00:00+01:00"}


@pytest.mark.parametrize(
    ("sentence", "arguments"),
    [
        ('set the lamp named "bed and breakfast"', {"name": "bed and breakfast"}),
        ("set the lamp called Big Ben", {"name": "Big Ben"}),
        ("set the lamp with the name Otto", {"name": "Otto"}),
        ("set the reading lamp", {"name": "reading"}),
        ("set it", {}),
        ("set the lamp that she gave me", {}),
    ],
)
def test_a_name_is_what_is_left_without_the_words_of_the_tool(
    route: Route, sentence: str, arguments: dict[str, object]
) -> None:
    assert filled(route, sentence, {"name": TEXT}, required=("name",)) == arguments


def test_a_secret_a_constant_and_an_object_are_never_filled(route: Route) -> None:
    hidden = {
        "password": {"type": "string", "format": "password"},
        "kind": {"const": "lamp"},
        "place": {"type": "object", "properties": {"city": TEXT}},
    }
    assert filled(route, "set the lamp with password secret in Berlin", hidden) == {}


@pytest.mark.clause("V-6.26")
def test_a_default_is_never_inserted(route: Route) -> None:
    defaults = {
        "level": {"type": "number", "default": 5},
        "color": {"type": "string", "enum": ["red"], "default": "red"},
    }
    assert filled(route, "set the lamp", defaults) == {}


@pytest.mark.fault("A47")
def test_arguments_behind_references_are_filled_too(route: Route) -> None:
    made = tool(properties={"level": {"$ref": "#/properties/other"}, "other": {"type": "number", "maximum": 10}})
    assert route("set the lamp with level 3", made).ranked[0].arguments == {"level": 3}


def test_a_value_that_only_the_whole_check_refuses_is_not_run_with(route: Route) -> None:
    made = tool(properties={"level": {"type": "number", "multipleOf": 5}}, required=("level",))
    routed = route("set the lamp to 7", made)
    assert not isinstance(routed.decision, Run | AskValue)
    assert routed.ranked[0].arguments == {}
    assert isinstance(route("set the lamp to 10", made).decision, Run)


MESSAGE = {
    "to": {"type": "string", "description": "Recipient"},
    "text": {"type": "string", "description": "What it says"},
    "subject": {"type": "string"},
}


@pytest.mark.parametrize(
    ("sentence", "arguments"),
    [
        ("send a message to Anna saying I am late", {"to": "Anna", "text": "I am late"}),
        ("send a message to Anna that says I am late", {"to": "Anna", "text": "I am late"}),
        ("send Anna a message saying hello", {"to": "Anna", "text": "hello"}),
        ("send Anna Meyer", {"to": "Anna Meyer"}),
        ("send hello there everybody", {}),
        ("send a message to Anna with the subject Lunch", {"to": "Anna", "subject": "Lunch"}),
        ('send "to be or not" to Anna', {"to": "Anna", "text": "to be or not"}),
    ],
)
def test_pieces_of_a_message_go_where_their_leads_say(
    route: Route, sentence: str, arguments: dict[str, object]
) -> None:
    made = tool(
        "send_message",
        "Send message",
        "Send a message. Use when the user asks to send a message.",
        MESSAGE,
        ("to", "text"),
    )
    found = route(sentence, made).ranked[0].arguments
    assert found.items() >= {key: value for key, value in arguments.items() if key != "to"}.items()
    assert "to" not in arguments or found.get("to") == arguments["to"]


@pytest.mark.parametrize(
    ("sentence", "runs"),
    [
        ("open docs.example.org", True),
        ("open https://example.org/a?b=c", True),
        ("open the kitchen", False),
        ("open it", False),
    ],
)
def test_a_link_looks_like_one(route: Route, sentence: str, runs: bool) -> None:
    made = tool(
        "open_link",
        "Open link",
        "Open a link. Use when the user asks to open a page.",
        {"url": {"type": "string"}},
        ("url",),
        utterances=("open {url}",),
    )
    assert isinstance(route(sentence, made).decision, Run) is runs


@pytest.mark.parametrize(("said", "runs"), [("A-12", True), ("soon", False)])
def test_the_number_of_a_thing_has_a_digit(route: Route, said: str, runs: bool) -> None:
    made = tool(
        "track_order",
        "Track order",
        "Use when the user asks to track an order.",
        {"order_number": {"type": "string"}},
        ("order_number",),
    )
    assert isinstance(route(f"track order {said}", made).decision, Run) is runs
