"""What of the setup values a remote server is sent, and in which headers (V-5.18). Pure; used by ``remote``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.calls import CallClass, CallFailed
from app.domain.manifest import Manifest

__all__ = ["SentValues", "sent_values"]

_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A token of RFC 9110, section 5.6.2."""
_OF_THE_CONNECTION: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "last-event-id",
        "mcp-protocol-version",
        "mcp-session-id",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that HTTP and MCP need themselves; a manifest does not get to set them."""


@dataclass(frozen=True, slots=True)
class SentValues:
    headers: Mapping[str, str] = field(repr=False)
    unsent: tuple[str, ...]
    """Labels of what has a value that the server does not get."""


def sent_values(manifest: Manifest, values: Mapping[str, str]) -> SentValues:
    """Put values into headers.

    Raises:
        CallFailed: ``needs_setup``: a value cannot stand in a header.
    """
    places = _places(manifest)
    headers: dict[str, str] = {}
    for one in manifest.auth.fields:
        value = values.get(one.key, "").strip()
        if one.key in places and value:
            if not value.isascii() or not value.isprintable():
                raise CallFailed(CallClass.NEEDS_SETUP, f"{one.label} has characters that cannot be sent.")
            name, start = places[one.key]
            headers[name] = start + value
    labels = [(one.key, one.label) for one in manifest.auth.fields if one.key not in places]
    labels += [(one.name, one.title) for one in manifest.preferences]
    return SentValues(headers, tuple(label for name, label in labels if values.get(name)))


def _places(manifest: Manifest) -> dict[str, tuple[str, str]]:
    """Return header and beginning of its value, by the field that fills it."""
    fields = manifest.auth.fields
    if any(one.header for one in fields):
        return {one.key: (one.header, "") for one in fields if one.header and _is_free(one.header)}
    first = next((one.key for one in fields if one.secret), None)
    return {} if first is None else {first: ("Authorization", "Bearer ")}


def _is_free(header: str) -> bool:
    return _HEADER_NAME.fullmatch(header) is not None and header.lower() not in _OF_THE_CONNECTION
