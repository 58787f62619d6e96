"""What a new manifest wants beyond the approved one, what an unusable one takes back, and what goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.calls import Pill
from app.domain.installs import Growth, GrowthKind
from app.domain.manifest import Manifest
from app.domain.manifest.model import Grants
from app.extensions.carry_over import KEPT_S, carry_over
from app.extensions.growth import confirmed_tools, covers, growth, runs_of, runs_words
from app.extensions.withdrawal import narrowed, written_grants
from app.storage.install_record import Kept, KeptKind
from tests.unit.domain.manifests import GONE, RICH, friendly
from tests.unit.storage.installs_fixtures import START, record


def manifest(*changes: tuple[str, Any]) -> Manifest:
    made, _ = friendly(*changes)
    return made


PLAIN = [{"kind": "background"}, {"kind": "transcript", "scope": "agent"}]
HOOKS: dict[str, Any] = {"transcript": {"apps": ["a"]}, "turnComplete": {}}
SMALL = [("permissions", PLAIN), ("hooks", HOOKS)]


def grown(*changes: tuple[str, Any]) -> list[tuple[str, str]]:
    """Return what the changes add to a small manifest."""
    return [(one.kind.value, one.what) for one in growth(manifest(*SMALL), manifest(*SMALL, *changes))]


@pytest.mark.clause("V-17.11")
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([("permissions", [*PLAIN, {"kind": "notify"}])], [("permission", "notify")]),
        (
            [("permissions", [*PLAIN, {"kind": "network", "domains": ["b.org", "a.org"]}])],
            [("permission", "network"), ("domain", "a.org"), ("domain", "b.org")],
        ),
        ([("permissions", [PLAIN[0], {"kind": "transcript", "scope": "all"}])], [("scope", "dictation")]),
        ([("hooks", {**HOOKS, "postToolUse": {}})], [("hook", "postToolUse")]),
        ([("hooks", {**HOOKS, "transcript": {"apps": ["a", "b"]}})], [("hook-app", "transcript: b")]),
        ([("hooks", {**HOOKS, "transcript": {}})], [("hook-app", "transcript: *")]),
        ([("runtime.command", "node")], [("runs", "node server.ts '' ' spaced '")]),
        ([("runtime.args", ["other.ts"])], [("runs", "bun other.ts")]),
        (
            [("runtime", {"kind": "remote-mcp", "url": "https://example.com/mcp"})],
            [("runs", "https://example.com/mcp")],
        ),
        ([("runtime", {"kind": "hosted", "entry": "there"})], [("runs", "there")]),
        ([("tools.0.confirmation", GONE)], [("unconfirmed", "Send message")]),
    ],
)
def test_each_kind_of_growth_needs_approval(changes: list[tuple[str, Any]], found: list[tuple[str, str]]) -> None:
    assert grown(*changes) == found


@pytest.mark.clause("V-17.12")
@pytest.mark.parametrize(
    "changes",
    [
        [("permissions.4", GONE)],
        [("hooks.transcript", GONE)],
        [("permissions.0.domains", ["api.example.com"])],
        [("permissions.0.domains", ["deep.example.org", "API.example.com."])],
        [("permissions.5", GONE), ("hooks", {"dictation": {"apps": ["gedit"]}})],
        [("hooks.turnComplete", GONE)],
        [("hooks.dictation.apps", ["gedit"])],
        [("hooks.turnComplete.apps", ["gedit"])],
        [("tools.2", GONE)],
        [("tools.1.confirmation", RICH["tools"][0]["confirmation"])],
        [("hooks", GONE)],
        [("name", "Another")],
    ],
)
def test_what_is_less_or_the_same_asks_for_nothing(changes: list[tuple[str, Any]]) -> None:
    assert growth(manifest(), manifest(*changes)) == ()


@pytest.mark.clause("V-17.11")
def test_a_tool_does_not_lose_its_question_by_leaving_for_one_reload() -> None:
    old, without = manifest(("intents", GONE)), manifest(("tools.0", GONE), ("intents", GONE))
    back = manifest(("tools.0.confirmation", GONE))
    assert growth(old, without) == ()
    assert growth(without, back) == ()
    assert growth(without, back, confirmed_tools(old)) == (Growth(GrowthKind.UNCONFIRMED, "Send message"),)


@pytest.mark.clause("V-17.11")
def test_hearing_what_is_asked_is_growth_where_only_dictation_was_heard() -> None:
    dictation = [PLAIN[0], {"kind": "transcript", "scope": "dictation"}]
    old = manifest(("permissions", dictation), ("hooks", GONE))
    assert growth(old, manifest(("permissions", PLAIN), ("hooks", GONE))) == (Growth(GrowthKind.SCOPE, "agent"),)


@pytest.mark.parametrize(
    ("domains", "domain", "covered"),
    [
        (["*"], "anything.example", True),
        (["example.com"], "*", False),
        (["*.example.com"], "a.b.example.com", True),
        (["*.example.com"], "*.b.example.com", True),
        (["*.example.com"], "example.com", False),
        (["*.example.com"], "badexample.com", False),
        (["a.example.com"], "*.example.com", False),
        ([], "example.com", False),
    ],
)
def test_a_domain_is_covered_by_itself_a_wildcard_above_it_and_anywhere(
    domains: list[str], domain: str, covered: bool
) -> None:
    assert covers(domains, domain) is covered


def test_what_runs_is_told_by_kind() -> None:
    local, remote, hosted = (
        manifest(("runtime", runtime)).runtime
        for runtime in (
            {"kind": "local-mcp", "command": "node", "args": ["a b"]},
            {"kind": "remote-mcp", "url": "https://example.com"},
            {"kind": "hosted", "entry": "x"},
        )
    )
    assert [runs_words(one) for one in (local, remote, hosted)] == ["node 'a b'", "https://example.com", "x"]
    assert [(one.command, one.url, one.hosted) for one in map(runs_of, (local, remote, hosted))] == [
        ("node", "", False),
        ("", "https://example.com", False),
        ("", "", True),
    ]


@pytest.mark.clause("V-17.10")
@pytest.mark.parametrize(
    ("data", "grants"),
    [
        (b"{half a fi", None),
        (b'{"permissions": "all"}', None),
        (b'{"name": ""}', Grants()),
        (b'{"permissions": [{"kind": "notify"}, {"kind": "wish"}, 5]}', Grants(kinds=frozenset({"notify"}))),
        (
            b'{"permissions": [{"kind": "network", "domains": []}, {"kind": "transcript", "scope": "agent"}]}',
            Grants(kinds=frozenset({"transcript"}), hears_agent=True),
        ),
        (b'{"permissions": [{"kind": "transcript"}]}', Grants()),
    ],
)
def test_the_permissions_of_an_unusable_manifest_are_read_as_far_as_anybody_can(
    data: bytes, grants: Grants | None
) -> None:
    assert written_grants(data) == grants


@pytest.mark.clause("V-17.10")
def test_withdrawing_takes_hooks_tools_and_intents_along() -> None:
    left = narrowed(manifest(), Grants(kinds=frozenset({"notify", "transcript"}), hears_agent=True))
    assert left.grants == Grants(kinds=frozenset({"notify", "transcript"}), hears_agent=True)
    assert left.hooks is not None
    assert (left.hooks.dictation, left.hooks.transcript is None) == (None, False)
    assert [tool.name for tool in left.tools] == ["list_messages", "export_messages"]
    assert [intent.name for intent in left.intents] == ["quick_list"]


@pytest.mark.clause("V-17.10")
def test_withdrawing_dictation_or_everything_leaves_what_is_left() -> None:
    dictation = narrowed(manifest(), Grants(kinds=frozenset({"transcript"}), hears_dictation=True))
    assert dictation.grants.hears_dictation
    assert not dictation.grants.hears_agent
    nothing = narrowed(manifest(), Grants())
    assert (nothing.permissions, nothing.hooks) == ((), None)
    assert narrowed(manifest(("hooks", GONE)), Grants()).hooks is None


@pytest.mark.clause("V-17.10")
def test_withdrawing_keeps_what_both_allow() -> None:
    same = manifest()
    assert narrowed(same, same.grants) is same
    assert narrowed(same, manifest(("permissions.0.domains", ["*"])).grants) is same
    smaller = manifest(("permissions.0.domains", ["x.example.org", "new.example"]), ("permissions.1", GONE))
    assert narrowed(same, smaller.grants).grants.domains == {"x.example.org"}


_KINDS = st.sets(st.sampled_from(["network", "background", "notify", "store", "transcript"]))
_DOMAINS = st.sets(st.sampled_from(["*", "*.example.org", "a.example.org", "b.example.net"]))


@settings(max_examples=50, deadline=None)
@given(
    st.builds(Grants, domains=_DOMAINS.map(frozenset), kinds=_KINDS.map(frozenset), hears_agent=st.booleans()),
)
def test_withdrawing_never_widens_anything(left: Grants) -> None:
    old = manifest()
    new = narrowed(old, left)
    assert growth(old, new) == ()
    assert new.grants.kinds <= left.kinds | ({"network"} if left.domains else set()) | {"transcript"}
    assert new.grants.hears_agent <= left.hears_agent
    assert all(covers(left.domains, domain) for domain in new.grants.domains)


NOW = START + 100 * 86_400


@pytest.mark.clause("V-17.13")
def test_pills_values_and_secrets_go_on_and_those_of_vanished_things_come_back_within_30_days() -> None:
    old = record(
        pills={"send_message": Pill.ASK, "list_messages": Pill.ALLOW},
        values={"region": "eu", "limit": "3"},
        secret_names=frozenset({"API_KEY", "pin"}),
    )
    smaller = manifest(
        ("tools.0", GONE), ("intents", GONE), ("auth.fields", [RICH["auth"]["fields"][1]]), ("preferences.3", GONE)
    )
    carried = carry_over(old, smaller, has_manifest=True, now_unix_s=NOW)
    assert carried.pills == {"list_messages": Pill.ALLOW}
    assert carried.values == {"region": "eu"}
    assert carried.secret_names == {"pin"}
    assert set(carried.kept) == {
        Kept(KeptKind.PILL, "send_message", NOW, "ask"),
        Kept(KeptKind.VALUE, "limit", NOW, "3"),
        Kept(KeptKind.SECRET, "API_KEY", NOW),
    }
    between = replace(
        old, pills=carried.pills, values=carried.values, secret_names=carried.secret_names, kept=carried.kept
    )
    still_gone = carry_over(between, smaller, has_manifest=True, now_unix_s=NOW + 1)
    assert set(still_gone.kept) == set(carried.kept)
    back = carry_over(between, manifest(), has_manifest=True, now_unix_s=NOW + KEPT_S)
    assert (back.pills, back.values, back.secret_names) == (old.pills, old.values, old.secret_names)
    assert (back.kept, back.expired_secrets) == ((), frozenset())
    late = carry_over(between, manifest(), has_manifest=True, now_unix_s=NOW + KEPT_S + 1)
    assert late.pills == {"list_messages": Pill.ALLOW}
    assert late.values == {"region": "eu"}
    assert (late.secret_names, late.kept, late.expired_secrets) == ({"pin"}, (), {"API_KEY"})


@pytest.mark.clause("V-17.13")
def test_pills_of_served_tools_stay_where_no_manifest_lists_tools() -> None:
    old = record(pills={"whatever": Pill.ASK})
    assert carry_over(old, manifest(), has_manifest=False, now_unix_s=NOW).pills == {"whatever": Pill.ASK}


def test_a_first_hook_is_growth_where_there_was_none() -> None:
    new = manifest(*SMALL)
    found = growth(manifest(("permissions", PLAIN), ("hooks", GONE)), new)
    assert [one.what for one in found] == ["transcript", "turnComplete"]


def test_a_plain_value_that_became_a_secret_does_not_stay_in_the_file() -> None:
    old = record(values={"region": "eu"})
    carried = carry_over(old, manifest(("auth.fields.1.secret", True)), has_manifest=True, now_unix_s=NOW)
    assert "eu" not in json.dumps([dict(carried.values), [one.value for one in carried.kept]])
