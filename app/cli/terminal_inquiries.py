"""What the agent asks back, put and answered at the terminal: port ``Inquirer``.

Used by ``simulation``, on its loop. An empty line, and nobody to answer, close an inquiry.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from app.cli.terminal import Terminal
from app.domain.inquiries import Inquiry, InquiryAnswer, InquiryKind, InquiryRemark
from app.domain.messages import Event, InquiryAsked, InquiryClosed

__all__ = ["TerminalInquiries"]

T = TypeVar("T")


class TerminalInquiries:
    def __init__(self, terminal: Terminal, emit: Callable[[Event], None]) -> None:
        self._terminal = terminal
        self._emit = emit

    async def ask(self, inquiry: Inquiry, read: Callable[[InquiryAnswer], Awaitable[T | None]]) -> T | None:
        """Show it and wait for a line until one counts; ``None``: it is closed."""
        asked = inquiry
        try:
            while True:
                self._emit(InquiryAsked(asked))
                answer = await self._answer(asked)
                if answer is None:
                    return None
                value = await read(answer)
                if value is not None:
                    return value
                asked = replace(inquiry, remark=InquiryRemark.NOT_A_VALUE)
        finally:
            self._emit(InquiryClosed(inquiry.turn_id, inquiry.number))

    async def _answer(self, inquiry: Inquiry) -> InquiryAnswer | None:
        """Return the number of an option, its words, or any other words."""
        self._terminal.say(*_lines(inquiry))
        line = (await self._terminal.ask(_prompt(inquiry)) or "").strip()
        if not line:
            return None
        # Of a value that is a number the digits themselves count.
        if inquiry.kind is InquiryKind.CHOICE and line.isdecimal() and 1 <= int(line) <= len(inquiry.options):
            return InquiryAnswer(option=int(line) - 1)
        labels = [option.label.casefold() for option in inquiry.options]
        if labels.count(line.casefold()) == 1:
            return InquiryAnswer(option=labels.index(line.casefold()))
        return InquiryAnswer(line)


def _lines(inquiry: Inquiry) -> list[str]:
    lines = [] if inquiry.remark is InquiryRemark.NONE else ["That is not one of the answers."]
    if inquiry.kind is InquiryKind.CHOICE:
        lines.append("Did you mean:")
        lines += [
            f"  {number} {option.label}" + (f"  ({option.detail})" if option.detail else "")
            for number, option in enumerate(inquiry.options, 1)
        ]
        return lines
    lines.append(f"{inquiry.integration_name}: {inquiry.tool_title}")
    if inquiry.hint:
        lines.append(f"  {inquiry.hint}")
    if inquiry.options:
        lines.append(f"  One of: {', '.join(option.label for option in inquiry.options)}")
    return lines


def _prompt(inquiry: Inquiry) -> str:
    return "Which one? " if inquiry.kind is InquiryKind.CHOICE else f"{inquiry.label}: "
