"""The offline router: finds the tool that a sentence means and fills its arguments, without a network or a model.

``agent/runner`` calls it on a thread when no intent won and no language model is set; the routing panel and the
simulator call it too. Blocking, any thread; the index of the last tools is kept.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from typing import Final

from app.agent.router.amounts import amounts_in
from app.agent.router.deciding import decide, ranked_tool, verdict_of
from app.agent.router.embedding import WordVectors
from app.agent.router.evidence import Evidence, weigh
from app.agent.router.follow_ups import follow_up
from app.agent.router.index import ToolIndex
from app.agent.router.profiles import ToolProfile, profile_of
from app.agent.router.sayings import Saying
from app.agent.router.shapes import Decision, NoMatch, RankedTool, Routed, RouteRequest, RouterTool, Run
from app.domain.fields import JsonObject
from app.domain.messages.integration_events import RouterVerdict
from app.tools.schema import SchemaShelf

__all__ = ["Router"]

logger = logging.getLogger(__name__)

_WEIGHED: Final = 12
"""Tools whose arguments are filled; the right one is hardly ever behind the best dozen (decisions.md, "The agent")."""
_UNWEIGHED: Final = 0.5
"""What the first ranking counts for a tool that was not looked at closely."""
_LONGEST: Final = 2000
"""Characters of a sentence that are read; more is dictated prose."""
_FOLLOW_UP_SCORE: Final = 0.9


@dataclass(frozen=True, slots=True)
class _Kept:
    tools: tuple[RouterTool, ...]
    index: ToolIndex


class Router:
    """Routes sentences over the tools of each request."""

    def __init__(self, vectors: WordVectors | None = None) -> None:
        """``vectors``: those of the installed wheel when left out, loaded by the first sentence."""
        self._vectors = vectors
        self._kept: _Kept | None = None
        self._making = threading.Lock()
        self._schemas = SchemaShelf()

    def route(self, request: RouteRequest) -> Routed:
        """Return what to do with a sentence, and every tool ranked.

        Raises:
            ModelMissing, ModelDamaged
        """
        saying = Saying.of(request.sentence[:_LONGEST], request.language)
        if not request.tools:
            return Routed(NoMatch(), ())
        index = self._index(request.tools)
        fused = index.scores(saying)
        order = [int(at) for at in (-fused).argsort(kind="stable")]
        amounts = amounts_in(saying)
        weighed = [
            weigh(saying, index.profiles[at], float(fused[at]), index=index, amounts=amounts, now=request.now)
            for at in order[:_WEIGHED]
            if saying.words
        ]
        weighed = [self._checked(one) if one.sure else one for one in weighed]
        weighed.sort(key=lambda one: -one.score)
        decision: Decision = decide(saying, weighed)
        again = None if isinstance(decision, Run) else self._again(request, index)
        if again is not None:
            decision = again
        ranked = [ranked_tool(one, verdict_of(one, decision)) for one in weighed]
        ranked.extend(
            _unweighed(index.profiles[at], float(fused[at])) for at in (order[_WEIGHED:] if saying.words else order)
        )
        ranked.sort(key=lambda one: -one.score)
        if again is not None:
            ranked = _first(ranked, again)
        return Routed(decision, tuple(ranked))

    def _checked(self, evidence: Evidence) -> Evidence:
        """Take out what the executor would refuse; a tool that loses a value is not sure any more."""
        wrong = self._wrong(evidence.profile, evidence.filled.arguments)
        if not wrong:
            return evidence
        left = {name: value for name, value in evidence.filled.arguments.items() if name not in wrong}
        filled = replace(evidence.filled, arguments=left, unclear=True)
        return replace(evidence, filled=filled, missing=filled.missing(evidence.profile))

    def _wrong(self, profile: ToolProfile, arguments: JsonObject) -> frozenset[str]:
        """Return the arguments that fail the schema, "" for all together; missing ones are known anyhow."""
        errors = self._schemas.check(profile.tool.ref, profile.tool.input_schema, arguments).errors
        places = {place.partition(".")[0] for place in errors}
        return frozenset(place for place in places if place in arguments or place not in profile.needs)

    def _again(self, request: RouteRequest, index: ToolIndex) -> Run | None:
        previous = request.previous
        if previous is None:
            return None
        profile = next((one for one in index.profiles if one.tool.ref == previous.ref and one.tool.available), None)
        if profile is None:
            return None
        sentence = request.sentence[:_LONGEST]
        arguments = follow_up(sentence, request.language, profile, previous, request.now)
        if arguments is None or self._schemas.check(previous.ref, profile.tool.input_schema, arguments).errors:
            return None
        return Run(previous.ref, arguments, _FOLLOW_UP_SCORE)

    def _index(self, tools: tuple[RouterTool, ...]) -> ToolIndex:
        kept = self._kept
        if kept is not None and kept.tools == tools:
            return kept.index
        with self._making:
            kept = self._kept
            if kept is None or kept.tools != tools:
                vectors = self._vectors or WordVectors.installed()
                kept = _Kept(tools, ToolIndex([profile_of(tool) for tool in tools], vectors))
                self._kept = kept
                logger.debug("indexed %d tools", len(tools))
        return kept.index


def _first(ranked: list[RankedTool], run: Run) -> list[RankedTool]:
    chosen = RankedTool(run.ref, run.score, run.arguments, (), RouterVerdict.WOULD_RUN)
    return [chosen, *(replace(one, score=min(one.score, run.score)) for one in ranked if one.ref != run.ref)]


def _unweighed(profile: ToolProfile, fused: float) -> RankedTool:
    verdict = RouterVerdict.TOO_WEAK if profile.tool.available else RouterVerdict.UNAVAILABLE
    return RankedTool(profile.tool.ref, _UNWEIGHED * fused, {}, profile.needs, verdict)
