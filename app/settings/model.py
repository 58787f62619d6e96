"""The settings of Voxnotch as frozen values: every key, its unit, its range and its default.

Read by all layers above, on any thread. A change makes a new :class:`Settings`; ``file.py`` reads and writes it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from app.domain.calls import AskFor
from app.domain.providers import AgentProvider
from app.domain.turn import InsertMethod

__all__ = [
    "ActivationMode",
    "AgentSettings",
    "AudioSettings",
    "CancelKey",
    "ColorScheme",
    "DeliverySettings",
    "FullScreenRule",
    "GeneralSettings",
    "HistorySettings",
    "IntegrationSettings",
    "HotkeySettings",
    "NotchSettings",
    "OtherSound",
    "RecognitionSettings",
    "ReplacementRule",
    "Settings",
    "Speak",
    "TextSettings",
]

SCHEMA_VERSION = 1
"""Grows when a stored key changes its meaning; ``file.py`` migrates older files."""


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class ColorScheme(StrEnum):
    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class GeneralSettings(_Group):
    language: str = "system"
    """Language of the interface: ``system`` or a BCP 47 tag."""
    color_scheme: ColorScheme = ColorScheme.SYSTEM
    """The window; the notch is dark unless this is ``light``."""
    start_hidden: bool = True
    """Start in the tray; the window opens by itself only at the very first start."""
    onboarded: bool = False
    """The first-start page was finished or left."""


class ActivationMode(StrEnum):
    """How one key starts and stops a take."""

    HOLD = "hold"
    TOGGLE = "toggle"
    TAP_OR_HOLD = "tap-or-hold"
    DOUBLE_TAP = "double-tap"


class CancelKey(StrEnum):
    """What the cancel key does while a take runs (A59)."""

    OFF = "off"
    ONCE = "once"
    TWICE = "twice"


class HotkeySettings(_Group):
    """Shortcuts are written ``ctrl+alt+space``, ``f9``, ``ctrl_r`` or ``mouse8``; "" means none."""

    dictate: str = "ctrl+alt+space"
    agent: str = "ctrl+alt+a"
    cancel: str = "escape"
    """Grabbed only while a take runs."""
    undo: str = ""
    paste_last: str = ""
    lock: str = "return"
    """Pressed while the dictation or agent key is held: hands-free until the key is pressed again. "" means off."""
    card: str = "ctrl+alt+c"
    """Gives the keyboard to a question that waits for an answer; grabbed only while one does."""
    write: str = "ctrl+alt+w"
    """Opens the field for typed input."""
    mode: ActivationMode = ActivationMode.TAP_OR_HOLD
    cancel_key: CancelKey = CancelKey.TWICE
    hold_threshold_ms: Annotated[int, Field(ge=100, le=2000)] = 400
    """Tap-or-hold: a press shorter than this leaves the take running."""
    double_tap_ms: Annotated[int, Field(ge=150, le=1000)] = 400
    """Longest time between the two presses of a double tap."""
    cancel_window_ms: Annotated[int, Field(ge=500, le=5000)] = 1500
    """``twice``: the second press must come within this time."""

    @model_validator(mode="after")
    def _no_shared_shortcut(self) -> Self:
        cancel = "" if self.cancel_key is CancelKey.OFF else self.cancel
        keys = (self.dictate, self.agent, cancel, self.undo, self.paste_last, self.lock, self.card, self.write)
        used = [one for one in keys if one]
        if len({s.casefold() for s in used}) != len(used):
            raise ValueError("two actions share one shortcut")
        if self.lock and _key(self.lock) in {_key(self.dictate), _key(self.agent)}:
            raise ValueError("the hands-free key is held down already as part of a talk shortcut")
        return self


def _key(shortcut: str) -> str:
    """Return the key of a shortcut without its modifiers."""
    return shortcut.rpartition("+")[2].strip().casefold()


class OtherSound(StrEnum):
    """What happens to other programs' sound while listening."""

    LEAVE = "leave"
    LOWER = "lower"
    PAUSE = "pause"


class AudioSettings(_Group):
    device: str = ""
    """Name of the microphone; "" follows the system's default."""
    keep_open: bool = False
    """Keep the microphone open between takes, with 300 ms of pre-roll."""
    other_sound: OtherSound = OtherSound.LEAVE
    lower_to_percent: Annotated[int, Field(ge=0, le=100)] = 25
    cues: bool = True
    """Play a short sound when listening starts and stops."""
    cue_volume_percent: Annotated[int, Field(ge=0, le=100)] = 40
    longest_take_min: Annotated[int, Field(ge=1, le=180)] = 60
    """A take ends as if stopped after this many minutes."""


class RecognitionSettings(_Group):
    model: str = "tiny.en"
    """Name in the catalogue of ``speech/models.py``."""
    language: str = "auto"
    """``auto`` or ISO 639-1. A model for English alone ignores it."""
    threads: Annotated[int, Field(ge=0, le=64)] = 0
    """0: half of the cores, at least one, at most four."""
    live_words: bool = True
    """Show words while the person speaks."""
    unload_after_min: Annotated[int, Field(ge=0, le=1440)] = 30
    """Give the model's memory back after so many idle minutes; 0 keeps it."""


class ReplacementRule(_Group):
    spoken: Annotated[str, Field(min_length=1, max_length=200)]
    """Whole words, any case (A29)."""
    written: Annotated[str, Field(max_length=2000)]


