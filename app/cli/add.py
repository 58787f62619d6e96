"""``voxnotch integrations add``: the install sheet on the terminal, and after a yes the install (V-17.1, V-17.4).

Nothing of the integration runs before the yes (V-17.6). What is refused is told with its places (V-17.5).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from app.cli.command_ends import FINDINGS, GOOD, Ending, json_option, refusal, run_command
from app.cli.finding_words import finding_row
from app.cli.integration_host import Host, open_host
from app.cli.setup_answers import ask_fields, missing_labels, read_pairs, set_option
from app.cli.sheet_text import sheet_lines
from app.cli.terminal import Terminal
from app.domain.errors import KeyStoreUnavailable
from app.domain.installs import InstallPlan, PlanReason, Source, SourceKind, split_entries
from app.extensions.installer import Consent
from app.extensions.manifest_files import MANIFEST_NAME
from app.extensions.secrets import KeyStoreState, probe_key_store
from app.settings.paths import find_paths
from app.storage.install_record import InstallRecord

__all__ = ["add", "approve"]

_COMMAND: Final = "voxnotch.command"
_ADDRESS: Final = re.compile(r"https?://", re.IGNORECASE)

_NO_KEY_STORE: Final = {
    KeyStoreState.LOCKED: "key-store-locked",
    KeyStoreState.ABSENT: "key-store-absent",
    KeyStoreState.SILENT: "key-store-silent",
}


class _AddCommand(click.Command):
    """Takes what stands behind ``--`` as a command line of its own, whatever options it has."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            at = args.index("--")
            ctx.meta[_COMMAND] = args[at + 1 :]
            args = args[:at]
        return super().parse_args(ctx, args)


@click.command(cls=_AddCommand)
@click.argument("source", required=False)
@click.option("--yes", is_flag=True, help="Install without asking. Fields that it needs are still asked for.")
@set_option
@click.option("--name", default="", help="What to call a server that has no manifest.")
@click.option("--no-transcript-access", is_flag=True, help="It hears nothing of what you say.")
@click.option("--fetch", is_flag=True, help="Run the command that fetches what its files need, before it starts.")
@click.option("--until-quit", is_flag=True, hidden=True)
@json_option
@click.pass_context
def add(
    context: click.Context,
    *,
    source: str | None,
    yes: bool,
    pairs: tuple[str, ...],
    name: str,
    no_transcript_access: bool,
    fetch: bool,
    until_quit: bool,
    as_json: bool,
) -> None:
    """Install an integration, after showing what it hears, does, sends and runs.

    SOURCE is its folder, its packed file, or the address of its server. A server that only has a command line stands
    behind `--`: add -- NAME= npx some-server. `NAME=` asks for a value of its environment.
    """
    if until_quit:
        raise click.UsageError("This command ends at once, so there is nothing to keep a secret in until it quits.")
    words: list[str] = context.meta.get(_COMMAND, [])
    if (source is None) == (not words):
        raise click.UsageError("Give one of: a folder, a packed file, an address, or `--` and a command line.")
    wanted = _entries(words)
    if name and source is not None and not _ADDRESS.match(source):
        raise click.UsageError("What has a manifest has its own name in it.")
    found = Source(SourceKind.COMMAND, shlex.join(words), base=".") if source is None else _source(source)
    given = read_pairs(pairs)
    consent = Consent(transcript_access=not no_transcript_access, fetch_dependencies=fetch)

    async def work() -> Ending:
        terminal = Terminal(aside=as_json)
        async with open_host(find_paths()) as host:
            plan = await host.parts.installer.plan(found)
            try:
                return await _install(
                    host, terminal, plan, given=given, wanted=wanted, consent=consent, name=name, yes=yes
                )
            finally:
                await host.parts.installer.discard(plan.plan_id)

    run_command(work, as_json=as_json)


def _entries(words: Sequence[str]) -> frozenset[str]:
    """Return the names of the ``NAME=`` words before a command; each is a secret, and none is taken from here."""
    entries, _ = split_entries(words)
    for name, value in entries:
        if value:
            raise click.UsageError(
                f"The value of {name} would be readable by others here. Write {name}= and it is asked for."
            )
    return frozenset(name for name, _ in entries)


def _source(text: str) -> Source:
    if _ADDRESS.match(text):
        return Source(SourceKind.REMOTE, text)
    path = Path(text).expanduser()
    if path.is_file() and path.name == MANIFEST_NAME:
        path = path.absolute().parent
    if path.is_dir():
        return Source(SourceKind.FOLDER, str(path))
    if path.is_file():
        return Source(SourceKind.PACKED, str(path))
    raise click.UsageError(f"There is no folder or file {text}. A command line stands behind `--`.")


async def _install(
    host: Host,
    terminal: Terminal,
    plan: InstallPlan,
    *,
    given: Mapping[str, str],
    wanted: Collection[str],
    consent: Consent,
    name: str,
    yes: bool,
) -> Ending:
    if plan.refused:
        return refusal("Nothing was installed: its manifest cannot be used.", plan.findings)
    old = await host.parts.store.get(plan.integration_id)
    terminal.say(*sheet_lines(plan, "" if old is None else f"{old.manifest.name} {old.manifest.version}".rstrip()))
    if not yes and not await terminal.agrees("Install?" if old is None else "Update?"):
        words = "Nothing was installed." if old is None else "Nothing was changed."
        return Ending(FINDINGS, {"ok": False, "error": "declined"}, words)
    stored = frozenset[str]() if old is None else old.secret_names | old.values.keys()
    values = await ask_fields(
        plan.fields,
        given,
        terminal,
        stored=stored,
        wanted=wanted,
        only_required=yes,
        before_secret=_need_key_store,
    )
    record = await approve(host, terminal, plan, values, consent, name=name)
    done = "installed" if old is None else "updated"
    lines = [f"{record.manifest.name} is {done} as {record.short_name}."]
    left = missing_labels(record)
    if left:
        lines.append(f"It does not start before it has: {', '.join(left)}. Add it once more, and it is asked for.")
    if plan.dependencies is not None and not consent.fetch_dependencies:
        lines.append(f"What its files need was not fetched: {' '.join(plan.dependencies.command)}")
    answer = {
        "ok": True,
        "id": record.integration_id,
        "short_name": record.short_name,
        "updated": plan.reason is not PlanReason.NEW,
        "missing": list(left),
        "findings": [finding_row(finding) for finding in plan.findings],
    }
    return Ending(GOOD, answer, "\n".join(lines))


async def _need_key_store() -> None:
    """Find out that a secret cannot be kept while nobody has typed it yet.

    Raises:
        KeyStoreUnavailable
    """
    store = await probe_key_store()
    if store.state is not KeyStoreState.READY:
        raise KeyStoreUnavailable(place=store.name, code=_NO_KEY_STORE[store.state])


async def approve(
    host: Host,
    terminal: Terminal,
    plan: InstallPlan,
    values: Mapping[str, str],
    consent: Consent,
    *,
    name: str = "",
) -> InstallRecord:
    """Store what the sheet showed; what fetching prints is told beside it.

    Raises:
        InstallFailed
        KeyStoreUnavailable
        StorageUnavailable
    """
    return await host.parts.installer.commit(plan.plan_id, values, consent, terminal.say, name=name)
