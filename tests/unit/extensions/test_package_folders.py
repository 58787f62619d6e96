"""The folders of unpacked packages: renamed as a whole, found again, swept up when nobody needs them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.domain.errors import StorageUnavailable
from app.extensions.package_folders import STALE_S, holder_of, settle, staging_folder, sweep

NOW = 1_800_000_000.0


def test_a_folder_gets_its_name_as_a_whole_or_stays_where_it_was(tmp_path: Path) -> None:
    staging = staging_folder(tmp_path, "1")
    (staging / "inner").mkdir(parents=True)
    assert settle(staging, staging / "inner", "com.example.a-1") == tmp_path / "com.example.a-1" / "inner"
    with pytest.raises(StorageUnavailable):
        settle(staging, staging / "inner", "com.example.a-2")


def test_the_folder_of_a_package_is_told_from_that_of_an_author(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    assert holder_of(packages, str(packages / "a-1" / "inner")) == packages / "a-1"
    assert [holder_of(packages, folder) for folder in ("", str(packages), str(tmp_path / "mine"))] == [None] * 3


def test_only_what_is_old_and_unused_is_swept_up(tmp_path: Path) -> None:
    for name, age_s in (("used", STALE_S * 9), (".new-1", STALE_S * 9), (".new-2", STALE_S), ("old", STALE_S + 1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").touch()
        os.utime(tmp_path / name, (NOW - age_s, NOW - age_s))
    (tmp_path / "gone").symlink_to("nowhere")
    sweep(tmp_path, {tmp_path / "used"}, NOW)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".new-2", "gone", "used"]


def test_nothing_to_sweep_is_no_fault_and_no_folder_is_told(tmp_path: Path) -> None:
    sweep(tmp_path / "missing", (), NOW)
    (tmp_path / "file").touch()
    with pytest.raises(StorageUnavailable):
        sweep(tmp_path / "file", (), NOW)
