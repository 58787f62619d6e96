"""``voxnotch integrations list``, ``logs`` and ``remove``: what is installed, what it wrote, and its end (V-17.15)."""

from __future__ import annotations

import time

import anyio.to_thread
import click

from app.cli.command_ends import FINDINGS, GOOD, Ending, json_option, run_command
from app.cli.finding_words import printable
from app.cli.integration_host import open_host
from app.cli.setup_answers import missing_labels
from app.cli.terminal import Terminal
from app.domain.integrations import LogLine
from app.extensions.log_ring import KEPT_LINES, read_log
from app.settings.paths import find_paths
from app.storage.install_record import InstallRecord

__all__ = ["list_installed", "log_words", "logs", "remove"]


@click.command("list")
@json_option
def list_installed(as_json: bool) -> None:
    """List what is installed, and whether it is switched on; how its server does, only the window knows."""

    async def work() -> Ending:
        async with open_host(find_paths()) as host:
            records = await host.parts.store.all()
        lines = [
            f"{record.short_name:<20} {record.manifest.version:<10} {_state(record):<22} {record.integration_id}  "
            f"{record.manifest.name}"
            for record in records
        ]
        return Ending(GOOD, {"integrations": [_row(record) for record in records]}, "\n".join(lines) or "None.")

    run_command(work, as_json=as_json)


def _state(record: InstallRecord) -> str:
    if record.growth:
        return "waits for approval"
    if not record.enabled:
        return "off"
    return "needs setup" if missing_labels(record) else "on"


def _row(record: InstallRecord) -> dict[str, object]:
    grants = record.manifest.grants
    return {
        "id": record.integration_id,
        "short_name": record.short_name,
        "name": record.manifest.name,
        "version": record.manifest.version,
        "state": _state(record),
        "hears": record.transcript_access and (grants.hears_agent or grants.hears_dictation),
        "source": record.source.kind.value,
        "location": record.source.location,
        "tools": [tool.name for tool in record.manifest.tools],
    }


@click.command()
@click.argument("name")
@click.option("-n", "--lines", "count", type=click.IntRange(1, KEPT_LINES), default=50, show_default=True)
@json_option
def logs(name: str, count: int, as_json: bool) -> None:
    """Print the last lines that the server of NAME wrote, and what Voxnotch remarked."""

    async def work() -> Ending:
        async with open_host(find_paths()) as host:
            record = await host.find(name)
            file = host.paths.integration_logs / f"{record.integration_id}.log"
            lines = (await anyio.to_thread.run_sync(read_log, file))[-count:]
        rows = [{"time": line.unix_s, "source": line.source.value, "text": line.text} for line in lines]
        words = "\n".join(log_words(line) for line in lines)
        return Ending(GOOD, {"id": record.integration_id, "lines": rows}, words or "It has written nothing yet.")

    run_command(work, as_json=as_json)


def log_words(line: LogLine) -> str:
    """Return one line of a log, on one line."""
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(line.unix_s))
    return printable(f"{at} {line.source.value:<6} {line.text}")


@click.command()
@click.argument("name")
@click.option("--with-history", is_flag=True, help="Delete the history of its calls, and its own data, as well.")
@click.option("--yes", is_flag=True, help="Remove without asking.")
@json_option
def remove(name: str, with_history: bool, yes: bool, as_json: bool) -> None:
    """Remove the integration NAME with its settings and secrets. A folder of yours stays."""

    async def work() -> Ending:
        terminal = Terminal(aside=as_json)
        async with open_host(find_paths()) as host:
            record = await host.find(name)
            shown = f"{record.manifest.name} ({record.integration_id})"
            more = " with the history of its calls and its own data" if with_history else ""
            if not yes and not await terminal.agrees(f"Remove {shown}{more}?"):
                return Ending(FINDINGS, {"ok": False, "error": "declined"}, "Nothing was removed.")
            await host.parts.installer.remove(record.integration_id, with_history=with_history)
        return Ending(GOOD, {"ok": True, "id": record.integration_id}, f"{record.manifest.name} is removed.")

    run_command(work, as_json=as_json)
