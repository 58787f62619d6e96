"""``voxnotch demo``: the main job on real input, anywhere, also without a screen or a microphone.

Everything happens on a display, a sound server and folders of its own, so that no window, clipboard or setting of
the person is touched.
"""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import wave
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Final

import click

from app.cli.demo_acts import (
    RECOGNITION_TIMEOUT_S,
    Report,
    Stage,
    act_error,
    act_landing,
    act_lost_window,
    act_slow_program,
    seconds_of,
)
from app.cli.virtual.application import Application
from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.editor import Editor
from app.cli.virtual.processes import NOT_INSTALLED, ChildFailed
from app.cli.virtual.sound import VirtualMicrophone
from app.settings.paths import resources_folder

__all__ = ["demo"]

START_TIMEOUT_S: Final = 60.0
SETTINGS: Final = {"general": {"onboarded": True}, "hotkeys": {"dictate": "ctrl+alt+space", "mode": "hold"}}
TOOLS: Final = "xvfb openbox picom pulseaudio pulseaudio-utils mousepad xterm xdotool wmctrl xclip imagemagick dbus"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--wav",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Speech to play into the microphone, instead of the recording that comes with Voxnotch.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the pictures go; a new temporary folder if not given.",
)
def demo(as_json: bool, wav: Path | None, out: Path | None) -> None:
    """Show that a spoken sentence lands in a real editor, with pictures of every state of the notch."""
    speech = wav or resources_folder() / "demo" / "sentence.wav"
    try:
        seconds_of(speech)
    except (wave.Error, EOFError) as error:
        raise click.BadParameter(
            f"{speech.name} is not a WAV file that can be played: {str(error) or 'it is empty or cut off'}"
        ) from error
    folder = (out or Path(tempfile.mkdtemp(prefix="voxnotch-demo-"))).resolve()
    report = Report()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _play(folder, speech, report, quiet=as_json)
        report.ok = bool(report.inserted) and report.inserted == report.transcript
    except ChildFailed as error:
        click.echo(f"The demo could not go on ({error.place}: {error.detail})", err=True)
        if error.detail == NOT_INSTALLED:
            click.echo(f"It needs these packages (Debian names): {TOOLS}", err=True)
    except OSError as error:
        click.echo(f"The demo could not write to {folder}: {error.strerror}", err=True)
    _print(report, as_json=as_json, folder=folder)
    sys.exit(0 if report.ok else 1)


def _play(folder: Path, wav: Path, report: Report, *, quiet: bool) -> None:
    def say(line: str) -> None:
        if not quiet:
            click.echo(line)

    logs = folder / "logs"
    logs.mkdir(exist_ok=True)
    with ExitStack() as stack:
        _unwind_on_signals(stack)
        say("Starting a display, a window manager and a microphone of its own")
        display = stack.enter_context(VirtualDisplay(logs, compositor=True))
        microphone = stack.enter_context(VirtualMicrophone(logs, base_env=display.env))
        env = {**microphone.env, "QT_QPA_PLATFORM": "xcb"}
        editor = stack.enter_context(Editor(display, logs))
        say("Starting Voxnotch")
        application = stack.enter_context(Application(logs, env, settings=SETTINGS))
        report.first_frame_ms = application.wait_for(
            lambda line: line["event"] == "FirstFrame", timeout_s=START_TIMEOUT_S, what="the first frame"
        )["ms"]
        application.wait_for(
            lambda line: line["event"] == "ModelsChanged" and line.get("loaded", False),
            timeout_s=RECOGNITION_TIMEOUT_S,
            what="the speech model",
        )
        stage = Stage(folder, display, microphone, application, report)
        report.states.append("idle")
        editor.focus()
        say(f"Holding Ctrl+Alt+Space and speaking: {wav.name}")
        act_landing(stage, editor, wav)
        say(f"In the editor: {report.inserted}")
        say("The same into an editor that hangs for a moment")
        act_slow_program(stage, editor, wav)
        say("It arrived when the editor answered again")
        say("The same, but the window goes away while speaking")
        act_lost_window(stage, wav)
        say("It waits on a card, with a button that copies it")
        say("And without a microphone")
        act_error(stage)
        say("The notch says what is wrong and what to do")


def _unwind_on_signals(stack: ExitStack) -> None:
    """Let a request to end, or a terminal that is closed, end all the programs of the demo, as Ctrl+C does."""

    def end(number: int, _frame: FrameType | None) -> None:
        sys.exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        # nohup said to live on.
        if signal.getsignal(number) is not signal.SIG_IGN:
            stack.callback(signal.signal, number, signal.signal(number, end))


def _print(report: Report, *, as_json: bool, folder: Path) -> None:
    if as_json:
        click.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    if report.ok:
        click.echo(
            f"It landed: {report.release_to_text_ms:.0f} ms from letting go to the final text, "
            f"{report.release_to_paste_ms:.0f} ms to the paste. The clipboard was "
            f"{'put back' if report.clipboard_restored else 'NOT put back'}."
        )
    else:
        click.echo("It did not land.", err=True)
    click.echo(f"Pictures and logs: {folder}")
