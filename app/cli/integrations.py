"""``voxnotch integrations``: what an author or a person does with integrations on the command line."""

from __future__ import annotations

import click

from app.cli.validate import validate

__all__ = ["integrations"]


@click.group()
def integrations() -> None:
    """Integrations: check one that you write."""


integrations.add_command(validate)
