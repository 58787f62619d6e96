"""Less motion when the settings daemon of a real X desktop says so."""

from __future__ import annotations

import pytest
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.platform.x11.connection import XThread
from app.platform.x11.desktop import X11Desktop
from tests.unit.platform.test_xsettings import settings

pytestmark = pytest.mark.anyio


async def test_less_motion_is_wanted_while_a_settings_daemon_says_so(bare_display: VirtualDisplay) -> None:
    thread = XThread("look", bare_display.env["DISPLAY"])
    daemon = Display(bare_display.env["DISPLAY"])
    try:
        desktop = X11Desktop(thread)
        assert not (await desktop.state()).reduced_motion
        window = daemon.screen().root.create_window(0, 0, 1, 1, 0, daemon.screen().root_depth)
        kind = daemon.get_atom("_XSETTINGS_SETTINGS")
        window.change_property(kind, kind, 8, settings("<"))
        window.set_selection_owner(daemon.get_atom("_XSETTINGS_S0"), 0)
        daemon.sync()
        assert (await desktop.state()).reduced_motion
        window.change_property(kind, kind, 8, b"nonsense")
        daemon.sync()
        assert not (await desktop.state()).reduced_motion
    finally:
        daemon.close()
        thread.close()
