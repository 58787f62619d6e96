"""The one door to a tool, for agent, intents, widgets, refresh, panel, command line, subagents and API (E-4.30).

One coroutine for each call, top to bottom in the order of E-4.11 to E-4.23. What fails on the way is an outcome and not
an exception; what fails in here ends in a call that does not run. Nothing is ever called twice (V-6.31). Core loop.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import anyio
import anyio.to_thread

from app.domain.calls import (
    Approval,
    AskFor,
    CallClass,
    CallFailed,
    CallFailure,
    CallId,
    Demand,
    Friction,
    IntegrationId,
    Lane,
    Origin,
    RawResult,
    ToolCall,
    ToolOutcome,
    ToolRef,
)
from app.domain.errors import AppError, StorageUnavailable
from app.domain.fields import JsonObject
from app.domain.findings import Finding
from app.domain.messages import CallEnded, CallStarted, Event
from app.extensions.secret_mask import SecretMask
from app.integrations.parity import RESERVED_PREFIX
from app.integrations.registry import ToolEntry
from app.storage.journal import JournalEntry
from app.tools.confirmation import Questions
from app.tools.consent import Consent, Proposal
from app.tools.digest import same_call
from app.tools.json_values import Copied, is_small
from app.tools.lanes import NO_HOOKS, NOTHING, Contribution, Lanes
from app.tools.masking import HiddenArguments, masked_json
from app.tools.outcomes import Refused, failed, model_text, obstacle
from app.tools.policy import HOST_RULES, Rule, Verdict, strictest
from app.tools.ports import Caller, Catalogue, JournalSink, Reader
from app.tools.results import ReadResult
from app.tools.schema import Checked, SchemaShelf
from app.tools.turn_memory import TurnMemory

__all__ = ["CALL_S", "Executor"]

log = logging.getLogger(__name__)

CALL_S: Final = 60.0
"""V-6.29: machine time of one call."""
_GRACE_S: Final = 5.0
"""After it, for a caller that does not keep the time it was given."""
_JOURNAL_S: Final = 2.0
"""For one row; a disk that needs longer would hold up the turn."""
_READ_HERE: Final = 32_768
"""Characters and values of a result that are read in a moment; more are read on a thread, and may be kept in a file."""
_readers: Final = anyio.CapacityLimiter(1)
_TRANSCRIPT_KEY: Final = "voxnotch/transcript"
"""V-6.33."""


@dataclass(slots=True)
class _Run:
    """What is known of one call so far; read by its last words."""

    call: ToolCall
    began_s: float
    at_unix_s: float
    order: int
    entry: ToolEntry | None
    arguments: JsonObject | None = field(default=None, repr=False)
    approval: Approval | None = None
    asked_s: float = 0.0
    called: bool = False

    def note_wait(self, seconds: float) -> None:
        self.asked_s += seconds

    def stopped(self) -> CallFailure:
        words = "Stopped; it may have happened all the same" if self.called else "Stopped"
        return CallFailure(CallClass.DECLINED, words, effect_unknown=self.called)

    def given_up(self) -> CallFailure:
        kind = CallClass.PROTOCOL_ERROR if self.called else CallClass.DENIED
        return CallFailure(kind, "Voxnotch could not do this", effect_unknown=self.called)


class Executor:
    def __init__(
        self,
        catalogue: Catalogue,
        caller: Caller,
        questions: Questions,
        journal: JournalSink,
        results: Reader,
        *,
        emit: Callable[[Event], None],
        monotonic_s: Callable[[], float],
        unix_s: Callable[[], float],
        ask_for: Callable[[], AskFor],
        mask_of: Callable[[IntegrationId], SecretMask],
        note_findings: Callable[[ToolRef, tuple[Finding, ...]], None] = lambda _ref, _findings: None,
        lanes: Lanes = NO_HOOKS,
        rules: tuple[Rule, ...] = HOST_RULES,
        call_s: float = CALL_S,
    ) -> None:
        """``ask_for``: the general setting; ``mask_of``: hides the secrets of an integration.

        ``note_findings``: what was repaired and dropped in a result and its card, for the log (V-1.5).
        """
        self._catalogue = catalogue
        self._caller = caller
        self._questions = questions
        self._journal = journal
        self._results = results
        self._emit = emit
        self._now = monotonic_s
        self._unix_s = unix_s
        self._mask_of = mask_of
        self._note_findings = note_findings
        self._lanes = lanes
        self._call_s = call_s
        self._schemas = SchemaShelf()
        self._hidden = HiddenArguments()
        self._orders = itertools.count()
        self._running: set[CallId] = set()
        self._consent = Consent(
            questions,
            lanes,
            admit=self._admitted,
            check=self._check,
            ask_for=ask_for,
            rules=rules,
            monotonic_s=monotonic_s,
            unix_s=unix_s,
        )

    async def run(self, call: ToolCall, *, turn: TurnMemory | None = None, transcript: str = "") -> ToolOutcome:
        """Take one call all the way; ``transcript`` are the person's words, for integrations that may hear them."""
        if call.call_id in self._running:
            # Nothing is told of it: the events of this id are those of the call that runs.
            return failed(call, CallFailure(CallClass.BUSY, "This call is on its way already"))
        run = _Run(call, self._now(), self._unix_s(), next(self._orders), self._catalogue.find(call.ref))
        self._running.add(call.call_id)
        try:
            self._emit(CallStarted(call.call_id, call.ref, *_faces(run), turn_id=call.turn_id))
            try:
                outcome = await self._outcome(run, turn, transcript)
            except BaseException as cut_short:
                # Also a fault of ours: what may have happened is shown and journalled before it goes on.
                stopped = isinstance(cut_short, anyio.get_cancelled_exc_class())
                await self._finish(run, failed(call, run.stopped() if stopped else run.given_up()))
                raise
            return await self._finish(run, outcome)
        finally:
            self._running.discard(call.call_id)

    async def _outcome(self, run: _Run, turn: TurnMemory | None, transcript: str) -> ToolOutcome:
        try:
            return await self._take(run, turn, transcript)
        except (Refused, CallFailed) as error:
            return failed(run.call, error.failure)
        except AppError as error:
            log.warning("a call was given up: %s", error)
            return failed(run.call, run.given_up())

    async def _take(self, run: _Run, turn: TurnMemory | None, transcript: str) -> ToolOutcome:
        call = run.call
        # E-4.11: reserved, unknown and disabled tools
        entry = self._admitted(call)
        # E-4.12: the schema
        checked = self._check(entry, call.arguments)
        if checked.errors:
            raise Refused(CallClass.INVALID_ARGS, checked.message)
        run.arguments = checked.arguments
        if turn is not None and turn.has_failures and turn.has_failed(same_call(call.ref, checked.arguments)):
            raise Refused(CallClass.DENIED, "This very call has failed before in this turn")
        # E-4.13 to E-4.16: the hooks, each rewrite checked
        start = Proposal(call, entry, checked.arguments, checked.arguments, Verdict(), run.order, turn)
        proposal = await self._hooked(start)
        # E-4.17 to E-4.19: host policy, one card, edits
        leave = await self._consent.settle(proposal, run.note_wait)
        run.arguments, run.approval = leave.proposal.arguments, leave.approval
        if leave.refused is not None:
            return failed(call, leave.refused)
        # E-4.20: run
        run.called = True
        raw = await self._call(leave.proposal, transcript)
        # E-4.21 to E-4.23: the hooks again, then the card is taken out
        subject = leave.proposal.subject()
        raw = await self._lanes.after_profile(subject, await self._lanes.after_own(subject, raw))
        read = await self._read(raw)
        if read.findings:
            self._note_findings(call.ref, read.findings)
        outcome = _outcome_of(call, raw, read)
        if turn is not None:
            if outcome.failure is not None:
                turn.note_failure(same_call(call.ref, checked.arguments))
            turn.note_result(leave.proposal.entry.record.manifest.name, outcome.text)
        return outcome

    def _admitted(self, call: ToolCall) -> ToolEntry:
        """Return the tool as it is now; raises ``Refused``."""
        entry = self._catalogue.find(call.ref)
        if call.ref.tool.startswith(RESERVED_PREFIX):
            raise Refused(CallClass.DENIED, "This name is reserved")
        if entry is None:
            raise Refused(CallClass.NOT_CONNECTED, f"There is no tool {call.ref.tool}")
        title = entry.title
        if entry.tool.disabled:
            raise Refused(CallClass.DISABLED, f"{title}: {entry.tool.shown_reason}")
        if call.origin is Origin.WIDGET and not entry.tool.ui_callable:
            raise Refused(CallClass.DENIED, "Tool actions are unavailable in this card.")
        if entry.tool.execution.mode == "background":
            raise Refused(CallClass.DISABLED, f"{title} works in the background, which Voxnotch cannot do yet")
        if not entry.available:
            raise Refused(CallClass.NOT_CONNECTED, f"{title} is not served by its integration")
        in_the_way = obstacle(self._caller.state(call.ref.integration))
        if in_the_way is not None:
            raise Refused(in_the_way.kind, in_the_way.message)
        return entry

    def _check(self, entry: ToolEntry, arguments: Mapping[str, object]) -> Checked:
        return self._schemas.check(entry.ref, entry.tool.input_schema, arguments)

    async def _hooked(self, proposal: Proposal) -> Proposal:
        entry = proposal.entry
        own = await self._lanes.before_own(proposal.subject())
        _let_through(own)
        if own.rewrite is not None:
            again = self._check(entry, own.rewrite)
            if again.errors:
                log.warning("a hook's rewrite of %s does not fit its schema and was dropped", entry.namespaced_name)
            else:
                proposal = replace(proposal, arguments=again.arguments)
        profile = await self._lanes.before_profile(proposal.subject(), lambda rewrite: self._check(entry, rewrite))
        _let_through(profile)
        if profile.rewrite is not None:
            again = self._check(entry, profile.rewrite)
            if again.errors:
                raise Refused(CallClass.DENIED, "A hook of the profile gave arguments that do not fit")
            proposal = replace(proposal, arguments=again.arguments)
        if own is NOTHING and profile is NOTHING:
            return proposal
        asking = (
            _verdict(own, Lane.VOICE, entry.ref.integration),
            _verdict(profile, Lane.PROFILE, entry.record.profile),
        )
        return replace(proposal, lanes=strictest(*asking))

    async def _call(self, proposal: Proposal, transcript: str) -> RawResult:
        record = proposal.entry.record
        hears = record.transcript_access and record.manifest.grants.hears_agent
        meta = {_TRANSCRIPT_KEY: transcript} if transcript and hears else None
        with anyio.move_on_after(self._call_s + _GRACE_S):
            return await self._caller.call(proposal.call.ref, proposal.arguments, timeout_s=self._call_s, meta=meta)
        raise CallFailed(CallClass.TIMEOUT, "It did not answer in time", effect_unknown=True)

    async def _read(self, raw: RawResult) -> ReadResult:
        if is_small([raw.structured, *raw.content], _READ_HERE):
            return self._results.read(raw)
        return await anyio.to_thread.run_sync(self._results.read, raw, limiter=_readers)

    async def _finish(self, run: _Run, outcome: ToolOutcome) -> ToolOutcome:
        outcome = replace(outcome, duration_s=self._now() - run.began_s - run.asked_s)
        failure = outcome.failure
        log.info("%s: %s", run.call.ref.tool, "done" if failure is None else failure.kind.value)
        faces = _faces(run)
        ended = CallEnded(
            run.call.call_id,
            run.call.ref,
            *faces,
            failure,
            outcome.card,
            outcome.duration_s,
            pictures=outcome.pictures,
            sounds=outcome.sounds,
            turn_id=run.call.turn_id,
        )
        self._questions.tell_when_answered(run.call.turn_id, partial(self._emit, ended))
        entry = self._entry(run, outcome)
        if not self._journal.take(entry):
            await self._add(entry)
        return outcome

    async def _add(self, entry: JournalEntry) -> None:
        try:
            # A cancelled call is journalled too.
            with anyio.fail_after(_JOURNAL_S, shield=True):
                await self._journal.add(entry)
        except (StorageUnavailable, TimeoutError) as error:
            log.warning("a call is missing in the journal: %s", error)

    def _entry(self, run: _Run, outcome: ToolOutcome) -> JournalEntry:
        call, approval, failure = run.call, run.approval, outcome.failure
        secrets = self._mask_of(call.ref.integration)
        arguments = Copied(call.arguments).arguments if run.arguments is None else run.arguments
        hidden = () if run.entry is None else self._hidden.of(call.ref, run.entry.tool)
        return JournalEntry(
            call_id=call.call_id,
            at_unix_s=run.at_unix_s,
            ref=call.ref,
            origin=call.origin,
            arguments=masked_json(arguments, secrets, hidden),
            turn_id=call.turn_id,
            surface=None if approval is None else approval.surface,
            actor="" if approval is None else approval.actor,
            failure=None if failure is None else failure.kind,
            message="" if failure is None else secrets.mask(failure.message),
            duration_s=outcome.duration_s,
        )


