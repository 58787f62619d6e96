"""Keeps the translation files of ``resources/i18n``: collects texts, compiles catalogues, makes a pseudo-locale.

``python packaging/translations.py`` collects the texts of ``app/ui`` and ``qml`` into ``voxnotch_en.ts`` and every
other ``.ts`` file and compiles the others to ``.qm`` (English is what the sources say); ``--check`` says, by its exit
status, whether that would change anything, which is what the tests do. A new language: copy ``voxnotch_en.ts`` to
``voxnotch_de.ts``, set its ``language``, translate (Qt Linguist or any editor), run this. The tools (lupdate,
lrelease) come with PySide6 Essentials.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "i18n"
SOURCE = FOLDER / "voxnotch_en.ts"
OPEN, CLOSE = "⟦", "⟧"
"""What the pseudo-locale puts around every text."""


def _tool(name: str, *arguments: str | Path) -> None:
    subprocess.run(
        [str(Path(sys.executable).with_name(name)), *map(str, arguments)], check=True, capture_output=True, cwd=ROOT
    )


def _sources() -> list[str]:
    found = [*(ROOT / "app" / "ui").rglob("*.py"), *(ROOT / "qml").rglob("*.qml")]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def update(ts_file: Path) -> None:
    """Bring new texts into ``ts_file`` and take out those no source holds."""
    language = ts_file.stem.removeprefix("voxnotch_")
    _tool(
        "pyside6-lupdate", *_sources(), "-ts", ts_file, "-locations", "none", "-no-obsolete",
        "-source-language", "en", "-target-language", language,
    )  # fmt: skip


def release(ts_file: Path, qm_file: Path) -> None:
    """Compile a catalogue."""
    _tool("pyside6-lrelease", ts_file, "-qm", qm_file)


def pseudo(folder: Path, language: str) -> Path:
    """Write a catalogue of ``language`` into ``folder`` in which every text is its source between brackets."""
    tree = ET.parse(SOURCE)
    tree.getroot().set("language", language)
    for message in tree.getroot().iter("message"):
        text = f"{OPEN}{message.findtext('source', '')}{CLOSE}"
        translation = message.find("translation")
        if translation is None:
            continue
        translation.attrib.pop("type", None)
        forms = translation.findall("numerusform")
        for place in forms or [translation]:
            place.text = text
    ts_file = folder / f"voxnotch_{language}.ts"
    tree.write(ts_file, encoding="utf-8", xml_declaration=True)
    qm_file = ts_file.with_suffix(".qm")
    release(ts_file, qm_file)
    return qm_file


def _fresh(ts_file: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / ts_file.name
        copy.write_bytes(ts_file.read_bytes())
        update(copy)
        if copy.read_bytes() != ts_file.read_bytes():
            return False
        if ts_file == SOURCE:
            return True
        release(copy, copy.with_suffix(".qm"))
        compiled = ts_file.with_suffix(".qm")
        return compiled.exists() and compiled.read_bytes() == copy.with_suffix(".qm").read_bytes()


def main() -> int:
    if "--check" in sys.argv[1:]:
        stale = [path.name for path in sorted(FOLDER.glob("voxnotch_*.ts")) if not _fresh(path)]
        if stale or not SOURCE.exists():
            print(f"stale: {', '.join(stale) or SOURCE.name}: run python packaging/translations.py")
        return 1 if stale or not SOURCE.exists() else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ts_file in {SOURCE, *FOLDER.glob("voxnotch_*.ts")}:
        update(ts_file)
        if ts_file != SOURCE:
            release(ts_file, ts_file.with_suffix(".qm"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
