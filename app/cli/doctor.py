"""``voxnotch doctor``: look at every part that dictation needs, and say what to do about each that is not well.

Nothing is changed, nothing is kept: the half second of sound that is recorded is measured and thrown away.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Final

import anyio
import click

from app.cli import doctor_checks as checks
from app.cli.findings import Finding, Verdict
from app.settings.paths import AppPaths, find_paths

__all__ = ["doctor"]

MARKS: Final = {Verdict.GOOD: "ok ", Verdict.POOR: "!  ", Verdict.BAD: "BAD"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(as_json: bool) -> None:
    """Check display, microphone, model, voice, hotkey, paste, key store, disk and versions."""
    findings = anyio.run(_examine, find_paths())
    bad = any(finding.verdict is Verdict.BAD for finding in findings)
    if as_json:
        click.echo(json.dumps({"ok": not bad, "findings": [asdict(finding) for finding in findings]}))
    else:
        for finding in findings:
            click.echo(f"{MARKS[finding.verdict]} {finding.part}: {finding.found}")
            if finding.advice:
                click.echo(f"      {finding.advice}")
    sys.exit(1 if bad else 0)


async def _examine(paths: AppPaths) -> list[Finding]:
    from app.platform.detect import choose_platform
    from app.ui.single_instance import is_running

    settings, findings = checks.check_settings(paths)
    desk = await choose_platform(paths)
    try:
        findings += checks.check_display(desk)
        if desk.report.session != "none":
            findings += await checks.check_window_manager(desk)
            findings += [checks.HELD_BY_US] if is_running(paths) else await checks.check_hotkeys(desk, settings)
            findings += await checks.check_paste(desk)
    finally:
        await desk.hotkeys.close()
        await desk.keys.close()
        await desk.clipboard.close()
        for close in desk.closers:
            close()
    findings += await checks.check_microphone(settings)
    findings += checks.check_model(paths, settings)
    findings += await checks.check_voice(settings)
    findings += await checks.check_key_store()
    findings += checks.check_disk(paths)
    findings += checks.check_versions()
    return findings
