"""What to do with a sentence: run a tool, ask for one value, let the person choose, or nothing; a guess never acts.

Called by ``router``. Pure, any thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.agent.router.arguments import Argument, Kind
from app.agent.router.evidence import Evidence
from app.agent.router.sayings import Saying
from app.agent.router.shapes import AskValue, Choose, Decision, NoMatch, RankedTool, Run
from app.domain.messages.integration_events import RouterVerdict

__all__ = ["decide", "ranked_tool", "value_wanted"]

RUN_SCORE: Final = 0.60
"""Least score of a tool that runs; chosen on the tuning half of the suite."""
RUN_MARGIN: Final = 0.05
"""How far the next tool that would do must be behind."""
ASK_SCORE: Final = 0.55
CHOOSE_SCORE: Final = 0.42
"""Least score of the best button of "Did you mean"."""
CHOOSE_NEAR: Final = 0.16
"""How far behind the best one another button may be."""
_MOST_BUTTONS: Final = 3


def value_wanted(evidence: Evidence) -> Argument | None:
    """Return the one argument to ask for: a required one, or the main one of a tool that does nothing without any."""
    profile = evidence.profile
    if evidence.missing:
        return (
            next(one for one in profile.arguments if one.name == evidence.missing[0])
            if len(evidence.missing) == 1
            else None
        )
    idle = profile.arguments and not profile.required and not evidence.filled.arguments and not profile.only_reads
    if not idle or any(one.may_be_left_out for one in profile.arguments):
        return None
    spoken = [one for one in profile.arguments if one.kind is not Kind.OTHER]
    return next((one for one in spoken if one.unit == "minutes"), spoken[0] if spoken else None)


def _is_complete(evidence: Evidence) -> bool:
    return not evidence.missing and value_wanted(evidence) is None


def decide(saying: Saying, weighed: Sequence[Evidence]) -> Decision:
    """Decide for the tools that rank best, best first."""
    usable = [one for one in weighed if one.profile.tool.available]
    if not usable or saying.negated or saying.told:
        return NoMatch()
    if saying.may_act:
        acting = _acting(usable)
        if acting is not None:
            return acting
    best = usable[0].score
    near = [one for one in usable if one.score >= max(CHOOSE_SCORE, best - CHOOSE_NEAR)][:_MOST_BUTTONS]
    if best < CHOOSE_SCORE or len(near) < 2 or saying.guarded:
        return NoMatch()
    return Choose(tuple(ranked_tool(one, RouterVerdict.WOULD_OFFER) for one in near))


def _acting(usable: Sequence[Evidence]) -> Decision | None:
    sure = [one for one in usable if one.sure]
    if not sure:
        return None
    first = sure[0]
    rivals = [one for one in sure[1:] if first.score - one.score < RUN_MARGIN]
    if any(_is_complete(one) or not _is_complete(first) for one in rivals):
        complete = [one for one in (first, *rivals) if _is_complete(one)]
        if len(complete) != 1:
            return None
        first = complete[0]
    wanted = value_wanted(first)
    if wanted is None and not first.missing and first.score >= RUN_SCORE:
        return Run(first.profile.tool.ref, first.filled.arguments, first.score)
    if wanted is not None and first.score >= ASK_SCORE and wanted.kind is not Kind.OTHER:
        return AskValue(first.profile.tool.ref, first.filled.arguments, wanted.name, wanted.schema)
    return None


def ranked_tool(evidence: Evidence, verdict: RouterVerdict) -> RankedTool:
    return RankedTool(
        ref=evidence.profile.tool.ref,
        score=evidence.score,
        arguments=evidence.filled.arguments,
        missing=evidence.missing,
        verdict=verdict,
    )


def verdict_of(evidence: Evidence, decision: Decision) -> RouterVerdict:
    """Say what would be done with a tool, and why not more."""
    tool = evidence.profile.tool
    if not tool.available:
        return RouterVerdict.UNAVAILABLE
    match decision:
        case Run(ref=ref) if ref == tool.ref:
            return RouterVerdict.WOULD_RUN
        case AskValue(ref=ref) if ref == tool.ref:
            return RouterVerdict.MISSING
        case Choose(options=options) if any(one.ref == tool.ref for one in options):
            return RouterVerdict.WOULD_OFFER
        case _:
            much = len(evidence.missing) > 1 and evidence.score >= CHOOSE_SCORE
            return RouterVerdict.TOO_MUCH_MISSING if much else RouterVerdict.TOO_WEAK
