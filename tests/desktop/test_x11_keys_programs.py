"""Typed text in programs of other make: a GTK editor, a Qt field and a terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import anyio
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.editor import Editor
from app.cli.virtual.processes import Child, wait_until
from app.platform.x11.connection import XThread
from app.platform.x11.keys import X11KeySender

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

START_TIMEOUT_S = 30
ARRIVE_TIMEOUT_S = 10
TEXTS = [
    "Python zebra qwerty @ àéö ß",
    "mañana está",
    "ok 💩 done 🩻",
    "e\u0301 👩‍👩‍👧 عربى",
    "Naïve café, “quoted” — " * 26,
]


@pytest.fixture
async def sender(display: VirtualDisplay) -> AsyncIterator[X11KeySender]:
    async with AsyncExitStack() as stack:
        started = X11KeySender(XThread("keys", display.env["DISPLAY"]))
        stack.push_async_callback(started.close)
        yield started


def _in_front(display: VirtualDisplay, title: str) -> Callable[[], bool]:
    def asked() -> bool:
        # wmctrl fails while no window at all is managed.
        if title not in display.run("sh", "-c", "wmctrl -l || true"):
            return False
        display.run("wmctrl", "-a", title)
        return title in display.active_title()

    return asked


@pytest.fixture(scope="module", params=["gtk", "qt", "terminal"])
def read_back(
    request: pytest.FixtureRequest, display: VirtualDisplay, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], str]]:
    """A focused program; the value waits until it holds a text that ends like the given one, and returns it."""
    folder = tmp_path_factory.mktemp("program")
    with ExitStack() as stack:
        if request.param == "gtk":
            editor = Editor(display, folder)
            stack.callback(editor.close)
            yield lambda _: editor.text().removesuffix("\n")
            return
        out = folder / f"{request.param}.txt"
        command = [sys.executable, str(Path(__file__).parents[1] / "fixtures" / "qt_text_field.py"), str(out)]
        if request.param == "terminal":
            shell = 'stty -icanon -echo min 1; : > "$1"; exec cat > "$1"'
            command = ["xterm", "-u8", "-T", out.name, "-e", "sh", "-c", shell, "sh", str(out)]
        env = {**display.env, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "xcb", "HOME": str(folder)}
        stack.enter_context(Child(command, env=env, log=folder / "program.log"))
        wait_until(_in_front(display, out.name), timeout_s=START_TIMEOUT_S, what=request.param)
        if request.param == "terminal":
            wait_until(out.exists, timeout_s=START_TIMEOUT_S, what=request.param)

        def read(expected: str) -> str:
            wait_until(
                lambda: out.exists() and out.read_text(encoding="utf-8").endswith(expected),
                timeout_s=ARRIVE_TIMEOUT_S,
                what=f"the text in {request.param}",
            )
            return out.read_text(encoding="utf-8")[-len(expected) :]

        yield read


@pytest.mark.fault("A10", "A11", "A12", "A13")
@pytest.mark.parametrize("text", TEXTS)
async def test_typed_text_is_read_back_as_it_was(
    sender: X11KeySender, read_back: Callable[[str], str], text: str
) -> None:
    await sender.chord("ctrl+a")
    await sender.type_text(text, shift_line_breaks=True)
    assert await anyio.to_thread.run_sync(read_back, text) == text


async def test_a_program_that_is_stuck_for_a_while_loses_nothing(
    display: VirtualDisplay, sender: X11KeySender, tmp_path: Path
) -> None:
    text, out = "ok 💩 done ß — all", tmp_path / "stuck.txt"
    command = [sys.executable, str(Path(__file__).parents[1] / "fixtures" / "qt_text_field.py"), str(out)]
    env = {**display.env, "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
    with Child(command, env=env, log=tmp_path / "program.log") as program:
        await anyio.to_thread.run_sync(
            lambda: wait_until(_in_front(display, out.name), timeout_s=START_TIMEOUT_S, what="the field")
        )
        program.kill(signal.SIGSTOP)
        await sender.type_text(text, shift_line_breaks=True)
        program.kill(signal.SIGCONT)
        await anyio.to_thread.run_sync(
            lambda: wait_until(
                lambda: out.exists() and out.read_text(encoding="utf-8") == text,
                timeout_s=ARRIVE_TIMEOUT_S,
                what="the text",
            )
        )
