"""The shapes of glance cards (V-9.13 to V-9.26): one frozen model for each block.

Pure values, made by ``reading``; drawn by ``qml/Voxnotch/Blocks``, kept in history. Texts are trimmed and within their
caps, numbers are finite: what was not was repaired or dropped before it came here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.domain.frozen import Frozen

__all__ = [
    "Badge",
    "Badges",
    "Bars",
    "Block",
    "Card",
    "Clock",
    "Countdown",
    "Divider",
    "Header",
    "KeyValue",
    "Line",
    "ListBlock",
    "ListRow",
    "Pair",
    "Progress",
    "Row",
    "Segment",
    "SplitBar",
    "Stat",
    "Stats",
    "Text",
    "Tone",
    "Widget",
]

Tone = Literal["neutral", "good", "bad"]
"""V-9.11."""


class Header(Frozen):
    type: Literal["header"] = "header"
    title: str
    icon: str | None = None
    """A name of V-9.12."""
    app_icon: str | None = None
    """An installed app: bundle id, desktop id or name (V-9.28)."""
    trailing: str | None = None


class Badge(Frozen):
    text: str
    tone: Tone = "neutral"


class ListRow(Frozen):
    title: str
    icon: str | None = None
    subtitle: str | None = None
    trailing: str | None = None
    badge: Badge | None = None


class ListBlock(Frozen):
    type: Literal["list"] = "list"
    rows: tuple[ListRow, ...] = Field(min_length=1, max_length=6)
    header: str | None = None


class Stat(Frozen):
    label: str
    value: str
    delta: str | None = None
    tone: Tone = "neutral"


class Stats(Frozen):
    type: Literal["stats"] = "stats"
    items: tuple[Stat, ...] = Field(min_length=1, max_length=3)


class Pair(Frozen):
    label: str
    value: str


class KeyValue(Frozen):
    type: Literal["keyValue"] = "keyValue"
    pairs: tuple[Pair, ...] = Field(min_length=1, max_length=5)


class Badges(Frozen):
    type: Literal["badges"] = "badges"
    items: tuple[Badge, ...] = Field(min_length=1, max_length=3)


class Bars(Frozen):
    type: Literal["bars"] = "bars"
    labels: tuple[str, ...] = Field(min_length=1, max_length=12)
    values: tuple[float, ...] = Field(min_length=1, max_length=12)
    """As many as labels; may be negative."""
    unit: str | None = None


class Line(Frozen):
    type: Literal["line"] = "line"
    points: tuple[float, ...] = Field(min_length=2, max_length=120)
    tone: Tone = "neutral"
    baseline: float | None = None


class Segment(Frozen):
    label: str
    value: float = Field(ge=0)
    tone: Tone = "neutral"


class SplitBar(Frozen):
    type: Literal["splitBar"] = "splitBar"
    segments: tuple[Segment, ...] = Field(min_length=2, max_length=5)
    """Their values add up to more than 0."""


class Progress(Frozen):
    type: Literal["progress"] = "progress"
    share: float = Field(ge=0, le=1)
    """Of the whole, by the rules of V-9.21."""
    label: str | None = None
    style: Literal["bar", "ring"] = "bar"
    tone: Tone = "neutral"


class Clock(Frozen):
    type: Literal["clock"] = "clock"
    tz: str
    """IANA zone."""
    label: str
    """V-9.22: the city of the zone when the server gave none."""


class Countdown(Frozen):
    """Exactly one of ``until_unix_ms`` and ``seconds`` is there (V-9.23)."""

    type: Literal["countdown"] = "countdown"
    until_unix_ms: float | None = None
    seconds: float | None = None
    """Counts from the first showing."""
    label: str | None = None


class Divider(Frozen):
    type: Literal["divider"] = "divider"


class Widget(Frozen):
    """HTML (V-9.26); until the web engine is there its label stands for it."""

    type: Literal["widget"] = "widget"
    html: str = Field(repr=False)
    height: float = Field(default=180, ge=60, le=420)
    """Pixels."""
    data: dict[str, object] | None = Field(default=None, repr=False)
    label: str | None = None


class Text(Frozen):
    """Ours, never a server's: a result without a card whose text is no JSON (V-9.33), and the host's own remarks."""

    type: Literal["text"] = "text"
    text: str


class Row(Frozen):
    type: Literal["row"] = "row"
    children: tuple[RowChild, ...] = Field(min_length=2, max_length=3)


RowChild = Annotated[
    Header
    | ListBlock
    | Stats
    | KeyValue
    | Badges
    | Bars
    | Line
    | SplitBar
    | Progress
    | Clock
    | Countdown
    | Divider
    | Widget,
    Field(discriminator="type"),
]

Block = Annotated[
    Header
    | ListBlock
    | Stats
    | KeyValue
    | Badges
    | Bars
    | Line
    | SplitBar
    | Progress
    | Clock
    | Countdown
    | Divider
    | Widget
    | Text
    | Row,
    Field(discriminator="type"),
]


class Card(Frozen):
    """One glance card."""

    blocks: tuple[Block, ...] = Field(max_length=3)
    too_large: bool = False
    """Blocks were left out; the card says so (V-9.31, V-9.32)."""


Row.model_rebuild()
