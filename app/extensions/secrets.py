"""The secrets of integrations, in the key store of the system and nowhere else (V-5.13, V-5.14).

Calls block on D-Bus and may show a prompt of the system, so they run on a thread and are bounded. Called by the
installer, by whoever starts servers and by the sign-in of remote servers, on the core loop.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

import anyio
import anyio.to_thread

from app.domain.calls import IntegrationId
from app.domain.errors import KeyStoreUnavailable
from app.extensions.key_store import choose_backend, named_errors

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

__all__ = ["GRANT_ENTRY", "KeyStore", "KeyStoreState", "SecretStore", "probe_key_store"]

T = TypeVar("T")

PROBE_TIMEOUT_S: Final = 5.0
"""An unlocked store answers in 0.1 s; a locked one asks the person, which the probe does not wait for."""
CALL_LIMIT_S: Final = 60.0
"""A store that is locked asks the person for its password first; so long they have."""

GRANT_ENTRY: Final = "oauth:grant"
"""Name of what a sign-in to a remote server gave (V-3.13); no field can have this name."""

PROBE_SERVICE: Final = "voxnotch-doctor"
_limiter: Final = anyio.CapacityLimiter(1)


class SecretStore:
    """Values by integration and name. What is kept until quit is in the memory of this object alone."""

    def __init__(self, choose: Callable[[], KeyringBackend] = choose_backend) -> None:
        """``choose`` names the store; it is asked at each call, on a thread, and may raise KeyStoreUnavailable."""
        self._choose = choose
        self._held: dict[IntegrationId, dict[str, str]] = {}
        self._turn = anyio.CapacityLimiter(1)
        self._use = _Use()

    async def store(self, integration: IntegrationId, values: Mapping[str, str], *, until_quit: bool = False) -> None:
        """Keep values, all or none of them; ``until_quit``: in memory, on the word of the person (V-5.14).

        Raises:
            KeyStoreUnavailable: nothing was stored; what was there before is still there.
        """
        if not until_quit:
            await self._store(integration, values)
        held = self._held.setdefault(integration, {})
        for name, value in values.items():
            held.pop(name, None)
            if until_quit:
                held[name] = value

    async def _store(self, integration: IntegrationId, values: Mapping[str, str]) -> None:
        deal = _Deal()
        try:
            await self._call(lambda backend: _store(backend, _service(integration), values, deal))
        except KeyStoreUnavailable:
            if deal.call_off():
                raise
        finally:
            deal.call_off()

    async def load(self, integration: IntegrationId, names: Iterable[str]) -> dict[str, str]:
        """Return those of the values that are kept; no store is asked when all of them are in memory.

        Raises:
            KeyStoreUnavailable
        """
        held = self._held.get(integration, {})
        wanted = list(dict.fromkeys(names))
        found = {name: held[name] for name in wanted if name in held}
        if missing := [name for name in wanted if name not in held]:
            found |= await self._call(lambda backend: _load(backend, _service(integration), missing))
        return found

    async def delete(self, integration: IntegrationId, names: Iterable[str]) -> None:
        """Forget values; one that is not there is no fault.

        Raises:
            KeyStoreUnavailable: some that were not in memory only may still be in the store.
        """
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return
        held = self._held.get(integration, {})
        only_held = all(name in held for name in wanted)
        for name in wanted:
            held.pop(name, None)
        try:
            await self._call(lambda backend: _delete(backend, _service(integration), wanted))
        except KeyStoreUnavailable:
            if not only_held:
                raise

    def held(self, integration: IntegrationId) -> frozenset[str]:
        """Return the names of what is kept until quit only."""
        return frozenset(self._held.get(integration, ()))

    async def _call(self, use: Callable[[KeyringBackend], T]) -> T:
        left = threading.Event()

        def work() -> T:
            with self._use.begun(left):
                backend = self._choose()
                with named_errors(str(backend.name)):
                    return use(backend)

        try:
            with anyio.fail_after(CALL_LIMIT_S):
                return await anyio.to_thread.run_sync(work, limiter=self._turn, abandon_on_cancel=True)
        except TimeoutError as error:
            raise KeyStoreUnavailable(f"no answer within {CALL_LIMIT_S:g} s", code="key-store-silent") from error
        finally:
            self._use.leave(left)


class _Use:
    """One use of the store at a time, by threads: a limiter's turn ends when its task leaves, not with the thread.

    Else what a silent store takes too late would be taken back in the middle of a later change, or after it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._busy = False

    @property
    def busy(self) -> bool:
        """Say whether a thread uses the store, be it one for which nobody waits any more."""
        return self._busy

    @contextmanager
    def begun(self, left: threading.Event) -> Generator[None]:
        """Wait for the thread before, at most until nobody waits for this one; called on a thread.

        Raises:
            KeyStoreUnavailable: nobody waits any more, and the store was not used.
        """
        with self._changed:
            # The one that waits is bounded by CALL_LIMIT_S, and says that it leaves.
            self._changed.wait_for(lambda: left.is_set() or not self._busy)
            if left.is_set():
                raise KeyStoreUnavailable(code="key-store-silent")
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()

    def leave(self, left: threading.Event) -> None:
        """Say that nobody waits for a thread any more."""
        with self._changed:
            left.set()
            self._changed.notify_all()


