"""The pages about integrations in the real window: what is seen, what the keyboard and the mouse do."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication

from app.domain import messages as m
from app.domain.calls import CallClass, CallFailure, Pill, ToolRef
from app.domain.installs import Source, SourceKind
from app.domain.integrations import Remark, RemarkCode
from tests.unit.ui.played_integrations import LOG, MAIL, NOTES, REMOTE, SEND, page
from tests.unit.ui.pseudo_catalogues import make_pseudo
from tests.unit.ui.window_view import (
    Opened,
    all_below,
    click,
    focus,
    focused_name,
    items,
    named,
    part,
    press,
    settle,
    texts,
    top_of,
    type_text,
    wait_for,
    within,
)

SECRET = "s3cr3t-Vox-value"


def test_the_list_opens_a_page_by_keyboard_and_goes_back(opened: Opened) -> None:
    stage = opened(page="integrations")
    assert {"Mail", "Connected", "Notes", "Crashed", "Tracker", "Needs sign-in"} <= texts(stage)
    focus(stage, "Notes", "Button")
    press(stage, Qt.Key.Key_Return)
    assert stage.shell.current_page == "integrations/com.example.notes"
    assert {"It ended with status 1: Error: Cannot find module 'notes'", "Restart"} <= texts(stage)
    click(stage, named(stage, "Restart", "PillButton"))
    assert stage.core.commands[-1] == m.RestartIntegration(NOTES)
    focus(stage, "All integrations", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert "Add an integration" in texts(stage)


def test_the_remark_that_its_files_have_changed_has_a_button_beside_it(opened: Opened) -> None:
    changed = page(remarks=(Remark(RemarkCode.FOLDER_CHANGED),))
    stage = opened(page=f"integrations/{MAIL}", integrations=(changed, REMOTE))
    remark = named(stage, "The files in its folder have changed. Reload to use the new ones.")
    button = next(item for item in remark.parentItem().childItems() if item.property("text") == "Reload")
    click(stage, button)
    assert stage.core.commands[-1] == m.ReloadIntegration(MAIL)
    stage.integrations_model.select(REMOTE.integration_id)
    settle(stage)
    buttons = [item for item in items(stage) if "PillButton" in item.metaObject().className()]
    assert [item.property("text") for item in buttons].count("Reload") == 1  # the one of its upkeep


def test_an_integration_is_switched_off_in_the_list(opened: Opened) -> None:
    stage = opened(page="integrations")
    click(stage, named(stage, "Enable \u2068Mail\u2069", "ToggleSwitch"))
    wait_for(stage, lambda: not stage.core.integrations.pages[0].enabled)
    assert stage.core.commands[-1] == m.SetIntegrationEnabled(MAIL, enabled=False)


def test_without_integrations_the_page_says_what_they_are_and_offers_the_bundled_ones(opened: Opened) -> None:
    stage = opened(page="integrations", integrations=())
    assert any("lets Voxnotch do things for you" in text for text in texts(stage))
    assert {"Clock", "Desk", "Notes", "Showcase"} <= texts(stage)
    folder = next(row.folder for row in stage.integrations_model.bundled_rows.rows if row.name == "Notes")
    view = named(stage, "Comes with Voxnotch").parentItem()
    notes = next(item for item in view.childItems() if item.property("name") == "Notes")
    button = next(item for item in notes.childItems() if "PillButton" in item.metaObject().className())
    button.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    press(stage, Qt.Key.Key_Return)
    plans = [command for command in stage.core.commands if isinstance(command, m.PlanInstall)]
    assert [one.source for one in plans] == [Source(SourceKind.FOLDER, folder)]
    wait_for(stage, lambda: "Install \u2068Mail\u2069?" in texts(stage))


@pytest.mark.clause("V-6.14", "V-7.16")
def test_each_action_has_its_tier_and_lock_and_a_disabled_one_its_reason_and_no_lock(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    assert {"Send a mail", "Changes things", "mail__send_mail", "Ask", "Allow", "Use default"} <= within(
        part(stage, "action.send_mail")
    )
    search = within(part(stage, "action.search_mail"))
    assert {"Reads", "Allow", "Default"} <= search
    assert "Use default" not in search
    disabled = within(part(stage, "action.print_mail"))
    assert "Disabled by its author: \u2068The printer service was closed in May.\u2069" in disabled
    assert not {"Ask", "Allow", "Use default"} & disabled


@pytest.mark.clause("V-7.15")
def test_a_lock_is_set_and_put_back_to_the_default(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    send = ToolRef(MAIL, "send_mail")

    def pressed(text: str) -> m.Command:
        line = part(stage, "action.send_mail")
        named_so = [item for item in all_below(line) if item.property("text") == text]
        chip = next(item for item in named_so if "BodyText" not in item.metaObject().className())
        chip.forceActiveFocus(Qt.FocusReason.TabFocusReason)
        press(stage, Qt.Key.Key_Return)
        return stage.core.commands[-1]

    assert pressed("Allow") == m.SetPill(send, Pill.ALLOW)
    assert pressed("Use default") == m.SetPill(send, None)


@pytest.mark.clause("V-19.2")
def test_transcript_access_names_what_is_heard_and_is_only_there_with_hooks(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    assert any("Hears what you dictate into Thunderbird, Evolution or Geary" in text for text in texts(stage))
    click(stage, named(stage, "Transcript access", "ToggleSwitch"))
    assert stage.core.commands[-1] == m.SetTranscriptAccess(MAIL, allowed=False)
    stage.shell.openWindow(f"integrations/{NOTES}")
    settle(stage)
    assert "Transcript access" not in texts(stage)


def test_a_secret_is_masked_for_eyes_and_screen_reader_and_gone_after_saving(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    field = focus(stage, "API key (required)", "TextInputField")
    assert field.property("placeholderText") == "Stored"
    type_text(stage, SECRET)
    interface = QAccessible.queryAccessibleInterface(field)
    assert interface is not None
    kinds = (QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Description)
    told = {interface.text(kind) for kind in kinds}
    assert interface.state().passwordEdit  # pyright: ignore[reportAttributeAccessIssue] - missing in the stubs
    assert not any(SECRET in text for text in told)
    assert SECRET not in str(field.property("displayText"))
    focus(stage, "Save", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert stage.core.commands[-1] == m.ConfigureIntegration(MAIL, {"api_key": SECRET})
    assert field.property("text") == ""
    assert not any(SECRET in text for text in texts(stage))
    assert not named(stage, "Save", "PillButton").isEnabled()


def test_values_of_every_kind_are_saved_and_a_connection_is_tried(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    focus(stage, "Most mails", "TextInputField")
    press(stage, Qt.Key.Key_End)
    type_text(stage, "5")
    click(stage, focus(stage, "Add a signature", "ToggleSwitch"))
    focus(stage, "Folder", "SelectField")
    press(stage, Qt.Key.Key_Down)
    focus(stage, "Test connection", "PillButton")
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: "Reached \u2068mail-server 2.0\u2069 in 0.3 s. Actions: 4" in texts(stage))
    assert not any(isinstance(command, m.ConfigureIntegration) for command in stage.core.commands)
    focus(stage, "Save", "PillButton")
    press(stage, Qt.Key.Key_Return)
    values = {"limit": "205", "signature": "false", "folder": "archive"}
    assert stage.core.commands[-1] == m.ConfigureIntegration(MAIL, values)


def test_the_log_is_shown_filtered_and_copied(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    focus(stage, "Show the log", "PillButton")
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: any(LOG[1].text in text for text in texts(stage)))
    focus(stage, "Lines that hold", "TextInputField")
    type_text(stage, "JSON")
    assert not any(LOG[1].text in text for text in texts(stage))
    focus(stage, "Copy", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text().strip().endswith(f"stdout {LOG[2].text}")


def test_removing_asks_first_and_keeps_the_history_unless_it_is_ticked(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    for ticked in (False, True):
        stage.core.commands.clear()
        focus(stage, "Remove…", "PillButton")
        press(stage, Qt.Key.Key_Return)
        assert any("A folder of your own stays where it is." in text for text in texts(stage))
        if not ticked:
            press(stage, Qt.Key.Key_Escape)
            assert not any(isinstance(command, m.RemoveIntegration) for command in stage.core.commands)
            continue
        focus(stage, "Delete its part of the history and all that it saved on this computer too", "TickBox")
        press(stage, Qt.Key.Key_Space)
        focus(stage, "Remove", "PillButton")
        press(stage, Qt.Key.Key_Return)
        assert stage.core.commands[0] == m.RemoveIntegration(MAIL, with_history=True)
    wait_for(stage, lambda: stage.shell.current_page == "integrations")
    wait_for(stage, lambda: "Mail" not in texts(stage))


def test_show_folder_opens_its_own_folder(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    focus(stage, "Show folder", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert stage.opened_urls == ["file:///home/someone/mail"]


def test_links_of_a_guide_are_reached_by_keyboard(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    focus(stage, "Open \u2068your account\u2069", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert stage.opened_urls == ["https://example.com/account"]


def test_the_words_of_a_page_follow_the_language_while_it_is_open(opened: Opened, tmp_path: Path) -> None:
    make_pseudo(tmp_path, "fr")
    stage = opened(page=f"integrations/{MAIL}", catalogues=tmp_path)
    assert {"Connected", "Works on in the background."} <= texts(stage)
    stage.settings_model.entry("general.language").setText("fr")
    wait_for(stage, lambda: {"⟦Connected⟧", "⟦Works on in the background.⟧", "⟦Changes things⟧"} <= texts(stage))


def test_a_stored_secret_can_be_taken_away(opened: Opened) -> None:
    stage = opened(page=f"integrations/{MAIL}")
    focus(stage, "Remove the stored value of \u2068API key\u2069", "IconButton")
    press(stage, Qt.Key.Key_Return)
    assert any("its server is not started: \u2068API key\u2069" in text for text in texts(stage))
    focus(stage, "Save", "PillButton")
    press(stage, Qt.Key.Key_Return)
    assert stage.core.commands[-1] == m.ConfigureIntegration(MAIL, {"api_key": ""})


@pytest.mark.clause("V-6.34")
def test_a_typed_sentence_shows_what_it_reaches_and_a_tool_is_called_by_hand(opened: Opened) -> None:
    stage = opened(page="routing")
    focus(stage, "What you would say", "TextInputField")
    type_text(stage, "mail ann")
    wait_for(stage, lambda: {"93%", "41%", "Would run"} <= texts(stage))
    settle(stage)
    assert {"mail__send_mail", "mail__search_mail", "mail_to"} <= texts(stage)
    assert not any(isinstance(command, m.CallTool) for command in stage.core.commands)
    first = min((one for one in items(stage) if "RoutedLine" in one.metaObject().className()), key=top_of)
    button = next(item for item in first.childItems() if "PillButton" in item.metaObject().className())
    button.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    press(stage, Qt.Key.Key_Return)
    wait_for(stage, lambda: focused_name(stage) == "to (required)")
    press(stage, Qt.Key.Key_End)
    type_text(stage, "e")
    focus(stage, "Call", "PillButton")
    press(stage, Qt.Key.Key_Return)
    call = stage.core.commands[-1]
    assert isinstance(call, m.CallTool)
    assert (call.tool, dict(call.arguments)) == (SEND, {"to": "Anne", "copies": "2"})
    failure = CallFailure(CallClass.TIMEOUT, "no answer after 60 s", effect_unknown=True)
    stage.core.tell(m.CallEnded(call.call_id, SEND, "Send a mail", "Mail", "", failure))
    settle(stage)
    assert any("Mail did not answer in time." in text for text in texts(stage))
