"""Where what a server serves differs from its manifest, which rules (V-6.21, V-6.22). Pure.

Used by ``server`` for the log and the page, and by ``voxnotch integrations verify``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.domain.fields import JsonObject
from app.domain.manifest import Manifest, Tool
from app.integrations.served import ServedTool

__all__ = ["RESERVED_PREFIX", "Difference", "DifferenceKind", "differences"]

RESERVED_PREFIX: Final = "voiceos_hook_"
"""Tools that only the host calls (V-6.23)."""
_DIALECT: Final = "$schema"
"""Names the language of a schema; libraries add it, and it constrains nothing."""


class DifferenceKind(StrEnum):
    NOT_SERVED = "not-served"
    NOT_IN_MANIFEST = "not-in-manifest"
    SCHEMA = "schema"
    TITLE = "title"
    DESCRIPTION = "description"


_WORDS: Final = {
    DifferenceKind.NOT_SERVED: "The server does not serve {}, which is in the manifest; it is unavailable.",
    DifferenceKind.NOT_IN_MANIFEST: "The server serves {}, which is not in the manifest; it is hidden.",
    DifferenceKind.SCHEMA: "The server's input schema of {} is not that of the manifest, which rules.",
    DifferenceKind.TITLE: "The server's title of {} is not that of the manifest, which rules.",
    DifferenceKind.DESCRIPTION: "The server's description of {} is not that of the manifest, which rules.",
}


@dataclass(frozen=True, slots=True)
class Difference:
    tool: str
    kind: DifferenceKind

    @property
    def words(self) -> str:
        """Return the line for the log."""
        return _WORDS[self.kind].format(self.tool)


def differences(manifest: Manifest, served: Sequence[ServedTool]) -> tuple[Difference, ...]:
    """Return every difference, in the order of the manifest, then of the server; reserved tools are none."""
    by_name = {tool.name: tool for tool in served}
    found: list[Difference] = []
    for tool in manifest.tools:
        if (one := by_name.get(tool.name)) is None:
            found.append(Difference(tool.name, DifferenceKind.NOT_SERVED))
        else:
            found += [Difference(tool.name, kind) for kind in _differing(tool, one)]
    declared = {tool.name for tool in manifest.tools}
    found += [
        Difference(name, DifferenceKind.NOT_IN_MANIFEST)
        for name in by_name
        if name not in declared and not name.startswith(RESERVED_PREFIX)
    ]
    return tuple(found)


def _differing(tool: Tool, served: ServedTool) -> list[DifferenceKind]:
    found: list[DifferenceKind] = []
    if not _same(_constraints(tool.input_schema), _constraints(served.input_schema)):
        found.append(DifferenceKind.SCHEMA)
    if served.title and served.title != tool.shown_title:
        found.append(DifferenceKind.TITLE)
    if served.description and served.description != tool.description:
        found.append(DifferenceKind.DESCRIPTION)
    return found


def _constraints(schema: JsonObject) -> JsonObject:
    return {key: value for key, value in schema.items() if key != _DIALECT}


def _same(one: JsonObject, other: JsonObject) -> bool:
    """Say whether two JSON values are equal; unlike in Python, ``true`` is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
