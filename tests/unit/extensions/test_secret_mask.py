"""No secret stays in a text, in no usual disguise, and nothing else is masked."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.extensions.secret_mask import MASK, SecretMask

SECRET = 'sk-live/7+Q"\u00e4 &x=9Zk'

pytestmark = pytest.mark.clause("V-19.7")


def test_a_secret_is_masked_wherever_it_stands() -> None:
    assert SecretMask([SECRET]).mask(f"{SECRET}: key={SECRET}, {SECRET}") == f"{MASK}: key={MASK}, {MASK}"


def test_without_secrets_nothing_changes() -> None:
    assert SecretMask().mask("sk-live") == "sk-live"
    assert SecretMask(["password"]).mask("nothing to see") == "nothing to see"


def test_of_two_secrets_the_longer_is_masked_whole() -> None:
    assert SecretMask(["hunter", "hunter2hunter"]).mask("hunter2hunter and hunter!") == f"{MASK} and {MASK}!"


@pytest.mark.parametrize("value", ["", "a", "42", "yes"])
def test_values_too_short_to_be_secrets_make_no_noise(value: str) -> None:
    assert SecretMask([value]).mask("yes, 42 was a good answer") == "yes, 42 was a good answer"


@pytest.mark.parametrize(
    "form",
    [
        json.dumps(SECRET),
        json.dumps(SECRET, ensure_ascii=False),
        quote(SECRET),
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        base64.b64encode(SECRET.encode()).decode(),
        base64.urlsafe_b64encode(SECRET.encode()).decode(),
        SECRET.encode().hex(),
        SECRET.encode().hex().upper(),
    ],
)
def test_a_secret_is_masked_in_disguise_too(form: str) -> None:
    masked = SecretMask([SECRET]).mask(f"header: {form} end")
    assert MASK in masked
    # What is left at the edges of base64 and the quotes of JSON.
    assert len(masked) <= len(f'header: "{MASK}"== end') + 1


@pytest.mark.parametrize("shown", [repr, ascii])
def test_a_secret_is_masked_as_python_writes_it_down(shown: Callable[[object], str]) -> None:
    secret = "both \" and ' and \\ and \u00e4"
    assert SecretMask([secret]).mask(shown({"key": secret})) == f"{{'key': '{MASK}'}}"


@given(before=st.binary(max_size=20), after=st.binary(max_size=20))
def test_a_secret_is_masked_within_a_longer_base64_text(before: bytes, after: bytes) -> None:
    secret = "correct-horse-battery"
    text = base64.b64encode(before + secret.encode() + after).decode()
    masked = SecretMask([secret]).mask(text)
    assert MASK in masked
    # Only the letters that share bits with a neighbour may be left, one at each side.
    assert len(text) - len(masked) >= len(secret) * 8 // 6 - 1 - len(MASK)


def test_each_line_of_a_secret_of_several_is_masked() -> None:
    key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nabc\n-----END KEY-----"
    masked = SecretMask([key]).mask("read MIIEvQIBADANBg from abc")
    assert masked == f"read {MASK} from abc"


def test_the_beginning_of_a_secret_at_the_end_of_a_text_is_masked() -> None:
    mask = SecretMask(["correct-horse-battery", "correct-donkey"])
    assert mask.mask("the key is correct-horse-b") == f"the key is {MASK}"
    assert mask.mask("the key is corr") == f"the key is {MASK}"
    assert mask.mask("the key is cor") == "the key is cor"
    assert mask.mask("correctly corrected") == "correctly corrected"


@given(text=st.text(), secret=st.text(min_size=4))
def test_no_secret_is_ever_left_in_a_text(text: str, secret: str) -> None:
    masked = SecretMask([secret]).mask(f"{text}{secret}{text}")
    assert secret not in masked.replace(MASK, "\0")
