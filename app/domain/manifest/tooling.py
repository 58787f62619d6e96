"""Reads the tools of an integration (V-6.1 to V-6.11, V-6.23, V-7.20), each with its confirmation card.

Called by ``reader``. A tool that cannot be used is dropped alone; only background work without its permission refuses
the manifest. Any thread.
"""

from __future__ import annotations

import re
from typing import Final

from app.domain.confirmations import read_confirmation
from app.domain.fields import Fields, JsonObject, as_object, snippet
from app.domain.findings import Severity
from app.domain.manifest.access import Allowed
from app.domain.measure import plain_number
from app.domain.schemas import faults, properties
from app.domain.tools import acts, reads

__all__ = ["MOST_TOOLS", "read_tools"]

MOST_TOOLS: Final = 128
"""V-2.16."""

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_RESERVED: Final = "voiceos_hook_"
_SHORTEST_DESCRIPTION: Final = 20
_USE_WHEN: Final = re.compile(r"use when", re.IGNORECASE)
_LONGEST_ESTIMATE_MS: Final = 1e12
"""A number past 30 years is a slip of the unit; larger ones are read as this."""


def read_tools(fields: Fields, allowed: Allowed, short: str, *, hooks: bool) -> None:
    """Keep ``tools``; ``short`` is the integration's short name, ``hooks`` says that some are declared."""
    tools: dict[str, JsonObject] = {}
    if not fields.has("tools") and hooks:
        fields.at("tools").repaired("missing", "V-2.16")
    needed = not hooks
    for place, value in fields.entries("tools", "V-2.16", most=MOST_TOOLS, needed=needed, lost=Severity.REFUSED):
        found = as_object(value)
        if found is None:
            place.dropped("not-an-object", "V-6.1", snippet(value))
            continue
        tool = Fields(found, place)
        kept = _read_tool(tool, allowed, short)
        if kept is None:
            continue
        name = str(kept["name"])
        if name in tools:
            tool.at("name").dropped("name-taken", "V-6.1", name)
        else:
            tools[name] = kept
    if fields.has("tools") and not tools and needed:
        fields.at("tools").refused("no-tools", "V-2.16")
    fields.kept["tools"] = [*tools.values()]


def _read_tool(tool: Fields, allowed: Allowed, short: str) -> JsonObject | None:
    name = tool.raw("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        tool.at("name").dropped("not-snake-case", "V-6.1", snippet(name))
        usable = False
        name = ""
    else:
        usable = not name.startswith(_RESERVED)
        if not usable:
            tool.at("name").dropped("reserved-name", "V-6.23", name)
    tool.kept["name"] = name
    title = tool.text("title", "V-6.2", most=60) or name.replace("_", " ")
    _read_description(tool, title)
    usable = _read_schema(tool) and usable
    _read_execution(tool, allowed)
    _read_confirmation(tool, name, title, short)
    tool.flag("uiCallable", "V-6.8")
    tool.choice("visibility", "V-6.9", ("user", "agent"), "user")
    tool.flag("disabled", "V-6.10")
    tool.text("disabledReason", "V-6.11", most=200)
    kept = tool.done()
    return kept if usable else None


def _read_description(tool: Fields, title: str) -> None:
    text = tool.text("description", "V-6.3", needed=True, lost=Severity.REPAIRED)
    if text is None:
        tool.kept["description"] = title
    elif len(text) < _SHORTEST_DESCRIPTION:
        tool.at("description").warned("short-description", "V-6.3")
    elif not _USE_WHEN.search(text):
        tool.at("description").warned("no-use-when", "V-6.3")


def _read_schema(tool: Fields) -> bool:
    place = tool.at("inputSchema")
    if not tool.has("inputSchema"):
        place.repaired("missing", "V-6.4")
        tool.kept["inputSchema"] = {"type": "object", "properties": {}}
        return True
    schema = as_object(tool.value["inputSchema"])
    if schema is None:
        place.dropped("not-an-object", "V-6.4", snippet(tool.value["inputSchema"]))
        return False
    if "type" not in schema:
        place.at("type").repaired("missing", "V-6.4")
        schema = {"type": "object", **schema}
    elif schema["type"] != "object":
        place.at("type").dropped("not-an-object-schema", "V-6.4", snippet(schema["type"]))
        return False
    found = schema.get("properties", {})
    if as_object(found) is None:
        place.at("properties").dropped("not-an-object", "V-6.4", snippet(found))
        return False
    for name, one in properties(schema).items():
        described = (as_object(one) or {}).get("description")
        if not isinstance(described, str) or not described.strip():
            place.at("properties").at(name).warned("no-description", "V-6.4")
    broken = faults(schema)
    for fault in broken:
        at = place
        for step in fault.steps:
            at = at.at(step)
        at.dropped(fault.code, "V-6.4", fault.target)
    tool.kept["inputSchema"] = schema
    return not broken


def _read_execution(tool: Fields, allowed: Allowed) -> None:
    execution = tool.part("execution", "V-6.5")
    if execution is None:
        return
    mode = execution.choice("mode", "V-6.5", ("sync", "background"), "sync")
    if mode == "background" and "background" not in allowed.kinds:
        execution.at("mode").refused("no-permission", "V-6.5")
    _read_estimate(execution)
    tool.kept["execution"] = execution.done()


def _read_estimate(execution: Fields) -> None:
    given = execution.raw("estimatedDurationMs")
    if execution.has("estimatedDurationMs"):
        number = plain_number(given)
        if number is None or number <= 0:
            execution.at("estimatedDurationMs").dropped("not-positive", "V-6.6", snippet(given))
        else:
            execution.number("estimatedDurationMs", "V-6.6", least=0, most=_LONGEST_ESTIMATE_MS)
    if not execution.has("estimatedDurationSeconds"):
        return
    place = execution.at("estimatedDurationSeconds")
    seconds = plain_number(execution.raw("estimatedDurationSeconds"))
    usable = seconds is not None and 0 < seconds <= _LONGEST_ESTIMATE_MS / 1000
    if seconds is not None and usable and "estimatedDurationMs" not in execution.kept:
        place.repaired("seconds-as-ms", "V-6.6", snippet(seconds))
        execution.kept["estimatedDurationMs"] = seconds * 1000
    else:
        place.dropped("seconds-as-ms", "V-6.6", snippet(execution.raw("estimatedDurationSeconds")))


def _read_confirmation(tool: Fields, name: str, title: str, short: str) -> None:
    place = tool.at("confirmation")
    if tool.has("confirmation"):
        schema = as_object(tool.kept.get("inputSchema")) or {}
        arguments = frozenset(properties(schema))
        tool.kept["confirmation"] = read_confirmation(
            tool.value["confirmation"], place, title=title or "Confirm", arguments=arguments
        )
        if reads(name):
            place.warned("reading-tool-asks", "V-6.7", name)
        return
    hints = as_object(tool.value.get("annotations")) or {}
    if not hints.keys() & {"readOnlyHint", "destructiveHint"} and acts(name, title, short):
        place.warned("acting-tool-runs", "V-7.20", name)
