"""``voxnotch integrations call``: one tool, through the one door, with approval on the terminal (V-20.5)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import click

from app.cli.call_arguments import read_arguments, read_object
from app.cli.call_checks import no_tool_words, undeclared_words
from app.cli.command_ends import FINDINGS, GOOD, Ending, GivenUp, json_option, run_command
from app.cli.integration_host import Host, open_host
from app.cli.outcome_text import next_steps, outcome_row, outcome_words
from app.cli.setup_answers import read_pairs
from app.cli.terminal import Terminal
from app.cli.terminal_questions import run_call
from app.domain.calls import Origin, ToolCall, ToolRef, new_call_id
from app.domain.fields import JsonObject
from app.domain.integrations import ServerStatus
from app.domain.manifest import Tool
from app.settings.paths import find_paths
from app.storage.install_record import InstallRecord
from app.ui.phrases_integrations import status_words

__all__ = ["call", "check_call", "prepared"]


@click.command()
@click.argument("name")
@click.argument("tool")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--args", "given", default="{}", metavar="JSON", help="The arguments as one JSON object.")
@json_option
def call(name: str, tool: str, words: tuple[str, ...], given: str, as_json: bool) -> None:
    """Call TOOL of the integration NAME, an id or a short name.

    What would be asked in the notch is asked here; without an answer it counts as no.
    """
    arguments, pairs = read_object(given), read_pairs(words)

    async def work() -> Ending:
        terminal = Terminal(aside=True)
        async with open_host(find_paths(), somebody_there=True) as host:
            record = await host.find(name)
            name_there = record.manifest.name
            if not record.enabled:
                raise GivenUp(f"{name_there} is switched off.")
            if record.growth:
                command = f"voxnotch integrations reload {record.integration_id}"
                raise GivenUp(f"{name_there} is stopped. Its changes wait for your approval: {command}", FINDINGS)
            if record.has_manifest:
                check_call(record, tool, [*arguments, *pairs])
            async with host.running(record) as state:
                if state.status is ServerStatus.CONNECTED and not record.has_manifest:
                    check_call(record, tool, [*arguments, *pairs], [one.tool for one in host.parts.registry.offered()])
                outcome = await run_call(host, prepared(host, record, tool, arguments, pairs), terminal)
        words = outcome_words(outcome, name_there, time.time(), next_steps(record))
        if state.status is not ServerStatus.CONNECTED:
            words = f"{words}\n{status_words(state.status)}. {state.failure}".rstrip()
        return Ending(GOOD if outcome.ran_well else FINDINGS, outcome_row(outcome), words)

    run_command(work, as_json=as_json)


def check_call(record: InstallRecord, name: str, given: Iterable[str], served: Sequence[Tool] = ()) -> None:
    """Give up on a tool or an argument that is not there, before anything is asked.

    ``served``: what a server without a manifest has.
    """
    tools = {one.name: one for one in (*record.manifest.tools, *served)}
    tool = tools.get(name)
    if tool is None:
        raise GivenUp(no_tool_words(record.manifest.name, name, tools), FINDINGS)
    wrong = undeclared_words(given, tool.input_schema)
    if wrong:
        raise GivenUp(wrong, FINDINGS)


def prepared(
    host: Host, record: InstallRecord, tool: str, arguments: JsonObject, pairs: dict[str, str] | None = None
) -> ToolCall:
    """Return the call; its server runs, so that the schemas of one without a manifest are known too."""
    ref = ToolRef(record.integration_id, tool)
    entry = host.parts.registry.find(ref)
    schema = {} if entry is None else entry.tool.input_schema
    read = read_arguments(arguments, [*(pairs or {}).items()], schema)
    return ToolCall(new_call_id(), ref, read, Origin.CLI)
