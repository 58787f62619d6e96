"""View models: events in by ``apply``, typed properties out, clicks become commands through one ``submit``.

All live on Qt's main thread and are made by ``app/ui/assembly.py``. They keep frozen values, emit a notify signal
only when a value really changed, and hold no service, no timer and no text that is put together from numbers. A
nullable value has a ``hasX`` flag. ``list_model.py`` shows the pattern. Each class is an element of the QML module
``Voxnotch.ViewModels``, whose type file ``packaging/qmltypes.py`` writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:  # 20 ms that the first frame need not wait for
    from app.domain.messages import Command, Event

__all__ = ["Submit", "ViewModel"]

Submit: TypeAlias = "Callable[[Command], None]"
"""Hands a command to the core; never waits."""


class ViewModel(Protocol):
    """What the bridge needs of a view model, which also is a ``QObject``."""

    def apply(self, event: Event) -> None:
        """Take in one event; all others are ignored."""
        ...
