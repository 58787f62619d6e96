"""The integrations that are installed: the list, the page of one, and what can be done to it.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/Integration*.qml``; Qt main thread. What one row of
``current`` shows is made in ``integration_rows``; its form and log are models of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import AskFor, IntegrationId, Pill, ToolRef
from app.domain.integrations import IntegrationPage
from app.domain.messages import (
    Event,
    IntegrationsChanged,
    ReloadIntegration,
    RemoveIntegration,
    RestartIntegration,
    SetAskFor,
    SetIntegrationEnabled,
    SetPill,
    SetReloadByItself,
    SetShortName,
    SettingsChanged,
    SetTranscriptAccess,
    SignIn,
    SignOut,
)
from app.ui.list_model import RowModel
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.integration_log import LogModel
from app.ui.viewmodels.integration_rows import (
    ActionRow,
    DetailRow,
    FindingRow,
    IntegrationRow,
    PermissionLine,
    action_row,
    detail_row,
    finding_rows,
    growth_lines,
    integration_row,
    permission_lines,
)
from app.ui.viewmodels.integration_setup import SetupModel

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["Bundled", "IntegrationsModel"]


@dataclass(frozen=True, slots=True)
class Bundled:
    """One integration that comes with Voxnotch and can be installed."""

    integration_id: str
    name: str
    summary: str
    icon_url: str
    folder: str


@QmlElement
@QmlUncreatable("handed to Main.qml")
class IntegrationsModel(QObject):
    """List and page."""

    knownChanged = Signal()

    def __init__(
        self,
        submit: Submit,
        *,
        bundled: Sequence[Bundled],
        open_url: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._open_url = open_url
        self._bundled = tuple(bundled)
        self._pages: tuple[IntegrationPage, ...] = ()
        self._selected = ""
        self.is_known = False
        self.rows = RowModel(IntegrationRow, key=lambda row: row.integration_id, parent=self)
        self.bundled_rows = RowModel(Bundled, key=lambda row: row.folder, parent=self)
        self.detail = RowModel(DetailRow, key=lambda row: row.integration_id, parent=self)
        self.permission_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.growth_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.action_rows = RowModel(ActionRow, key=lambda row: row.name, parent=self)
        self.finding_rows = RowModel(FindingRow, key=lambda row: row.number, parent=self)
        self.setup_model = SetupModel(submit, self)
        self.log_model = LogModel(submit, self)

    def apply(self, event: Event) -> None:
        self.setup_model.apply(event)
        self.log_model.apply(event)
        match event:
            case IntegrationsChanged(pages=pages):
                self._pages = pages
                self._refresh()
                if not self.is_known:
                    self.is_known = True
                    self.knownChanged.emit()
            case SettingsChanged():
                self._refresh()  # perhaps in another language
            case _:
                pass

    def _refresh(self) -> None:
        self.rows.replace(map(integration_row, self._pages))
        installed = {page.integration_id for page in self._pages}
        self.bundled_rows.replace(row for row in self._bundled if row.integration_id not in installed)
        page = next((page for page in self._pages if page.integration_id == self._selected), None)
        self.detail.replace([detail_row(page)] if page else [])
        self.permission_rows.replace(permission_lines(page) if page else [])
        self.growth_rows.replace(growth_lines(page.growth) if page else [])
        self.action_rows.replace(map(action_row, page.actions) if page else [])
        self.finding_rows.replace(finding_rows(page.findings) if page else [])
        self.setup_model.show(page)
        self.log_model.show(page.integration_id if page else IntegrationId(""))

    @Slot(str)
    def select(self, integration: str) -> None:
        """Show the page of this one; "" shows none."""
        if integration != self._selected:
            self._selected = integration
            self._refresh()

    @property
    def _id(self) -> IntegrationId:
        return IntegrationId(self._selected)

    @Slot(str, bool)
    def setEnabled(self, integration: str, enabled: bool) -> None:
        self._submit(SetIntegrationEnabled(IntegrationId(integration), enabled))

    @Slot(bool)
    def setSelectedEnabled(self, enabled: bool) -> None:
        self._submit(SetIntegrationEnabled(self._id, enabled))

    @Slot(bool)
    def setTranscriptAccess(self, allowed: bool) -> None:
        self._submit(SetTranscriptAccess(self._id, allowed))

    @Slot(str)
    def setAskFor(self, ask_for: str) -> None:
        """``everything``, ``acting``, ``declared``, or "" for the general setting (V-7.11)."""
        self._submit(SetAskFor(self._id, AskFor(ask_for) if ask_for else None))

    @Slot(str, str)
    def setPill(self, tool: str, pill: str) -> None:
        """``ask``, ``allow``, or "" to use the default (V-7.15)."""
        self._submit(SetPill(ToolRef(self._id, tool), Pill(pill) if pill else None))

    @Slot(str)
    def setShortName(self, short_name: str) -> None:
        """V-6.17."""
        if short_name.strip():
            self._submit(SetShortName(self._id, short_name.strip()))

    @Slot(bool)
    def setReloadByItself(self, on: bool) -> None:
        self._submit(SetReloadByItself(self._id, on))

    @Slot()
    def reload(self) -> None:
        """Read the folder again; also asks anew for what waits for approval."""
        self._submit(ReloadIntegration(self._id))

    @Slot()
    def restart(self) -> None:
        self._submit(RestartIntegration(self._id))

    @Slot(bool)
    def remove(self, with_history: bool) -> None:
        self._submit(RemoveIntegration(self._id, with_history))

    @Slot()
    def signIn(self) -> None:
        self._submit(SignIn(self._id))

    @Slot()
    def signOut(self) -> None:
        self._submit(SignOut(self._id))

    @Slot()
    def showFolder(self) -> None:
        for row in self.detail.rows:
            if row.folder:
                self._open_url(QUrl.fromLocalFile(row.folder).toString())

    @Slot(str)
    def openLink(self, url: str) -> None:
        """Open a link of its description or guide; anything but a page is left alone."""
        if url.startswith("https://"):
            self._open_url(url)

    @Property(bool, notify=knownChanged)
    def known(self) -> bool:
        """The core has told what is installed."""
        return self.is_known

    @Property(QObject, constant=True)
    def installed(self) -> QObject:
        return self.rows

    @Property(QObject, constant=True)
    def bundled(self) -> QObject:
        return self.bundled_rows

    @Property(QObject, constant=True)
    def current(self) -> QObject:
        """The page that is open: one row, or none."""
        return self.detail

    @Property(QObject, constant=True)
    def permissions(self) -> QObject:
        return self.permission_rows

    @Property(QObject, constant=True)
    def growth(self) -> QObject:
        """What waits for approval."""
        return self.growth_rows

    @Property(QObject, constant=True)
    def actions(self) -> QObject:
        return self.action_rows

    @Property(QObject, constant=True)
    def findings(self) -> QObject:
        return self.finding_rows

    @Property(SetupModel, constant=True)
    def setup(self) -> SetupModel:
        return self.setup_model

    @Property(LogModel, constant=True)
    def log(self) -> LogModel:
        return self.log_model
