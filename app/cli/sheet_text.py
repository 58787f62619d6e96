"""The install sheet as lines, in the order of V-17.4 and never folded. Pure; used by ``add`` and ``reload``.

The words of what it hears, sends and runs are those of the window. An author's own text in a line may hold anything,
line breaks too: ``Terminal.say`` makes them visible, so that nobody can write a line of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.cli.finding_words import finding_lines
from app.domain.installs import Acting, InstallPlan, PlanReason, SetupField
from app.ui.phrases_integrations import (
    acting_words,
    command_line,
    domain_words,
    growth_words,
    hearing_words,
    no_actions_words,
    nowhere_words,
    rights_words,
    runs_words,
    upkeep_words,
)

__all__ = ["sheet_lines"]


def sheet_lines(plan: InstallPlan, installed: str = "") -> list[str]:
    """Return the whole sheet; of a growth only what is new (V-17.11).

    ``installed``: name and version of what it would replace.
    """
    if plan.reason is PlanReason.GROWTH:
        return [*_growth(plan)]
    title, *rest = _whole(plan)
    return [title, *([f"{installed} is installed; this replaces it."] if installed else []), *rest]


def _growth(plan: InstallPlan) -> Iterator[str]:
    yield f"{plan.name} wants more than you have allowed:"
    for growth in plan.growth:
        yield f"  {growth_words(growth, plan.hears)}"


def _whole(plan: InstallPlan) -> Iterator[str]:
    yield f"{plan.name} {plan.version}".rstrip() + (f"  (icon: {plan.icon_path})" if plan.icon_path else "")
    if plan.publisher:
        yield f"by {plan.publisher}" + (f", {plan.publisher_url}" if plan.publisher_url else "")
    yield plan.summary
    if plan.growth:
        yield "New since you allowed it"
        yield from (f"  {growth_words(growth, plan.hears)}" for growth in plan.growth)
    yield "What it hears"
    yield from (f"  {hearing_words(hearing)}" for hearing in plan.hears)
    if not plan.hears:
        yield "  Nothing you say, but what its actions are given."
    yield "What it may do"
    yield from _may_do(plan)
    yield "Where it sends data"
    yield from (f"  {domain_words(domain)}" for domain in plan.domains)
    if not plan.domains:
        yield f"  {nowhere_words()}"
    yield "What runs"
    yield f"  {runs_words(plan.runs)}"
    if plan.runs.command and not plan.runs.hosted:
        yield f"  {rights_words()}"
    if plan.dependencies is not None:
        command = plan.dependencies.command
        yield "What is missing"
        yield f"  Its files need what this fetches, with --fetch: {command_line(command[0], command[1:])}"
    if plan.fields or plan.signs_in:
        yield "What it needs from you"
        yield from (f"  {_field(one)}" for one in plan.fields)
        if plan.signs_in:
            yield "  A sign-in, in the window."
    if plan.findings:
        yield "Notes on its manifest"
        yield from (f"  {line}" for finding in plan.findings for line in finding_lines(finding))


def _may_do(plan: InstallPlan) -> Iterator[str]:
    yield from (f"  {_action(one)}" for one in plan.may_do)
    if not plan.may_do:
        yield f"  {no_actions_words(plan)}"
    said = upkeep_words(background=plan.background, reminders=plan.reminders, own_data=plan.own_data)
    yield from (f"  {words}" for words in said.values())


def _action(one: Acting) -> str:
    asks = ", asks first" if one.asks_first else ""
    return f"{one.title} [{one.name}]: {acting_words(one)}{asks}"


def _field(one: SetupField) -> str:
    kind = "secret" if one.secret else one.kind
    need = "needed" if one.required else "may be left out"
    default = f", {one.default} if left out" if one.default else ""
    return f"{one.label} [{one.name}]: {kind}, {need}{default}"
