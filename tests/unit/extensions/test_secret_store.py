"""Secrets in the key store: all or none, by integration, and never anywhere else."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import anyio
import keyring
import pytest
from jeepney import DBusErrorResponse, HeaderFields, new_error, new_method_call
from keyring.backend import KeyringBackend
from keyring.errors import InitError, KeyringLocked, NoKeyringError, PasswordSetError
from secretstorage import LockedException

from app.domain.calls import IntegrationId
from app.domain.errors import KeyStoreUnavailable
from app.extensions import secrets
from app.extensions.key_store import choose_backend
from app.extensions.secrets import SecretStore
from tests.unit.extensions.secret_service import MemoryKeyring, bus, fresh_choice, start_key_store
from tests.unit.extensions.server_programs import until

__all__ = ["bus", "fresh_choice"]

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("fresh_choice"),
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]

T = TypeVar("T")

NOTES = IntegrationId("com.example.notes")
MAIL = IntegrationId("com.example.mail")


@pytest.fixture
def ring() -> MemoryKeyring:
    return MemoryKeyring()


@pytest.fixture
def store(ring: MemoryKeyring) -> SecretStore:
    return SecretStore(lambda: ring)


@pytest.fixture(params=["memory", "secret service"])
def any_store(request: pytest.FixtureRequest, store: SecretStore) -> Iterator[SecretStore]:
    """The same promises of a store in memory and of a real Secret Service."""
    if request.param == "memory":
        yield store
        return
    env, folder = request.getfixturevalue("bus"), request.getfixturevalue("tmp_path")
    with start_key_store(env, folder, unlocked=True):
        yield SecretStore()


@pytest.mark.clause("V-5.13")
async def test_values_are_kept_by_integration_and_name_replaced_and_deleted(any_store: SecretStore) -> None:
    store = any_store
    await store.store(NOTES, {"KEY": "one \u00e4\n", "TOKEN": "two"})
    await store.store(MAIL, {"KEY": "other"})
    assert await store.load(NOTES, ["KEY", "TOKEN", "NEVER"]) == {"KEY": "one \u00e4\n", "TOKEN": "two"}
    assert await store.load(MAIL, ["KEY", "TOKEN"]) == {"KEY": "other"}
    await store.store(NOTES, {"KEY": "new"})
    assert await store.load(NOTES, ["KEY"]) == {"KEY": "new"}
    await store.delete(NOTES, ["KEY", "NEVER"])
    await store.delete(NOTES, ["KEY"])
    await store.delete(NOTES, [])
    assert await store.load(NOTES, ["KEY", "TOKEN"]) == {"TOKEN": "two"}
    assert await store.load(MAIL, ["KEY"]) == {"KEY": "other"}
    await store.delete(NOTES, ["TOKEN"])
    await store.delete(MAIL, ["KEY"])
    assert await store.load(MAIL, ["KEY"]) == {}


async def test_secrets_survive_the_host(bus: dict[str, str], tmp_path: Path) -> None:
    with start_key_store(bus, tmp_path, unlocked=True):
        await SecretStore().store(NOTES, {"KEY": "kept"})
        assert await SecretStore().load(NOTES, ["KEY"]) == {"KEY": "kept"}
        assert keyring.get_keyring().get_password("voxnotch:com.example.notes", "KEY") == "kept"


@pytest.mark.clause("V-5.14")
async def test_a_locked_store_takes_nothing_and_says_so(bus: dict[str, str], tmp_path: Path) -> None:
    store = SecretStore()
    with start_key_store(bus, tmp_path, unlocked=False):
        with pytest.raises(KeyStoreUnavailable) as caught:
            await store.store(NOTES, {"KEY": "planted-secret"})
        with pytest.raises(KeyStoreUnavailable):
            await store.load(NOTES, ["KEY"])
    assert caught.value.code == "key-store-locked"
    assert "planted" not in str(caught.value)
    assert store.held(NOTES) == frozenset()


@pytest.mark.clause("V-5.14")
async def test_without_a_store_nothing_is_kept_but_until_quit_on_the_persons_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    store = SecretStore()
    with pytest.raises(KeyStoreUnavailable) as caught:
        await store.store(NOTES, {"KEY": "one"})
    assert caught.value.code == "key-store-absent"
    assert store.held(NOTES) == frozenset()
    await store.store(NOTES, {"KEY": "one"}, until_quit=True)
    assert store.held(NOTES) == {"KEY"}
    assert await store.load(NOTES, ["KEY"]) == {"KEY": "one"}
    with pytest.raises(KeyStoreUnavailable):
        await store.load(NOTES, ["KEY", "TOKEN"])
    with pytest.raises(KeyStoreUnavailable):
        await SecretStore().load(NOTES, ["KEY"])
    # What was in memory only is gone, so an integration can be removed on such a machine.
    await store.delete(NOTES, ["KEY"])
    assert store.held(NOTES) == frozenset()
    with pytest.raises(KeyStoreUnavailable):
        await store.delete(NOTES, ["KEY"])


@pytest.mark.clause("V-5.14")
async def test_what_a_silent_store_takes_too_late_is_taken_back(
    bus: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SecretStore()
    with start_key_store(bus, tmp_path, unlocked=True) as daemon:
        await store.store(NOTES, {"KEY": "old"})
        with monkeypatch.context() as patch:
            patch.setattr(secrets, "CALL_LIMIT_S", 0.3)
            daemon.kill(19)  # SIGSTOP
            try:
                with pytest.raises(KeyStoreUnavailable) as caught:
                    await store.store(NOTES, {"KEY": "new", "TOKEN": "new"})
                # The thread before is still busy: the next wait is bounded too.
                with pytest.raises(KeyStoreUnavailable):
                    await store.load(NOTES, ["KEY"])
            finally:
                daemon.kill(18)  # SIGCONT
        await until(lambda: not store._use.busy, "the thread")
        assert caught.value.code == "key-store-silent"
        assert await store.load(NOTES, ["KEY", "TOKEN"]) == {"KEY": "old"}


async def test_what_is_stored_when_the_time_is_up_counts(ring: MemoryKeyring) -> None:
    class Late(SecretStore):
        """The thread comes to its end, and the wait for it ends the same moment."""

        async def _call(self, use: Callable[[KeyringBackend], T]) -> T:
            await super()._call(use)
            raise KeyStoreUnavailable(code="key-store-silent")

    await Late(lambda: ring).store(NOTES, {"KEY": "new"})
    assert ring.kept == {("voxnotch:com.example.notes", "KEY"): "new"}


async def test_a_caller_that_leaves_has_nothing_stored(store: SecretStore, ring: MemoryKeyring) -> None:
    ring.go_on.clear()
    with anyio.move_on_after(0.1) as scope:
        await store.store(NOTES, {"KEY": "new"})
    ring.go_on.set()
    assert scope.cancelled_caught
    await until(lambda: not store._use.busy, "the thread")
    assert ring.kept == {}


async def test_what_is_taken_back_too_late_is_taken_back_before_the_next_change(
    store: SecretStore, ring: MemoryKeyring
) -> None:
    await store.store(NOTES, {"KEY": "old"})
    ring.go_on.clear()
    for value in ("given up", "given up too"):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(store.store, NOTES, {"KEY": value})
            await until(lambda: store._use.busy, "the thread of the first")
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
    calls = ring.calls
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(store.store, NOTES, {"KEY": "new"})
        await anyio.wait_all_tasks_blocked()
        assert store._use.busy
        ring.go_on.set()
    assert ring.kept == {("voxnotch:com.example.notes", "KEY"): "new"}
    assert ring.calls == calls + 3  # the change given up, its taking back, the last change; the second never began


def test_a_thread_for_which_nobody_waits_leaves_the_store_alone() -> None:
    use, left = secrets._Use(), threading.Event()
    with use.begun(threading.Event()):
        waiting = threading.Thread(target=lambda: refused(use, left), name="given up")
        waiting.start()
        use.leave(left)
        waiting.join(10)
        assert not waiting.is_alive()
        assert use.busy
    assert not use.busy
    refused(use, left)


def refused(use: secrets._Use, left: threading.Event) -> None:
    with pytest.raises(KeyStoreUnavailable), use.begun(left):
        pytest.fail("it began")


@pytest.mark.clause("V-5.14")
@pytest.mark.parametrize("fails_from", [1, 2])
async def test_when_one_value_is_refused_none_is_changed(
    store: SecretStore, ring: MemoryKeyring, fails_from: int
) -> None:
    await store.store(NOTES, {"A": "old"})
    before = dict(ring.kept)
    ring.calls, ring.fails_from, failure = 0, fails_from, PasswordSetError("A=new")

    def fail_once(service: str, username: str, password: str) -> None:
        ring.calls += 1
        if ring.calls == fails_from:
            raise failure
        ring.kept[service, username] = password

    ring.set_password = fail_once  # pyright: ignore[reportAttributeAccessIssue] - wrapped without types
    with pytest.raises(KeyStoreUnavailable) as caught:
        await store.store(NOTES, {"A": "new", "B": "new"})
    assert ring.kept == before
    assert str(caught.value) == f"key-store-unavailable: {ring.name}: PasswordSetError"


async def test_a_store_that_goes_away_in_the_middle_is_told_by_what_it_said_first(
    store: SecretStore, ring: MemoryKeyring
) -> None:
    ring.failure, ring.fails_from = PasswordSetError(), 2
    with pytest.raises(KeyStoreUnavailable, match="PasswordSetError"):
        await store.store(NOTES, {"A": "new", "B": "new"})


async def test_what_is_stored_for_good_is_no_longer_kept_until_quit(store: SecretStore) -> None:
    await store.store(NOTES, {"KEY": "one", "TOKEN": "two"}, until_quit=True)
    await store.store(NOTES, {"KEY": "three"})
    assert store.held(NOTES) == {"TOKEN"}
    assert await store.load(NOTES, ["KEY", "TOKEN", "KEY"]) == {"KEY": "three", "TOKEN": "two"}


async def test_what_is_in_memory_comes_before_what_is_in_the_store(store: SecretStore) -> None:
    await store.store(NOTES, {"KEY": "old"})
    await store.store(NOTES, {"KEY": "new"}, until_quit=True)
    assert await store.load(NOTES, ["KEY"]) == {"KEY": "new"}
    await store.delete(NOTES, ["KEY"])
    assert await store.load(NOTES, ["KEY"]) == {}


def dbus_error() -> DBusErrorResponse:
    from jeepney import DBusAddress

    call = new_method_call(DBusAddress("/", "org.example", "org.example.I"), "M")
    call.header.serial = 1
    call.header.fields[HeaderFields.sender] = ":1.1"
    return DBusErrorResponse(new_error(call, "org.example.Failed"))


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (KeyringLocked(), "key-store-locked"),
        (InitError(), "key-store-locked"),
        (ConnectionRefusedError(), "key-store-absent"),
        (NoKeyringError(), "key-store-unavailable"),
        (LockedException(), "key-store-unavailable"),
        (dbus_error(), "key-store-unavailable"),
    ],
)
async def test_whatever_a_store_raises_has_one_name(
    store: SecretStore, ring: MemoryKeyring, failure: Exception, code: str
) -> None:
    ring.failure = failure
    for call in (store.store(NOTES, {"KEY": "x"}), store.load(NOTES, ["KEY"]), store.delete(NOTES, ["KEY"])):
        with pytest.raises(KeyStoreUnavailable) as caught:
            await call
        assert (caught.value.code, caught.value.place) == (code, ring.name)


async def test_where_there_is_no_d_bus_library_the_others_errors_are_still_named(
    store: SecretStore, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jeepney", None)
    ring.failure = PasswordSetError()
    with pytest.raises(KeyStoreUnavailable):
        await store.load(NOTES, ["KEY"])


@pytest.mark.clause("V-5.13", "V-5.14")
@pytest.mark.parametrize("module", ["keyrings/alt/file.py", "keyrings/cryptfile/cryptfile.py"])
async def test_a_store_that_writes_plain_files_is_refused(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As the libraries of these names look to ``keyring``; they are not among those of this project.
    file = tmp_path / module
    file.parent.mkdir(parents=True)
    file.write_text(
        "from tests.unit.extensions.secret_service import MemoryKeyring\nclass Keyring(MemoryKeyring): pass\n",
        encoding="utf-8",
    )
    dotted = module.removesuffix(".py").replace("/", ".")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", f"{dotted}.Keyring")
    try:
        with pytest.raises(KeyStoreUnavailable) as caught:
            await SecretStore().store(NOTES, {"KEY": "x"})
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "keyrings"]:
            del sys.modules[name]
    assert caught.value.code == "key-store-unsafe"


@pytest.mark.clause("V-5.14")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("keyring.backends.null.Keyring", "key-store-unsafe"),
        ("keyring.backends.fail.Keyring", "key-store-absent"),
        ("keyring.backends.chainer.ChainerBackend", "key-store-absent"),
        ("no.such.Keyring", "key-store-absent"),
        ("keyring.backends.null.NoSuchClass", "key-store-absent"),
    ],
)
def test_a_store_that_keeps_nothing_is_refused(name: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", name)
    with pytest.raises(KeyStoreUnavailable) as caught:
        choose_backend()
    assert caught.value.code == code


async def test_of_a_chain_of_stores_the_one_that_is_safe_is_used(
    bus: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.chainer.ChainerBackend")
    with start_key_store(bus, tmp_path, unlocked=True):
        assert "SecretService" in choose_backend().name


async def test_a_store_that_forgets_at_once_is_found_out(store: SecretStore, ring: MemoryKeyring) -> None:
    def forget(service: str, username: str, password: str) -> None:
        """Keep nothing and say nothing."""

    ring.set_password = forget  # pyright: ignore[reportAttributeAccessIssue] - wrapped without types
    with pytest.raises(KeyStoreUnavailable, match="not stored"):
        await store.store(NOTES, {"KEY": "x"})
