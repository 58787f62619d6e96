"""Writes the type file of the QML module ``Voxnotch.ViewModels`` from the Python view models, for qmllint.

Run by hand after a change of a view model (``python packaging/qmltypes.py``); ``--check`` says, by its exit status,
whether the committed files are stale, which is what the tests do. Two tools of PySide6 in a row: the metaobject dump
reads the sources, the type registrar turns that into a ``.qmltypes`` file.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "app" / "ui" / "viewmodels"
MODULE = ROOT / "qml" / "Voxnotch" / "ViewModels"
TYPES = MODULE / "ViewModels.qmltypes"
QMLDIR = MODULE / "qmldir"
QMLDIR_TEXT = "module Voxnotch.ViewModels\ntypeinfo ViewModels.qmltypes\nimport QtQml.Models\n"

PYTHON_TYPES = {"list": "QVariantList", "dict": "QVariantMap"}
"""The dump writes Python's names for these; QML knows Qt's."""


def _tool(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def _dump(sources: list[Path]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [_tool("pyside6-metaobjectdump"), *map(str, sources)], check=True, capture_output=True, text=True, cwd=ROOT
    )
    text = done.stdout
    for python, qt in PYTHON_TYPES.items():
        text = text.replace(f'"type": "{python}"', f'"type": "{qt}"')
    documents: list[dict[str, Any]] = json.loads(text) if text.lstrip().startswith("[") else [json.loads(text)]
    for document in documents:  # the path of this machine must not reach the committed file
        document["inputFile"] = Path(str(document["inputFile"])).name
        _mark_constants(document)
    return documents


def _mark_constants(document: dict[str, Any]) -> None:
    """Say of each property without a signal that it is constant: the dump drops ``constant=True`` of a decorator."""
    for class_ in document["classes"]:
        for property_ in class_.get("properties", []):
            if "notify" not in property_:
                property_["constant"] = True


def generate() -> str:
    """Return the text of ``ViewModels.qmltypes`` for the sources as they are now."""
    sources = sorted(path for path in SOURCES.glob("*.py") if "@QmlElement" in path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        dump, types = Path(folder) / "metatypes.json", Path(folder) / "module.qmltypes"
        dump.write_text(json.dumps(_dump(sources)), encoding="utf-8")
        subprocess.run(
            [
                _tool("pyside6-qmltyperegistrar"),
                f"--generate-qmltypes={types}",
                "--import-name=Voxnotch.ViewModels",
                "--major-version=1",
                "--minor-version=0",
                "-o",
                str(Path(folder) / "registration.cpp"),
                str(dump),
            ],
            check=True,
            capture_output=True,
        )
        return types.read_text(encoding="utf-8")


def main() -> int:
    text = generate()
    if "--check" in sys.argv[1:]:
        fresh = TYPES.exists() and TYPES.read_text(encoding="utf-8") == text and QMLDIR.exists()
        if not fresh:
            print("qml/Voxnotch/ViewModels is stale: run python packaging/qmltypes.py")
        return 0 if fresh else 1
    MODULE.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(text, encoding="utf-8")
    QMLDIR.write_text(QMLDIR_TEXT, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
