"""Draws the icons of the bundled integrations: `python packaging/integration_icons.py FOLDER`.

Each ``icon.svg`` in resources/integrations, own work, becomes ``FOLDER/<integration>.png``; a manifest takes no SVG.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIDE: Final = 256
"""Pixels: sharp at 64 points on a screen of four times the density."""
INTEGRATIONS: Final = Path(__file__).parents[1] / "resources" / "integrations"


def draw(drawing: Path) -> QImage:
    """Return the picture of one drawing, without a background."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    return image


def main(folder: Path) -> None:
    """Draw all icons."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication(sys.argv[:1])
    folder.mkdir(parents=True, exist_ok=True)
    for drawing in sorted(INTEGRATIONS.glob("*/icon.svg")):
        file = folder / f"{drawing.parent.name}.png"
        if not draw(drawing).save(str(file)):
            sys.exit(f"{file} cannot be written.")
    application.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
