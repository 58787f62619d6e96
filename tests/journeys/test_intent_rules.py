"""Fast intents of an installed integration: a broken one is left out alone, and its live values follow its server."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import anyio
import pytest

from app.domain.integrations import LogSource
from app.domain.messages import (
    CancelTurn,
    IntegrationLog,
    RequestIntegrationLog,
    RouteSentence,
    SentenceRouted,
    StartTurn,
)
from app.domain.turn import Stage, TurnKind
from tests.journeys.integration_stage import Manifest, bundled, change_manifest, install, own_copy
from tests.journeys.pilot import Pilot, flying
from tests.unit.integrations.sessions import LIMIT_S, SERVERS

pytestmark = pytest.mark.anyio

TOOLS = json.loads((bundled("clock") / "voiceos.integration.json").read_text("utf-8"))["tools"]


async def winner(pilot: Pilot, sentence: str) -> str:
    """Return the intent that would win."""
    routed = await pilot.ask(RouteSentence(7, sentence, "en"), SentenceRouted)
    return next((one.intent for one in routed.intents if one.would_win), "")


@pytest.mark.clause("V-14.14")
async def test_an_intent_that_breaks_a_rule_is_dropped_alone_and_told_in_the_log(tmp_path: Path) -> None:
    folder = own_copy("clock", tmp_path)
    broken: list[str] = []

    def no_description(manifest: Manifest) -> None:
        place = next(at for at, one in enumerate(manifest["intents"]) if one["name"] == "timer_minutes")
        manifest["intents"][place]["description"] = ""
        broken.append(f"$.intents[{place}].description")

    async with flying(tmp_path / "home") as pilot:
        change_manifest(folder, no_description)
        page = await install(pilot, folder)
        assert await winner(pilot, "set a timer for five minutes") == ""
        assert await winner(pilot, "list my timers") == "list_timers"
        log = await pilot.ask(RequestIntegrationLog(3, page.integration_id), IntegrationLog)
        told = [line.text for line in log.lines if line.source is LogSource.HOST]
        assert [line for line in told if "intents" in line] == [
            f"manifest: {broken[0]}: dropped (not-a-good-text: 1 to 1000 characters) V-14.2"
        ]
        listed = await pilot.ask(RouteSentence(8, "anything", "en"), SentenceRouted)
        assert {one.tool.tool for one in listed.tools} == {tool["name"] for tool in TOOLS}, "an intent is no tool"


def player(folder: Path) -> Path:
    """Write an integration whose server has another scene after each hint."""
    folder.mkdir()
    shutil.copy(SERVERS / "values_server.mjs", folder)
    scene = {"type": "string", "description": "Which one"}
    manifest = {
        "schemaVersion": 1,
        "id": "com.example.player",
        "version": "1.0.0",
        "name": "Player",
        "summary": "Plays scenes.",
        "publisher": {"id": "example", "name": "Example"},
        "runtime": {"kind": "local-mcp", "command": "node", "args": ["values_server.mjs"]},
        "tools": [
            {
                "name": "play",
                "description": "Does play. Use when a test asks for it.",
                "inputSchema": {"type": "object", "properties": {"scene": scene}, "required": ["scene"]},
            }
        ],
        "intents": [
            {
                "name": "play_scene",
                "description": "Plays a scene",
                "tool": "play",
                "utterances": {"en": ["play {scene}"]},
                "slots": {"scene": {"type": "enum", "valuesFrom": "tool", "required": True}},
            }
        ],
    }
    (folder / "voiceos.integration.json").write_text(json.dumps(manifest), "utf-8")
    return folder


@pytest.mark.clause("V-14.15", "V-14.17")
async def test_the_key_of_the_agent_brings_values_that_count_for_the_next_sentence(tmp_path: Path) -> None:
    async with flying(tmp_path / "home") as pilot:
        await install(pilot, player(tmp_path / "player"))
        assert await winner(pilot, "play sunrise") == "play_scene"
        assert await winner(pilot, "play scene 1") == ""
        pilot.core.submit(StartTurn(TurnKind.AGENT))
        await pilot.see_stage(Stage.LISTENING)
        with anyio.fail_after(LIMIT_S):
            while await winner(pilot, "play scene 1") != "play_scene":
                pass
        assert await winner(pilot, "play scene 2") == "", "one press, one hint"
        pilot.core.submit(CancelTurn())
        pilot.core.submit(CancelTurn())
