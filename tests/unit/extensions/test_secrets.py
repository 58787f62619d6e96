"""The key store of the system, against a real Secret Service on a private bus."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from app.cli.virtual.processes import wait_until
from app.extensions import secrets
from app.extensions.secrets import KeyStoreState, probe_key_store
from tests.unit.extensions.secret_service import bus, fresh_choice, start_key_store

__all__ = ["bus", "fresh_choice"]

# keyring 25 leaves its connection to the bus open when the store is locked or hangs: collected here, where it happens.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("fresh_choice"),
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]


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
