"""Cards and questions as lines of text, for the terminal. Pure; used by ``call``, ``verify`` and ``inspect``."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Final, assert_never

from app.cli.card_times import clock_time, time_left
from app.domain.cards.blocks import (
    Badges,
    Bars,
    Block,
    Card,
    Clock,
    Countdown,
    Divider,
    Header,
    KeyValue,
    Line,
    ListBlock,
    Progress,
    Row,
    SplitBar,
    Stats,
    Text,
    Widget,
)
from app.domain.confirmations.question import Question
from app.domain.confirmations.value_text import value_text
from app.domain.fields import JsonObject, as_list, as_object
from app.extensions.secret_mask import SecretMask
from app.tools.masking import masked_json
from app.ui.call_words import demand_words

__all__ = ["card_lines", "question_lines"]

_NO_SECRETS: Final = SecretMask()


def card_lines(card: Card, now_unix_s: float) -> list[str]:
    """Return the card as a person reads it; numbers of charts as they are, times as they are now."""
    lines = [line for block in card.blocks for line in _block(block, now_unix_s)]
    return [*lines, "Some of this card was too large to show."] if card.too_large else lines


def _block(block: Block, now_unix_s: float) -> Iterator[str]:  # noqa: C901, PLR0912 - one flat table
    match block:
        case Header():
            yield _joined(block.title, block.trailing)
        case ListBlock():
            if block.header:
                yield block.header
            for row in block.rows:
                yield "  " + _joined(row.title, row.subtitle, row.trailing, row.badge.text if row.badge else None)
        case Stats():
            for item in block.items:
                yield _joined(f"{item.label}: {item.value}", item.delta)
        case KeyValue():
            for pair in block.pairs:
                yield f"{pair.label}: {pair.value}"
        case Badges():
            yield _joined(*(item.text for item in block.items))
        case Bars():
            unit = f" {block.unit}" if block.unit else ""
            for label, value in zip(block.labels, block.values, strict=True):
                yield f"{label}: {value:g}{unit}"
        case Line():
            yield f"{len(block.points)} points from {block.points[0]:g} to {block.points[-1]:g}"
        case SplitBar():
            for segment in block.segments:
                yield f"{segment.label}: {segment.value:g}"
        case Progress():
            yield _joined(block.label, f"{block.share:.0%}")
        case Clock():
            yield f"{block.label}: {clock_time(block, now_unix_s)} ({block.tz})"
        case Countdown():
            yield _joined(block.label, time_left(block, now_unix_s))
        case Divider():
            yield "--"
        case Widget():
            yield f"{block.label or 'A page'} (shown in the window only)"
        case Text():
            yield from block.text.split("\n")
        case Row():
            for child in block.children:
                yield from _block(child, now_unix_s)
        case _:
            assert_never(block)


def _joined(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)


def question_lines(question: Question, arguments: JsonObject, hidden: Collection[tuple[str, ...]]) -> list[str]:
    """Say what would run, with what and why it is asked (V-8.45 to V-8.47, A55); ``hidden`` places are not told."""
    lines = [f"{question.integration_name}: {question.tool_title}"]
    if question.is_destructive:
        lines.append("This cannot be undone.")
    shown = as_object(json.loads(masked_json(arguments, _NO_SECRETS, hidden))) or {}
    for name, value in shown.items():
        # What is nested begins on a line of its own.
        is_plain = as_object(value) is None and as_list(value) is None
        first, *others = (value_text(value) if is_plain else "\n" + value_text(value)).split("\n")
        source = f"  (from {question.marks[name]})" if name in question.marks else ""
        lines.append(f"  {name}: {first}{source}")
        lines += [f"      {line}" for line in others]
    lines += [f"  - {words}" for words in demand_words(question.demands)]
    return lines
