"""A real Secret Service on a private bus, and a key store in memory that passes the same tests.

Fixtures to import: ``bus``, ``fresh_choice``.
"""

from __future__ import annotations

import gc
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import keyring.backend
import keyring.core
import pytest
from keyring.errors import PasswordDeleteError

from app.cli.virtual.processes import Child, wait_until


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """A private session bus with folders of its own; the process talks to it."""
    socket = tmp_path / "bus"
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    address = f"unix:path={socket}"
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"]
    with Child(command, env=env, log=tmp_path / "bus.log"):
        wait_until(socket.exists, timeout_s=10, what="dbus-daemon")
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        env["DBUS_SESSION_BUS_ADDRESS"] = address
        yield env


def start_key_store(env: dict[str, str], tmp_path: Path, *, unlocked: bool) -> Child:
    start = "exec gnome-keyring-daemon --foreground --components=secrets"
    command = ["sh", "-c", f"printf pw | {start} --unlock" if unlocked else start]
    daemon = Child(command, env=env, log=tmp_path / "keyring.log")

    def there() -> bool:
        ask = ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/"]
        names = subprocess.run(
            [*ask, "org.freedesktop.DBus.ListNames"], env=env, capture_output=True, text=True, check=True
        )
        return "org.freedesktop.secrets" in names.stdout

    wait_until(there, timeout_s=10, what="gnome-keyring-daemon")
    return daemon


@pytest.fixture
def fresh_choice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library remembers what there is, and its choice, for the life of the process."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    vars(keyring.backend.get_all_keyring).pop("saved_result", None)
    # Connections that the library leaves open are found here, not in a later test; only what the test made is looked
    # at, for late in a run a look at everything takes more than half a second.
    frozen = gc.get_freeze_count() > 0
    if not frozen:
        gc.freeze()
    yield
    vars(keyring.backend.get_all_keyring).pop("saved_result", None)
    gc.collect()
    if not frozen:
        gc.unfreeze()


class MemoryKeyring(keyring.backend.KeyringBackend):
    """Keeps values in memory and fails on request."""

    viable = False  # pyright: ignore[reportAssignmentType] - a class property there
    """So that the library does not find it by itself."""
    priority = 1  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride] - a class property there

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.calls = 0
        self.failure: Exception | None = None
        self.fails_from = 0
        """Number of the first call to ``set_password`` that raises ``failure``."""
        self.go_on = threading.Event()
        self.go_on.set()

    def _call(self) -> None:
        assert self.go_on.wait(10)
        if self.failure is not None and self.calls >= self.fails_from:
            raise self.failure

    def get_password(self, service: str, username: str) -> str | None:
        self._call()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.calls += 1
        self._call()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._call()
        if (service, username) not in self.kept:
            raise PasswordDeleteError
        del self.kept[service, username]
