"""Writes ``resources/manifest.schema.json`` from the models of the manifest, for the editors of authors.

Run by hand after a change of a model (``python packaging/manifest_schema.py``); ``--check`` says, by its exit status,
whether the committed file is stale, which is what the tests do.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, cast

ROOT: Final = Path(__file__).resolve().parents[1]
SCHEMA: Final = ROOT / "resources" / "manifest.schema.json"

sys.path.insert(0, str(ROOT))

from app.domain.manifest import Manifest  # noqa: E402 - the project is importable from here on


def generate() -> str:
    """Return the text of the schema for the models as they are now (JSON Schema 2020-12)."""
    schema: dict[str, Any] = _for_authors(Manifest.model_json_schema(by_alias=True))
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Manifest of an integration",
        "description": "voiceos.integration.json, schemaVersion 1. `voxnotch integrations validate` checks more.",
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _for_authors(value: Any) -> Any:
    """Leave out what only the models know: ``null`` for a field that is not there, and defaults that are objects."""
    if isinstance(value, list):
        return [_for_authors(one) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    node = {key: _for_authors(one) for key, one in cast("dict[str, Any]", value).items()}
    if isinstance(node.get("default", ""), dict | None):
        node.pop("default")
    choices = [one for one in node.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1:
        node.pop("anyOf")
        return {**choices[0], **node}
    return {**node, "anyOf": choices} if choices else node


def main(arguments: list[str]) -> int:
    text = generate()
    if "--check" in arguments:
        fresh = SCHEMA.is_file() and SCHEMA.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{SCHEMA.relative_to(ROOT)} is stale: python packaging/manifest_schema.py")
        return 0 if fresh else 1
    SCHEMA.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
