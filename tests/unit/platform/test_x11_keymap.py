"""Looking up keys in a keyboard map, naming them, and recording a shortcut; no server needed."""

from __future__ import annotations

import pytest
from Xlib import XK

from app.platform.shortcuts import NAMED_KEYS, Modifier, Shortcut
from app.platform.x11.keymap import LOCK, SHIFT, Keymap, Stroke
from app.platform.x11.keysyms import KEYSYMS, NAMES, character, keysyms_of, unicode_keysym
from app.platform.x11.recording import ShortcutRecorder
from app.platform.x11.xkb import Level, XkbMap

for _group in ("latin2", "latin3", "cyrillic", "greek", "hebrew", "thai", "arabic"):
    XK.load_keysym_group(_group)

LEVEL_THREE = 1 << 7
CTRL, ALT, SHIFT_KEY, CAPS, NUM, ALTGR, SUPER = 37, 64, 50, 66, 77, 92, 133
US_Q, US_A, ONE, SPACE, NINE_F, SPARE = 24, 38, 10, 65, 75, 97


def _symbol(name: str) -> int:
    return KEYSYMS[name][0] if name in KEYSYMS else XK.string_to_keysym(name) or ord(name)


def _key(*names: str) -> tuple[Level, ...]:
    masks = (0, SHIFT, LEVEL_THREE)
    return tuple(Level(_symbol(name), masks[level]) for level, name in enumerate(names))


MODIFIER_SYMBOLS: XkbMap = {
    CTRL: (_key("Control_L"),),
    ALT: (_key("Alt_L"),),
    SHIFT_KEY: (_key("Shift_L"),),
    CAPS: (_key("Caps_Lock"),),
    NUM: (_key("Num_Lock"),),
    ALTGR: (_key("altgr"),),
    SUPER: (_key("Super_L"),),
}
HOLDERS = ((SHIFT_KEY,), (CAPS,), (CTRL,), (ALT,), (NUM,), (), (SUPER,), (ALTGR,))
COMMON: XkbMap = {8: (), SPACE: (_key("space"),), NINE_F: (_key("F9"),), SPARE: ()}
FRENCH: XkbMap = {
    **MODIFIER_SYMBOLS,
    **COMMON,
    US_Q: (_key("a", "A", "æ"),),
    US_A: (_key("q", "Q", "@"),),
    ONE: (_key("&", "1"),),
}
US_AND_RUSSIAN: XkbMap = {
    **MODIFIER_SYMBOLS,
    **COMMON,
    US_Q: (_key("q", "Q"), _key("Cyrillic_shorti", "Cyrillic_SHORTI")),
    US_A: (_key("a", "A"), _key("Cyrillic_ef", "Cyrillic_EF")),
    ONE: (_key("1", "!"),),
}


def french() -> Keymap:
    return Keymap(FRENCH, 0, HOLDERS)


def russian() -> Keymap:
    return Keymap(US_AND_RUSSIAN, 1, HOLDERS)


@pytest.mark.fault("A03")
@pytest.mark.parametrize(
    ("keymap", "spelling", "keycodes"),
    [
        (french(), "alt+a", {US_Q}),
        (french(), "alt+q", {US_A}),
        (french(), "ctrl+1", {ONE}),
        (french(), "ctrl+&", {ONE}),
        (french(), "ctrl+@", {US_A}),
        (russian(), "alt+a", {US_A}),
        (russian(), "alt+ф", {US_A}),
        (russian(), "alt+é", set[int]()),
        (russian(), "altgr", {ALTGR}),
        (russian(), "ctrl_r", set[int]()),
        (russian(), "f9", {NINE_F}),
    ],
)
def test_a_shortcut_is_the_key_with_its_label(keymap: Keymap, spelling: str, keycodes: set[int]) -> None:
    assert keymap.keycodes(Shortcut.parse(spelling)) == keycodes


def test_a_label_that_needs_a_modifier_is_made_with_it() -> None:
    assert french().stroke(Shortcut.parse("1")) == Stroke(ONE, SHIFT, 0)
    assert french().stroke(Shortcut.parse("@")) == Stroke(US_A, LEVEL_THREE, 0)
    assert russian().stroke(Shortcut.parse("q")) == Stroke(US_Q, 0, 0)
    assert russian().stroke(Shortcut.parse("é")) is None


def test_a_key_is_called_by_its_plain_label_in_the_active_layout() -> None:
    assert [french().name(code) for code in (US_Q, ONE, SPACE, CTRL, SPARE, 255)] == [
        "a",
        "&",
        "space",
        "ctrl_l",
        "",
        "",
    ]
    assert russian().name(US_A) == "ф"


def test_characters_of_a_group_have_their_simplest_stroke() -> None:
    table = french().characters(0)
    assert (table["A"], table["æ"], table[" "]) == (
        Stroke(US_Q, SHIFT, 0), Stroke(US_Q, LEVEL_THREE, 0), Stroke(SPACE, 0, 0),
    )  # fmt: skip
    assert "ф" not in table
    assert russian().characters(1)["Ф"] == Stroke(US_A, SHIFT, 1)


