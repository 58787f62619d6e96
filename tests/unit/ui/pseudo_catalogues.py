"""Catalogues in which every text stands between brackets, made by the project's own translation tool."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("translations_tool", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_pseudo(folder: Path, language: str) -> Path:
    """Write ``voxnotch_<language>.qm`` into ``folder``."""
    path: Path = _tool().pseudo(folder, language)
    return path
