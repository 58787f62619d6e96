"""Names of tools for people, hooks and models, and legal ones for servers without a manifest."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.names import legal_names, model_name, namespaced_name

LEGAL = re.compile(r"[a-z][a-z0-9_]{0,63}")


@pytest.mark.clause("V-6.18")
def test_people_and_hooks_see_the_short_name_a_dot_and_the_tool() -> None:
    assert namespaced_name("notes", "create_note") == "notes.create_note"


@pytest.mark.clause("V-6.19")
def test_a_model_sees_two_underscores_and_a_hash_at_the_end_of_a_name_that_is_too_long() -> None:
    long = "t" * 64

    assert model_name("notes", "create_note") == "notes__create_note"
    assert model_name("a", "t" * 61) == "a__" + "t" * 61
    name = model_name("notes", long)
    assert len(name) == 64
    assert name == f"notes__{'t' * 51}" + sha256(f"notes__{long}".encode()).hexdigest()[:6]


@pytest.mark.clause("V-6.19")
def test_two_tools_never_share_the_name_that_a_model_sees() -> None:
    first = model_name("a", "b__c")
    second = model_name("a__b", "c", {first})

    assert first == "a__b__c"
    assert second == "a__b__c" + sha256(b"a__b.c").hexdigest()[:6]
    third = model_name("a__b", "c", {first, second})  # whose name is the one with the hash
    assert third not in {first, second}
    assert third.startswith("a__b__c")


@pytest.mark.fault("A49")
@pytest.mark.parametrize(
    ("served", "legal"),
    [
        ("files/read.all", "files_read_all"),
        ("say hello", "say_hello"),
        ("deleteFile", "delete_file"),  # so that the verb is seen (V-7.13)
        ("read_file", "read_file"),
        ("2fast", "tool_2fast"),
        ("файл", "tool"),
        ("x" * 200, "x" * 57 + "_" + sha256(b"x" * 200).hexdigest()[:6]),
    ],
)
def test_any_name_of_a_server_has_a_legal_one(served: str, legal: str) -> None:
    assert legal_names([served]) == {served: legal}


@pytest.mark.fault("A49")
def test_names_that_would_be_the_same_are_told_apart_and_the_legal_one_stays() -> None:
    names = legal_names(["a.b", "a/b", "a_b"])

    assert names["a_b"] == "a_b"
    assert names["a.b"] == "a_b_" + sha256(b"a.b").hexdigest()[:6]
    assert names["a/b"] == "a_b_" + sha256(b"a/b").hexdigest()[:6]


@given(st.sets(st.text(min_size=1, max_size=100), max_size=10))
def test_legal_names_are_legal_unique_and_do_not_depend_on_the_order(served: set[str]) -> None:
    names = legal_names(sorted(served))

    assert all(LEGAL.fullmatch(name) for name in names.values())
    assert len(set(names.values())) == len(served)
    assert legal_names(sorted(served, reverse=True)) == names
