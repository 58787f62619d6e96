"""The routing panel: what a sentence would reach, and a call of one tool by hand (V-6.34).

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/RoutingPage.qml``; Qt main thread. Typing runs nothing;
a call goes the same way as every other, with the question in the notch where one is due.
"""

from __future__ import annotations

from PySide6.QtCore import Property, QLocale, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.calls import CallId, IntegrationId, Origin, ToolRef, new_call_id
from app.domain.messages import (
    CallEnded,
    CallTool,
    CancelCall,
    Event,
    IntegrationsChanged,
    OfferedTool,
    QuestionAsked,
    QuestionClosed,
    RoutedIntent,
    RouteSentence,
    SentenceRouted,
    SettingsChanged,
)
from app.ui.list_model import RowModel
from app.ui.phrases_integrations import failure_lines
from app.ui.phrases_routing import outcome_words
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.routing_arguments import ArgumentRow, argument_rows, arguments_of
from app.ui.viewmodels.routing_rows import IntentRow, ToolRow, intent_row, tool_row

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["RoutingModel"]


@QmlElement
@QmlUncreatable("handed to Main.qml")
class RoutingModel(QObject):
    """Sentence, answer, chosen tool, call."""

    routedChanged = Signal()
    outcomeChanged = Signal()
    chosenChanged = Signal()
    stateChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._request = 0
        self._sentence = ""
        self._language = "en"
        self._model = ""
        self._last: SentenceRouted | None = None
        self.outcome_text = ""
        self._intents: tuple[RoutedIntent, ...] = ()
        self._tools: dict[ToolRef, OfferedTool] = {}
        self._typed: dict[str, str] = {}
        self._call = CallId("")
        self._ended: CallEnded | None = None
        self.is_open = False
        self.is_routed = False
        self.chosen: OfferedTool | None = None
        self.state_name = ""
        self.intent_rows = RowModel(IntentRow, key=lambda row: row.number, parent=self)
        self.tool_rows = RowModel(ToolRow, key=lambda row: (row.integration, row.tool), parent=self)
        self.argument_rows = RowModel(ArgumentRow, key=lambda row: (row.tool, row.name), parent=self)

    def apply(self, event: Event) -> None:
        match event:
            case SettingsChanged(values=values):
                spoken = str(values.get("recognition.language", "auto"))
                self._language = QLocale().bcp47Name() if spoken == "auto" else spoken
                self._take_model(str(values.get("agent.model", self._model)))
            case SentenceRouted(request=request) if request == self._request:
                self._take(event)
            case IntegrationsChanged() if self.is_open:
                self.route(self._sentence)
            case QuestionAsked(question=question) if question.call_id == self._call:
                self._set_state("asking")
            case QuestionClosed(call_id=call_id) if call_id == self._call and self.state_name == "asking":
                self._set_state("running")
            case CallEnded(call_id=call_id) if call_id == self._call:
                self._ended = event
                self._set_state("failed" if event.failure else "done")
            case _:
                pass

    def _take(self, routed: SentenceRouted) -> None:
        self._intents = routed.intents
        self._tools = {tool.tool: tool for tool in routed.tools}
        self.intent_rows.replace(intent_row(number, one, self._tools) for number, one in enumerate(routed.intents))
        self.tool_rows.replace(tool_row(one) for one in self._tools.values())
        self._last = routed
        self._say_outcome()
        if not self.is_routed:
            self.is_routed = True
            self.routedChanged.emit()
        if self.chosen is not None and self.chosen.tool not in self._tools:
            self.leave()

    def _take_model(self, model: str) -> None:
        self._model = model
        if self.is_open:
            self.route(self._sentence)  # perhaps another answers now, or the words are in another language

    def _say_outcome(self) -> None:
        text = outcome_words(self._last, self._model) if self._last and self._sentence else ""
        if text != self.outcome_text:
            self.outcome_text = text
            self.outcomeChanged.emit()

    @Slot()
    def open(self) -> None:
        """The page is shown: ask for what is offered even before a sentence."""
        self.is_open = True
        self.route(self._sentence)

    @Slot()
    def close(self) -> None:
        self.is_open = False

    @Slot(str)
    def route(self, sentence: str) -> None:
        self._sentence = sentence.strip()
        self._request += 1
        self._submit(RouteSentence(self._request, self._sentence, self._language))

    @Slot(int)
    def chooseIntent(self, number: int) -> None:
        """Show the argument fields of an intent's tool, filled as the intent would."""
        intent = self._intents[number]
        self._choose(intent.tool, dict(intent.arguments))

    @Slot(str, str)
    def chooseTool(self, integration: str, tool: str) -> None:
        ref = ToolRef(IntegrationId(integration), tool)
        self._choose(ref, dict(self._tools[ref].arguments) if ref in self._tools else {})

    def _choose(self, tool: ToolRef, given: dict[str, object]) -> None:
        if tool not in self._tools or self.is_busy:
            return
        self.leave()
        self.chosen = self._tools[tool]
        name = f"{tool.integration}/{tool.tool}"
        self.argument_rows.replace(argument_rows(name, self.chosen.input_schema, given))
        self.chosenChanged.emit()

    @Slot()
    def leave(self) -> None:
        """Put the chosen tool away."""
        self._typed = {}
        self._ended = None
        self.argument_rows.replace([])
        if self.chosen is not None:
            self.chosen = None
            self.chosenChanged.emit()
        if not self.is_busy:
            self._set_state("")

    @Slot(str, str)
    def setArgument(self, name: str, text: str) -> None:
        self._typed[name] = text

    @Slot()
    def call(self) -> None:
        """Call the chosen tool through the one door."""
        if self.chosen is None or self.is_busy:
            return
        self._call = new_call_id()
        self._ended = None
        self._set_state("running")
        arguments = arguments_of(list(self.argument_rows.rows), self._typed)
        self._submit(CallTool(self._call, self.chosen.tool, arguments, Origin.PANEL))

    @Slot()
    def cancelCall(self) -> None:
        if self.is_busy:
            self._submit(CancelCall(self._call))

    @property
    def is_busy(self) -> bool:
        return self.state_name in {"running", "asking"}

    def _set_state(self, name: str) -> None:
        if name != self.state_name:
            self.state_name = name
            self.stateChanged.emit()

    @Property(QObject, constant=True)
    def intents(self) -> QObject:
        return self.intent_rows

    @Property(QObject, constant=True)
    def tools(self) -> QObject:
        return self.tool_rows

    @Property(QObject, constant=True)
    def arguments(self) -> QObject:
        return self.argument_rows

    @Property(bool, notify=routedChanged)
    def routed(self) -> bool:
        """The core has answered."""
        return self.is_routed

    @Property(str, notify=outcomeChanged)
    def outcome(self) -> str:
        """What would come of the sentence as a whole; "" without one."""
        return self.outcome_text

    @Property(bool, notify=outcomeChanged)
    def asked(self) -> bool:
        """There is a sentence: scores say something."""
        return self.outcome_text != ""

    @Property(str, notify=chosenChanged)
    def chosenTitle(self) -> str:
        """ "" while none is chosen."""
        return self.chosen.title if self.chosen else ""

    @Property(str, notify=chosenChanged)
    def chosenName(self) -> str:
        return self.chosen.effective_name if self.chosen else ""

    @Property(str, notify=stateChanged)
    def state(self) -> str:
        """ "" , ``running``, ``asking``, ``done`` or ``failed``."""
        return self.state_name

    @Property(bool, notify=stateChanged)
    def hasCard(self) -> bool:
        return self._ended is not None and self._ended.card is not None

    @Property(float, notify=stateChanged)
    def seconds(self) -> float:
        return self._ended.duration_s if self._ended else 0.0

    @Property(str, notify=stateChanged)
    def failure(self) -> str:
        """Class of the failure in a sentence, and what the tool or the host said (V-6.24)."""
        if self._ended is None or self._ended.failure is None:
            return ""
        return failure_lines(self._ended.failure, self._ended.integration_name)
