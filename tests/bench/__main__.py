"""Runs the benchmarks: ``sh packaging/test bench [--json] [NAME...]``.

A benchmark is a module of this folder with a function ``run()``, which measures the real thing and what it is compared
with in turns in one run, and returns names and figures; ratios are what counts, for absolute times mean little on a
shared machine. Exit status 0 when all of them could measure, whatever came out.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import platform
from pathlib import Path

import click

Figures = dict[str, float | int | str]


def names() -> list[str]:
    """Return the names of the benchmarks there are, sorted."""

    def runs(path: Path) -> bool:
        body = ast.parse(path.read_text(encoding="utf-8")).body
        return any(isinstance(node, ast.FunctionDef) and node.name == "run" for node in body)

    return sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py") if runs(path))


def measure(name: str) -> Figures:
    """Run one benchmark; loaded late, so that none pays for the imports of another."""
    return importlib.import_module(f"tests.bench.{name}").run()


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.argument("chosen", nargs=-1, metavar="[NAME]...")
def main(*, as_json: bool, chosen: tuple[str, ...]) -> None:
    """Measure, by name or all there are."""
    known = names()
    if set(chosen) - set(known):
        raise click.UsageError(f"Benchmarks are: {', '.join(known)}.")
    measured: dict[str, Figures] = {}
    for name in chosen or known:
        if not as_json:
            click.echo(name)
        measured[name] = measure(name)
        if not as_json:
            for what, figure in measured[name].items():
                click.echo(f"    {what:<52} {figure}")
    if as_json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
        click.echo(json.dumps({"machine": machine, "benchmarks": measured}, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main(prog_name="sh packaging/test bench")
