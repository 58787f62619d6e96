"""Glance cards (V-9.13 to V-9.26) as rows for QML. Pure but for the locale; used by ``glance.py``, Qt main thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from PySide6.QtCore import QCoreApplication, QObject

from app.domain.calls import Picture
from app.domain.cards import blocks as b
from app.domain.confirmations.blocks import ICONS
from app.ui.viewmodels.block_rows import BlockRow, EntryRow, Nest
from app.ui.viewmodels.block_time import BlockTime, NowMs, clock, countdown
from app.ui.viewmodels.block_words import bars_words, line_words, number_text, percent_text
from app.ui.viewmodels.pictures import picture_address

__all__ = ["FindAppIcon", "GlanceRows", "known_icon", "picture_rows", "spoken"]

FindAppIcon = Callable[[str], str]
"""From a bundle id, desktop id or name to an address that QML loads; "" when it is not installed (V-9.28)."""

SECOND_MS: Final = 1000


def known_icon(name: str | None) -> str:
    """Return a name of V-9.12 as it is, "" for every other."""
    return name if name in ICONS else ""


@dataclass(frozen=True, slots=True)
class GlanceRows:
    """Makes the rows of one showing of a card."""

    nest: Nest
    owner: QObject
    """Of the moving times."""
    now_ms: NowMs
    find_app_icon: FindAppIcon

    def read(self, card_blocks: Sequence[b.Block], path: str = "") -> list[BlockRow]:
        return [self._row(block, f"{path}/{position}") for position, block in enumerate(card_blocks)]

    def _row(self, block: b.Block, key: str) -> BlockRow:  # noqa: C901, PLR0911, PLR0912 - one flat table
        match block:
            case b.Header():
                image = self.find_app_icon(block.app_icon) if block.app_icon else ""
                return BlockRow(
                    key, "header", text=block.title, trailing=block.trailing or "", icon=known_icon(block.icon),
                    image=image,
                )  # fmt: skip
            case b.ListBlock():
                rows = [_list_row(str(n), row) for n, row in enumerate(block.rows)]
                return BlockRow(key, "list", label=block.header or "", entries=self.nest.entries(key, rows))
            case b.Stats():
                items = [
                    EntryRow(str(n), title=item.label, value=item.value, trailing=item.delta or "", tone=item.tone)
                    for n, item in enumerate(block.items)
                ]
                return BlockRow(key, "stats", entries=self.nest.entries(key, items))
            case b.KeyValue():
                pairs = [EntryRow(str(n), title=pair.label, value=pair.value) for n, pair in enumerate(block.pairs)]
                return BlockRow(key, "keyValue", entries=self.nest.entries(key, pairs))
            case b.Badges():
                items = [EntryRow(str(n), title=item.text, tone=item.tone) for n, item in enumerate(block.items)]
                return BlockRow(key, "badges", entries=self.nest.entries(key, items))
            case b.Bars():
                return self._bars(block, key)
            case b.Line():
                return _line(block, key)
            case b.SplitBar():
                return self._split(block, key)
            case b.Progress():
                return BlockRow(
                    key, "ring" if block.style == "ring" else "progress", share=block.share, label=block.label or "",
                    text=percent_text(block.share), tone=block.tone,
                )  # fmt: skip
            case b.Clock():
                time = BlockTime(clock(block.tz), self.now_ms, self.owner)
                return BlockRow(key, "clock", label=block.label, time=time)
            case b.Countdown():
                return self._countdown(block, key)
            case b.Divider():
                return BlockRow(key, "divider")
            case b.Widget():
                text = block.label or QCoreApplication.translate("Cards", "This card cannot be shown here.")
                return BlockRow(key, "widget", text=text)
            case b.Text():
                return BlockRow(key, "text", text=block.text, tone="default", variant="body")
            case b.Row():
                nested = self.nest.blocks(key, self.read(block.children, key))
                return BlockRow(key, "row", nested=nested, horizontal=True)
            case _:
                assert_never(block)

    def _bars(self, block: b.Bars, key: str) -> BlockRow:
        unit = block.unit or ""
        most = max(map(abs, block.values)) or 1.0
        bars = [
            EntryRow(str(n), title=label, value=number_text(value), share=value / most)
            for n, (label, value) in enumerate(zip(block.labels, block.values, strict=True))
        ]
        summary = bars_words(block.labels, block.values, unit)
        return BlockRow(key, "bars", entries=self.nest.entries(key, bars), unit=unit, summary=summary)

    def _split(self, block: b.SplitBar, key: str) -> BlockRow:
        whole = sum(segment.value for segment in block.segments)
        segments = [
            EntryRow(
                str(n), title=segment.label, value=number_text(segment.value), trailing=percent_text(
                    segment.value / whole
                ), share=segment.value / whole, tone=segment.tone,
            )
            for n, segment in enumerate(block.segments)
        ]  # fmt: skip
        summary = ", ".join(f"{row.title} {row.value} ({row.trailing})" for row in segments)
        return BlockRow(key, "splitBar", entries=self.nest.entries(key, segments), summary=summary)

    def _countdown(self, block: b.Countdown, key: str) -> BlockRow:
        until = block.until_unix_ms
        if until is None:
            until = self.now_ms() + (block.seconds or 0) * SECOND_MS
        time = BlockTime(countdown(until), self.now_ms, self.owner)
        return BlockRow(key, "countdown", label=block.label or "", time=time)


def picture_rows(pictures: Sequence[Picture]) -> list[BlockRow]:
    """Return the pictures of a result as blocks (V-6.32); one that cannot be drawn is named."""
    words = QCoreApplication.translate("Cards", "A picture")
    lost = QCoreApplication.translate("Cards", "A picture that cannot be shown")
    rows: list[BlockRow] = []
    for number, picture in enumerate(pictures):
        address, key = picture_address(picture), f"/picture{number}"
        shown = BlockRow(key, "image", summary=words, image=address)
        rows.append(shown if address else BlockRow(key, "text", text=lost, tone="muted", variant="body"))
    return rows


def spoken(rows: Sequence[BlockRow]) -> str:
    """Return what a screen reader hears when the card comes up: each block by its summary, else by its words."""
    return ". ".join(part for row in rows if (part := _spoken_row(row)))


def _spoken_row(row: BlockRow) -> str:
    if row.summary:
        return row.summary
    if row.nested is not None:
        return spoken(row.nested.rows)
    parts = [row.label, row.text, row.time.reading[0] if row.time is not None else "", row.trailing]
    parts += [
        " ".join(part for part in (entry.title, entry.value, entry.trailing, *entry.badges) if part)
        for entry in (row.entries.rows if row.entries is not None else ())
    ]
    return ", ".join(part for part in parts if part)


def _list_row(key: str, row: b.ListRow) -> EntryRow:
    badge = row.badge
    return EntryRow(
        key,
        title=row.title,
        subtitle=row.subtitle or "",
        trailing=row.trailing or "",
        icon=known_icon(row.icon),
        badges=(badge.text,) if badge else (),
        badge_tones=(badge.tone,) if badge else (),
    )


def _line(block: b.Line, key: str) -> BlockRow:
    """The points become heights of 0..1, so that QML only stretches them."""
    values = [*block.points] if block.baseline is None else [*block.points, block.baseline]
    low, high = min(values), max(values)
    # A flat line runs through the middle.
    heights = [(point - low) / (high - low) if high > low else 0.5 for point in values]
    has_base = block.baseline is not None
    return BlockRow(
        key, "line", numbers=tuple(heights[: len(block.points)]), tone=block.tone,
        base_share=heights[-1] if has_base else 0.0, has_base=has_base,
        words=(number_text(max(block.points)), number_text(min(block.points)), number_text(block.points[-1])),
        summary=line_words(block.points),
    )  # fmt: skip
