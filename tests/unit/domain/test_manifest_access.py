"""What an integration may do and hear: runtime, permissions, hooks (V-3, V-4, V-11)."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.manifest.model import HostedRuntime, LocalRuntime, RemoteRuntime
from tests.unit.domain.manifests import GONE, RICH, friendly, refused

NO_HOOKS = ("hooks", GONE)


def test_a_local_runtime_has_a_command_and_arguments_which_default_to_none() -> None:
    runtime = friendly()[0].runtime
    assert isinstance(runtime, LocalRuntime)
    assert runtime.args == ("server.ts", "", " spaced "), "arguments as given"
    runtime = friendly(("runtime", {"kind": "local-mcp", "command": "bun"}))[0].runtime
    assert isinstance(runtime, LocalRuntime)
    assert runtime.args == ()
    manifest, found = friendly(("runtime.args", ["a", 7, None]))
    assert isinstance(manifest.runtime, LocalRuntime)
    assert manifest.runtime.args == ("a", "7")
    assert found == [("$.runtime.args[1]", "repaired", "number-as-text"), ("$.runtime.args[2]", "dropped", "not-text")]
    assert friendly(("runtime.args", "server.ts"))[1] == [("$.runtime.args", "dropped", "not-a-list")]


@pytest.mark.clause("V-3.4")
@pytest.mark.parametrize(("kind", "key"), [("local-mcp", "command"), ("remote-mcp", "url"), ("hosted", "entry")])
def test_a_runtime_without_its_one_field_or_of_an_unknown_kind_is_refused(kind: str, key: str) -> None:
    assert refused(("runtime", {"kind": kind})) == [(f"$.runtime.{key}", "missing")]
    assert refused(("runtime", {"kind": kind, key: " "}))[0] == (f"$.runtime.{key}", "empty")
    assert refused(("runtime", {"kind": f"{kind}2", key: "x"})) == [("$.runtime.kind", "not-one-of")]
    assert refused(("runtime", "bun server.ts")) == [("$.runtime", "not-an-object")]


@pytest.mark.clause("V-3.6")
def test_a_remote_url_is_https_or_on_this_machine() -> None:
    for url in ("https://example.com/mcp", "http://localhost:80", "http://127.0.0.1:8080/mcp", "http://[::1]:1/"):
        runtime = friendly(("runtime", {"kind": "remote-mcp", "url": url}))[0].runtime
        assert runtime == RemoteRuntime(kind="remote-mcp", url=url)
    for url in ("http://example.com", "http://localhost.example.com", "ws://localhost", "x", "https://localhost:x"):
        assert refused(("runtime", {"kind": "remote-mcp", "url": url})) == [("$.runtime.url", "not-https")]


def test_a_hosted_runtime_can_be_read() -> None:
    runtime = friendly(("runtime", {"kind": "hosted", "entry": "main"}))[0].runtime
    assert runtime == HostedRuntime(kind="hosted", entry="main")


@pytest.mark.clause("V-4.1")
@pytest.mark.parametrize("entry", [{}, {"domains": []}, {"domains": [""]}, {"domains": "example.com"}])
def test_network_access_to_no_domain_is_refused(entry: dict[str, Any]) -> None:
    assert refused(("permissions.0", {"kind": "network", **entry})) == [("$.permissions[0].domains", "no-domain")]


def test_a_domain_is_a_host_an_address_or_has_one_leading_wildcard() -> None:
    bad = ["https://example.com", "a.*.com", "*.*.com", "example.com/x", "-a.com", "a b", "ü.example", "a" * 254]
    manifest, found = friendly(("permissions.0.domains", ["example.com", "[::1]", "*.a.b", "*", *bad]))
    assert manifest.grants.domains == {"example.com", "[::1]", "*.a.b", "*", "api.example.net"}
    assert found == [
        ("$.permissions[0].domains[3]", "warning", "anywhere"),
        *((f"$.permissions[0].domains[{index}]", "dropped", "bad-domain") for index in range(4, 4 + len(bad))),
    ]


@pytest.mark.clause("V-4.7")
def test_a_transcript_permission_has_one_of_three_scopes_and_all_covers_both() -> None:
    for scope in ({}, {"scope": "everything"}, {"scope": ["agent"]}):
        permission = {"kind": "transcript", **scope}
        assert refused(("permissions", [permission]), NO_HOOKS, ("tools.0.execution.mode", "sync")) == [
            ("$.permissions[0].scope", "not-one-of")
        ]
    grants = friendly(("permissions.5.scope", "all"), ("permissions.6.scope", "all"))[0].grants
    assert (grants.hears_agent, grants.hears_dictation) == (True, True)


@pytest.mark.clause("V-4.10")
def test_an_unknown_permission_is_dropped() -> None:
    no_text = ("$.permissions[3].kind", "dropped", "unknown-permission")
    assert friendly(("permissions.3.kind", ["notify"]))[1] == [no_text]
    manifest, found = friendly(("permissions.3", {"kind": "root"}), ("permissions.4", "notify"))
    assert manifest.grants.kinds == {"network", "background", "transcript"}
    assert found == [
        ("$.permissions[3].kind", "dropped", "unknown-permission"),
        ("$.permissions[4]", "dropped", "not-an-object"),
    ]


def test_store_is_accepted_and_webhook_warned_of() -> None:
    manifest, found = friendly(("permissions.3", {"kind": "webhook"}))
    assert {"store", "webhook"} <= manifest.grants.kinds
    assert found == [("$.permissions[3]", "warning", "no-effect")]


@pytest.mark.clause("V-4.11")
def test_several_permissions_of_one_kind_are_merged() -> None:
    grants = friendly()[0].grants
    assert grants.domains == {
        "api.example.com",
        "*.example.org",
        "127.0.0.1",
        "::1",
        "localhost",
        "api.example.net",
    }
    assert grants.kinds == {"network", "background", "notify", "store", "transcript"}
    assert (grants.hears_agent, grants.hears_dictation) == (True, True)


@pytest.mark.clause("V-2.17", "V-11.1")
def test_hooks_are_five_and_another_key_is_dropped() -> None:
    hooks = friendly()[0].hooks
    assert hooks is not None
    assert hooks.model_fields_set == {"transcript", "dictation", "pre_tool_use", "post_tool_use", "turn_complete"}
    manifest, found = friendly(("hooks.toolUse", {}), ("hooks.transcript", True))
    assert manifest.hooks is not None
    assert manifest.hooks.transcript is None
    assert found == [("$.hooks.transcript", "dropped", "not-an-object"), ("$.hooks.toolUse", "dropped", "unknown-hook")]
    assert friendly(("hooks", {}))[1] == []
    assert friendly(("hooks", []))[1] == [("$.hooks", "dropped", "not-an-object")]


@pytest.mark.clause("V-11.2")
@pytest.mark.parametrize("event", ["transcript", "dictation", "preToolUse", "postToolUse", "turnComplete"])
def test_a_hook_without_the_transcript_permission_is_refused(event: str) -> None:
    hook = {"apps": ["gedit"]}
    assert refused(("hooks", {event: hook}), ("permissions", [{"kind": "background"}])) == [
        (f"$.hooks.{event}", "no-permission")
    ]


@pytest.mark.clause("V-4.5", "V-4.6", "V-11.3")
@pytest.mark.parametrize(
    ("scope", "event", "covered"),
    [
        *(("agent", event, True) for event in ("transcript", "preToolUse", "postToolUse", "turnComplete")),
        *(("dictation", event, False) for event in ("transcript", "preToolUse", "postToolUse", "turnComplete")),
        ("agent", "dictation", False),
        ("dictation", "dictation", True),
    ],
)
def test_a_hook_needs_the_scope_that_covers_it(scope: str, event: str, *, covered: bool) -> None:
    changes = [
        ("hooks", {event: {"apps": ["gedit"]}}),
        ("permissions", [{"kind": "background"}, {"kind": "transcript", "scope": scope}]),
    ]
    if covered:
        assert friendly(*changes)[1] == []
    else:
        assert refused(*changes) == [(f"$.hooks.{event}", "outside-scope")]


@pytest.mark.clause("V-11.4", "V-11.5")
def test_dictation_has_to_name_its_apps_and_an_empty_list_is_refused_everywhere() -> None:
    assert refused(("hooks.dictation", {})) == [("$.hooks.dictation.apps", "no-apps")]
    for event in RICH["hooks"]:
        for apps in ([], [" "], "gedit"):
            assert refused((f"hooks.{event}", {"apps": apps})) == [(f"$.hooks.{event}.apps", "no-apps")]
    hooks = friendly(("hooks.turnComplete", {}), ("hooks.transcript.apps", ["gedit", None]))
    assert hooks[1] == [("$.hooks.transcript.apps[1]", "dropped", "not-text")]


@pytest.mark.clause("V-11.6")
def test_a_scope_is_only_own_and_only_on_tool_hooks() -> None:
    hooks = friendly()[0].hooks
    assert hooks is not None
    assert hooks.pre_tool_use is not None
    assert hooks.post_tool_use is not None
    assert (hooks.pre_tool_use.scope, hooks.post_tool_use.scope) == ("own", "own")
    for event in ("preToolUse", "postToolUse"):
        assert refused((f"hooks.{event}.scope", "all")) == [(f"$.hooks.{event}.scope", "bad-scope")]
    for event in ("transcript", "dictation", "turnComplete"):
        assert refused((f"hooks.{event}.scope", "own")) == [(f"$.hooks.{event}.scope", "bad-scope")]


@pytest.mark.clause("V-11.11")
def test_a_summary_that_does_not_say_what_is_heard_is_warned_of() -> None:
    assert friendly(("summary", "Sends letters."))[1] == [("$.summary", "warning", "hearing-not-told")]
    assert friendly(("summary", "Sends letters."), NO_HOOKS)[1] == []
    assert refused(("summary", GONE)) == [("$.summary", "missing")]
