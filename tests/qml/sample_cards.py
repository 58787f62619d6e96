"""What the pictures of cards show: every block of V-8 and V-9 once, and ten whole cards.

Used by ``draw_cards.py`` and the tests of the cards; an author would send the same values.
"""

from __future__ import annotations

import base64
from typing import Final, cast

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from app.domain.calls import CallId, Demand, IntegrationId, Lane, Origin, ToolRef
from app.domain.cards import Card
from app.domain.cards import blocks as g
from app.domain.confirmations import CardRoot, WidgetRoot
from app.domain.confirmations.question import Question
from tests.unit.ui.card_reach import NOON_MS

__all__ = ["CONFIRM_BLOCKS", "GLANCE_BLOCKS", "GLANCE_CARDS", "QUESTIONS", "make_question", "picture_address"]

HOUR_MS: Final = 3_600_000


def picture_address(width: int = 96, height: int = 48) -> str:
    """Return a small picture as a ``data:`` address."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    sky = QLinearGradient(0, 0, 0, height)
    sky.setColorAt(0, QColor("#2B5F9E"))
    sky.setColorAt(1, QColor("#E8B27A"))
    painter.fillRect(image.rect(), sky)
    painter.fillRect(0, height * 2 // 3, width, height, QColor("#2D4A3A"))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType] - the stubs want bytes and fail on them
    return "data:image/png;base64," + base64.b64encode(bytes(buffer.data().data())).decode()


WAVE: Final = tuple(12 + (n * 7 % 11) / 2 + n / 3 for n in range(24))

GLANCE_BLOCKS: Final[dict[str, g.Block]] = {
    "header": g.Header(title="Team sync moved to Thursday", icon="calendar", trailing="10:00"),
    "list": g.ListBlock(
        header="Today",
        rows=(
            g.ListRow(title="Stand-up", icon="person", subtitle="Room 4", trailing="9:15"),
            g.ListRow(title="Train to Ghent", icon="car", trailing="14:02", badge=g.Badge(text="late", tone="bad")),
            g.ListRow(title="Water the plants", icon="check", badge=g.Badge(text="done", tone="good")),
        ),
    ),
    "stats": g.Stats(
        items=(
            g.Stat(label="Revenue", value="€ 12.4k", delta="+8 %", tone="good"),
            g.Stat(label="Refunds", value="31", delta="+4", tone="bad"),
            g.Stat(label="Visits", value="9,120"),
        )
    ),
    "keyValue": g.KeyValue(
        pairs=(
            g.Pair(label="Departs", value="14:02, platform 7"),
            g.Pair(label="Seat", value="61"),
            g.Pair(label="Address", value="Sint-Denijsplein 1, 9000 Ghent, in the hall by the north door"),
        )
    ),
    "badges": g.Badges(
        items=(
            g.Badge(text="passing", tone="good"), g.Badge(text="2 failed", tone="bad"), g.Badge(text="nightly"),
        )
    ),
    "bars": g.Bars(labels=("Mon", "Tue", "Wed", "Thu", "Fri"), values=(4, 7.5, 3, 9, 6), unit="hours"),
    "bars-negative": g.Bars(labels=("Q1", "Q2", "Q3", "Q4"), values=(12_400, -5_100, 800, -9_900), unit="€"),
    "bars-one": g.Bars(labels=("Now",), values=(42,)),
    "bars-twelve": g.Bars(labels=tuple("JFMAMJJASOND"), values=tuple(range(1, 13))),
    "line": g.Line(points=WAVE, tone="good", baseline=16),
    "line-flat": g.Line(points=(5, 5, 5, 5)),
    "splitBar": g.SplitBar(
        segments=(
            g.Segment(label="Rent", value=1200), g.Segment(label="Food", value=640),
            g.Segment(label="Travel", value=310), g.Segment(label="Other", value=95),
        )
    ),
    "splitBar-tones": g.SplitBar(
        segments=(g.Segment(label="Passed", value=118, tone="good"), g.Segment(label="Failed", value=7, tone="bad"))
    ),
    "progress": g.Progress(share=0.62, label="Copying 124 files"),
    "progress-done": g.Progress(share=1.0, label="Backup", tone="good"),
    "ring": g.Progress(share=0.38, label="Battery of the left earbud", style="ring"),
    "clock": g.Clock(tz="Asia/Tokyo", label="Tokyo"),
    "countdown": g.Countdown(seconds=754, label="Pasta"),
    "countdown-days": g.Countdown(until_unix_ms=NOON_MS + 51.5 * HOUR_MS, label="Until the holidays"),
    "divider": g.Divider(),
    "row": g.Row(
        children=(
            g.Clock(tz="Europe/Brussels", label="Brussels"), g.Clock(tz="America/New_York", label="New York"),
            g.Progress(share=0.7, label="Day", style="ring"),
        )
    ),
    "text": g.Text(text="The door is closed. The alarm will be on in one minute."),
    "widget": g.Widget(html="<b>hi</b>", label="A map of the way to the station"),
}  # fmt: skip

GLANCE_CARDS: Final[dict[str, tuple[str, Card]]] = {
    "agenda": (
        "Calendar · List events",
        Card(blocks=(GLANCE_BLOCKS["header"], GLANCE_BLOCKS["list"], GLANCE_BLOCKS["badges"])),
    ),
    "figures": ("Shop · Sales", Card(blocks=(GLANCE_BLOCKS["stats"], GLANCE_BLOCKS["bars-negative"]))),
    "trend": (
        "Weather · Temperature",
        Card(
            blocks=(
                g.Header(title="Ghent, next 24 hours", icon="sun", trailing="21 °C"), GLANCE_BLOCKS["line"],
                g.KeyValue(pairs=(g.Pair(label="Rain", value="from 18:00"), g.Pair(label="Wind", value="4 m/s"))),
            )
        ),
    ),
    "world": ("Clock · World clock", Card(blocks=(GLANCE_BLOCKS["row"], GLANCE_BLOCKS["countdown"]))),
    "too-large": ("Notes · Find", Card(blocks=(GLANCE_BLOCKS["keyValue"], GLANCE_BLOCKS["splitBar"]), too_large=True)),
}  # fmt: skip

CONFIRM_BLOCKS: Final[dict[str, dict[str, object]]] = {
    "text": {
        "type": "stack",
        "children": [
            {"type": "text", "text": "Invite {{guest}}", "variant": "title"},
            {"type": "text", "text": "They get a message at once."},
            {"type": "text", "text": "You can take it back for an hour.", "variant": "caption"},
            {"type": "text", "text": "This address is new.", "color": "warning"},
        ],
    },
    "markdown": {
        "type": "markdown",
        "text": "**Release 2.4** for *everyone*:\n\n- faster start\n- [notes](https://example.org/notes)\n\n"
        "Sent to {{guest}}.",
    },
    "keyValue": {
        "type": "keyValue",
        "rows": [
            {"label": "To", "value": "{{guest}}"},
            {"label": "Amount", "value": "€ {{amount}}", "color": "danger"},
            {"label": "Note", "value": "{{nothing}}"},
        ],
    },
    "metadata": {"type": "metadata", "rows": [{"label": "Account", "value": "BE71 0961 2345 6769"}]},
    "list": {
        "type": "list",
        "children": [
            {
                "title": "report.pdf", "subtitle": "2.1 MB, changed today", "icon": "file",
                "accessories": [{"text": "new", "color": "success"}, {"text": "signed"}],
            },
            {"title": "Photos", "subtitle": "14 items", "icon": "folder"},
        ],
    },
    "image": {"type": "image", "src": "", "alt": "The house by the sea", "height": 120},
    "badge": {"type": "badge", "text": "production", "color": "warning"},
    "progress": {"type": "progress", "value": 45, "label": "Quota used"},
    "stack-horizontal": {
        "type": "stack", "direction": "horizontal",
        "children": [
            {"type": "textField", "bind": "{{guest}}", "label": "First guest"},
            {"type": "textField", "bind": "{{amount}}", "label": "Amount"},
        ],
    },
    "textField": {"type": "textField", "bind": "{{guest}}", "label": "Guest", "required": True},
    "textField-empty": {"type": "textField", "bind": "{{note}}", "label": "Note", "placeholder": "Say why"},
    "textField-lines": {"type": "textField", "bind": "{{body}}", "label": "Message", "multiline": True},
    "passwordField": {"type": "passwordField", "bind": "{{secret}}", "label": "Passphrase", "required": True},
    "select": {
        "type": "select", "bind": "{{kind}}", "label": "Kind",
        "options": [{"label": "Meeting", "value": "meeting"}, {"label": "Focus time", "value": "focus"}],
    },
    "toggle": {"type": "toggle", "bind": "{{notify}}", "label": "Tell the others"},
    "chips": {
        "type": "chips", "bind": "{{days}}", "label": "Days", "multiple": True,
        "options": [{"label": day, "value": day} for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat")],
    },
    "chips-one": {
        "type": "chips", "bind": "{{kind}}", "label": "Kind",
        "options": [{"label": "Meeting", "value": "meeting"}, {"label": "Focus time", "value": "focus"}],
    },
    "actions": {
        "type": "actions",
        "items": [
            {"label": "Copy the address", "role": "copy", "value": "{{guest}}"},
            {"label": "Open the page", "role": "openUrl", "url": "https://example.org/"},
        ],
    },
    "button": {"type": "button", "label": "Terms", "role": "openUrl", "url": "https://example.org/terms"},
}  # fmt: skip

ARGUMENTS: Final[dict[str, object]] = {
    "guest": "ann@example.org", "amount": 12.5, "body": "Dear Ann,\nthe train is late.\nSee you at ten.",
    "secret": "correct horse", "kind": "meeting", "notify": True, "days": ["Tue", "Thu"],
}  # fmt: skip

SCHEMA: Final[dict[str, object]] = {
    "type": "object",
    "properties": {
        "guest": {"type": "string"}, "amount": {"type": "number"}, "note": {"type": "string"},
        "body": {"type": "string"}, "secret": {"type": "string"}, "kind": {"type": "string"},
        "notify": {"type": "boolean"}, "days": {"type": "array", "items": {"type": "string"}},
        "title": {"type": "string"}, "path": {"type": "string"}, "options": {"type": "object"},
    },
    "required": ["guest", "secret"],
}  # fmt: skip


def make_root(title: str, children: list[dict[str, object]], **footer: object) -> CardRoot:
    items = [
        {"label": footer.get("cancel", "Cancel"), "role": "cancel"},
        {"label": footer.get("confirm", "Confirm"), "role": "confirm", "color": footer.get("color", "accent")},
        *cast("list[dict[str, object]]", footer.get("more", [])),
    ]
    return CardRoot.model_validate(
        {
            "type": "card", "title": title, "icon": footer.get("icon"), "children": children,
            "footer": [{"type": "actions", "items": items}],
        }
    )  # fmt: skip


def make_question(root: CardRoot | WidgetRoot, arguments: dict[str, object], **more: object) -> Question:
    values: dict[str, object] = {
        "call_id": CallId("call-1"), "ref": ToolRef(IntegrationId("org.example.calendar"), "create_event"),
        "tool_title": "Create event", "integration_name": "Calendar", "icon_path": "", "root": root,
        "is_generic": False, "input_schema": SCHEMA, "arguments": arguments,
        "demands": (Demand(Lane.HOST, "V-7.5"),), "is_destructive": False, "origin": Origin.PANEL,
    }  # fmt: skip
    return Question(**{**values, **more})  # pyright: ignore[reportArgumentType] - keywords of the tests


def block_question(name: str) -> Question:
    """Return a question whose card has this one block, with all its arguments said in the card."""
    block = dict(CONFIRM_BLOCKS[name])
    if block["type"] == "image":
        block["src"] = picture_address(240, 120)
    said = {key: value for key, value in ARGUMENTS.items() if "{{" + key + "}}" in str(block)}
    return make_question(make_root("One block", [block]), said)


def _questions() -> dict[str, Question]:
    blocks = CONFIRM_BLOCKS
    event = make_root(
        "Plan “Team sync”",
        [
            {"type": "textField", "bind": "{{title}}", "label": "Title", "required": True},
            blocks["chips-one"],
            blocks["toggle"],
            {"type": "metadata", "rows": [{"label": "Calendar", "value": "Work"}]},
        ],
        icon="calendar", confirm="Plan it",
    )  # fmt: skip
    mail = make_root(
        "Send to {{guest}}",
        [{"type": "textField", "bind": "{{guest}}", "label": "To", "required": True}, blocks["textField-lines"]],
        icon="mail", confirm="Send",
    )  # fmt: skip
    generic = make_root(
        "Delete file",
        [{"type": "textField", "bind": "{{path}}", "label": "path", "required": True}],
        confirm="Delete", color="danger",
    )  # fmt: skip
    widget = WidgetRoot(type="widget", html="<p>hi</p>", label="Choose a seat", confirm_label="Book")
    return {
        "event": make_question(event, {"title": "Team sync", "kind": "meeting", "notify": True}, demands=(
            Demand(Lane.HOST, "V-7.5"), Demand(Lane.PROFILE, "working-hours", "it is after six"),
        )),
        "mail": make_question(
            mail, {"guest": "ann@example.org", "body": ARGUMENTS["body"]}, tool_title="Send mail",
            integration_name="Mail", marks={"guest": "Contacts"},
        ),
        "destructive": make_question(
            generic, {"path": "/home/ann/thesis.odt", "options": {"force": True, "depth": 2}},
            tool_title="Delete file", integration_name="Desk", is_destructive=True,
            demands=(Demand(Lane.HOST, "V-7.7"),),
        ),
        "list": make_question(
            make_root("Share these", [blocks["list"], blocks["keyValue"], blocks["actions"]], icon="folder",
                      confirm="Share"),
            {"guest": "ann@example.org", "amount": 12.5}, tool_title="Share files", integration_name="Drive",
        ),
        "foot": make_question(
            make_root("Invite {{guest}}", [blocks["text"]], icon="person", confirm="Invite", more=[
                {"label": "Copy", "role": "copy", "value": "{{guest}}"},
                {"label": "Help", "role": "openUrl", "url": "https://example.org"},
            ]),
            {"guest": "ann@example.org"}, tool_title="Invite",
        ),
        "widget": make_question(
            widget, {"title": "Row 7", "kind": "focus"}, tool_title="Book a seat", integration_name="Cinema"
        ),
    }  # fmt: skip


QUESTIONS: Final = _questions()
