"""Arguments as a caller gave them, copied into plain JSON values that can be checked, hashed and sent.

What no JSON program can carry exactly is refused with its place, never bent. Called by ``schema``, and by the executor
for the size of a result; on the core loop.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final, cast

from app.domain.fields import JsonObject, as_list, as_object
from app.domain.measure import LARGEST_INTEGER

__all__ = ["MOST_CHARACTERS", "MOST_VALUES", "Copied", "is_small", "place_of"]

MOST_CHARACTERS: Final = 1_048_576
"""In all texts and names together; a message line of MCP is held in memory several times."""
MOST_VALUES: Final = 20_000
DEEPEST: Final = 64
"""Levels; checking recurses. Real arguments have five."""


class Copied:
    """The copy, and what is wrong by place."""

    def __init__(self, arguments: Mapping[str, object]) -> None:
        self.errors: dict[str, str] = {}
        self._values = 0
        self._characters = 0
        self.arguments = cast("JsonObject", self._copy(arguments, ()))

    def _copy(self, value: object, steps: tuple[str | int, ...]) -> object:
        self._values += 1
        if self._values > MOST_VALUES or self._characters > MOST_CHARACTERS:
            self.errors[""] = "Too large"
        elif len(steps) > DEEPEST:
            self.errors[""] = "Nested too deeply"
        else:
            return self._value(value, steps)
        return None

    def _value(self, value: object, steps: tuple[str | int, ...]) -> object:
        made: object = value
        match value:
            case None | bool():
                pass
            case str():
                made = self._text(value, steps)
            case int() | float():
                self._number(value, steps)
            case Mapping():
                made = self._members(cast("Mapping[object, object]", value), steps)
            case list() | tuple():
                items = cast("list[object]", value)
                made = [self._copy(one, (*steps, index)) for index, one in enumerate(items)]
            case _:
                made = None
                self.errors[place_of(steps)] = "Not a JSON value"
        return made

    def _members(self, value: Mapping[object, object], steps: tuple[str | int, ...]) -> JsonObject:
        made: JsonObject = {}
        for key, one in value.items():
            if not isinstance(key, str):
                self.errors[place_of(steps)] = "Not a JSON value"
                continue
            made[self._text(key, steps)] = self._copy(one, (*steps, key))
        return made

    def _text(self, value: str, steps: tuple[str | int, ...]) -> str:
        self._characters += len(value)
        if self._characters > MOST_CHARACTERS:
            self.errors[""] = "Too large"
        elif not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            self.errors[place_of(steps)] = "Has half a character"
        return str(value)

    def _number(self, value: float, steps: tuple[str | int, ...]) -> None:
        exact = abs(value) <= LARGEST_INTEGER if isinstance(value, int) else math.isfinite(value)
        if not exact:
            self.errors[place_of(steps)] = "The number is too large"


def is_small(values: Iterable[object], most: int) -> bool:
    """Say whether these have at most so many characters, names and values all together; looks no further than that."""
    waiting = [*values]
    left = most - len(waiting)
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            left -= len(value)
        elif (members := as_object(value)) is not None:
            left -= len(members) + sum(map(len, members))
            waiting.extend(members.values() if left >= 0 else ())
        elif (items := as_list(value)) is not None:
            left -= len(items)
            waiting.extend(items if left >= 0 else ())
        if left < 0:
            return False
    return True


def place_of(steps: tuple[str | int, ...]) -> str:
    """Return where a value is: ``arg``, ``arg.path``; "" is the arguments as a whole."""
    return ".".join(map(str, steps))
