"""What a turn has seen so far: which calls failed, and which texts came from tools rather than from the person.

Made for each turn by whoever runs it, used by the executor (V-6.30, V-8.47). Core loop.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from app.domain.fields import as_list, as_object
from app.domain.measure import utf16_length
from app.tools.json_values import place_of

__all__ = ["TurnMemory"]

_SHORTEST: Final = 8
"""UTF-16 units, V-8.47: shorter texts are equal by chance."""
_MOST_RESULTS: Final = 64
"""Older ones are forgotten; a turn with more has lost its thread anyway."""


class TurnMemory:
    def __init__(self, said: str = "") -> None:
        """``said``: the person's words, as recognised or typed."""
        self._said = said.casefold()
        self._failed: set[str] = set()
        self._results: deque[_Result] = deque(maxlen=_MOST_RESULTS)

    def note_words(self, said: str) -> None:
        """Add what the person said later in the same turn."""
        self._said = f"{self._said}\n{said.casefold()}"

    def note_failure(self, call: str) -> None:
        """Remember a call that its tool failed; ``call`` is :func:`app.tools.digest.same_call`."""
        self._failed.add(call)

    @property
    def has_failures(self) -> bool:
        return bool(self._failed)

    def has_failed(self, call: str) -> bool:
        return call in self._failed

    def note_result(self, integration_name: str, text: str) -> None:
        self._results.append(_Result(integration_name, text))

    def marks(self, arguments: Mapping[str, object]) -> dict[str, str]:
        """Return the arguments that the person did not say, with the integration whose result they come from.

        Keys as in errors: ``arg``, ``arg.path``.
        """
        found: dict[str, str] = {}
        for steps, value in _leaves(arguments, ()):
            source = self._source(value.strip())
            if source:
                found[place_of(steps)] = source
        return found

    def _source(self, value: str) -> str:
        if utf16_length(value) < _SHORTEST or value.casefold() in self._said:
            return ""
        found = (one.integration_name for one in reversed(self._results) if any(value in text for text in one.texts))
        return next(found, "")


@dataclass(frozen=True)
class _Result:
    """What a tool gave; looked into when a question needs it."""

    integration_name: str
    text: str = field(repr=False)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(_texts(self.text))


def _texts(text: str) -> Iterator[str]:
    """Yield the texts inside a result; of one that is no JSON, the result itself."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        yield text
        return
    yield from (leaf for _, leaf in _leaves(value, ()))


def _leaves(value: object, steps: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield every text and whole number with its place."""
    for name, one in (as_object(value) or {}).items():
        yield from _leaves(one, (*steps, name))
    for index, one in enumerate(as_list(value) or ()):
        yield from _leaves(one, (*steps, index))
    if isinstance(value, str):
        yield steps, value
    elif isinstance(value, int) and not isinstance(value, bool):
        yield steps, str(value)
