"""What a check of the doctor found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Finding", "Verdict"]


class Verdict(StrEnum):
    GOOD = "good"
    POOR = "poor"
    """It works, but not as well as it could."""
    BAD = "bad"
    """Dictation does not work like this."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    part: str
    """``display``, ``microphone`` ..."""
    verdict: Verdict
    found: str
    """What is there, in plain words; nothing a person said or typed."""
    advice: str = ""
    """What to do; "" when nothing has to be done."""
