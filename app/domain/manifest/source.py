"""From the bytes of a manifest to plain JSON values: size, encoding, syntax (V-1.2).

Called by ``reader.py``; what JSON leaves open is settled by ``plain_json``. Any thread.
"""

from __future__ import annotations

import json
import math
from typing import Final

from app.domain.fields import JsonObject, as_object
from app.domain.findings import Findings, Place
from app.domain.plain_json import DEEPEST, is_too_deep, plain, written

__all__ = ["MOST_BYTES", "parse_source"]

MOST_BYTES: Final = 4 * 1024 * 1024
"""V-1.2."""
_BOM: Final = b"\xef\xbb\xbf"
_CLAUSE: Final = "V-1.2"


def parse_source(data: bytes, findings: Findings) -> JsonObject | None:
    """Return the manifest as plain JSON values, or ``None`` with the reason among the findings."""
    root = findings.root()
    if len(data) > MOST_BYTES:
        root.refused("too-large", _CLAUSE, f"at most {MOST_BYTES} bytes")
        return None
    try:
        value: object = json.loads(
            data.removeprefix(_BOM).decode("utf-8"),
            object_pairs_hook=written,
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
        root.refused("too-deep", _CLAUSE, f"more than {DEEPEST} levels")
    else:
        return _checked(value, root)
    return None


def _checked(value: object, root: Place) -> JsonObject | None:
    if is_too_deep(value):
        root.refused("too-deep", _CLAUSE, f"more than {DEEPEST} levels")
        return None
    found = as_object(plain(value, root, _CLAUSE))
    if found is None:
        root.refused("not-an-object", _CLAUSE)
    return found


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
