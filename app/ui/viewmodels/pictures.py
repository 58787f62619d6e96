"""Which pictures of strangers are drawn: those that can be read and are not too large to hold.

One that cannot be read would put its whole address into the log. Used by the makers of rows; Qt main thread.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import Final

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImageReader

from app.domain.calls import Picture

__all__ = ["picture_address", "readable_address"]

MOST_PIXELS: Final = 40_000_000
"""Of one picture, 160 MB in memory: the largest photographs of a telephone."""
TYPES: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})
"""What holds nothing but a picture; others could load more."""


def picture_address(picture: Picture) -> str:
    """Return an address that QML loads; "" for what cannot be drawn."""
    if picture.mime_type not in TYPES or not _can_be_drawn(picture.data):
        return ""
    return f"data:{picture.mime_type};base64,{b64encode(picture.data).decode('ascii')}"


def readable_address(address: str) -> str:
    """Return a ``data:`` address as it is; "" where what it holds cannot be drawn."""
    head, _, content = address.partition(",")
    try:
        data = b64decode(content, validate=True) if head.endswith(";base64") else b""
    except NotBase64:
        return ""
    return address if _can_be_drawn(data) else ""


def _can_be_drawn(data: bytes) -> bool:
    """Look at the head of a picture alone."""
    buffer = QBuffer()
    buffer.setData(data)
    reader = QImageReader(buffer)
    size = reader.size()
    return reader.canRead() and 0 < size.width() * size.height() <= MOST_PIXELS
