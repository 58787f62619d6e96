"""``voxnotch integrations validate``: read the manifest in a folder strictly, and say everything that is wrong with it.

Starts nothing and changes nothing (V-20.2). Exit status (V-20.1): 0 good, 1 there are errors, 2 there is nothing to
read. A warning alone is no error: the manifest installs as it is (V-1.7).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from app.cli.finding_words import finding_lines, finding_row, printable
from app.domain.findings import Finding, Severity
from app.extensions.manifest_files import MANIFEST_NAME, NoManifest, check_icon, read_bytes

__all__ = ["examine", "validate"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def validate(folder: Path, as_json: bool) -> None:
    """Check the voiceos.integration.json in FOLDER, and say what to do about each finding."""
    try:
        findings = examine(folder)
    except NoManifest as error:
        if as_json:
            click.echo(json.dumps({"ok": False, "folder": str(folder), "error": str(error), "findings": []}))
        else:
            click.echo(printable(str(error)), err=True)
        sys.exit(2)
    good = all(finding.severity is Severity.WARNING for finding in findings)
    if as_json:
        click.echo(json.dumps({"ok": good, "folder": str(folder), "findings": [finding_row(one) for one in findings]}))
    else:
        _tell(folder, findings, good=good)
    sys.exit(0 if good else 1)


def examine(folder: Path) -> list[Finding]:
    """Return everything found, in the order of reading.

    Raises:
        NoManifest: there is nothing to read.
    """
    from app.domain.manifest import read_manifest

    reading = read_manifest(read_bytes(folder), strict=True)
    icon = check_icon(folder, reading.icon) if reading.icon else None
    return [*reading.findings, *([icon] if icon else [])]


def _tell(folder: Path, findings: list[Finding], *, good: bool) -> None:
    for finding in findings:
        for line in finding_lines(finding):
            click.echo(line)
    wrong = sum(finding.severity is not Severity.WARNING for finding in findings)
    mild = len(findings) - wrong
    warnings = f"{mild} warning" if mild == 1 else f"{mild} warnings"
    told = printable(str(folder / MANIFEST_NAME))
    if good:
        click.echo(f"{told} is good, with {warnings}." if mild else f"{told} is good.")
    else:
        click.echo(f"{told}: {wrong} to mend, {warnings}.")
