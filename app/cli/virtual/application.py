"""Voxnotch itself as a process under observation: started with an event log, followed line by line."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from app.cli.virtual.processes import POLL_S, Child, ChildFailed

__all__ = ["Application"]

STOP_TIMEOUT_S: Final = 20.0
Line = dict[str, Any]


class Application:
    """A running Voxnotch with folders of its own."""

    def __init__(
        self,
        folder: Path,
        env: Mapping[str, str],
        *options: str,
        settings: Mapping[str, object],
        launcher: Sequence[str] = (),
    ) -> None:
        """Start it; ``settings`` maps groups to keys and values and is written to its settings file.

        ``launcher`` is a command that starts the one after it, e.g. ``unshare --net``.

        Raises:
            ChildFailed
        """
        home = folder / "voxnotch-home"
        config = home / "config"
        config.mkdir(parents=True, exist_ok=True)
        (config / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        self.home = home
        self._log = folder / "events.jsonl"
        self._read = 0
        self.lines: list[Line] = []
        """Every line of the event log so far."""
        self._log.unlink(missing_ok=True)
        self._child = Child(
            [*launcher, sys.executable, "-m", "app", "run", "--event-log", str(self._log), *options],
            env={**env, "VOXNOTCH_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[3])},
            log=folder / "voxnotch.log",
        )

    @property
    def pid(self) -> int:
        return self._child.pid

    def poll(self) -> list[Line]:
        """Read what was logged since the last call."""
        if not self._log.exists():
            return []
        data = self._log.read_bytes()[self._read :]
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        fresh = [json.loads(line) for line in whole.splitlines()]
        self.lines.extend(fresh)
        return fresh

    def wait_for(self, condition: Callable[[Line], bool], *, since: int = 0, timeout_s: float, what: str) -> Line:
        """Return the first line from number ``since`` on that fits, waiting for it.

        Raises:
            ChildFailed: none came in time, or Voxnotch ended.
        """
        deadline = time.monotonic() + timeout_s
        seen = since
        while True:
            self.poll()
            for line in self.lines[seen:]:
                seen += 1
                if condition(line):
                    return line
            if not self._child.running:
                raise ChildFailed(f"ended while waiting for {what}: {self._child.log_text()[-2000:]}", place="voxnotch")
            if time.monotonic() > deadline:
                raise ChildFailed(f"waited {timeout_s:g} s in vain for {what}", place="voxnotch")
            time.sleep(POLL_S / 10)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal to Voxnotch, e.g. one that it cannot catch."""
        self._child.kill(number)

    def wait(self, *, timeout_s: float = STOP_TIMEOUT_S) -> int:
        """Wait for its end and return the exit status.

        Raises:
            ChildFailed: it still runs.
        """
        return self._child.wait(timeout_s=timeout_s)

    def freeze(self) -> None:
        """Stop the process where it is, so that a picture shows exactly this state."""
        self._child.kill(signal.SIGSTOP)

    def thaw(self) -> None:
        self._child.kill(signal.SIGCONT)

    def log_text(self) -> str:
        return self._child.log_text()

    def close(self) -> None:
        """Ask it to end in order, as a session manager does, and make sure of it."""
        self.thaw()
        self._child.kill(signal.SIGTERM)
        try:
            self._child.wait(timeout_s=STOP_TIMEOUT_S)
        finally:
            self._child.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
