"""Turns with a scripted function and with pydantic-ai's test model in the place of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import anyio
import httpx2
import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, DeltaToolCall, FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.settings import ModelSettings

from app.agent.model_run import ModelRun, ask_one_word
from app.agent.models import OpenModel
from app.agent.toolset import SchemaBook
from app.domain.errors import AnswerFailed
from app.domain.providers import AgentProvider
from tests.unit.agent.model_stage import Told, TurnDoor, no_tools, request, settings, weather_door
from tests.unit.integrations.records import record, served, tool
from tests.unit.tools.door import Door, text_result

pytestmark = pytest.mark.anyio
Piece = str | dict[int, DeltaToolCall] | dict[int, DeltaThinkingPart]


def opened(model: Model) -> OpenModel:
    return OpenModel(model, httpx2.AsyncClient(), ModelSettings(max_tokens=100), "here", reads_images=False)


def run_with(model: Model, **more: Any) -> ModelRun:
    return ModelRun(opened(model), settings(**more), SchemaBook(AgentProvider.COMPATIBLE), iter(range(10_000)).__next__)


class Script:
    """A model that says one list of pieces after another, and keeps what it was sent."""

    def __init__(self, *answers: list[Piece]) -> None:
        self.answers = list(answers)
        self.sent: list[list[ModelMessage]] = []
        self.tools: list[list[str]] = []
        self.schemas: list[dict[str, Any]] = []
        self.model = FunctionModel(stream_function=self._stream)

    async def _stream(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Piece]:
        self.sent.append(list(messages))
        self.tools.append([one.name for one in info.function_tools])
        self.schemas = [one.parameters_json_schema for one in info.function_tools]
        for piece in self.answers.pop(0):
            yield piece

    def results(self) -> list[Any]:
        last = self.sent[-1][-1]
        assert isinstance(last, ModelRequest)
        return [part.content for part in last.parts if isinstance(part, ToolReturnPart)]


def called(name: str, arguments: str, index: int = 0) -> dict[int, DeltaToolCall]:
    return {index: DeltaToolCall(name=name, json_args=arguments, tool_call_id=f"c{index}")}


async def test_the_test_model_calls_every_tool_and_sums_up() -> None:
    door, told = weather_door(), Told()
    answer = await run_with(TestModel()).answer(request(), door, told, "Be short.")
    assert [ref.tool for ref in door.refs] == ["weather"]
    assert "Sunny, 21 degrees" in answer.text
    assert told.looks[-1] == answer.text


async def test_the_test_model_answers_without_tools() -> None:
    answer = await run_with(TestModel(custom_output_text="Hello.")).answer(request(), no_tools(), Told(), "")
    assert (answer.text, answer.requests) == ("Hello.", 1)


async def test_names_that_a_provider_refuses_are_given_back_to_the_tool() -> None:
    schema = {"type": "object", "properties": {"größe (cm)": {"type": "integer"}, "$filter": {"type": "string"}}}
    door = TurnDoor(Door(record(tools=[tool("weather", inputSchema=schema)])))
    script = Script([called("bare__weather", '{"gr__e__cm_": 3, "_filter": "x"}')], ["Done."])
    await run_with(script.model).answer(request(), door, Told(), "")
    assert list(script.schemas[0]["properties"]) == ["gr__e__cm_", "_filter"]
    assert [dict(arguments) for _, arguments, _ in door.door.server.calls] == [{"größe (cm)": 3, "$filter": "x"}]


async def test_arguments_come_as_they_are_checked_by_the_executor() -> None:
    script = Script([called("bare__weather", "{}")], ["Which city?"])
    door = weather_door()
    await run_with(script.model).answer(request(), door, Told(), "")
    assert "invalid_args" in script.results()[0]
    assert door.door.server.calls == []


async def test_thoughts_are_neither_shown_nor_kept() -> None:
    script = Script([{0: DeltaThinkingPart(content="Secret ")}, {0: DeltaThinkingPart(content="thought")}, "Hi."])
    told = Told()
    answer = await run_with(script.model).answer(request(), no_tools(), told, "")
    assert (told.looks, answer.text) == (["Hi."], "Hi.")
    assert b"thought" not in answer.context


@pytest.mark.parametrize(
    "endless",
    [
        ["word " * 200] * 100,
        [{0: DeltaThinkingPart(content="hmm " * 200)} for _ in range(100)],
        [called("bare__weather", "x" * 200), *({0: DeltaToolCall(json_args="x" * 800)} for _ in range(100))],
    ],
    ids=["text", "thoughts", "arguments"],
)
async def test_a_response_without_an_end_is_cut_off(endless: list[Piece]) -> None:
    script = Script(endless)
    with pytest.raises(AnswerFailed) as caught:
        await run_with(script.model, most_answer_tokens=64).answer(request(), weather_door(), Told(), "")
    assert caught.value.place == "agent.most_answer_tokens"


async def test_the_first_sentence_is_held_back_while_a_call_may_follow() -> None:
    script = Script(["I will look. ", "One ", "moment.", called("bare__weather", '{"city": "Rome"}')], ["Sunny."])
    told = Told()
    await run_with(script.model).answer(request(), weather_door(), told, "")
    assert told.looks == ["I will look. One", "I will look. One moment.", "Sunny."]
    script = Script(["Checking the weather in Rome now.", called("bare__weather", '{"city": "Rome"}')], ["Sunny."])
    told = Told()
    await run_with(script.model).answer(request(), weather_door(), told, "")
    assert told.looks == ["Sunny."]


async def test_without_tools_the_first_word_shows_at_once() -> None:
    script = Script(["I ", "am ", "here."])
    told = Told()
    await run_with(script.model).answer(request(), no_tools(), told, "")
    assert told.looks == ["I", "I am", "I am here."]


async def test_tools_that_went_away_meanwhile_are_not_offered_again() -> None:
    door = weather_door()
    script = Script([called("bare__weather", '{"city": "Rome"}')], ["Sunny."])
    door.door.server.on_call = lambda ref, arguments: door.door.registry.set_records([])
    await run_with(script.model).answer(request(), door, Told(), "")
    assert script.tools == [["bare__weather"], []]


async def test_long_results_are_cut_so_that_the_turn_stays_within_its_size() -> None:
    door = weather_door(text_result("x" * 20_000))
    one = called("bare__weather", '{"city": "Rome"}')
    script = Script([one], [one], [one], [one], [one], ["Long."])
    await run_with(script.model, context_characters=4000).answer(request(), door, Told(), "")
    lengths = [
        len(part.content)
        for message in script.sent[-1]
        for part in message.parts
        if isinstance(part, ToolReturnPart) and isinstance(part.content, str)
    ]
    assert lengths == [1000, 1000, 1000, 1000, 500]
    assert script.results()[0].endswith("[Voxnotch left out the rest of this result: it is too long.]")


async def test_more_tools_than_a_request_may_name_are_left_out() -> None:
    door = Door()
    names = [f"do_{number}" for number in range(80)]
    installed = [record(name, tools=[tool(one) for one in names]) for name in ("first", "second")]
    door.registry.set_records(installed)
    for one in installed:
        door.registry.set_served(one.integration_id, tuple(served(name) for name in names))
    script = Script(["Fine."], ["Fine."])
    run = run_with(script.model)
    await run.answer(request(), TurnDoor(door), Told(), "")
    assert len(script.tools[0]) == 128
    door.registry.set_records(installed[:1])
    await run.answer(request(), TurnDoor(door), Told(), "")
    assert len(script.tools[1]) == 80


async def test_a_look_that_waits_holds_up_the_answer_and_a_lost_race_ends_it() -> None:
    script = Script(["One. ", "Two."])
    waits = anyio.Event()

    async def never(text: str) -> None:
        waits.set()
        await anyio.sleep_forever()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run_with(script.model).answer, request(), no_tools(), never, "")
        with anyio.fail_after(5):
            await waits.wait()
        tasks.cancel_scope.cancel()
    assert len(script.sent) == 1


async def test_a_model_that_only_thinks_for_its_test_is_there() -> None:
    await ask_one_word(opened(Script([{0: DeltaThinkingPart(content="Hm")}]).model), "m")
    await ask_one_word(opened(Script(["ready"]).model), "m")


async def test_a_fault_of_ours_is_not_taken_for_one_of_the_model() -> None:
    async def broken(text: str) -> None:
        raise TypeError(text)

    with pytest.raises(TypeError):
        await run_with(Script(["Hi."]).model).answer(request(), no_tools(), broken, "")
