"""The integrations that come with Voxnotch: enough of each to offer it; the install sheet reads the rest.

Called by ``assembly`` on Qt's main thread, once, after the first frame.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from app.ui.viewmodels.integration_rows import icon_url
from app.ui.viewmodels.integrations import Bundled

__all__ = ["bundled_integrations"]

log = logging.getLogger(__name__)

_MANIFEST: Final = "voiceos.integration.json"
"""V-1.1."""


def bundled_integrations(folder: Path) -> tuple[Bundled, ...]:
    """Name what lies in ``folder``, by name; a manifest that cannot be read is left out."""
    return tuple(sorted(_read(folder), key=lambda one: one.name.casefold()))


def _read(folder: Path) -> Iterator[Bundled]:
    for manifest in sorted(folder.glob(f"*/{_MANIFEST}")):
        try:
            found: Any = json.loads(manifest.read_text(encoding="utf-8"))
            icon = manifest.parent / str(found["icon"]) if "icon" in found else None
            yield Bundled(
                integration_id=str(found["id"]),
                name=str(found["name"]),
                summary=str(found["summary"]),
                icon_url=icon_url(str(icon)) if icon else "",
                folder=str(manifest.parent),
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("a bundled integration cannot be offered: %s: %s", manifest.parent.name, error)
