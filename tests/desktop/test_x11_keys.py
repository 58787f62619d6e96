"""The key sender on a real X server: held modifiers, layouts, lock keys, failures half-way, the map put back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import anyio
import pytest
from Xlib import X
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import DisplayUnavailable, InsertionFailed
from app.platform.x11.connection import XThread
from app.platform.x11.keymap import Keymap
from app.platform.x11.keys import X11KeySender
from app.platform.x11.lending import KeyLending
from app.platform.x11.xkb import XkbWatch, lock_group, lock_modifiers, read_state
from tests.desktop.keyboard import Keyboard, KeyWindow
from tests.plugins.logs import ExpectLog

pytestmark = pytest.mark.anyio

CAPS_LOCK = 1 << 1
CONTROL = X.ControlMask
WAIT_S = 5


class Rig:
    def __init__(self, name: str) -> None:
        self.thread = XThread("keys", name)
        self.sender = X11KeySender(self.thread)
        self.window = KeyWindow(Display(name))
        self.watch = XkbWatch.open(self.window.x, modifiers=False)

    def typed(self) -> str:
        """Return what a program would have read, by the map and the state of each key event."""
        self.window.drain()
        keymap = Keymap.read(self.window.x, self.watch)
        tables = [keymap.characters(group) for group in range(keymap.group_count)]
        text = ""
        for down, code, state in self.window.events:
            if down and code not in keymap.modifier_keycodes:
                group = state >> 13 & 3
                text += next(
                    sign
                    for sign, stroke in tables[group].items()
                    if (stroke.keycode, stroke.modifiers) == (code, state & (X.ShiftMask | X.Mod5Mask))
                )
        return text

    async def close(self) -> None:
        await self.sender.close()
        self.window.close()


@pytest.fixture
async def rig(bare_display: VirtualDisplay) -> AsyncIterator[Rig]:
    async with AsyncExitStack() as stack:
        started = Rig(bare_display.env["DISPLAY"])
        stack.push_async_callback(started.close)
        yield started


@pytest.fixture
def keyboard(bare_display: VirtualDisplay) -> Iterator[Keyboard]:
    with Keyboard(bare_display.env["DISPLAY"]) as started:
        yield started


@pytest.fixture
async def set_layout(bare_display: VirtualDisplay) -> AsyncIterator[Callable[..., Any]]:
    async def setxkbmap(*arguments: str) -> None:
        await anyio.to_thread.run_sync(bare_display.run, "setxkbmap", *arguments)

    yield setxkbmap
    await setxkbmap("us")


@pytest.mark.fault("A04")
async def test_modifiers_that_stay_held_are_let_go_and_do_not_change_the_text(rig: Rig, keyboard: Keyboard) -> None:
    keyboard.down("Control_L")
    keyboard.down("Alt_L")
    await rig.sender.type_text("ab", shift_line_breaks=True)
    keyboard.up("Alt_L")
    keyboard.up("Control_L")
    keyboard.tap("a")
    assert rig.typed() == "aba"
    letters = {keyboard.code("a"), keyboard.code("b")}
    assert not any(state & (CONTROL | X.Mod1Mask) for _, code, state in rig.window.events if code in letters)
    assert keyboard.modifiers_down() == 0


@pytest.mark.fault("A04")
async def test_the_person_is_waited_for_before_the_first_key(rig: Rig, keyboard: Keyboard) -> None:
    control = keyboard.code("Control_L")
    keyboard.down("Control_L")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(rig.sender.chord, "ctrl+v")
        await anyio.wait_all_tasks_blocked()
        for _ in range(5):
            await rig.thread.call(lambda display: display.sync())
        rig.window.drain()
        assert len(rig.window.events) == 1
        keyboard.up("Control_L")
    rig.window.drain()
    # The person's release comes before our own press, and it alone.
    downs = [(down, code) for down, code, _ in rig.window.events]
    v = keyboard.code("v")
    assert downs == [(True, control), (False, control), (True, control), (True, v), (False, v), (False, control)]


@pytest.mark.fault("A05")
async def test_a_chord_is_let_go_in_reverse_order(rig: Rig, keyboard: Keyboard) -> None:
    await rig.sender.chord("ctrl+shift+v")
    shift, control, v = (keyboard.code(key) for key in ("Shift_L", "Control_L", "v"))
    rig.window.drain()
    assert [(down, code) for down, code, _ in rig.window.events] == [
        (True, shift), (True, control), (True, v), (False, v), (False, control), (False, shift),
    ]  # fmt: skip
    assert keyboard.modifiers_down() == 0


@pytest.mark.fault("A05")
async def test_nothing_stays_down_when_sending_fails_half_way(rig: Rig, keyboard: Keyboard) -> None:
    def break_third(display: Display) -> Callable[[], None]:
        methods: Any = display.display_extension_methods
        real, count = methods["xtest_fake_input"], [0]

        def fake_input(*arguments: Any, **options: Any) -> None:
            count[0] += 1
            if count[0] == 3:
                raise KeyError("the third key breaks")
            real(*arguments, **options)

        methods["xtest_fake_input"] = fake_input
        return lambda: methods.update(xtest_fake_input=real)

    own = XThread("breaking", rig.window.x.get_display_name())
    sender = X11KeySender(own)
    mend = await own.call(break_third)
    try:
        with pytest.raises(KeyError, match="third key"):
            await sender.chord("ctrl+shift+v")
    finally:
        mend()
        await own.call(lambda display: display.sync())
        await sender.close()
    shift, control = keyboard.code("Shift_L"), keyboard.code("Control_L")
    rig.window.drain()
    assert [(down, code) for down, code, _ in rig.window.events if code in (shift, control)] == [
        (True, shift), (True, control), (False, control), (False, shift),
    ]  # fmt: skip
    assert keyboard.modifiers_down() == 0


@pytest.mark.fault("A10")
@pytest.mark.parametrize("layout", [["de"], ["fr"], ["us,ru"], ["ru"]])
async def test_typed_text_does_not_depend_on_the_layout(
    rig: Rig, set_layout: Callable[..., Any], layout: list[str]
) -> None:
    await set_layout(*layout)
    text = "Python zebra qwerty @ àéö ß" if layout != ["ru"] else "Привет, мир @ ß"
    await rig.sender.type_text(text, shift_line_breaks=True)
    assert rig.typed() == text


@pytest.mark.fault("A10")
async def test_a_text_for_another_group_is_typed_in_that_group_and_the_persons_comes_back(
    rig: Rig, set_layout: Callable[..., Any]
) -> None:
    await set_layout("us,ru")
    lock_group(rig.window.x, rig.watch, 1)
    rig.window.x.sync()
    await rig.sender.type_text("The quick brown fox jumps over lazy dogs", shift_line_breaks=True)
    assert rig.typed() == "The quick brown fox jumps over lazy dogs"
    assert read_state(rig.window.x, rig.watch).group == 1


async def test_a_latin_key_is_tapped_while_a_cyrillic_group_is_active(rig: Rig, set_layout: Callable[..., Any]) -> None:
    await set_layout("us,ru")
    lock_group(rig.window.x, rig.watch, 1)
    rig.window.x.sync()
    await rig.sender.tap("x", 3)
    assert rig.typed() == "xxx"
    assert read_state(rig.window.x, rig.watch).group == 1


async def test_a_chord_reaches_a_latin_letter_on_a_keyboard_without_any(
    rig: Rig, set_layout: Callable[..., Any]
) -> None:
    await set_layout("ru")
    await rig.sender.chord("ctrl+v")
    assert rig.typed() == "v"
    assert any(state & CONTROL for _, _, state in rig.window.events)


async def test_caps_lock_does_not_turn_the_letters_and_stays_on(rig: Rig) -> None:
    lock_modifiers(rig.window.x, rig.watch, CAPS_LOCK, CAPS_LOCK)
    rig.window.x.sync()
    try:
        await rig.sender.type_text("Small and BIG", shift_line_breaks=True)
        assert rig.typed() == "Small and BIG"
        assert not any(state & CAPS_LOCK for _, _, state in rig.window.events)
        assert read_state(rig.window.x, rig.watch).locked_modifiers == CAPS_LOCK
    finally:
        lock_modifiers(rig.window.x, rig.watch, CAPS_LOCK, 0)


@pytest.mark.fault("A12")
async def test_the_keyboard_map_is_as_before_after_characters_were_lent(
    bare_display: VirtualDisplay, keyboard: Keyboard
) -> None:
    before = keyboard.mapping()
    sender = X11KeySender(XThread("keys", bare_display.env["DISPLAY"]))
    await sender.type_text("💩🩻ß", shift_line_breaks=True)
    assert keyboard.mapping() != before
    await sender.close()
    assert keyboard.mapping() == before


@pytest.mark.fault("A13")
async def test_lent_keys_are_not_reused_while_a_program_may_still_read_them(
    bare_display: VirtualDisplay, keyboard: Keyboard
) -> None:
    now = [0.0]
    thread = XThread("lending", bare_display.env["DISPLAY"])
    lending = KeyLending(thread, clock=lambda: now[0])

    def lend(signs: str) -> Callable[[Display], dict[str, int]]:
        def run(display: Display) -> dict[str, int]:
            keymap = Keymap.read(display, XkbWatch.open(display, modifiers=False))
            return lending.lend(display, keymap, list(signs))

        return run

    before = keyboard.mapping()
    first = await thread.call(lend("一二三四五六七八九十"))
    assert len(set(first.values())) == 10
    with pytest.raises(InsertionFailed):
        await thread.call(lend("甲乙丙丁戊己庚辛壬癸"))
    assert await thread.call(lend("三四")) == {sign: first[sign] for sign in "三四"}
    now[0] += 1.5
    second = await thread.call(lend("甲乙丙丁戊己庚辛壬癸"))
    assert len(set(second.values())) == 10
    await thread.call(lending.give_back)
    assert keyboard.mapping() == before
    thread.close()


@pytest.mark.fault("A05")
async def test_typing_that_is_cancelled_leaves_no_key_down_and_the_state_as_before(
    rig: Rig, keyboard: Keyboard
) -> None:
    lock_modifiers(rig.window.x, rig.watch, CAPS_LOCK, CAPS_LOCK)
    rig.window.x.sync()
    try:
        async with anyio.create_task_group() as tasks:

            async def type_much() -> None:
                await rig.sender.type_text("Some Words " * 300, shift_line_breaks=True)

            tasks.start_soon(type_much)
            await anyio.to_thread.run_sync(rig.window.collect, 50)
            tasks.cancel_scope.cancel()
        rig.window.drain()
        presses = [code for down, code, _ in rig.window.events if down]
        assert len(rig.window.events) == 2 * len(presses) < 3000
        assert read_state(rig.window.x, rig.watch).locked_modifiers == CAPS_LOCK
        assert not any(keyboard.is_down(code) for code in presses)
    finally:
        lock_modifiers(rig.window.x, rig.watch, CAPS_LOCK, 0)


async def test_a_cancel_while_the_keyboard_is_made_ready_leaves_its_state_as_before(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    cancelled = threading.Event()
    prepare = rig.sender._prepare
    lock_modifiers(rig.window.x, rig.watch, CAPS_LOCK, CAPS_LOCK)
    rig.window.x.sync()
    try:
        with anyio.CancelScope() as scope:

            def prepare_late(display: Display, text: str, shift_line_breaks: bool) -> Any:
                loop.call_soon_threadsafe(scope.cancel)
                loop.call_soon_threadsafe(cancelled.set)
                assert cancelled.wait(WAIT_S)
                return prepare(display, text, shift_line_breaks)

            monkeypatch.setattr(rig.sender, "_prepare", prepare_late)
            await rig.sender.type_text("Some Words", shift_line_breaks=True)
        await rig.thread.call(lambda display: display.sync())
        assert read_state(rig.window.x, rig.watch).locked_modifiers == CAPS_LOCK
    finally:
        lock_modifiers(rig.window.x, rig.watch, CAPS_LOCK, 0)


async def test_a_display_that_dies_while_typing_is_a_named_failure(
    new_display: Callable[..., VirtualDisplay], expected_log: ExpectLog
) -> None:
    expected_log("the display is gone")
    own = new_display(window_manager=False)
    thread = XThread("keys", own.env["DISPLAY"])
    sender = X11KeySender(thread)
    window = KeyWindow(Display(own.env["DISPLAY"]))

    async def end_it() -> None:
        await anyio.to_thread.run_sync(window.collect, 50)
        await anyio.to_thread.run_sync(own.close)

    with anyio.fail_after(WAIT_S):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(end_it)
            with pytest.raises(InsertionFailed, match=r"sent \d+ of 3300 keys"):
                await sender.type_text("some words " * 300, shift_line_breaks=True)
    with pytest.raises(DisplayUnavailable):
        await sender.chord("ctrl+v")
    await sender.close()
    window.x.display.socket.close()
