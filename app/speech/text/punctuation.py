"""Spoken punctuation: "comma", "new line" and their kin become signs. Off unless the person turned it on.

Pure, any thread. By language; a language without a list changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from app.speech.text.words import WORD_END, WORD_START, close_signs, spaced

__all__ = ["write_punctuation"]

Hold = Literal["before", "after", "both", "break"]
"""What a sign is written against: the word before it, the word after it, both, or it is a line break."""

SIGNS: Final[Mapping[str, Mapping[str, tuple[str, Hold]]]] = {
    "en": {
        "comma": (",", "before"),
        "full stop": (".", "before"),
        "period": (".", "before"),
        "question mark": ("?", "before"),
        "exclamation mark": ("!", "before"),
        "exclamation point": ("!", "before"),
        "semicolon": (";", "before"),
        "semi colon": (";", "before"),
        "colon": (":", "before"),
        "ellipsis": ("…", "before"),
        "open quote": ("“", "after"),
        "close quote": ("”", "before"),
        "open bracket": ("(", "after"),
        "close bracket": (")", "before"),
        "open parenthesis": ("(", "after"),
        "close parenthesis": (")", "before"),
        "hyphen": ("-", "both"),
        "new line": ("\n", "break"),
        "newline": ("\n", "break"),
        "new paragraph": ("\n\n", "break"),
    },
    "de": {
        "Komma": (",", "before"),
        "Punkt": (".", "before"),
        "Fragezeichen": ("?", "before"),
        "Ausrufezeichen": ("!", "before"),
        "Strichpunkt": (";", "before"),
        "Semikolon": (";", "before"),
        "Doppelpunkt": (":", "before"),
        "Anführungszeichen auf": ("„", "after"),
        "Anführungszeichen zu": ("“", "before"),
        "Klammer auf": ("(", "after"),
        "Klammer zu": (")", "before"),
        "Bindestrich": ("-", "both"),
        "neue Zeile": ("\n", "break"),
        "neuer Absatz": ("\n\n", "break"),
    },
    "fr": {
        "virgule": (",", "before"),
        "point": (".", "before"),
        "point d'interrogation": ("\u00a0?", "before"),
        "point d'exclamation": ("\u00a0!", "before"),
        "point virgule": ("\u00a0;", "before"),
        "deux points": ("\u00a0:", "before"),
        "ouvrez les guillemets": ("«\u00a0", "after"),
        "fermez les guillemets": ("\u00a0»", "before"),
        "à la ligne": ("\n", "break"),
        "nouveau paragraphe": ("\n\n", "break"),
    },
    "es": {
        "coma": (",", "before"),
        "punto": (".", "before"),
        "dos puntos": (":", "before"),
        "punto y coma": (";", "before"),
        "abrir interrogación": ("¿", "after"),
        "cerrar interrogación": ("?", "before"),
        "abrir exclamación": ("¡", "after"),
        "cerrar exclamación": ("!", "before"),
        "abrir comillas": ("«", "after"),
        "cerrar comillas": ("»", "before"),
        "nueva línea": ("\n", "break"),
        "nuevo párrafo": ("\n\n", "break"),
    },
}
"""ISO 639-1 to spoken words, any case, to the sign and what it holds on to. French signs carry a no-break space."""

_OWN_SIGNS: Final = r"[,.;:!?…]{0,3}"
"""What the recogniser sets around a spoken sign by itself; the spoken one takes its place."""
_SENTENCE_START: Final = re.compile(r"((?:[.?!…][”“»)]*[^\S\n]+|\n+)[“„«(¿¡]*[^\S\n]*)([^\W\d_])")


@lru_cache(maxsize=32)
def _pattern(language: str) -> re.Pattern[str] | None:
    signs = SIGNS.get(language)
    if signs is None:
        return None
    words = sorted(signs, key=len, reverse=True)
    said = "|".join(spaced(word) for word in words)
    return re.compile(rf"{_OWN_SIGNS}[^\S\n]*{WORD_START}({said}){WORD_END}{_OWN_SIGNS}[^\S\n]*", re.IGNORECASE)


def write_punctuation(text: str, language: str) -> str:
    """Write the spoken signs of ``language`` (ISO 639-1, region ignored), and capitals after the ends of sentences."""
    code = language.lower().replace("_", "-").partition("-")[0]
    pattern = _pattern(code)
    if pattern is None or not pattern.search(text):
        return text
    by_words = {" ".join(words.casefold().split()): sign for words, sign in SIGNS[code].items()}

    def sign(found: re.Match[str]) -> str:
        written, hold = by_words[" ".join(found[1].casefold().split())]
        match hold:
            case "before":
                return written + " "
            case "after":
                return " " + written
            case "both" | "break":
                return written

    result = close_signs(pattern.sub(sign, text))
    return _SENTENCE_START.sub(lambda found: found[1] + found[2].upper(), result).strip(" ")
