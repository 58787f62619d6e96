"""Which language the person's words are in when nobody says: the one of the interface, else that of the session."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

__all__ = ["language_of"]

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""In the order in which POSIX asks them."""


def language_of(setting: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return BCP-47 for ``general.language``: ``system`` is what the session says, English where it says nothing."""
    if setting != "system":
        return setting
    said = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    tag = said.partition(".")[0].partition("@")[0].replace("_", "-")
    return "en" if tag in {"", "C", "POSIX"} else tag
