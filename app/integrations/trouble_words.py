"""Why a server does not run, in words for its page: each code of an error that can end a start has a sentence.

Used by whoever starts servers, tests connections and signs requests; any thread.
"""

from __future__ import annotations

from typing import Final

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import AppError, KeyStoreUnavailable

__all__ = ["secrets_trouble", "words_of"]

_SENTENCES: Final = {
    "key-store-absent": "The key store of the system is not there, so its secrets are missing. Fill them in again.",
    "key-store-unsafe": "The key store of the system would keep secrets in a plain file, so its secrets are missing. "
    "Fill them in again.",
    "key-store-locked": "The key store of the system is locked, so its secrets cannot be read. Unlock it, then restart "
    "the integration.",
    "key-store-silent": "The key store of the system does not answer, so its secrets cannot be read. Look for a window "
    "that asks for a password, then restart the integration.",
    "key-store-unavailable": "The key store of the system did not give its secrets.",
    "server-start-failed": "Its program {place} did not start: {detail}.",
    "server-folder-missing": "The folder that it runs in is not there: {place}.",
    "server-stuck": "Processes of {place} do not end, so it is not started again: {detail}.",
    "guard-unavailable": "What ends servers together with Voxnotch cannot be started, so no server is.",
    "program-missing": "The program {place} cannot be found or run. Searched: {detail}.",
    "program-not-executable": "The file {detail} is there, but may not be run as a program.",
}
"""By code; ``{place}`` and ``{detail}`` are those of the error."""

_EMPTY_HANDED: Final = frozenset({"key-store-absent", "key-store-unsafe"})
"""There is no store that could have them, so they were kept in memory until Voxnotch ended (V-5.14)."""


def words_of(error: AppError) -> str:
    """Return an error in words for a page."""
    if isinstance(error, CallFailed):
        return error.message
    sentence = _SENTENCES.get(error.code)
    if sentence is not None:
        return sentence.format(place=error.place, detail=error.detail)
    return ": ".join(part for part in (error.place, error.detail) if part) or error.code


def secrets_trouble(error: KeyStoreUnavailable) -> AppError:
    """Return what to tell when secrets cannot be read: values are missing where no store can have them (V-5.16)."""
    if error.code in _EMPTY_HANDED:
        return CallFailed(CallClass.NEEDS_SETUP, words_of(error))
    return error
