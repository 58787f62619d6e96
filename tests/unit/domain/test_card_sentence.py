"""A card as what is said aloud of it."""

from __future__ import annotations

import pytest

from app.domain.cards import blocks as b
from app.domain.cards.blocks import Block, Card
from app.domain.cards.sentence import card_sentence

ROWS = tuple(
    b.ListRow(title=title, trailing="9:00" if title == "One" else None) for title in ("One", "Two", "Six", "Ten")
)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (b.Header(title="Rome", trailing="21 degrees"), "Rome, 21 degrees."),
        (b.ListBlock(header="Today:", rows=ROWS), "Today: One, 9:00. Two. Six."),
        (b.ListBlock(rows=ROWS[:1]), "One, 9:00."),
        (b.Stats(items=(b.Stat(label="Steps", value="900"),)), "Steps: 900."),
        (b.KeyValue(pairs=(b.Pair(label="City", value="Rome"),)), "City: Rome."),
        (b.Badges(items=(b.Badge(text="New"), b.Badge(text="Hot"))), "New, Hot."),
        (b.Progress(share=0.25, label="Copied"), "Copied, 25%."),
        (b.Text(text="All\nis well!"), "All is well!"),
        (b.Row(children=(b.Header(title="A"), b.Header(title="B"))), "A. B."),
        (b.Bars(labels=("a",), values=(1.0,)), ""),
        (b.Divider(), ""),
    ],
)
def test_what_a_block_says(block: Block, said: str) -> None:
    assert card_sentence(Card(blocks=(block,))) == said


def test_blocks_are_said_one_after_the_other() -> None:
    card = Card(blocks=(b.Header(title="Rome"), b.Divider(), b.Text(text="Sunny")))
    assert card_sentence(card) == "Rome. Sunny."
