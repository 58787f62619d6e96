"""The host's word on every possible call, rule by rule, and that nothing ever makes it less."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.calls import AskFor, Demand, Friction, Lane, Pill
from app.tools.policy import HOST_RULES, Case, Rule, Verdict, case_of, effective_pill, judge, judge_both, strictest
from tests.plugins.logs import ExpectLog
from tests.unit.integrations.records import record, served, tool
from tests.unit.tools.door import entry_of

ANY: Final = object()
ASK, ALLOW = Pill.ASK, Pill.ALLOW
EVERYTHING, ACTING, DECLARED = AskFor.EVERYTHING, AskFor.ACTING, AskFor.DECLARED

TABLE: Final[list[tuple[tuple[Any, ...], Friction, str]]] = [
    # pill, ask for, confirmation, destructive, read only, acting name
    ((ASK, ANY, ANY, ANY, ANY, ANY), Friction.CONFIRM, "V-7.2"),
    ((ALLOW, ANY, ANY, ANY, ANY, ANY), Friction.NONE, "V-7.3"),
    ((None, EVERYTHING, ANY, ANY, ANY, ANY), Friction.CONFIRM, "V-7.4"),
    ((None, ACTING, True, ANY, ANY, ANY), Friction.CONFIRM, "V-7.5"),
    ((None, DECLARED, True, ANY, ANY, ANY), Friction.CONFIRM, "V-7.5"),
    ((None, DECLARED, False, ANY, ANY, ANY), Friction.NONE, "V-7.6"),
    ((None, ACTING, False, True, ANY, ANY), Friction.CONFIRM, "V-7.7"),
    ((None, ACTING, False, False, True, ANY), Friction.NONE, "V-7.8"),
    ((None, ACTING, False, False, False, True), Friction.CONFIRM, "V-7.9"),
    ((None, ACTING, False, False, False, False), Friction.NONE, "V-7.10"),
]

INPUTS: Final = [*itertools.product((None, ASK, ALLOW), AskFor, *[(False, True)] * 4)]
"""Everything that the host can know of a call."""


def case(inputs: tuple[Any, ...]) -> Case:
    pill, ask_for, confirms, destructive, read_only, acting = inputs
    return Case(pill, ask_for, confirms, destructive, read_only, acting)


def fits(row: tuple[Any, ...], inputs: tuple[Any, ...]) -> bool:
    return all(want is ANY or want == have for want, have in zip(row, inputs, strict=True))


@pytest.mark.clause("V-7.1", "V-7.2", "V-7.3", "V-7.4", "V-7.5", "V-7.6", "V-7.7", "V-7.8", "V-7.9", "V-7.10")
def test_the_first_rule_that_fits_decides_for_every_possible_call() -> None:
    assert [rule.clause for rule in HOST_RULES] == [f"V-7.{number}" for number in range(2, 11)]
    for inputs in INPUTS:
        rows = [
            row for row in TABLE if all(want is ANY or want == have for want, have in zip(row[0], inputs, strict=True))
        ]
        assert len(rows) == 1, inputs
        _, friction, clause = rows[0]
        demands = (Demand(Lane.HOST, clause),) if friction is Friction.CONFIRM else ()
        assert judge(case(inputs)) == Verdict(friction, demands), inputs


@pytest.mark.clause("V-7.15")
def test_a_pill_that_nobody_touched_shows_what_the_policy_says_and_stores_nothing() -> None:
    for inputs in INPUTS:
        untouched = case((None, *inputs[1:]))
        shown = effective_pill(case(inputs))
        assert (shown is ASK) is (judge(untouched).friction is Friction.CONFIRM)

    stored = record(tools=[tool("create")])
    assert effective_pill(case_of(entry_of(stored, "create"), ACTING, {})) is ASK
    assert stored.pills == {}
    touched = replace(stored, pills={"create": ALLOW})
    assert judge(case_of(entry_of(touched, "create"), ACTING, {})).friction is Friction.NONE
    assert effective_pill(case_of(entry_of(replace(touched, pills={}), "create"), ACTING, {})) is ASK


@pytest.mark.clause("V-7.11")
def test_what_is_asked_about_is_set_for_all_and_an_integration_may_have_its_own() -> None:
    plain = record(tools=[tool("find")])
    own = replace(plain, ask_for=EVERYTHING)

    assert case_of(entry_of(plain, "find"), DECLARED, {}).ask_for is DECLARED
    assert case_of(entry_of(own, "find"), DECLARED, {}).ask_for is EVERYTHING
    assert Case().ask_for is ACTING


@pytest.mark.clause("V-7.7", "V-7.8", "V-7.9")
def test_annotations_are_those_that_the_server_serves_and_verbs_those_of_name_and_title() -> None:
    installed = record(tools=[tool("wipe_it"), tool("tidy", title="Delete old ones"), tool("bare_send"), tool("look")])
    serving = [
        served("wipe_it", destructive_hint=True, read_only_hint=True),
        *(served("tidy"), served("bare_send"), served("look", read_only_hint=True)),
    ]

    def clause(name: str) -> str:
        verdict = judge(case_of(entry_of(installed, name, serving), ACTING, {}))
        return verdict.demands[0].source if verdict.demands else ""

    assert [clause(name) for name in ("wipe_it", "tidy", "bare_send", "look")] == ["V-7.7", "V-7.9", "V-7.9", ""]


@pytest.mark.clause("V-7.19")
def test_a_server_without_a_manifest_is_judged_by_the_same_rules() -> None:
    installed = replace(record(tools=[tool("x")]), has_manifest=False)
    serving = [served("send_mail"), served("look"), served("tidy", destructive_hint=True)]

    verdicts = [judge(case_of(entry_of(installed, one.name, serving), ACTING, {})) for one in serving]

    assert [verdict.friction for verdict in verdicts] == [Friction.CONFIRM, Friction.NONE, Friction.CONFIRM]


@pytest.mark.clause("E-6.4")
def test_a_rule_that_fails_is_a_deny(expected_log: ExpectLog) -> None:
    expected_log("the rule of V-0.1 failed")

    def broken(_: Case) -> Friction | None:
        raise ZeroDivisionError

    verdict = judge(Case(), (Rule("V-0.1", broken), *HOST_RULES))

    assert verdict == Verdict(Friction.DENY, (Demand(Lane.HOST, "V-0.1"),))


@pytest.mark.clause("E-6.4")
def test_a_policy_in_which_no_rule_fits_is_a_deny() -> None:
    assert judge(Case(), HOST_RULES[:1]).friction is Friction.DENY


frictions = st.sampled_from(Friction)
demands = st.builds(Demand, st.sampled_from(Lane), st.text(max_size=3))
verdicts = st.builds(Verdict, frictions, st.lists(demands, max_size=3).map(tuple))


@pytest.mark.clause("E-5.1", "E-5.9")
@given(st.lists(verdicts, max_size=4), verdicts)
def test_friction_never_shrinks_and_every_demand_is_listed_once(said: list[Verdict], more: Verdict) -> None:
    before, after = strictest(*said), strictest(*said, more)

    assert after.friction == max(before.friction, more.friction)
    assert set(after.demands) == {demand for verdict in (*said, more) for demand in verdict.demands}
    assert len(after.demands) == len(set(after.demands))


@pytest.mark.clause("E-5.8", "E-9.1")
@given(frictions, frictions)
def test_what_is_demanded_of_the_original_arguments_stands_as_a_question(original: Friction, final: Friction) -> None:
    rules = (Rule("V-7.1", lambda case: Friction(int(str(case.arguments["friction"])))),)

    verdict = judge_both(Case(arguments={"friction": final.value}), {"friction": original.value}, rules)

    assert verdict.friction == max(final, min(original, Friction.CONFIRM))
    assert bool(verdict.demands) is (max(final, original) > Friction.NONE)
