"""Timers, kept in a file with the moment at which each ends, so that a restart forgets nothing.

Nothing runs while a timer does: what is left is worked out when it is asked for, and the card counts down by itself.
Called by the tools on their worker threads, one at a time.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import threading
import uuid
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, cast

from mcp_stdio import ToolError

MOST_SECONDS: Final = 366 * 24 * 3600.0
MOST_TIMERS: Final = 50
MOST_LABEL: Final = 40
"""Characters; a countdown on a card takes 48."""
KEPT_AFTER_END_S: Final = 24 * 3600.0
"""So long a timer that ended is still listed: its end may have been missed."""

_FORMAT: Final = 1


@dataclass(frozen=True)
class Timer:
    """One timer; it has ended when ``ends_unix_s`` has passed."""

    id: str
    label: str
    seconds: float
    """Length as it was set."""
    ends_unix_s: float

    def left_s(self, now_unix_s: float) -> float:
        """Return the seconds that are left, 0 when it has ended."""
        return max(0.0, self.ends_unix_s - now_unix_s)


class TimerFile:
    """The timers in one file; ``now`` gives Unix seconds."""

    def __init__(self, file: Path, now: Callable[[], float]) -> None:
        self._file = file
        self._now = now
        self._lock = threading.Lock()

    def start(self, label: str, seconds: float) -> Timer:
        """Add a timer that ends ``seconds`` from now."""
        with self._lock:
            timers = self._load()
            if len(timers) >= MOST_TIMERS:
                raise ToolError(f"There are {MOST_TIMERS} timers already. Stop one first.")
            timer = Timer(uuid.uuid4().hex[:8], label, seconds, self._now() + seconds)
            self._save([*timers, timer])
            return timer

    def all(self) -> list[Timer]:
        """Return every timer, the next to end first; ended ones come last, the latest first."""
        with self._lock:
            timers = self._load()
        now = self._now()
        running = sorted((one for one in timers if one.ends_unix_s > now), key=lambda one: one.ends_unix_s)
        ended = sorted((one for one in timers if one.ends_unix_s <= now), key=lambda one: -one.ends_unix_s)
        return [*running, *ended]

    def stop(self, name: str) -> Timer:
        """Take away the timer with this label or id; without a name the only one there is."""
        with self._lock:
            timers = self._load()
            timer = self._named(timers, name)
            self._save([one for one in timers if one.id != timer.id])
            return timer

    def _named(self, timers: list[Timer], name: str) -> Timer:
        wanted = name.strip().casefold()
        running = [one for one in timers if one.ends_unix_s > self._now()] or timers
        found = [one for one in timers if wanted in {one.id, one.label.casefold()}] if wanted else running
        if len(found) == 1:
            return found[0]
        if not timers:
            raise ToolError("No timer is set.")
        there = ", ".join(f"{one.label or 'no label'} ({one.id})" for one in found or timers)
        if found:
            raise ToolError(f"Several timers fit: {there}. Name one by its id.")
        raise ToolError(f'There is no timer "{name}". These are set: {there}.')

    def _load(self) -> list[Timer]:
        """Return what is kept, without timers whose end is long past."""
        try:
            content = self._file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        try:
            kept = _timers(json.loads(content))
        except (ValueError, TypeError, KeyError) as error:
            # Writing over it would lose timers that somebody may still mend by hand.
            raise ToolError(f"The file of timers is damaged. Mend it or delete it: {self._file}") from error
        oldest = self._now() - KEPT_AFTER_END_S
        return [timer for timer in kept if timer.ends_unix_s > oldest]

    def _save(self, timers: list[Timer]) -> None:
        """Put the whole file in place at once."""
        data = json.dumps({"format": _FORMAT, "timers": [asdict(timer) for timer in timers]}, ensure_ascii=False)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=self._file.parent, prefix=".timers-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as opened:
                opened.write(data)
                opened.flush()
                os.fsync(opened.fileno())
            Path(part).replace(self._file)
        except OSError:
            with contextlib.suppress(OSError):
                Path(part).unlink()
            raise


def _timers(value: object) -> list[Timer]:
    """Return the timers of a file's content; any of the errors caught above says that it is none of ours."""
    content = cast("dict[str, object]", value)
    if content["format"] != _FORMAT:
        message = "another format"
        raise ValueError(message)
    rows = cast("list[dict[str, str | float]]", content["timers"])
    return [Timer(str(row["id"]), str(row["label"]), float(row["seconds"]), float(row["ends_unix_s"])) for row in rows]
