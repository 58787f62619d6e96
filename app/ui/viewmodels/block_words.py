"""Numbers of a chart in the person's locale, and what a chart shows in words for a screen reader.

Used by the makers of rows. Any thread; pure but for the locale and the translation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

__all__ = ["bars_words", "line_words", "number_text", "percent_text"]

SHORT_FROM: Final = 10_000
"""Larger numbers are shortened, so that they stand above a bar."""
SCALES: Final = ((1e9, "B"), (1e6, "M"), (1e3, "k"))
EXPONENT_FROM: Final = 1e12
MOST_DIGITS: Final = 2
"""Behind the decimal point."""


def number_text(value: float) -> str:
    """Write a number short enough for a chart: at most two decimals, thousands and more as ``12.3k``."""
    size = abs(value)
    if size >= EXPONENT_FROM:
        return QLocale().toString(value, "g", 3)
    if size >= SHORT_FROM:
        scale, sign = next((scale, sign) for scale, sign in SCALES if size >= scale)
        return _plain(value / scale, 1) + sign
    return _plain(value, MOST_DIGITS)


def _plain(value: float, digits: int) -> str:
    rounded = round(value, digits)
    while digits and round(rounded, digits - 1) == rounded:
        digits -= 1
    return QLocale().toString(rounded + 0.0, "f", digits)


def percent_text(share: float) -> str:
    return QLocale().toString(round(share * 100)) + QLocale().percent()


def bars_words(labels: Sequence[str], values: Sequence[float], unit: str) -> str:
    """List every bar with its value."""
    after = f" {unit}" if unit else ""
    return ", ".join(f"{label} {number_text(value)}{after}" for label, value in zip(labels, values, strict=True))


def line_words(points: Sequence[float]) -> str:
    """Tell where a line begins and ends, and its extremes."""
    text = QCoreApplication.translate(
        "Cards", "Line of {count} values, from {first} to {last}, lowest {low}, highest {high}"
    )
    return text.format(
        count=len(points),
        first=number_text(points[0]),
        last=number_text(points[-1]),
        low=number_text(min(points)),
        high=number_text(max(points)),
    )
