"""The list and the page of integrations: events in, rows and commands out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain import messages as m
from app.domain.calls import AskFor, Pill, ToolRef
from app.domain.findings import Finding, Severity
from app.domain.installs import Hearing, Runs
from app.domain.integrations import IntegrationPage, Remark, RemarkCode, ServerStatus
from app.ui.phrases_integrations import remark_words, status_words
from app.ui.viewmodels.integrations import Bundled, IntegrationsModel
from tests.unit.ui.played_integrations import CRASHED, LOG, MAIL, NOTES, PAGES, REMOTE, page

pytestmark = pytest.mark.usefixtures("qapp")  # fonts, for the Markdown of authors


def told(*pages: IntegrationPage, selected: str = MAIL) -> tuple[IntegrationsModel, list[m.Command]]:
    commands: list[m.Command] = []
    bundled = [Bundled(MAIL, "Mail", "", "", "/mail"), Bundled("com.example.clock", "Clock", "", "", "/clock")]
    model = IntegrationsModel(commands.append, bundled=bundled, open_url=lambda _: None)
    model.select(selected)
    model.apply(m.IntegrationsChanged(pages))
    return model, commands


def permissions(model: IntegrationsModel) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in model.permission_rows.rows]


@pytest.mark.clause("V-19.1")
@pytest.mark.parametrize("status", list(ServerStatus))
def test_every_status_has_words_of_its_own_in_list_and_page(status: ServerStatus) -> None:
    model, _ = told(page(status=status))
    assert (model.rows.rows[0].status_words, model.detail.rows[0].status_words) == (status_words(status),) * 2
    assert len({status_words(one) for one in ServerStatus}) == len(ServerStatus)


def test_an_integration_that_was_switched_off_is_off_and_not_stopped_by_a_fault() -> None:
    model, _ = told(page(status=ServerStatus.STOPPED, enabled=False))
    assert model.detail.rows[0].status_words == "Off"
    assert not model.detail.rows[0].can_restart


@pytest.mark.clause("V-19.4", "V-4.2", "V-4.12")
def test_permissions_are_sentences_and_anywhere_comes_first_among_the_places() -> None:
    model, _ = told(page())
    assert permissions(model) == [
        ("hears", "Hears what you ask Voxnotch, and may change, stop or answer it."),
        (
            "hears",
            "Hears what you dictate into Thunderbird, Evolution or Geary, and may change it or keep it for itself.",
        ),
        ("hears", "Sees calls of its own actions before they run, and may change or stop them."),
        ("hears", "Sees what its own actions answered while Thunderbird is in front, and may replace it."),
        ("hears", "Hears what you asked and what was answered, after each answer."),
        ("background", "Works on in the background."),
        ("reminders", "Shows reminders by itself."),
        ("own-data", "Keeps its own data on this computer."),
        ("anywhere", "Sends data anywhere on the network."),
        ("network", "Sends data to api.example.com."),
        ("network", "Sends data to any server under example.net."),
        ("runs", "Starts bun run 'my server.ts'"),
        ("rights", "It runs with your user's rights, not in a sandbox."),
    ]  # fmt: skip


def test_a_remote_server_is_talked_to_and_nothing_runs_here() -> None:
    model, _ = told(REMOTE, selected=REMOTE.integration_id)
    kinds = [kind for kind, _ in permissions(model)]
    assert "rights" not in kinds
    assert ("address", "Talks to https://mcp.example.com/mcp") in permissions(model)
    quiet, _ = told(page(domains=(), hears=(), background=False, reminders=False, own_data=False))
    assert permissions(quiet)[0] == ("nowhere", "Names no place that it sends data to.")


@pytest.mark.clause("V-6.12", "V-6.14", "V-7.15", "V-7.16", "V-19.3")
def test_the_action_list_shows_what_the_core_lists_with_tier_name_and_effective_answer() -> None:
    model, _ = told(page())
    rows = {row.name: row for row in model.action_rows.rows}
    assert list(rows) == ["search_mail", "send_mail", "delete_mail", "print_mail", "flag_mail"]
    assert [row.tier for row in rows.values()] == ["reads", "changes", "destructive", "changes", "changes"]
    assert rows["send_mail"].effective_name == "mail__send_mail"
    assert [(row.answer, row.touched) for row in rows.values()][:3] == [("allow", False), ("ask", True), ("ask", False)]
    assert rows["print_mail"].disabled_reason == "The printer service was closed in May."
    assert not rows["flag_mail"].available


@pytest.mark.clause("V-7.15")
def test_a_pill_is_set_and_taken_away_again() -> None:
    model, commands = told(page())
    model.setPill("send_mail", "allow")
    model.setPill("send_mail", "")
    send = ToolRef(MAIL, "send_mail")
    assert commands == [m.SetPill(send, Pill.ALLOW), m.SetPill(send, None)]


@pytest.mark.clause("V-19.2")
def test_every_control_of_the_page_asks_the_core_for_its_own_thing() -> None:
    shown: list[str] = []
    commands: list[m.Command] = []
    model = IntegrationsModel(commands.append, bundled=(), open_url=shown.append)
    model.select(MAIL)
    model.apply(m.IntegrationsChanged((page(),)))
    model.setEnabled(NOTES, False)
    model.setSelectedEnabled(False)
    model.setTranscriptAccess(False)
    model.setAskFor("everything")
    model.setAskFor("")
    model.setShortName("  ")
    model.setShortName(" post ")
    model.setReloadByItself(True)
    model.reload()
    model.restart()
    model.signIn()
    model.signOut()
    model.remove(True)
    model.showFolder()
    assert commands == [
        m.SetIntegrationEnabled(NOTES, enabled=False),
        m.SetIntegrationEnabled(MAIL, enabled=False),
        m.SetTranscriptAccess(MAIL, allowed=False),
        m.SetAskFor(MAIL, AskFor.EVERYTHING),
        m.SetAskFor(MAIL, None),
        m.SetShortName(MAIL, "post"),
        m.SetReloadByItself(MAIL, on=True),
        m.ReloadIntegration(MAIL),
        m.RestartIntegration(MAIL),
        m.SignIn(MAIL),
        m.SignOut(MAIL),
        m.RemoveIntegration(MAIL, with_history=True),
    ]
    model.openLink("https://example.com/a")
    model.openLink("file:///etc/passwd")
    assert shown == ["file:///home/someone/mail", "https://example.com/a"]


def test_transcript_access_is_offered_only_where_something_is_heard() -> None:
    model, _ = told(page())
    assert model.detail.rows[0].has_hooks
    assert len(model.detail.rows[0].hearing) == 5
    silent, _ = told(CRASHED, selected=NOTES)
    assert not silent.detail.rows[0].has_hooks


def test_failure_remarks_findings_and_growth_are_said() -> None:
    model, _ = told(CRASHED, REMOTE, selected=NOTES)
    row = model.detail.rows[0]
    assert row.failure == "It ended with status 1: Error: Cannot find module 'notes'"
    assert row.remarks == (
        "It crashed several times in a row and is not started again by itself.",
        "It runs with node, because its program is missing.",
    )
    assert [finding.path for finding in model.finding_rows.rows] == ["$.tools[2].description"]
    assert model.finding_rows.rows[0].said == "The description does not say when to use the tool"
    model.select(REMOTE.integration_id)
    assert [(line.kind, line.text) for line in model.growth_rows.rows] == [
        ("anywhere", "Wants to send data anywhere on the network."),
        ("hears", "Hears what you ask Voxnotch, and may change, stop or answer it."),
    ]
    assert model.detail.rows[0].signs_in


@pytest.mark.parametrize("code", list(RemarkCode))
def test_every_remark_has_words_with_and_without_a_detail(code: RemarkCode) -> None:
    for words in (remark_words(Remark(code, "node")), remark_words(Remark(code))):
        assert words
        assert "{" not in words


def test_a_hosted_integration_and_an_event_of_a_newer_manifest_are_said_too() -> None:
    model, _ = told(page(runs=Runs(hosted=True), hears=(Hearing("newEvent"),)))
    assert permissions(model)[0] == ("hears", "Listens to newEvent.")
    assert permissions(model)[-1] == ("hosted", "Hosted integrations are not supported by this host")
    assert not model.detail.rows[0].can_restart


def test_a_page_that_goes_away_leaves_nothing_behind() -> None:
    model, _ = told(*PAGES)
    assert model.detail.rows
    assert model.action_rows.rows
    model.apply(m.IntegrationsChanged((CRASHED,)))
    assert model.detail.rows == ()
    assert model.action_rows.rows == ()
    assert model.permission_rows.rows == ()
    assert [row.integration_id for row in model.rows.rows] == [NOTES]


def test_bundled_integrations_are_offered_until_they_are_installed() -> None:
    model, _ = told()
    assert [row.name for row in model.bundled_rows.rows] == ["Mail", "Clock"]
    model.apply(m.IntegrationsChanged((page(),)))
    assert [row.name for row in model.bundled_rows.rows] == ["Clock"]


def test_pictures_and_html_of_an_author_are_not_shown() -> None:
    guide = told(page())[0].detail.rows[0].setup_guide
    assert "<img" not in guide
    assert '<a href="https://example.com/track.png">a picture</a>' in guide
    assert "&lt;img" in guide
    doubled = told(page(setup_guide="!![x](https://example.com/a.png)"))[0].detail.rows[0].setup_guide
    assert doubled == '<a href="https://example.com/a.png">x</a>'


def test_an_unknown_finding_is_shown_by_its_code() -> None:
    model, _ = told(page(findings=(Finding("$.x", Severity.DROPPED, "newer-than-us", "V-1.1"),)))
    assert (model.finding_rows.rows[0].said, model.finding_rows.rows[0].severity_words) == ("Newer-than-us", "Left out")


def test_the_log_is_asked_for_when_it_is_opened_and_while_it_is_open() -> None:
    model, commands = told(page())
    log = model.log_model
    assert commands == []
    log.toggle()
    assert commands == [m.RequestIntegrationLog(1, MAIL)]
    log.apply(m.IntegrationLog(1, MAIL, LOG))
    assert [row.source for row in log.rows.rows] == ["host", "stderr", "stdout"]
    model.apply(m.IntegrationsChanged((page(status=ServerStatus.CRASHED),)))
    assert commands[-1] == m.RequestIntegrationLog(2, MAIL)
    log.apply(m.IntegrationLog(1, MAIL, ()))
    assert len(log.rows.rows) == 3, "the answer to an older question"
    log.toggle()
    model.apply(m.IntegrationsChanged((page(),)))
    assert len(commands) == 2


def test_the_log_is_filtered_and_copied_as_it_is_shown() -> None:
    model, _ = told(page())
    log = model.log_model
    log.toggle()
    log.apply(m.IntegrationLog(1, MAIL, LOG))
    log.setFilter("WARNING ")
    assert [row.text for row in log.rows.rows] == ["warning: no folder, using inbox"]
    assert log.asText().endswith("stderr warning: no folder, using inbox\n")
    assert log.asText().count("\n") == 1
    log.setFilter("host")
    assert [row.source for row in log.rows.rows] == ["host"]
    model.select(NOTES)
    model.apply(m.IntegrationsChanged((page(), CRASHED)))
    assert (log.rows.rows, log.words, log.is_open) == ((), "", False)


def test_two_equal_lines_of_a_log_are_two_rows() -> None:
    model, _ = told(page())
    model.log_model.toggle()
    model.log_model.apply(m.IntegrationLog(1, MAIL, (LOG[0], replace(LOG[0]))))
    assert len(model.log_model.rows.rows) == 2
