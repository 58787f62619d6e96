"""A desktop with an editor, a microphone and the real application on it: for the tests of the whole.

The folder has letters of three scripts and a space in its name (A34), and so has the application's.
"""

from __future__ import annotations

import json
import re
import sqlite3
import wave
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from app.cli.virtual.application import Application
from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.editor import Editor
from app.cli.virtual.sound import VirtualMicrophone

__all__ = ["PATIENCE_S", "ROOT", "SPEECH", "World", "a_world", "finished", "mark", "right", "stage"]

ROOT = Path(__file__).resolve().parents[2]
SPEECH = ROOT / "tests" / "fixtures" / "speech" / "austen-0930.wav"
SPOKEN = "he might even have been made amiable himself"
SETTINGS = {"general": {"onboarded": True}, "hotkeys": {"dictate": "ctrl+alt+space", "mode": "hold"}}
KEYS = ("ctrl", "alt", "space")
PATIENCE_S = 60.0


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.casefold())


def right(text: str, spoken: str = SPOKEN) -> float:
    """Return which share of the spoken words stands in ``text``."""
    heard = words(text)
    return sum(word in heard for word in words(spoken)) / len(words(spoken))


class World:
    """A desktop with an editor, and Voxnotch on it when started."""

    def __init__(self, folder: Path, display: VirtualDisplay, microphone: VirtualMicrophone, editor: Editor) -> None:
        self.folder = folder
        self.display = display
        self.microphone = microphone
        self.editor = editor
        self.env = {**microphone.env, "QT_QPA_PLATFORM": "xcb"}
        self.data = folder / "voxnotch-home" / "data"

    def write_settings(self) -> None:
        """Be a person who has been through the first start, which opens the window by itself."""
        config = self.folder / "voxnotch-home" / "config"
        config.mkdir(parents=True)
        (config / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")

    def windows(self) -> str:
        """Return what the window manager lists; it fails while there is no window at all."""
        return self.display.run("sh", "-c", "wmctrl -l || true")

    def is_changed(self) -> bool:
        """Tell whether the editor, in front, holds what is not saved yet."""
        return self.display.active_title().startswith("*")

    def start(self, *launcher: str) -> Application:
        """Start it and wait until a take would be recognised at once."""
        application = Application(self.folder, self.env, settings=SETTINGS, launcher=launcher)
        try:
            ready(application)
        except BaseException:
            application.kill()
            application.close()
            raise
        return application

    @contextmanager
    def running(self, *launcher: str) -> Generator[Application]:
        with self.start(*launcher) as application:
            yield application

    @contextmanager
    def held(self) -> Generator[None]:
        self.display.run("xdotool", "keydown", *KEYS)
        try:
            yield
        finally:
            self.display.run("xdotool", "keyup", *reversed(KEYS))

    def hear(self, application: Application, since: int) -> None:
        """Wait until the microphone is open."""
        application.wait_for(
            lambda line: line["event"] == "LevelMeasured", since=since, timeout_s=PATIENCE_S, what="the first sound"
        )

    def dictate(self, application: Application) -> dict[str, Any]:
        """Speak the sentence into the editor and return how the turn ended."""
        self.editor.focus()
        since = mark(application)
        with self.held():
            self.hear(application, since)
            self.microphone.play(SPEECH)
        return finished(application, since)

    def rows(self) -> list[tuple[str, str, str, float, bool]]:
        """Return turn, outcome, text, seconds and whether there is audio, oldest first; Voxnotch has ended."""
        with closing(sqlite3.connect(self.data / "history.sqlite")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return connection.execute(
                "SELECT turn_id, outcome, text, audio_s, has_audio FROM turns WHERE finished ORDER BY id"
            ).fetchall()

    def seconds(self, turn_id: str) -> float:
        """Return the length of a kept take by what is in its file."""
        with wave.open(str(self.data / "takes" / f"{turn_id}.wav")) as file:
            return len(file.readframes(file.getnframes())) / 2 / file.getframerate()


def ready(application: Application) -> None:
    application.wait_for(
        lambda line: line["event"] == "ModelsChanged" and line["loaded"], timeout_s=PATIENCE_S, what="the speech model"
    )


def mark(application: Application) -> int:
    application.poll()
    return len(application.lines)


def finished(application: Application, since: int) -> dict[str, Any]:
    return application.wait_for(
        lambda line: line["event"] == "TurnFinished", since=since, timeout_s=PATIENCE_S, what="the end of the turn"
    )


def stage(application: Application, name: str, since: int) -> dict[str, Any]:
    return application.wait_for(
        lambda line: line["event"] == "StageChanged" and line["stage"] == name,
        since=since,
        timeout_s=PATIENCE_S,
        what=name,
    )


@contextmanager
def a_world(parent: Path) -> Generator[World]:
    """Run display, sound server and editor in a folder of ``parent``."""
    folder = parent / "Данные тест 会議 é"
    folder.mkdir()
    with (
        VirtualDisplay(folder) as display,
        VirtualMicrophone(folder, base_env=display.env) as microphone,
        Editor(display, folder) as editor,
    ):
        world = World(folder, display, microphone, editor)
        world.write_settings()
        yield world
