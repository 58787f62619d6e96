"""Hotkeys on an X server that serves somebody else for a while: what was asked for meanwhile holds afterwards."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.error import BadAccess, CatchError

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import DisplayUnavailable
from app.domain.messages import HotkeyAction
from app.platform.x11.connection import XThread, rejection
from app.platform.x11.hotkeys import X11Hotkeys

pytestmark = pytest.mark.anyio


def is_free(other: Display, keycode: int) -> bool:
    """Tell whether nobody has the key, by trying to take it."""
    root: Any = other.screen().root

    def take(catch: CatchError) -> object:
        return root.grab_key(keycode, 0, False, X.GrabModeAsync, X.GrabModeAsync, onerror=catch)

    refused = rejection(other, take)
    root.ungrab_key(keycode, 0)
    other.sync()
    return not isinstance(refused, BadAccess)


@pytest.mark.fault("A59")
async def test_the_cancel_key_is_let_go_also_after_a_server_that_hung(bare_display: VirtualDisplay) -> None:
    hotkeys = X11Hotkeys(XThread("hotkeys", bare_display.env["DISPLAY"]))
    other = Display(bare_display.env["DISPLAY"])
    escape = other.keysym_to_keycode(0xFF1B)
    try:
        talk = {HotkeyAction.DICTATE: "f9"}
        assert await hotkeys.bind({**talk, HotkeyAction.CANCEL: "escape"}) == {}
        assert not is_free(other, escape)
        other.grab_server()  # nobody else is served until it is given back
        other.sync()
        with pytest.raises(DisplayUnavailable):
            await hotkeys._thread.call(lambda display: display.sync(), timeout_s=0.1)
        with pytest.raises(DisplayUnavailable):
            await hotkeys.bind(talk)
        other.ungrab_server()
        other.sync()
        await hotkeys._thread.call(lambda display: display.sync())
        assert is_free(other, escape)
        assert not is_free(other, other.keysym_to_keycode(0xFFC6)), "f9 is still ours"
    finally:
        other.close()
        await hotkeys.close()


async def test_the_keyboard_is_given_back_also_after_a_server_that_hung(bare_display: VirtualDisplay) -> None:
    hotkeys = X11Hotkeys(XThread("hotkeys", bare_display.env["DISPLAY"]))
    other = Display(bare_display.env["DISPLAY"])
    root: Any = other.screen().root
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(hotkeys.record, 30.0)
            await anyio.wait_all_tasks_blocked()
            await hotkeys._thread.call(lambda display: display.sync())
            assert root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime) == X.AlreadyGrabbed
            other.grab_server()
            other.sync()
            with pytest.raises(DisplayUnavailable):
                await hotkeys._thread.call(lambda display: display.sync(), timeout_s=0.1)
            group.cancel_scope.cancel()
        other.ungrab_server()
        other.sync()
        await hotkeys._thread.call(lambda display: display.sync())
        assert root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime) == X.GrabSuccess
    finally:
        other.close()
        await hotkeys.close()
