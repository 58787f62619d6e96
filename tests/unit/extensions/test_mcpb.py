"""Bundles of another format, read as one of our manifests, and what is started for them."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.findings import Severity
from app.domain.manifest.model import LocalRuntime
from app.extensions.launch import launch_of
from app.extensions.mcpb import read_mcpb, slug
from app.storage.install_record import InstallRecord
from tests.unit.domain.manifests import friendly
from tests.unit.extensions.bundles import bundle, bundle_bytes
from tests.unit.storage.installs_fixtures import record

pytestmark = pytest.mark.clause("V-17.1")


def server(**changes: Any) -> dict[str, Any]:
    made = {**bundle()["server"], **changes}
    return {name: value for name, value in made.items() if value is not None}


def config(**changes: Any) -> dict[str, Any]:
    return server(mcp_config={**bundle()["server"]["mcp_config"], **changes})


def codes(data: bytes) -> list[tuple[str, str, str]]:
    return [(one.path, one.severity.value, one.code) for one in read_mcpb(data).findings]


def installed(data: bytes, folder: str = "/pkg") -> InstallRecord:
    reading = read_mcpb(data)
    assert reading.manifest is not None, reading.findings
    return replace(
        record(),
        manifest=reading.manifest,
        folder=folder,
        has_manifest=False,
        fills_in=True,
        environment=reading.environment,
    )


def test_a_bundle_becomes_a_manifest_with_its_fields() -> None:
    reading = read_mcpb(bundle_bytes())
    made = reading.manifest
    assert made is not None
    assert reading.findings == ()
    assert (made.id, made.name, made.version) == ("mcpb.ann-example.file-reader", "File reader", "1.0.0")
    assert (made.summary, made.publisher.name, made.publisher.url) == (
        "Reads files",
        "Ann Example",
        "https://example.com",
    )
    assert (made.description, made.icon, reading.icon) == ("Reads *files*. ", "icon.png", "icon.png")
    assert (made.homepage, made.repository) == ("https://example.com/home", "https://example.com/repo.git")
    assert [(one.key, one.label, one.secret, one.required) for one in made.auth.fields] == [
        ("api_key", "Key", True, True)
    ]
    home = Path.home()
    assert [(one.name, one.title, one.type, one.default, one.required) for one in made.preferences] == [
        ("folders", "Folders", "text", f"{home}/Desktop{os.pathsep}{home}/Documents", True),
        ("limit", "Limit", "number", 10, False),
        ("host", "host", "text", "example.org", False),
        ("fast", "Fast", "boolean", True, False),
    ]
    assert [(one.name, one.title) for one in reading.tools] == [
        ("read-file", "read file"),
        ("delete_file", "delete file"),
    ]
    assert (made.tools, made.permissions, made.hooks) == ((), (), None)


def test_the_old_name_of_the_format_is_read_too() -> None:
    made = read_mcpb(bundle_bytes(manifest_version=None, dxt_version="0.1")).manifest
    assert made is not None
    assert made.id == "mcpb.ann-example.file-reader"


def test_the_least_that_a_bundle_may_have_is_enough() -> None:
    least = {
        "manifest_version": "0.3.1",
        "name": "least",
        "version": "2.0.0",
        "author": {"name": "A", "url": "no address"},
        "server": {"type": "python", "entry_point": "./main.py"},
    }
    reading = read_mcpb(json.dumps(least).encode())
    assert reading.manifest is not None
    assert reading.manifest.summary == "least"
    launch = launch_of(installed(json.dumps(least).encode()), {})
    assert launch is not None
    assert (launch.command, launch.arguments, launch.environment) == ("python3", ("/pkg/main.py",), {})


@pytest.mark.parametrize(
    ("kind", "command", "arguments"),
    [
        ("node", "node", ("/pkg/run",)),
        ("uv", "uv", ("run", "--directory", "/pkg", "/pkg/run")),
        ("binary", "/pkg/run", ()),
    ],
)
def test_an_entry_point_alone_says_what_to_start(kind: str, command: str, arguments: tuple[str, ...]) -> None:
    given_server = {"type": kind, "entry_point": "run"}
    launch = launch_of(installed(bundle_bytes(server=given_server)), {})
    assert launch is not None
    assert (launch.command, launch.arguments) == (command, arguments)


def test_what_is_started_has_its_values_filled_in_and_secrets_in_the_environment_only() -> None:
    folders = os.pathsep.join(["/a", "/b c"])
    launch = launch_of(installed(bundle_bytes()), {"folders": folders, "api_key": "s3cr3t", "host": "${HOME}"})
    assert launch is not None
    assert (launch.command, launch.arguments) == ("node", ("/pkg/server/index.js", "/a", "/b c", "--limit=10"))
    # What a person typed is a value, and nothing in it is filled in again.
    assert launch.environment == {"KEY": "s3cr3t", "MODE": "plain", "URL": "https://${HOME}/x"}
    assert "s3cr3t" not in repr(launch)


def test_a_value_that_was_never_set_leaves_no_empty_argument_or_variable_behind() -> None:
    changes = bundle()["user_config"]
    del changes["folders"]["default"]
    args = ["${user_config.folders}", "${user_config.host}", "${unknown}", "${/}"]
    launch = launch_of(installed(bundle_bytes(user_config=changes, server=config(args=args))), {})
    assert launch is not None
    assert launch.arguments == ("example.org", "${unknown}", "/")
    assert "KEY" not in launch.environment


def test_our_own_manifests_are_started_exactly_as_written() -> None:
    manifest, _ = friendly(("runtime.args", ["${__dirname}", "${user_config.x}", "$HOME"]))
    launch = launch_of(record(manifest=manifest), {"API_KEY": "k", "limit": "7", "gone": "x"})
    assert launch is not None
    assert launch.arguments == ("${__dirname}", "${user_config.x}", "$HOME")
    assert launch.environment == {"API_KEY": "k", "limit": "7", "signature": "", "fast": "true", "tone": "b"}
    remote, _ = friendly(("runtime", {"kind": "hosted", "entry": "x"}))
    assert launch_of(record(manifest=remote), {}) is None


def test_this_system_has_its_own_start() -> None:
    overrides = {sys.platform: {"command": "bin/tool", "args": ["x"], "env": {"MODE": "here"}}, "other": {}}
    launch = launch_of(installed(bundle_bytes(server=config(platform_overrides=overrides))), {"api_key": "k"})
    assert launch is not None
    assert (launch.command, launch.arguments) == ("/pkg/bin/tool", ("x",))
    assert launch.environment["MODE"] == "here"


@pytest.mark.parametrize(
    ("changes", "place", "code"),
    [
        ({"manifest_version": "1.0"}, "$.manifest_version", "unknown-bundle"),
        ({"manifest_version": None}, "$.dxt_version", "unknown-bundle"),
        ({"name": ""}, "$.name", "empty"),
        ({"version": "one"}, "$.version", "bad-version"),
        ({"icon": "../icon.png"}, "$.icon", "leaves-folder"),
        ({"server": None}, "$.server", "missing"),
        ({"server": 5}, "$.server", "not-an-object"),
        ({"server": {"type": "node"}}, "$.server.mcp_config", "nothing-to-start"),
        ({"server": {"type": "ruby", "entry_point": "x"}}, "$.server.mcp_config", "nothing-to-start"),
        ({"server": {"type": "node", "entry_point": "../x"}}, "$.server.entry_point", "leaves-folder"),
        ({"server": config(command=" ")}, "$.server.mcp_config", "nothing-to-start"),
        ({"server": config(command="../run")}, "$.server.mcp_config.command", "leaves-folder"),
        ({"server": config(args=["--key=${user_config.api-key}"])}, "$.server.mcp_config.args", "secret-in-argument"),
        ({"server": config(env={"X": "${user_config.other}"})}, "$.server.mcp_config", "unknown-setting"),
        ({"compatibility": {"platforms": ["plan9"]}}, "$.compatibility.platforms", "other-system"),
        ({"user_config": {"a-b": {"type": "string"}, "a.b": {"type": "string"}}}, '$.user_config["a.b"]', "name-taken"),
        ({"user_config": {"1a": {"type": "string"}}}, '$.user_config["1a"]', "bad-name"),
    ],
)
def test_what_cannot_be_used_is_refused_at_its_place(changes: dict[str, Any], place: str, code: str) -> None:
    reading = read_mcpb(bundle_bytes(**changes))
    assert reading.manifest is None
    refusals = [(one.path, one.code) for one in reading.findings if one.severity is Severity.REFUSED]
    assert (place, code) in refusals


def test_a_file_that_is_not_json_is_refused() -> None:
    assert codes(b"{") == [("$", "refused", "not-json")]


def test_small_faults_are_dropped_and_the_bundle_stays() -> None:
    env = {"PATH": "/x", "PYTHONPATH": "${__dirname}/lib:${__dirname}/more", "NODE_PATH": "/tmp", "a b": "x", "N": 5}
    settings_ = {
        "a": {"type": "colour", "default": "x"},
        "b": {"type": "number", "default": "x"},
        "c": 5,
        "d": {"type": "file", "default": ["/x", 5]},
    }
    data = bundle_bytes(
        server=config(env={**env, "L": []}, args=["a", 5, []]), user_config=settings_, icon="https://example.com/i.png"
    )
    reading = read_mcpb(data)
    assert reading.manifest is not None
    assert [(one.path, one.code) for one in reading.findings] == [
        ("$.user_config.a.type", "not-one-of"),
        ("$.user_config.b.default", "other-type"),
        ("$.user_config.c", "not-an-object"),
        ("$.server.mcp_config.args[1]", "number-as-text"),
        ("$.server.mcp_config.args[2]", "not-text"),
        ("$.server.mcp_config.env.PATH", "steering-name"),
        ("$.server.mcp_config.env.NODE_PATH", "steering-name"),
        ('$.server.mcp_config.env["a b"]', "bad-name"),
        ("$.server.mcp_config.env.N", "number-as-text"),
        ("$.server.mcp_config.env.L", "not-text"),
    ]
    assert reading.environment == {"PYTHONPATH": env["PYTHONPATH"], "N": "5"}
    assert isinstance(reading.manifest.runtime, LocalRuntime)
    assert reading.manifest.runtime.args == ("a", "5")
    assert (reading.icon, [one.default for one in reading.manifest.preferences]) == ("", ["x", None, "/x"])


def test_a_library_path_that_climbs_out_is_dropped() -> None:
    env = {"PYTHONPATH": "${__dirname}/../other"}
    assert ("$.server.mcp_config.env.PYTHONPATH", "dropped", "steering-name") in codes(
        bundle_bytes(server=config(env=env))
    )


def test_an_id_is_made_of_any_text() -> None:
    assert [slug(text) for text in ("Ann & Bob", "ÄÖ", "a" * 60)] == ["ann-bob", "x", "a" * 48]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(sorted(bundle())), _JSON, st.sampled_from(["", "mcp_config"]))
def test_no_value_in_any_place_breaks_the_reader(key: str, value: object, inside: str) -> None:
    data = bundle_bytes(server=server(mcp_config=value)) if inside else bundle_bytes(**{key: value})
    reading = read_mcpb(data)
    blocked = any(one.severity is Severity.REFUSED for one in reading.findings)
    assert (reading.manifest is None) == blocked
