"""Which catalogue is chosen, and that switching reaches the application."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QGuiApplication

from app.domain.messages import SettingsChanged
from app.ui.languages import SPOKEN, language_options
from app.ui.translations import Translations, catalogue_tags, choose_catalogue
from tests.plugins.logs import ExpectLog
from tests.unit.ui.pseudo_catalogues import make_pseudo

ROOT = Path(__file__).resolve().parents[3]
MANY = ("de", "en", "pt-BR", "pt-PT", "sr", "zh-Hans", "zh-Hant")


@pytest.mark.fault("A37")
@pytest.mark.parametrize(
    ("wanted", "nearest"),
    [
        ("zh_Hant_TW", "zh-Hant"),
        ("zh-Hans", "zh-Hans"),
        ("zh_TW", "zh-Hant"),
        ("zh_CN.UTF-8", "zh-Hans"),
        ("pt", "pt-BR"),
        ("pt_AO", "pt-PT"),
        ("sr-Latn", "sr"),
        ("de_AT@euro", "de"),
        ("C", "en"),
        ("", "en"),
        ("ar_EG", "en"),
    ],
)
def test_the_nearest_catalogue_is_chosen(wanted: str, nearest: str) -> None:
    assert choose_catalogue((wanted,), MANY) == nearest


def test_the_first_language_with_a_catalogue_counts() -> None:
    assert choose_catalogue(("ar-EG", "C", "pt_PT", "de"), MANY) == "pt-PT"
    assert choose_catalogue(("zh-Hant",), ("en", "zh-Hans")) == "en", "the other script is not near"


def test_switching_while_running_changes_texts_direction_and_formats(qapp: QGuiApplication, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "ar")
    assert catalogue_tags(tmp_path) == ("ar", "en")
    translations = Translations(tmp_path, system_languages=("en_GB",))
    told: list[str] = []
    translations.tagChanged.connect(told.append)
    try:
        translations.apply(SettingsChanged({"general.language": "system"}))
        assert QLocale().name() == "en_GB", "the person's own formats stay"
        translations.apply(SettingsChanged({"general.language": "ar"}))
        assert QCoreApplication.translate("Errors", "The disk is full.") == "⟦The disk is full.⟧"
        assert qapp.layoutDirection() == Qt.LayoutDirection.RightToLeft
        translations.apply(SettingsChanged({"general.language": "system"}))
        assert QCoreApplication.translate("Errors", "The disk is full.") == "The disk is full."
        assert qapp.layoutDirection() == Qt.LayoutDirection.LeftToRight
    finally:
        translations.choose("en")
    assert told == ["en", "ar", "en"]


def test_a_catalogue_that_cannot_be_read_leaves_the_source_texts(
    qapp: QGuiApplication, tmp_path: Path, expected_log: ExpectLog
) -> None:
    expected_log("translation cannot be read")
    (tmp_path / "voxnotch_de.qm").write_bytes(b"not a catalogue")
    translations = Translations(tmp_path, system_languages=("en",))
    translations.choose("de")
    assert QCoreApplication.translate("Errors", "The disk is full.") == "The disk is full."
    translations.choose("en")


def test_languages_are_offered_by_their_own_names() -> None:
    labels = {option["value"]: option["label"] for option in language_options(SPOKEN)}
    assert (labels["de"], labels["en"], labels["es"]) == ("Deutsch", "English", "Español")
    assert all(label for label in labels.values())
    assert len(set(SPOKEN)) == len(SPOKEN)


def test_the_committed_translation_files_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "translations.py"), "--check"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
