"""A real text editor (Mousepad) on a display, with a file: what it holds is read from what it saves."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from app.cli.virtual.display import VirtualDisplay
from app.cli.virtual.processes import Child, wait_until

__all__ = ["Editor"]

START_TIMEOUT_S: Final = 30.0
SAVE_TIMEOUT_S: Final = 10.0


class Editor:
    """One window of Mousepad, in front, with the focus."""

    app_id = "Mousepad"

    def __init__(self, display: VirtualDisplay, folder: Path) -> None:
        """Open an empty file of its own in ``folder``.

        Raises:
            ChildFailed: Mousepad is missing or shows no window.
        """
        self._display = display
        self.file = folder / "dictated.txt"
        self.file.write_text("", encoding="utf-8")
        home = folder / "editor-home"
        home.mkdir(exist_ok=True)
        env = {
            **display.env,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "GSETTINGS_BACKEND": "memory",
            "NO_AT_BRIDGE": "1",
            "GTK_THEME": "Adwaita",
        }
        self._stack = ExitStack()
        try:
            self._child = self._stack.enter_context(
                Child(
                    ["dbus-run-session", "--", "mousepad", "--disable-server", str(self.file)],
                    env=env,
                    log=folder / "mousepad.log",
                )
            )
            wait_until(self._window_there, timeout_s=START_TIMEOUT_S, what="mousepad")
            self.focus()
        except BaseException:
            self._stack.close()
            raise

    def _window_there(self) -> bool:
        # wmctrl fails while no window at all is managed.
        return self.file.name in self._display.run("sh", "-c", "wmctrl -l || true")

    def focus(self) -> None:
        """Bring the window to the front and wait until it has the focus."""
        self._display.run("wmctrl", "-a", self.file.name)
        wait_until(self._in_front, timeout_s=START_TIMEOUT_S, what="mousepad")

    def _in_front(self) -> bool:
        return self.file.name in self._display.active_title()

    def text(self) -> str:
        """Have the editor save, and return what it wrote."""
        before = self.file.stat().st_mtime_ns
        self._display.run("xdotool", "key", "--clearmodifiers", "ctrl+s")
        wait_until(
            lambda: self.file.stat().st_mtime_ns != before and self.file.stat().st_size > 0,
            timeout_s=SAVE_TIMEOUT_S,
            what="mousepad",
        )
        return self.file.read_text(encoding="utf-8")

    def freeze(self) -> None:
        """Make it a program that does not answer."""
        self._child.kill(signal.SIGSTOP)

    def thaw(self) -> None:
        self._child.kill(signal.SIGCONT)

    def close(self) -> None:
        self.thaw()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
