"""The host's own word on a call (V-7.1 to V-7.11): an ordered tuple of small rules, the first that fits decides.

Called by the executor with the final arguments and with those that the caller gave (E-5.8), and by what shows the
effective answer of a tool. In process, no input or output (E-6.4). Any thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from app.domain.calls import AskFor, Demand, Friction, Lane, Pill
from app.domain.tools import acts
from app.integrations.registry import ToolEntry

__all__ = ["HOST_RULES", "Case", "Rule", "Verdict", "case_of", "effective_pill", "judge", "judge_both", "strictest"]

log = logging.getLogger(__name__)

_SETTING: Final = AskFor.ACTING
"""V-7.11: the default."""
_acts: Final = lru_cache(maxsize=1024)(acts)
"""As many tools as a hundred integrations have; the words of each are looked at once."""


@dataclass(frozen=True, slots=True)
class Case:
    """What the host judges by."""

    pill: Pill | None = None
    ask_for: AskFor = _SETTING
    confirms: bool = False
    """The tool has a ``confirmation`` in the approved manifest."""
    destructive_hint: bool = False
    read_only_hint: bool = False
    acts: bool = False
    """V-7.13."""
    arguments: Mapping[str, object] = field(default_factory=dict[str, object], repr=False)


@dataclass(frozen=True, slots=True)
class Rule:
    clause: str
    judge: Callable[[Case], Friction | None]
    """``None``: it does not fit."""


@dataclass(frozen=True, slots=True)
class Verdict:
    friction: Friction = Friction.NONE
    demands: tuple[Demand, ...] = ()
    """Everyone who wants it asked about or denied."""


def _when(fits: Callable[[Case], bool], friction: Friction) -> Callable[[Case], Friction | None]:
    return lambda case: friction if fits(case) else None


HOST_RULES: Final = (
    Rule("V-7.2", _when(lambda case: case.pill is Pill.ASK, Friction.CONFIRM)),
    Rule("V-7.3", _when(lambda case: case.pill is Pill.ALLOW, Friction.NONE)),
    Rule("V-7.4", _when(lambda case: case.ask_for is AskFor.EVERYTHING, Friction.CONFIRM)),
    Rule("V-7.5", _when(lambda case: case.confirms, Friction.CONFIRM)),
    Rule("V-7.6", _when(lambda case: case.ask_for is AskFor.DECLARED, Friction.NONE)),
    Rule("V-7.7", _when(lambda case: case.destructive_hint, Friction.CONFIRM)),
    Rule("V-7.8", _when(lambda case: case.read_only_hint, Friction.NONE)),
    Rule("V-7.9", _when(lambda case: case.acts, Friction.CONFIRM)),
    Rule("V-7.10", _when(lambda _: True, Friction.NONE)),
)


def case_of(entry: ToolEntry, ask_for: AskFor, arguments: Mapping[str, object]) -> Case:
    """Return what is to be judged; ``ask_for`` is the general setting, an integration's own one wins (V-7.11)."""
    return Case(
        pill=entry.record.pills.get(entry.ref.tool),
        ask_for=entry.record.ask_for or ask_for,
        confirms=entry.tool.confirmation is not None,
        destructive_hint=entry.destructive_hint,
        read_only_hint=entry.read_only_hint,
        acts=_acts(entry.tool.name, entry.title, entry.short_name),
        arguments=arguments,
    )


def judge(case: Case, rules: Iterable[Rule] = HOST_RULES) -> Verdict:
    """Return the word of the first rule that fits; a rule that fails, and no rule that fits, are a deny."""
    for rule in rules:
        try:
            friction = rule.judge(case)
        except Exception:
            log.exception("the rule of %s failed", rule.clause)
            friction = Friction.DENY
        if friction is not None:
            demands = (Demand(Lane.HOST, rule.clause),) if friction > Friction.NONE else ()
            return Verdict(friction, demands)
    return Verdict(Friction.DENY, (Demand(Lane.HOST, "V-7.1"),))


def judge_both(final: Case, original: Mapping[str, object], rules: Iterable[Rule] = HOST_RULES) -> Verdict:
    """Judge the final arguments and those that the caller gave: what these demand stands too, as a question (E-5.8).

    The very same object is judged once.
    """
    rules = tuple(rules)
    if original is final.arguments:
        return judge(final, rules)
    before = judge(replace(final, arguments=original), rules)
    return strictest(judge(final, rules), Verdict(min(before.friction, Friction.CONFIRM), before.demands))


def strictest(*verdicts: Verdict) -> Verdict:
    """Join verdicts: the highest friction, and every demand once (E-5.1, E-5.9)."""
    friction = max((verdict.friction for verdict in verdicts), default=Friction.NONE)
    return Verdict(friction, tuple(dict.fromkeys(demand for verdict in verdicts for demand in verdict.demands)))


def effective_pill(case: Case) -> Pill:
    """Return what a pill that the person never touched shows (V-7.15)."""
    return Pill.ALLOW if judge(replace(case, pill=None)).friction is Friction.NONE else Pill.ASK
