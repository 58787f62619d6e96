"""A glance card as one short text that can be said aloud, for an answer that has no words of its own. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.domain.cards.blocks import Badges, Block, Card, Header, KeyValue, ListBlock, Progress, Row, Stats, Text

__all__ = ["card_sentence"]

_MOST_ROWS: Final = 3
"""Of a list; who listens keeps no more in mind."""


def card_sentence(card: Card) -> str:
    """Return what the card says, "" when it has nothing for the ear (charts, clocks, pages)."""
    return " ".join(_ended(line) for block in card.blocks for line in _lines(block) if line)


def _ended(line: str) -> str:
    return line if line[-1] in ".!?…:" else f"{line}."


def _lines(block: Block) -> Iterator[str]:  # noqa: C901, PLR0912 - one flat table
    match block:
        case Header():
            yield _joined(block.title, block.trailing)
        case ListBlock():
            yield block.header or ""
            for row in block.rows[:_MOST_ROWS]:
                yield _joined(row.title, row.subtitle, row.trailing)
        case Stats():
            for item in block.items:
                yield f"{item.label}: {item.value}"
        case KeyValue():
            for pair in block.pairs:
                yield f"{pair.label}: {pair.value}"
        case Badges():
            yield _joined(*(item.text for item in block.items))
        case Progress():
            yield _joined(block.label, f"{block.share:.0%}")
        case Text():
            yield " ".join(block.text.split())
        case Row():
            for child in block.children:
                yield from _lines(child)
        case _:
            pass


def _joined(*parts: str | None) -> str:
    return ", ".join(part for part in parts if part)
