"""What a server answered, read: the model's text, the card, pictures, and what is too large, whatever was sent."""

from __future__ import annotations

import base64
import json
import math
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.calls import Picture, RawResult, Sound
from app.domain.cards import Card
from app.domain.errors import StorageUnavailable
from app.domain.fields import JsonObject
from app.tools.result_contents import MOST_MEDIA, MOST_MEDIA_BYTES
from app.tools.result_faces import MOST_SHOWN
from app.tools.results import CARD_KEY, MOST_TEXT, KeptPart, ReadResult, ResultReader
from tests.plugins.logs import ExpectLog

GLANCE: dict[str, Any] = {"blocks": [{"type": "header", "title": "Weather"}]}
DATA: dict[str, Any] = {"city": "Vienna", "degrees": 9}
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


class Kept:
    """Keeps in memory what would be written."""

    def __init__(self) -> None:
        self.parts: list[KeptPart] = []

    def __call__(self, parts: Sequence[KeptPart]) -> str:
        self.parts.extend(parts)
        return "kept"


def full(parts: Sequence[KeptPart]) -> str:
    raise StorageUnavailable("no space", code="storage-full")


def text(value: object) -> JsonObject:
    return {"type": "text", "text": value if isinstance(value, str) else json.dumps(value)}


def media(kind: str, mime_type: object, data: bytes) -> JsonObject:
    return {"type": kind, "mimeType": mime_type, "data": base64.b64encode(data).decode()}


def read(
    *items: JsonObject, structured: JsonObject | None = None, error: bool = False, strict: bool = False
) -> ReadResult:
    return ResultReader(Kept()).read(RawResult(items, structured, is_error=error), strict=strict)


def told(result: ReadResult) -> list[tuple[str, str]]:
    return [(one.path, one.code) for one in result.findings]


def title(card: Card | None) -> str:
    assert card is not None
    return card.model_dump()["blocks"][0]["title"]


def shown(card: Card | None) -> Any:
    assert card is not None
    (block,) = card.model_dump(exclude_none=True)["blocks"]
    return block["text"] if block["type"] == "text" else [(one["label"], one["value"]) for one in block["pairs"]]


@pytest.mark.clause("V-9.1", "V-9.2", "V-9.4")
def test_the_card_beside_the_data_is_taken_out_before_the_model_gets_the_data() -> None:
    result = read(text({**DATA, CARD_KEY: GLANCE}))
    assert title(result.card) == "Weather"
    assert json.loads(result.text) == DATA
    assert result.without_card().content == (text(json.dumps(DATA, separators=(",", ":"))),)
    assert told(result) == []


@pytest.mark.clause("V-9.2")
def test_all_texts_are_joined_with_a_line_feed_and_parsed_as_a_whole() -> None:
    whole = json.dumps({**DATA, CARD_KEY: GLANCE}, indent=1)
    first, _, second = whole.partition("\n")
    image = media("image", "image/png", PNG)
    result = read(text(first), image, text(second))
    assert title(result.card) == "Weather"
    assert json.loads(result.text) == DATA
    assert [item["type"] for item in result.without_card().content] == ["text", "image"]


@pytest.mark.clause("V-9.2", "V-9.4")
@pytest.mark.parametrize("glance", [None, [], "blocks", {"blocks": {}}, {}])
def test_what_has_no_list_of_blocks_is_no_card_and_still_does_not_reach_the_model(glance: object) -> None:
    result = read(text({**DATA, CARD_KEY: glance}))
    assert json.loads(result.text) == DATA
    assert told(result) == [(f"$.{CARD_KEY}", "no-card")]
    assert shown(result.card) == [("City", "Vienna"), ("Degrees", "9")]


@pytest.mark.clause("V-9.2", "V-9.4")
def test_a_card_in_a_text_that_is_no_json_as_a_whole_is_no_card() -> None:
    result = read(text("Here you are:"), text({**DATA, CARD_KEY: GLANCE}), text(f"no {CARD_KEY}"))
    assert told(result) == [("$", "no-card")]
    assert CARD_KEY not in result.text.replace(f"no {CARD_KEY}", "")
    assert result.text.startswith("Here you are:\n{")
    assert shown(result.card) == f"Here you are:\nno {CARD_KEY}"
    assert [item["type"] for item in result.without_card().content] == ["text"] * 3
    nested = read(text({"result": {CARD_KEY: GLANCE}}))
    assert (nested.card, told(nested)) == (None, [("$", "no-card")])


