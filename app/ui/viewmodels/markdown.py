"""Markdown of a confirmation card as the few marks that QML's styled text knows (V-8.9).

Qt's own reader parses it, with HTML off; what is written out here holds no picture, no HTML of the author and no
address but ``https``. Used by ``question_rows.py``; Qt main thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Final, cast

from PySide6.QtGui import QFont, QTextBlock, QTextDocument, QTextFragment

__all__ = ["styled"]

ANY_PX: Final = 13
STEP: Final = 4
"""Spaces by which a list within a list stands in."""


def styled(markdown: str, fill: Callable[[str], str]) -> str:
    """Return styled text; ``fill`` puts values into each run of words, as plain text."""
    document = QTextDocument()
    font = QFont()
    font.setPixelSize(ANY_PX)  # the reader asks for it, and warns where there is none
    document.setDefaultFont(font)
    features = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
    document.setMarkdown(markdown, features)
    text = ""
    block = document.begin()
    while block.isValid():
        words = _words(block, fill)
        if words:
            # Items of a list stand close, all else is a paragraph of its own.
            gap = "" if not text else "<br>" if block.textList() else "<br><br>"
            text += gap + _sign(block) + words
        block = block.next()
    return text


def _sign(block: QTextBlock) -> str:
    items = block.textList()
    if not items:
        return ""
    number = items.itemText(block)
    sign = escape(number) if len(number) > 1 else "•"
    return "&nbsp;" * STEP * (items.format().indent() - 1) + sign + "&nbsp;"


def _words(block: QTextBlock, fill: Callable[[str], str]) -> str:
    found: list[str] = []
    pieces = cast("Iterable[QTextBlock.iterator]", block)  # the stubs give it no type of its items
    for piece in pieces:
        fragment = piece.fragment()
        if fragment.isValid() and not fragment.charFormat().isImageFormat():
            found.append(_run(fragment, fill))
    return "".join(found)


def _run(fragment: QTextFragment, fill: Callable[[str], str]) -> str:
    kind = fragment.charFormat()
    words = escape(fill(fragment.text())).replace("\u2028", "<br>").replace("\n", "<br>")
    if kind.fontWeight() >= QFont.Weight.DemiBold:
        words = f"<b>{words}</b>"
    if kind.fontItalic():
        words = f"<i>{words}</i>"
    if kind.fontStrikeOut():
        words = f"<s>{words}</s>"
    if kind.anchorHref().startswith("https://"):
        words = f'<a href="{escape(kind.anchorHref(), quote=True)}">{words}</a>'
    return words
