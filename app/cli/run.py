"""``voxnotch run``: start the application, or tell the one that runs what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from app.cli.logs import start_logging
from app.platform.reach import x_display_answers
from app.settings.paths import find_paths

__all__ = ["run"]

NO_DISPLAY = """\
There is no display here, so there is nothing to show the notch on.
To see Voxnotch at work all the same, on a virtual display:

    sh packaging/run demo
"""
STARTING = "The notch is at the top of the screen. A second start opens the window; Ctrl+C in the first ends Voxnotch."
NO_ANSWER = """\
The display {display} does not answer, or does not let this account in.
Start Voxnotch from a terminal inside your desktop session, as the person who is logged in there (not by su or sudo).
To see it at work all the same, on a virtual display:

    sh packaging/run demo
"""


@click.command()
@click.argument("path", required=False, type=click.Path(exists=True, resolve_path=True, path_type=Path))
@click.option("--start", "request", flag_value="start-dictation", help="Start a dictation in the running Voxnotch.")
@click.option("--stop", "request", flag_value="stop", help="Stop listening; what was said is inserted.")
@click.option("--toggle", "request", flag_value="toggle", help="Start, or stop when it listens.")
@click.option("--cancel", "request", flag_value="cancel", help="Cancel the running take, or what the agent is at.")
@click.option("--undo", "request", flag_value="undo", help="Take back the last insertion.")
@click.option("--paste-last", "request", flag_value="paste-last", help="Insert the last text again.")
@click.option("--quit", "request", flag_value="quit", help="End the running Voxnotch.")
@click.option("--window", is_flag=True, help="Open the window at the start.")
@click.option(
    "--event-log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append what happens, with the words that are heard, to this file, one JSON object a line.",
)
def run(path: Path | None, request: str | None, window: bool, event_log: Path | None) -> None:
    """Start Voxnotch. A second start raises the window of the first.

    PATH is a folder or a packed file of an integration: what installing it would bring is shown.
    """
    paths = find_paths()
    if request is not None:
        from app.ui import single_instance

        if not single_instance.send(paths, request):
            click.echo("Voxnotch is not running.\nStart it first: voxnotch run", err=True)
            sys.exit(1)
        return
    if refusal := _refusal(os.environ):
        click.echo(refusal, err=True)
        sys.exit(2)
    from app.ui import qt_app

    if sys.stdout.isatty():
        click.echo(STARTING)
    start_logging(paths)
    sys.exit(qt_app.run(paths, open_window=window, open_path=path, event_log=event_log))


def _refusal(env: Mapping[str, str]) -> str:
    """Return why no window can be shown in this session, with the next step; empty if one can."""
    platform = env.get("QT_QPA_PLATFORM", "")
    if sys.platform != "linux" or platform.startswith("offscreen") or env.get("WAYLAND_DISPLAY"):
        return ""
    if not env.get("DISPLAY"):
        return NO_DISPLAY
    return "" if x_display_answers(env) else NO_ANSWER.format(display=env["DISPLAY"])
