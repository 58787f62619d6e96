"""Settings of the desktop as bytes of a property: both byte orders, every type, and anything at all."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.platform.x11.xsettings import parse_integers


def entry(order: str, name: str, kind: int, value: bytes) -> bytes:
    raw = name.encode()
    padded = raw + b"\0" * (-len(raw) % 4)
    return struct.pack(order + "BxH", kind, len(raw)) + padded + struct.pack(order + "I", 7) + value


def settings(order: str) -> bytes:
    word = struct.pack(order + "I", 5) + b"Inter\0\0\0"
    entries = (
        entry(order, "Gtk/FontName", 1, word),
        entry(order, "Some/Colour", 2, bytes(8)),
        entry(order, "Gtk/EnableAnimations", 0, struct.pack(order + "i", 0)),
        entry(order, "Xft/DPI", 0, struct.pack(order + "i", 98_304)),
    )
    return bytes([order == ">", 0, 0, 0]) + struct.pack(order + "II", 1, len(entries)) + b"".join(entries)


@pytest.mark.parametrize("order", ["<", ">"])
def test_numbers_are_found_among_words_and_colours(order: str) -> None:
    assert parse_integers(settings(order)) == {"Gtk/EnableAnimations": 0, "Xft/DPI": 98_304}


@pytest.mark.parametrize("length", [0, 7, 12, 40, 90])
def test_what_is_cut_off_is_left_out(length: int) -> None:
    assert parse_integers(settings("<")[:length]).items() <= parse_integers(settings("<")).items()


@given(st.binary(max_size=200))
def test_anything_may_stand_there(data: bytes) -> None:
    assert all(isinstance(value, int) for value in parse_integers(data).values())
