"""Fast intents of a manifest (V-14.1 to V-14.14): a broken one is dropped alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.domain.manifests import GONE, RICH, friendly

LIST = "intents.0"
NOTE = "intents.1"


NAME = pytest.mark.clause("V-14.1")
DESCRIPTION = pytest.mark.clause("V-14.2")
UTTERANCES = pytest.mark.clause("V-14.4")
PLACEHOLDERS = pytest.mark.clause("V-14.5")
SLOTS = pytest.mark.clause("V-14.6")
VALUES = pytest.mark.clause("V-14.7")
ENUM = pytest.mark.clause("V-14.8")
TYPE = pytest.mark.clause("V-14.9")
FIXED = pytest.mark.clause("V-14.10")
COVERAGE = pytest.mark.clause("V-14.11")


def case(place: str, value: Any, path: str, code: str, *marks: pytest.MarkDecorator) -> Any:
    return pytest.param(place, value, path, code, marks=marks)


BROKEN = [
    case(f"{LIST}.name", "Quick", "[0].name", "not-snake-case", NAME),
    case(f"{LIST}.name", "q" * 65, "[0].name", "not-a-good-text", NAME),
    case(f"{NOTE}.name", "quick_list", "[1].name", "name-taken", NAME),
    case(f"{LIST}.description", GONE, "[0].description", "not-a-good-text", DESCRIPTION),
    case(f"{LIST}.description", " ", "[0].description", "not-a-good-text", DESCRIPTION),
    case(f"{LIST}.description", "d" * 1001, "[0].description", "not-a-good-text", DESCRIPTION),
    case(f"{LIST}.tool", "nothing", "[0].tool", "unknown-tool"),
    case(f"{LIST}.tool", GONE, "[0].tool", "not-a-good-text"),
    case(f"{LIST}.utterances", GONE, "[0].utterances", "no-languages", UTTERANCES),
    case(f"{LIST}.utterances", {}, "[0].utterances", "no-languages", UTTERANCES),
    case(
        f"{LIST}.utterances", {f"a{c}": ["{count}"] for c in "abcdefghijklmnopqrstu"}, "[0].utterances", "no-languages"
    ),
    case(f"{LIST}.utterances", {"english!": ["{count}"]}, '[0].utterances["english!"]', "bad-language", UTTERANCES),
    case(f"{LIST}.utterances.en", [], "[0].utterances.en", "bad-utterances", UTTERANCES),
    case(f"{LIST}.utterances.en", ["{count}"] * 21, "[0].utterances.en", "bad-utterances", UTTERANCES),
    case(f"{LIST}.utterances.en", ["{count}" + "x" * 500], "[0].utterances.en", "bad-utterances", UTTERANCES),
    case(f"{LIST}.utterances.en", "show {count}", "[0].utterances.en", "bad-utterances", UTTERANCES),
    case(f"{LIST}.utterances.en", ["show {count} {what}"], "[0].utterances.en[0]", "unknown-placeholder", PLACEHOLDERS),
    case(f"{LIST}.utterances.en", ["{count}", "show"], "[0].utterances.en[1]", "placeholder-missing", PLACEHOLDERS),
    case(f"{NOTE}.slots.none", {"type": "string"}, "[1].slots.none", "unknown-argument", SLOTS),
    case(f"{NOTE}.slots.__proto__", {"type": "string"}, "[1].slots.__proto__", "bad-name", SLOTS),
    case(f"{NOTE}.slots.a-b", {"type": "string"}, "[1].slots.a-b", "bad-name", SLOTS),
    case(f"{NOTE}.slots.to", "a", "[1].slots.to", "not-an-object", SLOTS),
    case(f"{NOTE}.slots", [], "[1].slots", "not-an-object", SLOTS),
    case(f"{NOTE}.slots.text.type", "date", "[1].slots.text.type", "not-one-of", SLOTS),
    case(f"{NOTE}.slots.text.required", 1, "[1].slots.text.required", "not-true-or-false", SLOTS),
    case(f"{NOTE}.slots.code.valuesFrom", "server", "[1].slots.code.valuesFrom", "not-one-of", SLOTS),
    case(f"{NOTE}.slots.text.valuesFrom", None, "[1].slots.text.valuesFrom", "not-one-of", SLOTS),
    case(f"{NOTE}.slots.to.values", ["v"] * 31, "[1].slots.to.values", "bad-values", VALUES),
    case(f"{NOTE}.slots.to.values", ["v" * 201], "[1].slots.to.values", "bad-values", VALUES),
    case(f"{NOTE}.slots.to.values", ["a", " "], "[1].slots.to.values", "bad-values", VALUES),
    case(f"{LIST}.slots.count.examples", "3", "[0].slots.count.examples", "bad-values", VALUES),
    case(f"{NOTE}.slots.to", {"type": "enum"}, "[1].slots.to", "enum-values", ENUM),
    case(f"{NOTE}.slots.code.values", ["a"], "[1].slots.code", "enum-values", ENUM),
    case(f"{LIST}.slots.count.type", "string", "[0].slots.count.type", "other-type", TYPE),
    case(f"{NOTE}.slots.text.type", "number", "[1].slots.text.type", "other-type", TYPE),
    case(f"{NOTE}.fixedArgs.none", 1, "[1].fixedArgs.none", "unknown-argument", FIXED),
    case(f"{NOTE}.fixedArgs.constructor", 1, "[1].fixedArgs.constructor", "bad-name", FIXED),
    case(f"{NOTE}.fixedArgs.times", 9, "[1].fixedArgs.times", "fails-schema", FIXED),
    case(f"{NOTE}.fixedArgs.to", "c", "[1].fixedArgs.to", "fails-schema", FIXED),
    case(f"{NOTE}.fixedArgs", [], "[1].fixedArgs", "not-an-object", FIXED),
    case(f"{NOTE}.fixedArgs", {}, "[1].slots", "argument-not-covered", COVERAGE),
    case(f"{NOTE}.slots.text.required", False, "[1].slots", "argument-not-covered", COVERAGE),
    case(f"{LIST}.response", {}, "[0].response", "no-languages"),
    case(f"{LIST}.response", {"en": 7}, "[0].response.en", "not-text"),
    case(f"{LIST}.response", {"e": "x"}, "[0].response.e", "bad-language"),
    case(f"{LIST}.minConfidence", 1.5, "[0].minConfidence", "out-of-range"),
    case(f"{LIST}.minConfidence", "high", "[0].minConfidence", "out-of-range"),
]


@pytest.mark.parametrize(("place", "value", "path", "code"), BROKEN)
def test_an_intent_that_breaks_a_rule_is_dropped_alone(place: str, value: Any, path: str, code: str) -> None:
    manifest, found = friendly((place, value))
    assert (f"$.intents{path}", "dropped", code) in found
    other = 1 if path.startswith("[0]") else 0
    assert [one.name for one in manifest.intents] == [RICH["intents"][other]["name"]]


@pytest.mark.clause("V-14.3")
def test_an_intent_names_a_tool_of_the_manifest_and_background_work_is_warned_of() -> None:
    manifest, found = friendly((f"{LIST}.tool", "export_messages"))
    assert [one.name for one in manifest.intents] == ["note_to_self"]
    assert ("$.intents[0].tool", "dropped", "disabled-tool") in found
    assert friendly((f"{LIST}.tool", "none"))[1][0] == ("$.intents[0].tool", "dropped", "unknown-tool")


@pytest.mark.clause("V-2.18")
def test_intents_are_a_list_of_at_most_thirty() -> None:
    many = [{**RICH["intents"][0], "name": f"intent_{index}"} for index in range(31)]
    manifest, found = friendly(("intents", many))
    assert len(manifest.intents) == 30
    assert found == [("$.intents", "dropped", "too-many")]
    assert friendly(("intents", {}))[1] == [("$.intents", "dropped", "not-a-list")]
    assert friendly(("intents.0", "list"))[1] == [("$.intents[0]", "dropped", "not-an-object")]


@TYPE
def test_an_optional_slot_without_a_placeholder_and_an_integer_for_a_number_are_good() -> None:
    manifest, found = friendly(
        ("intents.1.slots.times", {"type": "number"}),
        ("intents.1.fixedArgs", {"to": "a"}),
        ("intents.0.response", GONE),
    )
    assert found == []
    assert manifest.intents[1].slots["times"].type == "number"
