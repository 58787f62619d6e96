"""This PySide6 keeps its references."""

from __future__ import annotations

from app.ui.canary import pyside_reference_fault


def test_emitting_signals_loses_no_reference() -> None:
    assert not pyside_reference_fault()
