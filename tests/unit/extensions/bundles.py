"""A bundle's manifest as the format shows it, and zip files as good and bad packers make them; for tests."""

from __future__ import annotations

import copy
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

BUNDLE: Final[dict[str, Any]] = {
    "manifest_version": "0.2",
    "name": "file-reader",
    "display_name": "File reader",
    "version": "1.0.0",
    "description": "Reads\nfiles",
    "long_description": "Reads *files*. ![x](https://example.com/x.png)",
    "author": {"name": "Ann Example", "email": "a@example.com", "url": "https://example.com"},
    "repository": {"type": "git", "url": "https://example.com/repo.git"},
    "homepage": "https://example.com/home",
    "icon": "icon.png",
    "screenshots": ["a.png"],
    "server": {
        "type": "node",
        "entry_point": "server/index.js",
        "mcp_config": {
            "command": "node",
            "args": ["${__dirname}/server/index.js", "${user_config.folders}", "--limit=${user_config.limit}"],
            "env": {"KEY": "${user_config.api-key}", "MODE": "plain", "URL": "https://${user_config.host}/x"},
        },
    },
    "tools": [{"name": "read-file", "description": "d"}, {"name": "delete_file"}, {"name": ""}, 5],
    "user_config": {
        "folders": {
            "type": "directory",
            "title": "Folders",
            "description": "Which",
            "multiple": True,
            "required": True,
            "default": ["${HOME}/Desktop", "${DOCUMENTS}"],
        },
        "api-key": {"type": "string", "title": "Key", "sensitive": True, "required": True},
        "limit": {"type": "number", "title": "Limit", "default": 10, "min": 1},
        "host": {"type": "string", "title": "", "default": "example.org"},
        "fast": {"type": "boolean", "title": "Fast", "default": True},
    },
    "compatibility": {"platforms": ["darwin", "linux", "win32"]},
}


def bundle(**changes: Any) -> dict[str, Any]:
    made = {**copy.deepcopy(BUNDLE), **changes}
    return {name: value for name, value in made.items() if value is not None}


def bundle_bytes(**changes: Any) -> bytes:
    return json.dumps(bundle(**changes)).encode()


def zipped(file: Path, entries: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file
