"""The command ``voxnotch``: its options, its sub-commands, its exit codes.

Exit codes: 0 done, 1 failed, 2 wrong use, or nothing to show it on (no display), 3 something must be installed first.
Slow libraries are imported by the sub-command that needs them.
"""

from __future__ import annotations

import click

from app import __version__
from app.cli.demo import demo
from app.cli.doctor import doctor
from app.cli.models import models
from app.cli.run import run

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="voxnotch")
@click.pass_context
def main(context: click.Context) -> None:
    """Voxnotch: hold a key, speak, and the words land where you are."""
    if context.invoked_subcommand is None:
        context.invoke(run)


main.add_command(run)
main.add_command(demo)
main.add_command(doctor)
main.add_command(models)
