"""Reads a manifest from its bytes, friendly or strictly (V-1.3 to V-1.11), and the top level of it (V-2).

``read_manifest`` is what an installer, a reload and ``validate`` call, on any thread; it opens no file and never
raises. Both modes walk the same way and note the same places; strict mode calls every repair and every drop an error
and then gives no manifest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from app.domain.fields import Fields, JsonObject, as_list, as_object, read_text, snippet
from app.domain.findings import Finding, Findings, Severity
from app.domain.intents import read_intent
from app.domain.manifest.access import read_hooks, read_permissions, read_runtime
from app.domain.manifest.model import Manifest
from app.domain.manifest.setup import read_setup
from app.domain.manifest.source import parse_source
from app.domain.manifest.tooling import read_tools
from app.domain.measure import leaves_folder, utf16_length, web_address
from app.domain.tools import short_name

__all__ = ["ManifestReading", "read_manifest"]

_ID: Final = re.compile(r"[a-z0-9]+(\.[a-z0-9-]+)+")
_VERSION: Final = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
_NUMBER: Final = r"(0|[1-9][0-9]*)"
_SEMVER: Final = re.compile(
    rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}"
    rf"(-({_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.({_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?"
    r"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
)
"""semver.org, version 2.0.0."""
_LONGEST_VERSION: Final = 256
"""Characters; semver has no end, a version number has."""
_REMOTE_IMAGE: Final = re.compile(r"!\[[^\[\]]*\]\(\s*<?(https?:)?//[^()]*\)|<img\b[^<>]*>", re.IGNORECASE)
_MOST_CATEGORIES: Final = 10
_MOST_INTENTS: Final = 30
_MOST_WORDS: Final = 50
_LONGEST_WORD: Final = 80
_MOST_STEPS: Final = 100
"""Steps of a setup guide."""


@dataclass(frozen=True, slots=True)
class ManifestReading:
    manifest: Manifest | None
    """``None`` when it was refused, and in strict mode when there is any error."""
    findings: tuple[Finding, ...]
    icon: str = ""
    """Name of a file inside the folder, told even when there is no manifest; whether it is there is not known here."""


def read_manifest(data: bytes, *, strict: bool) -> ManifestReading:
    """Read ``voiceos.integration.json``; every broken rule is among the findings."""
    findings = Findings(strict)
    source = parse_source(data, findings)
    if source is None:
        return ManifestReading(None, tuple(findings.found))
    kept = _read_top(Fields(source, findings.root()))
    manifest = None if findings.blocked() else Manifest.model_validate(kept)
    icon = kept.get("icon")
    return ManifestReading(manifest, tuple(findings.found), icon if isinstance(icon, str) else "")


def _read_top(fields: Fields) -> JsonObject:
    _read_identity(fields)
    _read_publisher(fields)
    _read_presentation(fields)
    read_runtime(fields)
    allowed = read_permissions(fields)
    read_setup(fields)
    hooks = read_hooks(fields, allowed)
    identity = fields.kept.get("id")
    read_tools(fields, allowed, short_name(identity) if isinstance(identity, str) else "", hooks=hooks)
    _read_intents(fields)
    _read_asr(fields)
    _read_guide(fields)
    fields.flag("ownsAudio", "V-2.21")
    return fields.done()


def _read_identity(fields: Fields) -> None:
    schema = fields.raw("schemaVersion")
    if isinstance(schema, bool) or schema != 1:
        fields.at("schemaVersion").refused("unknown-schema", "V-2.1", snippet(schema))
    fields.kept["schemaVersion"] = 1
    identity = fields.raw("id")
    if isinstance(identity, str) and _ID.fullmatch(identity):
        fields.kept["id"] = identity
    else:
        fields.at("id").refused("bad-id", "V-2.2", snippet(identity))
    version = fields.raw("version")
    if not isinstance(version, str) or not _VERSION.match(version) or len(version) > _LONGEST_VERSION:
        fields.at("version").refused("bad-version", "V-2.3", snippet(version))
    else:
        fields.kept["version"] = version
        if not _SEMVER.fullmatch(version):
            fields.at("version").wanted_by_strict("not-semver", "V-2.3", version)
    fields.text("name", "V-2.4", most=60, needed=True, lost=Severity.REFUSED)
    _read_summary(fields)


def _read_summary(fields: Fields) -> None:
    summary = fields.raw("summary")
    if isinstance(summary, str) and (one_line := _one_line(summary)) != summary.strip():
        fields.at("summary").repaired("line-break", "V-2.5")
        fields.value = {**fields.value, "summary": one_line}
    fields.text("summary", "V-2.5", most=140, needed=True, lost=Severity.REFUSED)


def _one_line(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return " ".join(line for line in lines if line)


def _read_publisher(fields: Fields) -> None:
    kept: JsonObject = {"id": "", "name": ""}
    fields.kept["publisher"] = kept
    if not fields.has("publisher"):
        fields.at("publisher").repaired("missing", "V-2.7")
        return
    value = fields.value["publisher"]
    if isinstance(value, str):
        fields.at("publisher").repaired("publisher-as-text", "V-2.8", value)
        kept["name"] = value.strip()
        return
    publisher = fields.part("publisher", "V-2.7")
    if publisher is None:
        return
    publisher.text("id", "V-2.7", needed=True)
    publisher.text("name", "V-2.7", needed=True)
    _read_address(publisher, "url", "V-2.7")
    if publisher.has("verified"):
        publisher.at("verified").warned("verified-ignored", "V-2.9")
    fields.kept["publisher"] = {**kept, **publisher.done()}


def _read_address(fields: Fields, key: str, clause: str) -> None:
    url = fields.text(key, clause)
    if url is not None and web_address(url) is None:
        fields.at(key).dropped("not-a-web-address", clause, url)
        fields.kept.pop(key)


def _read_presentation(fields: Fields) -> None:
    text = fields.text("description", "V-2.6", most=10_000)
    if text is not None and (without := _REMOTE_IMAGE.sub("", text)) != text:
        fields.at("description").repaired("remote-image", "V-2.6")
        fields.kept["description"] = without
    fields.texts("categories", "V-2.10", most=_MOST_CATEGORIES, longest=40)
    icon = fields.text("icon", "V-2.11")
    if icon is not None and leaves_folder(icon):
        fields.at("icon").refused("leaves-folder", "V-2.11", icon)
        fields.kept.pop("icon")
    for key in ("homepage", "repository"):
        _read_address(fields, key, "V-2.12")


def _read_intents(fields: Fields) -> None:
    if not fields.has("intents"):
        return
    tools = {
        str(tool["name"]): tool for one in as_list(fields.kept["tools"]) or () if (tool := as_object(one)) is not None
    }
    taken: set[str] = set()
    kept: list[JsonObject] = []
    for place, value in fields.entries("intents", "V-2.18", most=_MOST_INTENTS):
        intent = read_intent(value, place, tools=tools, taken=taken)
        if intent is not None:
            kept.append(intent)
    fields.kept["intents"] = kept


def _read_asr(fields: Fields) -> None:
    asr = fields.part("asr", "V-2.19")
    if asr is None:
        return
    if asr.has("vocabulary"):
        words: list[str] = []
        for place, value in asr.entries("vocabulary", "V-2.19", most=_MOST_WORDS):
            text = read_text(place, value, "V-2.19")
            if text is not None and ("," in text or utf16_length(text) > _LONGEST_WORD):
                place.dropped("bad-word", "V-2.19", text)
            elif text is not None:
                words.append(text)
        asr.kept["vocabulary"] = words
    fields.kept["asr"] = asr.done()


def _read_guide(fields: Fields) -> None:
    if not fields.has("setupGuide"):
        return
    value = fields.value["setupGuide"]
    if isinstance(value, str):
        fields.text("setupGuide", "V-2.20")
        return
    found = as_object(value)
    if found is None:
        fields.at("setupGuide").warned("unknown-shape", "V-2.20", snippet(value))
        return
    guide = Fields(found, fields.at("setupGuide"))
    guide.text("title", "V-2.20")
    guide.text("markdown", "V-2.20")
    _read_address(guide, "imageUrl", "V-2.20")
    guide.texts("steps", "V-2.20", most=_MOST_STEPS)
    fields.kept["setupGuide"] = guide.done()
