"""Keys of language models in a real key store, servers that were found, and a trial that ends one way or another."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from keyring.errors import KeyringLocked

from app.domain.errors import AnswerFailed, KeyStoreUnavailable
from app.domain.manifest.reader import read_manifest
from app.domain.messages import (
    Event,
    FindModelServers,
    ModelKeysChanged,
    ModelServersFound,
    ModelTested,
    Notice,
    NoticeCode,
    RemoveModelKey,
    RequestModelKeys,
    StoreModelKey,
    TestModel,
)
from app.domain.providers import AgentProvider, KeyState, ModelServer
from app.extensions.secrets import SecretStore
from app.runtime.model_desk import MODEL_KEYS, ModelDesk
from tests.plugins.logs import ExpectLog
from tests.unit.extensions.secret_service import MemoryKeyring, bus, fresh_choice, start_key_store

__all__ = ["bus", "fresh_choice"]

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("fresh_choice"),
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]

LIMIT_S = 5.0
OPENAI, MISTRAL, OWN = AgentProvider.OPENAI, AgentProvider.MISTRAL, AgentProvider.COMPATIBLE
OLLAMA = ModelServer("Ollama", "http://127.0.0.1:11434/v1", ("llama3.2", "qwen3"))
KEY = "planted-key-1234"


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Bench:
    """A desk, what it told, and the two things that the model layer gives it."""

    def __init__(self, secrets: SecretStore) -> None:
        self.told: list[Event] = []
        self.clock = Clock()
        self.test: Callable[[], Awaitable[None]] = anyio.lowlevel.checkpoint
        self.desk = ModelDesk(
            secrets, self.told.append, find_servers=self._found, test=self._tested, monotonic_s=self.clock
        )

    async def _found(self) -> tuple[ModelServer, ...]:
        return (OLLAMA,)

    async def _tested(self) -> None:
        await self.test()

    @property
    def states(self) -> dict[AgentProvider, KeyState]:
        last = self.told[-1]
        assert isinstance(last, ModelKeysChanged)
        return dict(last.keys)


@pytest.fixture
def ring() -> MemoryKeyring:
    return MemoryKeyring()


@pytest.fixture
def bench(ring: MemoryKeyring) -> Bench:
    return Bench(SecretStore(lambda: ring))


@pytest.fixture(params=["memory", "secret service"])
def any_bench(request: pytest.FixtureRequest, bench: Bench) -> Iterator[Bench]:
    if request.param == "memory":
        yield bench
        return
    env, folder = request.getfixturevalue("bus"), request.getfixturevalue("tmp_path")
    with start_key_store(env, folder, unlocked=True):
        yield Bench(SecretStore())


async def test_a_key_is_kept_by_provider_told_by_its_state_and_removed_alone(any_bench: Bench) -> None:
    desk = any_bench.desk
    await desk.serve(StoreModelKey(OPENAI, KEY))
    await desk.serve(StoreModelKey(MISTRAL, "other"))
    assert any_bench.states == {
        AgentProvider.COMPATIBLE: KeyState.NONE,
        AgentProvider.OPENAI: KeyState.STORED,
        AgentProvider.ANTHROPIC: KeyState.NONE,
        AgentProvider.GOOGLE: KeyState.NONE,
        AgentProvider.MISTRAL: KeyState.STORED,
    }
    assert (await desk.key_of(OPENAI), await desk.key_of(MISTRAL), await desk.key_of(OWN)) == (KEY, "other", "")
    await desk.serve(RemoveModelKey(OPENAI))
    assert (any_bench.states[OPENAI], any_bench.states[MISTRAL]) == (KeyState.NONE, KeyState.STORED)
    assert (await desk.key_of(OPENAI), await desk.key_of(MISTRAL)) == ("", "other")
    await desk.serve(RemoveModelKey(MISTRAL))


async def test_no_key_is_told_or_logged(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    command = StoreModelKey(OPENAI, KEY)
    await bench.desk.serve(command)
    await bench.desk.serve(RequestModelKeys())
    assert KEY not in f"{command} {bench.told} {bench.desk!r}"
    assert KEY not in caplog.text


async def test_without_a_key_store_a_key_is_kept_until_quit_on_the_persons_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_log: ExpectLog
) -> None:
    expected_log("a key of a model: key-store-absent")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    bench = Bench(SecretStore())
    await bench.desk.serve(StoreModelKey(OPENAI, KEY))
    assert bench.told == [Notice(NoticeCode.FAILED, place="key-store-absent")]
    await bench.desk.serve(StoreModelKey(OPENAI, KEY, until_quit=True))
    assert (bench.states[OPENAI], bench.states[MISTRAL]) == (KeyState.UNTIL_QUIT, KeyState.UNKNOWN)
    assert await bench.desk.key_of(OPENAI) == KEY
    with pytest.raises(KeyStoreUnavailable):
        await bench.desk.key_of(MISTRAL)
    await bench.desk.serve(RemoveModelKey(OPENAI))
    assert bench.states[OPENAI] is KeyState.UNKNOWN


async def test_a_store_that_does_not_give_a_key_back_leaves_it_where_it_is(
    bench: Bench, ring: MemoryKeyring, expected_log: ExpectLog
) -> None:
    expected_log("a key of a model: key-store-locked")
    await bench.desk.serve(StoreModelKey(OPENAI, KEY))
    ring.failure = KeyringLocked()
    await bench.desk.serve(RemoveModelKey(OPENAI))
    assert bench.told[-1] == Notice(NoticeCode.FAILED, place="key-store-locked")
    await bench.desk.serve(RequestModelKeys())
    assert set(bench.states.values()) == {KeyState.UNKNOWN}
    ring.failure = None
    await bench.desk.serve(RequestModelKeys())
    assert bench.states[OPENAI] is KeyState.STORED


async def test_a_server_of_ones_own_is_asked_without_a_key_where_the_store_is_locked(
    bench: Bench, ring: MemoryKeyring
) -> None:
    ring.failure = KeyringLocked()
    assert await bench.desk.key_of(OWN) == ""
    ring.failure = AssertionError("asked twice: a locked store asks the person each time")
    assert await bench.desk.key_of(OWN) == ""
    ring.failure = None
    await bench.desk.serve(StoreModelKey(OWN, KEY))
    assert await bench.desk.key_of(OWN) == KEY
    assert await bench.desk.key_of(AgentProvider.OFFLINE) == ""


async def test_keys_are_changed_in_the_order_in_which_they_were_asked(bench: Bench, ring: MemoryKeyring) -> None:
    ring.go_on.clear()
    with anyio.fail_after(LIMIT_S):
        async with anyio.create_task_group() as group:
            group.start_soon(bench.desk.serve, StoreModelKey(OPENAI, KEY))
            await anyio.wait_all_tasks_blocked()
            group.start_soon(bench.desk.serve, StoreModelKey(OPENAI, "newer", True))
            await anyio.wait_all_tasks_blocked()
            ring.go_on.set()
    assert await bench.desk.key_of(OPENAI) == "newer"
    assert bench.states[OPENAI] is KeyState.UNTIL_QUIT


@pytest.mark.clause("V-2.2")
async def test_no_integration_can_have_the_name_under_which_the_keys_are() -> None:
    reading = read_manifest(json.dumps({"schemaVersion": 1, "id": MODEL_KEYS}).encode(), strict=False)
    assert ("$.id", "bad-id") in [(one.path, one.code) for one in reading.findings]


async def test_servers_are_told_to_the_one_who_asked(bench: Bench) -> None:
    await bench.desk.serve(FindModelServers(7))
    assert bench.told == [ModelServersFound(7, (OLLAMA,))]


async def test_a_trial_tells_how_long_the_model_took(bench: Bench) -> None:
    async def answer() -> None:
        bench.clock.now_s += 0.75

    bench.test = answer
    await bench.desk.serve(TestModel(3))
    assert bench.told == [ModelTested(3, duration_s=0.75)]


async def test_a_trial_that_failed_tells_its_code_and_its_place(bench: Bench) -> None:
    async def refuse() -> None:
        bench.clock.now_s += 0.5
        raise AnswerFailed(place="api.openai.com", code="agent-key-refused")

    bench.test = refuse
    await bench.desk.serve(TestModel(3))
    assert bench.told == [ModelTested(3, "agent-key-refused", "api.openai.com", 0.5)]


async def test_the_next_trial_takes_the_place_of_one_that_runs(bench: Bench) -> None:
    gone: list[str] = []

    async def hang() -> None:
        try:
            await anyio.sleep_forever()
        finally:
            gone.append("first")

    bench.test = hang
    with anyio.fail_after(LIMIT_S):
        async with anyio.create_task_group() as group:
            group.start_soon(bench.desk.serve, TestModel(1))
            await anyio.wait_all_tasks_blocked()
            bench.test = anyio.lowlevel.checkpoint
            group.start_soon(bench.desk.serve, TestModel(2))
    assert gone == ["first"]
    assert bench.told == [ModelTested(2)]
