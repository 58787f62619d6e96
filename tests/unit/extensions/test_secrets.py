"""The key store of the system, against a real Secret Service on a private bus."""

from __future__ import annotations

import gc
import subprocess
from collections.abc import Iterator
from pathlib import Path

import anyio
import anyio.to_thread
import keyring.backend
import keyring.core
import pytest

from app.cli.virtual.processes import Child, wait_until
from app.extensions import secrets
from app.extensions.secrets import KeyStoreState, probe_key_store

# keyring 25 leaves its connection to the bus open when the store is locked or hangs: collected here, where it happens.
pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")]


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


@pytest.fixture(autouse=True)
def _choose_backend_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library remembers what there is, and its choice, for the life of the process."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    vars(keyring.backend.get_all_keyring).pop("saved_result", None)
    yield
    vars(keyring.backend.get_all_keyring).pop("saved_result", None)
    gc.collect()


async def test_an_unlocked_store_keeps_a_secret_and_gives_it_back(bus: dict[str, str], tmp_path: Path) -> None:
    with start_key_store(bus, tmp_path, unlocked=True):
        store = await probe_key_store()
    assert store.state is KeyStoreState.READY
    assert "SecretService" in store.name


async def test_a_store_without_its_password_counts_as_locked(bus: dict[str, str], tmp_path: Path) -> None:
    with start_key_store(bus, tmp_path, unlocked=False):
        store = await probe_key_store()
    assert store.state is KeyStoreState.LOCKED


async def test_a_session_without_a_store_has_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    assert (await probe_key_store()).state is KeyStoreState.ABSENT


async def test_a_store_that_does_not_answer_is_given_up(
    bus: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start_key_store(bus, tmp_path, unlocked=True) as daemon:
        daemon.kill(19)  # SIGSTOP
        monkeypatch.setattr(secrets, "PROBE_TIMEOUT_S", 0.3)
        try:
            with anyio.fail_after(5):
                assert (await probe_key_store()).state is KeyStoreState.SILENT
        finally:
            daemon.kill(18)  # SIGCONT, so that the thread of the probe ends
            await anyio.to_thread.run_sync(
                lambda: wait_until(lambda: secrets._limiter.borrowed_tokens == 0, timeout_s=10, what="the probe")
            )
