"""Glance cards (V-9): their models, and reading them from a result, with every drop noted.

``blocks`` has the shapes; ``reading`` makes them of what a server sent.
"""

from app.domain.cards.blocks import Block, Card

__all__ = ["Block", "Card"]
