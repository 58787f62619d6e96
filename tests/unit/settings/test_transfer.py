"""Settings carried to another machine: as a whole or not at all."""

from __future__ import annotations

import json

import pytest

from app.settings.file import LoadedSettings, export_settings, import_settings
from app.settings.model import Settings


def test_what_is_exported_can_be_imported() -> None:
    settings = Settings().with_value("text.vocabulary", ["Łódź"]).with_value("hotkeys.dictate", "f9")
    assert import_settings(export_settings(settings)) == LoadedSettings(settings)
    assert "Łódź" in export_settings(settings)


def test_a_byte_order_mark_of_an_editor_does_no_harm() -> None:
    assert import_settings("\ufeff" + export_settings(Settings())).problems == ()


def test_keys_left_out_are_at_their_default() -> None:
    loaded = import_settings('{"version": 1, "audio": {"cues": false}}')
    assert loaded.settings == Settings().with_value("audio.cues", value=False)


@pytest.mark.parametrize(
    ("document", "places"),
    [
        ({"version": 1, "audio": {"cues": "perhaps"}}, ["audio.cues"]),
        ({"version": 1, "audio": {"cues": "x", "lower_to_percent": 900}}, ["audio.cues", "audio.lower_to_percent"]),
        ({"version": 1, "hotkeys": {"dictate": "f9", "agent": "f9"}}, ["hotkeys.agent"]),
        ({"version": 1, "audio": {"colour": "red"}, "extra": 1}, ["audio.colour", "extra"]),
        ({"version": 2}, ["version"]),
        ({"version": "1"}, ["version"]),
        ({}, ["version"]),
        ({"name": "a file of something else"}, ["name", "version"]),
        ([], [""]),
        ("text", [""]),
    ],
)
def test_a_document_with_any_fault_is_refused_with_every_key_at_fault(document: object, places: list[str]) -> None:
    loaded = import_settings(json.dumps(document))
    assert loaded.settings == Settings()
    assert sorted(problem.place for problem in loaded.problems) == places
    assert all(problem.detail for problem in loaded.problems)


def test_text_that_was_cut_off_is_refused_as_a_whole() -> None:
    text = export_settings(Settings().with_value("general.language", "de"))
    loaded = import_settings(text[: len(text) // 2])
    assert loaded.settings == Settings()
    assert len(loaded.problems) == 1
    assert loaded.problems[0].detail
