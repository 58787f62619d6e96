"""Spelling of shortcuts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import HotkeyConflict
from app.platform.shortcuts import NAMED_KEYS, Modifier, Shortcut
from app.settings.model import HotkeySettings

characters = st.characters(exclude_categories=("C", "Z")).filter(lambda c: c != "+")
keys = st.sampled_from(sorted(NAMED_KEYS)) | characters


def _joined(held: list[Modifier], key: str) -> str:
    return "+".join([*held, key])


spellings = st.builds(_joined, st.lists(st.sampled_from([*Modifier]), unique=True), keys)


@given(spellings)
def test_the_canonical_spelling_parses_to_the_same_shortcut(spelling: str) -> None:
    shortcut = Shortcut.parse(spelling)
    assert Shortcut.parse(str(shortcut)) == shortcut


@given(spellings)
def test_case_of_names_does_not_matter(spelling: str) -> None:
    if len(spelling.rpartition("+")[2]) > 1:
        assert Shortcut.parse(spelling.upper()) == Shortcut.parse(spelling)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    refused: HotkeyConflict | None = None
    try:
        shortcut = Shortcut.parse(text)
        assert Shortcut.parse(str(shortcut)) == shortcut
    except HotkeyConflict as error:
        refused = error
    assert refused is None or (refused.code, refused.place) == ("shortcut-unreadable", text)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Alt+Ctrl+SPACE", "ctrl+alt+space"),
        ("Control + Shift + V", "ctrl+shift+v"),
        ("Esc", "escape"),
        ("Win+Page-Up", "super+page_up"),
        ("ctrl", "ctrl_l"),
        ("ctrl+super", "ctrl+super_l"),
        ("Control_R", "ctrl_r"),
        ("F9", "f9"),
        ("mouse8", "mouse8"),
        ("É", "é"),
        ("ctrl+plus", "ctrl+plus"),
    ],
)
def test_usual_spellings_are_understood(written: str, canonical: str) -> None:
    assert str(Shortcut.parse(written)) == canonical


@pytest.mark.parametrize("text", ["", "+", "ctrl+", "ctrl++", "ctrl+ctrl+a", "hyper+a", "f36", "mouse1", "ab", "a+b"])
def test_what_is_no_shortcut_is_refused(text: str) -> None:
    with pytest.raises(HotkeyConflict) as caught:
        Shortcut.parse(text)
    assert caught.value.code == "shortcut-unreadable"
    assert caught.value.place == text


def test_every_default_shortcut_is_written_canonically() -> None:
    settings = HotkeySettings()
    for text in (settings.dictate, settings.agent, settings.cancel, settings.lock):
        assert str(Shortcut.parse(text)) == text


def test_kinds_of_keys_are_told_apart() -> None:
    assert Shortcut.parse("ctrl+mouse9").is_mouse
    assert Shortcut.parse("altgr").is_modifier_key
    assert not Shortcut.parse("ctrl+a").is_modifier_key
