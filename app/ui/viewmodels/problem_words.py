"""Words for an error code beside the control it is about, in the language of the window.

The one type here that QML makes by itself, since it holds nothing but its inputs; Qt main thread.
"""

from __future__ import annotations

from PySide6.QtCore import Property, QCoreApplication, QObject, Signal
from PySide6.QtQml import QmlElement

from app.ui.phrases import error_words

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["ProblemWords"]


@QmlElement
class ProblemWords(QObject):
    """Bind ``code`` and ``language`` (to ``Qt.uiLanguage``), read ``text``."""

    codeChanged = Signal()
    placeChanged = Signal()
    languageChanged = Signal()
    hereChanged = Signal()
    textChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._code = ""
        self._place = ""
        self._language = ""
        self._here = False
        self._text = ""

    def _say(self) -> None:
        text = ""
        if " " in self._code:
            # The validator's own words instead of a code: better in English than not at all.
            text = QCoreApplication.translate("Errors", "That did not work: %1").replace("%1", self._code)
        elif self._code:
            words = error_words(self._code, self._place, on_models=self._here)
            text = f"{words.what}\n{words.next_step}"
        if text != self._text:
            self._text = text
            self.textChanged.emit()

    def _get_code(self) -> str:
        return self._code

    def _set_code(self, code: str) -> None:
        if code != self._code:
            self._code = code
            self.codeChanged.emit()
            self._say()

    def _get_place(self) -> str:
        return self._place

    def _set_place(self, place: str) -> None:
        if place != self._place:
            self._place = place
            self.placeChanged.emit()
            self._say()

    def _get_language(self) -> str:
        return self._language

    def _set_language(self, language: str) -> None:
        if language != self._language:
            self._language = language
            self.languageChanged.emit()
            self._say()

    def _get_here(self) -> bool:
        return self._here

    def _set_here(self, here: bool) -> None:
        if here != self._here:
            self._here = here
            self.hereChanged.emit()
            self._say()

    code = Property(str, _get_code, _set_code, notify=codeChanged)
    place = Property(str, _get_place, _set_place, notify=placeChanged)
    language = Property(str, _get_language, _set_language, notify=languageChanged)
    here = Property(bool, _get_here, _set_here, notify=hereChanged)
    """It is read on the Models page, and so does not lead there."""

    @Property(str, notify=textChanged)
    def text(self) -> str:
        return self._text
