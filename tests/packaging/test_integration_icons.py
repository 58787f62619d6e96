"""The icons of the bundled integrations are what their drawings look like."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from tests.fixtures.integrations.folders import BUNDLED, bundled

GENERATOR = Path(__file__).parents[2] / "packaging" / "integration_icons.py"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    subprocess.run([sys.executable, str(GENERATOR), str(folder)], check=True, timeout=60)
    return folder


def pixels(file: Path) -> NDArray[np.int16]:
    """Return the colours of a picture, (height, width, 4), 0..255."""
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(np.int16)


@pytest.mark.parametrize("name", BUNDLED)
def test_each_icon_can_be_drawn_again(drawn: Path, name: str) -> None:
    again, shipped = pixels(drawn / f"{name}.png"), pixels(bundled(name) / "icon.png")
    assert again.shape == shipped.shape == (256, 256, 4)
    # Another processor may round the edge of a line the other way.
    assert np.abs(again - shipped).max() <= 4
    assert shipped[128, 20, 3] == 255
    assert shipped[0, 0, 3] == 0
