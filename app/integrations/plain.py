"""Tools of a server without a manifest, as a manifest would have them (V-17.3, V-7.19, A49). Used by ``registry``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from app.domain.fields import JsonObject
from app.domain.manifest import Tool
from app.domain.measure import clip
from app.domain.schemas import faults
from app.integrations.names import legal_names
from app.integrations.served import ServedTool

__all__ = ["plain_tools"]

MOST_TITLE: Final = 60
"""V-6.2."""


def plain_tools(served: Iterable[ServedTool]) -> list[tuple[Tool, ServedTool]]:
    """Return the tools that can be called, with what was served.

    One whose schema is not that of an object, or refers to nothing, cannot be checked and is left out (V-6.4).
    """
    usable = [(one, schema) for one in served if (schema := _schema(one)) is not None]
    names = legal_names(one.name for one, _ in usable)
    tools: dict[str, tuple[Tool, ServedTool]] = {}
    for one, schema in usable:
        title = clip(one.title, MOST_TITLE) or clip(names[one.name].replace("_", " "), MOST_TITLE)
        description = one.description.strip() or title
        tool = Tool(name=names[one.name], title=title, description=description, input_schema=schema)
        # The first of two that a hash does not tell apart.
        tools.setdefault(tool.name, (tool, one))
    return list(tools.values())


def _schema(served: ServedTool) -> JsonObject | None:
    schema = {"type": "object", **served.input_schema}
    return schema if schema["type"] == "object" and not faults(schema) else None
