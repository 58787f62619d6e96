"""What a manifest says about files, checked in the folder of the integration: that the icon is there, inside, an image.

Called by ``validate``, the installer and ``pack``, on whatever thread may block. Reads the first bytes of the icon,
follows links to see where they end, runs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from app.domain.findings import Finding, Severity
from app.domain.manifest.source import MOST_BYTES

__all__ = ["MANIFEST_NAME", "NoManifest", "check_icon", "read_bytes"]

MANIFEST_NAME: Final = "voiceos.integration.json"
"""V-1.1."""

_MOST_ICON_BYTES: Final = 2 * 1024 * 1024
_CLAUSE: Final = "V-2.11"
_PATH: Final = "$.icon"
_HEAD_BYTES: Final = 12
"""Enough to tell the three kinds of image apart."""


class NoManifest(Exception):
    """The folder has no manifest that can be read; the text says why, for the author."""


def read_bytes(folder: Path, name: str = MANIFEST_NAME) -> bytes:
    """Return the bytes of the manifest, of a file that is too large only as many as show it.

    Raises:
        NoManifest: there is no such folder or file, it is a link that leads out, or there is no right to read it.
    """
    file = folder / name
    try:
        if not folder.is_dir():
            raise NoManifest(f"{folder} is not a folder.")
        if not file.is_file():
            raise NoManifest(f"There is no {name} in {folder}.")
        if not file.resolve().is_relative_to(folder.resolve()):
            raise NoManifest(f"{file} is a link that leads out of the folder.")
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise NoManifest(f"{file} cannot be read: {error.strerror}.") from error


def check_icon(folder: Path, name: str) -> Finding | None:
    """Say what is wrong with the icon; ``name`` is as written in the manifest (V-2.11)."""
    try:
        file = (folder / name).resolve()
        inside = file.is_relative_to(folder.resolve())
        if not inside:
            return Finding(_PATH, Severity.REFUSED, "leaves-folder", _CLAUSE, name)
        if not file.is_file():
            return Finding(_PATH, Severity.WARNING, "no-icon-file", _CLAUSE, name)
        if file.stat().st_size > _MOST_ICON_BYTES:
            detail = f"{file.stat().st_size} bytes, at most {_MOST_ICON_BYTES}"
            return Finding(_PATH, Severity.ERROR, "icon-too-large", _CLAUSE, detail)
        with file.open("rb") as opened:
            head = opened.read(_HEAD_BYTES)
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        return Finding(_PATH, Severity.ERROR, "icon-not-read", _CLAUSE, str(getattr(error, "strerror", error)))
    return None if _is_image(head) else Finding(_PATH, Severity.ERROR, "icon-no-image", _CLAUSE, name)


def _is_image(head: bytes) -> bool:
    webp = head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    return webp or head.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"))
