"""The digest of a call is the same for the same call and for nothing else."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.calls import CallId, IntegrationId, ToolRef
from app.domain.errors import Bug
from app.tools.digest import digest, same_call

REF = ToolRef(IntegrationId("com.example.notes"), "create_note")
CALL = CallId("c1")


@pytest.mark.clause("E-2.10")
def test_a_digest_is_the_sha_256_of_the_canonical_json() -> None:
    written = (
        '{"callId":"c1","point":"tool.before","tool":"com.example.notes/create_note","value":{"a":1,"n":[1.5,"€"]}}'
    )

    assert digest(REF, CALL, {"n": [1.5, "€"], "a": 1.0}) == hashlib.sha256(written.encode()).hexdigest()


@pytest.mark.clause("E-2.10")
def test_each_part_of_a_call_is_in_its_digest() -> None:
    other = ToolRef(IntegrationId("com.example.other"), "create_note")
    digests = {
        digest(REF, CALL, {"a": 1}),
        digest(other, CALL, {"a": 1}),
        digest(ToolRef(REF.integration, "find"), CALL, {"a": 1}),
        digest(REF, CallId("c2"), {"a": 1}),
        digest(REF, CALL, {"a": True}),
        digest(REF, CALL, {"a": 1}, point="tool.after"),
        same_call(REF, {"a": 1}),
    }

    assert len(digests) == 7
    assert same_call(REF, {"a": 1}) == same_call(REF, {"a": 1.0})


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=3), json_values, max_size=4))
def test_the_order_of_names_does_not_matter(arguments: dict[str, Any]) -> None:
    turned = dict(reversed(arguments.items()))

    assert digest(REF, CALL, arguments) == digest(REF, CALL, turned)


@pytest.mark.parametrize("value", [2**53, float("nan"), "\ud800", object()])
def test_what_has_no_canonical_form_is_our_own_fault(value: object) -> None:
    with pytest.raises(Bug):
        digest(REF, CALL, {"a": value})
