"""The file of fixtures that an author keeps beside the manifest (V-20.4): calls, and what is expected of them.

Read by ``verify``, on a thread that may block. Unknown keys are ignored; what cannot be read is said in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.domain.fields import JsonObject, as_list, as_object

__all__ = ["FIXTURES_NAME", "BadFixtures", "Fixture", "read_fixtures"]

FIXTURES_NAME: Final = "voiceos.integration.preview.json"
_MOST_BYTES: Final = 4 * 1024 * 1024
"""As of a manifest (V-1.2)."""


class BadFixtures(Exception):
    """The file cannot be used; the text says why. Inside of this package only."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One call of one tool."""

    arguments: JsonObject = field(repr=False)
    blocks: tuple[str, ...] | None = None
    """Types of the blocks of its card, in order."""
    error: str | None = None
    """The class that it shall fail with (V-6.24)."""


def read_fixtures(folder: Path) -> Mapping[str, Fixture]:
    """Return the fixtures by tool; a folder without the file has none.

    Raises:
        BadFixtures
    """
    file = folder / FIXTURES_NAME
    if not file.exists():
        return {}
    try:
        with file.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise BadFixtures("it is too large")
        found = as_object(json.loads(data))
    except OSError as error:
        raise BadFixtures(f"it cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadFixtures("it is no JSON") from error
    if found is None or found.get("schemaVersion") != 1:
        raise BadFixtures("it is no object with schemaVersion 1")
    tools = as_object(found.get("tools"))
    if tools is None:
        raise BadFixtures("tools is no object")
    return {name: _fixture(name, one) for name, one in tools.items()}


def _fixture(name: str, value: object) -> Fixture:
    found = as_object(value)
    arguments = None if found is None else as_object(found.get("args", {}))
    if found is None or arguments is None:
        raise BadFixtures(f"{name}: args is no object")
    blocks, error = found.get("expectedGlanceBlocks"), found.get("expectedErrorCode")
    names = as_list(blocks)
    if blocks is not None and (names is None or not all(isinstance(one, str) for one in names)):
        raise BadFixtures(f"{name}: expectedGlanceBlocks is no list of block types")
    if error is not None and not isinstance(error, str):
        raise BadFixtures(f"{name}: expectedErrorCode is no text")
    return Fixture(arguments, None if names is None else tuple(str(one) for one in names), error)
