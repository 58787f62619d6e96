"""Media players that offer MPRIS on the session bus, reached through ``busctl``. Blocks; worker threads.

https://specifications.freedesktop.org/mpris-spec/latest/
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, cast

from mcp_stdio import JsonObject, ToolError
from programs import find, output_of

KEYS: Final = {
    "play_pause": "PlayPause",
    "play": "Play",
    "pause": "Pause",
    "next": "Next",
    "previous": "Previous",
    "stop": "Stop",
}
"""What a person presses, and the method it is."""

_PREFIX: Final = "org.mpris.MediaPlayer2."
_PATH: Final = "/org/mpris/MediaPlayer2"
_PLAYER: Final = "org.mpris.MediaPlayer2.Player"
_ANSWER_S: Final = 2
"""A player that hangs must not hold up the others."""
_STATES: Final = ("Playing", "Paused", "Stopped")
"""In the order in which a key is meant for a player."""


@dataclass(frozen=True)
class Player:
    """A player on the bus."""

    bus_name: str
    name: str
    status: str
    """``Playing``, ``Paused`` or ``Stopped``."""
    title: str
    artist: str


def players() -> list[Player]:
    """Return the players that answer, playing ones first."""
    listed = _busctl("call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
    names = cast("list[list[str]]", listed["data"])[0]
    found = [player for name in sorted(names) if name.startswith(_PREFIX) and (player := _ask(name)) is not None]
    return sorted(found, key=lambda player: _STATES.index(player.status))


def press(key: str) -> Player:
    """Press a key of ``KEYS`` on the player that it is most likely meant for, and return that player as it was.

    Raises:
        ToolError: no player is there, or it refuses.
    """
    there = players()
    if not there:
        raise ToolError("No media player is running that can be controlled.")
    _busctl("call", there[0].bus_name, _PATH, _PLAYER, KEYS[key])
    return there[0]


def _ask(bus_name: str) -> Player | None:
    try:
        status = _property(bus_name, "PlaybackStatus")
    except ToolError:
        # It went away, or hangs; the others are asked all the same.
        return None
    if status not in _STATES:
        return None
    try:
        about = cast("dict[str, JsonObject]", _property(bus_name, "Metadata"))
    except ToolError:
        # Required by the specification, and yet not every player has it.
        about = {}
    title = about.get("xesam:title", {}).get("data", "")
    artists = about.get("xesam:artist", {}).get("data", [])
    artist = ", ".join(str(one) for one in cast("list[object]", artists)) if isinstance(artists, list) else ""
    return Player(bus_name, bus_name.removeprefix(_PREFIX).partition(".")[0], str(status), str(title), artist)


def _property(bus_name: str, name: str) -> object:
    return _busctl("get-property", bus_name, _PATH, _PLAYER, name).get("data")


def _busctl(*arguments: str) -> JsonObject:
    program = find("busctl", package="systemd")
    said = output_of([program, "--user", "--json=short", f"--timeout={_ANSWER_S}", *arguments]).strip()
    # A method without a result prints nothing.
    return cast("JsonObject", json.loads(said)) if said else {}