@pytest.mark.clause("V-9.3", "V-9.4")
def test_structured_content_gives_the_card_only_when_the_text_gave_none() -> None:
    other = {"blocks": [{"type": "header", "title": "Other"}]}
    structured: JsonObject = {**DATA, CARD_KEY: other}
    alone = read(structured=structured)
    assert title(alone.card) == "Other"
    assert json.loads(alone.text) == DATA
    assert alone.without_card().structured == DATA
    both = read(text({**DATA, CARD_KEY: GLANCE}), structured=structured)
    assert title(both.card) == "Weather"
    assert both.without_card().structured == DATA
    beside = read(text("It is cold."), structured=structured)
    assert (title(beside.card), beside.text) == ("Other", "It is cold.")
    assert structured[CARD_KEY] is other, "what the server sent is not changed"


@pytest.mark.clause("V-9.5")
def test_data_only_in_the_card_is_an_error_for_authors() -> None:
    only: JsonObject = {CARD_KEY: GLANCE}
    for items, structured in (([text(only)], None), (list[JsonObject](), only)):
        strict = ResultReader(Kept()).read(RawResult(tuple(items), structured), strict=True)
        assert told(strict) == [("$", "data-only-in-card")]
        assert told(ResultReader(Kept()).read(RawResult(tuple(items), structured))) == []
    assert told(read(text({}), strict=True)) == told(read(strict=True)) == []
    beside = read(text({CARD_KEY: GLANCE}), structured=dict(DATA), strict=True)
    assert told(beside) == []
    assert json.loads(beside.text) == DATA


@pytest.mark.clause("V-9.33", "V-1.12")
@pytest.mark.parametrize(
    ("items", "structured", "face"),
    [
        ([text("It is cold.")], None, "It is cold."),
        ([text("One"), text(" "), text("Two")], None, "One\n \nTwo"),
        ([text('"done"')], None, "done"),
        ([text("9.5")], None, "9.5"),
        ([text("true")], {"result": True}, "true"),
        (
            [text({"a_b": "x", "none": None, "list": [1], "yes": True, "blank": " "})],
            None,
            [("A b", "x"), ("Yes", "true")],
        ),
        ([text({str(key): key for key in range(9)})], None, [(str(key), str(key)) for key in range(5)]),
        ([], {"total": 3}, [("Total", "3")]),
        ([text("{}")], {"total": 3}, [("Total", "3")]),
        ([text(""), text(" ")], {"total": 3}, [("Total", "3")]),
        ([text({"a": 1}), text({"b": 2})], None, [("A", "1")]),
        ([text({"infinite": math.inf, "large": 1e400, "fine": 1})], None, [("Fine", "1")]),
    ],
)
def test_a_result_without_a_card_shows_its_text_or_its_first_plain_fields(
    items: list[JsonObject], structured: JsonObject | None, face: object
) -> None:
    assert shown(read(*items, structured=structured).card) == face


@pytest.mark.clause("V-1.12", "V-9.33")
@pytest.mark.parametrize(
    "items",
    [
        [],
        [text("null")],
        [text(" ")],
        [text([1, 2])],
        [text({"deep": {"a": 1}})],
        [text('{"broken": ')],
        [text('{"a": 1}\n{"b": 2}')],
        [text("```json\n{}\n```")],
        [text('[{"a": 1}, ')],
        [text("[" * 100_000)],
    ],
)
def test_no_json_is_ever_shown_to_a_person(items: list[JsonObject]) -> None:
    assert read(*items).card is None


