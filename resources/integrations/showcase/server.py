"""Showcase: every card, every question and every bad case, on demand. Started as ``python3 server.py``; Python 3.11.

For whoever builds a host, or an integration, and wants to see what becomes of an answer.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Final

from bad_answers import BAD_ANSWERS
from bad_cards import BAD_CARDS
from cards import BLOCKS, CARDS
from mcp_stdio import Call, JsonObject, Reply, Server, ToolFunction, glance, text_reply

SECRET: Final = "SECRET_WORD"  # noqa: S105 - the name of a field
SETTINGS: Final = ("GREETING", SECRET, "LOUD", "SIZE", "COUNT", "BAD_START")
"""Names of the setup fields, which are those of the environment variables."""

LONGEST_WAIT_S: Final = 3600
MOST_STEPS: Final = 1000

UNDECLARED: Final[JsonObject] = {
    "name": "undeclared_tool",
    "title": "Undeclared tool",
    "description": "Served, but in no manifest: a host hides it.",
    "inputSchema": {"type": "object", "properties": {}},
}
EXTRA: Final[JsonObject] = {
    "name": "try_generic",
    "title": "Generic question, changed",
    "description": "Another description and another schema than the manifest has.",
    "inputSchema": {"type": "object", "properties": {"surprise": {"type": "string"}}},
    "annotations": {"readOnlyHint": True, "destructiveHint": False},
}
"""What ``change_tools`` serves in place of the tool of that name."""


def show_block(call: Call) -> Reply:
    name = call.choice("block", BLOCKS)
    return glance({"block": name}, BLOCKS[name])


def show_card(call: Call) -> Reply:
    name = call.choice("card", CARDS)
    return glance({"card": name}, *CARDS[name])


def show_bad_card(call: Call) -> Reply:
    return BAD_CARDS[call.choice("case", BAD_CARDS)]()


def answer_badly(call: Call) -> Reply:
    return BAD_ANSWERS[call.choice("case", BAD_ANSWERS)](call)


def answer_slowly(call: Call) -> Reply:
    """Wait, and where asked answer even after the host took the call back."""
    wait_s = call.number("seconds", least=0, most=LONGEST_WAIT_S)
    was_cancelled = call.cancelled.wait(wait_s)
    if was_cancelled and call.arguments.get("answer_after_cancel") is True:
        result: JsonObject = {"content": [{"type": "text", "text": "an answer that nobody waits for"}]}
        call.server.write_line(json.dumps({"jsonrpc": "2.0", "id": call.request_id, "result": result}).encode())
    return text_reply(f"Waited {wait_s:g} s.")


def show_progress(call: Call) -> Reply:
    steps = int(call.number("steps", least=1, most=MOST_STEPS))
    pause_s = call.number("pause_ms", least=0, most=10_000, default=200) / 1000
    for step in range(1, steps + 1):
        if call.cancelled.wait(pause_s):
            break
        call.progress(step, steps, f"Step {step} of {steps}")
    bar: JsonObject = {"type": "progress", "value": steps, "max": steps, "label": f"{steps} steps"}
    return glance({"steps": steps}, bar)


def change_tools(call: Call) -> Reply:
    """Serve one tool in another shape, or as before, and tell the host that the list changed."""
    tools = call.server.tools
    place = next(index for index, tool in enumerate(tools) if tool["name"] == EXTRA["name"])
    tools[place], kept["changed"] = kept.get("changed", EXTRA), tools[place]
    call.server.notify("notifications/tools/list_changed")
    return text_reply(f"{EXTRA['name']} is now served as: {tools[place]['title']}")


kept: dict[str, JsonObject] = {}
"""What ``change_tools`` took away."""


def show_setup(call: Call) -> Reply:
    """Tell which settings came, and of the secret only how long it is."""
    del call  # takes no arguments
    came: dict[str, str] = {name: os.environ[name] for name in SETTINGS if name in os.environ}
    if SECRET in came:
        came[SECRET] = f"{len(came[SECRET])} characters"
    pairs = [[name, came[name] or "(empty)"] for name in came][:5]
    block: JsonObject = {"type": "keyValue", "pairs": pairs} if pairs else {"type": "header", "title": "No settings"}
    return glance({"settings": came, "folder": str(Path.cwd())}, block)


def echo(call: Call) -> Reply:
    """Tell the arguments that came, as the person confirmed them; of a password only how long it is."""
    shown = {
        name: f"{len(str(value))} characters" if name == "password" else value for name, value in call.arguments.items()
    }
    pairs = [[name, json.dumps(value, ensure_ascii=False)] for name, value in shown.items()][:5]
    block: JsonObject = {"type": "keyValue", "pairs": pairs} if pairs else {"type": "header", "title": "No arguments"}
    return glance({"tool": call.tool, "arguments": shown}, block)


FUNCTIONS: Final[dict[str, ToolFunction]] = {
    "show_block": show_block,
    "show_card": show_card,
    "try_inputs": echo,
    "try_display": echo,
    "try_danger": echo,
    "try_widget": echo,
    "try_generic": echo,
    "show_bad_card": show_bad_card,
    "answer_badly": answer_badly,
    "answer_slowly": answer_slowly,
    "show_progress": show_progress,
    "change_tools": change_tools,
    "show_setup": show_setup,
    "closed_tool": echo,
    "undeclared_tool": echo,
}
"""All but ``unserved_tool``, which the manifest has and nobody serves."""


def start_badly(how: str) -> None:
    """Do what the setup field ``BAD_START`` asks for; return where the server starts all the same."""
    if how == "noise":
        for line in ("Loading configuration...", "", "\x1b[32mready\x1b[0m", "[1/3] {not: json}"):
            print(line, flush=True)  # noqa: T201 - stray lines on standard output, as asked
    elif how == "exit":
        sys.exit("Showcase ends at once, as its settings ask.")
    elif how == "silence":
        for _ in sys.stdin.buffer:
            pass
        sys.exit(0)


def main() -> None:
    """Serve until the host closes standard input."""
    start_badly(os.environ.get("BAD_START", ""))
    server = Server(
        Path(__file__).parent,
        FUNCTIONS,
        read_only={"show_block", "show_card", "show_bad_card", "answer_badly", "answer_slowly", "show_progress"},
        destructive={"try_generic"},
    )
    server.tools.append(UNDECLARED)
    server.run()


if __name__ == "__main__":
    main()
