"""Packed files: what is unpacked, and what is refused before anything is written."""

from __future__ import annotations

import errno
import io
import os
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.errors import StorageUnavailable
from app.extensions import packages
from app.extensions.packages import PackageRefused, unpack
from tests.unit.extensions.bundles import bundle_bytes, zipped

pytestmark = pytest.mark.clause("V-17.2")

MANIFEST = "voiceos.integration.json"


def code_of(file: Path, into: Path) -> str:
    """Return why a file is refused; nothing may be left of it."""
    with pytest.raises(PackageRefused) as caught:
        unpack(file, into)
    assert not into.exists()
    return caught.value.finding.code


def entry(name: str, mode: int = 0o644, kind: int = stat.S_IFREG) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.create_system = 3
    made.external_attr = (kind | mode) << 16
    return made


def test_files_come_out_as_they_are_for_this_person_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.voxnotch"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(entry(MANIFEST), b"{}")
        archive.writestr(entry("bin/", 0o777, stat.S_IFDIR), b"")
        archive.writestr(entry("bin/run", 0o4755), b"#!/bin/sh\n")
        archive.writestr(entry("bin/data"), b"\0" * 100)
    root = unpack(file, tmp_path / "packages" / "new")
    assert root == tmp_path / "packages" / "new"
    assert {path.relative_to(root).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in root.rglob("*")} == {
        MANIFEST: 0o600,
        "bin": 0o700,
        "bin/run": 0o700,
        "bin/data": 0o600,
    }
    assert (root / "bin" / "data").read_bytes() == b"\0" * 100


