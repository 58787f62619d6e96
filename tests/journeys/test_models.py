"""Journeys of the speech models: fetched with progress, repaired, refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.errors import External, ModelDamaged, RecogniserFailed
from app.domain.messages import FetchModel, Fix, ModelsChanged, ModelState, TurnFinished
from app.domain.turn import TurnOutcome
from app.speech.fakes import ScriptedTranscriber
from tests.journeys.pilot import Pilot, flying

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]


def seen(pilot: Pilot, model: str, since: int = 0) -> list[tuple[ModelState, float, str]]:
    """What was told of one model, in order."""
    return [
        (info.state, info.progress, info.problem)
        for event in pilot.told(ModelsChanged, since=since)
        for info in event.models
        if info.name == model
    ]


async def test_fetching_a_model_tells_its_progress_and_its_end(tmp_path: Path) -> None:
    async with flying(tmp_path) as pilot:
        pilot.recognisers.by_model["base"] = ScriptedTranscriber(model="base")
        since = len(pilot.events)
        pilot.core.submit(FetchModel("base"))
        await pilot.until(lambda: len(pilot.told(ModelsChanged, since=since)) >= 3)
        assert seen(pilot, "base", since) == [
            (ModelState.FETCHING, 0.0, ""), (ModelState.FETCHING, 0.5, ""), (ModelState.READY, 0.0, ""),
        ]  # fmt: skip
        assert pilot.recognisers.fetched == ["base"]


@pytest.mark.fault("A32")
async def test_a_download_that_fails_is_told_with_its_reason_and_can_be_repeated(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("model base could not be fetched")
    async with flying(tmp_path) as pilot:
        pilot.recognisers.by_model["base"] = ScriptedTranscriber(model="base")
        pilot.recognisers.error = External("no route", code="download-failed")
        since = len(pilot.events)
        pilot.core.submit(FetchModel("base"))
        await pilot.see(ModelsChanged, lambda event: event.models[-1].problem == "download-failed", since=since)
        assert seen(pilot, "base", since)[-1] == (ModelState.READY, 0.0, "download-failed")
        pilot.recognisers.error = None
        since = len(pilot.events)
        pilot.core.submit(FetchModel("base"))
        await pilot.until(lambda: pilot.recognisers.fetched == ["base"])
        assert all(problem == "" for _, _, problem in seen(pilot, "base", since))


@pytest.mark.fault("A33")
async def test_a_damaged_model_in_use_is_repaired_and_loaded(tmp_path: Path, expected_log: ExpectLog) -> None:
    expected_log("the speech model is not ready")
    async with flying(tmp_path, "repaired") as pilot:
        pilot.recognisers.by_model["base"] = ScriptedTranscriber("repaired", model="base")
        pilot.recognisers.error = ModelDamaged("wrong hash", place="model.bin")
        since = len(pilot.events)
        await pilot.change(recognition__model="base")
        await pilot.see(ModelsChanged, lambda event: event.models[-1].problem == "model-damaged", since=since)
        pilot.hold()
        refused = await pilot.see(TurnFinished, since=since)
        assert (refused.error_code, refused.fix) == ("model-damaged", Fix.REPAIR_MODEL)
        pilot.let_go()
        pilot.recognisers.error = None
        since = len(pilot.events)
        pilot.core.submit(FetchModel("base"))
        await pilot.see(ModelsChanged, lambda event: event.models[-1].state is ModelState.LOADED, since=since)
        assert seen(pilot, "base", since)[-1] == (ModelState.LOADED, 0.0, "")
        assert (await pilot.dictate()).outcome is TurnOutcome.INSERTED


async def test_a_model_that_does_not_load_at_the_start_is_told_and_the_core_runs(
    tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("the speech model is not ready: recogniser-failed")
    async with flying(tmp_path, "later", settle=False) as pilot:
        pilot.transcriber.warm_up = _failing
        told = await pilot.see(ModelsChanged, lambda event: bool(event.models[0].problem))
        assert told.models[0].problem == "recogniser-failed"
        await pilot.until(lambda: bool(pilot.hotkeys.bound))
        assert (await pilot.dictate()).text == "later"


async def _failing() -> None:
    raise RecogniserFailed("no memory")
