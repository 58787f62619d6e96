"""A rich manifest without a fault, copies of it with changes, and readings of them; for the tests of manifests."""

from __future__ import annotations

import copy
import json
from typing import Any, Final

from app.domain.manifest import Manifest, ManifestReading, read_manifest

GONE: Final = object()
"""As a value: the field is taken away."""

CARD: Final[dict[str, Any]] = {
    "schemaVersion": 1,
    "root": {
        "type": "card",
        "title": "Send this message?",
        "icon": "mail",
        "children": [
            {"type": "text", "text": "To {{to}}", "variant": "caption", "color": "muted"},
            {"type": "markdown", "text": "**Check** it"},
            {"type": "keyValue", "rows": [{"label": "To", "value": "{{to}}", "color": "accent"}], "visibleIf": "to"},
            {"type": "metadata", "rows": [{"label": "Size", "value": "small"}]},
            {"type": "list", "children": [{"type": "listItem", "title": "One"}, {"title": "Two", "subtitle": "2"}]},
            {
                "type": "listItem",
                "title": "Three",
                "icon": "star",
                "accessories": [{"text": "new", "color": "success"}],
            },
            {"type": "image", "src": "data:image/png;base64,AAAA", "alt": "A map", "height": 100},
            {"type": "badge", "text": "urgent", "color": "danger"},
            {"type": "progress", "value": 0.5, "max": 1, "label": "Half"},
            {"type": "divider"},
            {
                "type": "stack",
                "direction": "horizontal",
                "children": [
                    {"type": "textField", "bind": "{{text}}", "label": "Text", "required": True, "multiline": True},
                    {"type": "passwordField", "bind": "{{ code }}", "label": "Code", "required": False},
                    {"type": "select", "bind": "{{to}}", "label": "To", "options": [{"label": "A", "value": "a"}]},
                    {"type": "toggle", "bind": "{{options.urgent}}", "label": "Urgent"},
                    {"type": "chips", "bind": "{{tags}}", "options": [{"label": "X", "value": "x"}], "multiple": True},
                    {"type": "button", "label": "Copy", "role": "copy", "value": "{{text}}"},
                ],
            },
            {"type": "actions", "items": [{"label": "Open", "role": "openUrl", "url": "https://example.com"}]},
        ],
        "footer": [
            {
                "type": "actions",
                "items": [
                    {"type": "button", "label": "Not now", "role": "cancel"},
                    {"label": "Send", "role": "confirm", "color": "accent"},
                ],
            }
        ],
    },
}

