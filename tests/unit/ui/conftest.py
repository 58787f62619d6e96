"""Fixtures of the interface tests."""

from __future__ import annotations

from tests.unit.ui.window_view import opened

__all__ = ["opened"]
