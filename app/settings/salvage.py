"""Get as many good settings as possible out of damaged text: one bad value costs one key, never all (A36).

Pure: text or JSON values in, settings and findings out. Called by ``file.py`` and ``transfer.py``, on any thread.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from app.domain.errors import SettingsDamaged
from app.settings.model import SCHEMA_VERSION, Settings

__all__ = ["Salvaged", "parse", "salvage"]

_CLOSERS: Final = {"{": "}", "[": "]"}
_Place = tuple[str] | tuple[str, int]
"""A key of a group, or one item of the list it holds."""

_DEEPEST: Final = 50
"""Levels of brackets; what is read has to be written again, and the writer recurses. Settings have five."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    settings: Settings
    problems: tuple[SettingsDamaged, ...] = ()
    """``place`` is the key (``audio.cues``, ``text.vocabulary.3``) that fell back to its default or was left out."""
    unknown: tuple[str, ...] = ()
    """Keys this version does not know."""


def parse(text: str) -> tuple[object, str]:
    """Read JSON; of broken text, read what stands before the fault.

    Returns the value (``None`` when nothing can be read) and why it is not the whole file ("" when it is).
    """
    reason = ""
    try:
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            reason = f"line {error.lineno}: {error.msg}"
            value = json.loads(_close(text[: error.pos]))
    except RecursionError:
        return None, "nested too deeply"
    except ValueError as error:
        return None, reason or str(error)
    return (None, "nested too deeply") if _is_too_deep(value) else (value, reason)


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _children(outer)]
        if not level:
            return False
    return True


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return cast("dict[str, object]", value).values()
    return cast("list[object]", value) if isinstance(value, list) else ()


def salvage(raw: object) -> Salvaged:
    """Build settings from a JSON value of any shape; whatever does not fit falls back to its default."""
    if not isinstance(raw, dict):
        return Salvaged(Settings(), (_problem("", "not an object"),))
    given = cast("dict[str, object]", raw)
    problems: list[SettingsDamaged] = []
    unknown: list[str] = []
    kept: dict[str, object] = {"version": _version(given, problems)}
    for name, value in given.items():
        field = Settings.model_fields.get(name)
        if field is None:
            unknown.append(name)
        elif name != "version":
            model = cast("type[BaseModel]", field.annotation)
            kept[name] = _group(name, model, value, problems, unknown)
    return Salvaged(Settings.model_validate(kept), tuple(problems), tuple(unknown))


def _version(given: dict[str, object], problems: list[SettingsDamaged]) -> int:
    version = given.get("version", SCHEMA_VERSION)
    if isinstance(version, bool) or not isinstance(version, int):
        problems.append(_problem("version", "not a whole number"))
        return SCHEMA_VERSION
    return max(version, SCHEMA_VERSION)


def _group(
    name: str, model: type[BaseModel], value: object, problems: list[SettingsDamaged], unknown: list[str]
) -> BaseModel:
    if not isinstance(value, dict):
        problems.append(_problem(name, "not an object"))
        return model()
    given = cast("dict[str, object]", value)
    unknown.extend(f"{name}.{key}" for key in given if key not in model.model_fields)
    known = {key: item for key, item in given.items() if key in model.model_fields}
    for key in [key for key, item in known.items() if not _is_text(item)]:
        del known[key]
        problems.append(_problem(f"{name}.{key}", "half a character"))
    while True:
        try:
            return model.model_validate(known)
        except ValidationError as error:
            faults = error.errors(include_url=False, include_context=False, include_input=False)
        removed: dict[_Place, str] = {}
        for fault in faults:
            if fault["loc"]:
                removed.setdefault(_to_remove(fault, known), fault["msg"])
            else:
                removed.update({(key,): fault["msg"] for key in _suspects(model, known)})
        # From the end, so that taking one list item out does not move the others that have to go.
        for place in sorted(removed, key=lambda p: (p[0], *p[1:2]), reverse=True):
            _take_out(known, place)
            problems.append(_problem(".".join(map(str, (name, *place))), removed[place]))


def _is_text(value: object) -> bool:
    """Tell whether UTF-8 can hold the value; JSON can spell half a surrogate pair, which the model would take."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _to_remove(fault: ErrorDetails, known: dict[str, object]) -> _Place:
    """Return the smallest part that may go: a list item, otherwise the whole key."""
    key, *inside = fault["loc"]
    is_item = bool(inside) and isinstance(inside[0], int) and isinstance(known[str(key)], list)
    return (str(key), cast("int", inside[0])) if is_item else (str(key),)


def _take_out(known: dict[str, object], place: _Place) -> None:
    if len(place) == 1:
        del known[place[0]]
    else:
        items = cast("list[object]", known[place[0]])
        known[place[0]] = [item for index, item in enumerate(items) if index != place[1]]


def _suspects(model: type[BaseModel], known: dict[str, object]) -> Sequence[str]:
    """Return the fewest keys to give up so that the rules between keys hold; of equals, those that come later."""
    keys = list(reversed(known))
    # Ends at the latest with all keys given up, since the defaults fit; a group is a dozen keys.
    sizes = (itertools.combinations(keys, size) for size in range(1, len(keys) + 1))
    return next(chosen for chosen in itertools.chain.from_iterable(sizes) if _fits_without(model, known, chosen))


def _fits_without(model: type[BaseModel], known: dict[str, object], left_out: Sequence[str]) -> bool:
    try:
        model.model_validate({key: value for key, value in known.items() if key not in left_out})
    except ValidationError:
        return False
    return True


def _close(prefix: str) -> str:
    """Cut ``prefix``, valid JSON that breaks off, after its last whole value and close what is open."""
    brackets: list[str] = []
    whole = (0, "")
    in_string = escaped = False
    for index, sign in enumerate(prefix):
        if in_string:
            in_string = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            in_string = True
        elif sign in _CLOSERS:
            brackets.append(_CLOSERS[sign])
            whole = (index + 1, "".join(brackets))
        elif sign in "}]":
            brackets.pop()
            whole = (index + 1, "".join(brackets))
        elif sign == ",":
            whole = (index, "".join(brackets))
    end, closers = whole
    return prefix[:end] + closers[::-1]


def _problem(place: str, reason: str) -> SettingsDamaged:
    return SettingsDamaged(reason, place=place)
