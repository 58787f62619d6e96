"""The schema for authors is that of the models, and knows a good manifest's fields."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.unit.domain.manifests import RICH

ROOT = Path(__file__).parents[2]


def test_the_schema_of_the_manifest_is_fresh() -> None:
    check = [sys.executable, str(ROOT / "packaging" / "manifest_schema.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_knows_every_field_at_the_top_and_those_that_are_needed() -> None:
    schema: dict[str, Any] = json.loads((ROOT / "resources" / "manifest.schema.json").read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert set(schema["properties"]) == RICH.keys()
    assert set(schema["required"]) == {
        *("schemaVersion", "id", "version", "name", "summary", "publisher", "runtime", "tools")
    }
    assert '"null"' not in json.dumps(schema)
