"""What the agent asks back before it acts: the one value that is missing, or which of few things was meant.

An inquiry is no confirmation: its answer says what to do, never that it may be done. Asked by ``agent``, shown by the
notch, answered by a press, in writing or by voice. Pure values, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.turn import TurnId

__all__ = ["Inquiry", "InquiryAnswer", "InquiryKind", "InquiryOption", "InquiryRemark"]


class InquiryKind(StrEnum):
    VALUE = "value"
    """One value is missing: a field, and options where the schema lists them."""
    CHOICE = "choice"
    """"Did you mean": options only, at most three."""


class InquiryRemark(StrEnum):
    """Why an answer did not count; the inquiry stays."""

    NONE = ""
    NOT_A_VALUE = "not-a-value"
    """What was said or typed does not fit what is asked for."""


@dataclass(frozen=True, slots=True)
class InquiryOption:
    label: str = field(repr=False)
    detail: str = field(default="", repr=False)
    """One quieter line: the integration, or what would be done with what."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    turn_id: TurnId
    number: int
    """Counts the inquiries of the turn; an answer to an earlier one is none to this."""
    kind: InquiryKind
    said: str = field(repr=False)
    """The words that led here."""
    tool_title: str = ""
    """``VALUE``: whose value it is; "" for a choice."""
    integration_name: str = ""
    icon_path: str = ""
    label: str = ""
    """``VALUE``: title of the property, or its name in words."""
    hint: str = field(default="", repr=False)
    """``VALUE``: description of the property, one line."""
    options: tuple[InquiryOption, ...] = ()
    remark: InquiryRemark = InquiryRemark.NONE


@dataclass(frozen=True, slots=True)
class InquiryAnswer:
    """What the person said to an inquiry; ``None`` in its place means that they closed it."""

    text: str = field(default="", repr=False)
    option: int | None = None
    """Index of the option that was pressed or named; ``None``: ``text`` counts."""