def test_a_character_whose_modifier_no_key_gives_cannot_be_typed() -> None:
    without = Keymap(FRENCH, 0, (*HOLDERS[:7], ()))
    assert "@" not in without.characters(0)
    assert without.holder(7) is None


def test_a_key_that_locks_does_not_hold_its_modifier() -> None:
    assert french().holder(1) is None
    assert french().holder(2) == CTRL


def test_every_state_of_the_lock_keys_is_covered() -> None:
    assert set(french().lock_combinations) == {0, LOCK, 1 << 4, LOCK | 1 << 4}


def test_modifiers_and_masks_are_two_ways_to_say_the_same() -> None:
    keymap = french()
    for modifiers in (frozenset[Modifier](), frozenset({Modifier.CTRL, Modifier.SUPER}), frozenset(Modifier)):
        assert keymap.modifiers(keymap.mask(modifiers) | LOCK) == modifiers


def test_only_keys_without_symbols_are_spare_and_never_the_lowest() -> None:
    assert french().spare_keycodes == (SPARE,)
    assert french().group_count == 1
    assert russian().group_count == 2


@pytest.mark.fault("A10")
@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("a", "a"), ("eacute", "é"), ("Cyrillic_io", "ё"),
        ("Greek_sigma", "\N{GREEK SMALL LETTER SIGMA}"),
        ("Greek_finalsmallsigma", "ς"), ("Greek_OMEGA", "Ω"), ("lstroke", "ł"), ("hebrew_aleph", "א"),
        ("Thai_kokai", "ก"), ("Hstroke", "Ħ"), ("Arabic_alef", "\N{ARABIC LETTER ALEF}"),
    ],
)  # fmt: skip
def test_old_keysyms_are_the_characters_that_they_print(name: str, sign: str) -> None:
    assert character(XK.string_to_keysym(name)) == sign
    assert XK.string_to_keysym(name) in keysyms_of(sign)


def test_the_euro_sign_has_an_old_keysym_too() -> None:
    assert character(0x20AC) == "€"
    assert 0x20AC in keysyms_of("€")


@pytest.mark.parametrize("sign", ["a", "é", "ф", "日", "💩", "\u200d"])
def test_each_character_has_a_keysym_that_means_it(sign: str) -> None:
    assert character(unicode_keysym(sign)) == sign


@pytest.mark.parametrize("keysym", [0xFE50, 0xFF0D, 0xFFB1, 0, 0x01FFFFFF])
def test_dead_function_and_keypad_keys_type_no_character(keysym: int) -> None:
    assert character(keysym) == ""


def test_every_named_key_has_a_keysym_of_its_own() -> None:
    keys = {name for name in NAMED_KEYS if not name.startswith("mouse")}
    assert set(KEYSYMS) == keys
    assert set(NAMES.values()) == keys


class Recording:
    def __init__(self, *held: int) -> None:
        self.recorder = ShortcutRecorder(french(), frozenset(held))

    def down(self, code: int, state: int = 0) -> bool:
        return self.recorder.key(code, state, down=True)

    def up(self, code: int, state: int = 0) -> bool:
        return self.recorder.key(code, state, down=False)


def test_recording_ends_when_the_main_key_is_up_again() -> None:
    recording = Recording()
    assert not recording.down(CTRL)
    assert not recording.down(US_Q, 1 << 2)
    assert not recording.up(CTRL, 1 << 2)
    assert recording.recorder.spelling == "ctrl+a"
    assert recording.up(US_Q)


def test_a_lone_modifier_is_recorded_when_it_is_let_go() -> None:
    recording = Recording()
    assert not recording.down(CTRL)
    assert not recording.down(SUPER, 1 << 2)
    assert recording.up(CTRL, 1 << 2 | 1 << 6)
    assert recording.recorder.spelling == "ctrl+super_l"


def test_a_key_that_was_down_before_is_not_recorded() -> None:
    recording = Recording(SPACE)
    assert not recording.down(SPACE)
    assert not recording.up(SPACE)
    assert recording.recorder.spelling is None
    recording.down(SPACE)
    assert recording.recorder.spelling == "space"


def test_keys_without_a_name_are_passed_over() -> None:
    recording = Recording()
    assert not recording.down(SPARE)
    assert not recording.up(SPARE)
    assert not recording.up(CTRL)
    assert recording.recorder.spelling is None


def test_escape_alone_backs_out_but_not_with_a_modifier() -> None:
    escape: XkbMap = {**FRENCH, 9: (_key("Escape"),)}
    for state, spelling in ((0, ""), (1 << 2, "ctrl+escape")):
        recorder = ShortcutRecorder(Keymap(escape, 0, HOLDERS), frozenset())
        recorder.key(9, state, down=True)
        assert recorder.spelling == spelling


def test_a_mouse_button_is_recorded_with_its_modifiers() -> None:
    recorder = ShortcutRecorder(french(), frozenset())
    assert not recorder.button(8, 1 << 2, down=True)
    assert recorder.button(8, 1 << 2, down=False)
    assert recorder.spelling == "ctrl+mouse8"
