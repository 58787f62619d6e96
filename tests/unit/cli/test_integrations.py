"""What an author gets from ``voxnotch integrations validate``: words, places, exit status, and one JSON object."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import app.domain
from app.cli.finding_words import WORDS
from app.cli.main import main
from app.domain.manifest.source import MOST_BYTES
from app.extensions.manifest_files import NoManifest, read_bytes
from tests.unit.domain.manifests import GONE, RICH, changed

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a good integration."""
    place = tmp_path / "post-office"
    place.mkdir()
    (place / "icon.png").write_bytes(PNG)
    write(place, RICH)
    return place


def write(folder: Path, manifest: Any) -> None:
    (folder / "voiceos.integration.json").write_text(json.dumps(manifest), encoding="utf-8")


def validate(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["integrations", "validate", str(folder), *options])


def told(folder: Path) -> dict[str, Any]:
    """Return what ``--json`` prints, which is one object."""
    done = validate(folder, "--json")
    answer: dict[str, Any] = json.loads(done.output)
    assert done.exit_code == (0 if answer["ok"] else 1)
    return answer


def found(folder: Path) -> list[tuple[str, str, str]]:
    """Return place, severity and code, without the warning of the good integration."""
    rows = told(folder)["findings"]
    return [(row["path"], row["severity"], row["code"]) for row in rows if row["code"] != "background-intent"]


def test_a_good_manifest_is_good_and_a_warning_does_not_change_that(folder: Path) -> None:
    done = validate(folder)
    assert done.exit_code == 0
    assert "is good, with 1 warning." in done.output
    assert found(folder) == []
    write(folder, changed(("intents", GONE)))
    assert "is good." in validate(folder).output


@pytest.mark.clause("V-1.3", "V-20.2")
def test_validate_reads_strictly_and_starts_nothing(folder: Path) -> None:
    marker = folder / "started"
    command = {"kind": "local-mcp", "command": "touch", "args": [str(marker)]}
    write(folder, changed(("runtime", command), ("publisher", "Example"), ("version", "1.0.0.0")))
    assert found(folder) == [
        ("$.version", "error", "not-semver"),
        ("$.publisher", "error", "publisher-as-text"),
    ]
    assert not marker.exists()


def test_each_finding_is_told_with_its_place_what_is_wrong_and_what_to_do(folder: Path) -> None:
    write(folder, changed(("id", "Post"), ("tools.1.name", "List"), ("tools.2.extra", 1), ("intents", GONE)))
    done = validate(folder)
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        "refused  $.id: this is no good id (Post) [V-2.2]",
        "         write it like com.example.weather: lower case, with dots",
        "error    $.tools[1].name: this is no good name (List) [V-6.1]",
        "         use lower case: a letter first, then letters, digits and _",
        "warning  $.tools[2].extra: Voxnotch does not know this field and ignores it [V-1.11]",
        "         check the spelling, or leave it",
        f"{folder}/voiceos.integration.json: 2 to mend, 1 warning.",
    ]


def test_json_has_every_part_of_a_finding(folder: Path) -> None:
    write(folder, changed(("id", "Post"), ("intents", GONE)))
    assert told(folder) == {
        "ok": False,
        "folder": str(folder),
        "findings": [
            {
                "path": "$.id",
                "severity": "refused",
                "code": "bad-id",
                "clause": "V-2.2",
                "detail": "Post",
                "message": "this is no good id (Post)",
                "advice": "write it like com.example.weather: lower case, with dots",
            }
        ],
    }


