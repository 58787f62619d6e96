"""``voxnotch integrations reload``: read the folder again; more than before needs a yes (V-17.8, V-17.10, V-17.11)."""

from __future__ import annotations

from typing import Final

import click

from app.cli.add import approve
from app.cli.command_ends import FINDINGS, GOOD, Ending, json_option, refusal, run_command
from app.cli.finding_words import finding_lines, finding_row
from app.cli.integration_host import open_host
from app.cli.sheet_text import sheet_lines
from app.cli.terminal import Terminal
from app.domain.findings import Severity
from app.extensions.install_parts import Reloaded
from app.extensions.installer import Consent
from app.settings.paths import find_paths

__all__ = ["reload"]

_UNCHANGED: Final = "Nothing in its manifest has changed. A Voxnotch that runs keeps the server that it has started."


@click.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Allow what is new without asking.")
@json_option
def reload(name: str, yes: bool, as_json: bool) -> None:
    """Read the folder of the integration NAME again, an id or a short name."""

    async def work() -> Ending:
        terminal = Terminal(aside=as_json)
        async with open_host(find_paths()) as host:
            record = await host.find(name)
            reloaded = await host.parts.installer.reload(record.integration_id)
            if any(finding.severity is Severity.REFUSED for finding in reloaded.findings):
                return refusal("Its manifest cannot be used; the one before stays in force.", reloaded.findings)
            plan = reloaded.plan
            if plan is None:
                return _done(reloaded, "Reloaded." if reloaded.changed else _UNCHANGED)
            try:
                terminal.say(*sheet_lines(plan))
                if not yes and not await terminal.agrees("Allow that?"):
                    words = "It stays stopped until you allow that."
                    return Ending(FINDINGS, {"ok": False, "error": "declined"}, words)
                await approve(host, terminal, plan, {}, Consent())
            finally:
                await host.parts.installer.discard(plan.plan_id)
            return _done(reloaded, "Reloaded.")

    run_command(work, as_json=as_json)


def _done(reloaded: Reloaded, words: str) -> Ending:
    answer = {
        "ok": True,
        "id": reloaded.record.integration_id,
        "changed": reloaded.changed,
        "findings": [finding_row(finding) for finding in reloaded.findings],
    }
    lines = [line for finding in reloaded.findings for line in finding_lines(finding)]
    return Ending(GOOD, answer, "\n".join([*lines, words]))
