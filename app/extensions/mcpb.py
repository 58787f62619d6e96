"""Reads the ``manifest.json`` of an MCPB bundle (once called DXT) as one of our own manifests.

The format: https://github.com/anthropics/mcpb/blob/main/MANIFEST.md, versions 0.x. A bundle declares no permissions,
no input schemas and no questions: its tools are those that its server serves, under the same policy as any other
(V-7.19). Called by the reader of sources, any thread. Pure, and never raises.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.fields import Fields, JsonObject, as_list, as_object, read_text, snippet
from app.domain.findings import Finding, Findings, Severity
from app.domain.manifest import Manifest
from app.domain.manifest.setup import steers_loading
from app.domain.manifest.source import parse_source
from app.domain.measure import leaves_folder, web_address
from app.extensions.mcpb_fields import field_name, read_fields

__all__ = ["FOLDER", "MCPB_MANIFEST_NAME", "McpbReading", "McpbTool", "read_mcpb", "slug"]

MCPB_MANIFEST_NAME: Final = "manifest.json"
FOLDER: Final = "${__dirname}"

_CLAUSE: Final = "V-17.2"
_RUNS: Final = "V-3.4"
_FORMAT: Final = re.compile(r"0\.\d{1,3}(\.\d{1,3})?")
_VERSION: Final = re.compile(r"\d+\.\d+\.\d+")
_LONGEST_VERSION: Final = 256
"""Characters; 255 are "probably an overkill" (https://semver.org, questions)."""
_LONGEST_SLUG: Final = 48
"""Characters of one part of an id; what is behind tells no two apart that matter."""
_MOST_ARGUMENTS: Final = 200
"""Of one command; real ones have a dozen."""
_MOST_TOOLS: Final = 128
"""V-2.16."""
_USES: Final = re.compile(r"\$\{user_config\.([^}]*)\}")
_LIBRARIES: Final = frozenset({"PYTHONPATH", "NODE_PATH"})
"""How a bundle finds the libraries that it brings: allowed inside its own folder, V-5.9 or not."""
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_STARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "node": ("node",),
    "python": ("python3",),
    "uv": ("uv", "run", "--directory", FOLDER),
    "binary": (),
}
"""How an ``entry_point`` is started where there is no ``mcp_config``."""


@dataclass(frozen=True, slots=True)
class McpbTool:
    """As the bundle tells of it; the schema comes from the server."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class McpbReading:
    manifest: Manifest | None
    findings: tuple[Finding, ...]
    tools: tuple[McpbTool, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """For its process, with ``${...}`` in it; see ``launch``."""
    icon: str = ""


def read_mcpb(data: bytes) -> McpbReading:
    """Read ``manifest.json`` friendly; every broken rule is among the findings."""
    findings = Findings(strict=False)
    source = parse_source(data, findings)
    if source is None:
        return McpbReading(None, tuple(findings.found))
    fields = Fields(source, findings.root())
    _read_identity(fields)
    _read_presentation(fields)
    environment = _read_server(fields)
    _check_platform(fields)
    tools = tuple(_read_tools(fields))
    fields.kept["tools"] = []
    manifest = None if findings.blocked() else Manifest.model_validate(fields.kept)
    icon = fields.kept.get("icon")
    return McpbReading(manifest, tuple(findings.found), tools, environment, icon if isinstance(icon, str) else "")


def slug(text: str) -> str:
    """Return a part of an id: lower case letters, digits and dashes; "x" of a text that has none."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:_LONGEST_SLUG].strip("-") or "x"


def _read_identity(fields: Fields) -> None:
    key = "manifest_version" if fields.has("manifest_version") else "dxt_version"
    version = fields.raw(key)
    if not isinstance(version, str) or not _FORMAT.fullmatch(version):
        fields.at(key).refused("unknown-bundle", _CLAUSE, snippet(version))
    fields.kept["schemaVersion"] = 1
    fields.text("name", "V-2.4", most=60, needed=True, lost=Severity.REFUSED)
    name = str(fields.kept.get("name", ""))
    author = as_object(fields.raw("author")) or {}
    who = author.get("name")
    who = who.strip() if isinstance(who, str) else ""
    fields.kept["id"] = f"mcpb.{slug(who)}.{slug(name)}"
    fields.kept["publisher"] = {"id": "", "name": who}
    url = author.get("url")
    if isinstance(url, str) and web_address(url) is not None:
        fields.kept["publisher"] = {"id": "", "name": who, "url": url}
    own = fields.raw("version")
    if isinstance(own, str) and _VERSION.match(own) and len(own) <= _LONGEST_VERSION:
        fields.kept["version"] = own
    else:
        fields.at("version").refused("bad-version", "V-2.3", snippet(own))
    if fields.has("display_name"):
        shown = fields.text("display_name", "V-2.4", most=60)
        fields.kept["name"] = shown or name


