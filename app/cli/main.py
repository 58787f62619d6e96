"""The command ``voxnotch``: its options, its sub-commands, its exit codes.

Exit codes: 0 done, 1 failed, 2 wrong use, or nothing to show it on (no display), 3 something must be installed first.
A sub-command is imported when it is asked for: ``run`` must not wait for what ``doctor`` and ``demo`` need.
"""

from __future__ import annotations

import logging
from importlib import import_module

import click

from app import __version__

__all__ = ["main"]

COMMANDS = ("demo", "doctor", "integrations", "models", "run")
"""Each is a function of its name in the module of its name."""

# Commands say in words what matters, and `run` alone sets up a log: without this, bare warnings stood between them.
logging.getLogger("app").addHandler(logging.NullHandler())


class LateCommands(click.Group):
    """Sub-commands by name, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = vars(import_module(f"app.cli.{cmd_name}"))[cmd_name]
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LateCommands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="voxnotch")
@click.pass_context
def main(context: click.Context) -> None:
    """Voxnotch: hold a key, speak, and the words land where you are."""
    if context.invoked_subcommand is None:
        from app.cli.run import run

        context.invoke(run)
