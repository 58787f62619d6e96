"""The command ``voxnotch``: its options, its sub-commands, its exit codes.

Exit codes: 0 done, 1 failed, 2 wrong use, or nothing to show it on (no display), 3 something must be installed first.
A sub-command is imported when it is asked for: ``run`` must not wait for what ``doctor`` and ``demo`` need.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import ClassVar

import click

from app import __version__
from app.cli.late_commands import LateCommands

__all__ = ["main"]


class _Commands(LateCommands):
    late: ClassVar[Mapping[str, str]] = {
        name: f"app.cli.{name}:{name}"
        for name in ("demo", "doctor", "integrations", "models", "run", "say", "simulate")
    }


# Commands say in words what matters, and `run` alone sets up a log: without this, bare warnings stood between them.
logging.getLogger("app").addHandler(logging.NullHandler())


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="voxnotch")
@click.pass_context
def main(context: click.Context) -> None:
    """Voxnotch: hold a key, speak, and the words land where you are."""
    if context.invoked_subcommand is None:
        from app.cli.run import run

        context.invoke(run)
