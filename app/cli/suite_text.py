"""How well the router does on labelled sentences, in words and for ``--json``. Pure; used by ``simulate --suite``."""

from __future__ import annotations

import json
from collections.abc import Iterator

from app.agent.router import AskValue, Choose, Decision, NoMatch, Run
from app.agent.router.suite import HalfReport, Measured, SuiteReport
from app.domain.calls import ToolRef
from app.domain.fields import JsonObject

__all__ = ["suite_lines", "suite_row"]


def suite_lines(report: SuiteReport) -> list[str]:
    """Return a table of the halves, then each sentence that went another way than it should."""
    lines = [f"{'':<10} sentences  right tool  right arguments  right decision  ran  wrong runs"]
    for name, half in report.halves.items():
        lines.append(
            f"{name.replace('_', ' '):<10} {half.sentences:>9}  {half.right_tool:>10.1%}  "
            f"{half.right_arguments:>15.1%}  {half.right_decision:>14.1%}  {half.ran:>3}  {half.wrong_runs:>10}"
        )
    missed = [*_missed(report)]
    return [*lines, "", "Another decision than expected:", *missed] if missed else lines


def _missed(report: SuiteReport) -> Iterator[str]:
    for one in report.measured:
        if not one.right:
            mark = "WRONG RUN  " if one.wrong_run else ""
            yield f"  {mark}{one.labelled.say}: {_wanted(one)} expected, {_told(one.decision)}"


def _wanted(one: Measured) -> str:
    labelled = one.labelled
    missing = [labelled.missing] if labelled.missing else []
    return " ".join(filter(None, [labelled.expect.value, _name(labelled.tool), *missing, _values(labelled.arguments)]))


def suite_row(report: SuiteReport) -> dict[str, object]:
    """Return all of it; ``ok``: nothing ran that should not have."""
    return {
        "ok": report.halves["all"].wrong_runs == 0,
        "halves": {name: _half_row(half) for name, half in report.halves.items()},
        "missed": [_missed_row(one) for one in report.measured if not one.right],
    }


def _half_row(half: HalfReport) -> dict[str, object]:
    return {
        "sentences": half.sentences,
        "right_tool": round(half.right_tool, 4),
        "right_arguments": round(half.right_arguments, 4),
        "right_decision": round(half.right_decision, 4),
        "ran": half.ran,
        "wrong_runs": half.wrong_runs,
    }


def _missed_row(one: Measured) -> dict[str, object]:
    return {
        "say": one.labelled.say,
        "half": one.labelled.half,
        "expected": _wanted(one),
        "top": _name(one.top),
        "decision": _told(one.decision),
        "wrong_run": one.wrong_run,
    }


def _told(decision: Decision) -> str:
    match decision:
        case Run(ref=ref, arguments=arguments):
            return f"run {_name(ref)} {_values(arguments)}".rstrip()
        case AskValue(ref=ref, missing=missing, arguments=arguments):
            return f"ask {_name(ref)} {missing} {_values(arguments)}".rstrip()
        case Choose(options=options):
            return f"choose {', '.join(_name(one.ref) for one in options)}"
        case NoMatch():
            return "none"


def _values(arguments: JsonObject) -> str:
    return json.dumps(arguments, ensure_ascii=False) if arguments else ""


def _name(ref: ToolRef | None) -> str:
    return "" if ref is None else f"{ref.integration.rsplit('.', 1)[-1]}.{ref.tool}"
