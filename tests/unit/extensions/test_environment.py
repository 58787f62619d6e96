"""The environment of a server: what was declared, and nothing of ours."""

from __future__ import annotations

import json
import os
import pwd
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import UserFixable
from app.domain.manifest import Manifest
from app.domain.manifest.reader import read_manifest
from app.extensions.environment import child_environment, setup_text, setup_values, system_environment

DATA = Path("/data/of/it")


def manifest(**parts: Any) -> Manifest:
    written: dict[str, Any] = {
        "schemaVersion": 1,
        "id": "com.example.notes",
        "version": "1.0.0",
        "name": "Notes",
        "summary": "Keeps notes",
        "publisher": {"id": "example", "name": "Example"},
        "runtime": {"kind": "local-mcp", "command": "node", "args": ["server.js"]},
        "tools": [{"name": "find", "description": "Finds", "inputSchema": {"type": "object", "properties": {}}}],
        **parts,
    }
    reading = read_manifest(json.dumps(written).encode(), strict=False)
    assert reading.manifest is not None, reading.findings
    return reading.manifest


NOTES = manifest(
    auth={"kind": "apiKey", "fields": [{"key": "API_KEY", "label": "Key"}, {"key": "SPACE", "label": "Space"}]},
    preferences=[
        {"name": "loud", "title": "Loud", "type": "boolean", "default": False},
        {"name": "most", "title": "Most", "type": "number", "default": 10},
        {"name": "folder", "title": "Folder", "type": "text"},
    ],
)


@pytest.mark.clause("V-5.10", "V-18.2")
def test_a_server_gets_its_values_its_path_its_folder_and_the_basic_variables() -> None:
    host = {"HOME": "/h", "LANG": "en_GB.UTF-8", "LC_TIME": "C", "DISPLAY": ":7", "PATH": "/host/only"}
    assert child_environment("/bin", {"API_KEY": "k"}, DATA, host=host) == {
        **system_environment({}),
        "HOME": "/h",
        "LANG": "en_GB.UTF-8",
        "LC_TIME": "C",
        "DISPLAY": ":7",
        "API_KEY": "k",
        "PATH": "/bin",
        "VOXNOTCH_DATA_DIR": str(DATA),
    }


@pytest.mark.clause("V-18.2")
@pytest.mark.parametrize(
    "name",
    [
        "OPENAI_API_KEY",
        "AWS_SECRET_ACCESS_KEY",
        "VOXNOTCH_HOME",
        "PYTHONPATH",
        "LD_PRELOAD",
        "NODE_OPTIONS",
        "VIRTUAL_ENV",
    ],
)
def test_nothing_else_of_the_host_reaches_a_server(name: str) -> None:
    host = {"HOME": "/h", name: "of the host"}
    assert name not in child_environment("/bin", {}, DATA, host=host)


def test_a_proxy_is_passed_on_unless_it_holds_a_password() -> None:
    host = {"https_proxy": "http://proxy:3128", "http_proxy": "http://me:secret@proxy:3128"}
    found = system_environment(host)
    assert found["https_proxy"] == "http://proxy:3128"
    assert "http_proxy" not in found


@pytest.mark.fault("A46")
def test_a_bare_start_takes_the_person_from_the_user_database() -> None:
    person = pwd.getpwuid(os.getuid())
    found = system_environment({"PATH": "/usr/bin:/bin"})
    assert (found["HOME"], found["USER"], found["SHELL"]) == (person.pw_dir, person.pw_name, person.pw_shell)


def test_a_user_without_a_name_has_what_the_host_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert system_environment({"HOME": "/h", "TZ": ""}) == {"HOME": "/h"}


def test_where_there_is_no_user_database_the_host_alone_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert system_environment({"HOME": "/h"}) == {"HOME": "/h"}


def test_no_value_takes_the_place_of_our_own_variables() -> None:
    found = child_environment("/bin", {"PATH": "/evil", "VOXNOTCH_DATA_DIR": "/evil"}, DATA, host={})
    assert (found["PATH"], found["VOXNOTCH_DATA_DIR"]) == ("/bin", str(DATA))


def test_a_value_that_no_variable_can_hold_is_refused_by_its_name() -> None:
    with pytest.raises(UserFixable) as caught:
        child_environment("/bin", {"KEY": "se\0cret"}, DATA, host={})
    assert (caught.value.code, caught.value.place) == ("value-unusable", "KEY")
    assert "cret" not in str(caught.value)


@pytest.mark.clause("V-5.11")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-0.0, "0"),
        (10.0, "10"),
        (0.1, "0.1"),
        (-2.50, "-2.5"),
        (1e21, "1" + "0" * 21),
        (1e-7, "0.0000001"),
        (2**60, "1152921504606846976"),
        ("1.0", "1.0"),
        ("", ""),
    ],
)
def test_values_are_written_the_short_way(value: str | bool | float, text: str) -> None:
    assert setup_text(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_back_as_it_was(value: float) -> None:
    assert float(setup_text(value)) == value


@pytest.mark.clause("V-5.12")
def test_a_value_never_set_is_its_default_or_absent() -> None:
    assert setup_values(NOTES, {}) == {"loud": "false", "most": "10"}
    assert setup_values(NOTES, {"API_KEY": "k", "loud": True, "folder": "", "most": 2.0}) == {
        "API_KEY": "k",
        "loud": "true",
        "most": "2",
        "folder": "",
    }


@pytest.mark.clause("V-5.10")
def test_what_the_manifest_does_not_declare_stays_away() -> None:
    assert "OLD_KEY" not in setup_values(NOTES, {"OLD_KEY": "k"})
