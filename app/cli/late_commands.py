"""A group of commands that imports each of them when it is asked for; used by ``main`` and ``integrations``.

``run`` must not wait for what other commands need, nor ``validate`` for what a running server needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar

import click

__all__ = ["LateCommands"]


class LateCommands(click.Group):
    late: ClassVar[Mapping[str, str]] = {}
    """Command to ``module:function``; set by who makes a group of this."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*self.late]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in self.late:
            return None
        module, _, name = self.late[cmd_name].partition(":")
        command = vars(import_module(module))[name]
        assert isinstance(command, click.Command)
        return command
