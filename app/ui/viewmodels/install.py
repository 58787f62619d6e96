"""The install sheet: what a folder, file, address or command would bring, and the yes or no to it (V-17.4 to V-17.11).

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/InstallSheet.qml`` and fed by the page, by drag and
drop and by a later start with a path; Qt main thread. It shows one plan at a time; one that comes unasked meanwhile
(a reload that wants more) waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.findings import Finding
from app.domain.installs import InstallPlan, PlanReason, Source, SourceKind
from app.domain.integrations import IntegrationPage
from app.domain.messages import (
    CommitInstall,
    DiscardInstall,
    Event,
    InstallEnded,
    InstallPlanned,
    InstallProgressed,
    IntegrationsChanged,
    PlanInstall,
    SettingsChanged,
)
from app.ui.list_model import RowModel
from app.ui.opened import source_of
from app.ui.phrases import error_words
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.bare_server import BareServer, BareServerModel
from app.ui.viewmodels.forms import FormModel
from app.ui.viewmodels.install_rows import ActingRow, PlanRow, acting_rows, bare_name, plan_row, shown_fields
from app.ui.viewmodels.integration_rows import (
    FindingRow,
    PermissionLine,
    finding_rows,
    growth_lines,
    hearing_lines,
    network_lines,
    runs_lines,
    upkeep_lines,
)
from app.ui.viewmodels.integration_setup import KEY_STORE

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["InstallModel"]

MOST_PROGRESS: Final = 200
"""Lines of the command that fetches dependencies; a person reads the last ones."""


@QmlElement
@QmlUncreatable("handed to Main.qml")
class InstallModel(QObject):
    """Closed, reading, showing a plan, or installing it."""

    stateChanged = Signal()
    accessChanged = Signal()
    fetchChanged = Signal()
    errorChanged = Signal()
    installed = Signal(str)
    """The integration; its page can be shown."""

    def __init__(
        self, submit: Submit, parent: QObject | None = None, *, open_url: Callable[[str], None] = lambda _: None
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._open_url = open_url
        self._request = 0
        self._plan: InstallPlan | None = None
        self._waiting: InstallPlan | None = None
        self._progress: deque[str] = deque(maxlen=MOST_PROGRESS)
        self._pages: Mapping[str, IntegrationPage] = {}
        self._called = ""
        self._given: frozenset[str] = frozenset()
        self.state_name = "closed"
        self.access = True
        self.fetch = False
        self.error_text = ""
        self.until_quit = False
        self.error_code = ""
        self.plan_rows = RowModel(PlanRow, key=lambda row: row.plan_id, parent=self)
        self.hearing_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.growth_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.acting_rows = RowModel(ActingRow, key=lambda row: row.name, parent=self)
        self.upkeep_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.network_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.runs_rows = RowModel(PermissionLine, key=lambda row: row, parent=self)
        self.finding_rows = RowModel(FindingRow, key=lambda row: row.number, parent=self)
        self.form_model = FormModel(self)
        self.bare_model = BareServerModel(self._ask, self)

    def apply(self, event: Event) -> None:
        match event:
            case InstallPlanned(request=0, plan=plan) if self.state_name != "closed":
                self._waiting = plan
            case InstallPlanned(request=request, plan=plan) if request in (0, self._request):
                self._show(plan)
            case InstallPlanned(plan=plan):
                self._submit(DiscardInstall(plan.plan_id))  # its sheet was closed before it came
            case InstallProgressed(plan_id=plan_id, line=line) if self._is_shown(plan_id):
                self._progress.append(line)
                self._fill()
            case InstallEnded(plan_id="") if self.state_name == "reading":
                self._set_error(event.error_code, _failure(event))
                self._set_state("failed")
            case InstallEnded(plan_id=plan_id) if self._is_shown(plan_id):
                self._end(event)
            case IntegrationsChanged(pages=pages):
                self._pages = {page.integration_id: page for page in pages}
            case SettingsChanged():
                self._fill()  # perhaps in another language
            case _:
                pass

    def open_path(self, path: str) -> None:
        """Plan what lies at ``path``: a folder is used in place, a file is unpacked (V-17.2)."""
        self._ask(BareServer(source_of(path)))

    @Slot(QUrl)
    def planUrl(self, url: QUrl) -> None:
        """Plan a folder or file that was chosen or dropped; an address that was dropped is a server."""
        if url.isLocalFile():
            self.open_path(url.toLocalFile())
        else:
            self._ask(BareServer(Source(SourceKind.REMOTE, url.toString())))

    @Slot(str)
    def planFolder(self, folder: str) -> None:
        self._ask(BareServer(Source(SourceKind.FOLDER, folder)))

    def _ask(self, asked: BareServer) -> None:
        if self.state_name == "installing":
            return  # one after the other; the sheet is in front
        self._drop_plan()
        self._set_error("", "")
        self._request += 1
        # Not the source: a command line brings the secrets of its environment.
        self._called, self._given = asked.name, asked.given
        self._set_state("reading")
        self._submit(PlanInstall(self._request, asked.source))

    def _show(self, plan: InstallPlan) -> None:
        self._drop_plan()
        self._plan = plan
        self._progress.clear()
        before = self._pages.get(plan.integration_id)
        # An update or a growth does not switch on again what the person switched off (V-17.13).
        self._set_access(on=before is None or before.transcript_access)
        self._set_fetch(on=False)
        self._set_error("", "")
        self.until_quit = False
        self._fill()
        self._set_state("refused" if plan.refused else "plan")

    def _fill(self) -> None:
        plan = self._plan
        if plan is None:
            return
        before = self._pages.get(plan.integration_id)
        called = bare_name(plan, self._called, before)
        self.plan_rows.replace([plan_row(plan, called, self._progress)])
        only_growth = plan.reason is PlanReason.GROWTH or plan.refused
        grown = growth_lines(plan.growth, plan.hears)
        # A growth brings its new hooks; a whole plan lists them all.
        heard = [line for line in grown if line.kind == "hears"] if only_growth else hearing_lines(plan.hears)
        self.hearing_rows.replace(heard)
        self.growth_rows.replace(line for line in grown if line not in heard)
        self.acting_rows.replace([] if only_growth else acting_rows(plan.may_do))
        upkeep = upkeep_lines(background=plan.background, reminders=plan.reminders, own_data=plan.own_data)
        self.upkeep_rows.replace([] if only_growth else upkeep)
        self.network_rows.replace([] if only_growth else network_lines(plan.domains))
        self.runs_rows.replace([] if only_growth else runs_lines(plan.runs))
        self.finding_rows.replace(finding_rows(_told(plan)))
        self.form_model.show(
            plan.plan_id,
            () if only_growth else shown_fields(plan.fields, self._given),
            values=before.values if before else None,
            stored=before.stored_secrets - self._given if before else frozenset(),
        )

    @Slot()
    def install(self) -> None:
        if self._plan is None or self.state_name != "plan" or not self.form_model.is_valid:
            return
        self._set_error("", "")
        self._set_state("installing")
        self._submit(
            CommitInstall(
                self._plan.plan_id,
                self.form_model.typed(),
                transcript_access=self.access,
                fetch_dependencies=self.fetch,
                until_quit=self.until_quit,
                name=self._called,
            )
        )

    def _end(self, ended: InstallEnded) -> None:
        if ended.error_code:
            self._set_error(ended.error_code, _failure(ended))
            self._set_state("plan")
            return
        self._plan = None  # there is nothing left to discard
        self._close()
        self.bare_model.choose("")
        self.installed.emit(ended.integration)

    @Slot()
    def cancel(self) -> None:
        """Close the sheet; what was read is forgotten, what was typed too."""
        self._drop_plan()
        self._request += 1  # an answer on its way is too late
        self._close()

    def _drop_plan(self) -> None:
        if self._plan is not None:
            self._submit(DiscardInstall(self._plan.plan_id))
            self._plan = None
        self.form_model.show("", ())
        self.form_model.clear()

    def _close(self) -> None:
        self.form_model.show("", ())
        self.form_model.clear()
        self.plan_rows.replace([])
        self._set_state("closed")
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._show(waiting)

    def _is_shown(self, plan_id: str) -> bool:
        return self._plan is not None and self._plan.plan_id == plan_id

    @Slot(str)
    def openLink(self, url: str) -> None:
        """Open a link of its guide; anything but a page is left alone."""
        if url.startswith("https://"):
            self._open_url(url)

    @Slot(bool)
    def setTranscriptAccess(self, on: bool) -> None:
        self._set_access(on=on)

    @Slot(bool)
    def setFetchDependencies(self, on: bool) -> None:
        self._set_fetch(on=on)

    @Slot()
    def installUntilQuit(self) -> None:
        """Install, and keep the secrets in memory alone (V-5.14)."""
        self.until_quit = True
        self.install()

    def _set_state(self, name: str) -> None:
        if name != self.state_name:
            self.state_name = name
            self.stateChanged.emit()

    def _set_access(self, *, on: bool) -> None:
        if on != self.access:
            self.access = on
            self.accessChanged.emit()

    def _set_fetch(self, *, on: bool) -> None:
        if on != self.fetch:
            self.fetch = on
            self.fetchChanged.emit()

    def _set_error(self, code: str, text: str) -> None:
        if (code, text) != (self.error_code, self.error_text):
            self.error_code, self.error_text = code, text
            self.errorChanged.emit()

    @Property(str, notify=stateChanged)
    def state(self) -> str:
        """``closed``, ``reading``, ``failed`` (nothing could be read), ``plan``, ``refused`` or ``installing``."""
        return self.state_name

    @Property(str, notify=stateChanged)
    def reason(self) -> str:
        """Of the plan that is shown: ``new``, ``update`` or ``growth``; "" while none is."""
        return self._plan.reason.value if self._plan else ""

    @Property(bool, notify=accessChanged)
    def transcriptAccess(self) -> bool:
        return self.access

    @Property(bool, notify=fetchChanged)
    def fetchDependencies(self) -> bool:
        return self.fetch

    @Property(str, notify=errorChanged)
    def error(self) -> str:
        """Why the last try failed, in words."""
        return self.error_text

    @Property(bool, notify=errorChanged)
    def unstorable(self) -> bool:
        """There is no key store for the secrets; they can be kept until Voxnotch quits."""
        return self.error_code.startswith(KEY_STORE)

    @Property(QObject, constant=True)
    def plan(self) -> QObject:
        """One row, or none."""
        return self.plan_rows

    @Property(QObject, constant=True)
    def hears(self) -> QObject:
        return self.hearing_rows

    @Property(QObject, constant=True)
    def growth(self) -> QObject:
        """What an update or a reload wants beyond what was approved, without what it hears."""
        return self.growth_rows

    @Property(QObject, constant=True)
    def acts(self) -> QObject:
        return self.acting_rows

    @Property(QObject, constant=True)
    def upkeep(self) -> QObject:
        return self.upkeep_rows

    @Property(QObject, constant=True)
    def network(self) -> QObject:
        return self.network_rows

    @Property(QObject, constant=True)
    def runs(self) -> QObject:
        return self.runs_rows

    @Property(QObject, constant=True)
    def findings(self) -> QObject:
        return self.finding_rows

    @Property(BareServerModel, constant=True)
    def bare(self) -> BareServerModel:
        """What is typed to add a server without a manifest."""
        return self.bare_model

    @Property(FormModel, constant=True)
    def form(self) -> FormModel:
        return self.form_model


def _failure(ended: InstallEnded) -> str:
    words = error_words(ended.error_code, ended.error_place)
    return "\n".join(filter(None, (words.what, words.next_step, ended.error_detail)))


def _told(plan: InstallPlan) -> tuple[Finding, ...]:
    """Of a growth only the differences are shown, unless it cannot be used at all."""
    return plan.findings if plan.refused or plan.reason is not PlanReason.GROWTH else ()
