"""``voxnotch integrations``: what an author or a person does with integrations on the command line (V-20.1).

Exit codes of all of them: 0 good, 1 there are findings, or a call failed or was declined, 2 it could not run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

import click

from app.cli.late_commands import LateCommands

__all__ = ["integrations"]


class _Commands(LateCommands):
    late: ClassVar[Mapping[str, str]] = {
        "add": "app.cli.add:add",
        "list": "app.cli.installed:list_installed",
        "call": "app.cli.call:call",
        "reload": "app.cli.reload:reload",
        "remove": "app.cli.installed:remove",
        "logs": "app.cli.installed:logs",
        "validate": "app.cli.validate:validate",
        "verify": "app.cli.verify:verify",
        "inspect": "app.cli.inspect:inspect",
        "pack": "app.cli.pack:pack_folder",
    }

    def invoke(self, ctx: click.Context) -> object:
        """Say wrong use as one object, too, where one is asked for; what stands behind ``--`` is no option of ours."""
        ours = ctx.args[: ctx.args.index("--")] if "--" in ctx.args else ctx.args
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if "--json" not in ours:
                raise
            click.echo(json.dumps({"ok": False, "error": error.format_message()}))
            ctx.exit(error.exit_code)


@click.group(cls=_Commands)
def integrations() -> None:
    """Integrations: install, call and remove them, and check one that you write."""
