"""Calls of tools that the window asks for, and the answers to their questions.

Owned by ``integrations``, core loop. Each call is a task of its own, through the executor and no other way.
"""

from __future__ import annotations

import logging

import anyio

from app.domain.calls import CallId, ToolCall
from app.domain.messages import (
    AnswerInWords,
    AnswerQuestion,
    CallTool,
    CancelCall,
    EditQuestion,
    ShowQuestion,
)
from app.runtime.side_tasks import SideTasks
from app.tools.confirmation import Questions
from app.tools.executor import Executor

__all__ = ["CallCommand", "ToolCalls"]

log = logging.getLogger(__name__)

CallCommand = CallTool | CancelCall | AnswerQuestion | AnswerInWords | EditQuestion | ShowQuestion


class ToolCalls:
    def __init__(self, executor: Executor, questions: Questions) -> None:
        self._executor = executor
        self._questions = questions
        self._running: dict[CallId, anyio.CancelScope] = {}

    def is_running(self, call_id: CallId) -> bool:
        return call_id in self._running

    def serve(self, command: CallCommand, tasks: SideTasks) -> None:
        match command:
            case CallTool():
                if command.call_id in self._running:
                    log.warning("a call came twice and runs once")
                    return
                tasks.spawn(self._run, command)
            case CancelCall(call_id):
                if call_id in self._running:
                    self._running[call_id].cancel()
            case AnswerQuestion(call_id, approved, arguments, showing):
                self._questions.answer(call_id, approved=approved, arguments=arguments, showing=showing)
            case EditQuestion(call_id, arguments, showing):
                self._questions.edit(call_id, arguments, showing=showing)
            case ShowQuestion(call_id):
                self._questions.show(call_id)
            case AnswerInWords(text, began_at_s):
                self._questions.answer_in_words(text, began_at_s)

    async def _run(self, command: CallTool) -> None:
        """Take a call to its end, of which the executor tells; :class:`CancelCall` ends it before."""
        call = ToolCall(command.call_id, command.tool, command.arguments, command.origin)
        with anyio.CancelScope() as scope:
            self._running[call.call_id] = scope
            try:
                await self._executor.run(call)
            finally:
                del self._running[call.call_id]
