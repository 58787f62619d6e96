"""How long a text is, how large a value is, and what counts as a web address: the units of the contract.

Pure; called by every reader of what an integration wrote. Any thread.
"""

from __future__ import annotations

import json
import math
import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

__all__ = [
    "LARGEST_INTEGER",
    "clip",
    "leaves_folder",
    "plain_number",
    "serialised_size",
    "utf16_length",
    "web_address",
]

LARGEST_INTEGER: Final = 2**53 - 1
"""RFC 8785, section 3.2.2.3: a larger one is another number to a program that counts in doubles."""

_ELLIPSIS: Final = "…"
_NO_ADDRESS: Final = re.compile(r"[\s\x00-\x1f\x7f\\]")
_DRIVE: Final = re.compile(r"[A-Za-z]:")


def utf16_length(text: str) -> int:
    """Count UTF-16 code units after trimming white space at both ends (V-1.8)."""
    return _units(text.strip())


def _units(text: str) -> int:
    if text.isascii():
        return len(text)
    return len(text) + sum(1 for character in text if ord(character) > 0xFFFF)


def clip(text: str, cap: int) -> str:
    """Return ``text`` trimmed, in at most ``cap`` UTF-16 units: a longer one keeps the first ``cap - 1`` and ``…``.

    A surrogate pair is never split, so one unit may stay unused (V-1.10).
    """
    trimmed = text.strip()
    if _units(trimmed) <= cap:
        return trimmed
    kept = trimmed.encode("utf-16-le")[: 2 * (cap - 1)].decode("utf-16-le", "ignore")
    return kept + _ELLIPSIS


def serialised_size(value: object) -> int:
    """Return the length of compact JSON: no white space, non-ASCII characters unescaped (V-1.9)."""
    return _units(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def plain_number(value: object) -> int | float | None:
    """Return a number that a double can hold as it is; ``true`` is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return value if math.isfinite(value) else None
    except OverflowError:  # a whole number past the largest double
        return None


def web_address(text: str) -> SplitResult | None:
    """Return the parts of an http or https URL with a host, or ``None``."""
    if _NO_ADDRESS.search(text):
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    named = parts.scheme in {"http", "https"} and bool(parts.hostname) and port != 0
    return parts if named else None


def leaves_folder(name: str) -> bool:
    """Say whether a file name written in a manifest points outside its folder, on any system; links are not seen."""
    slashed = name.replace("\\", "/")
    return slashed.startswith("/") or bool(_DRIVE.match(slashed)) or ".." in slashed.split("/") or "\0" in name
