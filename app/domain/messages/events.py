"""What the core tells; ``Event`` is the closed union of all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.messages.agent_events import AgentEvent
from app.domain.messages.commands import HotkeyAction
from app.domain.messages.integration_events import IntegrationEvent
from app.domain.messages.surroundings import AudioDevice, Capability, DesktopState, ModelInfo
from app.domain.turn import AnswerRoute, FinishedTurn, Stage, TargetApp, ThreadId, TurnId, TurnKind, TurnOutcome

__all__ = [
    "CapabilitiesReported",
    "CardWanted",
    "CoreFailed",
    "CoreStarted",
    "DesktopChanged",
    "DevicesChanged",
    "Event",
    "Fix",
    "HistoryChanged",
    "HistoryPage",
    "HotkeyProblems",
    "LevelMeasured",
    "ModelsChanged",
    "Notice",
    "NoticeCode",
    "PlaybackChanged",
    "SettingsChanged",
    "SettingsExported",
    "SettingsRefused",
    "ShortcutRecorded",
    "StageChanged",
    "TurnFinished",
    "WordsHeard",
]


class Fix(StrEnum):
    """The one thing a button under a message can do about it."""

    NONE = "none"
    OPEN_AUDIO_SETTINGS = "open-audio-settings"
    OPEN_HOTKEY_SETTINGS = "open-hotkey-settings"
    OPEN_HISTORY = "open-history"
    REPAIR_MODEL = "repair-model"
    COPY_TEXT = "copy-text"
    RETRY_TURN = "retry-turn"
    OPEN_DATA_FOLDER = "open-data-folder"
    OPEN_AGENT_SETTINGS = "open-agent-settings"
    """Where a language model is chosen and its key is kept."""
    OPEN_INTEGRATIONS = "open-integrations"
    ASK_AGENT = "ask-agent"
    """Give the words of the turn to the agent (V-14.28)."""
    NEW_TOPIC = "new-topic"
    """Leave what was said before behind."""
    SAY_AGAIN = "say-again"
    """The same words as a new turn."""


class NoticeCode(StrEnum):
    """Something worth one line; the words are in ``ui/phrases.py``."""

    NOTHING_HEARD = "nothing-heard"
    CANCEL_AGAIN = "cancel-again"
    """The cancel key was pressed once and is asked twice."""
    LOCKED = "locked"
    """Hands-free until the key is pressed again."""
    NO_MICROPHONE = "no-microphone"
    """Told once, when the last one went or at the start."""
    DEVICE_MISSING = "device-missing"
    """``place`` names the remembered microphone; the system's default is used."""
    DEVICE_BACK = "device-back"
    MICROPHONE_LOST = "microphone-lost"
    """The take ended early; what was said so far is delivered."""
    TAKE_TOO_LONG = "take-too-long"
    FOCUS_CHANGED = "focus-changed"
    """The text is on a card and was not inserted."""
    UNDONE = "undone"
    NOTHING_TO_UNDO = "nothing-to-undo"
    COPIED = "copied"
    CLIPBOARD_NOT_RESTORED = "clipboard-not-restored"
    SETTINGS_SALVAGED = "settings-salvaged"
    """``place`` is the copy of the damaged file; "" when none could be made."""
    SETTINGS_UNREADABLE = "settings-unreadable"
    """``place`` is the file; the defaults are used, and no change is saved over it."""
    HISTORY_SET_ASIDE = "history-set-aside"
    """The history file was damaged; ``place`` is where it was moved. A new one was begun."""
    INTEGRATIONS_SET_ASIDE = "integrations-set-aside"
    """The file of integrations was damaged; ``place`` is where it was moved. Nothing is installed any more."""
    TAKES_RECOVERED = "takes-recovered"
    """``place`` is how many."""
    NOT_KEPT = "not-kept"
    """Audio or history could not be written; ``place`` is the error code."""
    FAILED = "failed"
    """A command could not be done; ``place`` is the error code."""
    MICROPHONE_TEST_FAILED = "microphone-test-failed"
    """``place`` is the error code."""
    INTERNAL = "internal"
    """Our own fault; the details are in the log."""
    BUSY = "busy"
    """A take is being worked on; the press was not taken."""
    AGENT_BUSY = "agent-busy"
    """The agent still works on the turn before; the press was not taken."""
    NEW_TOPIC = "new-topic"
    """The next turn begins a new thread."""
    NOT_SPOKEN = "not-spoken"
    """The answer could not be said aloud; ``place`` is the error code."""
    HISTORY_EXPORTED = "history-exported"
    """``place`` is the file."""


