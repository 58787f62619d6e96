"""One turn with a model: requests, calls and words as they come, within the limits of the settings.

Called by ``model_turn`` on the core loop, which imports it when the first turn needs it. Imports ``pydantic_ai``.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterable, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from pydantic_ai import Agent, UsageLimits
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import (
    AgentStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.settings import ModelSettings, merge_model_settings

from app.agent.context import history, kept, with_notes
from app.agent.model_errors import FOREIGN, as_answer_failed
from app.agent.models import OpenModel, PatientModel
from app.agent.ports import ModelAnswer, Tell, ToolDoor, TurnRequest
from app.agent.toolset import MOST_MISTAKES, DoorToolset, SchemaBook
from app.domain.errors import AnswerFailed
from app.domain.plain_json import whole_text
from app.settings.model import AgentSettings

__all__ = ["ModelRun", "ask_one_word"]

log = logging.getLogger(__name__)

_EVERY_S: Final = 0.05
"""Between two looks of a growing answer."""
_PREAMBLE: Final = 80
"""Characters, or one sentence, that are held back until more comes: models announce their calls in so many words."""
_SIGNS_OF_A_TOKEN: Final = 16
"""Characters; more than any tokeniser makes of text, so that only a server that keeps to no limit gets there."""
_ODD: Final = (ValueError, TypeError, LookupError, AttributeError)
"""What SDKs raise where an answer has not the shape that they know; caught around the reading of an answer alone."""
_SENTENCE_ENDS: Final = (". ", "! ", "? ", "\n", "\u3002", "\uff01", "\uff1f")
_ONE_WORD_TOKENS: Final = 64
"""For models that think before they say it."""


class _Words:
    """The text of an answer on its way to the person."""

    def __init__(self, tell: Tell, monotonic_s: Callable[[], float], *, hold: bool) -> None:
        """``hold``: there are tools, so that the first words may only announce a call."""
        self._tell = tell
        self._now = monotonic_s
        self._hold = hold
        self._text = ""
        self._told = ""
        self._told_s = float("-inf")
        self._calls = False
        self.came = False
        """Any sign of the answer."""
        self.characters = 0
        """Of the response that is coming."""

    def begin(self) -> None:
        self._text = ""
        self._calls = False
        self.characters = 0

    async def take(self, event: AgentStreamEvent) -> None:
        match event:
            case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                self._text += text
                self._count(text)
                await self._show()
            case PartStartEvent(part=ToolCallPart() as part):
                self._calls = True
                self._count(part.args_as_json_str())
            case PartDeltaEvent(delta=ToolCallPartDelta(args_delta=str(text))):
                self._count(text)
            case PartStartEvent(part=ThinkingPart(content=text)):
                self._count(text)
            case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=str(text))):
                self._count(text)
            case _:
                pass

    async def end(self, answer: str) -> None:
        """Tell the whole, if the last look was not it."""
        if answer and answer != self._told:
            await self._tell(answer)

    def _count(self, text: str) -> None:
        self.came = True
        self.characters += len(text)

    async def _show(self) -> None:
        text = whole_text(self._text.strip())
        now = self._now()
        if not text or self._calls or now - self._told_s < _EVERY_S or (self._hold and _may_announce(self._text)):
            return
        self._told, self._told_s = text, now
        await self._tell(text)


@dataclass(slots=True)
class ModelRun:
    """What turns of one choice of settings share."""

    opened: OpenModel
    settings: AgentSettings
    book: SchemaBook
    monotonic_s: Callable[[], float] = field(repr=False)

    async def answer(self, request: TurnRequest, door: ToolDoor, tell: Tell, instructions: str) -> ModelAnswer:
        """Answer a turn.

        Raises:
            AnswerFailed
        """
        settings = self.settings
        prompt = with_notes(request.text, request.notes)
        left = max(settings.context_characters - len(prompt), 0)
        past = history(request.past, left)
        self.book.forget_all_but(door.offered())
        toolset = DoorToolset(
            door, self.book, reads_images=self.opened.reads_images, characters=settings.context_characters
        )
        words = _Words(tell, self.monotonic_s, hold=bool(door.offered()))
        agent = _agent(self.opened, instructions)
        limits = UsageLimits(request_limit=settings.most_requests, tool_calls_limit=settings.most_calls)
        try:
            async with agent.iter(
                prompt, message_history=past, toolsets=[toolset], usage_limits=limits, infer_name=False
            ) as run:
                async for node in run:
                    if Agent.is_model_request_node(node):
                        words.begin()
                        async with node.stream(run.ctx) as stream:
                            await self._follow(stream, words)
        except FOREIGN as error:
            raise self._told(error, streamed=words.came) from None
        result = run.result
        assert result is not None, "a run that ends without an error has a result"
        answer = whole_text((result.output or "").strip())
        await words.end(answer)
        usage = result.usage
        return ModelAnswer(
            answer,
            kept(result.new_messages()),
            result.response.model_name or settings.model,
            usage.requests,
            usage.input_tokens,
            usage.output_tokens,
        )

    async def _follow(self, events: AsyncIterable[AgentStreamEvent], words: _Words) -> None:
        most = self.settings.most_answer_tokens * _SIGNS_OF_A_TOKEN

        async def take(event: AgentStreamEvent) -> None:
            await words.take(event)
            if words.characters > most:
                raise AnswerFailed(place="agent.most_answer_tokens", code="agent-limit-reached")

        await _pull(events, take)

    def _told(self, error: Exception, *, streamed: bool) -> AnswerFailed:
        return told(error, self.opened, self.settings.model, streamed=streamed)


async def ask_one_word(opened: OpenModel, name: str) -> None:
    """Ask for one word without tools.

    Raises:
        AnswerFailed
    """
    agent = _agent(opened, "")
    try:
        async with agent.iter(
            "Answer with the one word: ready",
            model_settings=ModelSettings(max_tokens=_ONE_WORD_TOKENS),
            usage_limits=UsageLimits(request_limit=1),
            infer_name=False,
        ) as run:
            async for node in run:
                if Agent.is_model_request_node(node):
                    # As turns do it: some servers can do only the one or the other.
                    async with node.stream(run.ctx) as stream:
                        await _pull(stream, _drop)
    except FOREIGN as error:
        failed = told(error, opened, name, streamed=False)
        if failed.code != "agent-limit-reached":
            raise failed from None
        # It thought for all of its tokens: it is there, and takes the key.


def told(error: Exception, opened: OpenModel, name: str, *, streamed: bool) -> AnswerFailed:
    """Return the error to raise, without the one that it follows from: that quotes what was sent."""
    failed = as_answer_failed(error, server=opened.server, model=name, streamed=streamed)
    log.info("the model gave no answer: %s", failed)
    return failed


async def _pull(events: AsyncIterable[AgentStreamEvent], take: Callable[[AgentStreamEvent], Awaitable[None]]) -> None:
    source = aiter(events)
    while True:
        try:
            event = await anext(source)
        except StopAsyncIteration:
            return
        except _ODD as error:
            raise UnexpectedModelBehavior(type(error).__name__) from None
        await take(event)


async def _drop(event: AgentStreamEvent) -> None:
    """Take an event for nothing."""


def _agent(opened: OpenModel, instructions: str) -> Agent[object, str | None]:
    return Agent(
        PatientModel(opened.model),
        # Without text is well: a card may say it all.
        output_type=[str, type(None)],
        instructions=instructions or None,
        model_settings=merge_model_settings(opened.settings, None),
        retries={"tools": MOST_MISTAKES, "output": 0},
    )


def _may_announce(text: str) -> bool:
    """Whether this may be no more than words before a call: not yet longer than a sentence."""
    start = text.lstrip()
    if len(start) > _PREAMBLE:
        return False
    return not any(end in start[:-1] for end in _SENTENCE_ENDS)
