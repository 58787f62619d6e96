"""Confirmation cards as a manifest declares them (V-8): their models, and their reader, which never loses the question.

``blocks`` has the shapes, ``reading`` makes them from JSON. A card that cannot be used becomes the generic card, which
lists every argument; it never becomes no card (V-8.6).
"""

from app.domain.confirmations.blocks import (
    ActionItem,
    CardBlock,
    CardRoot,
    Confirmation,
    WidgetRoot,
)
from app.domain.confirmations.reading import read_confirmation

__all__ = ["ActionItem", "CardBlock", "CardRoot", "Confirmation", "WidgetRoot", "read_confirmation"]
