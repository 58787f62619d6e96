"""One JSON line for each event and each frame that shows something new: how the demo follows what happens.

Written by the bridge and by ``session`` on Qt's main thread, only when the person started Voxnotch with
``--event-log FILE``. It then holds the words of the takes, which is why it is off otherwise. ``t`` is the monotonic
clock of the machine in seconds. Window titles, settings and history never stand in it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from app.domain.messages import (
    CoreFailed,
    Event,
    LevelMeasured,
    ModelsChanged,
    ModelState,
    Notice,
    StageChanged,
    TurnFinished,
    WordsHeard,
)

__all__ = ["EventLog"]

log = logging.getLogger(__name__)


class EventLog:
    """An open log; each line is flushed at once, so that a reader sees it."""

    def __init__(self, path: Path) -> None:
        """Add to the file, or start it.

        Raises:
            OSError: it cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        # A window or a text may hold half a character, which UTF-8 cannot.
        self._file: TextIO = path.open("a", encoding="utf-8", errors="backslashreplace")
        self._is_broken = False

    def note(self, name: str, **values: object) -> None:
        """Write a line that is no event of the core, e.g. ``FirstFrame``."""
        self._write({"event": name, **values})

    def write(self, event: Event) -> None:
        self._write({"event": type(event).__name__, **_told(event)})

    def _write(self, line: dict[str, object]) -> None:
        line["t"] = time.monotonic()
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:
            # The events themselves must go on to the interface.
            if not self._is_broken:
                log.warning("the event log cannot be written: %s", error.strerror)
            self._is_broken = True

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what a full disk did not take
            self._file.close()


def _told(event: Event) -> dict[str, object]:
    match event:
        case StageChanged() | TurnFinished():
            return {**asdict(event), "target": event.target.app_id}
        case ModelsChanged():
            return {"loaded": any(model.state is ModelState.LOADED for model in event.models)}
        case WordsHeard() | LevelMeasured() | Notice() | CoreFailed():
            return asdict(event)
        case _:
            return {}
