"""Chooses the adapters for this desktop session and says honestly what they can do.

Called once by ``bootstrap`` on the core loop, and by ``voxnotch doctor``. Slow bindings are imported here, when they
are needed. Never raises: where nothing can be reached, the adapters say why and the core runs without them.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import anyio.to_thread

from app.domain.errors import AppError, DisplayUnavailable
from app.domain.messages import CapabilitiesReported, Capability
from app.platform.ports import MediaControl, Platform
from app.platform.unavailable import NoClipboard, NoDesktop, NoFrontmostApp, NoHotkeys, NoKeySender, NoMedia
from app.settings.paths import AppPaths

if TYPE_CHECKING:
    from app.platform.x11.connection import XThread

__all__ = ["CAPABILITY_NAMES", "choose_platform"]

log = logging.getLogger(__name__)

CAPABILITY_NAMES: Final = (
    "hotkeys",
    "paste",
    "type",
    "frontmost-app",
    "placement",
    "paste-receipt",
)
"""Those that depend on the display; ``media`` does not and is judged alone."""

NO_SESSION: Final = "headless"
NOT_SUPPORTED: Final = "session-not-supported"
SEES_XWAYLAND_ONLY: Final = "xwayland-only"
"""Works among programs that run through XWayland; native Wayland programs are not reached."""

X11_CONNECTIONS: Final = ("hotkeys", "keys", "clipboard", "windows")
"""One each, so that a large clipboard or a long text never delays a hotkey."""


async def choose_platform(paths: AppPaths, env: Mapping[str, str] | None = None) -> Platform:
    """Build the adapters of this session; ``env`` is the environment of the process if not given.

    Takes up to 5 s where a display is named and does not answer.
    """
    env = os.environ if env is None else env
    media, media_report = _media(paths, env)
    session = _session(env)
    if sys.platform == "linux" and env.get("DISPLAY"):
        try:
            threads = await anyio.to_thread.run_sync(_connect, env["DISPLAY"])
        except DisplayUnavailable as error:
            log.warning("no display: %s", error)
            return _without(_absent_session(env), error.code, media, media_report)
        return await _x11(session, threads, media, media_report)
    if session == "none":
        return _without(session, NO_SESSION, media, media_report)
    return _without(session, NOT_SUPPORTED, media, media_report)


def _session(env: Mapping[str, str]) -> str:
    match sys.platform:
        case "darwin":
            return "macos"
        case "win32":
            return "windows"
        case _ if env.get("WAYLAND_DISPLAY") or env.get("XDG_SESSION_TYPE") == "wayland":
            return "wayland"
        case _:
            return "x11" if env.get("DISPLAY") else "none"


def _absent_session(env: Mapping[str, str]) -> str:
    """A display that does not answer leaves a Wayland session what it is, and otherwise no session."""
    session = _session(env)
    return "none" if session == "x11" else session


def _media(paths: AppPaths, env: Mapping[str, str]) -> tuple[MediaControl, Capability]:
    if sys.platform != "linux":
        return NoMedia(), Capability("media", available=False, reason=NOT_SUPPORTED)
    from app.platform.media import LinuxMedia
    from app.platform.mpris_players import find_bus_address

    return LinuxMedia(paths.state, bus_address=find_bus_address(env)), Capability("media", available=True)


def _connect(display: str) -> dict[str, XThread]:
    """Open all connections; blocks, so it runs on a worker thread.

    Raises:
        DisplayUnavailable
    """
    from app.platform.x11.connection import XThread

    with ExitStack() as opened:
        threads: dict[str, XThread] = {}
        for name in X11_CONNECTIONS:
            threads[name] = XThread(name, display)
            opened.callback(threads[name].close)
        opened.pop_all()
        return threads


async def _x11(session: str, threads: Mapping[str, XThread], media: MediaControl, media_report: Capability) -> Platform:
    from app.platform.x11.clipboard import X11Clipboard
    from app.platform.x11.desktop import X11Desktop
    from app.platform.x11.hotkeys import X11Hotkeys
    from app.platform.x11.keys import X11KeySender
    from app.platform.x11.windows import X11FrontmostApp

    reasons = await _missing_on_x11(threads["windows"])
    honest = SEES_XWAYLAND_ONLY if session == "wayland" else ""
    capabilities = [
        Capability(name, available=name not in reasons, reason=reasons.get(name, honest)) for name in CAPABILITY_NAMES
    ]
    return Platform(
        hotkeys=X11Hotkeys(threads["hotkeys"]),
        frontmost=X11FrontmostApp(threads["windows"]),
        clipboard=X11Clipboard(threads["clipboard"]),
        keys=X11KeySender(threads["keys"]),
        desktop=X11Desktop(threads["windows"]),
        media=media,
        report=CapabilitiesReported(session, (*capabilities, media_report)),
        closers=tuple(thread.close for thread in threads.values()),
    )


async def _missing_on_x11(thread: XThread) -> dict[str, str]:
    """Return what this X server or its window manager does not offer, with the reason."""
    from app.platform.x11.properties import is_managed

    try:
        has_xtest, managed = await thread.call(
            lambda display: (bool(display.has_extension("XTEST")), is_managed(display))
        )
    except AppError as error:
        return dict.fromkeys(CAPABILITY_NAMES, error.code)
    missing: dict[str, str] = {}
    if not has_xtest:
        missing |= dict.fromkeys(("paste", "type", "paste-receipt"), "no-xtest")
    if not managed:
        missing |= {"frontmost-app": "no-window-manager"}
    return missing


def _without(session: str, code: str, media: MediaControl, media_report: Capability) -> Platform:
    absent = tuple(Capability(name, available=False, reason=code) for name in CAPABILITY_NAMES)
    return Platform(
        hotkeys=NoHotkeys(code),
        frontmost=NoFrontmostApp(),
        clipboard=NoClipboard(code),
        keys=NoKeySender(code),
        desktop=NoDesktop(),
        media=media,
        report=CapabilitiesReported(session, (*absent, media_report)),
    )
