"""Configure on the page of an integration: its form, saving it, and trying a connection with what is in it.

Owned by ``integrations``, read by ``qml/Voxnotch/Dashboard/ConfigurePanel.qml``; Qt main thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import CallFailure, IntegrationId
from app.domain.integrations import IntegrationPage
from app.domain.messages import ConfigureIntegration, ConnectionTested, Event, Notice, NoticeCode, TestConnection
from app.ui.phrases_integrations import failure_lines
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.forms import FormModel

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["KEY_STORE", "SetupModel"]

KEY_STORE: Final = "key-store-"
"""How all codes of ``KeyStoreUnavailable`` in ``app/domain/errors.py`` begin."""


@QmlElement
@QmlUncreatable("made by IntegrationsModel")
class SetupModel(QObject):
    """The form of the integration whose page is open."""

    testingChanged = Signal()
    testedChanged = Signal()
    unstorableChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._integration = IntegrationId("")
        self._name = ""
        self._request = 0
        self._sent: Mapping[str, str] = {}
        self.form_model = FormModel(self)
        self.is_testing = False
        self.answer: ConnectionTested | None = None
        self.is_unstorable = False

    def show(self, page: IntegrationPage | None) -> None:
        """Take the page that is open now, or its new state."""
        integration = page.integration_id if page else IntegrationId("")
        if integration != self._integration:
            self._integration = integration
            self._sent = {}
            self._set_unstorable(on=False)
            self._set_testing(on=False)
            self._set_answer(None)
        self._name = page.name if page else ""
        if page is None:
            self.form_model.show("", ())
        else:
            secrets = {field.name for field in page.fields if field.secret}
            if all((name in page.stored_secrets) == bool(text) for name, text in self._sent.items() if name in secrets):
                self._sent = {}
            self.form_model.show(integration, page.fields, values=page.values, stored=page.stored_secrets)

    def apply(self, event: Event) -> None:
        match event:
            case ConnectionTested(request=request) if request == self._request and self.is_testing:
                self._set_testing(on=False)
                self._set_answer(event)
            case Notice(code=NoticeCode.FAILED, place=place) if place.startswith(KEY_STORE) and self._sent:
                self._set_unstorable(on=True)
            case _:
                pass

    @Slot()
    def save(self) -> None:
        """Hand over what was typed and forget it here; the server restarts (V-5.15)."""
        typed = self.form_model.typed()
        if not typed or not self.form_model.is_valid:
            return
        # Once more without a key store, should the core say that there is none (V-5.14); no property shows it.
        self._sent = typed
        self._set_unstorable(on=False)
        self._submit(ConfigureIntegration(self._integration, typed))
        self.form_model.clear()

    @Slot()
    def keepUntilQuit(self) -> None:
        """Hand over the same values again, to be kept in memory (V-5.14)."""
        if self._sent:
            self._submit(ConfigureIntegration(self._integration, self._sent, until_quit=True))
        self.dropUnstored()

    @Slot()
    def dropUnstored(self) -> None:
        self._sent = {}
        self._set_unstorable(on=False)

    @Slot()
    def testConnection(self) -> None:
        """Try what is in the form; saves nothing (V-5.19)."""
        if self.is_testing or not self.form_model.is_valid:
            return
        self._request += 1
        self._set_answer(None)
        self._set_testing(on=True)
        self._submit(TestConnection(self._request, self._integration, self.form_model.filled_in()))

    def _set_testing(self, *, on: bool) -> None:
        if on != self.is_testing:
            self.is_testing = on
            self.testingChanged.emit()

    def _set_answer(self, answer: ConnectionTested | None) -> None:
        if answer != self.answer:
            self.answer = answer
            self.testedChanged.emit()

    def _set_unstorable(self, *, on: bool) -> None:
        if on != self.is_unstorable:
            self.is_unstorable = on
            self.unstorableChanged.emit()

    @Property(FormModel, constant=True)
    def form(self) -> FormModel:
        return self.form_model

    @Property(bool, notify=testingChanged)
    def testing(self) -> bool:
        return self.is_testing

    @Property(bool, notify=testedChanged)
    def tested(self) -> bool:
        return self.answer is not None

    @Property(bool, notify=testedChanged)
    def reached(self) -> bool:
        return self.answer is not None and self.answer.failure is None

    @Property(str, notify=testedChanged)
    def serverName(self) -> str:
        return f"{self.answer.server_name} {self.answer.server_version}".strip() if self.answer else ""

    @Property(int, notify=testedChanged)
    def toolCount(self) -> int:
        return self.answer.tool_count if self.answer else 0

    @Property(float, notify=testedChanged)
    def seconds(self) -> float:
        return self.answer.duration_s if self.answer else 0.0

    @Property(str, notify=testedChanged)
    def failureWords(self) -> str:
        """Class of the error in a sentence (V-6.24), and what else is known."""
        if self.answer is None or self.answer.failure is None:
            return ""
        return failure_lines(CallFailure(self.answer.failure, self.answer.message), self._name)

    @Property(bool, notify=unstorableChanged)
    def unstorable(self) -> bool:
        """There is no key store for the secrets that were saved last."""
        return self.is_unstorable
