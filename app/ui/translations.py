"""Which translation is shown, and switching it while running.

``resources/i18n`` holds one ``voxnotch_<tag>.qm`` a language; ``packaging/translations.py`` makes them. Made by
``app/ui/assembly.py``; Qt main thread.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import langcodes
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlEngine

from app.domain.messages import Event, SettingsChanged

__all__ = ["SOURCE_TAG", "Translations", "catalogue_tags", "choose_catalogue"]

_log = logging.getLogger(__name__)

SOURCE_TAG: Final = "en"
"""The language the texts are written in; always there."""
SYSTEM: Final = "system"
FARTHEST: Final = 25
"""Distance of CLDR language matching up to which a text is still readable: ``pt`` to ``pt-BR`` 0, ``nb`` to ``da`` 4,
``sr-Latn`` to ``sr`` 5; zh-Hant to zh-Hans and unrelated languages are far beyond. https://unicode.org/reports/tr35/"""


def catalogue_tags(folder: Path) -> tuple[str, ...]:
    """Name the languages there are catalogues for, as BCP 47 tags; the source language is always among them."""
    found = {path.stem.removeprefix("voxnotch_").replace("_", "-") for path in folder.glob("voxnotch_*.qm")}
    return tuple(sorted(found | {SOURCE_TAG}))


def choose_catalogue(wanted: Sequence[str], available: Sequence[str]) -> str:
    """Pick the catalogue nearest to the first wanted language that has one near enough (A37).

    ``wanted`` are locale names or BCP 47 tags, best first; unreadable ones (``C``) are passed over.
    """
    for name in wanted:
        tag = name.partition(".")[0].partition("@")[0].replace("_", "-")
        try:
            best, distance = langcodes.closest_match(tag, list(available), max_distance=FARTHEST)
        except ValueError:
            # langcodes.LanguageTagError is one: the name is no language.
            continue
        if distance <= FARTHEST and best in available:
            return best
    return SOURCE_TAG


class Translations(QObject):
    """The translators that are installed in the application."""

    tagChanged = Signal(str)
    """The texts of ``QCoreApplication.translate`` are new already; bindings in QML must be read again."""

    def __init__(self, folder: Path, *, system_languages: Sequence[str], parent: QObject | None = None) -> None:
        """``system_languages``: what the system prefers, best first, e.g. ``QLocale.system().uiLanguages()``."""
        super().__init__(parent)
        self._folder = folder
        self._system = tuple(system_languages)
        self._installed: list[QTranslator] = []
        self.tag = ""

    @property
    def available(self) -> tuple[str, ...]:
        return catalogue_tags(self._folder)

    def steer(self, engine: QQmlEngine) -> None:
        """Keep the texts of ``engine`` in the language that is shown."""
        # Slots of the engine itself, so that they go with it. Its language alone does not read bindings again.
        engine.uiLanguageChanged.connect(engine.retranslate)
        self.tagChanged.connect(engine.setUiLanguage)
        engine.setUiLanguage(self.tag or SOURCE_TAG)

    def apply(self, event: Event) -> None:
        match event:
            case SettingsChanged(values=values):
                self.choose(str(values.get("general.language", SYSTEM)))
            case _:
                pass

    def choose(self, language: str) -> None:
        """Show ``language`` (``system`` or a BCP 47 tag), or the nearest there is."""
        tag = choose_catalogue(self._system if language == SYSTEM else (language,), self.available)
        if tag == self.tag:
            return
        self.tag = tag
        for old in self._installed:
            QCoreApplication.removeTranslator(old)
        self._installed.clear()
        locale = self._locale(tag)
        name = tag.replace("-", "_")
        self._install(locale, "qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._install_file(self._folder / f"voxnotch_{name}.qm")
        QLocale.setDefault(locale)
        QGuiApplication.setLayoutDirection(locale.textDirection())
        _log.info("interface language: %s", tag)
        self.tagChanged.emit(tag)

    def _locale(self, tag: str) -> QLocale:
        """Keep the person's own formats where their system speaks the same language (``en_GB`` under ``en``)."""
        for name in self._system:
            locale = QLocale(name.replace("-", "_"))
            if (
                choose_catalogue((name,), (tag,)) == tag
                and locale.language() == QLocale(tag.replace("-", "_")).language()
            ):
                return locale
        return QLocale(tag.replace("-", "_"))

    def _install(self, locale: QLocale, name: str, folder: str) -> None:
        translator = QTranslator(self)
        if translator.load(locale, name, "_", folder):
            QCoreApplication.installTranslator(translator)
            self._installed.append(translator)

    def _install_file(self, path: Path) -> None:
        translator = QTranslator(self)
        if path.exists() and translator.load(str(path)):
            QCoreApplication.installTranslator(translator)
            self._installed.append(translator)
        elif self.tag != SOURCE_TAG:
            _log.warning("translation cannot be read: %s", path.name)
