"""What reading a manifest or a card found, as the terminal says it: what is wrong, and what the author does about it.

The words are those of the window (``app/ui/phrases_findings.py``), keyed by the codes of ``app/domain/findings.py``.
The author's own text in a finding may hold anything, so what a terminal would obey is made visible.
"""

from __future__ import annotations

from typing import Final

from app.domain.findings import Finding
from app.ui.phrases_advice import ADVICE
from app.ui.phrases_findings import SAID

__all__ = ["WORDS", "advice", "finding_lines", "finding_row", "printable", "sentence"]

WORDS: Final[dict[str, tuple[str, str]]] = {code: (said, ADVICE[code]) for code, said in SAID.items()}


def sentence(finding: Finding) -> str:
    """Say what is wrong, with the author's own words in brackets."""
    said, _ = WORDS[finding.code]
    return f"{said} ({printable(finding.detail)})" if finding.detail else said


def advice(finding: Finding) -> str:
    return WORDS[finding.code][1]


def finding_lines(finding: Finding) -> list[str]:
    """Say where, what, by which clause, and in a second line what to do."""
    return [
        f"{finding.severity.value:<8} {printable(finding.path)}: {sentence(finding)} [{finding.clause}]",
        f"         {advice(finding)}",
    ]


def finding_row(finding: Finding) -> dict[str, str]:
    """Return every part of it, for ``--json``."""
    return {
        "path": finding.path,
        "severity": finding.severity.value,
        "code": finding.code,
        "clause": finding.clause,
        "detail": finding.detail,
        "message": sentence(finding),
        "advice": advice(finding),
    }


def printable(text: str) -> str:
    """Show what a terminal would obey instead of drawing it as the replacement character."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
