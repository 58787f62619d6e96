"""``voxnotch run``: start the application, or tell the one that runs what to do."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from app.cli.logs import start_logging
from app.settings.paths import find_paths

__all__ = ["run"]

NO_DISPLAY = """\
There is no display here, so there is nothing to show the notch on.
To see Voxnotch at work all the same, on a virtual display:

    sh packaging/run demo
"""


@click.command()
@click.option("--start", "request", flag_value="start-dictation", help="Start a dictation in the running Voxnotch.")
@click.option("--stop", "request", flag_value="stop", help="Stop listening; what was said is inserted.")
@click.option("--toggle", "request", flag_value="toggle", help="Start, or stop when it listens.")
@click.option("--cancel", "request", flag_value="cancel", help="Cancel the running take.")
@click.option("--undo", "request", flag_value="undo", help="Take back the last insertion.")
@click.option("--paste-last", "request", flag_value="paste-last", help="Insert the last text again.")
@click.option("--quit", "request", flag_value="quit", help="End the running Voxnotch.")
@click.option("--window", is_flag=True, help="Open the window at the start.")
@click.option(
    "--event-log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append what happens, with the words that are heard, to this file, one JSON object a line.",
)
def run(request: str | None, window: bool, event_log: Path | None) -> None:
    """Start Voxnotch. A second start raises the window of the first."""
    if not display_there():
        click.echo(NO_DISPLAY, err=True)
        sys.exit(2)
    from app.ui import qt_app, single_instance

    paths = find_paths()
    if request is not None:
        if not single_instance.send(paths, request):
            click.echo("Voxnotch is not running.", err=True)
            sys.exit(1)
        return
    start_logging(paths)
    sys.exit(qt_app.run(paths, open_window=window, event_log=event_log))


def display_there() -> bool:
    """Tell whether windows can be shown in this session."""
    if sys.platform != "linux":
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or platform.startswith("offscreen"))