def test_a_bundle_and_a_folder_that_was_zipped_as_a_whole_are_found(tmp_path: Path) -> None:
    file = zipped(tmp_path / "b.mcpb", {"mine/manifest.json": bundle_bytes(), "mine/server.js": b""})
    assert unpack(file, tmp_path / "new") == tmp_path / "new" / "mine"


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([entry("../evil")], "package-leaves-folder"),
        ([entry("a/../../evil")], "package-leaves-folder"),
        ([entry("/etc/evil")], "package-leaves-folder"),
        ([entry("..\\evil")], "package-leaves-folder"),
        ([entry("C:/evil")], "package-leaves-folder"),
        ([entry("link", kind=stat.S_IFLNK)], "package-link"),
        ([entry("pipe", kind=stat.S_IFIFO)], "package-link"),
        ([entry("a"), entry("A")], "package-written-twice"),
        ([entry("\u00e9"), entry("e\u0301")], "package-written-twice"),
        ([entry("a"), entry("a/b")], "package-written-twice"),
        ([entry("a/b"), entry("a")], "package-written-twice"),
        ([entry("a//b")], "package-bad-name"),
        ([entry("./a")], "package-bad-name"),
        ([entry("a\nb")], "package-bad-name"),
        ([entry("a?b")], "package-bad-name"),
        ([entry("n" * 256)], "package-bad-name"),
        ([entry("/".join("d" * 41))], "package-bad-name"),
        ([entry("other.json")], "package-no-manifest"),
        ([], "package-no-manifest"),
    ],
)
def test_what_is_no_plain_tree_of_files_is_refused(tmp_path: Path, entries: list[zipfile.ZipInfo], code: str) -> None:
    file = tmp_path / "bad.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for one in entries:
            archive.writestr(one, b"x")
    assert code_of(file, tmp_path / "new") == code
    assert not (tmp_path / "evil").exists()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_folders_may_be_named_twice(tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for one in (entry("a/b"), entry("a/", kind=stat.S_IFDIR), entry("a/", kind=stat.S_IFDIR), entry(MANIFEST)):
            archive.writestr(one, b"" if one.is_dir() else b"x")
    assert unpack(file, tmp_path / "new") == tmp_path / "new"


def test_a_name_with_a_zero_byte_is_refused_though_the_library_cuts_it(tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", {"aXb": b"x"})
    file.write_bytes(file.read_bytes().replace(b"aXb", b"a\0b"))
    assert code_of(file, tmp_path / "new") == "package-bad-name"


@pytest.mark.parametrize(
    ("limit", "most", "code"),
    [
        ("MOST_FILES", 2, "package-too-many"),
        ("MOST_FILE_BYTES", 500, "package-file-too-large"),
        ("MOST_BYTES", 1500, "package-too-large"),
        ("RATIO_FREE_BYTES", 100, "package-bomb"),
    ],
)
def test_too_much_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, code: str
) -> None:
    monkeypatch.setattr(packages, limit, most)
    monkeypatch.setattr(packages, "MOST_RATIO", 2)
    file = zipped(tmp_path / "big.zip", dict.fromkeys("abc", b"0" * 1000))
    assert code_of(file, tmp_path / "new") == code


def test_a_bomb_with_the_real_limits_is_refused(tmp_path: Path) -> None:
    file = zipped(tmp_path / "bomb.zip", {MANIFEST: b"{}", "zeros": bytes(packages.RATIO_FREE_BYTES + 1)})
    assert code_of(file, tmp_path / "new") == "package-bomb"


@pytest.mark.parametrize("told", [500, 5000])
def test_a_file_that_is_not_as_large_as_it_says_is_refused(tmp_path: Path, told: int) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("zeros", bytes(1000))
    data = buffer.getvalue()
    at = data.index(b"PK\x01\x02") + 24
    file = tmp_path / "lie.zip"
    file.write_bytes(data[:at] + told.to_bytes(4, "little") + data[at + 4 :])
    assert code_of(file, tmp_path / "new") == "package-unreadable"


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_zip_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(content)
    code = "package-no-manifest" if content.startswith(b"PK") else "package-unreadable"
    assert code_of(file, tmp_path / "new") == code


def test_offsets_that_lead_before_the_beginning_are_refused(tmp_path: Path) -> None:
    data = zipped(tmp_path / "a.zip", {MANIFEST: b"{}"}).read_bytes()
    at = data.index(b"PK\x05\x06") + 16  # where the directory of the archive begins
    (tmp_path / "a.zip").write_bytes(data[:at] + (10_000).to_bytes(4, "little") + data[at + 4 :])
    assert code_of(tmp_path / "a.zip", tmp_path / "new") == "package-unreadable"


def test_a_missing_file_and_what_is_no_file_are_refused(tmp_path: Path) -> None:
    assert code_of(tmp_path / "missing.zip", tmp_path / "new") == "no-such-file"
    (tmp_path / "folder").mkdir()
    assert code_of(tmp_path / "folder", tmp_path / "new") == "package-unreadable"


def test_a_pipe_is_refused_and_nobody_waits_for_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    assert code_of(tmp_path / "pipe.zip", tmp_path / "new") == "package-unreadable"


def test_a_password_and_an_unusual_packing_are_refused(tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", {"aaa": b"x"})
    data = file.read_bytes()
    at = data.index(b"PK\x01\x02") + 8
    file.write_bytes(data[:at] + b"\x01" + data[at + 1 :])
    assert code_of(file, tmp_path / "new") == "package-encrypted"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("aaa", b"x")
    assert code_of(file, tmp_path / "new") == "package-unreadable"


def test_a_full_disk_in_the_middle_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = zipped(tmp_path / "a.zip", {MANIFEST: b"{}", "b": b"x"})

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(packages, "_copy", full)
    with pytest.raises(StorageUnavailable) as caught:
        unpack(file, tmp_path / "packages" / "new")
    assert caught.value.code == "storage-full"
    assert not (tmp_path / "packages" / "new").exists()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.data())
def test_a_damaged_file_is_refused_or_gives_only_what_is_inside_its_folder(tmp_path: Path, data: st.DataObject) -> None:
    file = zipped(tmp_path / "a.zip", {MANIFEST: b"{}" * 50, "dir/file": b"some text " * 20})
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(bytes(content))
    place = tmp_path / "into"
    place.mkdir(exist_ok=True)
    into = place / "new"
    try:
        root = unpack(file, into)
    except PackageRefused:
        assert not into.exists()
    else:
        assert root.is_relative_to(into)
        for path in sorted(into.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        into.rmdir()
    assert list(place.iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} == {"a.zip", "into"}
