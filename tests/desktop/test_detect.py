"""Which adapters a session gets, and that a broken one never stops the core."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import anyio
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import DisplayUnavailable
from app.domain.messages import HotkeyAction
from app.domain.turn import NO_TARGET
from app.platform import detect
from app.platform.detect import CAPABILITY_NAMES, choose_platform
from app.platform.placement import choose_output
from app.platform.ports import ClipboardSnapshot, Platform
from app.platform.x11.clipboard import X11Clipboard
from app.settings.paths import AppPaths
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths(config=tmp_path / "config", data=tmp_path / "data", state=tmp_path / "state")


async def let_go(platform: Platform) -> None:
    await platform.hotkeys.close()
    await platform.keys.close()
    await platform.clipboard.close()
    for close in platform.closers:
        close()


def unavailable(platform: Platform) -> dict[str, str]:
    return {item.name: item.reason for item in platform.report.capabilities if not item.available}


@pytest.fixture
async def chosen(display: VirtualDisplay, paths: AppPaths) -> AsyncIterator[Platform]:
    platform = await choose_platform(paths, display.env)
    yield platform
    await let_go(platform)


async def test_an_x11_session_gets_everything(chosen: Platform) -> None:
    assert chosen.report.session == "x11"
    assert unavailable(chosen) == {}
    assert {item.name for item in chosen.report.capabilities} == {*CAPABILITY_NAMES, "media"}
    assert isinstance(chosen.clipboard, X11Clipboard)
    assert (await chosen.desktop.state()).outputs
    assert await chosen.frontmost.current() == NO_TARGET


async def test_under_wayland_with_xwayland_it_says_what_it_cannot_see(display: VirtualDisplay, paths: AppPaths) -> None:
    platform = await choose_platform(paths, {**display.env, "WAYLAND_DISPLAY": "wayland-0"})
    try:
        assert platform.report.session == "wayland"
        reasons = {item.name: item.reason for item in platform.report.capabilities}
        assert reasons["paste"] == "xwayland-only"
        assert unavailable(platform) == {}
    finally:
        await let_go(platform)


async def test_without_a_window_manager_the_report_says_so(
    new_display: Callable[..., VirtualDisplay], paths: AppPaths
) -> None:
    platform = await choose_platform(paths, new_display(window_manager=False).env)
    try:
        assert unavailable(platform) == {"frontmost-app": "no-window-manager"}
    finally:
        await let_go(platform)


@pytest.mark.parametrize(
    ("env", "session", "code"),
    [
        ({}, "none", "headless"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland", "session-not-supported"),
        ({"XDG_SESSION_TYPE": "wayland"}, "wayland", "session-not-supported"),
    ],
)
async def test_a_session_that_cannot_be_reached_is_named(
    env: dict[str, str], session: str, code: str, paths: AppPaths
) -> None:
    platform = await choose_platform(paths, env)
    assert platform.report.session == session
    assert unavailable(platform) == dict.fromkeys(CAPABILITY_NAMES, code)
    await let_go(platform)


@pytest.mark.parametrize("display_name", [":987", "no.such.display", "☃"])
async def test_a_display_that_is_not_there_leaves_a_core_without_one(
    display_name: str, paths: AppPaths, expected_log: ExpectLog
) -> None:
    expected_log("no display")
    with anyio.fail_after(8):
        platform = await choose_platform(paths, {"DISPLAY": display_name})
    assert platform.report.session == "none"
    assert unavailable(platform) == dict.fromkeys(CAPABILITY_NAMES, "display-unavailable")
    await let_go(platform)


async def test_a_display_that_never_answers_is_given_up(
    paths: AppPaths, expected_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_log("no display")
    expected_log("does not end")  # it reads from the silent server until that closes, below
    monkeypatch.setattr("app.platform.x11.connection.CONNECT_TIMEOUT_S", 0.2)
    # The abstract socket that X clients try first on Linux; it accepts and stays silent.
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
        silent.bind("\0/tmp/.X11-unix/X986")
        silent.listen()
        with anyio.fail_after(8):
            platform = await choose_platform(paths, {"DISPLAY": ":986"})
    assert platform.report.session == "none"
    await let_go(platform)


async def test_absent_adapters_refuse_by_code_and_disturb_nothing(paths: AppPaths) -> None:
    platform = await choose_platform(paths, {})
    refused: list[str] = []
    for call in (
        platform.clipboard.snapshot,
        lambda: platform.clipboard.offer("x"),
        lambda: platform.clipboard.set_text("x"),
        lambda: platform.keys.chord("ctrl+v"),
        lambda: platform.keys.type_text("x", shift_line_breaks=True),
        lambda: platform.keys.tap("return", 1),
        lambda: platform.hotkeys.record(1.0),
    ):
        with pytest.raises(DisplayUnavailable) as caught:
            await call()
        refused.append(caught.value.code)
    assert set(refused) == {"headless"}
    assert await platform.clipboard.selected_text() is None
    assert not await platform.clipboard.restore(ClipboardSnapshot())
    assert await platform.frontmost.current() == NO_TARGET
    assert choose_output(await platform.desktop.state(), "pointer") is None
    problems = await platform.hotkeys.bind({HotkeyAction.DICTATE: "f9", HotkeyAction.UNDO: ""})
    assert {action: error.code for action, error in problems.items()} == {HotkeyAction.DICTATE: "headless"}
    platform.hotkeys.listen(lambda _: None)
    with anyio.move_on_after(0.05) as scope:
        await platform.desktop.watch(lambda _: None)
    assert scope.cancelled_caught
    await let_go(platform)


@pytest.mark.parametrize(("system", "session"), [("darwin", "macos"), ("win32", "windows")])
async def test_systems_without_adapters_are_named(
    system: str, session: str, paths: AppPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect.sys, "platform", system)
    platform = await choose_platform(paths, {})
    assert platform.report.session == session
    assert unavailable(platform) == dict.fromkeys((*CAPABILITY_NAMES, "media"), "session-not-supported")
    await platform.media.lower(0.5)
    await platform.media.pause()
    await platform.media.restore()
    await let_go(platform)