@pytest.mark.clause("V-1.1")
def test_without_a_manifest_at_the_top_of_the_folder_there_is_nothing_to_read(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (folder / "voiceos.integration.json").rename(inner / "voiceos.integration.json")
    done = validate(folder)
    assert done.exit_code == 2
    assert f"There is no voiceos.integration.json in {folder}." in done.output
    assert validate(inner).exit_code == 0
    done = validate(folder / "nowhere", "--json")
    assert done.exit_code == 2
    assert json.loads(done.output) == {
        "ok": False,
        "folder": str(folder / "nowhere"),
        "error": f"{folder / 'nowhere'} is not a folder.",
        "findings": [],
    }


def test_a_manifest_that_is_a_pipe_is_not_waited_for(folder: Path) -> None:
    (folder / "voiceos.integration.json").unlink()
    os.mkfifo(folder / "voiceos.integration.json")
    assert validate(folder).exit_code == 2


def test_a_manifest_that_cannot_be_read_is_told(folder: Path) -> None:
    (folder / "voiceos.integration.json").unlink()
    (folder / "voiceos.integration.json").symlink_to("/proc/self/mem")
    done = validate(folder)
    assert done.exit_code == 2
    assert "is a link that leads out of the folder." in done.output
    with pytest.raises(NoManifest, match="cannot be read: Input/output error"):
        read_bytes(Path("/proc/self"), "mem")  # a file whose first byte no one can read


def test_a_manifest_of_more_than_4_mib_is_refused_in_plain_words(folder: Path) -> None:
    (folder / "voiceos.integration.json").write_bytes(b" " * (MOST_BYTES + 1))
    done = validate(folder)
    assert done.exit_code == 1
    assert "refused  $: it is too large (at most 4194304 bytes) [V-1.2]" in done.output


def test_what_a_terminal_would_obey_is_not_sent_to_it(folder: Path) -> None:
    write(folder, changed(("id", "\x1b[31mred\x07"), ("\x9bodd\x1b", 1)))
    output = validate(folder).output
    assert not any(character in output for character in "\x1b\x07\x9b")
    assert "[31mred" in output


@pytest.mark.clause("V-2.11")
@pytest.mark.parametrize(
    ("icon", "content", "expected"),
    [
        ("art/icon.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 20, []),
        ("icon.webp", b"RIFF\x10\0\0\0WEBPVP8 ", []),
        ("icon.png", b"<svg/>", [("$.icon", "error", "icon-no-image")]),
        ("icon.png", b"", [("$.icon", "error", "icon-no-image")]),
        ("icon.png", PNG + b"\0" * 2 * 1024 * 1024, [("$.icon", "error", "icon-too-large")]),
        ("icon.png", None, [("$.icon", "warning", "no-icon-file")]),
        ("../icon.png", PNG, [("$.icon", "refused", "leaves-folder")]),
        ("/icon.png", None, [("$.icon", "refused", "leaves-folder")]),
    ],
)
def test_an_icon_is_a_small_image_inside_the_folder(
    folder: Path, icon: str, content: bytes | None, expected: list[tuple[str, str, str]]
) -> None:
    (folder / "icon.png").unlink()
    if content is not None:
        (folder / icon).parent.mkdir(exist_ok=True)
        (folder / icon).write_bytes(content)
    write(folder, changed(("icon", icon)))
    assert found(folder) == expected


def test_an_icon_that_is_a_link_out_of_the_folder_is_refused_and_a_circle_told(folder: Path) -> None:
    outside = folder.parent / "secret.png"
    outside.write_bytes(PNG)
    (folder / "icon.png").unlink()
    (folder / "icon.png").symlink_to(outside)
    assert found(folder) == [("$.icon", "refused", "leaves-folder")]
    (folder / "icon.png").unlink()
    (folder / "icon.png").symlink_to(folder / "icon.png")
    assert [row[0] for row in found(folder)] == ["$.icon"]


def test_the_icon_is_judged_even_when_the_manifest_is_refused(folder: Path) -> None:
    (folder / "icon.png").write_bytes(b"no image")
    write(folder, changed(("id", "Post")))
    assert found(folder) == [("$.id", "refused", "bad-id"), ("$.icon", "error", "icon-no-image")]


def test_the_bad_input_of_the_issue_is_told_in_plain_words(folder: Path) -> None:
    loop = {"type": "object", "properties": {"x": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/x"}}}
    write(
        folder,
        changed(
            ("permissions.0.domains", ["*"]),
            ("tools.2.inputSchema", loop),
            ("tools.1.name", "send_message"),
            ("intents", GONE),
        ),
    )
    output = validate(folder).output
    for words in (
        "warning  $.permissions[0].domains[0]: this asks for the whole network, which is shown in red [V-4.2]",
        "error    $.tools[2].inputSchema.$defs.x.$ref: this reference only leads back to itself (#/$defs/x) [V-6.4]",
        "error    $.tools[1].name: this name is used twice (send_message) [V-6.1]",
    ):
        assert words in output


NOTES = {
    *("note", "refused", "dropped", "repaired", "warned", "wanted_by_strict", "_break", "Fault", "Finding"),
    *("_refused", "PackageRefused", "_finding"),
}


def codes_in(source: str) -> set[str]:
    """Return the words that look like codes in the calls that note a finding."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    noting = [
        node
        for node in calls
        if (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in NOTES
    ]
    texts = [argument.value for node in noting for argument in node.args if isinstance(argument, ast.Constant)]
    return {
        text for text in texts if isinstance(text, str) and text == text.lower() and " " not in text and text[:1] != "$"
    }


def test_every_code_has_words_and_no_words_are_left_over() -> None:
    domain = Path(str(app.domain.__file__)).parent
    files = [
        *domain.rglob("*.py"),
        *(domain.parent / "tools").glob("result*.py"),
        *(domain.parent / "extensions").glob("*.py"),
    ]
    sources = [file.read_text(encoding="utf-8") for file in files]
    codes = {code for source in sources for code in codes_in(source)} - {""}
    assert codes - WORDS.keys() == set()
    assert [code for code in WORDS if not any(f'"{code}"' in source for source in sources)] == []
