"""Notes, as a real process: what becomes of the files, whatever the titles, and what the cards show."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.cards.blocks import Header, ListBlock
from tests.fixtures.integrations.folders import bundled
from tests.fixtures.integrations.talker import Talker
from tests.unit.integrations_bundled.cards import good_card, kinds


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def notes(data_dir: Path) -> Iterator[Talker]:
    with Talker(bundled("notes"), env={"VOXNOTCH_DATA_DIR": str(data_dir)}) as server:
        yield server


def files(data_dir: Path) -> dict[str, str]:
    """Return name and content of every file that came to be, wherever, hidden ones too."""
    return {
        path.relative_to(data_dir.parent).as_posix(): path.read_text()
        for path in data_dir.parent.rglob("*")
        if path.is_file()
    }


def test_a_note_is_a_markdown_file_with_its_title_on_top(notes: Talker, data_dir: Path) -> None:
    made = notes.data("create_note", title="Garden ideas", text="- plum tree\n- bench")
    assert made["status"] == "created"
    assert made["file"] == "Garden ideas.md"
    assert files(data_dir) == {"data/notes/Garden ideas.md": "# Garden ideas\n\n- plum tree\n- bench\n"}
    assert kinds(made) == ["header", "list"]


def test_a_note_may_be_empty_at_first(notes: Talker, data_dir: Path) -> None:
    assert kinds(notes.data("create_note", title="Later")) == ["header"]
    assert files(data_dir) == {"data/notes/Later.md": "# Later\n"}
    assert notes.data("get_note", title="later")["text"] == ""


def test_what_is_appended_stands_on_a_line_of_its_own(notes: Talker) -> None:
    notes.data("create_note", title="Shopping", text="milk")
    notes.data("append_note", title="shopping", text="bread")
    notes.data("append_note", title=" Shopping ", text="eggs\n")
    assert notes.data("get_note", title="Shopping")["text"] == "milk\nbread\neggs"


def test_a_deleted_note_is_gone(notes: Talker, data_dir: Path) -> None:
    notes.data("create_note", title="Old", text="x")
    assert kinds(notes.data("delete_note", title="Old")) == ["header"]
    assert files(data_dir) == {}
    assert notes.error("delete_note", title="Old") == 'There is no note "Old".'


def test_a_title_is_there_once(notes: Talker) -> None:
    notes.data("create_note", title="Café", text="one")
    told = 'There is already a note "CAFE\u0301". Append to it, or choose another title.'
    assert notes.error("create_note", title="CAFE\u0301", text="two") == told
    assert notes.data("get_note", title="cafe\u0301")["text"] == "one"


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("../../escape", "escape.md"),
        ("/etc/passwd", "etc-passwd.md"),
        ("a/b\\c:d*e?f", "a-b-c-d-e-f.md"),
        (".hidden", "hidden.md"),
        ("CON", "note CON.md"),
        ("com1.txt", "note com1.txt.md"),
        ("🎉🎉", "note.md"),
        ("...", "note.md"),
        ("हिन्दी", "हिन्दी.md"),
        ("日本語 " * 15, ("日本語 " * 12)[:-1] + ".md"),
        ("tab\tand\nline", "tab and line.md"),
        ("nul\0byte", "nul-byte.md"),
        ("--option", "option.md"),
    ],
)
def test_no_title_leads_out_of_the_folder(notes: Talker, data_dir: Path, title: str, file: str) -> None:
    assert notes.data("create_note", title=title, text="in here")["file"] == file
    assert list(files(data_dir)) == [f"data/notes/{file}"]
    assert notes.data("get_note", title=title)["text"] == "in here"
    notes.data("delete_note", title=title)
    assert files(data_dir) == {}


def test_two_titles_that_differ_only_in_what_a_file_cannot_be_called_are_two_notes(notes: Talker) -> None:
    assert notes.data("create_note", title="A/B", text="one")["file"] == "A-B.md"
    assert notes.data("create_note", title="A-B", text="two")["file"] == "A-B 2.md"
    assert notes.data("get_note", title="A/B")["text"] == "one"
    assert notes.data("get_note", title="A-B")["text"] == "two"


def test_links_and_hidden_files_are_no_notes(notes: Talker, data_dir: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("# Secret\n\nthe words\n")
    folder = data_dir / "notes"
    folder.mkdir()
    (folder / "Secret.md").symlink_to(secret)
    (folder / ".Hidden.md").write_text("the words")
    (folder / "words.txt").write_text("the words")
    (folder / "Folder.md").mkdir()
    assert notes.data("list_notes")["total"] == 0
    assert notes.data("find_notes", query="words")["total"] == 0
    assert "There is no note" in notes.error("append_note", title="Secret", text="more")
    made = notes.data("create_note", title="Secret", text="mine")
    assert made["file"] == "Secret 2.md"
    assert secret.read_text() == "# Secret\n\nthe words\n"


def test_a_file_that_somebody_else_wrote_goes_by_its_name_or_heading(notes: Talker, data_dir: Path) -> None:
    folder = data_dir / "notes"
    folder.mkdir()
    (folder / "plain.md").write_bytes(b"no heading here\n\xff\xfe\n")
    (folder / "other.md").write_text("#   ## Their title  \ntext\n")
    (folder / "empty heading.md").write_text("# \ntext\n")
    titles = {note["title"] for note in notes.data("list_notes")["notes"]}
    assert titles == {"plain", "Their title", "empty heading"}
    assert notes.data("get_note", title="plain")["text"] == "no heading here\n\ufffd\ufffd"
    assert notes.data("get_note", title="their title")["text"] == "text"


def test_a_near_title_is_named_but_not_taken(notes: Talker) -> None:
    for title in ("Shopping list", "Shopping ideas", "Recipes"):
        notes.data("create_note", title=title)
    told = notes.error("delete_note", title="shopping")
    assert told.startswith('There is no note "shopping". Did you mean "Shopping ')
    assert '" or "' in told
    assert notes.error("get_note", title="recipies") == 'There is no note "recipies". Did you mean "Recipes"?'
    assert notes.error("get_note", title="zzz") == 'There is no note "zzz".'


def test_finding_wants_all_words_and_shows_where(notes: Talker) -> None:
    notes.data("create_note", title="Garden", text="plum tree\nRED bench and a red tree\nTree, red")
    notes.data("create_note", title="Red tree of life")
    notes.data("create_note", title="Other", text="red\ntree")
    found = notes.data("find_notes", query="tree red")
    assert found["total"] == 2
    by_title = {note["title"]: (note["line"], note["matchingLines"]) for note in found["notes"]}
    assert by_title["Garden"] == ("RED bench and a red tree", 2)
    assert by_title["Red tree of life"] == ("# Red tree of life", 1)
    assert kinds(found) == ["header", "list"]
    assert kinds(notes.data("find_notes", query="nowhere at all")) == ["header"]


def test_the_list_has_the_note_changed_last_on_top_and_six_rows_on_its_card(notes: Talker, data_dir: Path) -> None:
    for number in range(8):
        made = notes.data("create_note", title=f"Note {number}")
        os.utime(data_dir / "notes" / made["file"], (number, number))
    listed = notes.data("list_notes")
    assert [note["title"] for note in listed["notes"]] == [f"Note {number}" for number in range(7, -1, -1)]
    header, rows = good_card(listed).blocks
    assert isinstance(header, Header)
    assert header.trailing == "8 notes"
    assert isinstance(rows, ListBlock)
    assert [row.title for row in rows.rows] == [f"Note {number}" for number in range(7, 1, -1)]
    assert rows.rows[0].trailing == "1970-01-01"


def test_long_texts_fit_the_card(notes: Talker) -> None:
    title = "word " * 24
    assert kinds(notes.data("create_note", title=title, text="long line " * 1000)) == ["header", "list"]
    assert kinds(notes.data("find_notes", query="word")) == ["header", "list"]
    assert kinds(notes.data("list_notes")) == ["header", "list"]
    assert kinds(notes.data("get_note", title=title)) == ["header", "list"]


def test_a_card_is_cut_by_the_units_that_its_caps_count(notes: Talker) -> None:
    title = "🎉" * 100
    made = notes.data("create_note", title=title, text="👩‍👩‍👧 " * 50)
    header, rows = good_card(made).blocks
    assert isinstance(header, Header)
    assert header.title == "🎉" * 29 + "…"
    assert isinstance(rows, ListBlock)
    assert kinds(notes.data("find_notes", query="👩‍👩‍👧")) == ["header", "list"]


def test_a_big_note_is_kept_whole_and_answered_in_part(notes: Talker, data_dir: Path) -> None:
    part = "0123456789abcdef\n" * 58_000
    notes.data("create_note", title="Big", text=part)
    for _ in range(4):
        notes.data("append_note", title="Big", text=part)
    assert (data_dir / "notes" / "Big.md").stat().st_size == len(part) * 5 + len("# Big\n\n")
    answer = notes.data("get_note", title="Big")
    assert len(answer["text"]) == 100_000
    assert "the whole note is in" in answer["leftOut"]
    assert notes.data("find_notes", query="789AB")["notes"][0]["matchingLines"] == 5 * 58_000


def test_a_file_too_large_for_a_note_is_left_alone(notes: Talker, data_dir: Path) -> None:
    folder = data_dir / "notes"
    folder.mkdir()
    with (folder / "Video.md").open("wb") as sparse:
        sparse.truncate(17 * 1024 * 1024)
    assert "too much for a note" in notes.error("append_note", title="Video", text="x")
    assert "too much for a note" in notes.error("get_note", title="Video")
    assert notes.data("find_notes", query="video")["total"] == 1
    assert notes.data("find_notes", query="x")["total"] == 0
    notes.data("delete_note", title="Video")


def test_a_note_never_grows_past_its_limit(notes: Talker, data_dir: Path) -> None:
    folder = data_dir / "notes"
    folder.mkdir()
    (folder / "Full.md").write_text("x" * (16 * 1024 * 1024 - 2))
    assert "is the most" in notes.error("append_note", title="Full", text="more")
    assert (folder / "Full.md").stat().st_size == 16 * 1024 * 1024 - 2


def test_a_write_that_fails_leaves_the_old_note_and_nothing_else(notes: Talker, data_dir: Path) -> None:
    notes.data("create_note", title="Keep", text="me")
    before = files(data_dir)
    # A name that is too long in no file system but where the folder itself is gone for writing: a file in its place.
    (data_dir / "notes").rename(data_dir / "moved")
    (data_dir / "notes").write_text("in the way")
    assert "File exists" in notes.error("create_note", title="New", text="x")
    (data_dir / "notes").unlink()
    (data_dir / "moved").rename(data_dir / "notes")
    assert files(data_dir) == before


def test_what_a_killed_run_left_half_written_is_cleared_away(data_dir: Path) -> None:
    folder = data_dir / "notes"
    folder.mkdir()
    (folder / ".abc.part").write_text("half")
    with Talker(bundled("notes"), env={"VOXNOTCH_DATA_DIR": str(data_dir)}) as notes:
        assert notes.data("list_notes")["total"] == 0
    assert files(data_dir) == {}


def test_calls_at_once_lose_nothing(notes: Talker) -> None:
    notes.data("create_note", title="Log")
    asked = [
        notes.start("tools/call", {"name": "append_note", "arguments": {"title": "Log", "text": f"line {number}"}})
        for number in range(30)
    ]
    answered = [notes.line() for _ in asked]
    assert len(answered) == 30
    lines = notes.data("get_note", title="Log")["text"].splitlines()
    assert sorted(lines) == sorted(f"line {number}" for number in range(30))


def test_without_a_folder_from_the_host_it_says_so() -> None:
    with Talker(bundled("notes")) as notes:
        told = notes.error("list_notes")
    assert told == "list_notes: there is nowhere to keep notes, VOXNOTCH_DATA_DIR is not set."


def test_the_host_is_told_which_tools_only_read_and_which_destroy(notes: Talker) -> None:
    hints = {name: tool["annotations"] for name, tool in notes.tools().items()}
    assert {name for name, hint in hints.items() if hint["readOnlyHint"]} == {"get_note", "list_notes", "find_notes"}
    assert {name for name, hint in hints.items() if hint["destructiveHint"]} == {"delete_note"}
