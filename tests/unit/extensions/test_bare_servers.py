"""Servers without a manifest: command lines and addresses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.manifest.model import LocalRuntime, RemoteRuntime
from app.extensions.bare_servers import read_address, read_command_line


@pytest.mark.clause("V-17.3")
def test_words_before_the_command_become_secret_fields_and_are_not_in_what_is_stored() -> None:
    server = read_command_line("API_KEY=s3cr3t MODE='a b' npx -y '@scope/server-files' \"/my files\" X=1")
    assert server.environment == {"API_KEY": "s3cr3t", "MODE": "a b"}
    assert server.manifest is not None
    assert isinstance(server.manifest.runtime, LocalRuntime)
    assert server.manifest.runtime.command == "npx"
    assert server.manifest.runtime.args == ("-y", "@scope/server-files", "/my files", "X=1")
    assert [(one.key, one.secret) for one in server.manifest.auth.fields] == [("API_KEY", True), ("MODE", True)]
    assert "s3cr3t" not in server.location + server.manifest.model_dump_json() + repr(server)
    assert server.manifest.name == "server-files"


@pytest.mark.clause("V-17.3")
def test_a_server_without_a_manifest_has_no_hooks_intents_or_permissions() -> None:
    for server in (read_command_line("node /server.js"), read_address("https://example.com/mcp")):
        assert server.manifest is not None
        assert (server.manifest.hooks, server.manifest.intents, server.manifest.permissions) == (None, (), ())
        assert server.manifest.tools == ()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("/usr/bin/my-server --stdio", "my-server"),
        ("python3 -m server", "server"),
        ("uv run /srv/weather.py", "weather"),
        ("docker run -i --rm image", "image"),
        ("node", "node"),
        ("npx @", "npx"),
        ("/", "server"),
    ],
)
def test_a_server_is_named_after_what_is_run(line: str, name: str) -> None:
    manifest = read_command_line(line).manifest
    assert manifest is not None
    assert manifest.name == name


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "no-command"),
        ("KEY=value", "no-command"),
        ("'' x", "no-command"),
        ('node "open', "bad-command-line"),
        ("node a\0b", "bad-command-line"),
        ("node \ud800", "bad-command-line"),
        ("LD_PRELOAD=x.so node a.js", "steering-name"),
        ("PATH=/tmp node a.js", "steering-name"),
        ("_X=1 node a.js", "bad-name"),
        ("node server.mjs", "relative-path"),
        ("python3 tests/x.py", "relative-path"),
        ("npx tsx ~/server.ts", "relative-path"),
        ("npx server-files ./docs", "relative-path"),
        ("npx server-files ../docs", "relative-path"),
        ("bin/server", "relative-path"),
    ],
)
def test_a_command_line_that_cannot_be_used_says_why(line: str, code: str) -> None:
    server = read_command_line(line)
    assert server.manifest is None
    assert [one.code for one in server.findings] == [code]


@pytest.mark.parametrize(
    "line",
    [
        "npx -y @scope/server",
        "npx @scope/next.js",
        "docker run -i mcp/fetch",
        "uvx --from git+https://example.com/x.py server",
        "/opt/server --config=a/b.js",
        "node /srv/server.js",
    ],
)
def test_packages_options_and_whole_paths_need_no_folder(line: str) -> None:
    assert read_command_line(line).findings == ()


def test_a_file_in_the_folder_of_a_terminal_becomes_a_whole_path(tmp_path: Path) -> None:
    for name in ("run", "server.py", "tests/x.mjs", "bin/server", "npx.js"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    here = str(tmp_path)
    told = {
        "uv run server.py": f"uv run {here}/server.py",
        "K=1 node ./tests/x.mjs --x gone.js": f"node {here}/tests/x.mjs --x gone.js",
        "bin/server tests": f"{here}/bin/server tests",
        "npx.js a": "npx.js a",  # found along the path of programs, as a shell does
        f"node {here}/server.py {'x' * 5000}/y": f"node {here}/server.py {'x' * 5000}/y",
    }
    assert {line: read_command_line(line, here).location for line in told} == told
    server = read_command_line("uv run server.py", here)
    assert server.manifest is not None
    assert isinstance(server.manifest.runtime, LocalRuntime)
    assert server.manifest.runtime.args == ("run", f"{here}/server.py")


def test_the_same_command_is_the_same_integration_and_another_one_is_another() -> None:
    ids = {
        read_command_line(line).manifest.id  # pyright: ignore[reportOptionalMemberAccess] - all of them can be used
        for line in ("node /a/server.js", "K=1 node /a/server.js", "node '/a/server.js'", "node /b/server.js")
    }
    assert len(ids) == 2


@pytest.mark.clause("V-17.3")
@pytest.mark.parametrize("address", ["https://example.com/mcp?team=a", "http://localhost:8080", "http://[::1]/"])
def test_an_address_becomes_a_remote_server_with_a_field_for_its_token(address: str) -> None:
    server = read_address(f" {address} ")
    assert server.manifest is not None
    assert isinstance(server.manifest.runtime, RemoteRuntime)
    assert (server.manifest.runtime.url, server.location) == (address, address)
    assert [(one.key, one.secret, one.required) for one in server.manifest.auth.fields] == [
        ("ACCESS_TOKEN", True, False)
    ]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("example.com", "not-a-web-address"),
        ("https://example.com/\ud800", "not-a-web-address"),
        ("file:///etc/passwd", "not-a-web-address"),
        ("http://example.com", "not-https"),
        ("https://me:pw@example.com", "secret-in-address"),
        ("https://example.com/?api_key=x", "secret-in-address"),
    ],
)
def test_an_address_that_cannot_be_used_says_why_and_is_not_stored(address: str, code: str) -> None:
    server = read_address(address)
    assert (server.manifest, server.location) == (None, "")
    assert [one.code for one in server.findings] == [code]


@given(st.text(st.characters()))
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (read_command_line, read_address):
        server = read(text)
        assert (server.manifest is None) == bool(server.findings)
