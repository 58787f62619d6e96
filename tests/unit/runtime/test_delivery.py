"""The paste transaction, typing, copying and undo, against a program that pastes what the clipboard gives it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import anyio
import anyio.lowlevel
import pytest

from app.domain.messages import CapabilitiesReported
from app.domain.turn import NO_TARGET, InsertMethod, TargetApp, TurnOutcome
from app.platform.fakes import FakeClipboard, FakeDesktop, FakeFrontmost, FakeMedia
from app.platform.fakes_keys import FakeHotkeys, FakeKeySender
from app.platform.ports import Platform
from app.runtime.delivery import Delivery
from app.settings.model import AppRule, DeliverySettings

pytestmark = pytest.mark.anyio

EDITOR = TargetApp(window_id=7, app_id="Mousepad", title="")
OTHER = TargetApp(window_id=8, app_id="Firefox", title="")
PATIENT = DeliverySettings(trailing_space=False, read_timeout_ms=5000)
QUICK = DeliverySettings(trailing_space=False, read_timeout_ms=200)
OLD = {"UTF8_STRING": b"old", "text/html": b"<b>old</b>", "image/png": b"\x89PNG"}


@dataclass
class Desk:
    """A program with a text field in front, and what Voxnotch sees of it."""

    keys: FakeKeySender = field(default_factory=FakeKeySender)
    clipboard: FakeClipboard = field(default_factory=FakeClipboard)
    frontmost: FakeFrontmost = field(default_factory=lambda: FakeFrontmost(EDITOR))

    def __post_init__(self) -> None:
        self.keys.on_chord = self.paste
        self.delivery = Delivery(
            Platform(
                hotkeys=FakeHotkeys(),
                frontmost=self.frontmost,
                clipboard=self.clipboard,
                keys=self.keys,
                desktop=FakeDesktop(),
                media=FakeMedia(),
                report=CapabilitiesReported("x11", ()),
            ),
            time.monotonic,
        )

    def paste(self, chord: str) -> None:
        """What Ctrl+V does in the program."""
        if chord == "ctrl+v":
            self.keys.text += self.clipboard.read_text() or ""


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.fault("A06", "A07")
async def test_a_paste_lands_and_every_type_of_the_clipboard_comes_back(desk: Desk) -> None:
    desk.clipboard.copy(OLD)
    delivered = await desk.delivery.deliver("hello there", EDITOR, QUICK)
    assert delivered.outcome is TurnOutcome.INSERTED
    assert desk.keys.text == "hello there"
    assert desk.clipboard.contents == OLD
    assert delivered.insertion is not None
    assert delivered.clipboard_restored


@pytest.mark.fault("A09")
async def test_an_empty_clipboard_is_empty_afterwards(desk: Desk) -> None:
    await desk.delivery.deliver("hello", EDITOR, QUICK)
    assert desk.clipboard.contents == {}


@pytest.mark.fault("A08")
async def test_the_old_content_comes_back_only_after_a_late_read(desk: Desk) -> None:
    desk.clipboard.copy(OLD)
    pasted: list[str | None] = []
    asked = anyio.Event()

    def begin(_chord: str) -> None:
        asked.set()

    desk.keys.on_chord = begin

    async def read_late() -> None:
        await asked.wait()
        assert desk.clipboard.contents != OLD, "not put back while nobody has read"
        pasted.append(desk.clipboard.read_text())

    async with anyio.create_task_group() as group:
        group.start_soon(read_late)
        delivered = await desk.delivery.deliver("late", EDITOR, PATIENT)
        assert delivered.outcome is TurnOutcome.INSERTED
    assert pasted == ["late"]
    assert desk.clipboard.contents == OLD


async def test_a_target_that_never_reads_is_told_and_the_text_stays_on_the_clipboard(desk: Desk) -> None:
    desk.keys.on_chord = None
    desk.clipboard.copy(OLD)
    delivered = await desk.delivery.deliver("kept", EDITOR, QUICK)
    assert delivered.outcome is TurnOutcome.SHOWN
    assert delivered.error is not None
    assert delivered.error.code == "paste-not-read"
    assert desk.clipboard.read_text() == "kept"
    assert not delivered.clipboard_restored


async def test_a_clipboard_that_another_program_took_meanwhile_is_left_alone(desk: Desk) -> None:
    desk.clipboard.copy(OLD)

    def paste_and_lose(_chord: str) -> None:
        desk.clipboard.read_text()
        desk.clipboard.copy({"UTF8_STRING": b"newer"})

    desk.keys.on_chord = paste_and_lose
    delivered = await desk.delivery.deliver("text", EDITOR, QUICK)
    assert delivered.outcome is TurnOutcome.INSERTED
    assert desk.clipboard.contents == {"UTF8_STRING": b"newer"}


async def test_a_frozen_clipboard_owner_costs_the_restore_and_not_the_paste(
    desk: Desk, expected_log: Callable[[str], None]
) -> None:
    expected_log("clipboard cannot be kept")
    desk.clipboard.copy(OLD)
    desk.clipboard.owner_frozen = True
    delivered = await desk.delivery.deliver("text", EDITOR, QUICK)
    assert delivered.outcome is TurnOutcome.INSERTED
    assert not delivered.clipboard_restored


@pytest.mark.fault("A42")
@pytest.mark.parametrize("now", [OTHER, NO_TARGET])
async def test_nothing_is_sent_to_a_window_that_was_not_in_front_at_the_press(desk: Desk, now: TargetApp) -> None:
    desk.clipboard.copy(OLD)
    desk.frontmost.target = now
    delivered = await desk.delivery.deliver("private", EDITOR, QUICK)
    assert delivered.outcome is TurnOutcome.SHOWN
    assert delivered.error is None
    assert desk.keys.chords == []
    assert desk.clipboard.contents == OLD


async def test_without_a_window_at_the_press_the_text_is_shown(desk: Desk) -> None:
    delivered = await desk.delivery.deliver("text", NO_TARGET, QUICK)
    assert delivered.outcome is TurnOutcome.SHOWN


async def test_copy_only_puts_the_text_on_the_clipboard_to_stay(desk: Desk) -> None:
    delivered = await desk.delivery.deliver("mine", EDITOR, QUICK.model_copy(update={"method": InsertMethod.COPY}))
    assert delivered.outcome is TurnOutcome.COPIED
    assert desk.clipboard.read_text() == "mine"
    assert desk.keys.chords == []


@pytest.mark.fault("A14")
async def test_typed_line_breaks_do_not_submit(desk: Desk) -> None:
    typing = QUICK.model_copy(update={"method": InsertMethod.TYPE})
    delivered = await desk.delivery.deliver("line one\nline two", EDITOR, typing)
    assert delivered.outcome is TurnOutcome.INSERTED
    assert desk.keys.text == "line one\nline two"
    assert desk.keys.submitted == []


@pytest.mark.fault("A14")
async def test_line_breaks_become_spaces_where_the_person_set_that(desk: Desk) -> None:
    typing = QUICK.model_copy(update={"method": InsertMethod.TYPE, "keep_line_breaks": False})
    await desk.delivery.deliver("line one\nline two", EDITOR, typing)
    assert desk.keys.text == "line one line two"


@pytest.mark.fault("A11", "A12", "A13")
async def test_text_that_cannot_be_typed_is_pasted(desk: Desk) -> None:
    desk.keys.off_layout = {"💩"}
    typing = QUICK.model_copy(update={"method": InsertMethod.TYPE})
    delivered = await desk.delivery.deliver("ok 💩 done", EDITOR, typing)
    assert desk.keys.text == "ok 💩 done"
    assert delivered.insertion is not None
    assert delivered.insertion.method is InsertMethod.PASTE


async def test_typing_that_breaks_half_way_is_told_and_not_repeated(
    desk: Desk, expected_log: Callable[[str], None]
) -> None:
    expected_log("delivery failed")
    desk.keys.break_after = 3
    typing = QUICK.model_copy(update={"method": InsertMethod.TYPE})
    delivered = await desk.delivery.deliver("abcdef", EDITOR, typing)
    assert delivered.outcome is TurnOutcome.SHOWN
    assert delivered.error is not None
    assert desk.keys.text == "abc"


async def test_a_rule_for_a_program_chooses_chord_and_submits(desk: Desk) -> None:
    desk.keys.on_chord = lambda _chord: desk.paste("ctrl+v")
    rules = QUICK.model_copy(update={"apps": (AppRule(app_id="mousepad", chord="shift+insert", submit=True),)})
    await desk.delivery.deliver("send me", EDITOR, rules)
    assert desk.keys.chords == ["shift+insert"]
    assert desk.keys.submitted == ["send me"]


@pytest.mark.parametrize(("app_id", "chord"), [("konsole", "ctrl+shift+v"), ("Gnome-terminal", "ctrl+shift+v")])
async def test_terminals_get_their_own_chord(desk: Desk, app_id: str, chord: str) -> None:
    terminal = TargetApp(window_id=7, app_id=app_id, title="")
    desk.frontmost.target = terminal
    desk.keys.on_chord = lambda _chord: desk.paste("ctrl+v")
    await desk.delivery.deliver("ls", terminal, QUICK)
    assert desk.keys.chords == [chord]


@pytest.mark.parametrize(("app_id", "chords"), [("konsole", ["ctrl+shift+v"]), ("xterm", [])])
async def test_a_rule_that_only_submits_leaves_the_way_into_a_terminal_alone(
    desk: Desk, app_id: str, chords: list[str]
) -> None:
    terminal = TargetApp(window_id=7, app_id=app_id, title="")
    desk.frontmost.target = terminal
    desk.keys.on_chord = lambda _chord: desk.paste("ctrl+v")
    rules = QUICK.model_copy(update={"apps": (AppRule(app_id=app_id, submit=True),)})
    assert (await desk.delivery.deliver("ls", terminal, rules)).outcome is TurnOutcome.INSERTED
    assert (desk.keys.chords, desk.keys.submitted) == (chords, ["ls"])


async def test_what_cannot_be_typed_into_xterm_is_shown(desk: Desk, expected_log: Callable[[str], None]) -> None:
    expected_log("delivery failed")
    terminal = TargetApp(window_id=7, app_id="XTerm", title="")
    desk.frontmost.target = terminal
    desk.keys.off_layout = {"💩"}
    delivered = await desk.delivery.deliver("ok 💩", terminal, QUICK)
    assert delivered.error is not None
    assert delivered.error.code == "typing-unsuitable"
    assert desk.keys.chords == [], "Ctrl+V takes the next key literally there"


async def test_nothing_is_submitted_in_a_window_that_came_to_the_front_meanwhile(desk: Desk) -> None:
    def paste_and_leave(_chord: str) -> None:
        desk.paste("ctrl+v")
        desk.frontmost.target = OTHER

    desk.keys.on_chord = paste_and_leave
    rules = QUICK.model_copy(update={"apps": (AppRule(app_id="mousepad", submit=True),)})
    assert (await desk.delivery.deliver("text", EDITOR, rules)).outcome is TurnOutcome.INSERTED
    assert desk.keys.submitted == []


async def test_a_submit_that_fails_does_not_deny_the_insertion(desk: Desk, expected_log: Callable[[str], None]) -> None:
    expected_log("not submitted")
    desk.keys.break_after = 1
    rules = QUICK.model_copy(update={"apps": (AppRule(app_id="mousepad", submit=True),)})
    delivered = await desk.delivery.deliver("text", EDITOR, rules)
    assert (delivered.outcome, desk.keys.text) == (TurnOutcome.INSERTED, "text")


async def test_what_was_submitted_is_not_taken_back(desk: Desk) -> None:
    rules = QUICK.model_copy(update={"apps": (AppRule(app_id="mousepad", submit=True),)})
    await desk.delivery.deliver("sent", EDITOR, rules)
    desk.clipboard.selection = "sent"
    assert not await desk.delivery.undo()


async def test_two_texts_at_once_land_one_after_the_other(desk: Desk) -> None:
    desk.clipboard.copy(OLD)
    desk.keys.on_chord = None
    delivered: list[TurnOutcome] = []

    async def deliver(text: str) -> None:
        delivered.append((await desk.delivery.deliver(text, EDITOR, DeliverySettings())).outcome)

    async with anyio.create_task_group() as group:
        for text in ("one ", "two "):
            group.start_soon(deliver, text)
        for number in (1, 2):
            with anyio.fail_after(5):
                while len(desk.keys.chords) < number:
                    await anyio.lowlevel.checkpoint()
            desk.paste("ctrl+v")
    assert delivered == [TurnOutcome.INSERTED] * 2
    assert desk.keys.text == "one two "
    assert desk.clipboard.contents == OLD


async def test_a_cancel_after_the_chord_lets_the_target_read_the_text_and_not_the_old_content(desk: Desk) -> None:
    desk.clipboard.copy(OLD)
    asked = anyio.Event()
    desk.keys.on_chord = lambda _chord: asked.set()
    pasted: list[str | None] = []
    async with anyio.create_task_group() as group:
        group.start_soon(desk.delivery.deliver, "late", EDITOR, PATIENT)
        await asked.wait()
        group.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            await anyio.lowlevel.checkpoint()
            await anyio.lowlevel.checkpoint()
            pasted.append(desk.clipboard.read_text())
    assert pasted == ["late"]
    assert desk.clipboard.contents == OLD


async def test_a_paste_that_was_not_taken_leaves_no_older_text_to_undo(desk: Desk) -> None:
    terminal = TargetApp(window_id=7, app_id="konsole", title="")
    desk.frontmost.target = terminal
    desk.keys.on_chord = lambda _chord: desk.paste("ctrl+v")
    await desk.delivery.deliver("ls", terminal, QUICK)
    desk.keys.on_chord = None
    await desk.delivery.deliver("longer text", terminal, QUICK)
    assert not await desk.delivery.undo()
    assert desk.keys.text == "ls"


async def test_xterm_is_typed_into(desk: Desk) -> None:
    terminal = TargetApp(window_id=7, app_id="XTerm", title="")
    desk.frontmost.target = terminal
    delivered = await desk.delivery.deliver("ls", terminal, QUICK)
    assert delivered.insertion is not None
    assert delivered.insertion.method is InsertMethod.TYPE


async def test_a_space_keeps_two_texts_apart_but_is_not_copied_nor_sent(desk: Desk) -> None:
    spacing = QUICK.model_copy(update={"trailing_space": True})
    for text in ("one", "two\n", "three"):
        await desk.delivery.deliver(text, EDITOR, spacing)
    assert desk.keys.text == "one two\nthree "
    await desk.delivery.deliver("four", EDITOR, spacing.model_copy(update={"method": InsertMethod.COPY}))
    assert desk.clipboard.read_text() == "four"
    sending = spacing.model_copy(update={"apps": (AppRule(app_id="mousepad", submit=True),)})
    await desk.delivery.deliver("five", EDITOR, sending)
    assert desk.keys.submitted[-1].endswith("three five")
