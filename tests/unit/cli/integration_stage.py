"""A person's folders, a key store in memory and integrations to install, for the commands about integrations.

Fixtures to import: ``home``, ``kept``.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import keyring.core
import pytest
from click.testing import CliRunner, Result

from app.cli.main import main
from tests.fixtures.integrations.folders import HERE
from tests.unit.extensions.secret_service import MemoryKeyring

__all__ = ["SCRIPTED", "answer_of", "home", "kept", "run", "tool", "write_folder"]

SCRIPTED = "com.example.scripted"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of everything that Voxnotch keeps."""
    place = tmp_path / "home"
    monkeypatch.setenv("VOXNOTCH_HOME", str(place))
    return place


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    """A key store that the library takes for the system's."""
    store = MemoryKeyring()
    monkeypatch.setattr(keyring.core, "_keyring_backend", store)
    return store


def run(*arguments: str | Path, typed: str = "") -> Result:
    """Run one command; ``typed`` is what stands on standard input."""
    return CliRunner().invoke(main, ["integrations", *map(str, arguments)], input=typed)


def answer_of(done: Result) -> dict[str, Any]:
    """Return what ``--json`` printed, which is one object on one line and nothing else."""
    assert done.stdout.count("\n") == 1
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def tool(name: str, properties: Mapping[str, object] = {}, **more: object) -> dict[str, object]:
    return {
        "name": name,
        "title": name.replace("_", " ").capitalize(),
        "description": "Does what the test wants. Use when the user asks for a test.",
        "inputSchema": {"type": "object", "properties": dict(properties)},
        **more,
    }


def write_folder(
    folder: Path,
    tools: Sequence[Mapping[str, object]],
    *,
    answers: Mapping[str, object] = {},
    fixtures: object = None,
    served: object = None,
    **manifest: object,
) -> Path:
    """Write the folder of an integration whose server answers as it is told; again: with other contents."""
    folder.mkdir(exist_ok=True)
    shutil.copy(HERE / "scripted" / "server.py", folder)
    whole = {
        "schemaVersion": 1,
        "id": SCRIPTED,
        "version": "1.0.0",
        "name": "Scripted",
        "summary": "Answers as a test says.",
        "publisher": {"id": "example", "name": "Example"},
        "runtime": {"kind": "local-mcp", "command": "python3", "args": ["server.py"]},
        "tools": list(tools),
        **manifest,
    }
    files = {
        "voiceos.integration.json": whole,
        "answers.json": dict(answers),
        "voiceos.integration.preview.json": fixtures,
        "served.json": served,
    }
    for name, content in files.items():
        (folder / name).unlink(missing_ok=True)
        if content is not None:
            (folder / name).write_text(json.dumps(content), "utf-8")
    return folder
