"""Reads the card of a result by the host's own reader, strictly."""

from __future__ import annotations

from typing import Any

from app.domain.cards import Card
from app.domain.cards.reading import read_card
from app.domain.findings import Finding, Findings
from tests.fixtures.integrations.talker import CARD_KEY


def card_of(data: dict[str, Any]) -> tuple[Card | None, list[Finding]]:
    """Return the card in the data of a result, with everything that is wrong with it."""
    findings = Findings(strict=True)
    return read_card(data[CARD_KEY], findings.root()), findings.found


def good_card(data: dict[str, Any]) -> Card:
    """Return a card with which nothing is wrong."""
    card, findings = card_of(data)
    assert findings == []
    assert card is not None
    return card


def kinds(data: dict[str, Any]) -> list[str]:
    """Return the types of the blocks of a card with which nothing is wrong."""
    return [block.type for block in good_card(data).blocks]
