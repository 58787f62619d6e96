"""One Voxnotch for each person and each set of folders; a second start hands its request to the first (A38).

The lock is a ``QLockFile`` in the state folder: one that a killed process left behind does not count. The first
instance listens on a local socket; a request is one JSON line: ``{"request": "show"}``, ``{"open": "/a/path"}`` for a
folder or file to install, or ``{"say": "words"}`` and more (see ``say_requests``); its answer is ``{"ok": true}``. Who
asked with ``"wait": true`` gets one more line when the turn is over. :func:`send` and :func:`ask` are for the command
line, any thread, no event loop; :class:`InstanceServer` lives on Qt's main thread.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol, cast

from PySide6.QtCore import QLockFile, QObject, QTimer
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.settings.paths import AppPaths

__all__ = [
    "InstanceLock",
    "InstanceServer",
    "NoAnswer",
    "NoAnswerWhy",
    "Request",
    "ask",
    "is_running",
    "send",
    "send_path",
]

log = logging.getLogger(__name__)

CONNECT_TIMEOUT_MS: Final = 1000
"""Connecting to a local socket is immediate unless the other side is frozen."""
ANSWER_TIMEOUT_MS: Final = 3000
"""The main thread of the first instance answers between two frames."""
CLAIM_TIMEOUT_S: Final = 10.0
"""Two starts at once: the first has the lock before it listens; loading Qt on a busy machine takes seconds."""
CLAIM_WAIT_MS: Final = 50
LONGEST_REQUEST: Final = 32768
"""Bytes; a path has at most 4096, each of which JSON may write as six."""
WAIT_SLICE_MS: Final = 200
"""Qt waits outside of Python, which sees Ctrl+C only in between."""
LONGEST_ANSWER: Final = 16 * 1024 * 1024
"""Bytes of the line that tells how a turn ended; its cards stand in it."""
HANG_UP_MS: Final = 5000
"""For a caller to read its last line; then the connection is cut, and what was not read is lost to it alone."""
LONGEST_SOCKET_PATH: Final = 100
"""Bytes; ``sun_path`` holds 108 on Linux and 104 on macOS, and Qt adds a temporary suffix."""


class Request(StrEnum):
    """What a second start may ask of the first."""

    SHOW = "show"
    START_DICTATION = "start-dictation"
    STOP = "stop"
    TOGGLE = "toggle"
    CANCEL = "cancel"
    UNDO = "undo"
    PASTE_LAST = "paste-last"
    QUIT = "quit"


def socket_name(paths: AppPaths) -> str:
    """Return where the first instance listens: in the state folder, or in the temporary one if that is too deep."""
    inside = paths.state / "instance.sock"
    if len(str(inside).encode()) <= LONGEST_SOCKET_PATH:
        return str(inside)
    import hashlib  # rarely needed, and the first frame waits for this module
    import tempfile

    digest = hashlib.sha256(str(paths.state).encode()).hexdigest()[:16]
    return str(Path(tempfile.gettempdir()) / f"voxnotch-{digest}.sock")


class NoAnswerWhy(StrEnum):
    NOT_RUNNING = "not-running"
    REFUSED = "refused"
    """It runs and does not take the request."""
    LATE = "late"
    """It took the request, and the time was up before the answer came."""
    GONE = "gone"
    """It took the request and hung up."""


class NoAnswer(Exception):
    def __init__(self, why: NoAnswerWhy) -> None:
        super().__init__(why)
        self.why = why


def send(paths: AppPaths, request: str) -> bool:
    """Hand a request to the instance that runs; False when none does or it does not take it."""
    return _send(paths, {"request": request})


def send_path(paths: AppPaths, path: Path) -> bool:
    """Hand a folder or file to the instance that runs, which shows what installing it would bring."""
    return _send(paths, {"open": str(path)})


def _send(paths: AppPaths, message: Mapping[str, object]) -> bool:
    try:
        ask(paths, message)
    except NoAnswer:
        return False
    return True


def ask(paths: AppPaths, message: Mapping[str, object], *, wait_s: float | None = None) -> dict[str, object]:
    """Hand a request to the instance that runs; with ``wait_s`` wait so long for the line that ends it.

    Raises:
        NoAnswer
    """
    name = socket_name(paths)
    socket = QLocalSocket()
    if _is_of_another(name):
        raise NoAnswer(NoAnswerWhy.NOT_RUNNING)
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_TIMEOUT_MS):
        raise NoAnswer(NoAnswerWhy.NOT_RUNNING)
    socket.write(json.dumps(message).encode() + b"\n")
    try:
        answer = _read_line(socket, ANSWER_TIMEOUT_MS / 1000)
        if answer is None or answer.get("ok") is not True:
            raise NoAnswer(NoAnswerWhy.REFUSED)
        if wait_s is None:
            return answer
        ended = _read_line(socket, wait_s)
        if ended is None:
            raise NoAnswer(NoAnswerWhy.LATE if _is_connected(socket) else NoAnswerWhy.GONE)
        return ended
    finally:
        socket.abort()


def _is_of_another(name: str) -> bool:
    """Say whether somebody else listens there: in the temporary folder anyone may, and would hear what is said."""
    try:
        return sys.platform != "win32" and Path(name).lstat().st_uid != os.getuid()
    except OSError:
        return False


def _read_line(socket: QLocalSocket, most_s: float) -> dict[str, object] | None:
    deadline = time.monotonic() + most_s
    while not socket.canReadLine():
        left_ms = int((deadline - time.monotonic()) * 1000)
        if left_ms <= 0 or socket.bytesAvailable() > LONGEST_ANSWER or not _is_connected(socket):
            return None
        socket.waitForReadyRead(min(left_ms, WAIT_SLICE_MS))
    return _parse(socket.readLine().data())


def _is_connected(socket: QLocalSocket) -> bool:
    return socket.state() is QLocalSocket.LocalSocketState.ConnectedState


def is_running(paths: AppPaths) -> bool:
    """Tell whether an instance holds the lock; any thread, no event loop."""
    lock = _lock_file(paths)
    if lock.tryLock(0):
        lock.unlock()
        return False
    return lock.error() is QLockFile.LockError.LockFailedError


def _lock_file(paths: AppPaths) -> QLockFile:
    lock = QLockFile(str(paths.state / "instance.lock"))
    lock.setStaleLockTime(0)  # never by age: only the death of its owner makes it stale
    return lock


class InstanceLock:
    """The right to be the one that runs; given back by :meth:`release` or by the end of the process."""

    def __init__(self, paths: AppPaths) -> None:
        self._paths = paths
        self._lock = _lock_file(paths)

    def claim(self, request: str) -> bool:
        """Become the one instance, or hand ``request`` to the one that is; True: we are it.

        Waits, bounded, for a first instance that is just starting. A state folder that cannot be written lets us
        run without a lock: the person needs the window to see what is wrong.
        """
        with contextlib.suppress(OSError):  # the lock meets the same trouble and is told of below
            self._paths.state.mkdir(parents=True, exist_ok=True)
        deadline = time.monotonic() + CLAIM_TIMEOUT_S
        while not self._lock.tryLock(CLAIM_WAIT_MS):
            if self._lock.error() is not QLockFile.LockError.LockFailedError:
                log.warning("no lock for a single instance: %s", self._lock.error().name)
                return True
            if send(self._paths, request):
                return False
            if time.monotonic() > deadline:
                log.warning("another instance holds the lock and does not answer")
                return False
        return True

    def release(self) -> None:
        self._lock.unlock()


class Listener(Protocol):
    """Who takes what is said; see ``SayRequests``."""

    def take(self, message: Mapping[str, object], caller: Caller) -> bool: ...

    def forget(self, caller: Caller) -> None: ...


class Caller:
    """A later start that waits for its last line."""

    def __init__(self, socket: QLocalSocket) -> None:
        self._socket = socket

    def send(self, line: bytes) -> None:
        """Hand the line over and hang up; Qt writes it when the other side reads."""
        self._socket.write(line)
        self._socket.flush()
        self._socket.disconnectFromServer()
        limit = QTimer(self._socket, singleShot=True, interval=HANG_UP_MS)
        limit.timeout.connect(self._cut)
        limit.start()

    def _cut(self) -> None:
        self._socket.abort()


class InstanceServer(QObject):
    """Takes requests of later starts."""

    def __init__(
        self,
        paths: AppPaths,
        on_request: Callable[[Request], None],
        parent: QObject | None = None,
        *,
        on_path: Callable[[str], None] | None = None,
        listener: Listener | None = None,
    ) -> None:
        """``on_path`` gets the folder or file that a later start was opened with, ``listener`` what was said."""
        super().__init__(parent)
        self._on_request = on_request
        self._on_path = on_path
        self._listener = listener
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        name = socket_name(paths)
        QLocalServer.removeServer(name)  # we hold the lock, so a socket that is there belongs to a dead instance
        if not self._server.listen(name):
            log.warning("cannot listen for later starts: %s", self._server.errorString())

    def close(self) -> None:
        """Listen no more, and cut off who is connected; a last line that is on its way may arrive."""
        self._server.close()
        for socket in self._server.findChildren(QLocalSocket):
            if socket.state() is QLocalSocket.LocalSocketState.ConnectedState:
                socket.abort()  # a socket that is open when its server goes ends the process (Qt 6.11)

    def _accept(self) -> None:
        while (socket := cast("QLocalSocket | None", self._server.nextPendingConnection())) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > LONGEST_REQUEST:
                socket.abort()
            return
        message = _parse(socket.readLine(LONGEST_REQUEST).data())
        if "say" in message and self._listener is not None:
            self._hear(message, socket, self._listener)
            return
        asked, path = message.get("request"), message.get("open")
        known = isinstance(asked, str) and asked in set(Request)
        opens = self._on_path is not None and isinstance(path, str) and _is_path(path)
        socket.write(json.dumps({"ok": known or opens}).encode() + b"\n")
        socket.flush()
        socket.disconnectFromServer()
        if known:
            self._on_request(Request(asked))
        elif self._on_path is not None and opens:
            self._on_path(str(path))

    def _hear(self, message: dict[str, object], socket: QLocalSocket, listener: Listener) -> None:
        caller = Caller(socket)
        socket.disconnected.connect(lambda: listener.forget(caller))
        taken = listener.take(message, caller)
        socket.write(json.dumps({"ok": taken}).encode() + b"\n")
        socket.flush()
        if not taken or message.get("wait") is not True:
            socket.disconnectFromServer()


def _is_path(text: str) -> bool:
    """Say whether a file system can have it, from its root."""
    try:
        return b"\0" not in os.fsencode(text) and Path(text).is_absolute()
    except UnicodeEncodeError:  # half of a surrogate pair
        return False


def _parse(line: bytes | bytearray | memoryview) -> dict[str, object]:
    try:
        value: object = json.loads(bytes(line))
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
