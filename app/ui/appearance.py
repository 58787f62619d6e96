"""What the first frame must know of the look, read cheaply before the core is there.

Called by ``notch_app`` on Qt's main thread. The settings file is read as plain JSON: its model needs pydantic, which
costs 100 ms. The core validates and repairs the file later and tells what counts by ``SettingsChanged``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from PySide6.QtGui import QGuiApplication

from app.ui.viewmodels.shell import Look, look_from

__all__ = ["early_settings", "read_look", "system_dark"]

USUAL_FONT_PX: Final = 40 / 3
"""10 points at 96 dots an inch, the usual size of an interface font; smaller ones do not shrink the design."""
POINTS_PER_INCH: Final = 72
LARGEST_SCALE: Final = 2.0
"""Beyond it the notch would not fit a small screen."""
LARGEST_SETTINGS: Final = 1_000_000
"""Bytes; a larger file is left to the core, which tells what is wrong with it."""


def read_look(settings_file: Path) -> Look:
    """Put the system's wishes and the stored ones together; whether it is dark is asked after the first frame."""
    return look_from(early_settings(settings_file), Look(text_scale=_text_scale()))


def early_settings(file: Path) -> Mapping[str, object]:
    """Return the stored values by key (``group.name``); empty for a file that is not there or damaged."""
    try:
        if file.stat().st_size > LARGEST_SETTINGS:
            return {}
        data: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    values: dict[str, object] = {}
    for group, content in cast("dict[str, object]", data if isinstance(data, dict) else {}).items():
        if isinstance(content, dict):
            values.update({f"{group}.{name}": value for name, value in cast("dict[str, object]", content).items()})
    return values


def system_dark() -> bool:
    """Tell whether the system asks for dark; where it says nothing, dark is our default."""
    # The namespace of all enums takes 13 ms to build, and the notch does not ask.
    from PySide6.QtCore import Qt

    return QGuiApplication.styleHints().colorScheme() is not Qt.ColorScheme.Light


def _text_scale() -> float:
    # Not by QFontInfo: it loads the fonts, which the idle notch does not need.
    font = QGuiApplication.font()
    dots_per_inch = QGuiApplication.primaryScreen().logicalDotsPerInch()
    pixels = font.pixelSize() if font.pixelSize() > 0 else font.pointSizeF() * dots_per_inch / POINTS_PER_INCH
    return min(max(pixels / USUAL_FONT_PX, 1.0), LARGEST_SCALE)
