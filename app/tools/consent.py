"""From a judged call to leave to run it: the questions that are asked, and what a yes covers (E-4.17 to E-4.19).

Leave is given for exact arguments. When they change, when the tool changes while a card is up, or when somebody else
demands a question, it is asked anew. Called by the executor, on the core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from app.domain.calls import Approval, AskFor, CallClass, CallFailure, Demand, Friction, Surface, Tier, ToolCall
from app.domain.confirmations.generic import generic_card
from app.domain.confirmations.question import Question
from app.domain.errors import AppError
from app.domain.fields import JsonObject
from app.domain.schema_refs import written_out
from app.integrations.registry import ToolEntry
from app.tools.confirmation import Answer, CheckedAnswer, Questions
from app.tools.digest import digest
from app.tools.lanes import Lanes, Subject
from app.tools.outcomes import Refused
from app.tools.policy import Rule, Verdict, case_of, judge_both, strictest
from app.tools.schema import Checked
from app.tools.turn_memory import TurnMemory

__all__ = ["Consent", "Leave", "Proposal"]

log = logging.getLogger(__name__)

PERSON: Final = "person"
_EXPIRED: Final = "Nobody answered within a day"
_NOBODY: Final = "This has to be approved, and nobody can be asked here"
_DENIED: Final = "This is not allowed"
_SAID_NO: Final = "Declined"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A call whose arguments are checked, as the lanes left it."""

    call: ToolCall
    entry: ToolEntry
    original: JsonObject = field(repr=False)
    """What the caller gave, checked."""
    arguments: JsonObject = field(repr=False)
    """What would run."""
    lanes: Verdict
    """What the lanes of hooks demand."""
    order: int
    """Of the call among all."""
    turn: TurnMemory | None = None

    def subject(self) -> Subject:
        call = self.call
        return Subject(call.call_id, call.ref, call.origin, call.turn_id, self.arguments)

    @property
    def digest(self) -> str:
        return digest(self.call.ref, self.call.call_id, self.arguments)


@dataclass(frozen=True, slots=True)
class Leave:
    """The call may run as it stands in ``proposal``, or may not."""

    proposal: Proposal
    refused: CallFailure | None = None
    approval: Approval | None = None
    """``None`` where nobody had to be asked, or nobody said yes."""