RICH: Final[dict[str, Any]] = {
    "schemaVersion": 1,
    "id": "com.example.post-office",
    "version": "1.2.3-beta.1",
    "name": "Post office",
    "summary": "Sends messages, and listens for the word post.",
    "description": "Writes *messages*. ![a map](map.png)",
    "publisher": {"id": "example", "name": "Example", "url": "https://example.com"},
    "categories": ["Mail", "work"],
    "icon": "icon.png",
    "homepage": "https://example.com/home",
    "repository": "http://example.com:8080/repo",
    "runtime": {"kind": "local-mcp", "command": "bun", "args": ["server.ts", "", " spaced "]},
    "permissions": [
        {"kind": "network", "domains": ["api.example.com", "*.example.org", "127.0.0.1", "::1", "localhost"]},
        {"kind": "network", "domains": ["api.example.net"]},
        {"kind": "background"},
        {"kind": "notify"},
        {"kind": "store"},
        {"kind": "transcript", "scope": "agent"},
        {"kind": "transcript", "scope": "dictation"},
    ],
    "auth": {
        "kind": "apiKey",
        "fields": [
            {
                "key": "API_KEY",
                "label": "Key",
                "secret": True,
                "required": True,
                "placeholder": "k",
                "description": "d",
            },
            {"key": "region", "label": "Region", "secret": False, "header": "X-Region"},
        ],
    },
    "preferences": [
        {"name": "signature", "title": "Signature", "type": "text", "default": "", "placeholder": "Yours"},
        {"name": "pin", "title": "PIN", "type": "password", "required": True},
        {"name": "fast", "title": "Fast", "type": "boolean", "default": True},
        {"name": "limit", "title": "Limit", "type": "number", "default": 2.5, "description": "How many"},
        {
            "name": "tone",
            "title": "Tone",
            "type": "select",
            "default": "b",
            "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}],
        },
    ],
    "tools": [
        {
            "name": "send_message",
            "title": "Send message",
            "description": "Sends a message. Use when the user asks to send or write to somebody.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "to": {"type": "string", "description": "Who", "enum": ["a", "b"]},
                    "text": {"type": "string", "description": "What", "maxLength": 100},
                    "code": {"type": "string", "description": "A code"},
                    "tags": {"type": "array", "description": "Tags", "items": {"$ref": "#/$defs/tag"}},
                    "options": {"type": "object", "description": "More", "properties": {"urgent": {"type": "boolean"}}},
                    "times": {"type": "integer", "description": "How often", "minimum": 1, "maximum": 5},
                },
                "required": ["to", "text"],
                "$defs": {"tag": {"type": "object", "properties": {"inner": {"$ref": "#/$defs/tag"}}}},
            },
            "execution": {"mode": "background", "estimatedDurationMs": 30000},
            "confirmation": CARD,
            "uiCallable": True,
            "visibility": "user",
            "disabled": False,
        },
        {
            "name": "list_messages",
            "description": "Lists the messages. Use when the user asks what has come.",
            "inputSchema": {
                "type": "object",
                "properties": {"count": {"type": "number", "description": "How many"}},
                "required": ["count"],
            },
            "visibility": "agent",
        },
        {
            "name": "export_messages",
            "description": "Writes all messages into a file. Use when the user asks for it.",
            "inputSchema": {"type": "object"},
            "disabled": True,
            "disabledReason": "Not today",
        },
    ],
    "hooks": {
        "transcript": {"apps": ["com.example.desktop"]},
        "dictation": {"apps": ["com.example.desktop", "gedit"]},
        "preToolUse": {"scope": "own"},
        "postToolUse": {},
        "turnComplete": {},
    },
    "intents": [
        {
            "name": "quick_list",
            "description": "What has come?",
            "tool": "list_messages",
            "utterances": {"en": ["show {count} messages", "the last {count} messages"], "de-AT": ["zeig {count}"]},
            "slots": {"count": {"type": "number", "required": True, "examples": ["3"]}},
            "response": {"en": "Here are {count}"},
            "minConfidence": 0.5,
        },
        {
            "name": "note_to_self",
            "description": "A message to oneself",
            "tool": "send_message",
            "utterances": {"en": ["remind me of {text}"]},
            "slots": {
                "text": {"type": "string", "required": True},
                "to": {"type": "enum", "values": ["a", "b"]},
                "code": {"type": "enum", "valuesFrom": "tool"},
            },
            "fixedArgs": {"to": "a", "times": 2},
        },
    ],
    "asr": {"vocabulary": ["post office", "Zwettl"]},
    "setupGuide": {
        "title": "Set it up",
        "markdown": "Get a key",
        "imageUrl": "https://example.com/a.png",
        "steps": ["One", "Two"],
    },
    "ownsAudio": True,
}
"""Valid in strict mode, without a warning apart from that of the intent that starts background work."""

BASIS_WARNING: Final = ("$.intents[1].tool", "warning", "background-intent")


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """Return the rich manifest with values put at places like ``tools.0.name``."""
    manifest = copy.deepcopy(RICH)
    for place, value in changes:
        *steps, last = [int(step) if step.isdigit() else step for step in place.split(".")]
        node: Any = manifest
        for step in steps:
            node = node[step]
        if value is GONE:
            del node[last]
        else:
            node[last] = copy.deepcopy(value)
    return manifest


def read(manifest: object, *, strict: bool = False) -> ManifestReading:
    return read_manifest(json.dumps(manifest).encode(), strict=strict)


def told(reading: ManifestReading) -> list[tuple[str, str, str]]:
    """Return place, severity and code of what was found, without the one warning of the rich manifest itself."""
    rows = [(finding.path, finding.severity.value, finding.code) for finding in reading.findings]
    return [row for row in rows if row != BASIS_WARNING]


def friendly(*changes: tuple[str, Any]) -> tuple[Manifest, list[tuple[str, str, str]]]:
    """Return the manifest as repaired, and what was found; strict mode has to find the same places, as errors."""
    reading = read(changed(*changes))
    strict = read(changed(*changes), strict=True)
    as_strict = [
        (place, "error" if kind in {"repaired", "dropped"} else kind, code) for place, kind, code in told(reading)
    ]
    assert told(strict) == as_strict
    assert (strict.manifest is None) == any(kind == "error" for _, kind, _ in as_strict)
    assert reading.manifest is not None, told(reading)
    return reading.manifest, told(reading)


def refused(*changes: tuple[str, Any]) -> list[tuple[str, str]]:
    """Return place and code of the refusals, which are the same in both modes."""
    readings = [read(changed(*changes), strict=strict) for strict in (False, True)]
    assert [reading.manifest for reading in readings] == [None, None]
    refusals = [[(path, code) for path, kind, code in told(one) if kind == "refused"] for one in readings]
    assert refusals[0] == refusals[1]
    assert refusals[0]
    return refusals[0]