def test_pictures_sounds_and_resources_go_where_they_belong() -> None:
    result = read(
        text("Look"),
        media("image", "image/PNG", PNG),
        media("audio", "audio/wav", b"RIFF"),
        {"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}},
        {"type": "resource", "resource": {"uri": "file:///b", "blob": "AAAA"}},
        {"type": "resource_link", "uri": "https://example.com", "name": "Example"},
    )
    assert result.pictures == (Picture("image/png", PNG),)
    assert result.sounds == (Sound("audio/wav", b"RIFF"),)
    lines = result.text.splitlines()
    assert lines[0] == "Look"
    assert "inside" in lines
    assert "[resource that is no text: file:///b]" in lines
    assert "[link: Example https://example.com]" in lines
    assert told(result) == []
    assert shown(result.card) == "Look"


def test_items_that_cannot_be_used_are_left_out_and_the_others_stay() -> None:
    result = read(
        {"type": "video"},
        {},
        {"type": "text", "text": 5},
        media("image", "image/svg+xml", PNG),
        media("image", None, PNG),
        {"type": "image", "mimeType": "image/png", "data": "%%%"},
        {"type": "image", "mimeType": "image/png", "data": "ü"},
        {"type": "image", "mimeType": "image/png", "data": 5},
        {"type": "image", "mimeType": "image/png"},
        {"type": "resource"},
        {"type": "resource_link", "uri": 5},
        text("fine"),
    )
    assert result.text.splitlines() == ["fine", "[link:  ]"]
    assert result.pictures == ()
    assert [path.removeprefix("$.content") for path, _ in told(result)] == [
        *("[0].type", "[1].type", "[2].text", "[3].mimeType", "[4].mimeType"),
        *("[5].data", "[6].data", "[7].data", "[8].data", "[9].resource.text"),
    ]


def test_items_and_pictures_over_the_bounds_are_left_out() -> None:
    pictures = read(*[media("image", "image/png", PNG)] * (MOST_MEDIA + 1))
    assert len(pictures.pictures) == MOST_MEDIA
    assert told(pictures) == [(f"$.content[{MOST_MEDIA}]", "too-many")]
    many = read(*[text("x")] * 501)
    assert many.text.count("x") == 500
    assert told(many) == [("$.content", "too-many")]
    assert len(many.without_card().content) == 500
    wrapped: JsonObject = {"type": "image", "mimeType": "image/png", "data": base64.encodebytes(PNG * 9).decode()}
    assert read(wrapped).pictures[0].data == PNG * 9, "lines may be wrapped"


@pytest.mark.fault("A48")
def test_five_megabytes_of_text_are_cut_with_a_marker_and_kept_whole() -> None:
    long = "start " + "x" * 5_000_000 + " end"
    kept = Kept()
    result = ResultReader(kept).read(RawResult((text(long),)))
    assert len(result.text) < MOST_TEXT + 200
    assert result.text.startswith("start ")
    assert result.text.endswith(" end")
    assert "4960010 characters were left out here by Voxnotch; the whole is in a file" in result.text
    assert result.kept_file == "kept"
    assert [(part.name, part.data.decode()) for part in kept.parts] == [("result.txt", long)]
    assert len(shown(result.card)) == MOST_SHOWN
    exact = read(text("x" * MOST_TEXT))
    assert (len(exact.text), exact.kept_file) == (MOST_TEXT, "")


@pytest.mark.fault("A48")
def test_a_picture_of_twenty_megabytes_is_kept_and_not_passed_on() -> None:
    large = bytes(20 * 1024 * 1024)
    kept = Kept()
    items = (text("Look"), media("image", "image/jpeg", large), media("image", "image/png", PNG))
    result = ResultReader(kept).read(RawResult(items))
    assert result.pictures == (Picture("image/png", PNG),)
    assert result.text == "Look\n[A picture of 20.0 MiB was too large to be passed on.]"
    assert [(part.name, len(part.data)) for part in kept.parts] == [("picture-1.jpg", len(large))]
    assert told(result) == [("$.content[1].data", "large-media")]
    fits = read(media("image", "image/png", bytes(MOST_MEDIA_BYTES)))
    assert (len(fits.pictures), fits.kept_file) == (1, "")


@pytest.mark.fault("A48")
def test_a_full_disk_costs_the_file_and_not_the_result(expected_log: ExpectLog) -> None:
    expected_log("a large result was not kept")
    result = ResultReader(full).read(RawResult((text("x" * (MOST_TEXT + 1)),)))
    assert result.kept_file == ""
    assert "1 characters were left out here by Voxnotch; the whole could not be kept" in result.text


@pytest.mark.clause("V-1.12")
@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([text("The key was rejected (401).")], "The key was rejected (401)."),
        ([text({"error": "No such city"})], "No such city"),
        ([text({"error": {"code": 5, "message": "No such city"}})], "No such city"),
        ([text({"message": " ", "detail": "No such city"})], "No such city"),
        ([text({"error": {"error": {"error": "x"}}})], "The tool reported an error and did not say what went wrong."),
        ([text({"error": '{"code": 5}'})], "The tool reported an error and did not say what went wrong."),
        ([], "The tool reported an error and did not say what went wrong."),
    ],
)
def test_an_error_is_told_in_words_and_never_as_json(items: list[JsonObject], words: str) -> None:
    result = read(*items, error=True)
    assert result.error_words == words
    assert result.card is None
    assert read(*items).error_words == ""


