"""Adding a server without a manifest: its fields, what is wrong with them, and what comes of them (V-17.3)."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from app.domain import messages as m
from app.domain.installs import Runs, Source, SourceKind
from app.domain.manifest.model import LocalRuntime
from app.domain.manifest.setup import MOST_FIELDS
from app.extensions.bare_servers import read_command_line
from app.ui.viewmodels.bare_server import BareServer, BareServerModel
from app.ui.viewmodels.install import InstallModel
from tests.unit.ui.played_integrations import FIELDS, page, plan
from tests.unit.ui.window_view import Opened, focus, focused_name, named, press, texts, type_text, wait_for

SECRET = "s3cr3t-Vox value"
QUOTES = "Close the quotation marks."
NO_PROGRAM = "Name the program that is the server."
NO_NAME = "A name begins with a letter and has letters, digits and _ only."
STEERS = "This name would change how programs are loaded. Choose another one."

pytestmark = pytest.mark.usefixtures("qapp")


class Typed:
    def __init__(self, kind: str) -> None:
        self.asked: list[BareServer] = []
        self.refusals = 0
        self.model = BareServerModel(self.asked.append)
        self.model.refused.connect(self._refused)
        self.model.choose(kind)

    def _refused(self) -> None:
        self.refusals += 1

    def entry(self, name: str, value: str) -> int:
        self.model.addEntry()
        number = self.model.entry_rows.rows[-1].number
        self.model.setEntryName(number, name)
        self.model.setEntryValue(number, value)
        return number


@pytest.mark.clause("V-17.3")
def test_a_command_is_made_of_its_environment_program_and_arguments() -> None:
    typed = Typed("command")
    typed.model.setText("name", " My tickets ")
    typed.model.setText("command", "MODE='a b' npx")
    typed.model.setText("arguments", '-y @example/server "/my files"')
    typed.entry(" API_KEY ", SECRET)
    typed.entry("", "")
    typed.model.plan()
    line = f"'API_KEY={SECRET}' 'MODE=a b' npx -y @example/server '/my files'"
    assert typed.asked == [BareServer(Source(SourceKind.COMMAND, line), "My tickets", frozenset({"API_KEY", "MODE"}))]
    assert SECRET not in repr(typed.asked) + repr(typed.model.entry_rows.rows)


@pytest.mark.clause("V-17.3")
def test_the_core_reads_what_was_typed_whatever_a_value_has_in_it() -> None:
    typed = Typed("command")
    value = 'a\'b "c" $HOME = \\ ä'
    typed.entry("KEY", value)
    typed.model.setText("command", "'/opt/my server/run'")
    typed.model.setText("arguments", "--x=1 '' \"two words\"")
    typed.model.plan()
    server = read_command_line(typed.asked[0].source.location)
    assert server.environment == {"KEY": value}
    assert server.manifest is not None
    assert isinstance(server.manifest.runtime, LocalRuntime)
    assert server.manifest.runtime.command == "/opt/my server/run"
    assert server.manifest.runtime.args == ("--x=1", "", "two words")


def test_an_address_is_asked_for_with_its_name() -> None:
    typed = Typed("address")
    typed.model.setText("address", " https://mcp.example.com/mcp ")
    typed.model.plan()
    assert typed.asked == [BareServer(Source(SourceKind.REMOTE, "https://mcp.example.com/mcp"))]


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("", NO_PROGRAM),
        ("KEY=value", NO_PROGRAM),
        ("''", NO_PROGRAM),
        ('node "open', QUOTES),
        ("_X=1 node", NO_NAME),
        ("PATH=/tmp node", STEERS),
    ],
)
def test_a_command_that_cannot_be_used_says_why_once_the_person_went_on(command: str, problem: str) -> None:
    typed = Typed("command")
    typed.model.setText("command", command)
    assert typed.model.property("commandProblem") == ""
    typed.model.plan()
    assert (typed.model.property("commandProblem"), typed.refusals, typed.asked) == (problem, 1, [])
    typed.model.setText("command", "node")
    assert typed.model.property("commandProblem") == ""


def test_arguments_need_closed_quotation_marks() -> None:
    typed = Typed("command")
    typed.model.setText("command", "node")
    typed.model.setText("arguments", "'open")
    typed.model.plan()
    assert (typed.model.property("argumentsProblem"), typed.asked) == (QUOTES, [])


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("2nd", "x", NO_NAME),
        ("", "x", NO_NAME),
        ("A-B", "", NO_NAME),
        ("LD_PRELOAD", "x", STEERS),
        ("KEY", "", "Type its value, or remove this line."),
    ],
)
def test_a_line_of_the_environment_says_what_is_wrong_with_it(name: str, value: str, problem: str) -> None:
    typed = Typed("command")
    typed.model.setText("command", "node")
    number = typed.entry(name, value)
    typed.entry("GOOD", "x")
    typed.model.plan()
    assert [row.problem for row in typed.model.entry_rows.rows] == [problem, ""]
    assert (typed.refusals, typed.asked) == (1, [])
    typed.model.removeEntry(number)
    typed.model.plan()
    assert [one.source.location for one in typed.asked] == ["GOOD=x node"]


def test_a_name_that_is_there_twice_is_told_at_both() -> None:
    typed = Typed("command")
    typed.entry("KEY", "x")
    typed.entry("KEY ", "y")
    typed.model.plan()
    assert [row.problem for row in typed.model.entry_rows.rows] == ["This name is there twice."] * 2


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("", "Write the whole address: https://…"),
        ("mcp.example.com", "Write the whole address: https://…"),
        ("http://mcp.example.com/mcp", "Use https; only a server on this computer may use http."),
        ("http://localhost:8000/mcp", ""),
    ],
)
def test_an_address_must_be_whole_and_safe(address: str, problem: str) -> None:
    typed = Typed("address")
    typed.model.setText("address", address)
    typed.model.plan()
    assert typed.model.property("addressProblem") == problem
    assert bool(typed.asked) is not bool(problem)


def test_the_environment_has_an_end_and_nothing_is_asked_without_a_form() -> None:
    typed = Typed("command")
    for _ in range(MOST_FIELDS + 1):
        typed.model.addEntry()
    assert len(typed.model.entry_rows.rows) == MOST_FIELDS
    typed.model.choose("")
    assert typed.model.entry_rows.rows == ()
    typed.model.plan()
    assert typed.asked == []


@pytest.mark.clause("V-17.3")
def test_the_sheet_has_the_name_and_says_which_values_were_typed() -> None:
    commands: list[m.Command] = []
    model = InstallModel(commands.append)
    model.apply(m.IntegrationsChanged((page(name="Old name"),)))
    source = Source(SourceKind.COMMAND, "node x")

    def shown(name: str) -> tuple[str, list[tuple[str, bool]]]:
        model.bare_model.choose("command")
        model.bare_model.setText("name", name)
        model.bare_model.setText("command", "api_key=x node x")
        model.bare_model.plan()
        request = commands[-1]
        assert isinstance(request, m.PlanInstall)
        model.apply(m.InstallPlanned(request.request, plan(source=source, runs=Runs("node", ("x",)))))
        rows = model.form_model.rows.rows
        return model.plan_rows.rows[0].name, [(row.hint, row.stored) for row in rows if row.name == "api_key"]

    assert shown("Tickets") == ("Tickets", [("As you typed it", False)])
    model.install()
    assert commands[-1] == m.CommitInstall("plan-1", {}, name="Tickets")
    model.apply(m.InstallEnded("plan-1", plan().integration_id))
    assert model.bare_model.kind_name == "", "what was typed is forgotten once it is installed"
    commands.clear()
    held = [one for one in gc.get_objects() if isinstance(one, Source) and one.location == "api_key=x node x"]
    assert held == [], "the command line, and the secret in it, too"
    assert shown("")[0] == "Old name"
    model.planFolder("/somewhere/mail")
    model.apply(m.InstallPlanned(3, plan()))
    assert model.plan_rows.rows[0].name == "Mail"
    assert model.form_model.rows.rows[0].hint == FIELDS[0].placeholder


@pytest.mark.clause("V-17.1", "V-17.3")
def test_a_command_is_typed_with_a_masked_environment(opened: Opened) -> None:
    stage = opened(page="integrations")
    focus(stage, "Command…", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert focused_name(stage) == "Command"
    type_text(stage, "npx")
    focus(stage, "Name", "TextInputField")
    type_text(stage, "Tickets")
    focus(stage, "Add a value", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert focused_name(stage) == "Name of value 1"
    type_text(stage, "2ND")
    press(stage, Qt.Key.Key_Return)
    assert NO_NAME in texts(stage)
    assert focused_name(stage) == "Name of value 1", "the field at fault has the keyboard"
    focus(stage, "Value 1", "TextInputField")
    type_text(stage, SECRET)
    secret = named(stage, "Value 1", "TextInputField")
    interface = QAccessible.queryAccessibleInterface(secret)
    assert interface is not None
    assert SECRET not in interface.text(QAccessible.Text.Value)
    assert interface.state().passwordEdit
    assert set(str(secret.property("displayText"))) == {"●"}
    field = focus(stage, "Name of value 1", "TextInputField")
    field.setProperty("text", "")
    type_text(stage, "TOKEN")
    assert NO_NAME not in texts(stage)
    press(stage, Qt.Key.Key_Return)
    planned = [command.source for command in stage.core.commands if isinstance(command, m.PlanInstall)]
    assert [one.location for one in planned] == [f"'TOKEN={SECRET}' npx"]
    wait_for(stage, lambda: "Install \u2068Mail\u2069?" in texts(stage))


def test_an_address_is_typed_and_escape_goes_back_to_its_button(opened: Opened) -> None:
    stage = opened(page="integrations")
    focus(stage, "Address…", "PillButton")
    press(stage, Qt.Key.Key_Return)
    type_text(stage, "mcp.example.com")
    press(stage, Qt.Key.Key_Return)
    assert "Write the whole address: https://…" in texts(stage)
    press(stage, Qt.Key.Key_Escape)
    assert focused_name(stage) == "Address…"
    press(stage, Qt.Key.Key_Return)
    type_text(stage, "https://mcp.example.com")
    press(stage, Qt.Key.Key_Return)
    assert m.PlanInstall(1, Source(SourceKind.REMOTE, "https://mcp.example.com")) in stage.core.commands


def test_leaving_the_page_forgets_what_was_typed(opened: Opened) -> None:
    stage = opened(page="integrations")
    focus(stage, "Command…", "PillButton")
    press(stage, Qt.Key.Key_Return)
    focus(stage, "Add a value", "PillButton")
    press(stage, Qt.Key.Key_Return)
    focus(stage, "Value 1", "TextInputField")
    type_text(stage, SECRET)
    stage.shell.openWindow("home")
    wait_for(stage, lambda: stage.install_model.bare_model.kind_name == "")
    assert stage.install_model.bare_model.entry_rows.rows == ()
