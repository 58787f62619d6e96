"""The install sheet in the real window: what it shows in which order, and every way to it and out of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from app.domain import messages as m
from app.domain.calls import Tier
from app.domain.installs import Acting, InstallPlan, Source, SourceKind
from tests.unit.ui.played_integrations import GROWN, MAIL, REFUSED, plan
from tests.unit.ui.window_stage import WindowStage
from tests.unit.ui.window_view import (
    Opened,
    all_below,
    focus,
    focused_name,
    named,
    part,
    press,
    settle,
    texts,
    wait_for,
    within,
)


def opened_sheet(opened: Opened, what: InstallPlan) -> WindowStage:
    stage = opened(page="integrations")
    stage.core.integrations.plan = what
    stage.install_model.planFolder("/somewhere/mail")
    wait_for(stage, lambda: stage.install_model.state_name != "reading")
    settle(stage)
    return stage


def top(stage: WindowStage, text: str) -> float:
    return named(stage, text).mapToScene(QPointF(0, 0)).y()


def is_red(words: QQuickItem) -> bool:
    color = words.property("color")
    assert isinstance(color, QColor)
    return color.red() > 1.5 * max(color.green(), color.blue())


def _first_top(root: QQuickItem, text: str) -> float:
    shown = [item for item in all_below(root) if item.isVisible()]
    found = [item for item in shown if text in (item.property("text"), item.property("label"))]
    return min(item.mapToScene(QPointF(0, 0)).y() for item in found)


@pytest.mark.clause("V-17.4")
def test_the_sheet_shows_everything_in_order_and_folds_nothing(opened: Opened) -> None:
    stage = opened_sheet(opened, plan())
    order = [
        "Install \u2068Mail\u2069?",
        "Version 1.4.2, by \u2068Example Ltd\u2069",
        "Reads, writes and sends mail, and hears what you dictate into your mail program.",
        "What it hears",
        "Hears what you ask Voxnotch, and may change, stop or answer it.",
        "Transcript access",
        "You can switch this off at any time.",
        "What it may do",
        "Send a mail",
        "Works on in the background.",
        "Shows reminders by itself.",
        "Keeps its own data on this computer.",
        "Where it sends data",
        "Anywhere on the network",
        "api.example.com",
        "What runs",
        "bun server.ts",
        "It runs with your user's rights, not in a sandbox.",
        "What it needs from you",
        "API key (required)",
    ]
    sheet = named(stage, "Install \u2068Mail\u2069?").parentItem().parentItem().parentItem()
    tops = [_first_top(sheet, text) for text in order]
    assert tops == sorted(tops), list(zip(order, tops, strict=True))
    assert {"asks first", "Reads", "Changes things", "Destructive"} <= within(sheet)


@pytest.mark.clause("V-4.2")
def test_an_action_that_only_seems_to_read_is_said_to_run_without_asking(opened: Opened) -> None:
    doors = Acting("open_door", "Open the door", Tier.READS, asks_first=False, unclear=True)
    notes = Acting("list_notes", "List notes", Tier.READS, asks_first=False)
    stage = opened_sheet(opened, plan(may_do=(doors, notes)))
    assert {"Open the door", "Runs without asking", "List notes", "Reads"} <= texts(stage)


@pytest.mark.parametrize(
    ("told", "words"),
    [(True, "It offers no actions."), (False, "What its server offers once it runs.")],
)
def test_a_sheet_without_actions_says_whether_there_may_be_some(opened: Opened, *, told: bool, words: str) -> None:
    stage = opened_sheet(opened, plan(may_do=(), tells_actions=told))
    assert words in texts(stage)


def test_anywhere_is_red_and_says_so_in_words_too(opened: Opened) -> None:
    stage = opened_sheet(opened, plan())
    row = part(stage, "permission.anywhere")
    words = next(item for item in row.childItems() if item.property("text"))
    assert words.property("text") == "Warning: Anywhere on the network"
    assert is_red(words)
    ordinary = part(stage, "permission.network")
    assert not is_red(next(item for item in ordinary.childItems() if item.property("text")))


def test_the_transcript_access_switch_is_in_the_callout_and_decides(opened: Opened) -> None:
    stage = opened_sheet(opened, plan())
    toggle = focus(stage, "Transcript access", "ToggleSwitch")
    assert toggle.property("checked")
    press(stage, Qt.Key.Key_Space)
    assert not toggle.property("checked")
    focus(stage, "Install", "PillButton")
    press(stage, Qt.Key.Key_Return)
    commit = next(command for command in stage.core.commands if isinstance(command, m.CommitInstall))
    assert not commit.transcript_access
    wait_for(stage, lambda: stage.shell.current_page == f"integrations/{MAIL}")
    assert stage.install_model.state_name == "closed"


def test_the_keyboard_alone_reaches_install_and_stays_in_the_sheet(opened: Opened) -> None:
    stage = opened_sheet(opened, plan())
    stage.window.requestActivate()
    wait_for(stage, stage.window.isActive)
    assert focused_name(stage) == "Cancel", "the safe answer has the focus"
    assert named(stage, "Cancel", "PillButton").property("visualFocus"), "and shows it"
    seen: list[str] = []
    for _ in range(20):
        QTest.keyClick(stage.window, Qt.Key.Key_Tab)
        seen.append(focused_name(stage))
    wanted = {"Transcript access", "Fetch what is missing with this command", "API key (required)", "Server", "Install"}
    assert wanted <= set(seen)
    assert "Try a sentence" not in seen, "what lies below is out of reach"
    press(stage, Qt.Key.Key_Escape)
    assert stage.install_model.state_name == "closed"
    assert stage.core.commands[-1] == m.DiscardInstall("plan-1")


def test_a_long_sheet_is_paged_by_keyboard(opened: Opened) -> None:
    stage = opened_sheet(opened, plan())
    before = top(stage, "What it may do")
    press(stage, Qt.Key.Key_PageDown)
    assert top(stage, "What it may do") < before
    press(stage, Qt.Key.Key_PageUp)
    assert top(stage, "What it may do") == before


@pytest.mark.clause("V-17.5")
def test_a_refused_manifest_shows_errors_and_paths_in_place_of_install(opened: Opened) -> None:
    stage = opened_sheet(opened, REFUSED)
    assert {
        "It cannot be installed",
        "\u2066$.permissions[0].domains\u2069",
        "Network access is asked for, but to no domain",
        "Name the domains, or remove the permission",
        "Close",
    } <= texts(stage)
    assert not {"Install", "What it may do", "Where it sends data", "Transcript access"} & texts(stage)


@pytest.mark.clause("V-17.11")
def test_a_growth_shows_only_what_is_new(opened: Opened) -> None:
    stage = opened_sheet(opened, GROWN)
    assert {
        "\u2068Mail\u2069 wants more",
        "Hears what you dictate into Slack, and may change it or keep it for itself.",
        "Warning: Wants to send data anywhere on the network.",
        "“Send a mail” no longer asks first.",
        "Runs something else: bun other.ts",
        "Allow",
    } <= texts(stage)
    assert not {"What it may do", "Where it sends data", "What runs", "What it needs from you", "Install"} & texts(
        stage
    )


def test_dropping_a_folder_anywhere_on_the_window_opens_the_sheet(opened: Opened) -> None:
    stage = opened(page="home")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/no/such/folder")])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(400, 300).toPoint(), copy, data, left, none)
    QGuiApplication.sendEvent(stage.window, enter)
    settle(stage)
    assert "Drop it to see what it would bring" in texts(stage)
    QGuiApplication.sendEvent(stage.window, QDropEvent(QPointF(400, 300), copy, data, left, none))
    settle(stage)
    planned = [command for command in stage.core.commands if isinstance(command, m.PlanInstall)]
    assert [one.source for one in planned] == [Source(SourceKind.PACKED, "/no/such/folder")]
    wait_for(stage, lambda: "Install \u2068Mail\u2069?" in texts(stage))
    assert "Drop it to see what it would bring" not in texts(stage)
