"""Media players on the session bus (MPRIS): who plays, pause, go on.

Called by ``media.py`` on the core loop. A bus connection lives only for one operation; every wait is bounded by
:data:`ANSWER_LIMIT_S`. Specification: https://specifications.freedesktop.org/mpris-spec/latest/
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import anyio

from app.domain.errors import External
from app.platform.sound_plan import PausedPlayer

if TYPE_CHECKING:
    from dbus_fast.aio import MessageBus

__all__ = ["BusUnavailable", "continue_players", "find_bus_address", "pause_players", "playing_players", "session_bus"]

ANSWER_LIMIT_S: Final = 1.0
"""Players answer in milliseconds; one that hangs is left alone."""

NAME_PREFIX: Final = "org.mpris.MediaPlayer2."
PLAYER: Final = "org.mpris.MediaPlayer2.Player"
BUS: Final = "org.freedesktop.DBus"
PROPERTIES: Final = "org.freedesktop.DBus.Properties"


class BusUnavailable(External):
    """There is no session bus, or it does not answer."""

    code = "session-bus-unavailable"


def find_bus_address(env: Mapping[str, str]) -> str:
    """Return the address of the session bus, "" when this session has none.

    Without the variable it is the socket of the user's bus
    (https://www.freedesktop.org/software/systemd/man/latest/file-hierarchy.html); a bus is never started.
    """
    if address := env.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    runtime = env.get("XDG_RUNTIME_DIR")
    if runtime and (Path(runtime) / "bus").is_socket():
        return f"unix:path={runtime}{os.sep}bus"
    return ""


@asynccontextmanager
async def session_bus(address: str) -> AsyncGenerator[MessageBus]:
    """Connect for one operation.

    Raises:
        BusUnavailable
    """
    from dbus_fast.aio import MessageBus
    from dbus_fast.errors import DBusFastError

    if not address:
        raise BusUnavailable("no address")
    try:
        bus = MessageBus(bus_address=address)
        with anyio.fail_after(ANSWER_LIMIT_S):
            await bus.connect()
    except (OSError, EOFError, DBusFastError, TimeoutError) as error:
        raise BusUnavailable(type(error).__name__) from error
    try:
        yield bus
    finally:
        bus.disconnect()
        with anyio.move_on_after(ANSWER_LIMIT_S, shield=True), contextlib.suppress(OSError, EOFError):
            await bus.wait_for_disconnect()


async def playing_players(bus: MessageBus) -> tuple[PausedPlayer, ...]:
    """Return the players that are playing now; those that do not answer are left out.

    Raises:
        BusUnavailable
    """
    names = await _ask_bus(bus, "ListNames")
    identity = await _ask_bus(bus, "GetId")
    if names is None or identity is None:
        raise BusUnavailable("the bus does not answer")
    found: list[PausedPlayer] = []

    async def look(name: str) -> None:
        owner = await _owner(bus, name)
        if owner and await _status(bus, name) == "Playing":
            found.append(PausedPlayer(bus=str(identity), name=name, owner=owner))

    async with anyio.create_task_group() as group:
        for name in names:
            if name.startswith(NAME_PREFIX):
                group.start_soon(look, name)
    return tuple(sorted(found, key=lambda player: player.name))


async def pause_players(bus: MessageBus, players: tuple[PausedPlayer, ...]) -> None:
    """Pause these players, all at the same time."""
    async with anyio.create_task_group() as group:
        for player in players:
            group.start_soon(_ask_player, bus, player.name, f"{PLAYER}.Pause")


async def continue_players(bus: MessageBus, players: tuple[PausedPlayer, ...]) -> None:
    """Let those players go on that are still the same run and still paused; others were changed by the person.

    Raises:
        BusUnavailable
    """
    identity = await _ask_bus(bus, "GetId")
    if identity is None:
        raise BusUnavailable("the bus does not answer")

    async def go_on(player: PausedPlayer) -> None:
        same_run = await _owner(bus, player.name) == player.owner
        if same_run and await _status(bus, player.name) == "Paused":
            await _ask_player(bus, player.name, f"{PLAYER}.Play")

    async with anyio.create_task_group() as group:
        for player in players:
            if player.bus == identity:
                group.start_soon(go_on, player)


async def _owner(bus: MessageBus, name: str) -> str:
    return str(await _ask_bus(bus, "GetNameOwner", name) or "")


async def _status(bus: MessageBus, name: str) -> str:
    answer = await _ask_player(bus, name, f"{PROPERTIES}.Get", PLAYER, "PlaybackStatus")
    return str(getattr(answer, "value", ""))


async def _ask_bus(bus: MessageBus, member: str, *words: str) -> Any:
    return await _ask(bus, (BUS, "/org/freedesktop/DBus"), f"{BUS}.{member}", words)


async def _ask_player(bus: MessageBus, name: str, method: str, *words: str) -> Any:
    return await _ask(bus, (name, "/org/mpris/MediaPlayer2"), method, words)


async def _ask(bus: MessageBus, place: tuple[str, str], method: str, words: tuple[str, ...]) -> Any:
    """Call a method that takes strings and return its first value; ``None`` for an error or no answer in time."""
    from dbus_fast import Message, MessageFlag, MessageType

    interface, _, member = method.rpartition(".")
    message = Message(
        destination=place[0],
        path=place[1],
        interface=interface,
        member=member,
        signature="s" * len(words),
        body=list(words),
        flags=MessageFlag.NO_AUTOSTART,
    )
    with anyio.move_on_after(ANSWER_LIMIT_S):
        try:
            reply = await bus.call(message)
        except (OSError, EOFError):
            return None
        if reply.message_type is MessageType.METHOD_RETURN and reply.body:
            return reply.body[0]
    return None
