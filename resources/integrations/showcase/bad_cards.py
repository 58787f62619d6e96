"""Cards that break a rule, each by its case, and the answers around them. Made on demand, for some are large."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from mcp_stdio import JsonObject, Reply, glance, text_reply

KEY: Final = "_voiceos_glance"
GOOD: Final[JsonObject] = {"type": "header", "title": "This block is good", "icon": "check"}
DATA: Final[JsonObject] = {"told": "what the model reads"}


def _list_of(characters: int) -> JsonObject:
    """Return a valid list of some length; blocks clip their texts, so only many rows of long icons are large."""
    return {"type": "list", "rows": [{"title": "row", "icon": "x" * characters}]}


BAD_CARDS: Final[dict[str, Callable[[], Reply]]] = {
    "unknown_block": lambda: glance(DATA, {"type": "hologram", "title": "?"}, GOOD),
    "no_object": lambda: text_reply(json.dumps({**DATA, KEY: {"blocks": ["text", 7, None, GOOD]}})),
    "blocks_no_list": lambda: text_reply(json.dumps({**DATA, KEY: {"blocks": GOOD}})),
    "no_blocks": lambda: text_reply(json.dumps({**DATA, KEY: {"blocks": []}})),
    "too_many_blocks": lambda: glance(DATA, *[{"type": "header", "title": f"Block {n}"} for n in range(1, 8)]),
    "two_charts": lambda: glance(
        DATA,
        {"type": "line", "points": [1, 3, 2]},
        {"type": "bars", "labels": ["a", "b"], "values": [1, 2]},
        GOOD,
    ),
    "too_many_rows": lambda: glance(DATA, {"type": "list", "rows": [{"title": f"Row {n}"} for n in range(1, 40)]}),
    "long_texts": lambda: glance(
        DATA, {"type": "header", "title": "long " * 100, "trailing": "🎉" * 100}, {"type": "badges", "items": [GOOD]}
    ),
    "numbers_for_texts": lambda: glance(
        DATA, {"type": "keyValue", "pairs": [["Count", 7], ["Ready", True], ["Share", 0.25]]}
    ),
    "empty_texts": lambda: glance(
        DATA, {"type": "header", "title": "  "}, {"type": "list", "rows": [{"title": ""}, {"title": "kept"}]}
    ),
    "bad_numbers": lambda: text_reply(
        '{"told":"what the model reads","_voiceos_glance":{"blocks":['
        '{"type":"line","points":[1,"two",null,1e999,4]},'
        '{"type":"progress","value":"half"},{"type":"progress","value":700,"max":-1}]}}'
    ),
    "unequal_bars": lambda: glance(DATA, {"type": "bars", "labels": ["a", "b", "c"], "values": [1, 2, 3, 4, 5]}),
    "zero_split": lambda: glance(
        DATA, {"type": "splitBar", "segments": [{"label": "a", "value": 0}, {"label": "b", "value": -1}]}, GOOD
    ),
    "bad_zone": lambda: glance(DATA, {"type": "clock", "tz": "Mars/Olympus"}, GOOD),
    "bad_time": lambda: glance(DATA, {"type": "countdown", "until": "tomorrow"}, {"type": "countdown", "seconds": -5}),
    "unknown_words": lambda: glance(
        DATA,
        {"type": "header", "title": "Icon and tone", "icon": "unicorn"},
        {"type": "badges", "items": [{"text": "shocking", "tone": "pink"}]},
    ),
    "row_in_row": lambda: glance(
        DATA, {"type": "row", "children": [GOOD, {"type": "row", "children": [GOOD, GOOD]}, GOOD, GOOD]}
    ),
    "too_large": lambda: glance(DATA, GOOD, _list_of(40_000)),
    "nothing_fits": lambda: glance(DATA, _list_of(40_000)),
    "large_widget": lambda: glance(DATA, GOOD, {"type": "widget", "html": "<p>" + "x" * 350_000, "height": 200}),
    "card_only": lambda: glance({}, GOOD),
    "json_in_json": lambda: text_reply(json.dumps({"result": json.dumps({**DATA, KEY: {"blocks": [GOOD]}})})),
    "words_around_json": lambda: text_reply(f"Here it is: {json.dumps({**DATA, KEY: {'blocks': [GOOD]}})}"),
    "structured_only": lambda: Reply(
        [{"type": "text", "text": json.dumps(DATA)}], structured={**DATA, KEY: {"blocks": [GOOD]}}
    ),
    "two_texts": lambda: Reply(
        [
            {"type": "text", "text": '{"told": "what the model reads",'},
            {"type": "text", "text": f'"{KEY}": {json.dumps({"blocks": [GOOD]})}}}'},
        ]
    ),
    "no_card_json": lambda: text_reply('{"name": "Ada", "age": 36, "tags": ["a"], "ok": true, "x": null, "y": 1.5}'),
    "no_card_text": lambda: text_reply("Just a sentence, with no card and no JSON."),
}
"""By the case to ask for. Some are good all the same: what a host makes of them is to be seen beside the bad ones."""
