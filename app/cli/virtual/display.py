"""A virtual X display with a window manager and, by choice, a compositor (Xvfb, openbox, picom)."""

from __future__ import annotations

import os
import select
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from app.cli.virtual.processes import NOT_INSTALLED, Child, ChildFailed, run_client, wait_until

__all__ = ["VirtualDisplay"]

START_TIMEOUT_S: Final = 20.0
"""Xvfb takes 0.1 s here; a loaded machine may take many times that."""


class VirtualDisplay:
    """A running display; ``env`` holds what a program needs to find it."""

    def __init__(
        self,
        folder: Path,
        *,
        base_env: Mapping[str, str] | None = None,
        size: tuple[int, int] = (1280, 800),
        dpi: int = 96,
        window_manager: bool = True,
        compositor: bool = False,
    ) -> None:
        """Start the display; logs go into ``folder``, which must exist.

        ``size`` is in pixels. ``base_env`` is what children inherit, the environment of this process if not given.

        Raises:
            ChildFailed: a program is missing or does not become ready.
        """
        self.folder = folder
        self.size = size
        base = dict(os.environ if base_env is None else base_env)
        for name in ("WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "DESKTOP_STARTUP_ID"):
            base.pop(name, None)
        self._stack = ExitStack()
        try:
            number = self._start_server(base, size, dpi)
            self.env = {**base, "DISPLAY": f":{number}", "XDG_SESSION_TYPE": "x11"}
            if window_manager:
                self._start("openbox", "--sm-disable")
                self._wait_root_property("_NET_SUPPORTING_WM_CHECK", "openbox")
            if compositor:
                self._start("picom", "--backend", "xrender", "--config", "/dev/null")
                self._wait_compositor()
        except BaseException:
            self._stack.close()
            raise

    def _start_server(self, env: Mapping[str, str], size: tuple[int, int], dpi: int) -> int:
        reader, writer = os.pipe()
        try:
            self._stack.enter_context(
                Child(
                    [
                        "Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size[0]}x{size[1]}x24",
                        "-dpi", str(dpi), "-nolisten", "tcp", "-noreset",
                    ],
                    env=env,
                    log=self.folder / "xvfb.log",
                    pass_fds=[writer],
                )
            )  # fmt: skip
            os.close(writer)
            writer = -1
            number = self._read_line(reader)
        finally:
            os.close(reader)
            if writer >= 0:
                os.close(writer)
        if not number:
            raise ChildFailed("no display number", place="Xvfb")
        return int(number)

    def _read_line(self, reader: int) -> str:
        # Xvfb writes the number and the line end apart, and dies if nobody is left to read the second.
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([reader], [], [], START_TIMEOUT_S)
            part = os.read(reader, 16) if ready else b""
            if not part:
                return ""
            answer += part
        return answer.decode().strip()

    def _start(self, *command: str) -> Child:
        return self._stack.enter_context(Child(command, env=self.env, log=self.folder / f"{command[0]}.log"))

    def run(self, *command: str, timeout_s: float = 10.0) -> str:
        """Run a short X client on this display and return what it printed.

        Raises:
            ChildFailed: it is missing, failed or took too long.
        """
        return run_client(command, env=self.env, timeout_s=timeout_s)

    def active_title(self) -> str:
        """Return the title of the window that has the focus; empty while none has, or it is just going away.

        Raises:
            ChildFailed: xdotool is missing.
        """
        try:
            return self.run("xdotool", "getactivewindow", "getwindowname")
        except ChildFailed as error:
            if error.detail == NOT_INSTALLED:
                raise
            return ""

    def _wait_root_property(self, name: str, what: str) -> None:
        wait_until(lambda: "window id" in self.run("xprop", "-root", name), timeout_s=START_TIMEOUT_S, what=what)

    def _wait_compositor(self) -> None:
        def registered() -> bool:
            return "_NET_WM_CM_S0" in self._log_of("picom") or self._selection_owned()

        wait_until(registered, timeout_s=START_TIMEOUT_S, what="picom")

    def _log_of(self, name: str) -> str:
        log = self.folder / f"{name}.log"
        return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""

    def _selection_owned(self) -> bool:
        # picom maps a window named after itself once it owns the compositing selection.
        return '"picom"' in self.run("xwininfo", "-root", "-tree")

    def screenshot(self, path: Path) -> Path:
        """Write the whole screen as PNG (ImageMagick)."""
        self.run("import", "-window", "root", str(path))
        return path

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
