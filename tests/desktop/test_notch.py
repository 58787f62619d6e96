"""The notch on a real display: focus, clicks, full screen, scale, start and end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 20.0
STATES = ("listening", "finishing", "working", "said", "card", "error")


class Notch:
    """The program on a display, told what happens and asked what it shows."""

    def __init__(self, display: VirtualDisplay, base: Path, **env: str) -> None:
        self.display = display
        self.events = base / "events.jsonl"
        self._log = base / "program.log"
        size = "x".join(str(side) for side in display.size)
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "tests/desktop/notch_program.py", str(base), size],
                cwd=ROOT,
                env={**display.env, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "xcb", **env},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                text=True,
            )
        self.wait_line("FirstFrame")
        self.wait_line("CoreStarted")

    def lines(self) -> list[dict[str, Any]]:
        if not self.events.exists():
            return []
        text = self.events.read_text(encoding="utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def wait_line(self, event: str, **values: object) -> None:
        wanted = {"event": event, **values}
        wait_until(
            lambda: any(wanted.items() <= line.items() for line in self.lines()), timeout_s=LIMIT_S, what=str(wanted)
        )

    def tell(self, what: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()

    def show(self, state: str) -> None:
        self.show_state(state, state)

    def show_state(self, what: str, state: str) -> None:
        """Tell ``what``, and wait for a frame that shows ``state`` at rest."""
        before = len(self.lines())
        self.tell(what)
        wait_until(
            lambda: any(line.get("state") == state for line in self.lines()[before:]), timeout_s=LIMIT_S, what=state
        )

    def window(self) -> str:
        """Return the X id of the notch window that is mapped; "" when it is not."""
        found = self.display.run("xwininfo", "-root", "-tree").splitlines()
        names = [line.split()[0] for line in found if '"Voxnotch": ("voxnotch"' in line]
        mapped = [name for name in names if "IsViewable" in self.display.run("xwininfo", "-id", name)]
        return mapped[0] if mapped else ""

    def area(self) -> tuple[int, int, int, int]:
        """Return the bounding box of what is cut out of the window: x, y, width, height on the screen."""
        text = self.display.run("xwininfo", "-id", self.window(), "-shape")
        at = {
            key: int(text.split(key + ":")[1].split()[0]) for key in ("Absolute upper-left X", "Absolute upper-left Y")
        }
        shape = text.split("Window shape extents:")[1].split()[0]
        size, dx, dy = shape.replace("-", "+-").replace("++", "+").split("+", 2) if "-" in shape else shape.split("+")
        width, height = size.split("x")
        return (at["Absolute upper-left X"] + int(dx), at["Absolute upper-left Y"] + int(dy), int(width), int(height))

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=LIMIT_S)

    def log_text(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Notch]]:
    notches: list[Notch] = []

    def make(display: VirtualDisplay, **env: str) -> Notch:
        notches.append(Notch(display, tmp_path_factory.mktemp("notch"), **env))
        return notches[-1]

    yield make
    for notch in notches:
        notch.close()


@pytest.fixture
def terminal(display: VirtualDisplay, tmp_path: Path) -> Iterator[str]:
    """A focused xterm that fills the screen; the name of the file that gets what is typed."""
    typed = tmp_path / "typed"
    child = subprocess.Popen(["xterm", "-maximized", "-e", f"cat > {typed}"], env=display.env)
    try:
        display.run("xdotool", "search", "--sync", "--onlyvisible", "--class", "xterm")
        wait_until(lambda: active_class(display) == "XTerm", timeout_s=LIMIT_S, what="xterm")
        yield str(typed)
    finally:
        child.kill()
        child.wait(LIMIT_S)


def active_class(display: VirtualDisplay) -> str:
    window = display.run("xprop", "-root", "_NET_ACTIVE_WINDOW").split()[-1]
    if window in ("0x0", "found."):
        return ""
    return display.run("xprop", "-id", window, "WM_CLASS").split('"')[-2]


def window_under(display: VirtualDisplay, x: int, y: int) -> int:
    display.run("xdotool", "mousemove", str(x), str(y))
    text = display.run("xdotool", "getmouselocation", "--shell")
    return int(text.split("WINDOW=")[1].split()[0])


@pytest.mark.fault("A42")
def test_it_takes_no_focus_in_any_state_and_keys_go_to_the_program(
    display: VirtualDisplay, start: Callable[..., Notch], terminal: str
) -> None:
    notch = start(display)
    notch.tell("desktop")
    before = display.run("xprop", "-root", "_NET_ACTIVE_WINDOW")
    for state in STATES:
        notch.show(state)
        assert display.run("xprop", "-root", "_NET_ACTIVE_WINDOW") == before, state
    x, y, width, height = notch.area()
    display.run("xdotool", "mousemove", str(x + width // 2), str(y + height // 2), "click", "1")
    assert display.run("xprop", "-root", "_NET_ACTIVE_WINDOW") == before
    display.run("xdotool", "key", "h", "i", "Return")
    wait_until(lambda: Path(terminal).exists() and Path(terminal).read_text() == "hi\n", timeout_s=LIMIT_S, what="keys")
    assert "Voxnotch" not in display.run("wmctrl", "-l")


@pytest.mark.usefixtures("terminal")
def test_clicks_outside_the_shape_fall_through(display: VirtualDisplay, start: Callable[..., Notch]) -> None:
    notch = start(display)
    notch.tell("desktop")
    own = int(notch.window(), 16)
    for state in ("", *STATES):
        if state:
            notch.show(state)
        x, y, width, height = notch.area()
        middle = x + width // 2
        assert window_under(display, middle, y + height // 2) == own, state
        assert window_under(display, middle, y + height + 3) != own, state
        assert window_under(display, x - 3, y + 10) != own, state
        assert window_under(display, x + 1, y + height - 2) != own, f"{state}: outside the round corner"


@pytest.mark.fault("A44")
def test_a_full_screen_window_leaves_no_pixel_and_no_click_area(
    display: VirtualDisplay, start: Callable[..., Notch]
) -> None:
    notch = start(display)
    notch.tell("full-screen")
    wait_until(lambda: not notch.window(), timeout_s=LIMIT_S, what="hidden")
    notch.tell("listening")
    wait_until(lambda: bool(notch.window()), timeout_s=LIMIT_S, what="shown in a take")
    notch.tell("idle")
    wait_until(lambda: not notch.window(), timeout_s=LIMIT_S, what="hidden again")
    notch.tell("desktop")
    wait_until(lambda: bool(notch.window()), timeout_s=LIMIT_S, what="back")


@pytest.mark.fault("A43")
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_logical_size_is_the_same_at_every_scale(
    new_display: Callable[..., VirtualDisplay], start: Callable[..., Notch], scale: float
) -> None:
    screen = new_display(size=(1600, 900), window_manager=False)
    notch = start(screen, QT_SCALE_FACTOR=str(scale))
    notch.tell("desktop")
    notch.show("listening")
    x, y, width, height = notch.area()
    assert abs(width - (340 + 12) * scale) <= 4 * scale
    assert abs(height - 52 * scale) <= scale
    assert y == 0
    assert abs(x + width / 2 - 800) <= 2


@pytest.mark.fault("A43")
def test_a_display_of_192_dpi_gives_the_same_logical_size(
    new_display: Callable[..., VirtualDisplay], start: Callable[..., Notch], tmp_path: Path
) -> None:
    screen = new_display(size=(1600, 900), window_manager=False)
    resources = tmp_path / "resources"
    resources.write_text("Xft.dpi: 192\n")
    screen.run("xrdb", "-merge", str(resources))
    notch = start(screen)
    notch.tell("desktop")
    notch.show("listening")
    _, _, width, height = notch.area()
    assert abs(width - (340 + 12) * 2) <= 8
    assert abs(height - 52 * 2) <= 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_in_order_and_without_a_complaint(
    display: VirtualDisplay, start: Callable[..., Notch], number: signal.Signals
) -> None:
    notch = start(display)
    notch.tell("desktop")
    notch.show("listening")
    notch.process.send_signal(number)
    assert notch.process.wait(LIMIT_S) == 0
    lines = notch.log_text().splitlines()
    assert [line for line in lines if not line.startswith(("INFO", "DEBUG"))] == []
    assert "core ended" in lines[-1]
