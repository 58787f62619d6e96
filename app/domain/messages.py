"""Everything that crosses between the core and those who watch or steer it: two closed unions.

A *command* asks the core for something, an *event* tells what became so. All are frozen; they are matched with
``match`` and ``assert_never``. Adding one is a visible change here. Times are seconds; ``at_s`` values come from
the monotonic clock of the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.turn import FinishedTurn, Stage, TargetApp, TurnId, TurnKind, TurnOutcome

__all__ = [
    "AudioDevice",
    "CancelTurn",
    "CapabilitiesReported",
    "Capability",
    "ChangeSettings",
    "ClearHistory",
    "Command",
    "CopyTurn",
    "CoreFailed",
    "CoreStarted",
    "DeleteTurn",
    "DesktopChanged",
    "DesktopState",
    "DevicesChanged",
    "DismissFace",
    "Event",
    "ExportSettings",
    "FetchModel",
    "Fix",
    "HistoryChanged",
    "HistoryPage",
    "HotkeyAction",
    "HotkeyEdge",
    "HotkeyProblems",
    "ImportSettings",
    "LevelMeasured",
    "ModelInfo",
    "ModelState",
    "ModelsChanged",
    "Notice",
    "NoticeCode",
    "OutputArea",
    "PasteTurn",
    "PlayTake",
    "PlaybackChanged",
    "RecordShortcut",
    "RequestHistory",
    "RetryTurn",
    "SettingsChanged",
    "SettingsExported",
    "SettingsRefused",
    "ShortcutRecorded",
    "StageChanged",
    "StartMicrophoneTest",
    "StartTurn",
    "StopMicrophoneTest",
    "StopPlayback",
    "StopTurn",
    "TurnFinished",
    "UndoInsertion",
    "WordsHeard",
]


class HotkeyAction(StrEnum):
    DICTATE = "dictate"
    AGENT = "agent"
    CANCEL = "cancel"
    UNDO = "undo"
    PASTE_LAST = "paste-last"
    LOCK = "lock"


# --- commands --------------------------------------------------------------------------------------------------


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
    """Stop whatever runs; nothing is delivered, the take is kept."""


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


@dataclass(frozen=True, slots=True)
class DismissFace:
    """The person closed what the notch shows."""


Command = (
    HotkeyEdge
    | StartTurn
    | StopTurn
    | CancelTurn
    | UndoInsertion
    | PasteTurn
    | CopyTurn
    | RetryTurn
    | DeleteTurn
    | ClearHistory
    | PlayTake
    | StopPlayback
    | RequestHistory
    | ChangeSettings
    | ExportSettings
    | ImportSettings
    | RecordShortcut
    | StartMicrophoneTest
    | StopMicrophoneTest
    | FetchModel
    | DismissFace
)


# --- events ----------------------------------------------------------------------------------------------------


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


class NoticeCode(StrEnum):
    """Something worth one line; the words are in ``ui/phrases.py``."""

    AGENT_NOT_YET = "agent-not-yet"
    NOTHING_HEARD = "nothing-heard"
    CANCEL_AGAIN = "cancel-again"
    """The cancel key was pressed once and is asked twice."""
    LOCKED = "locked"
    """Hands-free until the key is pressed again."""
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
    HISTORY_SET_ASIDE = "history-set-aside"
    """The history file was damaged; ``place`` is where it was moved. A new one was begun."""
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


@dataclass(frozen=True, slots=True)
class Notice:
    code: NoticeCode
    place: str = ""
    fix: Fix = Fix.NONE


@dataclass(frozen=True, slots=True)
class AudioDevice:
    """One microphone."""

    name: str
    """What settings remember."""
    label: str
    is_default: bool


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


class ModelState(StrEnum):
    ABSENT = "absent"
    FETCHING = "fetching"
    DAMAGED = "damaged"
    READY = "ready"
    """On disk, verified."""
    LOADED = "loaded"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    name: str
    state: ModelState
    size_bytes: int
    languages: str
    """``en`` or ``multilingual``."""
    progress: float = 0.0
    """0..1 while fetching."""
    problem: str = ""
    """Error code of the last try."""


@dataclass(frozen=True, slots=True)
class ModelsChanged:
    models: tuple[ModelInfo, ...]
    in_use: str


@dataclass(frozen=True, slots=True)
class OutputArea:
    """One monitor, in native pixels of the virtual desktop; origins may be negative."""

    name: str
    x: int
    y: int
    width: int
    height: int
    is_primary: bool = False
    panel_top: int = 0
    """Height that panels reserve at the top edge."""
    full_screen: bool = False
    """A full-screen window of another program covers it."""


@dataclass(frozen=True, slots=True)
class DesktopState:
    outputs: tuple[OutputArea, ...]
    pointer_output: str
    focus_output: str
    """Output that holds the centre of the focused window; "" when none."""
    composited: bool = True
    """Windows may be translucent."""


@dataclass(frozen=True, slots=True)
class DesktopChanged:
    state: DesktopState


@dataclass(frozen=True, slots=True)
class Capability:
    """One thing this desktop session can or cannot do."""

    name: str
    """``hotkeys``, ``paste``, ``type``, ``frontmost-app``, ``placement``, ``media``, ``paste-receipt``."""
    available: bool
    reason: str = ""
    """Stable code when it is not."""


@dataclass(frozen=True, slots=True)
class CapabilitiesReported:
    session: str
    """``x11``, ``wayland``, ``macos``, ``windows`` or ``none``."""
    capabilities: tuple[Capability, ...]


Event = (
    CoreStarted
    | CoreFailed
    | StageChanged
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
)
