"""The window with a core that is played by this file: what tests, pictures and the screen reader test look at.

``python -m tests.unit.ui.window_stage [page]`` shows it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine, QQmlError
from PySide6.QtQuick import QQuickWindow

from app.domain import messages as m
from app.domain.integrations import IntegrationPage
from app.domain.threads import TurnCall
from app.domain.turn import FinishedTurn, TargetApp, TurnId, TurnKind, TurnOutcome, new_turn_id
from app.settings.model import Settings
from app.ui.assembly import build_window_models
from app.ui.dashboard import Dashboard
from app.ui.viewmodels.answers import AnswersModel
from app.ui.viewmodels.history import HistoryModel
from app.ui.viewmodels.install import InstallModel
from app.ui.viewmodels.integrations import IntegrationsModel
from app.ui.viewmodels.onboarding import OnboardingModel
from app.ui.viewmodels.settings import SettingsModel
from app.ui.viewmodels.shell import Look, ShellModel
from tests.unit.ui.played_integrations import PAGES, PlayedIntegrations
from tests.unit.ui.played_models import PlayedModels

# WORKAROUND: with `from pydantic import ValidationError` before PySide6, where imports are sorted to, pydantic 2.14
# cannot load the rest of itself afterwards: PySide 6.11 looks into each module while it is half loaded.

ModelT = TypeVar("ModelT", bound=QObject)

ROOT = Path(__file__).resolve().parents[3]
NOON = 1_780_000_000.0

THEME_BINDINGS = b"""
import QtQuick
import Voxnotch.Theme
import Voxnotch.ViewModels

