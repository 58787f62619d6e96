"""What every ``Hotkeys`` keeps: the X11 adapter on a real server, and the fake."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from typing import Protocol

import anyio
import pytest

from app.cli.virtual.display import VirtualDisplay
from app.domain.messages import HotkeyAction, HotkeyEdge
from app.platform.fakes_keys import FakeHotkeys
from app.platform.ports import Hotkeys
from app.platform.x11.connection import XThread
from app.platform.x11.hotkeys import X11Hotkeys
from tests.desktop.keyboard import Keyboard

pytestmark = pytest.mark.anyio

WAIT_S = 5
DICTATE, AGENT, CANCEL, LOCK = HotkeyAction.DICTATE, HotkeyAction.AGENT, HotkeyAction.CANCEL, HotkeyAction.LOCK
DEFAULTS = {DICTATE: "ctrl+alt+space", AGENT: "ctrl+alt+a"}
IN_A_TAKE = {**DEFAULTS, CANCEL: "escape", LOCK: "space"}
X_NAMES = {
    "ctrl_l": "Control_L", "ctrl_r": "Control_R", "alt_l": "Alt_L", "shift_l": "Shift_L", "super_l": "Super_L",
    "escape": "Escape", "f9": "F9", "f8": "F8",
}  # fmt: skip


class Person(Protocol):
    """Presses keys, called as shortcuts call them."""

    def press(self, key: str) -> None: ...
    def release(self, key: str) -> None: ...
    def others_hold(self, shortcut: str, *keys: str) -> None: ...


class XPerson:
    def __init__(self, keyboard: Keyboard, other: Keyboard) -> None:
        self._keyboard, self._other = keyboard, other

    def press(self, key: str) -> None:
        self._keyboard.down(X_NAMES.get(key, key))

    def release(self, key: str) -> None:
        self._keyboard.up(X_NAMES.get(key, key))

    def others_hold(self, shortcut: str, *keys: str) -> None:
        self._other.grab(*(X_NAMES.get(key, key) for key in keys))


class FakePerson:
    def __init__(self, fake: FakeHotkeys) -> None:
        self._fake = fake
        self.press, self.release = fake.press, fake.release

    def others_hold(self, shortcut: str, *keys: str) -> None:
        self._fake.taken.add(shortcut)


class Scene:
    """Hotkeys, a person, and every edge so far."""

    def __init__(self, hotkeys: Hotkeys, person: Person) -> None:
        self.hotkeys, self.person = hotkeys, person
        self.edges: list[tuple[HotkeyAction, bool]] = []
        loop, self._news = asyncio.get_running_loop(), asyncio.Event()

        def note(edge: HotkeyEdge) -> None:
            self.edges.append((edge.action, edge.down))
            loop.call_soon_threadsafe(self._news.set)

        hotkeys.listen(note)

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.person.press(key)
        for key in reversed(keys):
            self.person.release(key)

    async def wait_for(self, action: HotkeyAction, *, down: bool) -> None:
        with anyio.fail_after(WAIT_S):
            while (action, down) not in self.edges:
                self._news.clear()
                await self._news.wait()

    async def all_edges(self) -> list[tuple[HotkeyAction, bool]]:
        """Return every edge so far, once a later one has come through: nothing can still be on its way."""
        before = list(self.edges)
        self.edges.clear()
        self.tap("ctrl_l", "alt_l", "a")
        await self.wait_for(AGENT, down=False)
        late = self.edges[: self.edges.index((AGENT, True))]
        self.edges.clear()
        return before + late


@pytest.fixture(scope="module")
def bare_display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    with VirtualDisplay(tmp_path_factory.mktemp("display"), window_manager=False) as started:
        yield started


@pytest.fixture(params=["x11", "fake"])
async def scene(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        if request.param == "fake":
            fake = FakeHotkeys()
            yield Scene(fake, FakePerson(fake))
            return
        name = request.getfixturevalue("bare_display").env["DISPLAY"]
        keyboard, other = stack.enter_context(Keyboard(name)), stack.enter_context(Keyboard(name))
        hotkeys = X11Hotkeys(XThread("hotkeys", name))
        stack.push_async_callback(hotkeys.close)
        yield Scene(hotkeys, XPerson(keyboard, other))


@pytest.mark.fault("A01")
async def test_one_press_and_one_release_for_a_key_that_is_held(scene: Scene) -> None:
    assert await scene.hotkeys.bind(DEFAULTS) == {}
    for key in ("ctrl_l", "alt_l", "space"):
        scene.person.press(key)
    await scene.wait_for(DICTATE, down=True)
    for key in ("space", "alt_l", "ctrl_l"):
        scene.person.release(key)
    await scene.wait_for(DICTATE, down=False)
    assert await scene.all_edges() == [(DICTATE, True), (DICTATE, False)]


async def test_the_release_comes_when_the_main_key_goes_up_whatever_the_modifiers_do(scene: Scene) -> None:
    await scene.hotkeys.bind(DEFAULTS)
    for key in ("ctrl_l", "alt_l", "space"):
        scene.person.press(key)
    scene.person.release("ctrl_l")
    scene.person.release("alt_l")
    await scene.wait_for(DICTATE, down=True)
    assert scene.edges == [(DICTATE, True)]
    scene.person.release("space")
    await scene.wait_for(DICTATE, down=False)


async def test_keys_alone_or_with_more_modifiers_mean_nothing(scene: Scene) -> None:
    await scene.hotkeys.bind(DEFAULTS)
    scene.tap("space")
    scene.tap("ctrl_l", "space")
    scene.tap("ctrl_l", "alt_l", "shift_l", "space")
    assert await scene.all_edges() == []


async def test_a_lone_modifier_can_be_the_key(scene: Scene) -> None:
    await scene.hotkeys.bind({**DEFAULTS, DICTATE: "ctrl_r"})
    scene.tap("ctrl_r")
    await scene.wait_for(DICTATE, down=False)
    assert await scene.all_edges() == [(DICTATE, True), (DICTATE, False)]


async def test_cancel_and_lock_work_while_the_hotkey_and_its_modifiers_are_down(scene: Scene) -> None:
    in_a_take = {**IN_A_TAKE, DICTATE: "ctrl+alt+q"}
    await scene.hotkeys.bind({**DEFAULTS, DICTATE: "ctrl+alt+q"})
    for key in ("ctrl_l", "alt_l", "q"):
        scene.person.press(key)
    await scene.wait_for(DICTATE, down=True)
    assert await scene.hotkeys.bind(in_a_take) == {}
    scene.tap("space")
    scene.tap("escape")
    for key in ("q", "alt_l", "ctrl_l"):
        scene.person.release(key)
    await scene.wait_for(DICTATE, down=False)
    assert await scene.all_edges() == [
        (DICTATE, True), (LOCK, True), (LOCK, False), (CANCEL, True), (CANCEL, False), (DICTATE, False),
    ]  # fmt: skip


@pytest.mark.fault("A59")
async def test_cancel_and_lock_are_given_back_after_the_take(scene: Scene) -> None:
    await scene.hotkeys.bind(IN_A_TAKE)
    await scene.hotkeys.bind(DEFAULTS)
    scene.tap("escape")
    scene.tap("space")
    scene.tap("ctrl_l", "alt_l", "space")
    await scene.wait_for(DICTATE, down=False)
    assert await scene.all_edges() == [(DICTATE, True), (DICTATE, False)]


async def test_the_hotkey_wins_over_the_lock_key_on_the_same_key(scene: Scene) -> None:
    await scene.hotkeys.bind(IN_A_TAKE)
    scene.tap("ctrl_l", "alt_l", "space")
    scene.tap("space")
    await scene.wait_for(LOCK, down=False)
    assert await scene.all_edges() == [(DICTATE, True), (DICTATE, False), (LOCK, True), (LOCK, False)]


async def test_a_key_whose_grab_goes_while_it_is_down_sends_no_more(scene: Scene) -> None:
    await scene.hotkeys.bind(DEFAULTS)
    for key in ("ctrl_l", "alt_l", "space"):
        scene.person.press(key)
    await scene.wait_for(DICTATE, down=True)
    await scene.hotkeys.bind({**DEFAULTS, DICTATE: "f9"})
    for key in ("space", "alt_l", "ctrl_l"):
        scene.person.release(key)
    assert await scene.all_edges() == [(DICTATE, True)]


async def test_a_key_that_was_down_before_it_was_bound_sends_nothing_until_it_is_pressed_again(scene: Scene) -> None:
    await scene.hotkeys.bind(DEFAULTS)
    scene.person.press("f8")
    await scene.hotkeys.bind({**DEFAULTS, HotkeyAction.UNDO: "f8"})
    scene.person.press("f8")
    scene.person.release("f8")
    assert await scene.all_edges() == []


async def test_a_shortcut_of_another_program_is_named_and_the_others_work(scene: Scene) -> None:
    scene.person.others_hold("ctrl+f9", "ctrl_l", "f9")
    problems = await scene.hotkeys.bind({**DEFAULTS, DICTATE: "Control+F9"})
    assert {action: (each.code, each.place) for action, each in problems.items()} == {
        DICTATE: ("hotkey-conflict", "ctrl+f9")
    }
    assert await scene.all_edges() == []


async def test_what_cannot_be_bound_is_named_by_action(scene: Scene) -> None:
    problems = await scene.hotkeys.bind(
        {**DEFAULTS, HotkeyAction.UNDO: "hyper+x", HotkeyAction.PASTE_LAST: "alt+ctrl+a", CANCEL: ""}
    )
    assert {action: each.code for action, each in problems.items()} == {
        HotkeyAction.UNDO: "shortcut-unreadable",
        HotkeyAction.PASTE_LAST: "hotkey-conflict",
    }


@pytest.mark.parametrize(
    ("keys", "spelling"),
    [
        (("ctrl_l", "shift_l", "f9"), "ctrl+shift+f9"),
        (("q",), "q"),
        (("ctrl_r",), "ctrl_r"),
        (("ctrl_l", "super_l"), "ctrl+super_l"),
        (("escape",), ""),
    ],
)
async def test_a_shortcut_is_recorded_as_it_is_written(scene: Scene, keys: tuple[str, ...], spelling: str) -> None:
    await scene.hotkeys.bind(DEFAULTS)
    recorded: list[str] = []

    async def record() -> None:
        recorded.append(await scene.hotkeys.record(WAIT_S))

    with anyio.fail_after(WAIT_S):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(record)
            # A second request is answered after the first has begun on the adapter's thread.
            await anyio.wait_all_tasks_blocked()
            await scene.hotkeys.bind(DEFAULTS)
            scene.tap(*keys)
    assert recorded == [spelling]
    assert await scene.all_edges() == []


async def test_recording_ends_by_itself(scene: Scene) -> None:
    with anyio.fail_after(WAIT_S):
        assert await scene.hotkeys.record(0.05) == ""
    await scene.hotkeys.bind(DEFAULTS)
    assert await scene.all_edges() == []


async def test_hotkeys_are_silent_while_a_shortcut_is_recorded(scene: Scene) -> None:
    await scene.hotkeys.bind(DEFAULTS)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(scene.hotkeys.record, WAIT_S)
        await anyio.wait_all_tasks_blocked()
        await scene.hotkeys.bind(DEFAULTS)
        scene.tap("ctrl_l", "alt_l", "space")
    assert await scene.all_edges() == []
