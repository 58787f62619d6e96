"""Takes the values of secret fields out of a text before it is kept (V-19.7).

Pure; used by the log of a server and by whatever else writes down what a server said. What is masked: every secret
exactly as it is, each longer line of one that has several, and its usual disguises: JSON text, Python text,
percent-encoding, base64 and hexadecimal. At the end of a text also the beginning of a secret, since the text may have
been cut there.

What is not: values below :data:`SHORTEST` characters. They are no secrets that a mask could protect (``yes``, ``42``),
and masking them would make noise of every line and tell by it where they stand.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import quote, quote_plus

__all__ = ["MASK", "SHORTEST", "SecretMask"]

MASK: Final = "***"
SHORTEST: Final = 4
"""Characters."""
SHORTEST_PART: Final = 8
"""Characters of one line, or of a coded form, of a longer secret: less is found in innocent words too."""


class SecretMask:
    """Masks a fixed set of secrets, the longest first: one may be the beginning of another."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms = {form for secret in secrets if len(secret) >= SHORTEST for form in _forms(secret)}
        self._forms = sorted(forms, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, self._forms))) if self._forms else None

    def __bool__(self) -> bool:
        """Whether there is anything to mask."""
        return self._pattern is not None

    def mask(self, text: str) -> str:
        """Return ``text`` with every secret replaced by :data:`MASK`."""
        if self._pattern is None:
            return text
        text = self._pattern.sub(MASK, text)
        cut = min(_cut_off(text, form) for form in self._forms)
        return text if cut == len(text) else text[:cut] + MASK


def _cut_off(text: str, form: str) -> int:
    """Return where at the end of ``text`` the beginning of ``form`` stands; its length: nowhere."""
    head = form[:SHORTEST]
    at = text.find(head, max(0, len(text) - len(form) + 1))
    while at >= 0:
        if form.startswith(text[at:]):
            return at
        at = text.find(head, at + 1)
    return len(text)


def _forms(secret: str) -> Iterator[str]:
    yield secret
    parts = secret.splitlines()
    if len(parts) > 1:
        yield from (part for part in parts if len(part) >= SHORTEST_PART)
    yield from {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    yield from {repr(secret)[1:-1], ascii(secret)[1:-1]}
    yield from {quote(secret), quote(secret, safe=""), quote_plus(secret)}
    data = secret.encode("utf-8", "surrogateescape")
    yield from (form for form in _coded(data) if len(form) >= SHORTEST_PART)


def _coded(data: bytes) -> Iterator[str]:
    """Yield what is in common of all base64 texts that hold ``data`` somewhere, and its hexadecimal forms."""
    for before in range(3):
        # The characters at both ends also depend on the neighbours (RFC 4648, section 4).
        text = base64.b64encode(b"\0" * before + data).decode()
        inner = text[(before * 8 + 5) // 6 : (before + len(data)) * 8 // 6]
        yield inner
        yield inner.translate(str.maketrans("+/", "-_"))
    yield data.hex()
    yield data.hex().upper()