QtObject {
    id: look
    required property ShellModel shell
    readonly property list<Binding> all: [
        Binding { target: Theme; property: "windowDark"; value: look.shell.windowDark },
        Binding { target: Theme; property: "reducedMotion"; value: look.shell.reducedMotion },
        Binding { target: Theme; property: "textScale"; value: look.shell.textScale }
    ]
}
"""
"""As App/Main.qml does, without the notch."""

LETTER = """Thanks for the draft. I read it on the train and have three remarks, all of them small: the figure on page \
two needs a unit, the second heading promises more than the text keeps, and the last paragraph could go."""
SAID = (
    (LETTER, "Thunderbird", TurnOutcome.INSERTED, 14.2),
    ("Buy oat milk, coffee and a new bulb for the hallway.", "Mousepad", TurnOutcome.COPIED, 4.1),
    ("افتح ملف report.pdf الآن 3 مرات", "gedit", TurnOutcome.INSERTED, 5.0),
    ("", "XTerm", TurnOutcome.CANCELLED, 2.4),
    ("The meeting moves to Thursday at ten.", "Chromium", TurnOutcome.SHOWN, 3.0),
    ("", "Chromium", TurnOutcome.FAILED, 61.5),
    ("", "", TurnOutcome.RECOVERED, 33.0),
)  # fmt: skip


def example_history(count: int = 7, *, newest_s: float = NOON) -> list[FinishedTurn]:
    """Newest first, an hour and a bit apart."""
    turns: list[FinishedTurn] = []
    for number in range(count):
        text, app, outcome, seconds = SAID[number % len(SAID)]
        at_s = newest_s - number * 5000
        turns.append(
            FinishedTurn(
                turn_id=new_turn_id(at_s), kind=TurnKind.DICTATE, started_unix_s=at_s, outcome=outcome,
                text=f"{text} {number}" if count > len(SAID) and text else text, raw_text=text.lower().replace(".", ""),
                language="en", model="tiny.en", audio_s=seconds, app_id=app, has_audio=True,
                error_code="recogniser-failed" if outcome is TurnOutcome.FAILED else "",
            )
        )  # fmt: skip
    return turns


class PlayedCore:
    """Answers commands as the core does, one turn of the event loop later."""

    def __init__(self, history: list[FinishedTurn], pages: tuple[IntegrationPage, ...] = ()) -> None:
        self.history = history
        self.integrations = PlayedIntegrations(self.tell, pages)
        self.language_models = PlayedModels(self.tell)
        self.turn_calls: dict[TurnId, tuple[TurnCall, ...]] = {}
        self.settings = Settings()
        self.commands: list[m.Command] = []
        self.watchers: list[Callable[[m.Event], None]] = []
        self.models = (
            m.ModelInfo("tiny.en", m.ModelState.LOADED, 75_537_500, "en"),
            m.ModelInfo("base", m.ModelState.ABSENT, 147_951_465, "multilingual"),
            m.ModelInfo("small", m.ModelState.FETCHING, 486_000_000, "multilingual", progress=0.4),
            m.ModelInfo("medium", m.ModelState.DAMAGED, 1_530_000_000, "multilingual", problem="model-damaged"),
        )

    def submit(self, command: m.Command) -> None:
        self.commands.append(command)
        QTimer.singleShot(0, lambda: self.answer(command))

    def tell(self, event: m.Event) -> None:
        for watcher in self.watchers:
            watcher(event)

    def start(self) -> None:
        self.tell(m.CoreStarted())
        self.tell_settings()
        self.tell(
            m.DevicesChanged(
                (
                    m.AudioDevice("alsa.usb", "Yeti Stereo Microphone", False),
                    m.AudioDevice("alsa.pci", "Built-in", True),
                ),
                in_use="alsa.pci",
            )
        )
        self.tell_models()
        self.integrations.tell_pages()
        abilities = ("hotkeys", "paste", "type", "frontmost-app", "placement", "media", "paste-receipt")
        self.tell(m.CapabilitiesReported("x11", tuple(m.Capability(name, name != "media") for name in abilities)))
        output = m.OutputArea("HDMI-1", 0, 0, 1920, 1080, is_primary=True)
        self.tell(m.DesktopChanged(m.DesktopState((output,), "HDMI-1", "HDMI-1")))

    def tell_models(self) -> None:
        self.tell(m.ModelsChanged(self.models, self.settings.recognition.model))

    def tell_settings(self) -> None:
        groups = self.settings.model_dump(mode="json")
        del groups["version"]
        self.tell(
            m.SettingsChanged({f"{g}.{name}": value for g, keys in groups.items() for name, value in keys.items()})
        )

    def answer(self, command: m.Command) -> None:
        match command:
            case m.RequestHistory(request=request, query=query, before=before, limit=limit):
                found = [
                    t
                    for t in self.history
                    if query.lower() in f"{t.text} {t.answer}".lower() and (not before or t.turn_id < before)
                ]
                self.tell(m.HistoryPage(request, tuple(found[:limit]), len(found) > limit))
            case m.ChangeSettings(values=values):
                self.change(dict(values))
            case m.DeleteTurn(turn_id=turn_id):
                self.history = [turn for turn in self.history if turn.turn_id != turn_id]
                self.tell(m.HistoryChanged(turn_id, None))
            case m.RequestTurn() | m.DeleteThread() | m.ExportHistory():
                self.answer_of_turns(command)
            case m.ClearHistory():
                self.history = []
                self.tell(m.HistoryChanged(None, None))
            case m.RetryTurn(turn_id=turn_id):
                self.history = [
                    replace(t, text="Recognised now.", outcome=TurnOutcome.SHOWN) if t.turn_id == turn_id else t
                    for t in self.history
                ]
                self.tell(m.HistoryChanged(turn_id, next(t for t in self.history if t.turn_id == turn_id)))
            case m.PlayTake(turn_id=turn_id):
                self.tell(m.PlaybackChanged(turn_id))
            case m.StopPlayback():
                self.tell(m.PlaybackChanged(None))
            case m.RecordShortcut(action=action):
                self.tell(m.ShortcutRecorded(action, "f9"))
            case m.StartMicrophoneTest():
                for _ in range(10):
                    self.tell(m.LevelMeasured(0.3, 0.1))
            case _:
                self.integrations.answer(command)
                self.language_models.answer(command)

    def answer_of_turns(self, command: m.RequestTurn | m.DeleteThread | m.ExportHistory) -> None:
        match command:
            case m.RequestTurn(request=request, turn_id=turn_id):
                turn = next((t for t in self.history if t.turn_id == turn_id), None)
                self.tell(m.TurnDetails(request, turn, self.turn_calls.get(turn_id, ())))
            case m.DeleteThread(thread_id=thread_id):
                self.history = [turn for turn in self.history if turn.thread_id != thread_id]
                self.tell(m.HistoryChanged(None, None))
            case m.ExportHistory(path=path):
                self.tell(m.HistoryExported(path))

    def change(self, values: dict[str, object]) -> None:
        changed = self.settings
        for key, value in values.items():
            try:
                changed = changed.with_value(key, value)
            except ValueError as error:  # pydantic's own name for it cannot be imported here, see below
                self.tell(m.SettingsRefused({key: str(error)}))
                return
        self.settings = changed
        self.tell_settings()
        self.tell_models()

    def dictate(self, text: str) -> TurnId:
        """Play a take that ends in the focused field."""
        target = TargetApp(1, "voxnotch", "")
        turn = replace(example_history(1, newest_s=NOON + 60)[0], text=text)
        self.history.insert(0, turn)
        self.tell(m.HistoryChanged(turn.turn_id, turn))
        self.tell(m.TurnFinished(turn.turn_id, TurnKind.DICTATE, TurnOutcome.INSERTED, text, target))
        return turn.turn_id


class WindowStage:
    """Window, view models and played core; warnings of the engine are kept. Needs the application object."""

    def __init__(
        self,
        *,
        history: list[FinishedTurn] | None = None,
        dark: bool = True,
        text_scale: float = 1.0,
        catalogues: Path = ROOT / "resources" / "i18n",
        language: str = "en",
        onboarded: bool = True,
        page: str = "home",
        provider: str = "openai-compatible",
        integrations: tuple[IntegrationPage, ...] = PAGES,
        bundled: Path = ROOT / "resources" / "integrations",
    ) -> None:
        self.owner = QObject()
        self.core = PlayedCore(example_history() if history is None else history, integrations)
        self.core.settings = self.core.settings.with_value("general.onboarded", onboarded)
        self.core.settings = self.core.settings.with_value("general.language", language)
        self.core.settings = self.core.settings.with_value("agent.provider", provider)
        self.shell = ShellModel(Look(system_dark=dark, text_scale=text_scale, reduced_motion=True), self.owner)
        self.opened_urls: list[str] = []
        self.models = build_window_models(
            self.core.submit,
            self.owner,
            translations_folder=catalogues,
            bundled_folder=bundled,
            open_url=self.opened_urls.append,
        )
        self.history_model: HistoryModel = self._model("history", HistoryModel)
        self.settings_model: SettingsModel = self._model("settings", SettingsModel)
        self.onboarding_model: OnboardingModel = self._model("onboarding", OnboardingModel)
        self.integrations_model: IntegrationsModel = self._model("integrations", IntegrationsModel)
        self.install_model: InstallModel = self._model("install", InstallModel)
        self.answers_model: AnswersModel = self._model("answers", AnswersModel)
        self.core.watchers = [model.apply for model in self.models.receivers]
        self.core.start()
        self.warnings: list[str] = []
        self.engine = QQmlApplicationEngine()
        self.engine.warnings.connect(self._keep_warnings)
        self.engine.addImportPath(str(ROOT / "qml"))
        self.models.translations.steer(self.engine)
        self.engine.setInitialProperties({"shell": self.shell})
        self.engine.loadData(THEME_BINDINGS)
        self.dashboard = Dashboard(self.engine, self.shell, self.models.properties, ROOT / "qml")
        self.shell.openWindow(page)
        if not isinstance(self.dashboard.window, QQuickWindow):
            raise RuntimeError("\n".join(self.warnings))  # noqa: TRY004 - the window did not load
        self.window = self.dashboard.window

    def _model(self, name: str, kind: type[ModelT]) -> ModelT:
        model = self.models.properties[name]
        assert isinstance(model, kind)
        return model

    def _keep_warnings(self, found: list[QQmlError]) -> None:
        self.warnings.extend(warning.toString() for warning in found)

    def close(self) -> None:
        """The engine goes before the view models, or bindings read what is gone."""
        self.window.close()
        self.engine.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.models.translations.choose("en")
        self.owner.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def main() -> int:
    app = QGuiApplication(sys.argv[:1])
    app.setApplicationName("Voxnotch")
    app.setApplicationVersion("0.1.0")
    stage = WindowStage(page=sys.argv[1] if len(sys.argv) > 1 else "home")
    assert stage.window.isVisible()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