def deep(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


@pytest.mark.parametrize(
    "hostile",
    [
        deep(100_000),
        deep(500),
        f'{{"{CARD_KEY}": {deep(200)}}}',
        f'{{"{CARD_KEY}": {{"blocks": [{deep(300)}]}}}}',
        f'{{"{CARD_KEY}": {{"blocks": []}}, "{CARD_KEY}": {json.dumps(GLANCE)}}}',
        '{"a": NaN, "b": -Infinity, "c": 1e400}',
        '{"a": 1' + "0" * 400 + "}",
        '{"a": 1' + "0" * 5000 + "}",
        r'{"a\ud83d": "b\ude00", "a\ud83e": 1}',
        "a\ud83d",
        "\x00\x1b[31m",
        '{"__proto__": 1, "": 2}',
        "\ufeff{}",
    ],
)
def test_hostile_json_never_raises_and_the_model_gets_text_that_can_be_sent(hostile: str) -> None:
    worse: JsonObject = {CARD_KEY: hostile, "a\ud83d": [math.nan, 10**400, 10**5000]}
    for items, structured in (((text(hostile),), None), ((text(hostile), text(hostile)), worse)):
        result = ResultReader(Kept()).read(RawResult(items, structured))
        result.text.encode()
        if result.card is not None:
            result.card.model_dump_json().encode()


def test_of_a_key_that_is_written_twice_the_last_counts_and_it_is_told() -> None:
    result = read({"type": "text", "text": f'{{"{CARD_KEY}": {{"blocks": []}}, "{CARD_KEY}": {json.dumps(GLANCE)}}}'})
    assert title(result.card) == "Weather"
    assert told(result) == [(f"$.{CARD_KEY}", "written-twice")]


def test_of_a_million_faults_of_one_kind_the_first_are_told() -> None:
    result = read({"type": "text", "text": f'{{"{CARD_KEY}": {{"blocks": [1]}}, "a": [{"NaN," * 1000}1]}}'})
    assert json.loads(result.text)["a"] == [None] * 1000 + [1]
    assert told(result)[0] == ("$.a[0]", "not-a-number")
    assert len(result.findings) == 200


def test_a_structured_answer_of_any_depth_is_read() -> None:
    nested: Any = {}
    for _ in range(sys.getrecursionlimit() * 2):
        nested = {"a": nested}
    result = read(structured=nested)
    assert result.text.startswith('{"a":{"a":')
    assert [code for _, code in told(result)] == ["too-deep"]


def test_text_of_more_than_eight_million_characters_is_no_json() -> None:
    result = read({"type": "text", "text": '{"a": "' + "x" * (8 * 1024 * 1024) + '"}'})
    assert result.card is None
    assert len(result.text) < MOST_TEXT + 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)
KEYS = st.sampled_from(["type", "text", "data", "mimeType", "resource", "uri", "blob", CARD_KEY, "blocks"])
KINDS = st.sampled_from(["text", "image", "audio", "resource", "resource_link", "other"])
OBJECTS = st.dictionaries(KEYS, JSON | st.dictionaries(KEYS, JSON, max_size=3), max_size=5)


@st.composite
def items(draw: st.DrawFn) -> JsonObject:
    item: JsonObject = {**draw(OBJECTS)}
    if draw(st.booleans()):
        item["type"] = draw(KINDS)
    if draw(st.booleans()):
        item["text"] = json.dumps(draw(OBJECTS))
    return item


@settings(max_examples=200, deadline=None)
@given(st.lists(items(), max_size=4), st.none() | OBJECTS, st.booleans())
def test_any_result_is_read_the_same_way_twice(
    content: list[JsonObject], structured: JsonObject | None, is_error: bool
) -> None:
    raw = RawResult(tuple(content), structured, is_error)
    result, again = (ResultReader(Kept()).read(raw) for _ in range(2))
    assert repr(result) == repr(again)
    assert (result.text, result.card, result.error_words) == (again.text, again.card, again.error_words)
    result.text.encode()
    assert bool(result.error_words) == is_error
    assert CARD_KEY not in (result.without_card().structured or {})
    stripped = ResultReader(Kept()).read(result.without_card())
    assert stripped.text == result.text, "there is nothing left to take out"
