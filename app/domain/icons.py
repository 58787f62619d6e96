"""The names of the bundled icons (V-9.12); glance cards, confirmation cards and the window share them. Any thread."""

from __future__ import annotations

from typing import Final

__all__ = ["ICONS"]

_WORDS: Final = """
calendar clock timer bed car mail message music sun moon cloud rain star folder file globe pin phone person
heart bolt check x mic note list battery chart dollar home wifi coffee plane sparkle
"""
ICONS: Final = frozenset(_WORDS.split())
