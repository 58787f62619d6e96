"""The sentences that the bundled integrations declare: said as they stand, each runs the tool that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from app.domain.calls import IntegrationId, ToolRef
from app.domain.intent_matching import IntentOffer, match_intents
from app.domain.intents import Intent, Slot
from app.domain.manifest import Manifest, read_manifest
from tests.fixtures.integrations.folders import BUNDLED, bundled

PLACEHOLDER = re.compile(r"\{(\w+)\}")


def manifest_of(name: str) -> Manifest:
    manifest = read_manifest((bundled(name) / "voiceos.integration.json").read_bytes(), strict=True).manifest
    assert manifest is not None
    return manifest


MANIFESTS = [manifest_of(name) for name in BUNDLED]
OFFERS = [
    IntentOffer(ToolRef(IntegrationId(manifest.id), intent.tool), intent, schema)
    for manifest in MANIFESTS
    for intent in manifest.intents
    for schema in [next(tool.input_schema for tool in manifest.tools if tool.name == intent.tool)]
]
"""All of them at once, as when all four are installed."""


def said(intent: Intent) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Return language, sentence and arguments of each utterance, with the first example of each slot."""
    for language, utterances in intent.utterances.items():
        for utterance in utterances:
            arguments = dict(intent.fixed_args)
            sentence = utterance
            for name in PLACEHOLDER.findall(utterance):
                word, value = example(intent.slots[name])
                sentence = sentence.replace(f"{{{name}}}", word)
                arguments[name] = value
            yield language, sentence, arguments


def example(slot: Slot) -> tuple[str, object]:
    word = (slot.examples or slot.values)[0]
    return word, int(word) if slot.type == "number" else word


SENTENCES = [
    pytest.param(offer, *one, id=f"{offer.intent.name}-{one[0]}-{one[1]}")
    for offer in OFFERS
    for one in said(offer.intent)
]


@pytest.mark.parametrize(("offer", "language", "sentence", "arguments"), SENTENCES)
def test_every_sentence_wins_with_its_own_tool_and_arguments(
    offer: IntentOffer, language: str, sentence: str, arguments: dict[str, Any]
) -> None:
    best = match_intents(sentence, language, OFFERS)[0]
    assert best.would_win
    assert (best.ref, best.arguments) == (offer.ref, arguments)
