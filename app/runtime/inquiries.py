"""What the agent asks back, one at a time: shown, answered by a press, in writing or in words.

Port ``Inquirer`` of the agent. Owned by the core; answered by way of the coordinator. Core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

import anyio

from app.domain.inquiries import Inquiry, InquiryAnswer, InquiryRemark
from app.domain.messages import InquiryAsked, InquiryClosed
from app.domain.turn import TurnId
from app.runtime.parts import Emit

__all__ = ["Inquiries"]

log = logging.getLogger(__name__)

T = TypeVar("T")

EXPIRES_S: Final = 600.0
"""As long as a question stays up (V-8.50); then the turn is over, nothing was to be done yet."""


@dataclass(slots=True)
class _Open:
    inquiry: Inquiry
    shown_at_s: float
    came: anyio.Event = field(default_factory=anyio.Event)
    answer: InquiryAnswer | None = None


class Inquiries:
    def __init__(self, emit: Emit, on_asking: Callable[[], None], monotonic_s: Callable[[], float]) -> None:
        """``on_asking``: an inquiry came up or went."""
        self._now = monotonic_s
        self._emit = emit
        self._on_asking = on_asking
        self._open: _Open | None = None

    @property
    def is_open(self) -> bool:
        return self._open is not None

    async def ask(self, inquiry: Inquiry, read: Callable[[InquiryAnswer], Awaitable[T | None]]) -> T | None:
        """Show it and wait for an answer that can be read; ``None``: closed, or nobody answered within ten minutes."""
        self._open = _Open(inquiry, self._now())
        try:
            with anyio.move_on_after(EXPIRES_S):
                while True:
                    self._emit(InquiryAsked(self._open.inquiry))
                    self._on_asking()
                    await self._open.came.wait()
                    answer = self._open.answer
                    value = None if answer is None else await read(answer)
                    if answer is None or value is not None:
                        return value
                    self._open = _Open(replace(inquiry, remark=InquiryRemark.NOT_A_VALUE), self._now())
        finally:
            self._open = None
            self._emit(InquiryClosed(inquiry.turn_id, inquiry.number))
            self._on_asking()
        return None

    def answer(self, turn_id: TurnId, number: int, answer: InquiryAnswer | None) -> None:
        """Take the person's answer; ``None`` closes. One to what is not open any more is dropped."""
        asked = self._open
        if asked is None or (asked.inquiry.turn_id, asked.inquiry.number) != (turn_id, number) or asked.came.is_set():
            log.info("an answer to an inquiry that is not open was dropped")
            return
        asked.answer = answer
        asked.came.set()

    def answer_in_words(self, text: str, began_at_s: float) -> None:
        """Take final words that began (monotonic) after the inquiry was shown; earlier ones meant something else."""
        asked = self._open
        if asked is not None and began_at_s > asked.shown_at_s:
            self.answer(asked.inquiry.turn_id, asked.inquiry.number, InquiryAnswer(text))
