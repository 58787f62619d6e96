"""The icon of an installed program, by desktop id, bundle id or name."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QIcon, QImage, QPixmap

from app.ui.app_icons import find_app_icon

ENTRY = """[Desktop Entry]
Type=Application
Name={name}
Name[de]=Anders
Icon={icon}
Exec=true

[Desktop Action new]
Name=New
"""

Install = Callable[[str, str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QGuiApplication) -> Iterator[Install]:
    assert qapp is not None
    folder = tmp_path / "share" / "applications" / "more"
    folder.mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    find_app_icon.cache_clear()

    def put(stem: str, name: str, icon: str) -> None:
        (folder / f"{stem}.desktop").write_text(ENTRY.format(name=name, icon=icon), encoding="utf-8")

    yield put
    find_app_icon.cache_clear()


@pytest.mark.clause("V-9.28")
@pytest.mark.parametrize("name", ["org.example.Notes", "org.example.notes.desktop", "notes", " Notes "])
def test_a_program_is_found_by_its_id_or_its_name(install: Install, tmp_path: Path, name: str) -> None:
    icon = tmp_path / "notes.png"
    icon.write_bytes(b"x")
    install("org.example.Notes", "Notes", str(icon))
    assert find_app_icon(name) == icon.as_uri()


@pytest.mark.clause("V-9.28")
@pytest.mark.parametrize("name", ["", "org.example.None", "../../etc/passwd", "/usr/share/x"])
def test_what_is_not_installed_has_no_icon(install: Install, name: str) -> None:
    install("org.example.Notes", "Notes", "/nowhere/icon.png")
    assert find_app_icon(name) == ""
    assert find_app_icon("Notes") == "", "its file is gone"


def test_an_id_wins_over_a_name_and_a_damaged_entry_costs_nothing(install: Install, tmp_path: Path) -> None:
    one, two = tmp_path / "one.png", tmp_path / "two.png"
    one.write_bytes(b"x")
    two.write_bytes(b"x")
    install("a", "b", str(one))
    install("b", "c", str(two))
    (tmp_path / "share" / "applications" / "bad.desktop").write_bytes(b"\xff\xfe no entry")
    (tmp_path / "share" / "applications" / "worse.desktop").write_text("Icon=x\n", encoding="utf-8")
    assert find_app_icon("b") == two.as_uri()


def test_an_icon_of_the_theme_is_handed_over_as_a_picture(install: Install, tmp_path: Path) -> None:
    theme = tmp_path / "icons" / "hicolor"
    (theme / "64x64" / "apps").mkdir(parents=True)
    (theme / "index.theme").write_text(
        "[Icon Theme]\nName=Hicolor\nDirectories=64x64/apps\n\n[64x64/apps]\nSize=64\nType=Fixed\n", encoding="utf-8"
    )
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(0xFF3987E5)
    assert image.save(str(theme / "64x64" / "apps" / "painter.png"))
    before = QIcon.themeSearchPaths()
    QIcon.setThemeSearchPaths([str(tmp_path / "icons")])
    QIcon.setThemeName("hicolor")
    try:
        install("painter", "Painter", "painter")
        address = find_app_icon("Painter")
        assert address.startswith("data:image/png;base64,")
        assert find_app_icon("nothing") == ""
        pixmap = QPixmap()
        assert pixmap.loadFromData(b64decode(address.split(",")[1]))
        assert pixmap.size().width() == 64
    finally:
        QIcon.setThemeSearchPaths(before)
