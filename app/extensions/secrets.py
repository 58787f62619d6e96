"""The system's key store, through the library ``keyring``; the only place that touches it.

Calls block on D-Bus and may show a prompt of the system, so they run on a thread and are bounded.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import anyio
import anyio.to_thread

__all__ = ["KeyStore", "KeyStoreState", "probe_key_store"]

PROBE_TIMEOUT_S: Final = 5.0
"""An unlocked store answers in 0.1 s; a locked one asks the person, which the probe does not wait for."""

PROBE_SERVICE: Final = "voxnotch-doctor"
_limiter: Final = anyio.CapacityLimiter(1)


class KeyStoreState(StrEnum):
    READY = "ready"
    LOCKED = "locked"
    ABSENT = "absent"
    """No key store answers in this session."""
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
    import keyring
    from keyring.errors import InitError, KeyringError, KeyringLocked

    value = secrets.token_hex(16)
    name = ""
    try:
        backend = keyring.get_keyring()
        name = str(backend.name)
        backend.set_password(PROBE_SERVICE, "probe", value)  # pyright: ignore[reportUnknownMemberType] - untyped
        read = backend.get_password(PROBE_SERVICE, "probe")
        backend.delete_password(PROBE_SERVICE, "probe")
    except (KeyringLocked, InitError):
        return KeyStore(KeyStoreState.LOCKED, name)
    except (KeyringError, OSError):  # OSError: the address of the bus leads nowhere
        return KeyStore(KeyStoreState.ABSENT, name)
    return KeyStore(KeyStoreState.READY if read == value else KeyStoreState.ABSENT, name)