class _Deal:
    """Whether a change counts: either its thread comes to the end of it, or nobody waits any more; the first wins."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closed: bool | None = None

    def close(self) -> bool:
        """Say that all is stored; ``False``: too late, it has to be taken back."""
        return self._settle(closed=True)

    def call_off(self) -> bool:
        """Say that nobody waits; ``False``: too late, it is stored."""
        return not self._settle(closed=False)

    def _settle(self, *, closed: bool) -> bool:
        with self._lock:
            if self._closed is None:
                self._closed = closed
            return self._closed


def _service(integration: IntegrationId) -> str:
    return f"voxnotch:{integration}"


def _store(backend: KeyringBackend, service: str, values: Mapping[str, str], deal: _Deal) -> None:
    before = _load(backend, service, values)
    try:
        for name, value in values.items():
            _set(backend, service, name, value)
        if _load(backend, service, values) != dict(values) or not deal.close():
            raise KeyStoreUnavailable("not stored", place=str(backend.name))  # noqa: TRY301 - taken back below
    except BaseException:
        _put_back(backend, service, values, before)
        raise


def _put_back(backend: KeyringBackend, service: str, names: Iterable[str], before: Mapping[str, str]) -> None:
    try:
        with named_errors(str(backend.name)):
            for name in names:
                if name in before:
                    _set(backend, service, name, before[name])
                else:
                    _delete(backend, service, [name])
    except KeyStoreUnavailable:
        return  # it went away in the middle; the error that led here is already on its way


def _set(backend: KeyringBackend, service: str, name: str, value: str) -> None:
    backend.set_password(service, name, value)  # pyright: ignore[reportUnknownMemberType] - wrapped without types


def _load(backend: KeyringBackend, service: str, names: Iterable[str]) -> dict[str, str]:
    found = {name: backend.get_password(service, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _delete(backend: KeyringBackend, service: str, names: Iterable[str]) -> None:
    for name in names:
        # Asked first: stores do not agree on what a deletion of nothing raises.
        if backend.get_password(service, name) is not None:
            backend.delete_password(service, name)


class KeyStoreState(StrEnum):
    READY = "ready"
    LOCKED = "locked"
    ABSENT = "absent"
    """No key store answers in this session, or none that is a place for secrets."""
    SILENT = "silent"
    """It did not answer in time."""


@dataclass(frozen=True, slots=True)
class KeyStore:
    state: KeyStoreState
    name: str
    """Name of the backend, e.g. ``SecretService Keyring``."""


async def probe_key_store() -> KeyStore:
    """Store a random value, read it back and delete it again."""
    with anyio.move_on_after(PROBE_TIMEOUT_S):
        return await anyio.to_thread.run_sync(_probe, limiter=_limiter, abandon_on_cancel=True)
    return KeyStore(KeyStoreState.SILENT, "")


def _probe() -> KeyStore:
    try:
        backend = choose_backend()
        with named_errors(str(backend.name)):
            _store(backend, PROBE_SERVICE, {"probe": secrets.token_hex(16)}, _Deal())
            _delete(backend, PROBE_SERVICE, ["probe"])
    except KeyStoreUnavailable as error:
        locked = error.code == "key-store-locked"
        return KeyStore(KeyStoreState.LOCKED if locked else KeyStoreState.ABSENT, error.place)
    return KeyStore(KeyStoreState.READY, str(backend.name))