@dataclass(frozen=True, slots=True)
class CoreStarted:
    """The core takes commands; the first event."""


@dataclass(frozen=True, slots=True)
class CoreFailed:
    """The core could not start or gave up; the last event."""

    code: str
    place: str
    detail: str


@dataclass(frozen=True, slots=True)
class StageChanged:
    stage: Stage
    turn_id: TurnId | None
    kind: TurnKind
    target: TargetApp
    at_s: float
    locked: bool = False
    by_key: bool = False
    """The take was started by a shortcut, not from the tray, a button or a second launch."""


@dataclass(frozen=True, slots=True)
class CardWanted:
    """The card key was pressed: the keyboard goes to the question that is up."""


@dataclass(frozen=True, slots=True)
class LevelMeasured:
    """At most 30 a second, only while a microphone is open; late ones may be dropped."""

    peak: float
    """0..1, full scale, over the time since the last event."""
    rms: float
    """0..1."""


@dataclass(frozen=True, slots=True)
class WordsHeard:
    """The words of the running take so far, replacing what was told before."""

    turn_id: TurnId
    committed: str
    tentative: str
    """May still change."""


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The one terminal event of a turn."""

    turn_id: TurnId
    kind: TurnKind
    outcome: TurnOutcome
    text: str
    target: TargetApp
    error_code: str = ""
    error_place: str = ""
    fix: Fix = Fix.NONE
    clipboard_restored: bool = True
    release_to_text_s: float = 0.0
    """From the release (or stop) to the final text."""
    release_to_insert_s: float = 0.0
    """From the release to the read by the target; 0 when nothing was inserted."""
    thread_id: ThreadId | None = None
    answer: str = ""
    """``ANSWERED``: what the agent says; "" when the card says it all."""
    route: AnswerRoute = AnswerRoute.NONE


@dataclass(frozen=True, slots=True)
class Notice:
    code: NoticeCode
    place: str = ""
    fix: Fix = Fix.NONE


@dataclass(frozen=True, slots=True)
class DevicesChanged:
    devices: tuple[AudioDevice, ...]
    in_use: str
    """Name of the one the next take will open; "" when there is none."""
    missing: str = ""
    """The remembered one, when it is not there."""


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """Told at the start and after each accepted change."""

    values: Mapping[str, object]
    """Every key (``group.name``) with its JSON value."""


@dataclass(frozen=True, slots=True)
class SettingsExported:
    path: str


@dataclass(frozen=True, slots=True)
class SettingsRefused:
    """A change was not made; ``reasons`` maps each key at fault to a stable code or the validator's words."""

    reasons: Mapping[str, str]
    """The key ``*`` stands for the file of an export or import as a whole."""


@dataclass(frozen=True, slots=True)
class ShortcutRecorded:
    action: HotkeyAction
    shortcut: str
    """"" when none was pressed in time or it cannot be used (``problem`` says why)."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class HotkeyProblems:
    """Shortcuts that could not be bound: action to error code; empty when all is well."""

    problems: Mapping[HotkeyAction, str]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    request: int
    turns: tuple[FinishedTurn, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class HistoryChanged:
    """A row came, changed or went; ``None``: many did."""

    turn_id: TurnId | None
    turn: FinishedTurn | None
    """The row as it is now; ``None`` when it went."""


@dataclass(frozen=True, slots=True)
class PlaybackChanged:
    turn_id: TurnId | None
    """What plays now; ``None``: nothing."""


@dataclass(frozen=True, slots=True)
class ModelsChanged:
    models: tuple[ModelInfo, ...]
    in_use: str


@dataclass(frozen=True, slots=True)
class DesktopChanged:
    state: DesktopState


@dataclass(frozen=True, slots=True)
class CapabilitiesReported:
    session: str
    """``x11``, ``wayland``, ``macos``, ``windows`` or ``none``."""
    capabilities: tuple[Capability, ...]


Event = (
    CoreStarted
    | CoreFailed
    | StageChanged
    | CardWanted
    | LevelMeasured
    | WordsHeard
    | TurnFinished
    | Notice
    | DevicesChanged
    | SettingsChanged
    | SettingsExported
    | SettingsRefused
    | ShortcutRecorded
    | HotkeyProblems
    | HistoryPage
    | HistoryChanged
    | PlaybackChanged
    | ModelsChanged
    | DesktopChanged
    | CapabilitiesReported
    | IntegrationEvent
    | AgentEvent
)