class Consent:
    def __init__(
        self,
        questions: Questions,
        lanes: Lanes,
        *,
        admit: Callable[[ToolCall], ToolEntry],
        check: Callable[[ToolEntry, Mapping[str, object]], Checked],
        ask_for: Callable[[], AskFor],
        rules: tuple[Rule, ...],
        monotonic_s: Callable[[], float],
        unix_s: Callable[[], float],
    ) -> None:
        """``admit`` finds the tool as it is now, and raises ``Refused`` when it must not be called."""
        self._questions = questions
        self._lanes = lanes
        self._admit = admit
        self._check = check
        self._ask_for = ask_for
        self._rules = rules
        self._now = monotonic_s
        self._unix_s = unix_s

    async def settle(self, proposal: Proposal, waited: Callable[[float], None]) -> Leave:
        """Ask until the call, exactly as it stands, may run or may not.

        ``waited`` takes the seconds that a person took (E-6.12), also when this is cancelled.
        """
        approval: Approval | None = None
        covered: frozenset[Demand] = frozenset()
        verdict = Verdict()
        while True:
            judged = self._judge(proposal)
            # No switch that is moved while the card is up lowers what was demanded (E-5.17).
            verdict = judged if judged.friction >= verdict.friction else verdict
            if verdict.friction is Friction.DENY:
                return Leave(proposal, _denial(), approval)
            if verdict.friction is Friction.NONE:
                return Leave(proposal, None, approval)
            if approval is not None and approval.digest == proposal.digest and covered.issuperset(verdict.demands):
                return Leave(proposal, None, approval)
            if not self._questions.can_ask:
                return Leave(proposal, _denial(_NOBODY))
            began = self._now()
            try:
                answer = await self._ask(proposal, verdict)
            finally:
                waited(self._now() - began)
            refused = _refusal(answer)
            if refused is not None:
                return Leave(proposal, refused)
            proposal = replace(proposal, arguments=answer.arguments)
            approval = Approval(proposal.digest, Surface.HOST_CARD, PERSON, self._unix_s())
            covered = frozenset(verdict.demands)
            shown = proposal.entry
            try:
                proposal = self._again(proposal)
            except Refused as refusal:
                return Leave(proposal, refusal.failure)
            if _face_of(proposal.entry) != _face_of(shown):
                approval = None

    def _judge(self, proposal: Proposal) -> Verdict:
        case = case_of(proposal.entry, self._ask_for(), proposal.arguments)
        return strictest(proposal.lanes, judge_both(case, proposal.original, self._rules))

    def _again(self, proposal: Proposal) -> Proposal:
        """Look at the tool again: it may have changed while the card was up."""
        entry = self._admit(proposal.call)
        if entry.tool.input_schema == proposal.entry.tool.input_schema:
            return replace(proposal, entry=entry)
        checked = self._check(entry, proposal.arguments)
        if checked.errors:
            raise Refused(CallClass.INVALID_ARGS, checked.message)
        return replace(proposal, entry=entry, arguments=checked.arguments)

    async def _ask(self, proposal: Proposal, verdict: Verdict) -> Answer:
        async def check(edited: Mapping[str, object] | None) -> CheckedAnswer:
            if edited is None:
                return CheckedAnswer(proposal.arguments)
            try:
                return await self._checked(proposal, edited)
            except AppError as error:
                log.warning("an edited answer could not be checked: %s", error)
                return CheckedAnswer({}, denial=_denial())

        return await self._questions.ask(
            self._question(proposal, verdict), check, turn_id=proposal.call.turn_id, order=proposal.order
        )

    async def _checked(self, proposal: Proposal, edited: Mapping[str, object]) -> CheckedAnswer:
        """E-4.19: the schema, then the profile's hooks, which may only deny, then host policy."""
        checked = self._check(proposal.entry, edited)
        if checked.errors:
            return CheckedAnswer({}, checked.errors)
        changed = replace(proposal, arguments=checked.arguments)
        if changed.digest == proposal.digest:
            return CheckedAnswer(proposal.arguments)
        lane = await self._lanes.deny_only(changed.subject())
        if lane.friction is Friction.DENY:
            return CheckedAnswer({}, denial=_denial(lane.user_text or _DENIED))
        judged = self._judge(changed)
        if judged.friction is Friction.DENY:
            return CheckedAnswer({}, denial=_denial())
        return CheckedAnswer(checked.arguments)

    def _question(self, proposal: Proposal, verdict: Verdict) -> Question:
        entry = proposal.entry
        name = entry.record.manifest.name
        schema = written_out(entry.tool.input_schema)
        destructive = entry.tier is Tier.DESTRUCTIVE
        confirmation = entry.tool.confirmation
        root = None if confirmation is None else confirmation.root
        return Question(
            call_id=proposal.call.call_id,
            ref=proposal.call.ref,
            tool_title=entry.title,
            integration_name=name,
            icon_path=entry.record.icon_path,
            root=root or generic_card(entry.title, name, schema, proposal.arguments, destructive=destructive),
            is_generic=root is None,
            input_schema=schema,
            arguments=proposal.arguments,
            demands=verdict.demands,
            is_destructive=destructive,
            origin=proposal.call.origin,
            marks={} if proposal.turn is None else proposal.turn.marks(proposal.arguments),
        )


def _face_of(entry: ToolEntry) -> tuple[object, ...]:
    """Return what a card shows of a tool: a yes to another face is no yes to this one."""
    return entry.title, entry.record.manifest.name, entry.tool.confirmation, entry.tier is Tier.DESTRUCTIVE


def _denial(message: str = _DENIED) -> CallFailure:
    return CallFailure(CallClass.DENIED, message)


def _refusal(answer: Answer) -> CallFailure | None:
    if answer.approved or answer.denial is not None:
        return answer.denial
    return CallFailure(CallClass.DECLINED, _EXPIRED if answer.expired else _SAID_NO, words=answer.words)
