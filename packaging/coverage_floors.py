"""Holds every package of ``app`` to its floor of coverage; called by ``packaging/test`` with coverage's JSON report.

The floors stand in ``pyproject.toml``, ``[tool.voxnotch.coverage]``: percent of lines and branches together, by
package, ``default`` for the rest. A floor may only rise. A package with a floor that does not exist yet is passed over.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


@dataclass
class Tally:
    """Lines and branches of one package."""

    covered: int = 0
    total: int = 0

    @property
    def percent(self) -> float:
        return 100.0 * self.covered / self.total if self.total else 100.0


def package_of(file: str) -> str:
    """Return ``app.domain`` for ``app/domain/turn.py``, and ``app`` for a module right in ``app``."""
    top, *rest = file.split("/")
    return f"{top}.{rest[0]}" if len(rest) > 1 else top


def tally(report: dict[str, dict[str, dict[str, dict[str, int]]]]) -> dict[str, Tally]:
    """Add the files of a report up by package."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for file, entry in report["files"].items():
        summary = entry["summary"]
        one = tallies[package_of(file)]
        one.covered += summary["covered_lines"] + summary.get("covered_branches", 0)
        one.total += summary["num_statements"] + summary.get("num_branches", 0)
    return dict(tallies)


def shortfalls(tallies: dict[str, Tally], floors: dict[str, float]) -> list[str]:
    """Return a line for each package below its floor."""
    lines: list[str] = []
    for package, one in sorted(tallies.items()):
        floor = floors.get(package, floors["default"])
        if one.percent < floor:
            lines.append(f"{package}: {one.percent:.1f} % of lines and branches, the floor is {floor:g} %")
    return lines


def main(arguments: list[str]) -> int:
    report_file = Path(arguments[0])
    if not report_file.exists():
        print(f"no coverage report at {report_file}")
        return 1
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tallies = tally(json.loads(report_file.read_text(encoding="utf-8")))
    if not tallies:
        print("the coverage report names no file")
        return 1
    found = shortfalls(tallies, settings["tool"]["voxnotch"]["coverage"])
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
