"""What every ``KeySender`` keeps: the X11 adapter into a window on a real server, and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from typing import Protocol

import pytest
from Xlib import XK
from Xlib.display import Display

from app.cli.virtual.display import VirtualDisplay
from app.domain.errors import InsertionFailed
from app.platform.fakes_keys import FakeKeySender
from app.platform.ports import KeySender
from app.platform.x11.connection import XThread
from app.platform.x11.keymap import SHIFT
from app.platform.x11.keys import X11KeySender
from app.platform.x11.keysyms import character
from app.platform.x11.xkb import XkbWatch, read_map
from tests.desktop.keyboard import KeyWindow

pytestmark = pytest.mark.anyio


class Field(Protocol):
    """A text field that submits on a plain Return."""

    sender: KeySender

    def read(self) -> tuple[str, int]:
        """Return the text and how often it was submitted."""
        ...

    def chords(self) -> list[str]: ...


class FakeField:
    def __init__(self) -> None:
        self._fake = FakeKeySender()
        self._fake.off_layout = set(UNTYPEABLE)
        self.sender: KeySender = self._fake

    def read(self) -> tuple[str, int]:
        return self._fake.text, len(self._fake.submitted)

    def chords(self) -> list[str]:
        return self._fake.chords


class XField:
    def __init__(self, sender: KeySender, window: KeyWindow) -> None:
        self.sender = sender
        self._window = window
        self._watch = XkbWatch.open(window.x, modifiers=False)

    def read(self) -> tuple[str, int]:
        text, submitted = "", 0
        for keysym, state in self._presses():
            if keysym == XK.string_to_keysym("BackSpace"):
                text = text[:-1]
            elif keysym == XK.string_to_keysym("Return"):
                text, submitted = text + "\n", submitted + (not state & SHIFT)
            elif keysym == XK.string_to_keysym("Tab"):
                text += "\t"
            else:
                text += character(keysym)
        return text, submitted

    def chords(self) -> list[str]:
        names = {"v": "v", "V": "v"}
        masks = (("ctrl", 1 << 2), ("alt", 1 << 3), ("shift", SHIFT))
        return [
            "+".join([*(name for name, mask in masks if state & mask), names[character(keysym)]])
            for keysym, state in self._presses()
            if character(keysym) in names
        ]

    def _presses(self) -> list[tuple[int, int]]:
        self._window.drain()
        symbols, found = read_map(self._window.x, self._watch), list[tuple[int, int]]()
        for down, code, state in self._window.events:
            groups = symbols.get(code, ())
            if down and groups:
                levels = groups[(state >> 13 & 3) % len(groups)]
                used = 0
                for level in levels:
                    used |= level.modifiers
                found.extend((each.keysym, state) for each in levels if each.modifiers == state & used)
        return found


UNTYPEABLE = "一乙丁七八九十百千万今大小山川手足口日月"
"""More characters than any keyboard has spare keys."""


@pytest.fixture(scope="module")
def bare_display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualDisplay]:
    with VirtualDisplay(tmp_path_factory.mktemp("display"), window_manager=False) as started:
        yield started


@pytest.fixture(params=["x11", "fake"])
async def field(request: pytest.FixtureRequest) -> AsyncIterator[Field]:
    async with AsyncExitStack() as stack:
        if request.param == "fake":
            yield FakeField()
            return
        name = request.getfixturevalue("bare_display").env["DISPLAY"]
        window = KeyWindow(Display(name))
        stack.callback(window.close)
        sender = X11KeySender(XThread("keys", name))
        stack.push_async_callback(sender.close)
        yield XField(sender, window)


@pytest.mark.fault("A10", "A11", "A12")
@pytest.mark.parametrize(
    "text",
    ["Python zebra qwerty @ àéö ß", "mañana está", "ok 💩 done 🩻", "e\u0301 👩‍👩‍👧\tx", "it\u2019s “fine” — €5", ""],
)
async def test_typed_text_arrives_as_it_is(field: Field, text: str) -> None:
    await field.sender.type_text(text, shift_line_breaks=True)
    assert field.read() == (text, 0)


@pytest.mark.fault("A14")
async def test_a_line_break_does_not_submit_unless_it_should(field: Field) -> None:
    await field.sender.type_text("line one\r\nline two", shift_line_breaks=True)
    assert field.read() == ("line one\nline two", 0)
    await field.sender.type_text("\nthree", shift_line_breaks=False)
    assert field.read() == ("line one\nline two\nthree", 1)


@pytest.mark.fault("A13")
@pytest.mark.parametrize("text", ["fine " + UNTYPEABLE * 30, "x" * 4001])
async def test_a_text_that_is_not_for_typing_is_refused_before_the_first_key(field: Field, text: str) -> None:
    with pytest.raises(InsertionFailed) as caught:
        await field.sender.type_text(text, shift_line_breaks=True)
    assert caught.value.code == "typing-unsuitable"
    assert field.read() == ("", 0)


@pytest.mark.parametrize("chord", ["ctrl+v", "ctrl+shift+v"])
async def test_a_chord_is_pressed_once(field: Field, chord: str) -> None:
    await field.sender.chord(chord)
    assert field.chords() == [chord]


@pytest.mark.parametrize("chord", ["hyper+v", "", "mouse8"])
async def test_a_chord_that_is_none_is_refused(field: Field, chord: str) -> None:
    with pytest.raises(InsertionFailed) as caught:
        await field.sender.chord(chord)
    assert caught.value.place == chord


async def test_a_key_is_tapped_as_often_as_asked(field: Field) -> None:
    await field.sender.type_text("abcdefghijklmnopqrstuvwxyz" * 2, shift_line_breaks=True)
    await field.sender.tap("backspace", 41)
    await field.sender.tap("return", 1)
    await field.sender.tap("x", 0)
    assert field.read() == ("abcdefghijk\n", 1)
