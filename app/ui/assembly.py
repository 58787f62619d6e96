"""Builds the view models of the window, one of each; the only place that names them all.

Called by ``session`` on Qt's main thread after the first frame: the settings model brings pydantic. The keys of
``properties`` are required properties of ``qml/Voxnotch/Dashboard/DashboardWindow.qml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale, QObject

from app.ui.translations import Translations
from app.ui.viewmodels import Submit, ViewModel
from app.ui.viewmodels.desktop import DesktopModel
from app.ui.viewmodels.devices import DevicesModel
from app.ui.viewmodels.history import HistoryModel
from app.ui.viewmodels.hotkeys import HotkeysModel
from app.ui.viewmodels.models import CatalogueModel
from app.ui.viewmodels.onboarding import OnboardingModel
from app.ui.viewmodels.problem_words import ProblemWords
from app.ui.viewmodels.rules import RulesModel
from app.ui.viewmodels.settings import SettingsModel

__all__ = ["ProblemWords", "WindowModels", "build_window_models"]


@dataclass(frozen=True, slots=True)
class WindowModels:
    """What the window is made with."""

    properties: Mapping[str, QObject]
    receivers: tuple[ViewModel, ...]
    """All that take events."""
    translations: Translations


def build_window_models(submit: Submit, parent: QObject, *, translations_folder: Path) -> WindowModels:
    """Make them; ``parent`` owns them."""
    translations = Translations(translations_folder, system_languages=QLocale.system().uiLanguages(), parent=parent)
    catalogue = CatalogueModel(submit, parent)
    desktop = DesktopModel(parent)
    devices = DevicesModel(submit, parent)
    history = HistoryModel(submit, parent)
    hotkeys = HotkeysModel(submit, parent)
    onboarding = OnboardingModel(submit, parent)
    rules = RulesModel(submit, parent)
    settings = SettingsModel(submit, catalogues=translations.available, parent=parent)
    return WindowModels(
        properties={
            "catalogue": catalogue,
            "desktop": desktop,
            "devices": devices,
            "history": history,
            "hotkeys": hotkeys,
            "onboarding": onboarding,
            "rules": rules,
            "settings": settings,
        },
        # Translations first: the words of the others come in the new language.
        receivers=(translations, catalogue, desktop, devices, history, hotkeys, onboarding, rules, settings),
        translations=translations,
    )
