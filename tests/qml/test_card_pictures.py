"""Every block and ten whole cards look as they did when somebody last looked at them (issue: drawing of cards).

``pictures/`` has the stored ones. After a wanted change: look at the new ones, then
``PYTHONPATH=. python tests/qml/draw_cards.py tests/qml/pictures``, and once more with ``QT_SCALE_FACTOR=2``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QGuiApplication, QImage

from tests.qml.compare_pictures import difference

ROOT = Path(__file__).resolve().parents[2]
PICTURES = Path(__file__).resolve().parent / "pictures"
LIMIT_S = 110
MOST_BYTES = 2_000_000

MOST_DIFFERENT = 0.004
"""Share of the pixels that may differ clearly: edges of letters fall a little elsewhere with another FreeType."""


@pytest.mark.usefixtures("qapp")
def test_the_font_of_the_pictures_is_there() -> None:
    assert isinstance(QGuiApplication.instance(), QGuiApplication)
    assert "DejaVu Sans" in QFontDatabase.families(), "fonts-dejavu-core, see packaging/lib/system-packages.txt"


@pytest.mark.slow
@pytest.mark.clause("V-8.8", "V-8.9", "V-8.10", "V-8.11", "V-8.12", "V-8.13", "V-8.14", "V-8.15", "V-8.16", "V-8.17")
@pytest.mark.clause("V-8.18", "V-8.19", "V-8.20", "V-8.21", "V-8.22", "V-8.23", "V-8.24", "V-8.25", "V-8.26")
@pytest.mark.clause("V-9.12", "V-9.13", "V-9.14", "V-9.15", "V-9.16", "V-9.17", "V-9.18", "V-9.19", "V-9.20", "V-9.21")
@pytest.mark.clause("V-9.22", "V-9.23", "V-9.24", "V-9.25")
@pytest.mark.parametrize("scale", [1, 2])
def test_cards_look_as_stored(scale: int, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "QT_SCALE_FACTOR": str(scale)}
    done = subprocess.run(
        [sys.executable, "tests/qml/draw_cards.py", str(tmp_path)],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    drawn = {path.name for path in tmp_path.glob("*.png")}
    assert drawn == {path.name for path in PICTURES.glob(f"*@{scale}x.png")}
    other = {name: difference(QImage(str(PICTURES / name)), QImage(str(tmp_path / name))) for name in sorted(drawn)}
    assert {name: share for name, share in other.items() if share > MOST_DIFFERENT} == {}


def test_a_picture_with_another_word_or_colour_is_told_apart() -> None:
    one = QImage(str(PICTURES / "question-mail-dark@1x.png"))
    two = QImage(str(PICTURES / "question-event-dark@1x.png"))
    assert difference(one, one) == 0
    assert difference(one, two) == 1, "another size"
    light = QImage(str(PICTURES / "block-progress-light@1x.png"))
    assert difference(QImage(str(PICTURES / "block-progress-dark@1x.png")), light) > 0.5
    moved = QImage(str(PICTURES / "block-progress-dark@1x.png")).convertToFormat(QImage.Format.Format_RGB32)
    for x in range(60, 80):
        for y in range(16, 30):
            moved.setPixel(x, y, 0xFFFFFFFF)
    assert difference(QImage(str(PICTURES / "block-progress-dark@1x.png")), moved) > MOST_DIFFERENT


def test_the_stored_pictures_stay_small() -> None:
    assert 0 < sum(path.stat().st_size for path in PICTURES.glob("*.png")) < MOST_BYTES
