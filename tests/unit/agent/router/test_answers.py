"""The answer to a value that was asked for, and follow-ups that change one value of the last call."""

from __future__ import annotations

from typing import Any

import pytest

from app.agent.router import PreviousCall, Run, read_value
from app.domain.calls import IntegrationId, ToolRef
from tests.unit.agent.router.conftest import NOW, Route, tool


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("ten", {"type": "integer"}, 10),
        ("make it 2.5", {"type": "number"}, 2.5),
        ("two and a half", {"type": "integer"}, None),
        ("300", {"type": "integer", "maximum": 100}, None),
        ("2 or 3", {"type": "integer"}, None),
        ("90 seconds", {"type": "number", "description": "Minutes of its length"}, 1.5),
        ("5 minutes", {"type": "number", "description": "How many"}, None),
        ("ten minutes", {"type": "string", "format": "duration"}, "PT10M"),
        ("ten", {"type": "string", "format": "duration"}, None),
        ("the front one", {"type": "string", "enum": ["front", "back"]}, "front"),
        ("frunt", {"type": "string", "enum": ["front", "back"]}, None),
        ("garrage", {"type": "string", "enum": ["front", "garage"]}, "garage"),
        ("front or back", {"type": "string", "enum": ["front", "back"]}, None),
        ("2", {"type": "integer", "enum": [1, 2]}, 2),
        ("red and blue", {"type": "array", "items": {"enum": ["red", "blue"]}}, ["red", "blue"]),
        ("green", {"type": "array", "items": {"enum": ["red", "blue"]}}, None),
        ("yes please", {"type": "boolean"}, True),
        ("off", {"type": "boolean"}, False),
        ("yes and no", {"type": "boolean"}, None),
        ("perhaps", {"type": "boolean"}, None),
        ("tomorrow", {"type": "string", "format": "date"}, "2026-12-01"),
        ("at 7", {"type": "string", "format": "time"}, "07:00:00+01:00"),
        ("seven o'clock", {"type": "string", "format": "time"}, "07:00:00+01:00"),
        ("tomorrow at 18:00", {"type": "string", "format": "date-time"}, "2026-12-01T18:00:00+01:00"),
        ("whenever", {"type": "string", "format": "date"}, None),
        ("Called Shopping.", {"type": "string"}, "Shopping"),
        ("\u201cSee you\u201d", {"type": "string"}, "See you"),
        ("far too long", {"type": "string", "maxLength": 3}, None),
        ("to Anna", {"type": "array", "items": {"type": "string"}}, ["Anna"]),
        ("anything", {"type": "object"}, None),
        ("anything", {"type": "string", "format": "password"}, None),
        ("  ", {"type": "string"}, None),
        ("...", {"type": "array", "items": {"type": "string"}}, None),
    ],
)
def test_an_answer_becomes_the_value_that_the_schema_wants(text: str, schema: dict[str, Any], value: object) -> None:
    assert read_value(text, schema, "en", NOW) == value


def test_an_answer_in_another_language_is_read_by_its_calendar() -> None:
    assert read_value("morgen", {"type": "string", "format": "date"}, "de", NOW) == "2026-12-01"
    assert read_value("morgen", {"type": "string", "format": "date"}, "qq", NOW) is None


WEATHER = tool(
    "get_forecast",
    "Weather forecast",
    "Tell the weather. Use when the user asks about the weather.",
    {
        "city": {"type": "string", "description": "City"},
        "date": {"type": "string", "format": "date"},
        "days": {"type": "integer", "maximum": 7},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
    },
)


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("and tomorrow?", {"date": "2026-12-01"}),
        ("what about Berlin?", {"city": "Berlin"}),
        ("How about in New York", {"city": "New York"}),
        ("and for 3 days", {"days": 3}),
        ("and in fahrenheit?", {"unit": "fahrenheit"}),
        ("and for 9 days", None),
        ("and Rome?", None),
        ("and what about it?", None),
        ("and set it again", None),
        ("and then to the station where we met", None),
        ("and not tomorrow", None),
        ("and?", None),
        ("tomorrow", None),
    ],
)
def test_a_follow_up_changes_exactly_one_value(route: Route, sentence: str, changed: dict[str, object] | None) -> None:
    before: dict[str, object] = {"city": "Rome"}
    routed = route(sentence, WEATHER, previous=PreviousCall(WEATHER.ref, before))
    if changed is None:
        assert not isinstance(routed.decision, Run) or routed.decision.arguments != before
        return
    assert isinstance(routed.decision, Run)
    assert routed.decision.arguments == {**before, **changed}
    assert routed.ranked[0].ref == WEATHER.ref


def test_a_follow_up_needs_its_tool_its_language_and_one_place_for_the_value(route: Route) -> None:
    two = tool("route", "Route", "Way", {"start": {"type": "string"}, "goal": {"type": "string"}})
    gone = PreviousCall(ToolRef(IntegrationId("com.example.gone"), "gone"), {})
    for previous, language, made in (
        (gone, "en", WEATHER),
        (PreviousCall(WEATHER.ref, {}), "de", WEATHER),
        (PreviousCall(two.ref, {"start": "A", "goal": "B"}), "en", two),
        (None, "en", WEATHER),
    ):
        assert not isinstance(route("what about Berlin?", made, language=language, previous=previous).decision, Run)


def test_a_follow_up_that_the_schema_refuses_is_none(route: Route) -> None:
    made = tool("get", "Get", "Get", {"city": {"type": "string", "pattern": "^[A-Z]{3}$"}})
    assert not isinstance(route("and Berlin?", made, previous=PreviousCall(made.ref, {"city": "BER"})).decision, Run)
    assert isinstance(route("and MUC?", made, previous=PreviousCall(made.ref, {"city": "BER"})).decision, Run)
