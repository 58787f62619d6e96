"""What the install sheet shows of a plan, made of the core's values (V-17.4, V-17.7, V-17.11).

Pure functions, called by ``install`` on Qt's main thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from app.domain.installs import Acting, InstallPlan, PlanReason, SetupField, SourceKind
from app.domain.integrations import IntegrationPage
from app.ui.phrases_integrations import acting_words, command_line, no_actions_words
from app.ui.viewmodels.integration_rows import guide_text, icon_url

__all__ = ["ActingRow", "PlanRow", "acting_rows", "bare_name", "plan_row", "shown_fields"]

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class ActingRow:
    name: str
    title: str
    tier: str
    """A tier, or ``unclear``."""
    tier_words: str
    asks_first: bool


@dataclass(frozen=True, slots=True)
class PlanRow:
    """All of one plan that is no list of its own."""

    plan_id: str
    reason: str
    """``new``, ``update`` or ``growth``."""
    location: str
    name: str
    version: str
    publisher: str
    publisher_url: str
    summary: str
    icon_url: str
    only_growth: bool
    signs_in: bool
    no_actions: str
    """What stands in place of its actions when it has none."""
    runs_here: bool
    """A program is started, not an address talked to."""
    setup_guide: str
    fetch_command: str
    """"" when nothing has to be fetched (V-17.7)."""
    progress: str
    """The last lines that this command said."""


def bare_name(plan: InstallPlan, given: str, before: IntegrationPage | None) -> str:
    """Return the name that it will have: a server without a manifest is called as the person says, or said before."""
    if plan.source.kind not in {SourceKind.COMMAND, SourceKind.REMOTE}:
        return plan.name
    return given or (before.name if before else plan.name)


def shown_fields(fields: Sequence[SetupField], given: AbstractSet[str]) -> tuple[SetupField, ...]:
    """Return the fields; one whose value was typed before the sheet says so while it is empty."""
    typed = translate("Install", "As you typed it")
    return tuple(replace(one, placeholder=typed) if one.name in given else one for one in fields)


def plan_row(plan: InstallPlan, called: str, progress: Iterable[str]) -> PlanRow:
    return PlanRow(
        plan_id=plan.plan_id,
        reason=plan.reason.value,
        location=plan.source.location,
        name=called,
        version=plan.version,
        publisher=plan.publisher,
        publisher_url=plan.publisher_url,
        summary=plan.summary,
        icon_url=icon_url(plan.icon_path),
        only_growth=plan.reason is PlanReason.GROWTH,
        signs_in=plan.signs_in,
        no_actions=no_actions_words(plan),
        runs_here=bool(plan.runs.command),
        setup_guide=guide_text(plan.setup_guide),
        fetch_command=command_line(plan.dependencies.command[0], plan.dependencies.command[1:])
        if plan.dependencies
        else "",
        progress="\n".join(progress),
    )


def acting_rows(may_do: Sequence[Acting]) -> list[ActingRow]:
    return [
        ActingRow(
            name=one.name,
            title=one.title,
            tier="unclear" if one.unclear else one.tier.value,
            tier_words=acting_words(one),
            asks_first=one.asks_first,
        )
        for one in may_do
    ]
