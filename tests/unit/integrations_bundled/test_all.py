"""What holds for every integration that we wrote: its manifest, its files, how its server speaks."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.cli.validate import examine
from app.domain.manifest import Manifest, read_manifest
from app.domain.tools import acts
from app.extensions.pack import pack
from tests.fixtures.integrations.folders import BUNDLED, bundled, node_plain, node_sdk
from tests.fixtures.integrations.talker import Talker

ALL = [*BUNDLED, "node_plain", "node_sdk"]
LEFT_OUT = {"showcase": {"undeclared_tool", "unserved_tool"}}
"""Where manifest and server differ on purpose."""


@pytest.fixture(params=ALL)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    match request.param:
        case "node_plain":
            return node_plain()
        case "node_sdk":
            return node_sdk(tmp_path)
        case name:
            return bundled(name)


def manifest_of(folder: Path) -> Manifest:
    reading = read_manifest((folder / "voiceos.integration.json").read_bytes(), strict=True)
    assert reading.manifest is not None
    return reading.manifest


def test_the_manifest_has_no_finding_at_all(folder: Path) -> None:
    assert examine(folder) == []


def test_every_acting_tool_asks_with_its_own_card(folder: Path) -> None:
    manifest = manifest_of(folder)
    short = manifest.id.rsplit(".", 1)[-1]
    acting = [tool for tool in manifest.tools if acts(tool.name, tool.shown_title, short)]

    assert all(tool.confirmation and tool.confirmation.root for tool in acting)


def test_every_fixture_names_a_tool_that_may_be_called_unasked(folder: Path) -> None:
    file = folder / "voiceos.integration.preview.json"
    preview: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"tools": {}}
    tools = {tool.name: tool for tool in manifest_of(folder).tools}

    assert [name for name in preview["tools"] if name not in tools or tools[name].confirmation] == []


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("name", ["notes", "node_plain"])
def test_a_server_speaks_the_version_that_it_is_asked_for(name: str, protocol: str, tmp_path: Path) -> None:
    folder = node_plain() if name == "node_plain" else bundled(name)
    with Talker(folder, env={"VOXNOTCH_DATA_DIR": str(tmp_path)}, protocol=protocol) as server:
        assert server.initialized["protocolVersion"] == protocol


def test_the_server_starts_as_the_manifest_says_and_serves_what_it_declares(folder: Path, tmp_path: Path) -> None:
    left_out = LEFT_OUT.get(folder.name, set())
    with Talker(folder, env={"VOXNOTCH_DATA_DIR": str(tmp_path)}) as server:
        served = server.tools()
        assert server.stray == []
    declared = {tool.name: tool for tool in manifest_of(folder).tools}

    assert served.keys() - left_out == declared.keys() - left_out
    for name in served.keys() & declared.keys():
        assert served[name]["description"] == declared[name].description
        assert served[name]["inputSchema"]["properties"].keys() == _properties(declared[name].input_schema)


def _properties(schema: dict[str, Any]) -> set[str]:
    return set(schema["properties"])


def test_a_server_ends_by_itself_when_its_input_ends(folder: Path, tmp_path: Path) -> None:
    assert Talker(folder, env={"VOXNOTCH_DATA_DIR": str(tmp_path)}).close() == 0


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_client_of_the_sdk_takes_every_server(folder: Path, tmp_path: Path) -> None:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    manifest = manifest_of(folder)
    assert manifest.runtime.kind == "local-mcp"
    how = StdioServerParameters(
        command=manifest.runtime.command,
        args=list(manifest.runtime.args),
        cwd=folder,
        env={"PATH": os.environ["PATH"], "VOXNOTCH_DATA_DIR": str(tmp_path / "data")},
    )
    with (tmp_path / "log").open("w") as log, anyio.fail_after(20):
        async with stdio_client(how, errlog=log) as (incoming, outgoing), ClientSession(incoming, outgoing) as session:
            await session.initialize()
            listed = await session.list_tools()
            reading = next(tool.name for tool in listed.tools if tool.name.startswith(("list_", "show_setup")))
            result = await session.call_tool(reading, {})
            assert not result.is_error


@pytest.mark.parametrize("name", BUNDLED)
def test_a_packed_folder_works_somewhere_else(name: str, tmp_path: Path) -> None:
    packed = pack(bundled(name), tmp_path / f"{name}.voxnotch")
    away = tmp_path / "away"
    with zipfile.ZipFile(packed.file) as archive:
        archive.extractall(away)
    (manifest,) = away.rglob("voiceos.integration.json")
    with Talker(manifest.parent, env={"VOXNOTCH_DATA_DIR": str(tmp_path / "data")}) as server:
        assert server.tools()


def test_every_folder_carries_the_same_copy_of_the_small_server() -> None:
    copies = {(bundled(name) / "mcp_stdio.py").read_bytes() for name in BUNDLED}

    assert len(copies) == 1
