"""``QmlUncreatable`` with a type.

WORKAROUND: the stubs of PySide6 6.11 declare it as a class that cannot be called, so pyright drops the decorated
class. To be replaced by the original once the stubs are right. View models import it from here; the metaobject dump
goes by its name alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from PySide6 import QtQml

__all__ = ["QmlUncreatable"]

ClassT = TypeVar("ClassT", bound=type)


def QmlUncreatable(reason: str) -> Callable[[ClassT], ClassT]:
    """Make a class known to QML that QML may not make."""
    original = cast("Callable[[str], Callable[[ClassT], ClassT]]", QtQml.QmlUncreatable)
    return original(reason)
