"""Marks texts for translation where they stand in a table and are translated only when they are shown.

Used by the modules of words; any thread.
"""

from __future__ import annotations

__all__ = ["QT_TRANSLATE_NOOP"]


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Mark a text for ``lupdate``, which knows this name; PySide6's own is untyped."""
    return text
