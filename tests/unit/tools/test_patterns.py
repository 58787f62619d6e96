"""Patterns of ECMA-262 mean here what they mean to a server in JavaScript, and cannot run for ever."""

from __future__ import annotations

import pytest

from app.domain.errors import UnusableSchema
from app.tools.patterns import matches


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"b", "abc", True),
        (r"^b", "abc", False),
        (r"^a$", "a\n", False),
        (r"^\d+$", "12", True),
        (r"^\d+$", "١٢", False),
        (r"^[\d.]+$", "1.2", True),
        (r"^\w+$", "Grüße", False),
        (r"^\D\W$", "a!", True),
        (r"^[$[:a]+$", "[a:$", True),
        (r"^[^]$", "\n", True),
        (r"^[]$", "", False),
        (r"^\u{1F600}$", "😀", True),
        (r"^\cA$", "\x01", True),
        (r"^\p{L}+$", "Grüße", True),
        (r"^a\/b\-c$", "a/b-c", True),
        (r"^\$5$", "$5", True),
        (r"^[\]\d]+$", "]1", True),
        (r"(?<year>\d{4})-\k<year>", "2026-2026", True),
        (r"^[{900000}]{1,900000}(?:\d{4}){0}$", "{9}", True),
        (r"^([a-f\d]{4}){8}(-[a-f\d]{4}){3}$", "0123" * 8 + "-abcd" * 3, True),
    ],
)
def test_a_pattern_is_found_as_in_ecmascript(pattern: str, text: str, *, found: bool) -> None:
    assert matches(pattern, text, timeout_s=1) is found


@pytest.mark.parametrize(
    ("pattern", "text", "code"),
    [
        ("(", "", "pattern-broken"),
        ("a" * 501, "", "pattern-long"),
        ("a{100000000}", "", "pattern-long"),
        ("((a{100}){100}){100}", "", "pattern-long"),
        ("(?:[a-z]b){60000,}", "", "pattern-long"),
        (")a{1000000}", "", "pattern-long"),
        (r"^(a+)+$", "a" * 5000 + "!", "pattern-slow"),
    ],
)
def test_a_pattern_that_is_no_good_is_refused(pattern: str, text: str, code: str) -> None:
    with pytest.raises(UnusableSchema) as raised:
        matches(pattern, text, timeout_s=0.02)

    assert raised.value.detail == code
