"""Which key store of the system holds secrets, and what its failures mean; the only user of the library ``keyring``.

Called by :mod:`app.extensions.secrets`, on threads that may block: every call goes over D-Bus (or its like) and may
make the system ask the person for a password.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from app.domain.errors import KeyStoreUnavailable

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

__all__ = ["choose_backend", "named_errors"]

_UNSAFE: Final = ("keyring.backends.null", "keyrings.alt", "keyrings.cryptfile", "sagecipher")
"""Modules of stores that keep nothing, write a plain or weakly coded file, or ask for a password on the terminal. The
last three come with other programs and the library chooses them by itself once they are installed."""


def choose_backend() -> KeyringBackend:
    """Return the store that the library recommends here, never a chain of several: a secret has one place.

    Raises:
        KeyStoreUnavailable: there is none (``key-store-absent``), or only one that is no place for secrets
            (``key-store-unsafe``).
    """
    import keyring
    from keyring.backends.chainer import ChainerBackend
    from keyring.backends.fail import Keyring as NoBackend

    try:
        backend = keyring.get_keyring()
        if isinstance(backend, ChainerBackend):
            links: list[KeyringBackend] = list(backend.backends)  # pyright: ignore[reportArgumentType] - untyped
            backend = next((link for link in links if not _is_unsafe(link)), NoBackend())
    except (ImportError, AttributeError, RuntimeError) as error:  # what a setting names is not there
        raise KeyStoreUnavailable(type(error).__name__, code="key-store-absent") from error
    if isinstance(backend, NoBackend):
        raise KeyStoreUnavailable(code="key-store-absent")
    if _is_unsafe(backend):
        raise KeyStoreUnavailable(place=str(backend.name), code="key-store-unsafe")
    return backend


def _is_unsafe(backend: KeyringBackend) -> bool:
    return type(backend).__module__.startswith(_UNSAFE)


@contextmanager
def named_errors(name: str) -> Generator[None]:
    """Turn what ``keyring`` and the library below it raise into :class:`KeyStoreUnavailable`.

    The detail is the kind of the error alone: its text may quote what was to be stored.
    """
    from keyring.errors import InitError, KeyringError, KeyringLocked

    try:
        yield
    except (KeyringLocked, InitError) as error:
        raise KeyStoreUnavailable(type(error).__name__, place=name, code="key-store-locked") from error
    except OSError as error:  # the address of the bus leads nowhere
        raise KeyStoreUnavailable(type(error).__name__, place=name, code="key-store-absent") from error
    except (KeyringError, *_errors_below()) as error:
        raise KeyStoreUnavailable(type(error).__name__, place=name) from error


def _errors_below() -> tuple[type[Exception], ...]:
    """Return what the library for Linux lets through from its own library."""
    try:
        from jeepney import DBusErrorResponse
        from secretstorage import SecretStorageException
    except ImportError:
        return ()
    return DBusErrorResponse, SecretStorageException
