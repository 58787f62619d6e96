"""Where the keyboard focus is on a real display, and putting it back, with and without a window manager."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import wait_until
from app.platform.x11.focus import FocusPlace, focus_place, return_focus
from tests.plugins.logs import ExpectLog

LIMIT_S = 10.0


@pytest.fixture(params=[True, False], ids=["openbox", "no-window-manager"])
def screen(
    request: pytest.FixtureRequest, new_display: Callable[..., VirtualDisplay], monkeypatch: pytest.MonkeyPatch
) -> VirtualDisplay:
    started = new_display(window_manager=request.param)
    for name in ("DISPLAY", "XAUTHORITY"):
        if name in started.env:
            monkeypatch.setenv(name, started.env[name])
    return started


@contextmanager
def window(display: VirtualDisplay, title: str) -> Generator[int]:
    """An xterm that has the focus; its X id."""
    child = subprocess.Popen(["xterm", "-T", title, "-e", "cat"], env=display.env, stderr=subprocess.DEVNULL)
    try:
        found = display.run("xdotool", "search", "--sync", "--onlyvisible", "--name", title).split()[-1]
        display.run("xdotool", "windowfocus", "--sync", found)
        yield int(found)
    finally:
        child.kill()
        child.wait(LIMIT_S)


def focus(display: VirtualDisplay) -> int:
    return int(display.run("xdotool", "getwindowfocus"))


@pytest.mark.slow
def test_the_focus_goes_back_to_the_window_that_had_it(screen: VirtualDisplay) -> None:
    with window(screen, "first") as first:
        wait_until(lambda: focus(screen) == first, timeout_s=LIMIT_S, what="first")
        place = focus_place()
        assert place is not None
        assert place.focus == first
        with window(screen, "second") as second:
            wait_until(lambda: focus(screen) == second, timeout_s=LIMIT_S, what="second")
            return_focus(place)
            wait_until(lambda: focus(screen) == first, timeout_s=LIMIT_S, what="back")


@pytest.mark.slow
def test_a_window_that_is_gone_gets_nothing_and_nothing_fails(screen: VirtualDisplay) -> None:
    with window(screen, "gone"):
        place = focus_place()
    assert place is not None
    with window(screen, "there") as there:
        wait_until(lambda: focus(screen) == there, timeout_s=LIMIT_S, what="there")
        return_focus(place)
        assert focus(screen) == there


def test_without_a_display_it_is_said_and_the_answer_is_none(
    monkeypatch: pytest.MonkeyPatch, expected_log: ExpectLog
) -> None:
    expected_log("the display does not tell who has the keyboard")
    monkeypatch.setenv("DISPLAY", ":9999")
    assert focus_place() is None
    return_focus(FocusPlace(1, 1))
