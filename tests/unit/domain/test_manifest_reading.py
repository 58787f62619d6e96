"""How any manifest is read: bytes, the two modes, measures, and the fields at the top (V-1, V-2)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.domain.manifest import read_manifest
from app.domain.manifest.source import MOST_BYTES
from app.domain.measure import clip, serialised_size, utf16_length
from tests.unit.domain.manifests import GONE, RICH, changed, friendly, read, refused, told


def refusal(data: bytes) -> list[tuple[str, str, str]]:
    reading = read_manifest(data, strict=False)
    assert reading.manifest is None
    return told(reading)


def test_a_rich_manifest_has_no_findings_in_either_mode_and_keeps_every_field() -> None:
    for strict in (False, True):
        reading = read(RICH, strict=strict)
        assert told(reading) == []
        assert reading.manifest is not None
        kept = reading.manifest.model_dump(mode="json", by_alias=True, exclude_unset=True)
        assert kept == RICH


@pytest.mark.clause("V-1.2")
def test_the_manifest_is_utf_8_json_of_at_most_4_mib_with_or_without_a_byte_order_mark() -> None:
    text = json.dumps({**RICH, "name": "Päckchen"}, ensure_ascii=False)
    good = read_manifest(b"\xef\xbb\xbf" + text.encode(), strict=True)
    assert good.manifest is not None
    assert good.manifest.name == "Päckchen"
    full = text.encode() + b" " * (MOST_BYTES - len(text.encode()))
    assert read_manifest(full, strict=True).manifest is not None
    assert refusal(full + b" ") == [("$", "refused", "too-large")]
    assert refusal(text.encode("latin-1")) == [("$", "refused", "not-utf-8")]
    assert refusal(b'{"schemaVersion": 1') == [("$", "refused", "not-json")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[1]", "not-an-object"),
        (b'{"a": NaN}', "not-json"),
        (b'{"a": 1e999}', "not-json"),
        (b'{"a": 1' + b"0" * 400 + b"}", "not-json"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not-json"),
        (b'{"a": ' + b"[" * 70 + b"]" * 70 + b"}", "too-deep"),
        (b"[" * 200_000, "too-deep"),
        (b"", "not-json"),
    ],
)
def test_what_is_no_manifest_at_all_is_refused_and_never_raised(data: bytes, code: str) -> None:
    assert refusal(data) == [("$", "refused", code)]


def test_a_key_that_is_written_twice_is_told_and_the_last_one_counts() -> None:
    text = json.dumps(RICH).replace('"uiCallable": true', '"uiCallable": false, "uiCallable": true')
    reading = read_manifest(text.encode(), strict=False)
    assert reading.manifest is not None
    assert reading.manifest.tools[0].ui_callable
    assert told(reading) == [("$.tools[0].uiCallable", "dropped", "written-twice")]
    assert read_manifest(text.encode(), strict=True).manifest is None


def test_half_a_surrogate_pair_is_replaced_and_told() -> None:
    manifest, found = friendly(("name", "a\ud800b"), ("asr", {"vocabulary": [], "x\udc00": 1}))
    assert manifest.name == "a\N{REPLACEMENT CHARACTER}b"
    assert ("$.name", "repaired", "half-a-character") in found
    assert ("$.asr", "repaired", "half-a-character") in found


@pytest.mark.clause("V-1.4", "V-1.6")
def test_friendly_reading_repairs_what_it_can_and_strict_reading_calls_the_same_places_errors() -> None:
    changes = (("name", "n" * 61), ("homepage", "no address"), ("tools.1.visibility", "nobody"))
    manifest, found = friendly(*changes)
    assert manifest.name == "n" * 59 + "…"
    assert manifest.homepage is None
    assert manifest.tools[1].visibility == "user"
    assert found == [
        ("$.name", "repaired", "too-long"),
        ("$.homepage", "dropped", "not-a-web-address"),
        ("$.tools[1].visibility", "repaired", "not-one-of"),
    ]
    strict = read(changed(*changes), strict=True)
    assert strict.manifest is None
    assert told(strict) == [(path, "error", code) for path, _, code in found]


@pytest.mark.clause("V-1.7")
def test_refusals_stop_both_modes_and_warnings_stop_neither() -> None:
    assert refused(("id", "Not An Id")) == [("$.id", "bad-id")]
    for strict in (False, True):
        warned = read(changed(("tools.1.description", "Short")), strict=strict)
        assert told(warned) == [("$.tools[1].description", "warning", "short-description")]
        assert warned.manifest is not None


@pytest.mark.clause("V-1.8", "V-1.10")
def test_lengths_count_utf_16_units_after_trimming_and_clipping_keeps_pairs_whole() -> None:
    assert utf16_length("  a😀b\n") == 4
    assert clip("  abcd ", 4) == "abcd"
    assert clip("abcde", 4) == "abc…"
    assert clip("ab😀de", 4) == "ab…"
    assert clip("a😀cde", 4) == "a😀…"
    manifest, found = friendly(("name", " " * 9 + "😀" * 30 + " "))
    assert (manifest.name, found) == ("😀" * 30, [])
    manifest, found = friendly(("name", "😀" * 31))
    assert manifest.name == "😀" * 29 + "…"
    assert found == [("$.name", "repaired", "too-long")]


@pytest.mark.clause("V-1.9")
def test_a_serialised_size_is_that_of_compact_json() -> None:
    assert serialised_size({"a": [1, "ü😀"], "b": None}) == len('{"a":[1,"ü__"],"b":null}')


@pytest.mark.clause("V-1.11")
def test_an_unknown_field_is_ignored_and_warned_of_wherever_it_stands() -> None:
    manifest, found = friendly(("new", 1), ("tools.0.confirmation.root.sparkles now", True))
    assert found == [
        ('$.tools[0].confirmation.root["sparkles now"]', "warning", "unknown-field"),
        ("$.new", "warning", "unknown-field"),
    ]
    assert manifest.model_dump(mode="json", by_alias=True, exclude_unset=True) == RICH


REFUSED = [
    pytest.param("schemaVersion", 2, "$.schemaVersion", "unknown-schema", marks=pytest.mark.clause("V-2.1")),
    pytest.param("schemaVersion", True, "$.schemaVersion", "unknown-schema", marks=pytest.mark.clause("V-2.1")),
    pytest.param("schemaVersion", GONE, "$.schemaVersion", "unknown-schema", marks=pytest.mark.clause("V-2.1")),
    pytest.param("id", "plain", "$.id", "bad-id", marks=pytest.mark.clause("V-2.2")),
    pytest.param("id", "com.Example", "$.id", "bad-id", marks=pytest.mark.clause("V-2.2")),
    pytest.param("id", "com.example\n", "$.id", "bad-id", marks=pytest.mark.clause("V-2.2")),
    pytest.param("id", GONE, "$.id", "bad-id", marks=pytest.mark.clause("V-2.2")),
    pytest.param("version", "1.2", "$.version", "bad-version"),
    pytest.param("name", "  ", "$.name", "empty"),
    pytest.param("name", GONE, "$.name", "missing"),
    pytest.param("summary", GONE, "$.summary", "missing"),
    pytest.param("runtime", GONE, "$.runtime", "missing", marks=pytest.mark.clause("V-2.13")),
    pytest.param("permissions", {}, "$.permissions", "not-a-list", marks=pytest.mark.clause("V-2.14")),
    pytest.param("permissions", None, "$.permissions", "not-a-list", marks=pytest.mark.clause("V-2.14")),
    pytest.param("icon", "../icon.png", "$.icon", "leaves-folder"),
    pytest.param("icon", "/etc/icon.png", "$.icon", "leaves-folder"),
    pytest.param("icon", "C:\\icon.png", "$.icon", "leaves-folder"),
    pytest.param("icon", "art\\..\\..\\icon.png", "$.icon", "leaves-folder"),
]


@pytest.mark.parametrize(("place", "value", "path", "code"), REFUSED)
def test_what_cannot_be_guessed_refuses_the_manifest(place: str, value: Any, path: str, code: str) -> None:
    assert (path, code) in refused((place, value))


def test_every_finding_is_told_at_once_and_the_icon_even_then() -> None:
    reading = read(changed(("id", 1), ("version", 1), ("tools.0.name", 1), ("intents.0.tool", "x")))
    assert [path for path, _, _ in told(reading)] == [
        "$.id",
        "$.version",
        "$.tools[0].name",
        "$.intents[0].tool",
        "$.intents[1].tool",
    ]
    assert reading.icon == "icon.png"


@pytest.mark.clause("V-2.3")
def test_a_version_begins_with_three_numbers_and_strict_reading_wants_exactly_semver() -> None:
    assert refused(("version", "v1.2.3")) == [("$.version", "bad-version")]
    for version, strictly in (("1.2.3", True), ("1.2.3.4", False), ("01.2.3", False), ("1.2.3-rc.1+b7", True)):
        assert read(changed(("version", version))).findings == read(RICH).findings
        strict = read(changed(("version", version)), strict=True)
        assert told(strict) == ([] if strictly else [("$.version", "error", "not-semver")])


@pytest.mark.clause("V-2.4", "V-2.5")
def test_name_and_summary_are_clipped_and_the_summary_is_one_line() -> None:
    manifest, found = friendly(("name", "n" * 61), ("summary", "it listens\r\n  and writes\u2028" + "x" * 200))
    assert manifest.name == "n" * 59 + "…"
    assert manifest.summary == ("it listens and writes " + "x" * 200)[:139] + "…"
    assert found == [
        ("$.name", "repaired", "too-long"),
        ("$.summary", "repaired", "line-break"),
        ("$.summary", "repaired", "too-long"),
    ]
    assert refused(("name", "")) == [("$.name", "empty")]
    assert refused(("summary", GONE)) == [("$.summary", "missing")]
    assert refused(("summary", " \n")) == [("$.summary", "empty")]


@pytest.mark.clause("V-2.6")
def test_a_description_is_clipped_and_loses_remote_images() -> None:
    text = 'a ![x](https://example.com/x.png "t") ![y](y.png) <img src="//z"> b'
    manifest, found = friendly(("description", text))
    assert manifest.description == "a  ![y](y.png)  b"
    assert found == [("$.description", "repaired", "remote-image")]
    manifest, found = friendly(("description", "d" * 10_001))
    assert manifest.description == "d" * 9_999 + "…"
    assert found == [("$.description", "repaired", "too-long")]


@pytest.mark.clause("V-2.7", "V-2.8")
def test_a_publisher_is_an_object_with_id_and_name_and_a_text_is_read_as_the_name() -> None:
    manifest, found = friendly(("publisher", "Example Ltd"))
    assert (manifest.publisher.id, manifest.publisher.name) == ("", "Example Ltd")
    assert found == [("$.publisher", "repaired", "publisher-as-text")]
    manifest, found = friendly(("publisher", {"id": " ", "name": "", "url": "ftp://example.com"}))
    assert (manifest.publisher.id, manifest.publisher.name, manifest.publisher.url) == ("", "", None)
    assert found == [
        ("$.publisher.id", "dropped", "empty"),
        ("$.publisher.name", "dropped", "empty"),
        ("$.publisher.url", "dropped", "not-a-web-address"),
    ]
    assert friendly(("publisher", GONE))[1] == [("$.publisher", "repaired", "missing")]
    assert friendly(("publisher", [1]))[1] == [("$.publisher", "dropped", "not-an-object")]


def test_a_publisher_cannot_verify_itself() -> None:
    manifest, found = friendly(("publisher.verified", True))
    assert "verified" not in manifest.publisher.model_dump()
    assert found == [("$.publisher.verified", "warning", "verified-ignored")]


@pytest.mark.clause("V-2.10")
def test_categories_are_at_most_ten_of_forty_characters() -> None:
    manifest, found = friendly(("categories", ["Any CASE", "c" * 41, 7, {}, *"abcdefg"]))
    assert manifest.categories == ("Any CASE", "c" * 39 + "…", "7", "a", "b", "c", "d", "e", "f")
    assert found == [
        ("$.categories", "dropped", "too-many"),
        ("$.categories[1]", "repaired", "too-long"),
        ("$.categories[2]", "repaired", "number-as-text"),
        ("$.categories[3]", "dropped", "not-text"),
    ]
    assert friendly(("categories", "Mail"))[1] == [("$.categories", "dropped", "not-a-list")]


@pytest.mark.clause("V-2.12")
@pytest.mark.parametrize("key", ["homepage", "repository"])
@pytest.mark.parametrize(
    "url",
    ["example.com", "ftp://example.com", "https://", "javascript:alert(1)", "https://[", "http://a:0", "http://a b"],
)
def test_an_address_that_is_no_web_address_is_dropped(key: str, url: str) -> None:
    manifest, found = friendly((key, url))
    assert getattr(manifest, key) is None
    assert found == [(f"$.{key}", "dropped", "not-a-web-address")]


@pytest.mark.clause("V-2.19")
def test_a_vocabulary_is_at_most_fifty_words_and_a_bad_one_is_dropped() -> None:
    manifest, found = friendly(("asr.vocabulary", ["a", "b,c", "w" * 81, "w" * 80, [], *(["z"] * 50)]))
    assert manifest.asr.vocabulary == ("a", "w" * 80, *(["z"] * 45))
    assert found == [
        ("$.asr.vocabulary", "dropped", "too-many"),
        ("$.asr.vocabulary[1]", "dropped", "bad-word"),
        ("$.asr.vocabulary[2]", "dropped", "bad-word"),
        ("$.asr.vocabulary[4]", "dropped", "not-text"),
    ]
    assert friendly(("asr", []))[1] == [("$.asr", "dropped", "not-an-object")]
    assert friendly(("asr", {}), ("setupGuide", GONE))[1] == []


def test_a_setup_guide_is_text_or_an_object_and_another_shape_is_ignored() -> None:
    assert friendly(("setupGuide", "Get a key"))[0].setup_guide == "Get a key"
    manifest, found = friendly(("setupGuide", ["Get a key"]))
    assert manifest.setup_guide is None
    assert found == [("$.setupGuide", "warning", "unknown-shape")]


def test_flags_may_be_written_as_text_and_nothing_else() -> None:
    manifest, found = friendly(("ownsAudio", "TRUE"), ("tools.1.disabled", 1))
    assert manifest.owns_audio
    assert not manifest.tools[1].disabled
    assert found == [
        ("$.tools[1].disabled", "dropped", "not-true-or-false"),
        ("$.ownsAudio", "repaired", "text-as-flag"),
    ]


def test_optional_fields_may_all_be_missing() -> None:
    needed = {"schemaVersion", "id", "version", "name", "summary", "publisher", "runtime", "tools"}
    changes: list[tuple[str, Any]] = [(key, GONE) for key in RICH if key not in needed]
    manifest, found = friendly(*changes, ("tools", [RICH["tools"][1]]))
    assert found == []
    assert manifest.hooks is None
    assert manifest.grants.kinds == frozenset()
