"""How much two pictures differ, blind to what another build of the font library changes: the weight of an edge."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtGui import QImage

__all__ = ["difference"]

CLEARLY = 56
"""Of 255 in one colour."""


def pixels(image: QImage) -> Any:
    """Return uint8 (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return lines[:, : plain.width() * 3].reshape(plain.height(), plain.width(), 3).astype(np.int16)


def difference(one: QImage, two: QImage) -> float:
    """Return the share of pixels that differ clearly from all that lie beside them in the other; 1 for another size."""
    if one.size() != two.size():
        return 1.0
    a, b = pixels(one), pixels(two)
    return max(_missing(a, b), _missing(b, a))


def _missing(a: Any, b: Any) -> float:
    padded = np.pad(b, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width, _ = a.shape
    shifted = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    nearest = np.min([np.abs(a - other).max(axis=2) for other in shifted], axis=0)
    return float(np.mean(nearest > CLEARLY))
