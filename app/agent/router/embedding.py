"""Meaning of short texts as vectors: the static word vectors that the wheel of ``wordllama`` carries.

Its package is found and never imported: importing it brings what downloads. The file of 16 MB is mapped, not read, so
only the rows of words that occur are in memory. Called by ``index``; any thread.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from app.domain.errors import ModelDamaged, ModelMissing
from app.domain.plain_json import whole_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["WordVectors"]

_PACKAGE: Final = "wordllama"
_WEIGHTS: Final = "weights/l2_supercat_256.safetensors"
_TOKENS: Final = "tokenizers/l2_supercat_tokenizer_config.json"
_NAME: Final = "embedding.weight"
_SMALLEST: Final = 1e-9
"""Length of a vector below which it has no direction."""
_MOST_CHARACTERS: Final = 400
"""Of a text; more words blur its meaning."""


class WordVectors:
    """One matrix of word vectors and its tokenizer."""

    def __init__(self, folder: Path) -> None:
        """Raises:
        ModelMissing, ModelDamaged
        """
        import numpy as np
        from tokenizers import Tokenizer

        weights, tokens = folder / _WEIGHTS, folder / _TOKENS
        if not weights.is_file() or not tokens.is_file():
            raise ModelMissing(place=_PACKAGE)
        try:
            self._rows = _mapped(weights)
            # Its stubs know no result of ``from_file``.
            self._tokenizer: Any = cast("Any", Tokenizer).from_file(str(tokens))
        except (OSError, ValueError, KeyError) as wrong:
            raise ModelDamaged(place=_PACKAGE) from wrong
        self._numpy = np

    @staticmethod
    @functools.cache
    def installed() -> WordVectors:
        """Return the vectors of the installed wheel, loaded once.

        Raises:
            ModelMissing, ModelDamaged
        """
        found = importlib.util.find_spec(_PACKAGE)
        places = found.submodule_search_locations if found is not None else None
        if not places:
            raise ModelMissing(place=_PACKAGE)
        return WordVectors(Path(next(iter(places))))

    @property
    def size(self) -> int:
        return int(self._rows.shape[1])

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row of length 1 for each text, float32 (texts, 256); zeros for a text without words."""
        np = self._numpy
        made = np.zeros((len(texts), self.size), np.float32)
        encoded = self._tokenizer.encode_batch(
            [whole_text(text[:_MOST_CHARACTERS]).lower() for text in texts], add_special_tokens=False
        )
        filled = [at for at, one in enumerate(encoded) if one.ids]
        if not filled:
            return made
        ids = [encoded[at].ids for at in filled]
        starts = np.cumsum([0, *map(len, ids[:-1])])
        sums = np.add.reduceat(self._rows[np.concatenate(ids)].astype(np.float32), starts, axis=0)
        made[filled] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), _SMALLEST)
        return made


def _mapped(path: Path) -> NDArray[np.float16]:
    """Map the one matrix of a safetensors file: 8 bytes of length, a JSON head, then the data."""
    import numpy as np

    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        head = json.loads(file.read(length))[_NAME]
    if head["dtype"] != "F16":
        raise ValueError(head["dtype"])
    place = 8 + length + head["data_offsets"][0]
    return np.memmap(path, np.float16, "r", place, tuple(head["shape"])).view(np.ndarray)
