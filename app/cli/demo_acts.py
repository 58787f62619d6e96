"""The acts of the demo: a sentence that lands, one whose window went away, and a microphone that is not there.

Each works on the real parts: keys through the X server, sound through a sound server, text in a real editor.
"""

from __future__ import annotations

import shutil
import time
import wave
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from app.cli.virtual.application import Application
from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.editor import Editor
from app.cli.virtual.processes import Child, ChildFailed, wait_until
from app.cli.virtual.sound import VirtualMicrophone

__all__ = ["Report", "Stage", "act_error", "act_landing", "act_lost_window", "act_slow_program", "seconds_of"]

HOTKEY: Final = ("ctrl", "alt", "space")
BEFORE_SPEECH_S: Final = 0.1
"""Between the "go" of the notch and the first word: a quick speaker."""
AFTER_SPEECH_S: Final = 0.35
"""What the file needs through the sound server, and a natural moment before the key is let go."""
STATE_TIMEOUT_S: Final = 30.0
RECOGNITION_TIMEOUT_S: Final = 60.0
CUT_SHARE: Final = 0.75
"""How much of the sentence is spoken where the key goes up early."""
FRAME_S: Final = 0.25
"""Between two frames of the film strip."""
CLIPBOARD_BEFORE: Final = "what was on the clipboard before"


@dataclass(slots=True)
class Report:
    """What is printed at the end."""

    ok: bool = False
    transcript: str = ""
    inserted: str = ""
    target_app: str = ""
    clipboard_restored: bool = False
    release_to_text_ms: float = 0.0
    release_to_paste_ms: float = 0.0
    first_frame_ms: float = 0.0
    states: list[str] = field(default_factory=list[str])
    pictures: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Stage:
    """Everything the acts play on."""

    out: Path
    display: VirtualDisplay
    microphone: VirtualMicrophone
    application: Application
    report: Report

    def keys(self, action: str, names: tuple[str, ...]) -> None:
        """Press (``keydown``) or release (``keyup``) keys through the X server."""
        self.display.run("xdotool", action, *names)

    def picture(self, name: str) -> None:
        """Keep a picture of the upper part of the screen under the name of the state."""
        path = self.out / f"{name}.png"
        width = self.display.size[0]
        self.display.run("import", "-window", "root", "-crop", f"{width}x360+0+0", "+repage", str(path))
        if str(path) not in self.report.pictures:
            self.report.pictures.append(str(path))

    def mark(self) -> int:
        """Return the number of the next line of the event log."""
        self.application.poll()
        return len(self.application.lines)

    def see(self, state: str, *, since: int, timeout_s: float = STATE_TIMEOUT_S) -> dict[str, Any]:
        """Wait until a frame that shows ``state`` is on screen."""
        line = self.application.wait_for(
            lambda line: line["event"] == "StateShown" and line["state"] == state,
            since=since,
            timeout_s=timeout_s,
            what=f"the notch to show {state}",
        )
        if state not in self.report.states:
            self.report.states.append(state)
        return line

    def catch(self, state: str, *, since: int) -> None:
        """Keep a picture of a state that may pass too quickly, or not come at all before the turn ends."""
        line = self.application.wait_for(
            lambda line: line["event"] == "TurnFinished" or (line["event"] == "StateShown" and line["state"] == state),
            since=since,
            timeout_s=RECOGNITION_TIMEOUT_S,
            what="the end of the turn",
        )
        if line["event"] == "StateShown":
            self.application.freeze()
            self.picture(state)
            self.application.thaw()
            self.report.states.append(state)

    def finished(self, *, since: int) -> dict[str, Any]:
        """Wait for the end of the turn."""
        return self.application.wait_for(
            lambda line: line["event"] == "TurnFinished",
            since=since,
            timeout_s=RECOGNITION_TIMEOUT_S,
            what="the end of the turn",
        )


def seconds_of(wav: Path) -> float:
    """Return the length of a WAV file.

    Raises:
        wave.Error: it is none.
        EOFError: there is no sample in it.
    """
    with wave.open(str(wav), "rb") as file:
        if file.getnframes() == 0:
            raise EOFError
        return file.getnframes() / file.getframerate()


def _speak(stage: Stage, wav: Path, *, film: Path | None = None, share: float = 1.0) -> Child:
    """Play the file in real time and, by choice, film the notch meanwhile; returns the player, still draining.

    ``share`` less than 1 returns in the middle of a word.
    """
    time.sleep(BEFORE_SPEECH_S)
    player = stage.microphone.start_playing(wav)
    end = time.monotonic() + (seconds_of(wav) + AFTER_SPEECH_S if share == 1.0 else seconds_of(wav) * share)
    frame = 0
    while (left := end - time.monotonic()) > 0:
        if film is None:
            time.sleep(left)
        elif left > 2 * FRAME_S:
            stage.display.run(
                "import", "-window", "root", "-crop", f"640x150+{(stage.display.size[0] - 640) // 2}+0", "+repage",
                str(film / f"{frame:03}.png"),
            )  # fmt: skip
            frame += 1
            time.sleep(FRAME_S)
        else:
            time.sleep(left)
    return player


