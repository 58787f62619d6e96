"""A JSON value in words for a person: nested ones as indented lines, never as JSON (V-1.12, V-8.29, V-8.45).

Used by the draft of a confirmation card, the generic card and the answers of intents. Pure, any thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from app.domain.fields import as_list, as_object
from app.domain.measure import clip

__all__ = ["HIDDEN", "MISSING", "value_text"]

MISSING: Final = "\N{EN DASH}"
"""V-8.29."""
HIDDEN: Final = "••••••"
"""What stands for a secret, whatever its length."""
_STEP: Final = "  "
_MOST_LINES: Final = 200
_DEEPEST: Final = 12
"""Levels that are told; what is deeper is cut, as are lines over the cap, and both say so."""
_LARGEST_WHOLE: Final = 1e15
"""Up to here a float without a fraction is told without one; larger ones are told as the power they are."""
_LONGEST: Final = 10_000
"""UTF-16 units of one text: five pages, more than anybody reads before a yes."""
_CUT: Final = "…"

Path = tuple[str, ...]


def value_text(value: object, *, at: Path = (), secrets: AbstractSet[Path] = frozenset()) -> str:
    """Return the value as text; what stands at one of ``secrets``, counted from the arguments, is hidden."""
    if at in secrets and value not in (None, ""):
        return HIDDEN
    if as_object(value) is None and as_list(value) is None:
        return _scalar(value)
    lines: list[str] = []
    for line in _lines(value, at, secrets, 0):
        if len(lines) == _MOST_LINES:
            lines.append(_CUT)
            break
        lines.append(line)
    return "\n".join(lines) or MISSING


def _scalar(value: object) -> str:
    match value:
        case None:
            return MISSING
        case bool():
            return str(value).lower()
        case float() if value.is_integer() and abs(value) < _LARGEST_WHOLE:
            return str(int(value))
        case str():
            return clip(value, _LONGEST) or MISSING
        case _:
            return str(value)


def _lines(value: object, at: Path, secrets: AbstractSet[Path], depth: int) -> Iterator[str]:
    indent = _STEP * depth
    if depth == _DEEPEST:
        yield indent + _CUT
        return
    members = as_object(value)
    if members is not None:
        named = [(f"{name}:", name, one) for name, one in members.items()]
    else:
        named = [("-", str(position), one) for position, one in enumerate(as_list(value) or ())]
    for head, step, one in named:
        here = (*at, step)
        if (as_object(one) or as_list(one)) and here not in secrets:
            yield indent + head
            yield from _lines(one, here, secrets, depth + 1)
        else:
            text = value_text(one, at=here, secrets=secrets).replace("\n", "\n" + indent + _STEP)
            yield f"{indent}{head} {text}"
