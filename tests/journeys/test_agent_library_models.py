"""Agent turns with the test models of the model library, through model layer, core and real servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from pydantic_ai.messages import ModelMessage, ToolReturnPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.settings import ModelSettings

from app.agent.model_turn import ModelLayer
from app.agent.models import OpenModel
from app.domain.messages import AnswerQuestion, CallEnded, QuestionAsked
from app.domain.turn import AnswerRoute, TurnOutcome
from tests.journeys.agent_stage import ended, question, type_to, typed
from tests.journeys.integration_stage import bundled, install
from tests.journeys.pilot import Pilot, flying

pytestmark = pytest.mark.anyio


async def use(pilot: Pilot, model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the model layer open this model in place of a vendor's."""
    client = httpx2.AsyncClient(trust_env=False)
    opened = OpenModel(model, client, ModelSettings(), "nowhere:1", reads_images=False)

    def open_it(*_: object, **__: object) -> OpenModel:
        return opened

    monkeypatch.setattr("app.agent.models.open_model", open_it)
    pilot.models.opener = lambda settings, load_key: ModelLayer(settings, load_key, now=pilot.now)
    await pilot.change(agent__provider="openai-compatible", agent__base_url="http://127.0.0.1:1/v1", agent__model="m")


async def test_a_model_that_calls_every_tool_calls_them_on_real_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("clock"))
        await use(pilot, TestModel(call_tools=["clock__list_timers", "clock__get_time"]), monkeypatch)
        finished = await typed(pilot, "try everything that you have")
        assert (finished.outcome, finished.route) == (TurnOutcome.ANSWERED, AnswerRoute.MODEL)
        assert {one.ref.tool for one in pilot.told(CallEnded)} == {"list_timers", "get_time"}
        assert {one.ref.tool for one in await pilot.turn_calls.of(finished.turn_id)} == {"list_timers", "get_time"}


async def test_a_scripted_model_acts_only_after_the_person_and_says_what_came_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str | DeltaToolCalls]:
        results = [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
        if not results:
            assert any(tool.name == "notes__create_note" for tool in info.function_tools)
            yield {0: DeltaToolCall("notes__create_note", '{"title": "Tea"}')}
        else:
            yield "I made a note about tea."

    async with flying(tmp_path) as pilot:
        await install(pilot, bundled("notes"))
        await use(pilot, FunctionModel(stream_function=script), monkeypatch)
        turn_id = type_to(pilot, "we are out of tea")
        asked = (await question(pilot)).question
        assert list(pilot.paths.integration_data.rglob("*.md")) == []
        pilot.core.submit(AnswerQuestion(asked.call_id, approved=True, arguments={"title": "Green tea"}))
        finished = await ended(pilot, turn_id)
        assert finished.answer == "I made a note about tea."
        assert len(pilot.told(QuestionAsked)) == 1
        assert [one.stem for one in pilot.paths.integration_data.rglob("*.md")] == ["Green tea"]
