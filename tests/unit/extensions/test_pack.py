"""Packing a folder for others."""

from __future__ import annotations

import json
import os
import shutil
import time
import zipfile
from pathlib import Path

import pytest

from app.domain.errors import StorageUnavailable
from app.extensions import pack as module
from app.extensions.manifest_files import NoManifest
from app.extensions.pack import NotPacked, pack
from app.extensions.packages import unpack
from tests.unit.domain.manifests import GONE, changed

pytestmark = pytest.mark.clause("V-20.6")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "post-office"
    (made / "src").mkdir(parents=True)
    (made / "voiceos.integration.json").write_text(json.dumps(changed(("icon", GONE))))
    (made / "src" / "server.py").write_text("print('hello')")
    (made / "run.sh").write_text("#!/bin/sh\n")
    (made / "run.sh").chmod(0o755)
    return made


def refusals(folder: Path, target: Path) -> list[tuple[str, str]]:
    with pytest.raises(NotPacked) as caught:
        pack(folder, target)
    assert not target.exists()
    return [(one.code, one.detail) for one in caught.value.findings]


def test_what_is_packed_can_be_unpacked_and_is_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    first = pack(folder, tmp_path / "1.voxnotch")
    assert first.files == ("run.sh", "src/server.py", "voiceos.integration.json")
    assert first.packed_bytes == first.file.stat().st_size
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    for path in (*copy.rglob("*"), copy):
        os.utime(path, (time.time() - 5000, 0))
    pack(copy, tmp_path / "2.voxnotch")
    assert (tmp_path / "1.voxnotch").read_bytes() == (tmp_path / "2.voxnotch").read_bytes()
    root = unpack(first.file, tmp_path / "new")
    assert (root / "src" / "server.py").read_text() == "print('hello')"
    assert os.access(root / "run.sh", os.X_OK)
    assert not os.access(root / "src" / "server.py", os.X_OK)


def test_the_file_is_named_after_the_integration(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert pack(folder).file.name == "com.example.post-office-1.2.3-beta.1.voxnotch"
    assert (tmp_path / "com.example.post-office-1.2.3-beta.1.voxnotch").exists()


def test_dependencies_and_what_tools_leave_behind_stay_out(folder: Path, tmp_path: Path) -> None:
    for name in ("node_modules", ".venv", "src/__pycache__", ".git"):
        (folder / name).mkdir()
        (folder / name / "file").write_text("x")
    (folder / "old.voxnotch").write_text("x")
    (folder / "src" / "server.pyc").write_text("x")
    (folder / ".DS_Store").write_text("x")
    shutil.rmtree(folder / ".git")
    (folder / ".git").symlink_to("/")
    packed = pack(folder, tmp_path / "a.voxnotch")
    assert packed.files == ("run.sh", "src/server.py", "voiceos.integration.json")


@pytest.mark.parametrize("name", [".env", ".env.local", "src/id_rsa", "KEY.PEM", "credentials.json", ".npmrc"])
def test_a_file_named_like_a_secret_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    (folder / name).write_text("x")
    assert refusals(folder, tmp_path / "a") == [("packed-secret", name)]


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA PRIVATE " + "KEY-----",
        "key = 'AKIA" + "A1B2C3D4E5F6G7H8'",
        "token: ghp_" + "a" * 36,
        'TOKEN = "sk-' + "a1" * 20 + '"',
    ],
)
def test_a_file_with_a_secret_in_it_is_refused(folder: Path, tmp_path: Path, text: str) -> None:
    (folder / "src" / "config.py").write_text(text)
    assert refusals(folder, tmp_path / "a") == [("packed-secret", "src/config.py")]


def test_an_example_of_a_secret_file_is_none(folder: Path, tmp_path: Path) -> None:
    (folder / ".env.example").write_text("API_KEY=")
    assert ".env.example" in pack(folder, tmp_path / "a").files


def test_links_are_refused_whether_they_lead_out_or_not(folder: Path, tmp_path: Path) -> None:
    (folder / "out").symlink_to("/etc/passwd")
    (folder / "inside").symlink_to("src")
    (folder / "nowhere").symlink_to("missing")
    assert refusals(folder, tmp_path / "a") == [
        ("packed-link", "inside"),
        ("packed-link", "nowhere"),
        ("packed-link", "out"),
    ]


def test_more_than_8_mib_is_refused_and_exactly_8_mib_is_not(folder: Path, tmp_path: Path) -> None:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    (folder / "data").write_bytes(bytes(8 * 1024 * 1024 - size))
    assert "data" in pack(folder, tmp_path / "fits").files
    with (folder / "data").open("ab") as more:
        more.write(b"x")
    assert refusals(folder, tmp_path / "a") == [("packed-too-large", "8388609 bytes, at most 8388608")]


def test_a_folder_that_fails_validate_is_refused_with_all_that_is_wrong(folder: Path, tmp_path: Path) -> None:
    (folder / "voiceos.integration.json").write_text(json.dumps(changed(("id", "X"), ("publisher", "P"))))
    assert [code for code, _ in refusals(folder, tmp_path / "a") if code != "background-intent"] == [
        "bad-id",
        "publisher-as-text",
        "no-icon-file",
    ]
    (folder / "voiceos.integration.json").write_text(json.dumps(changed()))
    (folder / "icon.png").write_text("no image")
    assert ("icon-no-image", "icon.png") in refusals(folder, tmp_path / "a")


def test_a_file_that_cannot_be_read_is_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes

    def refusing(path: Path) -> bytes:
        if path.name == "server.py":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(module.Path, "read_bytes", refusing)
    assert refusals(folder, tmp_path / "a") == [("packed-unreadable", "src/server.py: Permission denied")]


def test_without_a_manifest_or_a_place_to_write_there_is_no_package(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailable):
        pack(folder, Path("/proc/nowhere/a.voxnotch"))
    (folder / "voiceos.integration.json").unlink()
    with pytest.raises(NoManifest):
        pack(folder, tmp_path / "a")


def test_a_packed_file_holds_neither_times_nor_owners(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(pack(folder, tmp_path / "a").file) as archive:
        assert {(one.date_time, one.extra) for one in archive.infolist()} == {((1980, 1, 1, 0, 0, 0), b"")}
