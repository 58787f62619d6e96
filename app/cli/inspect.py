"""``voxnotch integrations inspect``: start the server of a folder and show what the host sees of it.

In temporary folders, like ``verify``; with ``--call`` one tool is called, after the same question as anywhere.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import anyio.to_thread
import click

from app.cli.call import check_call, prepared
from app.cli.call_arguments import read_object
from app.cli.card_text import card_lines
from app.cli.command_ends import FINDINGS, GOOD, Ending, GivenUp, json_option, run_command
from app.cli.finding_words import finding_lines, finding_row, printable
from app.cli.installed import log_words
from app.cli.outcome_text import IN_THE_LOG, outcome_row, outcome_words
from app.cli.setup_answers import read_pairs, set_option
from app.cli.terminal import Terminal
from app.cli.terminal_questions import run_call
from app.cli.trial import Trial, trial
from app.cli.validate import examine
from app.domain.calls import ToolOutcome
from app.domain.fields import JsonObject
from app.domain.findings import Finding, Severity
from app.domain.integrations import ServerStatus
from app.extensions.manifest_files import NoManifest
from app.integrations.parity import differences
from app.integrations.registry import ToolEntry
from app.ui.phrases_integrations import remark_words, status_words, tier_words

__all__ = ["inspect"]

_STEPS: Final = dict.fromkeys(IN_THE_LOG, "Its log is below.")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--call", "tool", metavar="TOOL", help="Call this tool.")
@click.option("--args", "given", default="{}", metavar="JSON", help="Its arguments as one JSON object.")
@set_option
@json_option
def inspect(folder: Path, *, tool: str | None, given: str, pairs: tuple[str, ...], as_json: bool) -> None:
    """Start the server in FOLDER and show its tools as a model and a person would see them."""
    arguments, values = read_object(given), read_pairs(pairs)

    async def work() -> Ending:
        try:
            found = await anyio.to_thread.run_sync(examine, folder)
        except NoManifest as error:
            raise GivenUp(str(error)) from error
        terminal = Terminal(aside=True)
        async with trial(folder, values, terminal) as tried:
            shown = _Shown(tried, found)
            if tool is not None and tried.state.status is ServerStatus.CONNECTED:
                check_call(tried.record, tool, arguments)
                await shown.call(tool, arguments, terminal)
            return shown.ending()

    run_command(work, as_json=as_json)


class _Shown:
    """What there is to show, gathered in its order."""

    def __init__(self, tried: Trial, findings: list[Finding]) -> None:
        self._tried = tried
        self._findings = findings
        state = tried.state
        self._good = state.status is ServerStatus.CONNECTED and not _has_errors(findings)
        remarks = [remark_words(remark) for remark in state.remarks]
        differing = [one.words for one in differences(tried.record.manifest, state.tools)]
        if state.status is not ServerStatus.CONNECTED or not tried.record.has_manifest:
            differing = []
        self._row: dict[str, object] = {
            "status": state.status.value,
            "failure": state.failure,
            "server": {"name": state.server_name, "version": state.server_version, "protocol": state.protocol_version},
            "remarks": remarks,
            "differences": differing,
            "findings": [finding_row(finding) for finding in findings],
        }
        self._lines = [f"{status_words(state.status)}. {state.failure}".strip()]
        if state.server_name:
            self._lines.append(f"{state.server_name} {state.server_version}, protocol {state.protocol_version}")
        self._lines += [*remarks, *differing]
        entries = _entries(tried)
        self._row["tools"] = [_tool_row(entry) for entry in entries]
        self._lines += ["Tools", *(f"  {_tool_words(entry)}" for entry in entries)]
        self._lines += [line for finding in findings for line in finding_lines(finding)]

    async def call(self, tool: str, arguments: JsonObject, terminal: Terminal) -> None:
        tried = self._tried
        outcome: ToolOutcome = await run_call(tried.host, prepared(tried.host, tried.record, tool, arguments), terminal)
        last = tried.reader.last
        found = () if last is None else last.findings
        self._good = self._good and outcome.ran_well and not _has_errors(found)
        self._row["call"] = {**outcome_row(outcome), "findings": [finding_row(finding) for finding in found]}
        self._lines += ["For the model", *(f"  {line}" for line in outcome.text.split("\n"))]
        if outcome.card is not None:
            self._lines += ["Card", *(f"  {line}" for line in card_lines(outcome.card, time.time()))]
        if outcome.failure is not None:
            self._lines += outcome_words(outcome, tried.record.manifest.name, time.time(), _STEPS).split("\n")
        self._lines += [line for finding in found for line in finding_lines(finding)]

    def ending(self) -> Ending:
        lines = self._tried.host.parts.log_of(self._tried.record.integration_id).lines()
        self._row["log"] = [{"time": one.unix_s, "source": one.source.value, "text": one.text} for one in lines]
        words = [*self._lines, *(["Log"] if lines else []), *(f"  {log_words(one)}" for one in lines)]
        answer = {"ok": self._good, **self._row}
        return Ending(GOOD if self._good else FINDINGS, answer, "\n".join(printable(line) for line in words))


def _has_errors(findings: list[Finding] | tuple[Finding, ...]) -> bool:
    return any(finding.severity is not Severity.WARNING for finding in findings)


def _entries(tried: Trial) -> list[ToolEntry]:
    """Return all tools, also those that only its own cards and the model see."""
    known = tried.host.parts.registry
    return [entry for entry in known.offered() if entry.ref.integration == tried.record.integration_id]


def _tool_words(entry: ToolEntry) -> str:
    asks = ", has a card to confirm" if entry.tool.confirmation is not None else ""
    inner = "" if entry.listed else ", not in the list of actions"
    return f"{entry.model_name}: {entry.title}, {tier_words(entry.tier)}{asks}{inner}"


def _tool_row(entry: ToolEntry) -> dict[str, object]:
    return {
        "name": entry.ref.tool,
        "effective_name": entry.model_name,
        "title": entry.title,
        "tier": entry.tier.value,
        "confirms": entry.tool.confirmation is not None,
        "listed": entry.listed,
    }
