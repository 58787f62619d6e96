"""What stands around the blocks of a question: whose it is, why it is asked, how yes and no are called.

Pure; used by ``question.py``, Qt main thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl

from app.domain.confirmations.blocks import ActionItem, CardRoot
from app.domain.confirmations.editing import Draft
from app.domain.confirmations.question import Question
from app.ui.call_words import answer_label, demand_words
from app.ui.viewmodels.glance_rows import known_icon
from app.ui.viewmodels.pictures import readable_address

__all__ = ["QuestionHead", "head_of", "title_of"]


@dataclass(frozen=True, slots=True)
class QuestionHead:
    integration: str = ""
    tool: str = ""
    icon: str = ""
    """A name of V-9.12."""
    image: str = ""
    """Address of the card's own picture, else of the integration's icon."""
    destructive: bool = False
    """V-7.14, V-8.46."""
    dangerous: bool = False
    """The confirm button is drawn in the colour of danger (V-8.51)."""
    reasons: tuple[str, ...] = ()
    confirm: str = ""
    cancel: str = ""


def head_of(question: Question, draft: Draft) -> QuestionHead:
    """Read it from the question as it is asked."""
    root = question.root
    card = root if isinstance(root, CardRoot) else None
    items = card.footer[0].items if card is not None else ()
    yes = next((item for item in items if item.role == "confirm"), None)
    no = next((item for item in items if item.role == "cancel"), None)
    if isinstance(root, CardRoot):
        label, color = _label(yes, draft), yes.color if yes is not None else "default"
    else:
        label, color = root.confirm_label.strip(), root.confirm_color
    return QuestionHead(
        integration=question.integration_name,
        tool=question.tool_title,
        icon=known_icon(card.icon) if card is not None else "",
        image=_image(card, question.icon_path),
        destructive=question.is_destructive,
        dangerous=question.is_destructive or color == "danger",
        reasons=tuple(demand_words(question.demands)),
        confirm=answer_label(label or "Confirm"),
        cancel=answer_label(_label(no, draft) or "Cancel"),
    )


def title_of(question: Question, draft: Draft) -> str:
    """Return the title with the values of now; a card without one is called like its tool."""
    root = question.root
    return draft.filled(root.title) if isinstance(root, CardRoot) else question.tool_title


def _label(item: ActionItem | None, draft: Draft) -> str:
    return draft.filled(item.label) if item is not None else ""


def _image(card: CardRoot | None, icon_path: str) -> str:
    if card is not None and card.icon and card.icon.startswith("data:image/"):
        return readable_address(card.icon)
    return QUrl.fromLocalFile(icon_path).toString() if icon_path and Path(icon_path).is_file() else ""