def _read_presentation(fields: Fields) -> None:
    value = fields.raw("description")
    text = " ".join(value.split()) if isinstance(value, str) else ""
    fields.value = {**fields.value, "description": text or fields.kept.get("name", "")}
    summary = fields.text("description", "V-2.5", most=140)
    fields.kept["summary"] = summary or ""
    fields.kept.pop("description", None)
    long = fields.raw("long_description")
    if isinstance(long, str) and long.strip():
        fields.kept["description"] = re.sub(r"!\[[^\]]*\]\([^)]*\)|<img\b[^<>]*>", "", long.strip())[:10_000]
    icon = fields.raw("icon")
    if isinstance(icon, str) and icon and web_address(icon) is None:
        if leaves_folder(icon):
            fields.at("icon").refused("leaves-folder", "V-2.11", icon)
        else:
            fields.kept["icon"] = icon
    repository = (as_object(fields.raw("repository")) or {}).get("url")
    for key, address in (("homepage", fields.raw("homepage")), ("repository", repository)):
        if isinstance(address, str) and web_address(address) is not None:
            fields.kept[key] = address
    fields.kept.pop("display_name", None)


def _read_server(fields: Fields) -> dict[str, str]:
    server = fields.part("server", _RUNS, lost=Severity.REFUSED)
    names = read_fields(fields)
    fields.kept.pop("server", None)
    if server is None:
        if not fields.has("server"):
            fields.at("server").refused("missing", _RUNS)
        return {}
    config = server.part("mcp_config", _RUNS)
    command, arguments, environment = _start_of(server) if config is None else _configured(config)
    if not command:
        server.at("mcp_config").refused("nothing-to-start", _RUNS)
        return {}
    if "/" in command and not command.startswith(("/", "${")):
        if leaves_folder(command):
            server.at("mcp_config").at("command").refused("leaves-folder", _RUNS, command)
        command = f"{FOLDER}/{command.removeprefix('./')}"
    place = server.at("mcp_config").at("args")
    for used in [name for text in (command, *arguments) for name in _USES.findall(text)]:
        if names.secret.get(used, False):
            place.refused("secret-in-argument", "V-5.13", used)
    texts = (*arguments, *environment.values(), command)
    for used in sorted({name for text in texts for name in _USES.findall(text)} - names.secret.keys()):
        server.at("mcp_config").refused("unknown-setting", "V-5.10", used)
    fields.kept["runtime"] = {
        "kind": "local-mcp",
        "command": _renamed(command),
        "args": [_renamed(argument) for argument in arguments],
    }
    return {name: _renamed(text) for name, text in environment.items()}


def _renamed(text: str) -> str:
    """Use the names that the fields have with us."""
    return _USES.sub(lambda found: f"${{user_config.{field_name(found[1])}}}", text)


def _start_of(server: Fields) -> tuple[str, list[str], dict[str, str]]:
    entry = server.raw("entry_point")
    start = _STARTS.get(snippet(server.raw("type")))
    if start is None or not isinstance(entry, str) or not entry.strip():
        return "", [], {}
    if leaves_folder(entry):
        server.at("entry_point").refused("leaves-folder", _RUNS, entry)
    command, *arguments = (*start, f"{FOLDER}/{entry.strip().removeprefix('./')}")
    return command, arguments, {}


def _configured(config: Fields) -> tuple[str, list[str], dict[str, str]]:
    overrides = as_object((as_object(config.raw("platform_overrides")) or {}).get(sys.platform)) or {}
    value: JsonObject = {**config.value, **overrides}
    place = config.place
    command = value.get("command")
    arguments: list[str] = []
    for index, one in enumerate((as_list(value.get("args")) or [])[:_MOST_ARGUMENTS]):
        text = one if isinstance(one, str) else read_text(place.at("args").at(index), one, "V-3.1")
        if text is not None:
            arguments.append(text)
    environment: dict[str, str] = {}
    given = {**(as_object(config.raw("env")) or {}), **(as_object(overrides.get("env")) or {})}
    for name, one in given.items():
        at = place.at("env").at(name)
        text = one if isinstance(one, str) else read_text(at, one, "V-5.10")
        if text is None:
            continue
        if not _VARIABLE.fullmatch(name):
            at.dropped("bad-name", "V-5.6", name)
        elif not _stays_inside(text) if name in _LIBRARIES else steers_loading(name):
            at.dropped("steering-name", "V-5.9", name)
        else:
            environment[name] = text
    return command.strip() if isinstance(command, str) else "", arguments, environment


def _stays_inside(paths: str) -> bool:
    return all(
        one.startswith((f"{FOLDER}/", f"{FOLDER}${{/}}")) and ".." not in re.split(r"[/\\]|\$\{/\}", one)
        for one in re.split(r":|;|\$\{pathSeparator\}", paths)
    )


def _check_platform(fields: Fields) -> None:
    compatibility = as_object(fields.raw("compatibility")) or {}
    platforms = as_list(compatibility.get("platforms"))
    if platforms and sys.platform not in platforms:
        names = ", ".join(snippet(one) for one in platforms)
        fields.at("compatibility").at("platforms").refused("other-system", _CLAUSE, names)


def _read_tools(fields: Fields) -> Iterator[McpbTool]:
    for one in (as_list(fields.raw("tools")) or [])[:_MOST_TOOLS]:
        name = (as_object(one) or {}).get("name")
        if isinstance(name, str) and name.strip():
            yield McpbTool(name.strip(), re.sub(r"[_\-]+", " ", name).strip())
