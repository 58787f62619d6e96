"""The two integrations in Node that other authors might have written, spoken to over real pipes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures.integrations.folders import node_plain, node_sdk
from tests.fixtures.integrations.talker import Talker
from tests.unit.integrations_bundled.cards import kinds

SLOT_VALUES = "voiceos/intent-slot-values"


def test_plain_node_needs_no_package_and_tells_what_is_in_the_basket() -> None:
    with Talker(node_plain(), env={"SHOP": "Market"}) as basket:
        assert basket.initialized["serverInfo"]["name"] == "basket"
        assert basket.tools()["count_item"]["_meta"] == {SLOT_VALUES: {"item": []}}
        assert kinds(basket.data("list_items")) == ["header"]
        assert kinds(basket.data("add_item", item="milk", count=2)) == ["header"]
        assert basket.news.pop()["method"] == "notifications/tools/list_changed"
        assert basket.tools()["count_item"]["_meta"] == {SLOT_VALUES: {"item": ["milk"]}}
        told = basket.data("list_items")
        assert (told["shop"], told["items"]) == ("Market", {"milk": 2})
        assert kinds(told) == ["header", "list"]
        assert kinds(basket.data("count_item", item="milk")) == ["stats"]
        assert basket.error("count_item", item="eggs") == "There is no eggs in the basket."


@pytest.mark.slow
def test_the_npm_sdk_speaks_too_and_keeps_meta(tmp_path: Path) -> None:
    with Talker(node_sdk(tmp_path), env={"BOARD_TOKEN": "t"}) as board:
        told = board.data("list_tasks", person="Ada")
        assert [task["title"] for task in told["tasks"]] == ["Mend the roof", "Call the bank"]
        assert told["signedIn"] is True
        assert kinds(told) == ["header", "list"]
        slots = board.tools()["close_task"]["_meta"][SLOT_VALUES]
        assert slots == {"task": ["Mend the roof", "Order paint", "Call the bank"]}
        assert kinds(board.data("close_task", task="Order paint", outcome="done")) == ["header", "progress"]
        assert board.tools()["close_task"]["_meta"][SLOT_VALUES] == {"task": ["Mend the roof", "Call the bank"]}
        assert "notifications/tools/list_changed" in [message["method"] for message in board.news]
        assert board.error("close_task", task="Order paint", outcome="done") == 'There is no open task "Order paint".'
        assert "board opened, 3 tasks" in board.log()
