"""Hotkeys on a real X server: repeats, layouts, lock keys, buttons, lost releases, other programs."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import anyio
import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.protocol.event import KeyPress, KeyRelease
from Xlib.protocol.rq import Event

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import DisplayUnavailable, HotkeyConflict
from app.domain.messages import HotkeyAction, HotkeyEdge
from app.platform.x11.connection import XThread
from app.platform.x11.hotkeys import X11Hotkeys
from app.platform.x11.xkb import XkbWatch, lock_group, lock_modifiers
from tests.desktop.keyboard import Keyboard, KeyWindow
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

WAIT_S = 5
DICTATE, AGENT, CANCEL = HotkeyAction.DICTATE, HotkeyAction.AGENT, HotkeyAction.CANCEL
FIRST_LETTER, THIRD_ROW_FIRST = 24, 38
"""Places: Q and A on a US keyboard, A and Q on a French one."""
CAPS_LOCK, NUM_LOCK = 1 << 1, 1 << 4


class Rig:
    """Hotkeys with their thread, and every edge so far."""

    def __init__(self, name: str) -> None:
        self.thread = XThread("hotkeys", name)
        self.hotkeys = X11Hotkeys(self.thread)
        self.edges: list[tuple[HotkeyAction, bool]] = []
        self._changed = threading.Condition()
        self.hotkeys.listen(self._note)

    def _note(self, edge: HotkeyEdge) -> None:
        with self._changed:
            self.edges.append((edge.action, edge.down))
            self._changed.notify_all()

    async def wait_for(self, *edges: tuple[HotkeyAction, bool]) -> None:
        """Wait until exactly these edges have come in all."""

        def wait() -> None:
            with self._changed:
                self._changed.wait_for(lambda: len(self.edges) >= len(edges), WAIT_S)

        await anyio.to_thread.run_sync(wait)
        assert self.edges == [*edges]

    async def settle(self) -> None:
        """Return once everything the server had sent has been seen and acted on."""
        for _ in range(3):
            await self.thread.call(lambda display: display.sync())


@pytest.fixture
async def rig(bare_display: VirtualDisplay) -> AsyncIterator[Rig]:
    async with AsyncExitStack() as stack:
        started = Rig(bare_display.env["DISPLAY"])
        stack.push_async_callback(started.hotkeys.close)
        yield started


@pytest.fixture
def keyboard(bare_display: VirtualDisplay) -> Iterator[Keyboard]:
    with Keyboard(bare_display.env["DISPLAY"]) as started:
        yield started


async def layout(display: VirtualDisplay, *arguments: str) -> None:
    await anyio.to_thread.run_sync(display.run, "setxkbmap", *arguments)


async def replay(rig: Rig, keyboard: Keyboard, key: str, times: list[tuple[bool, int]]) -> None:
    """Send edges with these server times, all at once."""

    def make_window(display: Display) -> int:
        made: Any = display.screen().root.create_window(0, 0, 1, 1, 0, 0)
        display.sync()
        return made.id

    receiver = await rig.thread.call(make_window)
    window: Any = keyboard.x.create_resource_object("window", receiver)
    root = keyboard.x.screen().root
    keyboard.x.grab_server()
    for down, time_ms in times:
        kind = KeyPress if down else KeyRelease
        edge = kind(
            time=time_ms, root=root, window=window, child=X.NONE, root_x=0, root_y=0, event_x=0, event_y=0,
            state=0, detail=keyboard.code(key), same_screen=1,
        )  # fmt: skip
        # Without a mask it goes to the client that made the window.
        window.send_event(edge, event_mask=0)
    keyboard.x.ungrab_server()
    keyboard.x.sync()


@pytest.mark.fault("A01")
@pytest.mark.parametrize("gap_ms", [0, 3, 5])
async def test_release_and_press_pairs_within_five_milliseconds_are_no_edges(
    rig: Rig, keyboard: Keyboard, gap_ms: int
) -> None:
    await rig.hotkeys.bind({DICTATE: "f9"})
    pairs = [(edge, start + edge * gap_ms) for start in range(1660, 2460, 40) for edge in (False, True)]
    await replay(rig, keyboard, "F9", [(True, 1000), *pairs, (False, 2500)])
    await rig.wait_for((DICTATE, True), (DICTATE, False))
    await rig.hotkeys.bind({DICTATE: "f9"})
    assert len(rig.edges) == 2


@pytest.mark.fault("A01")
async def test_two_quick_taps_are_two(rig: Rig, keyboard: Keyboard) -> None:
    await rig.hotkeys.bind({DICTATE: "f9"})
    await replay(rig, keyboard, "F9", [(True, 1000), (False, 1030), (True, 1055), (False, 1090)])
    await rig.wait_for(*[(DICTATE, True), (DICTATE, False)] * 2)


async def repeat_quickly(display: VirtualDisplay) -> None:
    await anyio.to_thread.run_sync(display.run, "xset", "r", "rate", "30", "200")


def repeats_of(rig: Rig) -> threading.Event:
    """Return what is set once ten presses have come in from now on."""
    left, enough = [10], threading.Event()

    def count(event: Event) -> None:
        if event.type == X.KeyPress:
            left[0] -= 1
            if not left[0]:
                enough.set()

    rig.thread.on_event(count)
    return enough


@pytest.mark.fault("A01")
async def test_the_servers_own_repeat_is_no_edge(bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard) -> None:
    await repeat_quickly(bare_display)
    await rig.hotkeys.bind({DICTATE: "f9"})
    enough = repeats_of(rig)
    keyboard.down("F9")
    assert await anyio.to_thread.run_sync(enough.wait, WAIT_S), "the server did not repeat the key"
    keyboard.up("F9")
    await rig.wait_for((DICTATE, True), (DICTATE, False))


async def test_a_key_that_is_bound_while_it_repeats_sends_nothing_until_it_is_pressed_again(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard
) -> None:
    await repeat_quickly(bare_display)
    await rig.hotkeys.bind({})
    keyboard.down("F9")
    await rig.hotkeys.bind({DICTATE: "f9"})
    enough = repeats_of(rig)
    assert await anyio.to_thread.run_sync(enough.wait, WAIT_S), "the server did not repeat the key"
    keyboard.up("F9")
    await rig.settle()
    assert rig.edges == []
    keyboard.tap("F9")
    await rig.wait_for((DICTATE, True), (DICTATE, False))


@pytest.mark.fault("A01")
async def test_a_release_that_went_elsewhere_is_found(rig: Rig, keyboard: Keyboard) -> None:
    await rig.hotkeys.bind({DICTATE: "f9"})
    keyboard.down("F9")
    await rig.wait_for((DICTATE, True))
    await rig.thread.call(lambda display: display.ungrab_keyboard(X.CurrentTime))
    await rig.settle()
    keyboard.up("F9")
    await rig.wait_for((DICTATE, True), (DICTATE, False))


@pytest.mark.fault("A03")
async def test_a_letter_is_the_key_labelled_so_and_follows_the_layout(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard
) -> None:
    spelled: list[str] = []
    await rig.hotkeys.bind({DICTATE: "alt+a"})
    await layout(bare_display, "fr")
    try:
        await rig.settle()
        keyboard.tap("Alt_L", FIRST_LETTER)
        await rig.wait_for((DICTATE, True), (DICTATE, False))
        keyboard.tap("Alt_L", THIRD_ROW_FIRST)
        await rig.settle()
        async with anyio.create_task_group() as tasks:

            async def record() -> None:
                spelled.append(await rig.hotkeys.record(WAIT_S))

            tasks.start_soon(record)
            await anyio.wait_all_tasks_blocked()
            await rig.settle()
            keyboard.tap("Alt_L", FIRST_LETTER)
    finally:
        await layout(bare_display, "us")
    assert spelled == ["alt+a"]
    await rig.settle()
    keyboard.tap("Alt_L", THIRD_ROW_FIRST)
    await rig.wait_for(*[(DICTATE, True), (DICTATE, False)] * 2)


@pytest.mark.fault("A03")
async def test_a_letter_follows_the_group_that_is_switched_to(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard
) -> None:
    await layout(bare_display, "us,fr")
    try:
        await rig.hotkeys.bind({DICTATE: "alt+a"})
        lock_group(keyboard.x, XkbWatch.open(keyboard.x, modifiers=False), 1)
        keyboard.x.sync()
        await rig.settle()
        keyboard.tap("Alt_L", THIRD_ROW_FIRST)
        keyboard.tap("Alt_L", FIRST_LETTER)
        await rig.wait_for((DICTATE, True), (DICTATE, False))
    finally:
        await layout(bare_display, "us")


@pytest.mark.fault("A03")
async def test_a_latin_letter_is_found_while_a_cyrillic_layout_is_active(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard, expected_log: ExpectLog
) -> None:
    expected_log("is lost with the new layout: shortcut-not-on-keyboard")
    await layout(bare_display, "us,ru")
    try:
        lock_group(keyboard.x, XkbWatch.open(keyboard.x, modifiers=False), 1)
        keyboard.x.sync()
        problems = await rig.hotkeys.bind({DICTATE: "alt+a", AGENT: "alt+ж", CANCEL: "alt+ß"})
        assert {action: each.code for action, each in problems.items()} == {CANCEL: "shortcut-not-on-keyboard"}
        keyboard.tap("Alt_L", THIRD_ROW_FIRST)
        keyboard.tap("Alt_L", keyboard.code("semicolon"))
        await rig.wait_for((DICTATE, True), (DICTATE, False), (AGENT, True), (AGENT, False))
    finally:
        await layout(bare_display, "us")


@pytest.mark.parametrize("locks", [CAPS_LOCK, NUM_LOCK, CAPS_LOCK | NUM_LOCK])
async def test_lock_keys_change_nothing(rig: Rig, keyboard: Keyboard, locks: int) -> None:
    watch = XkbWatch.open(keyboard.x, modifiers=False)
    await rig.hotkeys.bind({DICTATE: "ctrl+alt+space"})
    lock_modifiers(keyboard.x, watch, locks, locks)
    try:
        keyboard.tap("Control_L", "Alt_L", "space")
        await rig.wait_for((DICTATE, True), (DICTATE, False))
    finally:
        lock_modifiers(keyboard.x, watch, locks, 0)
        keyboard.x.sync()


async def test_mouse_buttons_are_hotkeys(rig: Rig, keyboard: Keyboard) -> None:
    await rig.hotkeys.bind({DICTATE: "mouse8", AGENT: "ctrl+mouse9"})
    keyboard.button(8, down=True)
    keyboard.button(8, down=False)
    await rig.wait_for((DICTATE, True), (DICTATE, False))
    keyboard.button(9, down=True)
    keyboard.button(9, down=False)
    keyboard.down("Control_L")
    keyboard.button(9, down=True)
    keyboard.button(9, down=False)
    await rig.wait_for((DICTATE, True), (DICTATE, False), (AGENT, True), (AGENT, False))


async def test_a_mouse_button_is_recorded_and_still_works(rig: Rig, keyboard: Keyboard) -> None:
    await rig.hotkeys.bind({DICTATE: "mouse8"})
    spelled: list[str] = []

    async def record() -> None:
        spelled.append(await rig.hotkeys.record(WAIT_S))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(record)
        await anyio.wait_all_tasks_blocked()
        await rig.settle()
        keyboard.button(9, down=True)
        keyboard.button(9, down=False)
    assert spelled == ["mouse9"]
    keyboard.button(8, down=True)
    keyboard.button(8, down=False)
    await rig.wait_for((DICTATE, True), (DICTATE, False))


async def test_other_keys_still_go_to_the_window_that_has_the_focus(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard
) -> None:
    window = KeyWindow(Display(bare_display.env["DISPLAY"]))
    try:
        await rig.hotkeys.bind({DICTATE: "ctrl+alt+space", CANCEL: "escape"})
        keyboard.tap("q")
        keyboard.tap("space")
        keyboard.tap("Escape")
        await rig.wait_for((CANCEL, True), (CANCEL, False))
        window.drain()
        codes = [code for down, code, _ in window.events if down]
        assert codes == [keyboard.code("q"), keyboard.code("space")]
    finally:
        window.close()


@pytest.mark.fault("A59")
async def test_an_open_menu_gets_its_escape_and_the_take_goes_on(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard
) -> None:
    window = KeyWindow(Display(bare_display.env["DISPLAY"]))
    try:
        await rig.hotkeys.bind({DICTATE: "ctrl+alt+space", CANCEL: "escape"})
        window.window.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)  # as menus do
        keyboard.tap("Escape")
        window.drain()
        assert [code for down, code, _ in window.events if down] == [keyboard.code("Escape")]
        window.x.ungrab_keyboard(X.CurrentTime)
        window.x.sync()
        await rig.settle()
        assert rig.edges == []
        keyboard.tap("Escape")
        await rig.wait_for((CANCEL, True), (CANCEL, False))
    finally:
        window.close()


async def test_the_keyboard_is_given_back_after_recording(
    bare_display: VirtualDisplay, rig: Rig, keyboard: Keyboard
) -> None:
    window = KeyWindow(Display(bare_display.env["DISPLAY"]))
    try:
        assert await rig.hotkeys.record(0.01) == ""
        keyboard.tap("q")
        window.collect(2)
    finally:
        window.close()


async def test_recording_says_so_when_another_program_holds_the_keyboard(rig: Rig, keyboard: Keyboard) -> None:
    root = keyboard.x.screen().root
    root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
    try:
        with pytest.raises(HotkeyConflict) as caught:
            await rig.hotkeys.record(WAIT_S)
    finally:
        keyboard.x.ungrab_keyboard(X.CurrentTime)
        keyboard.x.sync()
    assert caught.value.code == "keyboard-busy"


async def test_the_cancel_key_works_though_another_program_has_it_with_a_modifier(
    rig: Rig, keyboard: Keyboard, bare_display: VirtualDisplay
) -> None:
    with Keyboard(bare_display.env["DISPLAY"]) as other:
        other.grab("Shift_L", "Escape")
        assert await rig.hotkeys.bind({DICTATE: "ctrl+alt+q", CANCEL: "escape"}) == {}
        keyboard.tap("Escape")
        await rig.wait_for((CANCEL, True), (CANCEL, False))
        keyboard.tap("Control_L", "Alt_L", "Escape")
        await rig.wait_for(*[(CANCEL, True), (CANCEL, False)] * 2)


async def test_a_held_key_comes_up_when_the_display_goes_away(
    new_display: Callable[..., VirtualDisplay], expected_log: ExpectLog
) -> None:
    expected_log("the display is gone")
    own = new_display(window_manager=False)
    rig = Rig(own.env["DISPLAY"])
    await rig.hotkeys.bind({DICTATE: "f9"})
    keyboard = Keyboard(own.env["DISPLAY"])
    keyboard.down("F9")
    await rig.wait_for((DICTATE, True))
    await anyio.to_thread.run_sync(own.close)
    await rig.wait_for((DICTATE, True), (DICTATE, False))
    with pytest.raises(DisplayUnavailable):
        await rig.hotkeys.bind({})
    await rig.hotkeys.close()
    keyboard.x.display.socket.close()
