"""Volume and mute of the default output, by ``pactl``: PulseAudio, or PipeWire in its place. Blocks; worker threads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mcp_stdio import ToolError
from programs import find, output_of

LOUDEST: Final = 100
"""Percent. The server would go on to 153; above 100 sound is distorted."""

_OUTPUT: Final = "@DEFAULT_SINK@"
_PERCENT: Final = re.compile(r"(\d+)%")


@dataclass(frozen=True)
class Volume:
    """How loud the default output is."""

    percent: int
    muted: bool


def read_volume() -> Volume:
    """Return the mean volume of the channels."""
    percents = [int(found) for found in _PERCENT.findall(_pactl("get-sink-volume", _OUTPUT))]
    if not percents:
        raise ToolError("There is no output for sound.")
    return Volume(round(sum(percents) / len(percents)), "yes" in _pactl("get-sink-mute", _OUTPUT))


def set_volume(percent: float) -> None:
    """Set every channel to ``percent``, at most ``LOUDEST``."""
    _pactl("set-sink-volume", _OUTPUT, f"{min(max(round(percent), 0), LOUDEST)}%")


def set_muted(muted: bool) -> None:
    _pactl("set-sink-mute", _OUTPUT, "1" if muted else "0")


def _pactl(*arguments: str) -> str:
    return output_of([find("pactl", package="pulseaudio-utils or libpulse"), *arguments])
