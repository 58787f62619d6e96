"""What a model is sent of the thread, and what is kept of a turn for the next one.

A turn is kept whole or left out whole, so that a call and its result are never parted. What cannot be read any more
is told in the words that history has. Pure, any thread; called by ``model_run``. Imports ``pydantic_ai``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pydantic import ValidationError
from pydantic_ai.messages import (
    BinaryContent,
    CachePoint,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_core import PydanticSerializationError

from app.domain.plain_json import whole_text
from app.domain.threads import PastTurn, TurnCall

__all__ = ["clipped", "history", "kept", "size", "with_notes"]

log = logging.getLogger(__name__)

CUT: Final = "\n[Voxnotch left out the rest of this result: it is too long.]"
_SHARE: Final = 8
"""A tool result of an earlier turn may take this part of the whole; the newest turns matter more."""
_LEAST_RESULT: Final = 200
"""Characters of a result that are always kept: what was called would make no sense without."""


def with_notes(said: str, notes: Iterable[str]) -> str:
    """Return the person's words, and what the host adds, told apart (E-5.7)."""
    added = [note for note in notes if note.strip()]
    if not added:
        return said
    return "\n".join([said, "", "[Notes of the host; the person did not say them:]", *(f"- {one}" for one in added)])


def clipped(text: str, most: int) -> str:
    """Return a tool result that takes no more than ``most`` characters, its end marked where it was cut."""
    return text if len(text) <= most else text[: max(most - len(CUT), 0)] + CUT


def history(past: Sequence[PastTurn], characters: int) -> list[ModelMessage]:
    """Return the messages of the newest turns that fit into ``characters``, oldest first."""
    chosen: list[list[ModelMessage]] = []
    left = characters
    for turn in reversed(past):
        messages = _shortened(_loaded(turn), max(characters // _SHARE, _LEAST_RESULT))
        left -= size(messages)
        if left < 0:
            break
        chosen.insert(0, messages)
    return [one for messages in chosen for one in messages]


def kept(messages: Sequence[ModelMessage]) -> bytes:
    """Return a turn as ``PastTurn.context``: what a later turn needs of it, no instructions, thoughts or images."""
    stored: list[ModelMessage] = []
    for message in messages:
        if isinstance(message, ModelRequest):
            stored.append(replace(message, parts=[_plain(part) for part in message.parts], instructions=None))
        else:
            parts = [_whole(part) for part in message.parts if not isinstance(part, ThinkingPart)]
            if parts:
                stored.append(replace(message, parts=parts))
    try:
        return ModelMessagesTypeAdapter.dump_json(stored)
    except PydanticSerializationError:
        log.warning("what the model knows of this turn cannot be kept; its words are")
        return b""


def size(messages: Iterable[ModelMessage]) -> int:
    """Return roughly how many characters of text a provider is sent for these."""
    return sum(len(_text(part)) for message in messages for part in message.parts)


def _loaded(turn: PastTurn) -> list[ModelMessage]:
    if turn.context:
        try:
            messages = ModelMessagesTypeAdapter.validate_json(turn.context)
        except (ValidationError, ValueError, RecursionError):
            log.warning("what the model knew of an earlier turn cannot be read; its words are used")
        else:
            if _is_whole(messages):
                return messages
            log.warning("what the model knew of an earlier turn has gaps; its words are used")
    return _told(turn)


def _is_whole(messages: Sequence[ModelMessage]) -> bool:
    """Whether it begins with the person's words, and each call has its result and each result its call."""
    if not messages or not any(isinstance(part, UserPromptPart) for part in messages[0].parts):
        return False
    open_calls: set[str] = set()
    for message in messages:
        results = {part.tool_call_id for part in message.parts if isinstance(part, ToolReturnPart)}
        if results != open_calls:
            return False
        open_calls = {part.tool_call_id for part in message.parts if isinstance(part, ToolCallPart)}
    return not open_calls


def _told(turn: PastTurn) -> list[ModelMessage]:
    """Return a turn that no model answered, or whose messages are lost, as one question and one answer."""
    said = with_notes(turn.said, [_call_words(call) for call in turn.calls])
    messages: list[ModelMessage] = [ModelRequest(parts=[UserPromptPart(said)])]
    if turn.answer:
        messages.append(ModelResponse(parts=[TextPart(turn.answer)]))
    return messages


def _call_words(call: TurnCall) -> str:
    name = f"{call.tool_title} ({call.integration_name})"
    if call.failure is None:
        return f"{name} ran and showed its result."
    return f"{name} did not work out ({call.failure.value}): {call.message}"


def _shortened(messages: Sequence[ModelMessage], most: int) -> list[ModelMessage]:
    """Cut long results."""
    made: list[ModelMessage] = []
    for message in messages:
        if not isinstance(message, ModelRequest):
            made.append(message)
            continue
        parts = [_cut(part, most) if isinstance(part, ToolReturnPart) else part for part in message.parts]
        made.append(replace(message, parts=parts))
    return made


def _cut(part: ToolReturnPart, most: int) -> ToolReturnPart:
    text = _text(part)
    return part if len(text) <= most else replace(part, content=clipped(text, most))


def _whole(part: ModelResponsePart) -> ModelResponsePart:
    """Return a text with its emoji whole: servers part them between two pieces of a stream, or cut one off."""
    return replace(part, content=whole_text(part.content)) if isinstance(part, TextPart) else part


def _plain(part: ModelRequestPart) -> ModelRequestPart:
    """Return a part without images: they are large, and were looked at already."""
    if isinstance(part, ToolReturnPart):
        return replace(part, content=_text(part))
    if isinstance(part, UserPromptPart) and not isinstance(part.content, str):
        return replace(part, content="\n".join(map(_shown, part.content)))
    return part


def _shown(content: UserContent) -> str:
    match content:
        case str():
            return content
        case BinaryContent():
            return "[an image, shown to the person]"
        case CachePoint():
            return ""
        case _:
            return f"[{content.kind}]"


def _text(part: ModelRequestPart | ModelResponsePart) -> str:
    match part:
        case TextPart() | ThinkingPart():
            return part.content
        case ToolCallPart():
            return f"{part.tool_name} {part.args_as_json_str()}"
        case ToolReturnPart():
            return part.model_response_str(wrap_if_error=False)
        case UserPromptPart():
            return part.content if isinstance(part.content, str) else "\n".join(map(_shown, part.content))
        case _:
            return ""
