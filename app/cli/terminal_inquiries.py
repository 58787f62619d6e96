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
        """Show it and wait for a line that can be read: the number of an option, its words, or any other words."""
        shown = inquiry
        try:
            while True:
                self._emit(InquiryAsked(shown))
                self._terminal.say(*_lines(shown))
                line = (await self._terminal.ask(_prompt(shown)) or "").strip()
                value = await read(self._answer(shown, line)) if line else None
                if value is not None or not line:
                    return value
                shown = replace(inquiry, remark=InquiryRemark.NOT_A_VALUE)
        finally:
            self._emit(InquiryClosed(inquiry.turn_id, inquiry.number))

    @staticmethod
    def _answer(inquiry: Inquiry, line: str) -> InquiryAnswer:
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
