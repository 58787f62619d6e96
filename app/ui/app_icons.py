"""Finds the icon of an installed program for a header of a card (V-9.28).

Called by ``notch_app`` when a card names a program; Qt main thread. It looks through the desktop entries of the system,
https://specifications.freedesktop.org/desktop-entry-spec/latest/, once for each name.
"""

from __future__ import annotations

import configparser
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QUrl
from PySide6.QtGui import QIcon

__all__ = ["find_app_icon"]

GROUP: Final = "Desktop Entry"
ICON_SIDE: Final = 64
"""Pixels; shown at 28 and at twice that on a fine screen."""
MOST_ENTRIES: Final = 2000
"""A system with more programs is looked through only so far."""
LARGEST_ENTRY: Final = 256 * 1024
"""Bytes."""


@lru_cache(maxsize=64)
def find_app_icon(name: str) -> str:
    """Return an address that QML loads; "" when no installed program has this desktop id, bundle id or name."""
    entry = _entry_of(name.strip())
    return _address(entry) if entry else ""


def _entry_of(name: str) -> str:
    """Return the ``Icon`` of the program; a match by id wins over one by name."""
    if not name or "/" in name:
        return ""
    wanted = name.casefold().removesuffix(".desktop")
    files = tuple(_entries())
    for file in files:
        if file.stem.casefold() == wanted:
            return _read(file, "").get("Icon", "")
    for file in files:
        values = _read(file, wanted)
        if values.get("Name", "").casefold() == wanted:
            return values.get("Icon", "")
    return ""


def _entries() -> Iterator[Path]:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folders = [home, *(os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")]
    seen = 0
    for folder in folders:
        for file in sorted((Path(folder) / "applications").rglob("*.desktop")):
            seen += 1
            if seen > MOST_ENTRIES:
                return
            yield file


def _read(file: Path, wanted: str) -> dict[str, str]:
    """Return the keys of an entry that holds ``wanted`` anywhere: to parse all of them, the notch would stand still."""
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # pyright: ignore[reportAttributeAccessIssue] - keys are told apart by case
    try:
        if file.stat().st_size > LARGEST_ENTRY:
            return {}
        text = file.read_text(encoding="utf-8")
        if wanted not in text.casefold():
            return {}
        parser.read_string(text)
    except (OSError, UnicodeDecodeError, configparser.Error):
        return {}
    return dict(parser[GROUP]) if parser.has_section(GROUP) else {}


def _address(icon: str) -> str:
    """Return a file as it is; a name is looked up in the icon theme and handed over as a picture."""
    if icon.startswith("/"):
        return QUrl.fromLocalFile(icon).toString() if Path(icon).is_file() else ""
    pixmap = QIcon.fromTheme(icon).pixmap(ICON_SIDE)
    if pixmap.isNull():
        return ""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")  # pyright: ignore[reportCallIssue, reportArgumentType] - the stubs want bytes and fail on them
    return "data:image/png;base64," + bytes(buffer.data().toBase64().data()).decode("ascii")
