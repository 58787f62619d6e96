"""Notes of the recogniser about sounds that are not speech: "[BLANK_AUDIO]", "(music)", "♪".

Pure, any thread.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["remove_notes"]

_KINDS: Final = (
    "blank[ _]audio|silence|inaudible|unintelligible|no speech|no audio|pause|music(?: playing)?|"
    "(?:upbeat|soft|gentle|dramatic|background) music|applause|laughter|laughs?|laughing|chuckl(?:es|ing)|"
    "cough(?:s|ing)?|sighs?|sighing|breath(?:es|ing)|sneez(?:es|ing)|clears throat|clear throat|background noise|"
    "noise|static|typing|keyboard clicking|clicking|click|beep(?:s|ing)?|wind blowing|door (?:opens|closes)|"
    "phone ringing|speaking (?:in )?foreign language|foreign language|musik|applaus|gelächter|stille|musique|rires|"
    "silencio|música|risas"
)
"""What tiny and base write in brackets for non-speech; other text in brackets is a person's own words."""

_NOTE: Final = re.compile(rf"[\[(*]{{1,2}}\s*(?:{_KINDS})\s*[\])*]{{1,2}}[.,]?|[♪♫♩♬]+", re.IGNORECASE)
_NOTHING: Final = re.compile(r"[\W_]*")


def remove_notes(text: str) -> str:
    """Drop such notes; what is then only signs is nothing at all."""
    result = _NOTE.sub(" ", text)
    return "" if result != text and _NOTHING.fullmatch(result) else result
