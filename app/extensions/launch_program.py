"""The launcher: becomes the server, but only once the host has put its process group under guard.

Run by :mod:`app.extensions.process` as a script (``python -I -S launch_program.py <descriptor> <program> <arguments>``)
at the head of a new session. The descriptor is one end of a socket pair. Over it comes the environment of the server,
so that it is exactly what was declared, and with it the word to go; a host that died before leaves an end of file, and
nothing is started. Back goes the error number of a program that could not be started; an end of file says that it was.
"""

from __future__ import annotations

import os
import signal
import sys

__all__ = ["LENGTH_BYTES", "launch"]

LENGTH_BYTES = 4
"""In front of the environment: its length, big-endian."""
CHUNK_BYTES = 65536
PR_SET_PDEATHSIG = 1
"""linux/prctl.h; kept over exec, https://man7.org/linux/man-pages/man2/PR_SET_PDEATHSIG.2const.html."""


def _read_environment(host: int) -> dict[bytes, bytes] | None:
    """Return what the host sent, ``NAME=value`` entries with a zero byte after each; ``None`` when the host died."""
    content = b""
    while len(content) < LENGTH_BYTES or len(content) < LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES], "big"):
        chunk = os.read(host, CHUNK_BYTES)
        if not chunk:
            return None
        content += chunk
    pairs = (entry.partition(b"=") for entry in content[LENGTH_BYTES:].split(b"\0")[:-1])
    return {name: value for name, _, value in pairs}


def _die_with_the_host() -> None:
    """Ask Linux to kill this process when the thread that started it ends: beside the guard, should that be gone."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def launch(host: int, argv: list[str]) -> None:
    """Wait for the word, then become ``argv``; returns only when nothing was started."""
    os.set_inheritable(host, False)
    environment = _read_environment(host)
    if environment is None:
        return
    _die_with_the_host()
    # Python ignores these two; what is ignored stays so over exec, and other programs rely on them.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(argv[0], argv, environment)  # noqa: S606 - no shell is the point
    except OSError as error:
        os.write(host, str(error.errno).encode())


if __name__ == "__main__":
    launch(int(sys.argv[1]), sys.argv[2:])
