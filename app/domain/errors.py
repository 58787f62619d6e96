"""Errors of Voxnotch: one tree, stable codes, no sentences.

Owned by the domain; raised everywhere, turned into words by the user interface (``ui/phrases.py``) and the
command line. A foreign exception is converted at the adapter that met it, with ``raise ... from``.

::

    AppError
    ├── UserFixable       the person can mend it: a setting, a device, a full disk
    │   ├── SettingsDamaged
    │   ├── StorageUnavailable
    │   ├── MicrophoneUnavailable
    │   ├── ModelDamaged
    │   ├── ModelMissing
    │   ├── HotkeyConflict
    │   ├── AudioUnreadable
    │   ├── KeyStoreUnavailable
    │   ├── UnusableSchema
    │   └── InstallFailed
    ├── External          something outside failed: server, network, device, another program
    │   ├── DisplayUnavailable
    │   ├── InsertionFailed
    │   ├── ClipboardFrozen
    │   ├── MicrophoneLost
    │   ├── RecogniserFailed
    │   ├── NarratorFailed
    │   ├── AnswerFailed
    │   └── CallFailed        in ``calls``, which has its classes
    ├── Denied            a rule or a person said no
    └── Bug               our own fault; shown with a request to report it
"""

from __future__ import annotations

from typing import TypeVar

__all__ = [
    "AnswerFailed",
    "AppError",
    "AudioUnreadable",
    "Bug",
    "ClipboardFrozen",
    "Denied",
    "DisplayUnavailable",
    "External",
    "HotkeyConflict",
    "InstallFailed",
    "InsertionFailed",
    "KeyStoreUnavailable",
    "MicrophoneLost",
    "MicrophoneUnavailable",
    "ModelDamaged",
    "ModelMissing",
    "NarratorFailed",
    "RecogniserFailed",
    "SettingsDamaged",
    "StorageUnavailable",
    "UnusableSchema",
    "UserFixable",
    "first_error",
]

E = TypeVar("E", bound=Exception)


class AppError(Exception):
    """Any failure that Voxnotch names."""

    code = "app-error"
    """Stable, kebab-case; what logs, ``--json`` output and the phrase table key on."""

    def __init__(self, detail: str = "", *, place: str = "", code: str | None = None) -> None:
        """Keep what is needed to say it in words later.

        ``detail`` is technical and free of secrets and of anything a person said or typed. ``place`` names
        where: a file, a setting (``audio.device``), a JSON path, a shortcut.
        """
        super().__init__(detail)
        self.detail = detail
        self.place = place
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return ": ".join(part for part in (self.code, self.place, self.detail) if part)


class UserFixable(AppError):
    """The person can mend it; the user interface offers the next step."""

    code = "user-fixable"


class SettingsDamaged(UserFixable):
    """A settings file or one value in it could not be used; ``place`` is the file or the key."""

    code = "settings-damaged"


class StorageUnavailable(UserFixable):
    """The data folder is full, read-only, or written by a newer Voxnotch.

    Codes: ``storage-full``, ``storage-read-only``, ``storage-newer``, ``storage-damaged``, ``storage-slow``,
    ``storage-unavailable``.
    """

    code = "storage-unavailable"


class MicrophoneUnavailable(UserFixable):
    """No microphone could be opened.

    Codes: ``microphone-none``, ``microphone-denied``, ``microphone-busy``, ``microphone-unavailable``.
    """

    code = "microphone-unavailable"


class ModelMissing(UserFixable):
    """The speech model that is asked for is not on this machine; ``place`` is its name."""

    code = "model-missing"


class ModelDamaged(UserFixable):
    """A file of the speech model has the wrong size or hash; ``place`` is the file."""

    code = "model-damaged"


class HotkeyConflict(UserFixable):
    """Another program holds this shortcut, or two actions share it; ``place`` is the shortcut."""

    code = "hotkey-conflict"


class AudioUnreadable(UserFixable):
    """An audio file is empty, cut off or not audio; ``place`` is the file."""

    code = "audio-unreadable"


class KeyStoreUnavailable(UserFixable):
    """Secrets cannot be kept in, or read from, the key store of the system (V-5.14); ``place`` is its name.

    Codes: ``key-store-locked``, ``key-store-absent``, ``key-store-silent`` (it does not answer), ``key-store-unsafe``
    (it would write them into a plain file, or nowhere), ``key-store-unavailable`` (it refused).
    """

    code = "key-store-unavailable"


class UnusableSchema(UserFixable):
    """Arguments cannot be checked by this input schema; ``place`` is where in it, ``detail`` a code."""

    code = "schema-unusable"


class InstallFailed(UserFixable):
    """An integration was not installed, reloaded or removed; nothing of what was there before has changed.

    Codes: ``install-changed`` (its files are not those that were shown), ``install-gone``, ``install-unknown`` (no such
    plan or integration), ``install-refused``, ``dependencies-failed``. ``place`` is the file, the folder, the program
    or the id.
    """

    code = "install-failed"


class External(AppError):
    """Something outside Voxnotch failed."""

    code = "external"


class DisplayUnavailable(External):
    """There is no display, or it went away."""

    code = "display-unavailable"


class InsertionFailed(External):
    """The text did not reach the other program; it stays on the clipboard or on a card."""

    code = "insertion-failed"


class ClipboardFrozen(External):
    """The program that owns the clipboard does not answer."""

    code = "clipboard-frozen"


class MicrophoneLost(External):
    """The microphone went away or went silent in the middle of a take."""

    code = "microphone-lost"


class RecogniserFailed(External):
    """The recogniser gave up on a take; the audio is kept."""

    code = "recogniser-failed"


class NarratorFailed(External):
    """An answer could not be said aloud; it is on the screen all the same.

    Codes: ``narrator-missing`` (no voice on this machine), ``narrator-failed``.
    """

    code = "narrator-failed"


class AnswerFailed(External):
    """The agent has no answer; ``place`` names the server, the model or the limit, never anything that was said.

    Codes: ``agent-no-match`` (nothing installed fits, and no model is set), ``agent-no-tools`` (nothing is there that
    could fit), ``agent-call-failed`` (of the one tool that the router called), ``call-failed`` (of a fast intent: the
    agent may be asked instead, V-14.28), ``agent-no-model`` (a provider without the name of a model),
    ``agent-no-address``, ``agent-key-missing``, ``agent-key-refused``, ``agent-model-unknown``, ``agent-server-gone``,
    ``agent-timeout``, ``agent-rate-limited``, ``agent-context-full``, ``agent-broken-answer``, ``agent-limit-reached``,
    ``agent-refused`` (the model's own rules), ``agent-failed`` (all else that a server says), ``agent-turn-unknown``
    (its words are not kept any more), ``agent-router-broken`` (files of the router are missing or damaged),
    ``agent-starting`` (nothing fits so far, and integrations are still being started).
    """

    code = "agent-failed"


class Denied(AppError):
    """A rule or a person said no."""

    code = "denied"


class Bug(AppError):
    """Our own fault."""

    code = "bug"


def first_error(errors: BaseExceptionGroup[E]) -> E:
    """Return what went wrong first in nested groups: the error that every other one followed from."""
    found: BaseExceptionGroup[E] | E = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
