"""The words of a typed command line."""

from __future__ import annotations

import pytest

from app.domain.installs import split_entries


@pytest.mark.clause("V-17.3")
@pytest.mark.parametrize(
    ("words", "entries", "command"),
    [
        (["A=1", "_b=x=y", "node", "C=3"], [("A", "1"), ("_b", "x=y")], ["node", "C=3"]),
        (["A=1", "A=", "node"], [("A", "1"), ("A", "")], ["node"]),
        (["1A=x"], [], ["1A=x"]),
        (["A=two\nlines"], [("A", "two\nlines")], []),
        ([], [], []),
    ],
)
def test_values_stand_before_the_command_and_nowhere_else(
    words: list[str], entries: list[tuple[str, str]], command: list[str]
) -> None:
    assert split_entries(words) == (entries, command)