def _faces(run: _Run) -> tuple[str, str, str]:
    """Return how the call is shown: title, integration, icon."""
    if run.entry is None:
        return run.call.ref.tool, run.call.ref.integration, ""
    return run.entry.title, run.entry.record.manifest.name, run.entry.record.icon_path


def _let_through(lane: Contribution) -> None:
    if lane.friction is Friction.DENY:
        raise Refused(CallClass.DENIED, lane.user_text or "A hook does not allow this")


def _verdict(said: Contribution, lane: Lane, source: str) -> Verdict:
    """Return what a lane demands, with a name even if it gives none: the card says who asks (V-8.46)."""
    unnamed = said.friction > Friction.NONE and not said.demands
    return Verdict(said.friction, (Demand(lane, source),) if unnamed else said.demands)


def _outcome_of(call: ToolCall, raw: RawResult, read: ReadResult) -> ToolOutcome:
    failure = CallFailure(CallClass.TOOL_ERROR, read.error_words or "The tool failed") if raw.is_error else None
    return ToolOutcome(
        call.call_id,
        call.ref,
        failure,
        text=read.text if failure is None else model_text(replace(failure, message=read.text or failure.message)),
        card=read.card,
        pictures=read.pictures,
        sounds=read.sounds,
        kept_file=read.kept_file,
    )
