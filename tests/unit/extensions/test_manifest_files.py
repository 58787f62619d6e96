"""The icon that a manifest names, looked at where it is: every way in which it cannot be shown has a code."""

from __future__ import annotations

from pathlib import Path

from app.extensions.manifest_files import check_icon
from tests.unit.extensions.install_stage import PNG


def code(folder: Path, name: str = "icon.png") -> str:
    finding = check_icon(folder, name)
    return "" if finding is None else finding.code


def test_an_icon_that_is_there_and_an_image_is_fine(tmp_path: Path) -> None:
    (tmp_path / "icon.png").write_bytes(PNG)

    assert code(tmp_path) == ""


def test_a_link_to_itself_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "icon.png").symlink_to("icon.png")

    assert code(tmp_path) in {"icon-not-read", "no-icon-file"}  # Python 3.13 follows such a link to nothing


def test_an_icon_may_have_two_mebibytes(tmp_path: Path) -> None:
    (tmp_path / "icon.png").write_bytes(PNG + bytes(2 * 1024 * 1024))

    assert code(tmp_path) == "icon-too-large"


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "icon.png").write_bytes(PNG)
    folder = tmp_path / "integration"
    folder.mkdir()
    (folder / "icon.png").symlink_to(tmp_path / "icon.png")

    assert code(folder) == "leaves-folder"
