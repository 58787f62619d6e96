"""Builds the view models of the window, one of each; the only place that names them all.

Called by ``session`` on Qt's main thread after the first frame: the settings model brings pydantic. The keys of
``properties`` are required properties of ``qml/Voxnotch/Dashboard/DashboardWindow.qml``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.ui.bundled import bundled_integrations
from app.ui.translations import Translations
from app.ui.viewmodels import Submit, ViewModel
from app.ui.viewmodels.answers import AnswersModel
from app.ui.viewmodels.desktop import DesktopModel
from app.ui.viewmodels.devices import DevicesModel
from app.ui.viewmodels.history import HistoryModel
from app.ui.viewmodels.hotkeys import HotkeysModel
from app.ui.viewmodels.install import InstallModel
from app.ui.viewmodels.integrations import IntegrationsModel
from app.ui.viewmodels.models import CatalogueModel
from app.ui.viewmodels.onboarding import OnboardingModel
from app.ui.viewmodels.problem_words import ProblemWords
from app.ui.viewmodels.routing import RoutingModel
from app.ui.viewmodels.rules import RulesModel
from app.ui.viewmodels.settings import SettingsModel
from app.ui.viewmodels.voices import VoicesModel
from app.ui.viewmodels.waiting import WaitingModel

__all__ = ["ProblemWords", "WindowModels", "build_window_models"]


@dataclass(frozen=True, slots=True)
class WindowModels:
    """What the window is made with."""

    properties: Mapping[str, QObject]
    receivers: tuple[ViewModel, ...]
    """All that take events."""
    translations: Translations
    open_path: Callable[[str], None]
    """Show the install sheet for a folder or file."""


def build_window_models(
    submit: Submit,
    parent: QObject,
    *,
    translations_folder: Path,
    bundled_folder: Path,
    open_url: Callable[[str], None] | None = None,
) -> WindowModels:
    """Make them; ``parent`` owns them. ``bundled_folder`` has the integrations that can be offered at once;
    ``open_url`` hands an address or a ``file:`` folder to the desktop.
    """
    translations = Translations(translations_folder, system_languages=QLocale.system().uiLanguages(), parent=parent)
    answers = AnswersModel(submit, parent)
    catalogue = CatalogueModel(submit, parent)
    desktop = DesktopModel(parent)
    devices = DevicesModel(submit, parent)
    history = HistoryModel(submit, parent)
    hotkeys = HotkeysModel(submit, parent)
    hand_over = open_url or _open_url
    install = InstallModel(submit, parent, open_url=hand_over)
    integrations = IntegrationsModel(
        submit,
        bundled=bundled_integrations(bundled_folder),
        open_url=hand_over,
        parent=parent,
    )
    onboarding = OnboardingModel(submit, parent)
    routing = RoutingModel(submit, parent)
    rules = RulesModel(submit, parent)
    settings = SettingsModel(submit, catalogues=translations.available, parent=parent)
    voices = VoicesModel(submit, parent)
    waiting = WaitingModel(submit, parent)
    return WindowModels(
        properties={
            "answers": answers,
            "catalogue": catalogue,
            "desktop": desktop,
            "devices": devices,
            "history": history,
            "hotkeys": hotkeys,
            "install": install,
            "integrations": integrations,
            "onboarding": onboarding,
            "routing": routing,
            "rules": rules,
            "settings": settings,
            "voices": voices,
            "waiting": waiting,
        },
        # Translations first: the words of the others come in the new language.
        receivers=(
            translations,
            answers,
            catalogue,
            desktop,
            devices,
            history,
            hotkeys,
            install,
            integrations,
            onboarding,
            routing,
            rules,
            settings,
            voices,
            waiting,
        ),
        translations=translations,
        open_path=install.open_path,
    )


def _open_url(url: str) -> None:
    QDesktopServices.openUrl(QUrl(url))
