"""The questions of calls, put and answered at the terminal (V-20.5): yes, no, or other values first.

Used by ``call``, ``inspect`` and ``simulate``, on their loop. No answer is a no: where nobody is, nothing that asks
runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Final

import anyio

from app.cli.call_checks import undeclared_words, wrong_values
from app.cli.card_text import question_lines
from app.cli.integration_host import Host
from app.cli.terminal import Terminal
from app.domain.calls import ToolCall, ToolOutcome
from app.domain.confirmations.editing import Draft
from app.domain.messages import Event, QuestionAsked, QuestionRefused
from app.tools.masking import hidden_arguments
from app.ui.call_words import field_error, remark_words

__all__ = ["answering", "run_call"]

_PROMPT: Final = "Run it? [y/N, or NAME=VALUE to change something] "


async def run_call(host: Host, call: ToolCall, terminal: Terminal) -> ToolOutcome:
    """Take one call through the executor while the person at the terminal answers what it asks."""
    outcomes: list[ToolOutcome] = []
    async with answering(host, terminal):
        outcomes.append(await host.parts.executor.run(call))
    return outcomes[0]


@asynccontextmanager
async def answering(
    host: Host, terminal: Terminal, observe: Callable[[Event], None] = lambda _event: None
) -> AsyncGenerator[None]:
    """Let the person answer what calls ask while this is entered; ``observe`` gets all events of the host."""
    questions = _Questions(host, terminal)

    def take(event: Event) -> None:
        questions.take(event)
        observe(event)

    host.observe = take
    async with anyio.create_task_group() as group:
        group.start_soon(questions.run)
        yield
        group.cancel_scope.cancel()


class _Questions:
    def __init__(self, host: Host, terminal: Terminal) -> None:
        self._host = host
        self._terminal = terminal
        self._hidden: Collection[tuple[str, ...]] = ()
        """Arguments of the question that is up, not to be shown."""
        self._waiting: deque[QuestionAsked | QuestionRefused] = deque()
        """A question and what was wrong with its answer: one of them at a time."""
        self._came = anyio.Event()
        self._draft: Draft | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, QuestionAsked | QuestionRefused):
            self._waiting.append(event)
            self._came.set()

    async def run(self) -> None:
        while True:
            await self._came.wait()
            self._came = anyio.Event()
            while self._waiting:
                event = self._waiting.popleft()
                if isinstance(event, QuestionAsked):
                    entry = self._host.parts.registry.find(event.question.ref)
                    self._hidden = () if entry is None else hidden_arguments(entry.tool)
                    self._draft = Draft.of(event.question)
                    self._show(self._draft)
                else:
                    self._terminal.say(remark_words(event.remark), *_errors(event.errors))
                if self._draft is not None:
                    self._draft = await self._settle(self._draft)

    async def _settle(self, draft: Draft) -> Draft:
        """Ask until there is a yes or a no; returns what the arguments are then."""
        answer = self._host.parts.questions.answer
        call_id = draft.question.call_id
        while True:
            line = await self._terminal.ask(_PROMPT)
            said = (line or "").strip()
            if said.lower() in {"", "n", "no"}:
                answer(call_id, approved=False)
                return draft
            if said.lower() in {"y", "yes"} and not draft.errors:
                # Of what was shown here: a question that changed meanwhile is put anew (E-5.11).
                arguments = draft.arguments if draft.edits else None
                answer(call_id, approved=True, arguments=arguments, showing=draft.question.showing)
                return draft
            if "=" in said:
                draft = await self._edited(draft, said)
                self._show(draft)
            self._terminal.say(*_errors(_all_errors(draft)))

    async def _edited(self, draft: Draft, said: str) -> Draft:
        name, _, value = said.partition("=")
        name = name.strip()
        schema = draft.question.input_schema
        # ``arg.path`` is a place in an argument; an argument may have a dot in its own name as well.
        if undeclared_words([name], schema) and (wrong := undeclared_words([name.split(".")[0]], schema)):
            self._terminal.say(wrong)
            return draft
        if not value and tuple(name.split(".")) in self._hidden:
            value = await self._terminal.ask(f"{name}: ", hidden=True) or ""
        return draft.with_text(name, value)

    def _show(self, draft: Draft) -> None:
        self._terminal.say(*question_lines(draft.question, draft.arguments, self._hidden))


def _all_errors(draft: Draft) -> dict[str, str]:
    """Return what keeps it from running; an edited value against its limits too, which the yes would be told."""
    changed = {path[0] for path in draft.edits}
    return wrong_values(draft.arguments, draft.question.input_schema, changed) | draft.errors


def _errors(errors: Mapping[str, str]) -> list[str]:
    return [f"  {name}: {field_error(words)}" if name else f"  {field_error(words)}" for name, words in errors.items()]
