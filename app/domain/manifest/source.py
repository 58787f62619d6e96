"""From the bytes of a manifest to plain JSON values: size, encoding, syntax (V-1.2), and what JSON leaves open.

Called by ``reader.py``. A key written twice, half a surrogate pair and very deep nesting are legal or nearly legal
JSON that programs disagree about; here each is a finding. Any thread.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.findings import Findings, Place

__all__ = ["MOST_BYTES", "parse_source"]

MOST_BYTES: Final = 4 * 1024 * 1024
"""V-1.2."""
_BOM: Final = b"\xef\xbb\xbf"
_DEEPEST: Final = 64
"""Levels of brackets; what is read is written and walked again, and JSON writers recurse. Real ones have a dozen."""
_CLAUSE: Final = "V-1.2"


class _Written(dict[str, object]):
    """An object with the keys that were written more than once; the last value counts."""

    repeated: tuple[str, ...] = ()


def parse_source(data: bytes, findings: Findings) -> JsonObject | None:
    """Return the manifest as plain JSON values, or ``None`` with the reason among the findings."""
    root = findings.root()
    if len(data) > MOST_BYTES:
        root.refused("too-large", _CLAUSE, f"at most {MOST_BYTES} bytes")
        return None
    try:
        value: object = json.loads(
            data.removeprefix(_BOM).decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_whole_number,
        )
    except UnicodeDecodeError as error:
        root.refused("not-utf-8", _CLAUSE, f"byte {error.start}")
    except json.JSONDecodeError as error:
        root.refused("not-json", _CLAUSE, f"line {error.lineno}, column {error.colno}: {error.msg}")
    except ValueError as error:  # a number that is none of JSON's, or has too many digits
        root.refused("not-json", _CLAUSE, str(error))
    except RecursionError:
        root.refused("too-deep", _CLAUSE, f"more than {_DEEPEST} levels")
    else:
        return _checked(value, root)
    return None


def _checked(value: object, root: Place) -> JsonObject | None:
    if _is_too_deep(value):
        root.refused("too-deep", _CLAUSE, f"more than {_DEEPEST} levels")
        return None
    found = as_object(_plain(value, root))
    if found is None:
        root.refused("not-an-object", _CLAUSE)
    return found


def _object(pairs: list[tuple[str, object]]) -> _Written:
    written = _Written(pairs)
    if len(written) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        written.repeated = tuple(key for key, count in counts.items() if count > 1)
    return written


def _no_constant(name: str) -> object:
    message = f"{name} is no number of JSON"
    raise ValueError(message)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        message = "a number is too large"
        raise ValueError(message)
    return number


def _whole_number(text: str) -> int:
    _finite(text)  # other readers of JSON have floating point numbers only
    return int(text)


def _children(value: object) -> Iterator[object]:
    if isinstance(value, _Written):
        yield from value.values()
    else:
        yield from as_list(value) or ()


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _plain(value: object, root: Place, steps: tuple[str | int, ...] = ()) -> object:
    """Return plain values; what is wrong is noted at its place, which is only made then."""
    if isinstance(value, str):
        return _whole(value, root, steps)
    if isinstance(value, _Written):
        for key in value.repeated:
            _place(root, (*steps, _replaced(key))).dropped("written-twice", _CLAUSE)
        return {_whole(key, root, steps): _plain(one, root, (*steps, _replaced(key))) for key, one in value.items()}
    items = as_list(value)
    if items is not None:
        return [_plain(one, root, (*steps, index)) for index, one in enumerate(items)]
    return value


def _place(root: Place, steps: tuple[str | int, ...]) -> Place:
    for step in steps:
        root = root.at(step)
    return root


def _replaced(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _whole(text: str, root: Place, steps: tuple[str | int, ...]) -> str:
    """Put the replacement character for half a surrogate pair, which no UTF-8 can carry."""
    whole = _replaced(text)
    if whole != text:
        _place(root, steps).repaired("half-a-character", _CLAUSE)
    return whole
