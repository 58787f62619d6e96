"""Taking back the last insertion: exactly that, once, and only where it went."""

from __future__ import annotations

import anyio
import anyio.lowlevel
import pytest

from app.domain.turn import InsertMethod, TargetApp
from app.runtime.delivery import graphemes
from app.settings.model import DeliverySettings
from tests.unit.runtime.test_delivery import EDITOR, OTHER, QUICK, Desk, desk

__all__ = ["desk"]

pytestmark = pytest.mark.anyio


async def test_an_undo_waits_for_the_text_that_is_on_its_way(desk: Desk) -> None:
    desk.keys.on_chord = None
    undone: list[bool] = []

    async def deliver() -> None:
        await desk.delivery.deliver("late ", EDITOR, DeliverySettings())

    async def undo() -> None:
        undone.append(await desk.delivery.undo())

    async with anyio.create_task_group() as group:
        group.start_soon(deliver)
        with anyio.fail_after(5):
            while not desk.keys.chords:
                await anyio.lowlevel.checkpoint()
        group.start_soon(undo)
        await anyio.wait_all_tasks_blocked()
        assert undone == []
        desk.clipboard.selection = "late "
        desk.paste("ctrl+v")
    assert undone == [True]


async def test_undo_deletes_exactly_what_was_inserted_and_only_once(desk: Desk) -> None:
    await desk.delivery.deliver("naïve 👩‍👩‍👧!", EDITOR, QUICK)
    desk.clipboard.selection = "naïve 👩‍👩‍👧!"
    assert await desk.delivery.undo()
    assert desk.keys.chords[1:] == ["shift+left"] * graphemes("naïve 👩‍👩‍👧!")
    assert not await desk.delivery.undo()


async def test_undo_takes_back_what_was_typed_where_line_breaks_became_spaces(desk: Desk) -> None:
    typing = QUICK.model_copy(update={"method": InsertMethod.TYPE, "keep_line_breaks": False})
    await desk.delivery.deliver("line one\nline two", EDITOR, typing)
    desk.clipboard.selection = "line one line two"
    assert await desk.delivery.undo()


async def test_undo_leaves_a_text_alone_that_is_not_the_inserted_one(desk: Desk) -> None:
    await desk.delivery.deliver("dictated", EDITOR, QUICK)
    desk.clipboard.selection = "ctated X"
    before = desk.keys.text
    assert not await desk.delivery.undo()
    assert desk.keys.text == before
    assert desk.keys.chords[-1] == "right"


async def test_undo_in_another_window_does_nothing(desk: Desk) -> None:
    await desk.delivery.deliver("dictated", EDITOR, QUICK)
    desk.frontmost.target = OTHER
    chords = list(desk.keys.chords)
    assert not await desk.delivery.undo()
    assert desk.keys.chords == chords


async def test_undo_in_a_terminal_goes_back_over_one_line(desk: Desk) -> None:
    terminal = TargetApp(window_id=7, app_id="xterm", title="")
    desk.frontmost.target = terminal
    await desk.delivery.deliver("ls -l", terminal, QUICK)
    assert await desk.delivery.undo()
    assert desk.keys.text == ""
    await desk.delivery.deliver("one\ntwo", terminal, QUICK)
    assert not await desk.delivery.undo()


def test_graphemes_are_what_a_caret_steps_over() -> None:
    assert graphemes("e\u0301👩‍👩‍👧🇫🇷한") == 4
