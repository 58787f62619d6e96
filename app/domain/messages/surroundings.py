"""What events tell about the machine: microphones, models, monitors, capabilities."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "AudioDevice",
    "Capability",
    "DesktopState",
    "ModelInfo",
    "ModelState",
    "OutputArea",
]


@dataclass(frozen=True, slots=True)
class AudioDevice:
    """One microphone."""

    name: str
    """What settings remember."""
    label: str
    is_default: bool


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
    reduced_motion: bool = False
    """The system asks that nothing moves."""


@dataclass(frozen=True, slots=True)
class Capability:
    """One thing this desktop session can or cannot do."""

    name: str
    """``hotkeys``, ``paste``, ``type``, ``frontmost-app``, ``placement``, ``media``, ``paste-receipt``."""
    available: bool
    reason: str = ""
    """Stable code when it is not."""
