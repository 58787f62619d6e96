"""What reading a manifest found: each broken rule with its place, what became of it, and the clause that says so.

Owned by the domain; the readers of manifests, confirmation cards and intents note into one ``Findings``. Words for a
person are made from the codes elsewhere (``cli/validate.py``). Any thread.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from app.domain.measure import clip

__all__ = ["Finding", "Findings", "Place", "Severity"]

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$-]*")
_LONGEST_DETAIL: Final = 120
"""UTF-16 units of the manifest's own text that a finding repeats."""
_LONGEST_KEY: Final = 60
"""UTF-16 units of one key in a path; a longer one is clipped there too."""


class Severity(StrEnum):
    """What became of the broken rule (V-1.7)."""

    REFUSED = "refused"
    """The manifest cannot be used, in either mode."""
    DROPPED = "dropped"
    """Friendly mode left it out."""
    REPAIRED = "repaired"
    """Friendly mode read it as something close."""
    ERROR = "error"
    """What strict mode says in place of dropped and repaired (V-1.6)."""
    WARNING = "warning"
    """Nothing was changed, or only what Voxnotch does not know was left out."""


@dataclass(frozen=True, slots=True)
class Finding:
    path: str
    """JSON path, for example ``$.tools[2].confirmation.root.footer`` (V-1.5)."""
    severity: Severity
    code: str
    """Stable, kebab-case."""
    clause: str
    """Number of the clause that was broken."""
    detail: str = ""
    """What was found or expected, for the sentence; short."""

    def __str__(self) -> str:
        """Return the line of a log (V-1.5)."""
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.path}: {self.severity} ({self.code}{detail}) {self.clause}"


@dataclass(slots=True)
class Findings:
    """The list that one reading fills, in the order of the file."""

    strict: bool
    found: list[Finding] = field(default_factory=list[Finding])
    most: int = sys.maxsize
    """Findings that are kept; what a running server sends may have a million faults of one kind."""

    @property
    def is_full(self) -> bool:
        return len(self.found) >= self.most

    def root(self) -> Place:
        return Place("$", self)

    def blocked(self) -> bool:
        """Say whether the manifest must not be used: a refusal, or any error of strict mode."""
        return any(finding.severity in {Severity.REFUSED, Severity.ERROR} for finding in self.found)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the manifest the reader is."""

    path: str
    findings: Findings

    def at(self, key: str | int) -> Place:
        if isinstance(key, int):
            return Place(f"{self.path}[{key}]", self.findings)
        shown = clip(key, _LONGEST_KEY)
        if _PLAIN_KEY.fullmatch(shown):
            return Place(f"{self.path}.{shown}", self.findings)
        return Place(f"{self.path}[{json.dumps(shown, ensure_ascii=False)}]", self.findings)

    def note(self, severity: Severity, code: str, clause: str, detail: str = "") -> None:
        if self.findings.strict and severity in {Severity.DROPPED, Severity.REPAIRED}:
            severity = Severity.ERROR
        if not self.findings.is_full:
            self.findings.found.append(Finding(self.path, severity, code, clause, clip(detail, _LONGEST_DETAIL)))

    def refused(self, code: str, clause: str, detail: str = "") -> None:
        self.note(Severity.REFUSED, code, clause, detail)

    def dropped(self, code: str, clause: str, detail: str = "") -> None:
        self.note(Severity.DROPPED, code, clause, detail)

    def repaired(self, code: str, clause: str, detail: str = "") -> None:
        self.note(Severity.REPAIRED, code, clause, detail)

    def warned(self, code: str, clause: str, detail: str = "") -> None:
        self.note(Severity.WARNING, code, clause, detail)

    def wanted_by_strict(self, code: str, clause: str, detail: str = "") -> None:
        """Note what only strict mode asks for; friendly mode has nothing to repair there."""
        if self.findings.strict:
            self.note(Severity.ERROR, code, clause, detail)
