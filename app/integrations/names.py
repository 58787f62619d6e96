"""Names of tools: as the manifest has them, as people and hooks see them, as a model sees them (V-6.18, V-6.19, A49).

Pure; used by ``registry``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Final

__all__ = ["legal_names", "model_name", "namespaced_name"]

MOST_MODEL_NAME: Final = 64
"""Characters that every model API takes (V-6.19)."""
MOST_TOOL_NAME: Final = 64
"""V-6.1."""
_HASH_DIGITS: Final = 6
"""V-6.19."""
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_LEGAL: Final = re.compile(r"[^a-z0-9]+")


def namespaced_name(short_name: str, tool: str) -> str:
    """Return the name that hooks of profiles, audit, log and pages use (V-6.18)."""
    return f"{short_name}.{tool}"


def model_name(short_name: str, tool: str, taken: Collection[str] = ()) -> str:
    """Return the name that a model sees: one that is too long, or taken, ends in digits of a hash (V-6.19)."""
    whole = f"{short_name}__{tool}"
    name = whole if len(whole) <= MOST_MODEL_NAME else _with_hash(whole, whole, MOST_MODEL_NAME, "")
    hashed = namespaced_name(short_name, tool)
    while name in taken:
        # ``a__b`` with tool ``c`` is spelt like ``a`` with tool ``b__c``: the hash of the dotted name tells them apart.
        # A third may have that very name as its own.
        name = _with_hash(whole, hashed, MOST_MODEL_NAME, "")
        hashed += "."
    return name


def legal_names(served: Iterable[str]) -> dict[str, str]:
    """Return a name after V-6.1 for each tool of a server without a manifest, by the name it is served under.

    It depends on the set of names only, not on their order: pills are kept by it. ``deleteFile`` becomes
    ``delete_file``, so that its verb is seen (V-7.13).
    """
    wished = {name: _legal(name) for name in served}
    count = Counter(wished.values())
    names: dict[str, str] = {}
    for name, wish in wished.items():
        is_own = len(wish) <= MOST_TOOL_NAME and (name == wish or count[wish] == 1)
        names[name] = wish if is_own else _with_hash(wish, name, MOST_TOOL_NAME, "_")
    return names


def _legal(name: str) -> str:
    text = _NOT_LEGAL.sub("_", _HUMP.sub("_", name).lower()).strip("_")
    return text if text[:1].isalpha() else f"tool_{text}".rstrip("_")


def _with_hash(text: str, hashed: str, most: int, joint: str) -> str:
    ending = joint + sha256(hashed.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return text[: most - len(ending)] + ending
