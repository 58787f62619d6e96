"""What programs are called in the interface. Pure; used by the notch and by Home."""

from __future__ import annotations

__all__ = ["app_name"]


def app_name(app_id: str) -> str:
    """Name a program by its id: ``org.gnome.gedit`` becomes ``Gedit``, ``mousepad`` becomes ``Mousepad``."""
    name = app_id.rsplit(".", 1)[-1] if app_id.count(".") >= 2 else app_id
    return name[:1].upper() + name[1:]
