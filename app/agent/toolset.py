"""The tools of one turn as ``pydantic_ai`` wants them: names, descriptions and schemas out, calls in through the door.

One object for each turn; core loop. Imports ``pydantic_ai``. Calls of one response start together, in their order;
the door and the executor fold them (E-4.33). What a call ends with is always an answer to the model, also where it
names a tool that is not there or writes arguments that are no JSON.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

from pydantic_ai import RunContext, ToolDefinition
from pydantic_ai.messages import BinaryContent
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from pydantic_core import SchemaValidator, core_schema
from typing_extensions import override

from app.agent.context import clipped
from app.agent.model_schemas import Names, ShownSchema, restored, shown_schema
from app.agent.ports import ToolDoor
from app.domain.calls import ToolOutcome, ToolRef
from app.domain.fields import JsonObject
from app.domain.providers import AgentProvider
from app.integrations.registry import ToolEntry

__all__ = ["MOST_MISTAKES", "DoorToolset", "SchemaBook"]

log = logging.getLogger(__name__)

MOST_MISTAKES: Final = 1
"""Calls of one name that cannot be read, or that no tool has, before the turn is given up."""
_LONGEST_DESCRIPTION: Final = 1024
"""Characters (OpenAI's limit)."""
_MOST_TOOLS: Final = 128
"""OpenAI's limit for one request."""
_LEAST_RESULT: Final = 500
"""Characters of a result that the model gets, however full the turn is already."""
_SHARE: Final = 4
"""One result takes at most this part of what a turn may send."""
_SEEN_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What all providers take that take images."""
_IMAGE_NOTE: Final = "[An image is shown to the person. You cannot see it.]"
_ANY_OBJECT: Final = SchemaValidator(core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()))
"""The executor checks arguments by the original schema, and answers in words."""


class SchemaBook:
    """Schemas as a provider takes them, made once; kept by the layer from turn to turn."""

    def __init__(self, provider: AgentProvider) -> None:
        self._provider = provider
        self._pages: dict[ToolRef, tuple[JsonObject, ShownSchema]] = {}

    def of(self, entry: ToolEntry) -> ShownSchema:
        schema = entry.tool.input_schema
        page = self._pages.get(entry.ref)
        if page is None or page[0] is not schema:
            page = self._pages[entry.ref] = schema, shown_schema(schema, self._provider)
        return page[1]

    def forget_all_but(self, entries: Sequence[ToolEntry]) -> None:
        known = {entry.ref for entry in entries}
        for ref in self._pages.keys() - known:
            del self._pages[ref]


class DoorToolset(AbstractToolset[object]):
    def __init__(self, door: ToolDoor, book: SchemaBook, *, reads_images: bool, characters: int) -> None:
        """``characters``: what results may add to the requests of this turn."""
        self._door = door
        self._book = book
        self._reads_images = reads_images
        self._most_result = max(characters // _SHARE, _LEAST_RESULT)
        self._left = characters
        self._refs: dict[str, tuple[ToolRef, Names]] = {}
        self.showed_card = False
        """A result of this turn is before the person's eyes."""

    @property
    def id(self) -> str:
        return "voxnotch"

    @override
    async def get_tools(self, ctx: RunContext[object]) -> dict[str, ToolsetTool[object]]:
        """Return what may be called in the next request; asked before each."""
        offered = self._door.offered()
        if len(offered) > _MOST_TOOLS:
            log.info("the model is told of %d tools of %d", _MOST_TOOLS, len(offered))
            offered = offered[:_MOST_TOOLS]
        tools: dict[str, ToolsetTool[object]] = {}
        for entry in offered:
            shown = self._book.of(entry)
            self._refs[entry.model_name] = entry.ref, shown.names
            definition = ToolDefinition(
                name=entry.model_name,
                parameters_json_schema=shown.schema,
                description=_description(entry),
                # A strict schema would have to list every property as required.
                strict=False,
            )
            tools[entry.model_name] = ToolsetTool(
                toolset=self, tool_def=definition, max_retries=MOST_MISTAKES, args_validator=_ANY_OBJECT
            )
        return tools

    @override
    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[object], tool: ToolsetTool[object]
    ) -> object:
        """Call a tool once (V-6.31) and return what the model gets of it (V-6.30, V-8.49)."""
        ref, names = self._refs[name]
        outcome = await self._door.call(ref, restored(tool_args, names))
        self.showed_card |= outcome.card is not None or bool(outcome.pictures)
        return self._answer(outcome)

    def _answer(self, outcome: ToolOutcome) -> object:
        text = clipped(outcome.text, max(min(self._most_result, self._left), _LEAST_RESULT))
        self._left -= len(text)
        pictures = [one for one in outcome.pictures if self._reads_images and one.mime_type in _SEEN_TYPES]
        if len(pictures) < len(outcome.pictures):
            text = f"{text}\n{_IMAGE_NOTE}".strip()
        if not pictures:
            return text
        return [text, *(BinaryContent(one.data, media_type=one.mime_type) for one in pictures)]


def _description(entry: ToolEntry) -> str:
    said = f"{entry.record.manifest.name}: {entry.tool.description}"
    return said if len(said) <= _LONGEST_DESCRIPTION else said[: _LONGEST_DESCRIPTION - 1] + "…"
