"""The few requests of the X keyboard extension that we need; python-xlib 0.33 has none of them.

Called on an X thread. Wire formats: X Keyboard Extension protocol, version 1.0
(https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final, cast

from Xlib.display import Display
from Xlib.error import XError
from Xlib.protocol import rq

from app.domain.errors import DisplayUnavailable

__all__ = [
    "Level",
    "XkbMap",
    "XkbState",
    "XkbWatch",
    "layout_changed",
    "lock_group",
    "lock_modifiers",
    "read_map",
    "read_state",
]

NAME: Final = "XKEYBOARD"
CORE_KEYBOARD: Final = 0x100
NEW_KEYBOARD_NOTIFY: Final = 0
MAP_NOTIFY: Final = 1
STATE_NOTIFY: Final = 2
DETAIL_MODIFIERS: Final = 1 << 0
DETAIL_GROUP: Final = 1 << 4
DETECTABLE_AUTO_REPEAT: Final = 1
KEY_TYPES_AND_SYMBOLS: Final = 0x3
ALL_PARTS: Final = 0xFF


class _UseExtension(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(0), rq.RequestLength(), rq.Card16("major"), rq.Card16("minor")
    )  # fmt: skip
    _reply = rq.Struct(rq.ReplyCode(), rq.Card8("supported"), rq.Card16("sequence_number"), rq.Pad(28))


class _SelectEvents(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(1), rq.RequestLength(), rq.Card16("device"), rq.Card16("affect_which"),
        rq.Card16("clear"), rq.Card16("select_all"), rq.Card16("affect_map"), rq.Card16("map"),
        rq.Card16("affect_state"), rq.Card16("state"),
    )  # fmt: skip


class _GetState(rq.ReplyRequest):
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(4), rq.RequestLength(), rq.Card16("device"), rq.Pad(2))
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.Pad(4), rq.Card8("mods"),
        rq.Card8("base_mods"), rq.Card8("latched_mods"), rq.Card8("locked_mods"), rq.Card8("group"),
        rq.Card8("locked_group"), rq.Pad(18),
    )  # fmt: skip


class _LatchLockState(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(5), rq.RequestLength(), rq.Card16("device"), rq.Card8("affect_mod_locks"),
        rq.Card8("mod_locks"), rq.Bool("lock_group"), rq.Card8("group_lock"), rq.Card8("affect_mod_latches"),
        rq.Pad(2), rq.Bool("latch_group"), rq.Card16("group_latch"),
    )  # fmt: skip


class _GetMap(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(8), rq.RequestLength(), rq.Card16("device"), rq.Card16("full"), rq.Pad(20)
    )
    _reply = rq.Struct(rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.Binary("body", pad=0))


class _PerClientFlags(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(21), rq.RequestLength(), rq.Card16("device"), rq.Pad(2), rq.Card32("change"),
        rq.Card32("value"), rq.Pad(12),
    )  # fmt: skip
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.Pad(4), rq.Card32("supported"),
        rq.Card32("value"), rq.Pad(16),
    )  # fmt: skip


class XkbEvent(rq.Event):
    """Any event of the extension; only which one it is matters to us."""

    _code = None
    _fields = rq.Struct(rq.Card8("type"), rq.Card8("xkb_type"), rq.Card16("sequence_number"), rq.Pad(28))


@dataclass(frozen=True, slots=True)
class Level:
    """How one key gives one symbol."""

    keysym: int
    modifiers: int
    """Real modifiers (bits 0..7) that must be down; 0 for the plain key."""


XkbMap = dict[int, tuple[tuple[Level, ...], ...]]
"""Keycode to groups (layouts), each with its levels; a key without symbols has no groups."""


@dataclass(frozen=True, slots=True)
class XkbState:
    group: int
    """Active layout, 0..3."""
    modifiers: int
    """Real modifiers that are down, latched or locked."""
    locked_modifiers: int


@dataclass(frozen=True, slots=True)
class XkbWatch:
    """The extension as opened on one connection."""

    opcode: int
    event_code: int

    @classmethod
    def open(cls, display: Display, *, modifiers: bool) -> XkbWatch:
        """Select layout events, and modifier changes if asked; switch detectable auto-repeat on.

        Raises:
            DisplayUnavailable: code ``display-no-xkb``.
        """
        info: Any = display.query_extension(NAME)
        if info is None:
            raise DisplayUnavailable("no X keyboard extension", code="display-no-xkb")
        raw, opcode = display.display, cast("int", info.major_opcode)
        if not _UseExtension(raw, opcode=opcode, major=1, minor=0).supported:
            raise DisplayUnavailable("no X keyboard extension 1.0", code="display-no-xkb")
        if info.first_event not in raw.event_classes:
            display.extension_add_event(info.first_event, XkbEvent)
        _SelectEvents(
            raw, opcode=opcode, device=CORE_KEYBOARD,
            affect_which=1 << NEW_KEYBOARD_NOTIFY | 1 << MAP_NOTIFY | 1 << STATE_NOTIFY, clear=0,
            select_all=1 << NEW_KEYBOARD_NOTIFY, affect_map=ALL_PARTS, map=ALL_PARTS,
            affect_state=DETAIL_GROUP | DETAIL_MODIFIERS,
            state=DETAIL_GROUP | (DETAIL_MODIFIERS if modifiers else 0),
        )  # fmt: skip
        try:
            _PerClientFlags(
                raw, opcode=opcode, device=CORE_KEYBOARD, change=DETECTABLE_AUTO_REPEAT, value=DETECTABLE_AUTO_REPEAT
            )
        except XError as error:
            raise DisplayUnavailable("per-client flags refused", code="display-no-xkb") from error
        return cls(opcode, info.first_event)


def layout_changed(watch: XkbWatch, event: Any) -> bool:
    """Whether ``event`` may have moved a letter: another layout, group or map."""
    return event.type == watch.event_code and event.xkb_type in (NEW_KEYBOARD_NOTIFY, MAP_NOTIFY, STATE_NOTIFY)


def read_state(display: Display, watch: XkbWatch) -> XkbState:
    state: Any = _GetState(display.display, opcode=watch.opcode, device=CORE_KEYBOARD)
    return XkbState(state.group, state.mods, state.locked_mods)


def lock_modifiers(display: Display, watch: XkbWatch, affect: int, locks: int) -> None:
    """Set the locked modifiers among ``affect`` to ``locks``."""
    _LatchLockState(
        display.display, opcode=watch.opcode, device=CORE_KEYBOARD, affect_mod_locks=affect, mod_locks=locks,
        lock_group=0, group_lock=0, affect_mod_latches=0, latch_group=0, group_latch=0,
    )  # fmt: skip


def lock_group(display: Display, watch: XkbWatch, group: int) -> None:
    """Make a layout (0..3) the active one."""
    _LatchLockState(
        display.display, opcode=watch.opcode, device=CORE_KEYBOARD, affect_mod_locks=0, mod_locks=0, lock_group=1,
        group_lock=group, affect_mod_latches=0, latch_group=0, group_latch=0,
    )  # fmt: skip


def read_map(display: Display, watch: XkbWatch) -> XkbMap:
    """Read all symbols of the keyboard, with the modifiers that each level needs."""
    reply: Any = _GetMap(display.display, opcode=watch.opcode, device=CORE_KEYBOARD, full=KEY_TYPES_AND_SYMBOLS)
    return parse_map(bytes(reply.body))


def parse_map(body: bytes) -> XkbMap:
    """Parse the reply of GetMap, from its length field on, with types and symbols in full."""
    # body: length u32, pad 2, min u8, max u8, present u16, firstType, nTypes, totalTypes, firstKeySym u8,
    # totalSyms u16, nKeySyms u8, then 17 bytes about the parts that were not asked for.
    types_count, first_key, keys_count = body[11], body[13], body[16]
    offset = 36
    types: list[dict[int, int]] = []
    for _ in range(types_count):
        levels, offset = _parse_type(body, offset)
        types.append(levels)
    result: XkbMap = {}
    for keycode in range(first_key, first_key + keys_count):
        type_index = body[offset : offset + 4]
        groups, width = body[offset + 4] & 0x0F, body[offset + 5]
        (count,) = struct.unpack_from("=H", body, offset + 6)
        symbols = struct.unpack_from(f"={count}I", body, offset + 8)
        offset += 8 + 4 * count
        result[keycode] = tuple(
            _levels(symbols[group * width : (group + 1) * width], types[type_index[group]])
            for group in range(groups)
        )  # fmt: skip
    return result


def _parse_type(body: bytes, offset: int) -> tuple[dict[int, int], int]:
    entries, preserve = body[offset + 5], body[offset + 6]
    offset += 8
    levels = {0: 0}
    for _ in range(entries):
        active, mask, level = body[offset], body[offset + 1], body[offset + 2]
        # Several combinations may give a level: the one with the fewest modifiers is the one to press.
        if active and level and (level not in levels or mask.bit_count() < levels[level].bit_count()):
            levels[level] = mask
        offset += 8
    return levels, offset + (4 * entries if preserve else 0)


def _levels(symbols: tuple[int, ...], needed: dict[int, int]) -> tuple[Level, ...]:
    return tuple(Level(symbol, needed[level]) for level, symbol in enumerate(symbols) if symbol and level in needed)
