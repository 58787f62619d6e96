"""What was changed on other programs' sound, on disk before it is changed (A40).

Owned by ``media.py``; read and written on its worker thread only. One small JSON file that exists exactly while
something is lowered or paused, so that the next start puts it back after a crash.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

__all__ = ["LoweredStream", "PausedPlayer", "PlanFile", "SoundPlan"]

log = logging.getLogger(__name__)


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class LoweredStream(_Value):
    """One playback stream of the sound server, with its exact volumes."""

    server: str
    """Cookie of the server that knows ``index``; another cookie means that stream is gone."""
    index: int
    original: tuple[float, ...]
    """Share of full volume for each channel; 1 is full, more is amplified."""
    lowered: tuple[float, ...]
    remembered_as: str = ""
    """Under this name the server remembers the volume for the program's next stream; "" if it does not."""


class PausedPlayer(_Value):
    """One media player that was playing."""

    bus: str
    """Identity of the message bus on which ``owner`` means something."""
    name: str
    """Well-known name, e.g. ``org.mpris.MediaPlayer2.vlc``."""
    owner: str
    """Unique connection name; another owner is another run of the player."""


class SoundPlan(_Value):
    version: Annotated[int, Field(ge=1, le=1)] = 1
    streams: tuple[LoweredStream, ...] = ()
    players: tuple[PausedPlayer, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.streams and not self.players


class PlanFile:
    """Reads and replaces the plan; every method blocks for a short file operation."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> SoundPlan:
        """Return the plan on disk; a missing or damaged file is an empty plan."""
        try:
            return SoundPlan.model_validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return SoundPlan()
        except (OSError, ValidationError) as error:
            log.warning("the plan of lowered sound cannot be used: %s", type(error).__name__)
            return SoundPlan()

    def write(self, plan: SoundPlan) -> None:
        """Replace the file as one step; an empty plan removes it.

        Raises:
            OSError: nothing may be changed then, since nobody would put it back.
        """
        if plan.empty:
            self.path.unlink(missing_ok=True)
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(plan.model_dump_json().encode())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
