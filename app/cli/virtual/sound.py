"""A virtual microphone one can play a file into, by a PulseAudio server of its own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from app.cli.virtual.processes import Child, ChildFailed, run_client, wait_until

__all__ = ["VirtualMicrophone"]

START_TIMEOUT_S: Final = 20.0
PLAY_LATENCY_MS: Final = 300
"""Buffer of the player. With 20 ms a busy machine hears gaps of half a second in the middle of a word."""


class VirtualMicrophone:
    """A private sound server with one loudspeaker ``vspk`` and one microphone ``vmic``."""

    def __init__(
        self,
        folder: Path,
        *,
        base_env: Mapping[str, str] | None = None,
        rate_hz: int = 48_000,
        channels: int = 1,
    ) -> None:
        """Start the server; ``env`` then makes PulseAudio clients, PortAudio among them, use it.

        Raises:
            ChildFailed: a program is missing or does not become ready.
        """
        self.folder = folder
        self._stack = ExitStack()
        # Neither an address of the server nor an argument of its modules may hold a space, and a socket's path
        # has at most 107 bytes.
        runtime = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="voxnotch-sound-")))
        home = folder / "sound-home"
        home.mkdir(exist_ok=True)
        socket = runtime / "native"
        base = dict(os.environ if base_env is None else base_env)
        self.env = {**base, "PULSE_SERVER": f"unix:{socket}", "PULSE_RUNTIME_PATH": str(runtime)}
        try:
            self.server = self._stack.enter_context(
                Child(
                    [
                        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit",
                        "-F", "/dev/null",
                        "-L", f"module-native-protocol-unix auth-anonymous=1 socket={socket}",
                        "-L", "module-null-sink sink_name=vspk rate=48000",
                        "-L", f"module-null-sink sink_name=vmic_sink rate={rate_hz} channels={channels}",
                        "-L", ("module-remap-source master=vmic_sink.monitor source_name=vmic "
                        "source_properties=device.description=vmic"),
                    ],
                    # It would start a message bus of its own on the display, with a file in the person's home folder.
                    env={
                        **self.env,
                        "HOME": str(home),
                        "XDG_RUNTIME_DIR": str(runtime),
                        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                    },
                    log=folder / "pulseaudio.log",
                )
            )  # fmt: skip
            wait_until(self._answers, timeout_s=START_TIMEOUT_S, what="pulseaudio")
            self.control("set-default-source", "vmic")
            self.control("set-default-sink", "vspk")
            self._keep_awake()
        except BaseException:
            self._stack.close()
            raise

    def _answers(self) -> bool:
        try:
            return "vmic" in self.control("list", "short", "sources")
        except ChildFailed:
            return False

    def _keep_awake(self) -> None:
        # An idle null sink wakes up after 0.9 to 1.9 s; a reader on its monitor keeps it running.
        self._stack.enter_context(
            Child(
                ["parec", "--device=vmic_sink.monitor", "--latency-msec=10", "/dev/null"],
                env=self.env,
                log=self.folder / "parec.log",
            )
        )

    def control(self, *words: str) -> str:
        """Run ``pactl`` and return what it printed.

        Raises:
            ChildFailed
        """
        return self._run("pactl", *words, timeout_s=10.0)

    def _run(self, *command: str, timeout_s: float) -> str:
        return run_client(command, env=self.env, timeout_s=timeout_s)

    def play(self, wav: Path, *, timeout_s: float = 120.0) -> None:
        """Play a sound file into the microphone; returns when it has been played."""
        self._run("paplay", "--device=vmic_sink", f"--latency-msec={PLAY_LATENCY_MS}", str(wav), timeout_s=timeout_s)

    def start_playing(self, wav: Path) -> Child:
        """Play a sound file into the microphone in the background, once the server takes it; the caller owns the child.

        Raises:
            ChildFailed: the file cannot be played.
        """
        child = Child(
            ["paplay", "--device=vmic_sink", f"--latency-msec={PLAY_LATENCY_MS}", str(wav)],
            env=self.env,
            log=self.folder / "paplay.log",
        )
        try:
            wait_until(lambda: self._plays(child), timeout_s=START_TIMEOUT_S, what="paplay")
        except BaseException:
            child.stop()
            raise
        return child

    def _plays(self, child: Child) -> bool:
        if not child.running:
            raise ChildFailed(child.log_text().strip(), place="paplay")
        return "paplay" in self.control("list", "sink-inputs")

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
