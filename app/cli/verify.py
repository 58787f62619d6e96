"""``voxnotch integrations verify``: start the server of a folder and check that it keeps its word (V-20.3).

In temporary folders; the person's own integrations are not touched. Each fixture is really called, through the
executor, and what a tool asks first is answered with yes: an author writes fixtures that may run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
import click

from app.cli.call_arguments import read_arguments
from app.cli.command_ends import FINDINGS, GOOD, Ending, GivenUp, json_option, run_command
from app.cli.finding_words import finding_lines, finding_row, printable
from app.cli.fixtures import FIXTURES_NAME, BadFixtures, Fixture, read_fixtures
from app.cli.setup_answers import read_pairs, set_option
from app.cli.terminal import Terminal
from app.cli.trial import Trial, trial
from app.cli.validate import examine
from app.domain.calls import CallClass, Origin, ToolCall, ToolOutcome, ToolRef, new_call_id
from app.domain.findings import Finding, Severity
from app.domain.integrations import ServerStatus
from app.domain.messages import Event, QuestionAsked, QuestionRefused
from app.extensions.manifest_files import NoManifest
from app.integrations.parity import differences
from app.ui.phrases_integrations import status_words

__all__ = ["FIXTURE_S", "verify"]

FIXTURE_S: Final = 10.0
"""Of one fixture (V-20.3)."""


@dataclass(frozen=True, slots=True)
class _Check:
    name: str
    ok: bool
    detail: str = ""
    warning: bool = False
    findings: tuple[Finding, ...] = ()


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@set_option
@json_option
def verify(folder: Path, pairs: tuple[str, ...], as_json: bool) -> None:
    """Start the server in FOLDER, compare it with its manifest, and call what its fixtures say."""
    given = read_pairs(pairs)

    async def work() -> Ending:
        try:
            found = await anyio.to_thread.run_sync(examine, folder)
        except NoManifest as error:
            raise GivenUp(str(error)) from error
        checks = [_manifest(found)]
        if all(finding.severity is not Severity.REFUSED for finding in found):
            async with trial(folder, given, Terminal(aside=True)) as tried:
                checks += await _tried(tried, folder)
        return _ending(checks)

    run_command(work, as_json=as_json)


def _manifest(found: Sequence[Finding]) -> _Check:
    return _Check("manifest", all(one.severity is Severity.WARNING for one in found), findings=tuple(found))


async def _tried(tried: Trial, folder: Path) -> list[_Check]:
    state = tried.state
    if state.status is not ServerStatus.CONNECTED:
        return [_Check("initialize", ok=False, detail=f"{status_words(state.status)}. {state.failure}".strip())]
    greeting = f"{state.server_name} {state.server_version}, protocol {state.protocol_version}"
    checks = [_Check("initialize", ok=True, detail=greeting)]
    differing = differences(tried.record.manifest, state.tools) if tried.record.has_manifest else ()
    checks += [_Check(f"parity {one.tool}", ok=False, detail=one.words) for one in differing]
    if not differing:
        checks.append(_Check("parity", ok=True, detail=f"{len(state.tools)} tools"))
    try:
        fixtures = await anyio.to_thread.run_sync(read_fixtures, folder)
    except BadFixtures as error:
        return [*checks, _Check("fixtures", ok=False, detail=f"{FIXTURES_NAME}: {error}")]
    for tool, fixture in fixtures.items():
        checks.append(await _call(tried, tool, fixture))
    return checks + _without(tried, fixtures)


def _without(tried: Trial, fixtures: Mapping[str, Fixture]) -> list[_Check]:
    names = [tool.name for tool in tried.record.manifest.tools if tool.name not in fixtures]
    return [_Check(f"fixture {name}", ok=True, detail="it has none", warning=True) for name in names]


async def _call(tried: Trial, tool: str, fixture: Fixture) -> _Check:
    name = f"fixture {tool}"
    ref = ToolRef(tried.record.integration_id, tool)
    entry = tried.host.parts.registry.find(ref)
    if entry is None:
        return _Check(name, ok=False, detail="There is no such tool in the manifest.")
    questions = tried.host.parts.questions

    def agree(event: Event) -> None:
        match event:
            case QuestionAsked(question):
                questions.answer(question.call_id, approved=True)
            case QuestionRefused(call_id):
                questions.answer(call_id, approved=False)
            case _:
                pass

    tried.host.observe = agree
    tried.reader.last, tried.reader.has_card = None, False
    arguments = read_arguments(fixture.arguments, (), entry.tool.input_schema)
    call = ToolCall(new_call_id(), ref, arguments, Origin.CLI)
    outcome: ToolOutcome | None = None
    with anyio.move_on_after(FIXTURE_S):
        outcome = await tried.host.parts.executor.run(call)
    return _judged(name, fixture, outcome, tried)


def _judged(name: str, fixture: Fixture, outcome: ToolOutcome | None, tried: Trial) -> _Check:
    last = tried.reader.last
    found = () if last is None else last.findings
    kind, message = _failure(outcome)
    if fixture.error is not None or kind:
        ok = kind == fixture.error
        ended = f"{kind}: {message}" if kind else "it worked"
        return _Check(name, ok=ok, detail=ended if ok else f"{ended}; expected {fixture.error or 'a result'}")
    card = last.card if last is not None and tried.reader.has_card else None
    blocks = () if card is None else tuple(block.type for block in card.blocks)
    if fixture.blocks is not None and blocks != fixture.blocks:
        words = f"its card has {', '.join(blocks) or 'no block'}; expected {', '.join(fixture.blocks) or 'none'}"
        return _Check(name, ok=False, detail=words, findings=found)
    good = all(one.severity is Severity.WARNING for one in found)
    return _Check(name, ok=good, detail=", ".join(blocks) or "no card", findings=found)


def _failure(outcome: ToolOutcome | None) -> tuple[str, str]:
    if outcome is None:
        return CallClass.TIMEOUT.value, f"no answer within {FIXTURE_S:g} s"
    return ("", "") if outcome.failure is None else (outcome.failure.kind.value, outcome.failure.message)


def _ending(checks: Sequence[_Check]) -> Ending:
    good = all(check.ok for check in checks)
    lines: list[str] = []
    for check in checks:
        mark = "warning" if check.warning else "ok" if check.ok else "wrong"
        lines.append(f"{mark:<8} {check.name}" + (f": {printable(check.detail)}" if check.detail else ""))
        lines += [f"         {line}" for finding in check.findings for line in finding_lines(finding)]
    wrong = sum(not check.ok for check in checks)
    lines.append("It keeps its word." if good else f"{wrong} of {len(checks)} checks are to mend.")
    rows = [
        {
            "name": check.name,
            "ok": check.ok,
            "warning": check.warning,
            "detail": check.detail,
            "findings": [finding_row(finding) for finding in check.findings],
        }
        for check in checks
    ]
    return Ending(GOOD if good else FINDINGS, {"ok": good, "checks": rows}, "\n".join(lines))
