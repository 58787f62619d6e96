"""Questions that nobody answered in time: their rows, the way back to them, and the count at Home (V-8.50)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from app.domain import messages as m
from app.domain.calls import CallId, Demand, Lane, Origin, ToolRef
from app.domain.confirmations.blocks import WidgetRoot
from app.domain.confirmations.question import Question
from app.ui.viewmodels.waiting import WaitingModel
from tests.unit.ui.played_integrations import MAIL
from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_stage import WindowStage
from tests.unit.ui.window_view import Opened, focus, named, press, settle, texts

SEND = "Waits for your answer: \u2068Send a mail\u2069 of \u2068Mail\u2069"


def question(call: str, title: str = "Send a mail", icon: str = "") -> Question:
    return Question(
        CallId(call), ToolRef(MAIL, "send_mail"), title, "Mail", icon, WidgetRoot(type="widget", html="?"),
        is_generic=True, input_schema={}, arguments={}, demands=(Demand(Lane.HOST, "V-7.5"),), is_destructive=False,
        origin=Origin.AGENT,
    )  # fmt: skip


def set_aside(stage: WindowStage, *titles: str) -> None:
    for number, title in enumerate(titles):
        stage.core.tell(m.QuestionAsked(question(f"call-{number}", title)))
        stage.core.tell(m.QuestionSetAside(CallId(f"call-{number}")))
    settle(stage)


@pytest.mark.clause("V-8.50")
def test_a_question_waits_from_when_it_is_set_aside_until_it_is_up_again_or_closed() -> None:
    commands: list[m.Command] = []
    model = WaitingModel(commands.append)
    counts: list[int] = []
    model.countChanged.connect(lambda: counts.append(len(model.rows.rows)))
    for call in ("a", "b"):
        model.apply(m.QuestionAsked(question(call, icon="/icons/mail.png")))
        assert call not in [row.call_id for row in model.rows.rows]
        model.apply(m.QuestionSetAside(CallId(call)))
    first = model.rows.rows[0]
    assert (first.call_id, first.tool, first.integration) == ("a", "Send a mail", "Mail")
    assert first.icon_url == "file:///icons/mail.png"
    model.answer("a")
    assert commands == [m.ShowQuestion(CallId("a"))]
    model.apply(m.QuestionAsked(question("a")))
    assert [row.call_id for row in model.rows.rows] == ["b"], "it is in the notch now"
    model.apply(m.QuestionSetAside(CallId("a")))
    assert [row.call_id for row in model.rows.rows] == ["b", "a"]
    for call in ("a", "b", "a"):
        model.apply(m.QuestionClosed(CallId(call), approved=False))
    assert (model.rows.rows, counts) == ((), [1, 2, 1, 2, 1, 0])


def test_what_was_never_asked_here_is_not_listed() -> None:
    model = WaitingModel(lambda _: None)
    model.apply(m.QuestionSetAside(CallId("another")))
    assert model.property("count") == 0


@pytest.mark.clause("V-8.50")
@pytest.mark.parametrize("page", ["home", "integrations"])
def test_a_waiting_question_is_answered_from_the_page_by_keyboard(page: str, opened: Opened) -> None:
    stage = opened(page=page)
    assert SEND not in texts(stage)
    set_aside(stage, "Send a mail")
    assert SEND in texts(stage)
    button = focus(stage, "Answer", "PillButton")
    interface = QAccessible.queryAccessibleInterface(button)
    assert interface is not None
    assert interface.text(QAccessible.Text.Name) == "Answer: \u2068Send a mail\u2069"
    press(stage, Qt.Key.Key_Return)
    assert stage.core.commands[-1] == m.ShowQuestion(CallId("call-0"))
    stage.core.tell(m.QuestionClosed(CallId("call-0"), approved=True))
    settle(stage)
    assert SEND not in texts(stage)


def test_the_sidebar_counts_at_home_what_waits(opened: Opened) -> None:
    stage = opened(page="settings/general")
    home = named(stage, "Home", "SidebarItem")
    interface = QAccessible.queryAccessibleInterface(home)
    assert interface is not None
    assert interface.text(QAccessible.Text.Description) == ""
    set_aside(stage, "Send a mail", "Delete a mail")
    assert home.property("count") == 2
    assert interface.text(QAccessible.Text.Description) == "Questions that wait for you: 2"
    for number in range(2):
        stage.core.tell(m.QuestionClosed(CallId(f"call-{number}"), approved=False))
    assert home.property("count") == 0


def test_home_shows_the_first_three_and_leads_to_all(opened: Opened) -> None:
    stage = opened(page="home")
    set_aside(stage, *(f"Mail {number}" for number in range(5)))

    def shown() -> int:
        return sum(text.startswith("Waits for your answer") for text in texts(stage))

    assert shown() == 3
    focus(stage, "Show all 5", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert stage.shell.current_page == "integrations"
    assert shown() == 5


def test_a_waiting_question_is_told_in_the_chosen_language(opened: Opened, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "fr")
    stage = opened(page="home", catalogues=tmp_path, language="fr")
    set_aside(stage, "Send a mail")
    assert {f"⟦{SEND}⟧", "⟦Answer⟧"} <= texts(stage)
