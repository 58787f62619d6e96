"""Showcase, as a real process: its good cards are good, its bad ones bad, and each bad answer is what it says."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.manifest import read_manifest
from tests.fixtures.integrations.folders import bundled
from tests.fixtures.integrations.talker import CARD_KEY, Talker
from tests.unit.integrations_bundled.cards import card_of, good_card

MANIFEST: dict[str, Any] = json.loads((bundled("showcase") / "voiceos.integration.json").read_text())
TOOLS: dict[str, Any] = {tool["name"]: tool for tool in MANIFEST["tools"]}

GOOD_ALL_THE_SAME = {
    "json_in_json",
    "words_around_json",
    "structured_only",
    "two_texts",
    "no_card_json",
    "no_card_text",
}
"""Cases about where the card stands, not about what is in it."""


def cases(tool: str, argument: str) -> list[str]:
    return TOOLS[tool]["inputSchema"]["properties"][argument]["enum"]


@pytest.fixture(scope="module")
def showcase(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    env = {"VOXNOTCH_DATA_DIR": str(tmp_path_factory.mktemp("data")), "GREETING": "Hi", "SECRET_WORD": "xyzzy"}
    with Talker(bundled("showcase"), env=env) as started:
        yield started


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Talker]:
    """A Showcase of this test's own, to be broken."""
    with Talker(bundled("showcase"), env={"VOXNOTCH_DATA_DIR": str(tmp_path)}) as started:
        yield started


@pytest.mark.parametrize("name", cases("show_block", "block"))
def test_every_block_is_good(showcase: Talker, name: str) -> None:
    (block,) = good_card(showcase.data("show_block", block=name)).blocks
    assert block.type == ("progress" if name == "ring" else name)


def test_there_is_every_block_that_a_server_can_send() -> None:
    from app.domain.cards.block_reading import READERS

    assert set(cases("show_block", "block")) == {"ring", "row", *READERS}


@pytest.mark.parametrize("name", cases("show_card", "card"))
def test_every_card_is_good(showcase: Talker, name: str) -> None:
    assert good_card(showcase.data("show_card", card=name)).blocks


@pytest.mark.parametrize("name", sorted(set(cases("show_bad_card", "case")) - GOOD_ALL_THE_SAME - {"card_only"}))
def test_every_bad_card_breaks_a_rule(showcase: Talker, name: str) -> None:
    result = showcase.call("show_bad_card", case=name)
    data = json.loads(result["content"][0]["text"])
    _, findings = card_of(data)
    assert findings


def test_cards_stand_in_other_places_on_demand(showcase: Talker) -> None:
    def text(case: str) -> str:
        return showcase.call("show_bad_card", case=case)["content"][0]["text"]

    assert json.loads(text("card_only")).keys() == {CARD_KEY}
    assert CARD_KEY in json.loads(json.loads(text("json_in_json"))["result"])
    assert text("words_around_json").startswith("Here it is: {")
    assert CARD_KEY in showcase.call("show_bad_card", case="structured_only")["structuredContent"]
    parts = showcase.call("show_bad_card", case="two_texts")["content"]
    assert CARD_KEY in json.loads("\n".join(part["text"] for part in parts))


def test_every_confirmation_block_is_asked_with() -> None:
    from app.domain.confirmations.blocks import INPUTS

    reading = read_manifest((bundled("showcase") / "voiceos.integration.json").read_bytes(), strict=True)
    assert reading.findings == ()
    display = {"text", "markdown", "keyValue", "metadata", "list", "listItem", "image", "badge", "progress", "divider"}
    asked = _types([tool.get("confirmation") for tool in TOOLS.values()])
    assert asked >= INPUTS | display | {"stack", "actions", "button", "card", "widget"}


def _types(value: object) -> set[str]:
    if isinstance(value, dict):
        found: set[str] = {value["type"]} if isinstance(value.get("type"), str) else set()
        return found.union(*(_types(part) for part in value.values()))
    return set[str]().union(*(_types(part) for part in value)) if isinstance(value, list) else set()


