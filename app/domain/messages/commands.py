"""What the outside asks of the core; ``Command`` is the closed union of all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.calls import Sound
from app.domain.messages.agent_commands import AgentCommand
from app.domain.messages.integration_commands import IntegrationCommand
from app.domain.turn import TurnId, TurnKind

__all__ = [
    "CancelTurn",
    "ChangeSettings",
    "ClearHistory",
    "Command",
    "CopyText",
    "CopyTurn",
    "DeleteTurn",
    "ExportSettings",
    "FetchModel",
    "HotkeyAction",
    "HotkeyEdge",
    "ImportSettings",
    "PasteTurn",
    "PlaySound",
    "PlayTake",
    "RecordShortcut",
    "RequestHistory",
    "RetryTurn",
    "StartMicrophoneTest",
    "StartTurn",
    "StopMicrophoneTest",
    "StopPlayback",
    "StopTurn",
    "UndoInsertion",
]


class HotkeyAction(StrEnum):
    DICTATE = "dictate"
    AGENT = "agent"
    CANCEL = "cancel"
    UNDO = "undo"
    PASTE_LAST = "paste-last"
    LOCK = "lock"
    CARD = "card"
    """Give the keyboard to the card of the question that is up."""
    WRITE = "write"
    """Open the field for typed input."""


@dataclass(frozen=True, slots=True)
class HotkeyEdge:
    """A grabbed key or button went down or up; auto-repeat is already taken out."""

    action: HotkeyAction
    down: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class StartTurn:
    """Start listening without a key (tray, second launch, button); ends with :class:`StopTurn`."""

    kind: TurnKind


@dataclass(frozen=True, slots=True)
class StopTurn:
    """As if the key was let go."""


@dataclass(frozen=True, slots=True)
class CancelTurn:
    """Stop whatever runs: the take if there is one, else the agent's turn, else its voice. The take is kept."""


@dataclass(frozen=True, slots=True)
class UndoInsertion:
    """Take back exactly the last insertion; a second one does nothing."""


@dataclass(frozen=True, slots=True)
class PasteTurn:
    """Insert the text of a turn again, into the window that has the focus now. ``None``: the last one."""

    turn_id: TurnId | None = None


@dataclass(frozen=True, slots=True)
class CopyTurn:
    """Put the text of a turn on the clipboard."""

    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class CopyText:
    """Put a text that a card shows on the clipboard (V-8.24)."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class RetryTurn:
    """Recognise a kept take again. ``model`` "": the one in the settings."""

    turn_id: TurnId
    model: str = ""


@dataclass(frozen=True, slots=True)
class DeleteTurn:
    """Remove a row and its audio for good."""

    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class ClearHistory:
    """Remove all rows and all audio for good."""


@dataclass(frozen=True, slots=True)
class PlayTake:
    turn_id: TurnId


@dataclass(frozen=True, slots=True)
class PlaySound:
    """Play a sound that a tool answered with (V-6.32); what plays is stopped."""

    sound: Sound


@dataclass(frozen=True, slots=True)
class StopPlayback:
    pass


@dataclass(frozen=True, slots=True)
class RequestHistory:
    """Answered by a :class:`HistoryPage` with the same ``request``."""

    request: int
    query: str = ""
    """Words to find; the last one may be a beginning. "" lists the newest."""
    before: TurnId | None = None
    """Only rows older than this one."""
    limit: int = 50
    """1..200."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Set keys (``group.name``) to JSON values, all or none; answered by an event either way."""

    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ExportSettings:
    """Write all settings to a file; answered by :class:`SettingsExported` or :class:`SettingsRefused`."""

    path: str


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """Read settings from a file, all or none; answered by :class:`SettingsChanged` or :class:`SettingsRefused`."""

    path: str


@dataclass(frozen=True, slots=True)
class RecordShortcut:
    """Take the next shortcut the person presses; answered by :class:`ShortcutRecorded` within 10 s."""

    action: HotkeyAction


@dataclass(frozen=True, slots=True)
class StartMicrophoneTest:
    """Measure levels without a take."""


@dataclass(frozen=True, slots=True)
class StopMicrophoneTest:
    pass


@dataclass(frozen=True, slots=True)
class FetchModel:
    """Download, or repair, a model of the catalogue."""

    name: str


Command = (
    HotkeyEdge
    | StartTurn
    | StopTurn
    | CancelTurn
    | UndoInsertion
    | PasteTurn
    | CopyTurn
    | CopyText
    | RetryTurn
    | DeleteTurn
    | ClearHistory
    | PlayTake
    | PlaySound
    | StopPlayback
    | RequestHistory
    | ChangeSettings
    | ExportSettings
    | ImportSettings
    | RecordShortcut
    | StartMicrophoneTest
    | StopMicrophoneTest
    | FetchModel
    | IntegrationCommand
    | AgentCommand
)
