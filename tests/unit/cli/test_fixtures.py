"""The file of fixtures beside a manifest; that ``verify`` tells what is wrong with it, ``test_verify`` shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli.fixtures import FIXTURES_NAME, BadFixtures, Fixture, read_fixtures


@pytest.mark.clause("V-20.4")
def test_unknown_keys_are_ignored_and_a_folder_without_the_file_has_none(tmp_path: Path) -> None:
    assert read_fixtures(tmp_path) == {}
    (tmp_path / FIXTURES_NAME).write_text('{"schemaVersion": 1, "tools": {"a": {"x": 1}}, "y": 2}')
    assert read_fixtures(tmp_path) == {"a": Fixture({})}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "it is no JSON"),
        pytest.param(" " * (4 * 1024 * 1024 + 1), "it is too large", id="too-large"),
        ("[]", "it is no object with schemaVersion 1"),
        ('{"schemaVersion": 2, "tools": {}}', "it is no object with schemaVersion 1"),
        ('{"schemaVersion": 1}', "tools is no object"),
        ('{"schemaVersion": 1, "tools": {"a": {"args": []}}}', "a: args is no object"),
        ('{"schemaVersion": 1, "tools": {"a": []}}', "a: args is no object"),
        (
            '{"schemaVersion": 1, "tools": {"a": {"expectedGlanceBlocks": "header"}}}',
            "a: expectedGlanceBlocks is no list of block types",
        ),
        ('{"schemaVersion": 1, "tools": {"a": {"expectedErrorCode": 1}}}', "a: expectedErrorCode is no text"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_words(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / FIXTURES_NAME).write_text(content)
    with pytest.raises(BadFixtures) as told:
        read_fixtures(tmp_path)
    assert str(told.value) == words
