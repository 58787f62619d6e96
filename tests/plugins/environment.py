"""The same surroundings for every test, whoever runs them and where: no display, no session bus, own folders.

A test that wants a display, a sound server or a bus starts its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from typing import Final

import pytest

REMOVED: Final = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "AT_SPI_BUS_ADDRESS",
    "PULSE_SERVER",
    "PIPEWIRE_REMOTE",
    "XDG_CURRENT_DESKTOP",
    "XDG_SESSION_TYPE",
    "LANGUAGE",
    "LC_MESSAGES",
)

SET: Final = {
    "QT_QPA_PLATFORM": "offscreen",
    "TZ": "UTC",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "HF_HUB_OFFLINE": "1",
    "SHELL": "/bin/sh",
}

_home = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    for name in REMOVED:
        os.environ.pop(name, None)
    os.environ.update(SET)
    # Under nohup, or behind "&" in a shell, both are ignored, and every program that a test starts inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    home = tempfile.mkdtemp(prefix="voxnotch-tests-")
    config.stash[_home] = home
    os.environ["VOXNOTCH_HOME"] = home


def pytest_unconfigure(config: pytest.Config) -> None:
    if home := config.stash.get(_home, ""):
        shutil.rmtree(home, ignore_errors=True)