def act_landing(stage: Stage, editor: Editor, wav: Path) -> None:
    """Hold the key, speak, let go: the words are in the editor and the clipboard is as before."""
    report = stage.report
    holder = _put_on_clipboard(stage)
    film = stage.out / "film"
    film.mkdir(exist_ok=True)
    since = stage.mark()
    stage.picture("idle")
    stage.keys("keydown", HOTKEY)
    try:
        stage.see("listening", since=since)
        player = _speak(stage, wav, film=film)
        stage.picture("listening")
    finally:
        stage.keys("keyup", tuple(reversed(HOTKEY)))
    with holder, player:
        finished = stage.finished(since=since)
        report.transcript = finished["text"]
        report.target_app = finished["target"]
        report.release_to_text_ms = round(finished["release_to_text_s"] * 1000, 1)
        report.release_to_paste_ms = round(finished["release_to_insert_s"] * 1000, 1)
        if finished["outcome"] == "nothing-heard":
            raise ChildFailed(f"no speech was heard in {wav.name}", place="voxnotch")
        if finished["outcome"] != "inserted":
            raise ChildFailed(f"the turn ended as {finished['outcome']}", place="voxnotch")
        stage.see("said", since=since)
        stage.picture("said")
        report.inserted = editor.text().strip()
        report.clipboard_restored = stage.display.run("xclip", "-selection", "clipboard", "-o") == CLIPBOARD_BEFORE
    _join_film(stage, film)


def _put_on_clipboard(stage: Stage) -> Child:
    """Own the clipboard with a text of our own, by a program that stays."""
    source = stage.out / "clipboard.txt"
    source.write_text(CLIPBOARD_BEFORE, encoding="utf-8")
    child = Child(
        ["xclip", "-quiet", "-selection", "clipboard", str(source)],
        env=stage.display.env,
        log=stage.out / "logs" / "xclip.log",
    )

    def there() -> bool:
        try:
            return stage.display.run("xclip", "-selection", "clipboard", "-o") == CLIPBOARD_BEFORE
        except ChildFailed:
            return False

    wait_until(there, timeout_s=STATE_TIMEOUT_S, what="xclip")
    return child


def _join_film(stage: Stage, film: Path) -> None:
    """Join the frames to one strip, at most twelve of them."""
    frames = sorted(film.glob("*.png"))
    step = max(1, len(frames) // 12)
    strip = stage.out / "film.png"
    stage.display.run("montage", *map(str, frames[::step][:12]), "-tile", "2x", "-geometry", "+4+4", str(strip))
    shutil.rmtree(film)
    stage.report.pictures.append(str(strip))


def act_slow_program(stage: Stage, editor: Editor, wav: Path) -> None:
    """Let the editor hang while the text is delivered: it gets the text when it answers again, never an older one."""
    since = stage.mark()
    stage.keys("keydown", HOTKEY)
    try:
        stage.see("listening", since=since)
        player = _speak(stage, wav)
        editor.freeze()
    finally:
        stage.keys("keyup", tuple(reversed(HOTKEY)))
    with player:
        stage.see("working", since=since)
        stage.picture("working")
        editor.thaw()
        finished = stage.finished(since=since)
    if finished["outcome"] != "inserted":
        raise ChildFailed(f"the turn ended as {finished['outcome']}", place="voxnotch")
    if not editor.text().strip().endswith(finished["text"]):
        raise ChildFailed("the text did not reach the slow program", place="voxnotch")


def act_lost_window(stage: Stage, wav: Path) -> None:
    """Move the focus away before the key is let go: the text is shown on a card, with a copy button.

    The key goes up in the middle of a word, so that there is something left to recognise: otherwise the text is
    there at once and nobody sees "finishing". (With a recording of the person's own the cut may fall into a pause.) Its
    picture is taken by stopping Voxnotch once the frame is on screen; that costs time, so nothing is measured here.
    """
    since = stage.mark()
    stage.keys("keydown", HOTKEY)
    try:
        stage.see("listening", since=since)
        player = _speak(stage, wav, share=CUT_SHARE)
    finally:
        # Not a shell: its prompt would give the window a name of its own.
        other = Child(
            ["xterm", "-T", "another window", "-e", "sleep", "600"],
            env=stage.display.env,
            log=stage.out / "logs" / "xterm.log",
        )
        wait_until(
            lambda: "another window" in stage.display.active_title(),
            timeout_s=STATE_TIMEOUT_S,
            what="xterm",
        )
        stage.keys("keyup", tuple(reversed(HOTKEY)))
    with other, player:
        stage.catch("finishing", since=since)
        stage.finished(since=since)
        stage.see("card", since=since)
        stage.picture("card")


def act_error(stage: Stage) -> None:
    """Take the sound server away and press the key: plain words and the next step."""
    stage.microphone.close()
    since = stage.mark()
    stage.keys("keydown", HOTKEY)
    try:
        stage.see("error", since=since)
        stage.picture("error")
    finally:
        stage.keys("keyup", tuple(reversed(HOTKEY)))