def test_confirmed_arguments_come_back_but_the_password_does_not(showcase: Talker) -> None:
    told = showcase.data("try_inputs", name="Ada", password="correct horse", days=["mon"])
    assert told["arguments"] == {"name": "Ada", "password": "13 characters", "days": ["mon"]}
    assert good_card(told)
    assert good_card(showcase.data("try_display"))


def test_settings_arrive_and_the_secret_one_is_not_told(showcase: Talker) -> None:
    told = showcase.data("show_setup")
    assert told["settings"] == {"GREETING": "Hi", "SECRET_WORD": "5 characters"}
    assert told["folder"] == str(bundled("showcase"))


def test_big_answers_are_as_big_as_they_say(showcase: Talker) -> None:
    (text,) = showcase.call("answer_badly", case="big_text")["content"]
    assert len(text["text"]) == 5 * 1024 * 1024
    _, image = showcase.call("answer_badly", case="big_image")["content"]
    picture = base64.b64decode(image["data"])
    assert picture.startswith(b"\x89PNG")
    assert 20_000_000 < len(picture) < 21_000_000


def test_noise_comes_between_the_messages(own: Talker) -> None:
    assert "Ten lines" in own.call("answer_badly", case="stray_lines")["content"][0]["text"]
    assert len(own.stray) == 6
    assert [message.get("id") for message in own.news] == [None, "never-asked", None, "from-server-1"]


def test_the_log_is_flooded(own: Talker) -> None:
    own.call("answer_badly", case="stderr_flood")
    assert own.log().count("\n") == 200_000


def test_it_crashes_in_the_middle_of_a_call(own: Talker) -> None:
    with pytest.raises(EOFError, match="ends the process, as asked"):
        own.call("answer_badly", case="crash")
    assert own.process.wait(10) == 3


def test_it_answers_twice_and_in_a_wrong_shape(own: Talker) -> None:
    assert own.call("answer_badly", case="answer_twice")["content"][0]["text"] == "the first answer"
    second = json.loads(own.line())
    assert second["result"]["content"][0]["text"] == "the second answer, which comes too late"
    assert own.ask("tools/call", {"name": "answer_badly", "arguments": {"case": "wrong_shape"}})["result"] == {
        "content": "no list"
    }
    assert json.loads(own.line())["result"] == "no object"


def test_it_answers_after_it_was_taken_back(own: Talker) -> None:
    arguments = {"seconds": 600, "answer_after_cancel": True}
    slow = own.start("tools/call", {"name": "answer_slowly", "arguments": arguments})
    own.send({"method": "notifications/cancelled", "params": {"requestId": slow}})
    assert own.answer_to(slow)["result"]["content"][0]["text"] == "an answer that nobody waits for"


def test_it_changes_a_tool_and_changes_it_back(own: Talker) -> None:
    before = own.tools()["try_generic"]
    own.call("change_tools")
    assert own.news.pop()["method"] == "notifications/tools/list_changed"
    changed = own.tools()["try_generic"]
    assert changed["inputSchema"] != before["inputSchema"]
    assert changed["annotations"]["readOnlyHint"] is True
    own.call("change_tools")
    assert own.tools()["try_generic"] == before


def test_one_tool_is_served_in_secret_and_one_is_not_there(showcase: Talker) -> None:
    served = showcase.tools().keys()
    assert served - TOOLS.keys() == {"undeclared_tool"}
    assert TOOLS.keys() - served == {"unserved_tool"}


@pytest.mark.parametrize(
    "case", [case for case in cases("answer_badly", "case") if case in {"no_content", "empty_text"}]
)
def test_it_answers_with_nothing(showcase: Talker, case: str) -> None:
    content = showcase.call("answer_badly", case=case)["content"]
    assert content == ([] if case == "no_content" else [{"type": "text", "text": ""}])


def test_it_answers_with_all_kinds_of_content(showcase: Talker) -> None:
    content = showcase.call("answer_badly", case="many_kinds")["content"]
    assert [part["type"] for part in content] == ["text", "image", "audio", "resource", "resource_link"]


def test_it_starts_badly_where_its_settings_ask_for_it() -> None:
    with Talker(bundled("showcase"), env={"BAD_START": "noise"}) as server:
        assert len(server.stray) == 4
    with pytest.raises(EOFError, match="ends at once"):
        Talker(bundled("showcase"), env={"BAD_START": "exit"})
