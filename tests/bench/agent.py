"""What the agent adds: to the call of a tool, to a sentence as there are more tools, and to the requests to a model.

In turns in one run, against the same servers: a fast intent from the final words to ``CallEnded`` against the bare call
of the same tool by our client (goal 8 has the frame besides); the offline router at 10, 100 and 1,000 tools (goal 9);
a turn with a model against the same requests sent by a bare HTTP client, and the same call by our client between them.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeVar

import anyio
import httpx2

from app.agent.model_turn import ModelLayer
from app.agent.ports import TurnRequest
from app.agent.record import TurnRecord
from app.agent.router import Router, RouteRequest, RouterTool
from app.agent.router.suite import Labelled, Suite, load_suite
from app.cli.simulation import Simulation, simulation
from app.cli.terminal import Terminal
from app.domain.calls import IntegrationId, ToolRef
from app.domain.fields import JsonObject
from app.domain.inquiries import Inquiry, InquiryAnswer
from app.domain.messages import CallEnded, Event
from app.domain.providers import AgentProvider
from app.domain.turn import AnswerRoute, new_thread_id, new_turn_id
from app.settings.model import AgentSettings
from app.settings.paths import AppPaths, resources_folder
from tests.fixtures.servers.model_server import ModelServer, Step, call, say

T = TypeVar("T")

CALLS: Final = 100
ROUNDS: Final = 5
SIZES: Final = (10, 100, 1000)
CLOCK: Final = IntegrationId("org.voxnotch.clock")
TIME: Final = ToolRef(CLOCK, "get_time")
TOKYO: Final = {"place": "Tokyo"}
INTENT: Final = "what time is it in tokyo"
UNLIKE_ANY: Final = "tell me something about the far east"
"""No intent wins this one, so the model answers."""
TURNS: Final = 30
VERBS: Final = (
    "archive approve assign attach audit backup bookmark calibrate compare compress convert deploy draft encrypt"
    " export forecast highlight import inspect merge migrate mirror monitor publish quarantine rename replay restore"
    " rotate scan sign summarize"
)
NOUNS: Final = (
    "invoice contract ticket branch cluster sensor printer scanner camera ledger voucher parcel shipment warehouse"
    " recipe patient prescription lecture exam syllabus satellite orbit turbine pipeline valve garden harvest"
    " beehive aquarium passport visa warrant"
)


class Nobody:
    """Port ``Inquirer``: nothing is asked in a bench."""

    async def ask(self, inquiry: Inquiry, read: Callable[[InquiryAnswer], Awaitable[T | None]]) -> T | None:
        raise AssertionError(inquiry.kind, read)


async def _median_us(times: int, way: Callable[[], Awaitable[float]]) -> float:
    return statistics.median([await way() for _ in range(times)]) * 1e6


async def _worked_us(way: Callable[[], Awaitable[float]]) -> float:
    """Return the processor time of one of some; setting the script is in it, the same for both ways."""
    began = time.process_time()
    for _ in range(TURNS):
        await way()
    return (time.process_time() - began) / TURNS * 1e6


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


def _request(words: str) -> TurnRequest:
    now_s = time.time()
    return TurnRequest(new_turn_id(now_s), new_thread_id(now_s), words, "en")


async def _intents(simulated: Simulation) -> dict[str, float]:
    """Return microseconds of the turn of a fast intent, and of the call that it makes."""
    supervisor = simulated.host.parts.supervisor
    ended: list[float] = []

    def observe(event: Event) -> None:
        if isinstance(event, CallEnded):
            assert event.card is not None
            ended.append(time.perf_counter())

    simulated.host.observe = observe
    runner = simulated.runner(Nobody(), lambda _: None)

    async def by_intent() -> float:
        record = TurnRecord()
        began = time.perf_counter()
        await runner.run(_request(INTENT), record)
        assert record.route is AnswerRoute.INTENT
        return ended.pop() - began

    async def bare() -> float:
        return await _timed(lambda: supervisor.call(TIME, TOKYO))

    await by_intent()
    await bare()
    rounds = [(await _median_us(CALLS, by_intent), await _median_us(CALLS, bare)) for _ in range(ROUNDS)]
    return {"intent": statistics.median(one for one, _ in rounds), "bare": statistics.median(one for _, one in rounds)}


async def _send(client: httpx2.AsyncClient, sent: dict[str, Any]) -> None:
    async with client.stream("POST", sent["path"], json=sent["body"]) as response:
        async for _ in response.aiter_bytes():
            pass


async def _model(simulated: Simulation, server: ModelServer, steps: Sequence[Step]) -> dict[str, float]:
    """Return microseconds of a turn with a model, and of its requests, and its call, without the host."""
    supervisor = simulated.host.parts.supervisor
    settings = AgentSettings(provider=AgentProvider.COMPATIBLE, base_url=server.base_url, model="scripted")
    layer = ModelLayer(settings, _no_key, now=lambda: datetime.now(UTC).astimezone())
    runner = simulated.runner(Nobody(), lambda _: None, lambda: layer)
    calls = sum(len(step.get("calls", ())) for step in steps)

    async def turn() -> float:
        server.script(*steps)
        record = TurnRecord()
        took = await _timed(lambda: runner.run(_request(UNLIKE_ANY), record))
        assert (record.route, len(record.calls)) == (AnswerRoute.MODEL, calls)
        return took

    await turn()
    requests = server.requests()
    assert len(requests) == len(steps)
    async with httpx2.AsyncClient(base_url=server.origin, trust_env=False) as client:

        async def by_hand() -> None:
            for number, sent in enumerate(requests):
                await _send(client, sent)
                if number < calls:
                    await supervisor.call(TIME, TOKYO)

        async def bare() -> float:
            server.script(*steps)
            return await _timed(by_hand)

        await bare()
        rounds = [(await _median_us(TURNS, turn), await _median_us(TURNS, bare)) for _ in range(ROUNDS)]
        worked = [(await _worked_us(turn), await _worked_us(bare)) for _ in range(ROUNDS)]
    await layer.close()
    return {
        "turn": statistics.median(one for one, _ in rounds),
        "bare": statistics.median(one for _, one in rounds),
        "own work": statistics.median(turn - bare for turn, bare in worked),
    }


async def _no_key() -> str:
    return ""


async def _turns(folder: Path) -> dict[str, dict[str, float]]:
    paths = AppPaths(folder / "config", folder / "data", folder / "state")
    clock = resources_folder() / "integrations" / "clock"
    async with simulation(paths, [clock], Terminal(aside=True)) as simulated:
        name = next(entry.model_name for entry in simulated.tools() if entry.ref == TIME)
        with ModelServer.started() as server:
            return {
                "intent": await _intents(simulated),
                "said": await _model(simulated, server, [say("It is ", "far.")]),
                "called": await _model(simulated, server, [call(name, TOKYO), say("It is ", "far.")]),
            }


def _made_up() -> Iterator[RouterTool]:
    schema: JsonObject = {"type": "object", "properties": {"name": {"type": "string", "description": "Which one"}}}
    for verb, noun in product(VERBS.split(), NOUNS.split()):
        words = f"{verb.capitalize()} a {noun}"
        description = f"{words}. Use when the user asks to {verb} a {noun}."
        ref = ToolRef(IntegrationId(f"com.example.{noun}"), f"{verb}_{noun}")
        yield RouterTool(ref, ref.tool, words, description, noun.capitalize(), schema)


def _tools(suite: Suite, size: int) -> tuple[RouterTool, ...]:
    """Return so many tools: those of the suite first, then made-up ones."""
    return (*suite.tools, *_made_up())[:size]


def _route_us(router: Router, suite: Suite, sentences: Sequence[Labelled], size: int) -> tuple[list[float], float]:
    """Return microseconds of each sentence over so many tools, and the share whose tool ranks first."""
    tools = _tools(suite, size)
    there = {tool.ref for tool in tools}
    asked = [one for one in sentences if one.tool in there and one.previous is None and one.language == "en"]
    assert len(asked) > 10
    router.route(RouteRequest(asked[0].say, "en", tools, suite.now))  # makes the index
    took: list[float] = []
    right = 0
    for one in asked:
        began = time.perf_counter()
        routed = router.route(RouteRequest(one.say, "en", tools, suite.now))
        took.append((time.perf_counter() - began) * 1e6)
        right += routed.ranked[0].ref == one.tool
    return took, right / len(asked)


def _router() -> dict[str, float | int | str]:
    suite = load_suite(resources_folder() / "suites" / "router.toml")
    held_out = [one for one in suite.sentences if one.half == "held_out"]
    routers = {size: Router() for size in SIZES}
    times: dict[int, list[float]] = {size: [] for size in SIZES}
    shares: dict[int, float] = {}
    for _ in range(ROUNDS):
        for size, router in routers.items():
            took, shares[size] = _route_us(router, suite, held_out, size)
            times[size] += took
    medians = {size: statistics.median(times[size]) for size in SIZES}
    figures: dict[str, float | int | str] = {f"router over {SIZES[0]} tools, us": round(medians[SIZES[0]])}
    for size in SIZES:
        if size != SIZES[0]:
            figures[f"router over {size} tools / over {SIZES[0]}"] = round(medians[size] / medians[SIZES[0]], 2)
    figures[f"router over {SIZES[-1]} tools, us, slowest of a hundred"] = round(
        statistics.quantiles(times[SIZES[-1]], n=100)[-1]
    )
    for size, goal in zip(SIZES, (92, 88, 82), strict=True):
        figures[f"right tool first of {size}, held-out half, % (goal: {goal})"] = round(shares[size] * 100, 1)
    return figures


def run() -> dict[str, float | int | str]:
    with tempfile.TemporaryDirectory() as place:
        turns = anyio.run(_turns, Path(place))
    intent, said, called = turns["intent"], turns["said"], turns["called"]
    return {
        "bare call of the tool of an intent, us": round(intent["bare"]),
        "fast intent, final words to card / bare call": round(intent["intent"] / intent["bare"], 2),
        "one request to a model, bare HTTP client, us": round(said["bare"]),
        "model turn that only answers / its request bare": round(said["turn"] / said["bare"], 2),
        "model turn with one call / its two requests and call bare": round(called["turn"] / called["bare"], 2),
        "processor time beyond that, turn that only answers, ms": round(said["own work"] / 1000, 1),
        "processor time beyond that, turn with one call, ms": round(called["own work"] / 1000, 1),
        **_router(),
    }
