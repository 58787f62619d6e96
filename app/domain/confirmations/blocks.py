"""The shapes of confirmation cards (V-8.1 to V-8.26): a declarative card or a widget, and the seventeen blocks.

Pure values, made by ``reading``; read by the manifest, by the window that draws the card, and by the schema for
authors. Lengths are caps of V-8; text longer than its cap was clipped before it came here.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from app.domain.frozen import Frozen
from app.domain.icons import ICONS

__all__ = [
    "COLORS",
    "ICONS",
    "INPUTS",
    "MOST_OPTIONS",
    "ActionItem",
    "Actions",
    "CardBlock",
    "CardRoot",
    "Confirmation",
    "WidgetRoot",
]

Color = Literal["default", "muted", "subtle", "accent", "success", "warning", "danger", "onAccent"]
COLORS: Final = ("default", "muted", "subtle", "accent", "success", "warning", "danger", "onAccent")
"""V-8.26."""

INPUTS: Final = frozenset({"textField", "passwordField", "select", "toggle", "chips"})
"""Blocks that change an argument; each needs ``bind`` (V-8.28)."""

MOST_OPTIONS: Final = 50
"""V-5.7, V-8.21."""

Label = Annotated[str, Field(max_length=60, min_length=1)]
Bind = Annotated[str, Field(pattern=r"^\{\{\s*[^{}\s]+\s*\}\}$")]
"""``{{arg}}`` or ``{{arg.path}}`` (V-8.28)."""


class Option(Frozen):
    label: str
    value: str


class Text(Frozen):
    type: Literal["text"]
    text: str = Field(max_length=500)
    variant: Literal["title", "body", "caption"] = "body"
    color: Color = "default"


class Markdown(Frozen):
    type: Literal["markdown"]
    text: str = Field(max_length=2000)
    """No HTML, no images; a link opens the browser (V-8.9)."""


class KeyValueRow(Frozen):
    label: str = Field(max_length=32)
    value: str = Field(max_length=200)
    color: Color = "default"


class KeyValue(Frozen):
    type: Literal["keyValue"]
    rows: tuple[KeyValueRow, ...] = Field(max_length=10)
    visible_if: str | None = None
    """Name of an argument: the block shows while it has a non-empty value (V-8.30)."""


class MetadataRow(Frozen):
    label: str = Field(max_length=32)
    value: str = Field(max_length=200)


class Metadata(Frozen):
    type: Literal["metadata"]
    rows: tuple[MetadataRow, ...] = Field(max_length=10)


class Accessory(Frozen):
    text: str = Field(max_length=24)
    color: Color = "default"


class ListItem(Frozen):
    type: Literal["listItem"] = "listItem"
    title: str = Field(max_length=60)
    subtitle: str | None = Field(default=None, max_length=120)
    icon: str | None = None
    accessories: tuple[Accessory, ...] = Field(default=(), max_length=3)


class CardList(Frozen):
    type: Literal["list"]
    children: tuple[ListItem, ...] = Field(max_length=10)


class Image(Frozen):
    type: Literal["image"]
    src: str = Field(max_length=131072, pattern="^data:image/(png|jpeg|webp)")
    alt: str | None = None
    height: float | None = Field(default=None, ge=1, le=240)
    """Pixels."""


class Badge(Frozen):
    type: Literal["badge"]
    text: str = Field(max_length=24)
    color: Color = "default"


class Progress(Frozen):
    type: Literal["progress"]
    value: float
    max: float | None = None
    label: str | None = Field(default=None, max_length=48)


class Divider(Frozen):
    type: Literal["divider"]


class TextField(Frozen):
    type: Literal["textField"]
    bind: Bind
    label: Label
    required: bool = False
    multiline: bool = False
    placeholder: str | None = None


class PasswordField(Frozen):
    type: Literal["passwordField"]
    bind: Bind
    label: Label
    required: bool = False


class Select(Frozen):
    type: Literal["select"]
    bind: Bind
    label: Label
    options: tuple[Option, ...] = Field(min_length=1, max_length=MOST_OPTIONS)


class Toggle(Frozen):
    type: Literal["toggle"]
    bind: Bind
    label: Label


class Chips(Frozen):
    type: Literal["chips"]
    bind: Bind
    label: Label | None = None
    options: tuple[Option, ...] = Field(min_length=1, max_length=12)
    multiple: bool = False
    """The argument is a list of values."""


class _Press(Frozen):
    label: str = Field(max_length=32, min_length=1)
    role: Literal["confirm", "cancel", "copy", "openUrl"]
    color: Color = "default"
    value: str | None = None
    """What ``copy`` copies."""
    url: str | None = None
    """https; what ``openUrl`` opens."""


class ActionItem(_Press):
    """One button of an ``actions`` block."""

    type: Literal["button"] | None = None


class Button(_Press):
    """One button on its own; never one that answers the card (V-8.25)."""

    type: Literal["button"]


class Actions(Frozen):
    type: Literal["actions"]
    items: tuple[ActionItem, ...] = Field(min_length=1, max_length=4)


class Stack(Frozen):
    type: Literal["stack"]
    children: tuple[CardBlock, ...]
    """At most three stacks in each other (V-8.7)."""
    direction: Literal["vertical", "horizontal"] = "vertical"


CardBlock = Annotated[
    Text
    | Markdown
    | KeyValue
    | Metadata
    | CardList
    | ListItem
    | Image
    | Badge
    | Progress
    | Divider
    | Stack
    | TextField
    | PasswordField
    | Select
    | Toggle
    | Chips
    | Actions
    | Button,
    Field(discriminator="type"),
]


class CardRoot(Frozen):
    """A declarative card (V-8.2)."""

    type: Literal["card"]
    title: str = Field(max_length=60, min_length=1)
    icon: str | None = None
    """A name of V-9.12 or a ``data:`` image."""
    children: tuple[CardBlock, ...] = Field(max_length=12)
    footer: tuple[Actions, ...] = Field(min_length=1, max_length=1)


class WidgetRoot(Frozen):
    """A card whose content is HTML; the confirm button is the host's own (V-8.3, V-8.38)."""

    type: Literal["widget"]
    html: str = Field(max_length=300000, min_length=1)
    height: float = Field(default=180, ge=60, le=420)
    """Pixels."""
    label: str | None = None
    confirm_label: str = Field(default="Confirm", max_length=32)
    confirm_color: Literal["accent", "danger"] | None = None


class Confirmation(Frozen):
    """The tool asks first."""

    schema_version: Literal[1] = 1
    root: Annotated[CardRoot | WidgetRoot, Field(discriminator="type")] | None = None
    """``None`` is the generic card (V-8.6)."""


Stack.model_rebuild()
CardRoot.model_rebuild()
