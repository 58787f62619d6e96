"""Installs for the tests of servers and of the registry, made by the real reader from small manifests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.domain.calls import IntegrationId
from app.domain.installs import Source, SourceKind
from app.domain.manifest import read_manifest
from app.integrations.served import ServedTool
from app.storage.install_record import InstallRecord, digest_of
from tests.unit.integrations.sessions import BARE

ANY_SCHEMA: Final[dict[str, Any]] = {"type": "object"}


def tool(name: str, **more: Any) -> dict[str, Any]:
    """Return a tool of a manifest."""
    return {
        "name": name,
        "description": f"Does {name}. Use when a test asks for it.",
        "inputSchema": ANY_SCHEMA,
        **more,
    }


def served(name: str, **more: Any) -> ServedTool:
    """Return a tool as a server of that manifest lists it."""
    values: dict[str, Any] = {
        "description": f"Does {name}. Use when a test asks for it.",
        "input_schema": ANY_SCHEMA,
        **more,
    }
    return ServedTool(name, **values)


def record(
    name: str = "bare",
    *,
    tools: Sequence[Mapping[str, Any]] = (tool("echo"), tool("delete_all")),
    words: Sequence[str] = (),
    command: Sequence[str] = BARE,
    manifest: Mapping[str, Any] | None = None,
    **changes: Any,
) -> InstallRecord:
    """Return an install whose server is the bare one with these words, unless ``command`` says another."""
    data = json.dumps(
        {
            "schemaVersion": 1,
            "id": f"com.example.{name}",
            "version": "1.0.0",
            "name": name.title(),
            "summary": "For tests.",
            "publisher": {"id": "tests", "name": "Tests"},
            "runtime": {"kind": "local-mcp", "command": command[0], "args": [*command[1:], *words]},
            "tools": list(tools),
            **(manifest or {}),
        }
    ).encode()
    read = read_manifest(data, strict=False)
    assert read.manifest is not None, read.findings
    made = InstallRecord(
        integration_id=IntegrationId(read.manifest.id),
        source=Source(SourceKind.FOLDER, ""),
        folder="",
        manifest=read.manifest,
        manifest_bytes=data,
        digest=digest_of(data),
        approved_unix_s=1.0,
        short_name=name.replace("-", "_")[:24],
    )
    return replace(made, **changes)
