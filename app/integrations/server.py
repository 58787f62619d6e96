"""One server from start to end: one task, at most one connection, and what others may ask of it meanwhile.

The task follows a record. Each change of what is to run lets running calls end, ends the connection, waits until its
process is gone, and looks again; a crash does the same after a pause. So a new process starts only when the old one is
gone (V-18.10). Owned by ``supervisor``, on the core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import anyio

from app.domain.calls import CallClass, CallFailed, RawResult
from app.domain.errors import AppError, Bug, UserFixable, first_error
from app.domain.integrations import LogSource, Remark, RemarkCode, ServerStatus
from app.domain.measure import clip
from app.extensions.process import ServerStuck
from app.integrations.live_values import LiveValues
from app.integrations.parity import DifferenceKind, differences
from app.integrations.parts import Log, ServerParts, first_of
from app.integrations.reach import LONGEST_QUOTE, PageNotes, load_values, reach
from app.integrations.restarts import Restarts
from app.integrations.served import ServedTool, ServerState
from app.integrations.setup import HOSTED_WORDS, held_back, needs_restart
from app.integrations.trouble_words import words_of
from app.storage.install_record import InstallRecord

if TYPE_CHECKING:
    from app.integrations.client import McpClient, OnProgress

__all__ = ["Server"]

logger = logging.getLogger(__name__)

_WAITS_FOR_PERSON: Final = {
    CallClass.NEEDS_SETUP: ServerStatus.NEEDS_SETUP,
    CallClass.NEEDS_SIGN_IN: ServerStatus.NEEDS_SIGN_IN,
}
_CLASSES: Final = {status: kind for kind, status in _WAITS_FOR_PERSON.items()}
_WORDS: Final = {
    ServerStatus.STOPPED: "It is stopped.",
    ServerStatus.STARTING: "It is starting.",
    ServerStatus.NEEDS_APPROVAL: "Its changes wait for approval.",
}


@dataclass(slots=True)
class _Life:
    """One connection, from the try to the end."""

    notes: PageNotes
    connected: anyio.Event
    up_since_s: float | None = None
    too_slow: bool = False


class Server:
    """The server of one integration."""

    def __init__(self, record: InstallRecord, parts: ServerParts, on_change: Callable[[ServerState], None]) -> None:
        """``on_change`` must not block; it gets each new state."""
        self.state = ServerState(ServerStatus.STOPPED)
        self._record: InstallRecord | None = record
        self._parts = parts
        self._on_change = on_change
        self._log: Log = parts.log_of(record.integration_id)
        self._stopped = False
        self._changed = anyio.Event()
        self._changed.set()
        self._news = anyio.Event()
        self._at_rest = anyio.Event()
        self._at_rest.set()
        self._client: McpClient | None = None
        self._live_values = LiveValues(record)
        """Of the connection that is there, or was the last one."""
        self._running = 0
        self._idle = anyio.Event()
        self._connected_digest = ""

    # What others ask

    def follow(self, record: InstallRecord | None) -> None:
        """Run this record from now on; ``None`` ends the task."""
        before, self._record = self._record, record
        if before is None or record is None or needs_restart(before, record):
            self.restart()

    def restart(self) -> None:
        """Start anew after running calls (V-5.15); also after :meth:`stop` and after the last crash."""
        self._stopped = False
        self._changed.set()
        self._tell()

    async def stop(self) -> None:
        """Let running calls end, stop, and return when the process is gone; stays stopped until ``restart``."""
        self._stopped = True
        self._changed.set()
        self._tell()
        await self._at_rest.wait()

    def refresh_intent_values(self) -> None:
        """Let the server know, if it is connected, that its live values will be wanted (V-14.17); does not wait."""
        if self._client is not None:
            self._live_values.want()

    async def call(
        self,
        find_name: Callable[[], str],
        arguments: Mapping[str, object],
        *,
        timeout_s: float | None,
        meta: Mapping[str, object] | None,
        on_progress: OnProgress | None,
    ) -> RawResult:
        """Call a tool; a server that is starting is waited for.

        ``find_name`` returns the server's name for it, or raises ``CallFailed``; it is asked when the server is
        connected, right before the call.

        Raises:
            CallFailed
        """
        began = anyio.current_time()
        client = await self._connected_client(timeout_s)
        self._running += 1
        try:
            left_s = timeout_s if timeout_s is None else max(timeout_s - (anyio.current_time() - began), 0)
            return await client.call(find_name(), arguments, timeout_s=left_s, meta=meta, on_progress=on_progress)
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def _connected_client(self, timeout_s: float | None) -> McpClient:
        with anyio.move_on_after(timeout_s):
            while self._client is None or self._changed.is_set():
                if not self._is_coming():
                    break
                await self._news.wait()
            else:
                return self._client
        state = self.state
        kind = _CLASSES.get(state.status, CallClass.NOT_CONNECTED)
        raise CallFailed(kind, state.failure or _WORDS.get(state.status, "It is not connected."))

    def _is_coming(self) -> bool:
        record = self._record
        if record is None or self._stopped or held_back(record) is not None:
            return False
        return self._changed.is_set() or self.state.status is ServerStatus.STARTING

    # Its task

    async def run(self) -> None:
        """Follow the record until there is none; a cancelled task ends the process first."""
        while self._record is not None:
            self._changed = anyio.Event()
            await self._follow(self._record, self._changed)
        self._show(ServerState(ServerStatus.STOPPED))

    async def _follow(self, record: InstallRecord, changed: anyio.Event) -> None:
        restarts = Restarts()
        while not changed.is_set():
            held = ServerStatus.STOPPED if self._stopped else held_back(record)
            if held is not None:
                self._show(ServerState(held, HOSTED_WORDS if held is ServerStatus.NOT_SUPPORTED else ""))
                await changed.wait()
                return
            life = _Life(PageNotes(self._log.add), anyio.Event())
            error = await self._live(record, changed, life)
            if isinstance(error, ServerStuck):
                # Whatever changed meanwhile: no other may run beside it, unless a person wants that (V-18.10).
                self._ended(error, life, restarts)
                self._changed = anyio.Event()
                await self._changed.wait()
                return
            if not changed.is_set():
                pause_s = self._ended(error, life, restarts)
                pause = changed.wait if pause_s is None else partial(self._parts.time.sleep, pause_s)
                await first_of(changed.wait, pause)

    def _ended(self, error: AppError, life: _Life, restarts: Restarts) -> float | None:
        """Show why it ended; return the pause before the next start, or ``None`` to wait for a person."""
        words = words_of(error)
        self._log.add(LogSource.HOST, words)
        status = _WAITS_FOR_PERSON.get(error.kind) if isinstance(error, CallFailed) else None
        if status is not None:
            self._show(ServerState(status, words, remarks=life.notes.remarks))
            return None
        now_s = self._parts.time.monotonic_s()
        up_s = 0.0 if life.up_since_s is None else now_s - life.up_since_s
        remarks = life.notes.remarks
        pause_s: float | None = None
        if not isinstance(error, UserFixable | ServerStuck):
            pause_s = restarts.after_crash(now_s, up_s)
            if pause_s is None:
                remarks = (*remarks, Remark(RemarkCode.RESTARTS_STOPPED))
        last = self._last_line()
        self._show(ServerState(ServerStatus.CRASHED, f"{words} {last}".strip(), remarks=remarks))
        return pause_s

    def _last_line(self) -> str:
        """Return what the server itself said last, as the log has it: with secrets masked."""
        last = next((line.text for line in reversed(self._log.lines()) if line.source is not LogSource.HOST), "")
        return clip(last, LONGEST_QUOTE)

    async def _live(self, record: InstallRecord, changed: anyio.Event, life: _Life) -> AppError:
        """Connect and stay connected; returns how it ended, when the process is gone."""
        self._at_rest = anyio.Event()
        self._show(ServerState(ServerStatus.STARTING))
        ended: AppError = CallFailed(CallClass.SERVER_EXITED, "The server ended.")
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._leave, changed, group.cancel_scope)
                group.start_soon(self._hurry, record, life, group.cancel_scope)
                ended = await self._serve(record, life)
                group.cancel_scope.cancel()
        except* AppError as errors:
            ended = first_error(errors)
        except* Exception as errors:
            # One server's trouble, of whatever kind, must not end the task of all.
            logger.exception("the connection to %s failed", record.integration_id, exc_info=errors)
            ended = Bug("see the log")
        finally:
            self._client = None
            self._at_rest.set()
        if life.too_slow:
            return CallFailed(CallClass.TIMEOUT, "The server did not answer in time.")
        return ended

    async def _serve(self, record: InstallRecord, life: _Life) -> AppError:
        values = await load_values(record, self._parts)
        self._log.set_secrets([values[name] for name in record.manifest.secret_fields if name in values])
        async with reach(record, values, life.notes, self._parts) as client:
            tools = await client.list_tools()
            life.up_since_s = self._parts.time.monotonic_s()
            life.connected.set()
            self._live_values = LiveValues(record)
            self._client = client
            self._show_tools(record, client, tools, life.notes)
            return await self._while_connected(record, client, life.notes)

    async def _while_connected(self, record: InstallRecord, client: McpClient, notes: PageNotes) -> AppError:
        async with anyio.create_task_group() as group:
            group.start_soon(self._follow_tools, record, client, notes)
            group.start_soon(self._live_values.run, client)
            await client.wait_ended()
            self._client = None
            group.cancel_scope.cancel()
        return await client.wait_ended()

    async def _follow_tools(self, record: InstallRecord, client: McpClient, notes: PageNotes) -> None:
        while True:
            await client.wait_tools_changed()
            try:
                with anyio.fail_after(self._parts.limits.connect_s):
                    tools = await client.list_tools()
            except (CallFailed, TimeoutError):
                notes.log(LogSource.HOST, "The server changed its tools, but does not list them.")
            else:
                self._show_tools(record, client, tools, notes)

    def _show_tools(
        self, record: InstallRecord, client: McpClient, tools: tuple[ServedTool, ...], notes: PageNotes
    ) -> None:
        remarks = notes.remarks
        if record.has_manifest:
            found = differences(record.manifest, tools)
            for difference in found:
                notes.log(LogSource.HOST, difference.words)
            missing = [one.tool for one in found if one.kind is DifferenceKind.NOT_SERVED]
            for line in self._live_values.newly_left_out(tools):
                notes.log(LogSource.HOST, line)
            remarks = (*remarks, *(Remark(RemarkCode.TOOL_NOT_SERVED, tool) for tool in missing))
        self._show(
            ServerState(
                ServerStatus.CONNECTED,
                tools=tools,
                remarks=remarks,
                server_name=client.server_name,
                server_version=client.server_version,
                protocol_version=client.protocol_version,
            )
        )

    async def _hurry(self, record: InstallRecord, life: _Life, scope: anyio.CancelScope) -> None:
        """End a connection that takes too long (V-18.5)."""
        limits = self._parts.limits
        is_first = record.connected_digest != record.digest != self._connected_digest
        limit_s = limits.first_connect_s if is_first else limits.connect_s
        await first_of(life.connected.wait, partial(self._parts.time.sleep, limit_s))
        if life.connected.is_set():
            self._connected_digest = record.digest
            if is_first:
                self._parts.note_connected(record.integration_id, record.digest)
        else:
            life.too_slow = True
            scope.cancel()

    async def _leave(self, changed: anyio.Event, scope: anyio.CancelScope) -> None:
        """End a connection that something else shall follow, when its running calls are over (V-5.15)."""
        await changed.wait()
        if self._running:
            self._idle = anyio.Event()
            await first_of(self._idle.wait, partial(self._parts.time.sleep, self._parts.limits.drain_s))
        scope.cancel()

    def _show(self, state: ServerState) -> None:
        if state != self.state:
            self.state = state
            self._tell()
            self._on_change(state)

    def _tell(self) -> None:
        """Wake the calls that wait for this server, so that they look again."""
        self._news.set()
        self._news = anyio.Event()
