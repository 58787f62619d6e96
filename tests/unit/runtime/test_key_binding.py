"""Keys are taken from other programs only while they mean something."""

from __future__ import annotations

import pytest

from app.domain.messages import Event, HotkeyAction, HotkeyProblems
from app.platform.fakes_keys import FakeHotkeys
from app.runtime.key_binding import KeyBinding, Moment
from app.settings.model import CancelKey, HotkeySettings

pytestmark = pytest.mark.anyio

QUIET = Moment(running=False, lockable=False, asking=False)


async def bound(moment: Moment, settings: HotkeySettings | None = None) -> dict[HotkeyAction, str]:
    hotkeys = FakeHotkeys(lambda: 0.0)
    await KeyBinding(hotkeys, lambda _event: None).bind(settings or HotkeySettings(), moment)
    return dict(hotkeys.bound)


async def test_nothing_but_the_keys_that_begin_something_is_taken_while_nothing_happens() -> None:
    assert (await bound(QUIET)).keys() == {HotkeyAction.DICTATE, HotkeyAction.AGENT, HotkeyAction.WRITE}


async def test_the_card_key_is_taken_only_while_a_question_is_up() -> None:
    keys = await bound(Moment(running=False, lockable=False, asking=True))
    assert keys[HotkeyAction.CARD] == "ctrl+alt+c"
    assert HotkeyAction.CARD not in await bound(Moment(running=True, lockable=True, asking=False))


async def test_a_take_brings_the_cancel_and_the_lock_key() -> None:
    taking = Moment(running=True, lockable=True, asking=False)
    assert {HotkeyAction.CANCEL, HotkeyAction.LOCK} <= (await bound(taking)).keys()
    assert HotkeyAction.CANCEL not in await bound(taking, HotkeySettings(cancel_key=CancelKey.OFF))


async def test_a_conflict_is_told_once_and_so_is_its_end() -> None:
    told: list[Event] = []
    hotkeys = FakeHotkeys(lambda: 0.0)
    binding = KeyBinding(hotkeys, told.append)
    taken = HotkeySettings(undo="hyper+x")
    await binding.bind(taken, QUIET)
    await binding.bind(taken, QUIET)
    await binding.bind(HotkeySettings(), QUIET)
    assert [one.problems.keys() for one in told if isinstance(one, HotkeyProblems)] == [{HotkeyAction.UNDO}, set()]