class TextSettings(_Group):
    vocabulary: tuple[Annotated[str, Field(min_length=1, max_length=80)], ...] = ()
    """Words and names written exactly so when they are heard; at most 500."""
    replacements: tuple[ReplacementRule, ...] = ()
    remove_fillers: bool = True
    """Drop "um", "uh" and their kin, by language."""
    spoken_punctuation: bool = False
    """Turn "comma", "new line" and their kin into signs."""

    @field_validator("vocabulary")
    @classmethod
    def _not_too_many(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        if len(words) > 500:
            raise ValueError("at most 500 words")
        return words


class AppRule(_Group):
    app_id: Annotated[str, Field(min_length=1, max_length=200)]
    """Class of the window, any case, e.g. ``xterm``."""
    method: InsertMethod | None = None
    chord: str = ""
    """Paste chord for this program, e.g. ``ctrl+shift+v``; "" keeps the general one."""
    submit: bool = False
    """Press Return after the text."""


class DeliverySettings(_Group):
    method: InsertMethod = InsertMethod.PASTE
    chord: str = "ctrl+v"
    apps: tuple[AppRule, ...] = ()
    """First match wins; for a terminal, what it leaves open comes from the built-in rules (``runtime/delivery.py``)."""
    restore_clipboard: bool = True
    read_timeout_ms: Annotated[int, Field(ge=200, le=30000)] = 3000
    """No read by the target within this time means: not pasted."""
    trailing_space: bool = True
    """Insert a space after the text, so that the next one does not stick to it; never before a submitting Return."""
    keep_line_breaks: bool = True
    """Typing sends a line break as Shift+Return, so that it does not submit; off: a space (A14)."""


class FullScreenRule(StrEnum):
    """What the notch does while a full-screen window is on its monitor (A44)."""

    HIDE = "hide"
    WHEN_ACTIVE = "when-active"
    """Hidden at idle, shown during a take."""
    SHOW = "show"


class NotchSettings(_Group):
    monitor: str = "pointer"
    """``pointer``, ``focus``, ``primary`` or the name of an output."""
    hidden_until_used: bool = False
    full_screen: FullScreenRule = FullScreenRule.WHEN_ACTIVE
    below_panels: bool = True
    """Keep clear of a panel at the top edge."""
    reduced_motion: bool = False
    """On top of what the system asks for."""


class HistorySettings(_Group):
    keep_days: Annotated[int, Field(ge=0, le=36500)] = 0
    """Rows older than this are deleted; 0 keeps them."""
    keep_audio_days: Annotated[int, Field(ge=-1, le=36500)] = 30
    """-1: audio is deleted as soon as the text was delivered; 0: kept as long as the row."""


class IntegrationSettings(_Group):
    ask_for: AskFor = AskFor.ACTING
    """What is asked about before a tool runs; an integration may have its own value (V-7.11)."""
    keep_calls_days: Annotated[int, Field(ge=0, le=36500)] = 30
    """Entries of the journal older than this are deleted (V-19.8); 0 keeps them."""


class Speak(StrEnum):
    """When an answer of the agent is said aloud."""

    NEVER = "never"
    WHEN_SPOKEN = "when-spoken"
    """To words that were spoken, not to typed ones."""
    ALWAYS = "always"


class AgentSettings(_Group):
    """Who answers, within which limits. Keys are in the key store of the system, never here."""

    provider: AgentProvider = AgentProvider.OFFLINE
    base_url: Annotated[str, Field(max_length=500)] = ""
    """Address of an OpenAI-compatible server, up to and with its version: ``http://127.0.0.1:11434/v1``."""
    model: Annotated[str, Field(max_length=200)] = ""
    """As the provider calls it."""
    request_timeout_s: Annotated[int, Field(ge=5, le=600)] = 60
    """One request to the model, until its first sign, and between two signs of a stream."""
    most_requests: Annotated[int, Field(ge=1, le=100)] = 12
    """To the model in one turn; more is a loop."""
    most_calls: Annotated[int, Field(ge=1, le=200)] = 24
    """Of tools in one turn."""
    most_answer_tokens: Annotated[int, Field(ge=64, le=32000)] = 2000
    """Tokens of one response."""
    context_characters: Annotated[int, Field(ge=2000, le=2000000)] = 48000
    """What is sent of the thread, tool results included; older turns are left out first."""
    thread_minutes: Annotated[int, Field(ge=1, le=1440)] = 10
    """After so long without a turn the next one begins a new thread."""
    speak: Speak = Speak.NEVER
    voice: Annotated[str, Field(max_length=200)] = ""
    """Name of a voice of this machine; "" takes the one for the language."""
    speaking_rate_percent: Annotated[int, Field(ge=50, le=300)] = 100
    speaking_volume_percent: Annotated[int, Field(ge=0, le=100)] = 80
    follow_up: bool = False
    """Listen again by itself after an answer was spoken to its end."""


class Settings(_Group):
    """All settings. Immutable: use :meth:`with_value` to get a changed copy."""

    version: int = SCHEMA_VERSION
    general: GeneralSettings = GeneralSettings()
    hotkeys: HotkeySettings = HotkeySettings()
    audio: AudioSettings = AudioSettings()
    recognition: RecognitionSettings = RecognitionSettings()
    text: TextSettings = TextSettings()
    delivery: DeliverySettings = DeliverySettings()
    notch: NotchSettings = NotchSettings()
    history: HistorySettings = HistorySettings()
    integrations: IntegrationSettings = IntegrationSettings()
    agent: AgentSettings = AgentSettings()

    def with_value(self, key: str, value: object) -> Settings:
        """Return a copy in which ``key`` (``group.name``) is ``value``.

        Raises:
            KeyError: there is no such key.
            pydantic.ValidationError: the value does not fit.
        """
        group_name, _, name = key.partition(".")
        group = getattr(self, group_name) if group_name in type(self).model_fields else None
        if not isinstance(group, _Group) or name not in type(group).model_fields:
            raise KeyError(key)
        data = self.model_dump(mode="json")
        data[group_name][name] = value
        return Settings.model_validate(data)
