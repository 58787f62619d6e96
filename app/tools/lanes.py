"""The places of the hooks around a call (E-4.13 to E-4.22), and what a lane of them may say.

The executor calls a lane at each place; the hook engine will fill them. A lane keeps its own time limits and turns its
failures into contributions (E-1.5). Core loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from app.domain.calls import CallId, Demand, Friction, Origin, RawResult, ToolRef
from app.domain.fields import JsonObject
from app.domain.turn import TurnId
from app.tools.schema import Checked

__all__ = ["NOTHING", "NO_HOOKS", "CheckArguments", "Contribution", "Lanes", "NoHooks", "Subject"]

CheckArguments = Callable[[Mapping[str, object]], Checked]
"""Checks a rewrite of one hook, so that its failure stays that hook's (E-4.29)."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The call as it is now."""

    call_id: CallId
    ref: ToolRef
    origin: Origin
    turn_id: TurnId | None
    arguments: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What all hooks of a lane say together."""

    friction: Friction = Friction.NONE
    demands: tuple[Demand, ...] = ()
    """Who asks or denies, with reasons."""
    rewrite: JsonObject | None = field(default=None, repr=False)
    """Other arguments, all of them."""
    user_text: str = ""
    """With a deny: what the person and the model are told."""


NOTHING: Final = Contribution()


class Lanes(Protocol):
    async def before_own(self, subject: Subject) -> Contribution:
        """``preToolUse`` of the tool's own integration (E-4.13)."""
        ...

    async def before_profile(self, subject: Subject, check: CheckArguments) -> Contribution:
        """``before_tool_call`` of the profile, in list order (E-4.15)."""
        ...

    async def deny_only(self, subject: Subject) -> Contribution:
        """Ask the profile's hooks about arguments that a person edited; only a deny counts (E-5.14)."""
        ...

    async def after_own(self, subject: Subject, result: RawResult) -> RawResult:
        """``postToolUse`` of the tool's own integration (E-4.21)."""
        ...

    async def after_profile(self, subject: Subject, result: RawResult) -> RawResult:
        """``after_tool_result`` of the profile, in list order (E-4.22)."""
        ...


class NoHooks:
    """No integration and no profile has hooks."""

    async def before_own(self, subject: Subject) -> Contribution:  # noqa: ARG002 - the port
        return NOTHING

    async def before_profile(self, subject: Subject, check: CheckArguments) -> Contribution:  # noqa: ARG002 - the port
        return NOTHING

    async def deny_only(self, subject: Subject) -> Contribution:  # noqa: ARG002 - the port
        return NOTHING

    async def after_own(self, subject: Subject, result: RawResult) -> RawResult:  # noqa: ARG002 - the port
        return result

    async def after_profile(self, subject: Subject, result: RawResult) -> RawResult:  # noqa: ARG002 - the port
        return result


NO_HOOKS: Final[Lanes] = NoHooks()
