"""Rules about names: short names of integrations (V-6.17); which tools act, destroy and read (V-7.12 to V-7.16, V-6.7).

Pure; called by the reader of manifests, the installer, the approval policy and by what lists actions. Any thread.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from typing import Final

from app.domain.calls import Tier

__all__ = [
    "MOST_SHORT_NAME",
    "acts",
    "destroys",
    "free_short_name",
    "legal_short_name",
    "reads",
    "short_name",
    "shows",
    "tier",
]

MOST_SHORT_NAME: Final = 24
"""V-6.17."""

_NOT_IN_NAME: Final = re.compile(r"[^a-z0-9]+")
"""Models take no other name of a tool (A49)."""
_RESERVED: Final = "host"
"""V-6.17."""

_ACTING_WORDS: Final = """
accept add approve archive assign ban block book buy cancel charge commit create decline delete deploy destroy
disable dispatch edit email enable erase execute forward grant install invite kick merge message move order
overwrite pay post publish purchase push refund reject release remove rename reply request reschedule reserve
reset respond restart revoke schedule sell send share submit subscribe terminate text transfer trash unassign
uninstall unsubscribe update upload wipe withdraw write
"""
_ACTING: Final = frozenset(_ACTING_WORDS.split())
"""V-7.12."""
_DESTROYING_WORDS: Final = """
delete destroy erase overwrite pay purchase refund remove terminate transfer trash uninstall wipe
"""
_DESTROYING: Final = frozenset(_DESTROYING_WORDS.split())
"""V-7.14."""
_NOUNS_TOO: Final = frozenset({"book", "email", "message", "order", "post", "text"})
_AFTER_NOUN: Final = frozenset({"count", "details", "history", "info", "list", "search", "stats", "status", "tracking"})
"""V-7.13: ``order_status`` asks about an order."""
_READING: Final = frozenset({"get", "list", "search", "fetch", "check"})
"""V-6.7."""
_SHOWING: Final = _READING | {"find", "show", "read"}
"""Verbs that a person takes for reading; only the install sheet goes by them."""


def short_name(integration_id: str) -> str:
    """Return the short name that an id proposes (V-6.17), before anybody else has taken it."""
    return integration_id.rsplit(".", 1)[-1].lower().replace("-", "_")[:MOST_SHORT_NAME]


def legal_short_name(wish: str) -> str:
    """Return what a person wrote as a short name that can stand in a tool's name; "" when nothing of it can."""
    return _NOT_IN_NAME.sub("_", wish.lower())[:MOST_SHORT_NAME].strip("_")


def free_short_name(proposed: str, taken: Collection[str]) -> str:
    """Return the proposed short name, or with ``_2``, ``_3`` and so on when it is taken or reserved (V-6.17)."""
    name, number = proposed, 1
    while name in taken or name == _RESERVED:
        number += 1
        ending = f"_{number}"
        name = proposed[: MOST_SHORT_NAME - len(ending)] + ending
    return name


def acts(name: str, title: str, short: str) -> bool:
    """Say whether the name or the title of a tool begins with an acting verb, after the integration's own name."""
    return any(_begins(words, short, _ACTING) for words in (name.split("_"), title.split()))


def destroys(name: str, title: str, short: str) -> bool:
    """Say whether the name or the title of a tool begins with a verb that takes something away for good."""
    return any(_begins(words, short, _DESTROYING) for words in (name.split("_"), title.split()))


def shows(name: str, title: str, short: str) -> bool:
    """Say whether the name or the title of a tool begins with a verb of looking something up."""
    return any(_begins(words, short, _SHOWING) for words in (name.split("_"), title.split()))


def tier(
    name: str, title: str, short: str, *, confirms: bool, destructive: bool = False, read_only: bool = False
) -> Tier:
    """Return what the action list says of a tool (V-7.16).

    ``confirms``: it has a card of its own. ``destructive``, ``read_only``: what its server says in its annotations.
    """
    if destructive or destroys(name, title, short):
        return Tier.DESTRUCTIVE
    if confirms or (acts(name, title, short) and not read_only):
        return Tier.CHANGES
    return Tier.READS


def _begins(words: list[str], short: str, verbs: AbstractSet[str]) -> bool:
    folded = [plain for word in words if (plain := _plain(word))]
    own = short.casefold()
    # An own name that is a verb says what the tool does all the same: skipping it would let it act unasked.
    is_verb = own in _ACTING and own not in _NOUNS_TOO
    while folded and folded[0] == own and not is_verb:
        folded.pop(0)
    if not folded or folded[0] not in verbs:
        return False
    return not (folded[0] in _NOUNS_TOO and len(folded) > 1 and folded[1] in _AFTER_NOUN)


def _plain(word: str) -> str:
    """Return a word as it is read: without what is not seen, and without the quotes and stops around it."""
    seen = "".join(one for one in unicodedata.normalize("NFKC", word) if unicodedata.category(one) != "Cf")
    return seen.casefold().strip(string.punctuation + "\u00ab\u00bb\u2018\u2019\u201c\u201d\u201e\u2026")


def reads(name: str) -> bool:
    """Say whether a tool is named like a reading one."""
    return name.split("_", 1)[0] in _READING
