"""Whatever is said to whatever tools: it never raises, runs nothing incomplete, and says the same twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.agent.router import AskValue, PreviousCall, Routed, Router, RouteRequest, RouterTool, Run, read_value
from app.agent.router.suite import Suite
from app.domain.fields import as_object
from app.domain.schemas import accepts, properties, required
from app.tools.schema import ArgumentSchema
from tests.unit.agent.router.conftest import NOW, tool

SPOKEN = (
    "set the lamp on off to called for in at minutes ten 25 5 pm half past quarter an hour and don't if tomorrow next "
    'friday red dark blue kitchen level mode text 50% 17:30 "big one" , . ? it me please without loud 1.5 -3 may 3rd '
    "name titled saying hello world Anna minus hundred thousand point a"
)
WORDS = st.sampled_from(SPOKEN.split(" "))
SENTENCES = st.one_of(st.lists(WORDS, max_size=14).map(" ".join), st.text(max_size=60))
PROPERTY = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "maxLength": 6, "minLength": 2},
        {"type": "string", "pattern": "^[a-z]+$"},
        {"type": "string", "enum": ["red", "dark_blue", ""]},
        {"type": "string", "format": "date"},
        {"type": "string", "format": "date-time"},
        {"type": "string", "format": "time"},
        {"type": "string", "format": "duration"},
        {"type": "string", "format": "password"},
        {"type": "integer", "minimum": 1, "maximum": 30, "description": "Minutes it stays"},
        {"type": "number", "exclusiveMinimum": 5, "multipleOf": 5},
        {"type": "boolean", "default": True},
        {"type": "array", "items": {"type": "string"}, "minItems": 2},
        {"type": "array", "items": {"enum": ["red", "blue"]}},
        {"type": "object", "properties": {"city": {"type": "string"}}},
        {"type": ["string", "null"]},
        {"const": 3},
        {"anyOf": [{"type": "number"}, {"type": "string"}]},
        {"$ref": "#/properties/level"},
        {},
        True,
    ]
)
NAMES = st.sampled_from(["level", "mode", "text", "name", "minutes", "room", "to", "from", "loud", "on", "date", "x_1"])
SCHEMAS = st.dictionaries(NAMES, PROPERTY, max_size=5)
UTTERANCES = st.lists(st.sampled_from(["set the lamp", "lamp {text}", "set {level} and {name}", "{}", ""]), max_size=3)
QUICK = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


OverAll = Callable[[str, str], tuple[Routed, tuple[RouterTool, ...]]]


@pytest.fixture(scope="module")
def over_all(router: Router, suite: Suite) -> OverAll:
    def asked(sentence: str, language: str) -> tuple[Routed, tuple[RouterTool, ...]]:
        return router.route(RouteRequest(sentence, language, suite.tools, NOW)), suite.tools

    return asked


@QUICK
@given(SENTENCES, SCHEMAS, st.data())
@example("set the lamp to 7", {"level": {"type": "number", "multipleOf": 5}}, None)
def test_what_would_act_always_passes_the_schema(
    router: Router, sentence: str, declared: dict[str, Any], data: st.DataObject | None
) -> None:
    names = tuple(data.draw(st.lists(st.sampled_from(sorted(declared)), unique=True))) if data and declared else ()
    utterances = tuple(data.draw(UTTERANCES)) if data else ()
    made = tool(properties=declared, required=names, utterances=utterances)
    request = RouteRequest(sentence, "en", (made,), NOW, PreviousCall(made.ref, {"text": "before"}))
    routed = router.route(request)
    assert router.route(request) == routed
    match routed.decision:
        case Run(arguments=arguments):
            assert {*required(made.input_schema)} <= arguments.keys()
            assert ArgumentSchema(made.input_schema).check(arguments).errors == {}
        case AskValue(arguments=arguments, missing=missing):
            assert missing not in arguments
            errors = ArgumentSchema(made.input_schema).check(arguments).errors
            assert errors.keys() <= {missing}
        case _:
            pass
    for one in routed.ranked:
        assert 0 <= one.score <= 1
        for name, value in one.arguments.items():
            assert accepts(as_object(properties(made.input_schema)[name]) or True, value)


@QUICK
@given(SENTENCES, st.sampled_from(["en", "en-GB", "de", "ja", "xx", ""]))
def test_any_sentence_in_any_language_over_many_tools_never_raises(
    over_all: OverAll, sentence: str, language: str
) -> None:
    routed, tools = over_all(sentence, language)
    assert len(routed.ranked) == len(tools)
    assert [one.score for one in routed.ranked] == sorted((one.score for one in routed.ranked), reverse=True)
    if isinstance(routed.decision, Run):
        made = next(one for one in tools if one.ref == routed.decision.ref)
        assert ArgumentSchema(made.input_schema).check(routed.decision.arguments).errors == {}


@QUICK
@given(SENTENCES, PROPERTY, st.sampled_from(["en", "de", ""]))
def test_an_answer_is_a_value_of_its_schema_or_nothing(text: str, schema: object, language: str) -> None:
    rules = schema if isinstance(schema, dict) else {}
    value = read_value(text, rules, language, NOW)
    assert value is None or accepts(rules, value)
