"""The model shelf with minutes of a hundredth of a second: unloading when idle, and what must not be unloaded."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import anyio
import anyio.lowlevel
import pytest

from app.domain.errors import AppError, ModelMissing
from app.domain.messages import Event, ModelInfo, ModelsChanged, ModelState
from app.runtime.model_shelf import ModelShelf, thread_count
from app.settings.model import RecognitionSettings
from app.speech.fakes import ScriptedTranscriber
from app.speech.ports import Transcriber

pytestmark = pytest.mark.anyio

LIMIT_S = 5.0
MINUTE_S = 0.01
NEVER_S = 1e6


class Models:
    """Port ``Recognisers``; what a fetch waits for can be held back."""

    def __init__(self) -> None:
        self.by_name = {name: ScriptedTranscriber(model=name) for name in ("tiny.en", "base")}
        self.missing: set[str] = set()
        self.gate: anyio.Event | None = None
        self.fetches = 0

    def get(self, model: str, *, threads: int) -> Transcriber:
        if model in self.missing:
            raise ModelMissing(place=model)
        return self.by_name[model]

    def infos(self) -> tuple[ModelInfo, ...]:
        return tuple(ModelInfo(name, ModelState.READY, 1, "en") for name in self.by_name)

    async def fetch(self, model: str, on_progress: Callable[[float], None]) -> None:
        self.fetches += 1
        if self.gate is not None:
            await self.gate.wait()


class Bench:
    def __init__(self, minute_s: float, **settings: object) -> None:
        self.models = Models()
        self.told: list[ModelsChanged] = []
        self.settings = RecognitionSettings.model_validate({"unload_after_min": 1, **settings})
        self.shelf = ModelShelf(self.models, self.settings, self._take, minute_s=minute_s)

    def _take(self, event: Event) -> None:
        assert isinstance(event, ModelsChanged)
        self.told.append(event)

    def state(self, model: str = "tiny.en") -> ModelState:
        return {info.name: info.state for info in self.told[-1].models}[model]


@asynccontextmanager
async def shelf(minute_s: float = MINUTE_S, **settings: object) -> AsyncGenerator[Bench]:
    bench = Bench(minute_s, **settings)
    with anyio.fail_after(LIMIT_S):
        async with anyio.create_task_group() as group:
            group.start_soon(bench.shelf.unload_when_idle)
            yield bench
            group.cancel_scope.cancel()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await anyio.lowlevel.checkpoint()


async def test_an_idle_model_gives_its_memory_back_and_is_told() -> None:
    async with shelf() as bench:
        await bench.shelf.warm_up()
        assert bench.state() is ModelState.LOADED
        await until(lambda: not bench.models.by_name["tiny.en"].is_loaded)
        await until(lambda: bench.state() is ModelState.READY)


async def test_zero_minutes_keep_the_model() -> None:
    async with shelf(minute_s=0.0, unload_after_min=0) as bench:
        await bench.shelf.warm_up()
        for _ in range(50):
            await anyio.lowlevel.checkpoint()
        assert bench.models.by_name["tiny.en"].is_loaded


async def test_a_take_of_many_minutes_is_not_idle() -> None:
    async with shelf() as bench:
        await bench.shelf.warm_up()
        with bench.shelf.in_use():
            with anyio.move_on_after(20 * MINUTE_S):
                await until(lambda: not bench.models.by_name["tiny.en"].is_loaded)
            assert bench.models.by_name["tiny.en"].is_loaded
        await until(lambda: not bench.models.by_name["tiny.en"].is_loaded)


async def test_a_take_after_the_idle_time_makes_the_model_loaded_and_idle_once_more() -> None:
    async with shelf() as bench:
        model = bench.models.by_name["tiny.en"]
        await bench.shelf.warm_up()
        await until(lambda: not model.is_loaded)
        await until(lambda: bench.state() is ModelState.READY)
        with bench.shelf.in_use():
            await model.warm_up()
        assert bench.state() is ModelState.LOADED
        await until(lambda: not model.is_loaded)


async def test_a_model_used_once_says_nothing_about_the_one_of_the_settings() -> None:
    async with shelf(NEVER_S) as bench:
        await bench.shelf.warm_up()
        with bench.shelf.in_use("base"):
            await bench.models.by_name["base"].warm_up()
        await bench.shelf.release("base")
        bench.shelf.tell()
        assert bench.state() is ModelState.LOADED
        assert not bench.models.by_name["base"].is_loaded
        await bench.shelf.release("tiny.en")
        await bench.shelf.release("")
        assert bench.models.by_name["tiny.en"].is_loaded


async def test_a_model_that_was_swapped_while_it_loaded_is_not_kept() -> None:
    async with shelf(NEVER_S) as bench:
        slow, gate = bench.models.by_name["tiny.en"], anyio.Event()
        load = slow.warm_up

        async def load_slowly() -> None:
            await gate.wait()
            await load()

        slow.warm_up = load_slowly
        async with anyio.create_task_group() as group:
            group.start_soon(bench.shelf.warm_up)
            await anyio.lowlevel.checkpoint()
            await bench.shelf.use(bench.settings.model_copy(update={"model": "base"}))
            gate.set()
        assert not slow.is_loaded
        assert bench.state("base") is ModelState.LOADED
        assert bench.state("tiny.en") is ModelState.READY


async def test_settings_that_name_the_same_model_load_nothing_anew() -> None:
    async with shelf(NEVER_S) as bench:
        await bench.shelf.warm_up()
        told = len(bench.told)
        await bench.shelf.use(bench.settings.model_copy(update={"language": "de"}))
        assert len(bench.told) == told
        assert bench.models.by_name["tiny.en"].is_loaded


async def test_a_model_that_is_not_here_needs_no_unloading() -> None:
    async with shelf(NEVER_S) as bench:
        bench.models.missing.add("tiny.en")
        await bench.shelf.use(bench.settings.model_copy(update={"model": "base"}))
        assert bench.state("base") is ModelState.LOADED


async def test_one_model_is_fetched_once_at_a_time() -> None:
    async with shelf(NEVER_S) as bench:
        bench.models.gate = anyio.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(bench.shelf.fetch, "base")
            await until(lambda: bench.models.fetches == 1)
            assert bench.state("base") is ModelState.FETCHING
            await bench.shelf.fetch("base")
            bench.models.gate.set()
        assert bench.models.fetches == 1
        assert bench.state("base") is ModelState.READY


async def test_a_missing_model_is_refused_by_name() -> None:
    async with shelf(NEVER_S) as bench:
        bench.models.missing.add("base")
        with pytest.raises(AppError) as caught:
            bench.shelf.current("base")
        assert caught.value.place == "base"


@pytest.mark.parametrize(
    ("wanted", "cores", "threads"), [(0, 2, 1), (0, 16, 4), (0, 1, 1), (0, None, 1), (0, 6, 3), (7, 2, 7)]
)
def test_half_of_the_cores_decode_unless_a_number_is_set(wanted: int, cores: int | None, threads: int) -> None:
    assert thread_count(wanted, cores) == threads
