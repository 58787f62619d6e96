"""What is said of a language model before it is switched on: where words go, and why an address cannot be used."""

from __future__ import annotations

import pytest

from app.domain.providers import AgentProvider
from app.ui.model_address import AddressFault, read_address, same_address
from app.ui.phrases_models import address_remark, provider_meaning
from app.ui.phrases_providers import provider_title
from app.ui.viewmodels.answer_rows import SUGGESTED

HOSTED = [one for one in AgentProvider if one.is_hosted]


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:11434/v1", "http://localhost:1234/v1", "http://[::1]:8080", "https://box.localhost/v1", "http://127.8.9.1"],
)  # fmt: skip
def test_an_address_of_this_machine_keeps_words_here(address: str) -> None:
    assert read_address(address).is_here
    assert provider_meaning(AgentProvider.COMPATIBLE, address) == "What you say to the agent stays on this computer."


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://192.168.1.20:11434/v1", "192.168.1.20"),
        ("http://localhost.example.com/v1", "localhost.example.com"),
        ("http://0.0.0.0:11434", "0.0.0.0"),
        ("http://127.1/v1", "127.1"),
        ("http://[fe80::1]/v1", "fe80::1"),
    ],
)
def test_any_other_address_is_named_and_what_is_not_encrypted_says_so(address: str, host: str) -> None:
    assert not read_address(address).is_here
    words = provider_meaning(AgentProvider.COMPATIBLE, address)
    assert f"goes to {host}." in words
    assert "not encrypted" in words
    assert "not encrypted" not in provider_meaning(AgentProvider.COMPATIBLE, address.replace("http:", "https:"))


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("localhost:11434/v1", AddressFault.NO_SCHEME),
        ("ftp://example.com", AddressFault.NO_SCHEME),
        ("http://", AddressFault.NO_SCHEME),
        ("http://[::1", AddressFault.NO_SCHEME),
        ("http://example.com:99999/v1", AddressFault.NO_SCHEME),
        ("http://exa mple.com/v1", AddressFault.NO_SCHEME),
        ("https://me:secret@example.com/v1", AddressFault.NOT_BARE),
        ("https://example.com/v1?key=secret", AddressFault.NOT_BARE),
    ],
)
def test_an_address_that_cannot_be_used_says_why_and_repeats_no_secret(address: str, fault: AddressFault) -> None:
    assert read_address(address).fault is fault
    assert address_remark(address)
    assert "secret" not in address_remark(address) + provider_meaning(AgentProvider.COMPATIBLE, address)


def test_no_address_is_no_fault_and_promises_nothing() -> None:
    assert read_address("  ") == read_address("")
    assert address_remark("") == ""
    assert "stays" not in provider_meaning(AgentProvider.COMPATIBLE, "")


@pytest.mark.parametrize("provider", HOSTED)
def test_a_hosted_provider_is_named_as_the_one_who_gets_the_words(provider: AgentProvider) -> None:
    words = provider_meaning(provider, "http://127.0.0.1/v1")
    assert words == f"What you say to the agent, and what tools answer, goes to {provider_title(provider)}."


def test_without_a_model_nothing_is_sent() -> None:
    assert "offline" in provider_meaning(AgentProvider.OFFLINE)


def test_one_server_is_known_again_by_however_its_address_is_written() -> None:
    assert same_address("http://LocalHost:1/v1/", " http://localhost:1/v1")
    assert not same_address("http://localhost:1/v1", "http://localhost:2/v1")
    assert not same_address("", "")


@pytest.mark.parametrize("provider", HOSTED)
def test_each_suggested_model_is_known_to_the_library_of_models(provider: AgentProvider) -> None:
    from typing import get_args

    from pydantic_ai.models import KnownModelName

    known = set(get_args(KnownModelName.__value__))
    assert {f"{provider.value}:{name}" for name in SUGGESTED[provider]} <= known
