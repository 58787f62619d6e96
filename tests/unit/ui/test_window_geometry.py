"""Where things stand in the window: at every width and in both directions no text is drawn over another one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtQuick import QQuickItem

from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_stage import WindowStage
from tests.unit.ui.window_view import Opened, evaluated, items, settle

PAGES = ("home", "settings/hotkeys", "settings/recognition", "settings/delivery", "models", "help", "onboarding")
WIDE, NARROW, HEIGHT = 920, 560, 1000
SLACK = 1.0
"""Pixels: glyphs are placed on whole ones."""


def painted(item: QQuickItem) -> QRectF:
    """Return the part of a text item that has ink, in the window."""
    width, height = float(item.property("contentWidth")), float(item.property("contentHeight"))
    alignment = evaluated(item, "effectiveHorizontalAlignment")
    free = item.width() - width
    left = {1: 0.0, 2: free, 4: free / 2}[int(str(alignment))]
    return QRectF(item.mapToScene(QPointF(left, 0.0)), item.mapToScene(QPointF(left + width, height)))


def overlaps(stage: WindowStage) -> list[tuple[str, str]]:
    shown = [
        (str(item.property("text")), painted(item).adjusted(SLACK, SLACK, -SLACK, -SLACK))
        for item in items(stage)
        if item.inherits("QQuickText") and item.property("text")
    ]
    return [(a, b) for (a, first), (b, second) in combinations(shown, 2) if first.intersects(second)]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_text_stands_on_another_one_when_the_window_is_made_narrow_and_wide_again(
    page: str, language: str, opened: Opened, tmp_path: Path
) -> None:
    if language == "ar":
        make_pseudo(tmp_path, "ar")
        stage = opened(page=page, catalogues=tmp_path, language="ar", onboarded=page != "onboarding")
    else:
        stage = opened(page=page, onboarded=page != "onboarding")
    for width in (WIDE, NARROW, WIDE):
        stage.window.resize(width, HEIGHT)
        settle(stage)
        settle(stage)
        assert overlaps(stage) == [], width
