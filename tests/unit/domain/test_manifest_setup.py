"""Setup fields: ``auth`` and ``preferences`` (V-5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.domain.manifests import GONE, friendly, refused


@pytest.mark.clause("V-5.1")
@pytest.mark.parametrize("kind", ["none", "apiKey", "oauth2", "basic", 7])
def test_a_kind_of_sign_in_that_does_not_exist_is_none(kind: Any) -> None:
    manifest, found = friendly(("auth.kind", kind))
    known = kind in {"none", "apiKey", "oauth2"}
    assert manifest.auth.kind == (kind if known else "none")
    assert found == ([] if known else [("$.auth.kind", "repaired", "not-one-of")])


@pytest.mark.clause("V-2.15")
def test_auth_is_an_object_and_preferences_a_list() -> None:
    manifest, found = friendly(("auth", "apiKey"), ("preferences", {}))
    assert (manifest.auth.fields, manifest.preferences) == ((), ())
    assert found == [("$.auth", "dropped", "not-an-object"), ("$.preferences", "dropped", "not-a-list")]
    assert friendly(("auth", {}), ("preferences", [7]))[1] == [("$.preferences[0]", "dropped", "not-an-object")]


@pytest.mark.clause("V-5.2", "V-5.3")
def test_an_auth_field_is_secret_and_optional_unless_it_says_so_and_name_is_read_for_key() -> None:
    manifest, found = friendly(("auth.fields", [{"name": "TOKEN", "label": "Token"}, {"key": "SITE"}]))
    token, site = manifest.auth.fields
    assert (token.key, token.label, token.secret, token.required) == ("TOKEN", "Token", True, False)
    assert site.label == "SITE"
    assert found == [
        ("$.auth.fields[0].name", "warning", "name-for-key"),
        ("$.auth.fields[1].label", "dropped", "missing"),
    ]
    key, region = friendly()[0].auth.fields
    assert (key.required, key.placeholder, key.description) == (True, "k", "d")
    assert (region.secret, region.header) == (False, "X-Region")


@pytest.mark.clause("V-5.6")
@pytest.mark.parametrize("name", ["1st", "a-b", "", "ü", "a\n", None, 7])
def test_a_field_whose_name_is_no_good_refuses_the_manifest(name: Any) -> None:
    assert refused(("auth.fields.0.key", name)) == [("$.auth.fields[0].key", "bad-name")]
    assert refused(("preferences.0.name", name)) == [("$.preferences[0].name", "bad-name")]


@pytest.mark.clause("V-5.6")
def test_a_field_name_is_unique_over_auth_and_preferences() -> None:
    assert refused(("preferences.0.name", "API_KEY")) == [("$.preferences[0].name", "name-taken")]
    assert refused(("preferences.0.name", "pin")) == [("$.preferences[1].name", "name-taken")]
    assert refused(("auth.fields.1.key", "API_KEY")) == [("$.auth.fields[1].key", "name-taken")]


STEERING = [
    *("PATH", "HOME", "SHELL", "LD_PRELOAD", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "PYTHONPATH"),
    *("PYTHONSTARTUP", "BASH_ENV", "ENV", "ZDOTDIR", "Path"),
]


@pytest.mark.clause("V-5.9")
@pytest.mark.parametrize("name", STEERING)
def test_a_field_named_like_a_variable_that_steers_loading_is_refused(name: str) -> None:
    assert refused(("auth.fields.0.key", name)) == [("$.auth.fields[0].key", "steering-name")]
    assert refused(("preferences.0.name", name)) == [("$.preferences[0].name", "steering-name")]


@pytest.mark.clause("V-5.4", "V-5.5")
def test_a_preference_has_a_name_a_title_and_one_of_five_types() -> None:
    kept = [one.type for one in friendly()[0].preferences]
    assert kept == ["text", "password", "boolean", "number", "select"]
    manifest, found = friendly(("preferences", [{"name": "a", "type": "date"}, {"name": "b", "title": "B"}]))
    assert [(one.title, one.type) for one in manifest.preferences] == [("a", "text"), ("B", "text")]
    assert found == [
        ("$.preferences[0].title", "dropped", "missing"),
        ("$.preferences[0].type", "repaired", "not-one-of"),
        ("$.preferences[1].type", "repaired", "missing"),
    ]


@pytest.mark.clause("V-5.7")
def test_a_select_has_1_to_50_options_and_is_a_text_without() -> None:
    many = [{"label": f"L{index}", "value": f"v{index}"} for index in range(51)]
    manifest, found = friendly(("preferences.4.options", many), ("preferences.4.default", "v3"))
    assert len(manifest.preferences[4].options) == 50
    assert found == [("$.preferences[4].options", "dropped", "too-many")]
    manifest, found = friendly(("preferences.4.options", []))
    assert (manifest.preferences[4].type, manifest.preferences[4].options) == ("text", ())
    assert found == [
        ("$.preferences[4].type", "repaired", "select-without-options"),
        ("$.preferences[4].options", "dropped", "nothing-in-it"),
    ]
    assert friendly(("preferences.4.options", GONE))[1] == [
        ("$.preferences[4].options", "dropped", "missing"),
        ("$.preferences[4].type", "repaired", "select-without-options"),
    ]
    options = ["a", {"value": "b"}, {"label": "C"}, {"label": "D", "value": []}, None]
    manifest, found = friendly(("preferences.4.options", options))
    assert [(one.label, one.value) for one in manifest.preferences[4].options] == [("a", "a"), ("b", "b")]
    assert [(path[24:], code) for path, _, code in found] == [
        ("[0]", "option-as-text"),
        ("[1].label", "missing"),
        ("[2].value", "missing"),
        ("[3].value", "not-text"),
        ("[4]", "not-text"),
    ]
    assert friendly(("preferences.0.options", []))[1] == [
        ("$.preferences[0].options", "dropped", "options-without-select")
    ]


@pytest.mark.clause("V-5.8")
def test_a_default_that_is_no_option_is_dropped() -> None:
    manifest, found = friendly(("preferences.4.default", "c"))
    assert manifest.preferences[4].default is None
    assert found == [("$.preferences[4].default", "dropped", "not-an-option")]
    assert friendly(("preferences.4.default", []))[1] == [("$.preferences[4].default", "dropped", "not-text")]


@pytest.mark.parametrize(
    ("index", "written", "kept", "code"),
    [
        (0, 7, "7", "number-as-text"),
        (0, [], None, "not-text"),
        (2, "false", False, "text-as-flag"),
        (2, "maybe", None, "not-true-or-false"),
        (3, "-1.5", -1.5, "text-as-number"),
        (3, "many", None, "not-a-number"),
        (3, True, None, "not-a-number"),
    ],
)
def test_a_default_of_another_type_is_converted_or_dropped(index: int, written: Any, kept: Any, code: str) -> None:
    manifest, found = friendly((f"preferences.{index}.default", written))
    assert manifest.preferences[index].default == kept
    assert [row[2] for row in found] == [code]
