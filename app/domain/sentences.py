"""What was said, made comparable (V-14.19): one writing for what sounds the same. Pure, any thread."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["base_language", "normalised", "words_of"]

_QUOTES: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060\u2039\u203a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    }
)
_END: Final = " .,;:!?\u3002\u3001\u061f\u06d4\u0964"
"""Points of the end of a sentence, also of Chinese, Japanese, Arabic, Urdu and Hindi."""
_WORD: Final = re.compile(r"\w+(?:['-]\w+)*")


def normalised(text: str) -> str:
    """Return the text in NFKC, case-folded, with plain quotes and single spaces, without end punctuation."""
    # Before NFKC, which makes a space and a combining mark of the acute accent that some write as an apostrophe.
    plain = unicodedata.normalize("NFKC", text.translate(_QUOTES)).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).translate(_QUOTES).split()).rstrip(_END)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, normalised, without what stands between them."""
    return tuple(_WORD.findall(normalised(text)))


def base_language(tag: str) -> str:
    """Return ``de`` of ``de-AT``."""
    return tag.split("-", maxsplit=1)[0].lower()
