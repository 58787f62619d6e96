"""What a path stands for that the person chose, dropped, or opened with Voxnotch.

Called by ``viewmodels/install.py`` on Qt's main thread; asks the file system once, for one path that is at hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from app.domain.installs import Source, SourceKind

__all__ = ["source_of"]

_MANIFEST: Final = "voiceos.integration.json"
"""V-1.1; who opens it means its folder."""


def source_of(path: str) -> Source:
    """Take a folder for itself, a manifest for its folder, and any other file for a packed one."""
    place = Path(path)
    if place.name == _MANIFEST and place.is_file():
        return Source(SourceKind.FOLDER, str(place.parent))
    return Source(SourceKind.FOLDER if place.is_dir() else SourceKind.PACKED, str(place))
