"""The world outside as cards see it in tests: a fixed clock, one known program, addresses that are only noted."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.ui.viewmodels.face import Reach

__all__ = ["NOON_MS", "Outside"]

NOON_MS = 1_780_315_500_000.0
"""2026-06-01 12:05:00 UTC."""


@dataclass
class Outside:
    """What :attr:`reach` leads to."""

    now_ms: float = NOON_MS
    opened: list[str] = field(default_factory=list[str])
    icons: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def reach(self) -> Reach:
        return Reach(self.opened.append, lambda name: self.icons.get(name, ""), lambda: self.now_ms)
