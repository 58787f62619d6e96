"""The install sheet: one plan at a time, its order, the yes, and what happens to everything else meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from app.domain import messages as m
from app.domain.calls import IntegrationId
from app.domain.installs import Growth, GrowthKind, InstallPlan, PlanReason, Runs, Source, SourceKind
from app.ui.opened import source_of
from app.ui.viewmodels.install import MOST_PROGRESS, InstallModel
from app.ui.viewmodels.integration_rows import PermissionLine
from tests.unit.ui.played_integrations import GROWN, HEARS, MAIL, REFUSED, page, plan

pytestmark = pytest.mark.usefixtures("qapp")  # fonts, for the Markdown of authors

FOLDER = Source(SourceKind.FOLDER, "/somewhere/mail")


def asked() -> tuple[InstallModel, list[m.Command]]:
    commands: list[m.Command] = []
    model = InstallModel(commands.append)
    model.planFolder("/somewhere/mail")
    assert commands == [m.PlanInstall(1, FOLDER)]
    assert model.state_name == "reading"
    commands.clear()
    return model, commands


def shown(what: InstallPlan) -> tuple[InstallModel, list[m.Command]]:
    model, commands = asked()
    model.apply(m.InstallPlanned(1, what))
    return model, commands


def kinds(lines: tuple[PermissionLine, ...]) -> list[str]:
    return [line.kind for line in lines]


@pytest.mark.clause("V-17.4", "V-4.2", "V-4.12")
def test_a_plan_tells_what_it_hears_does_sends_runs_and_needs() -> None:
    model, _ = shown(plan())
    row = model.plan_rows.rows[0]
    assert (row.name, row.publisher, row.version) == ("Mail", "Example Ltd", "1.4.2")
    assert [line.kind for line in model.hearing_rows.rows] == ["hears"] * len(HEARS)
    assert [(one.title, one.tier, one.asks_first) for one in model.acting_rows.rows] == [
        ("Search mail", "reads", False),
        ("Send a mail", "changes", True),
        ("Delete a mail", "destructive", True),
    ]
    assert kinds(model.upkeep_rows.rows) == ["background", "reminders", "own-data"]
    assert [line.text for line in model.network_rows.rows] == ["Anywhere on the network", "api.example.com"]
    assert [line.text for line in model.runs_rows.rows] == [
        "bun server.ts",
        "It runs with your user's rights, not in a sandbox.",
    ]
    assert [field.name for field in model.form_model.rows.rows] == ["api_key", "server", "signature", "folder", "limit"]
    assert row.fetch_command == "bun install"


def test_a_remote_and_a_hosted_plan_say_where_they_run() -> None:
    model, _ = shown(plan(runs=Runs(url="https://mcp.example.com/mcp")))
    assert [(line.kind, line.text) for line in model.runs_rows.rows] == [("address", "https://mcp.example.com/mcp")]
    hosted, _ = shown(plan(runs=Runs(hosted=True)))
    assert [line.text for line in hosted.runs_rows.rows] == ["Hosted integrations are not supported by this host"]


def test_install_hands_over_values_access_and_consent_and_opens_the_page() -> None:
    model, commands = shown(plan())
    done: list[str] = []
    model.installed.connect(done.append)
    model.form_model.setValue("api_key", "a secret")
    model.setTranscriptAccess(False)
    model.setFetchDependencies(True)
    model.install()
    model.install()
    assert commands == [
        m.CommitInstall("plan-1", {"api_key": "a secret"}, transcript_access=False, fetch_dependencies=True)
    ]
    assert model.state_name == "installing"
    model.apply(m.InstallEnded("plan-1", MAIL))
    assert (model.state_name, done) == ("closed", [MAIL])
    assert model.form_model.typed() == {}
    assert len(commands) == 1, "what is installed is not discarded"


@pytest.mark.clause("V-17.5")
def test_a_refused_plan_shows_its_findings_with_paths_and_cannot_be_installed() -> None:
    model, commands = shown(REFUSED)
    assert model.state_name == "refused"
    assert [row.path for row in model.finding_rows.rows] == [
        "$.permissions[0].domains",
        "$.tools[1].confirmation.root.footer",
    ]
    assert model.finding_rows.rows[0].said == "Network access is asked for, but to no domain"
    assert model.acting_rows.rows == ()
    model.install()
    assert commands == []
    model.cancel()
    assert commands == [m.DiscardInstall("plan-1")]


@pytest.mark.clause("V-17.11")
def test_a_growth_shows_only_the_differences() -> None:
    model, commands = asked()
    model.cancel()
    model.apply(m.InstallPlanned(0, GROWN))
    assert model.state_name == "plan"
    assert [line.text for line in model.hearing_rows.rows] == [
        "Hears what you dictate into Slack, and may change it or keep it for itself."
    ]
    assert [(line.kind, line.text) for line in model.growth_rows.rows] == [
        ("anywhere", "Wants to send data anywhere on the network."),
        ("wants", "“Send a mail” no longer asks first."),
        ("runs-else", "Runs something else: bun other.ts"),
    ]
    for rest in (model.acting_rows, model.upkeep_rows, model.network_rows, model.runs_rows, model.finding_rows):
        assert rest.rows == ()
    assert model.form_model.rows.rows == ()
    model.install()
    assert commands[-1] == m.CommitInstall("plan-1", {}, transcript_access=True)


@pytest.mark.parametrize(
    ("growth", "words"),
    [
        (Growth(GrowthKind.PERMISSION, "notify"), "Wants to show reminders."),
        (Growth(GrowthKind.SCOPE, "dictation"), "Wants to hear what you dictate."),
        (Growth(GrowthKind.DOMAIN, "*.example.com"), "Wants to send data to any server under example.com."),
        (
            Growth(GrowthKind.HOOK, "dictation"),
            "Hears what you dictate into Thunderbird, Evolution or Geary, and may change it or keep it for itself.",
        ),
        (
            Growth(GrowthKind.HOOK_APP, "turnComplete: *"),
            "Hears what you asked and what was answered, after each answer.",
        ),
    ],
)
def test_each_kind_of_growth_is_a_sentence(growth: Growth, words: str) -> None:
    model, _ = shown(plan(reason=PlanReason.GROWTH, growth=(growth,)))
    assert [line.text for line in (*model.hearing_rows.rows, *model.growth_rows.rows)] == [words]


def test_an_update_does_not_switch_on_again_what_the_person_switched_off() -> None:
    model, commands = asked()
    model.apply(m.IntegrationsChanged((page(transcript_access=False),)))
    model.apply(m.InstallPlanned(1, plan(reason=PlanReason.UPDATE)))
    assert not model.access
    assert {row.name: row.value for row in model.form_model.rows.rows}["server"] == "mail.example.org"
    model.install()
    assert commands == [m.CommitInstall("plan-1", {}, transcript_access=False)]


def test_a_plan_that_comes_after_its_sheet_was_closed_is_discarded() -> None:
    model, commands = asked()
    model.cancel()
    model.apply(m.InstallPlanned(1, plan()))
    assert (model.state_name, commands) == ("closed", [m.DiscardInstall("plan-1")])


def test_another_source_replaces_the_plan_that_is_shown_but_not_one_that_is_being_installed() -> None:
    model, commands = shown(plan())
    model.planUrl(QUrl("https://mcp.example.com"))
    assert commands == [
        m.DiscardInstall("plan-1"),
        m.PlanInstall(2, Source(SourceKind.REMOTE, "https://mcp.example.com")),
    ]
    model.apply(m.InstallPlanned(2, plan(plan_id="plan-2")))
    model.install()
    commands.clear()
    model.planFolder("/somewhere/else")
    assert commands == []


def test_a_growth_that_comes_while_a_sheet_is_open_waits_for_its_end() -> None:
    model, _ = shown(plan())
    model.apply(m.InstallPlanned(0, plan(plan_id="grown", reason=PlanReason.GROWTH)))
    assert model.plan_rows.rows[0].plan_id == "plan-1"
    model.cancel()
    assert (model.state_name, model.plan_rows.rows[0].plan_id) == ("plan", "grown")
    model.cancel()
    assert model.state_name == "closed"


def test_a_failed_install_says_why_and_can_be_tried_again() -> None:
    model, commands = shown(plan())
    model.form_model.setValue("server", "b.example")
    model.install()
    model.apply(m.InstallEnded("plan-1", MAIL, "dependencies-failed", "bun", "status 1"))
    assert model.state_name == "plan"
    assert model.error_text.splitlines()[0] == "What it needs could not be fetched with bun"
    assert model.error_text.endswith("status 1")
    model.install()
    assert commands[0] == commands[1], "what was typed is still there"
    assert model.error_text == ""


def test_what_cannot_be_read_at_all_says_why() -> None:
    model, commands = asked()
    model.apply(m.InstallEnded("", IntegrationId(""), "storage-full"))
    assert (model.state_name, model.error_text.splitlines()[0]) == ("failed", "The disk is full.")
    model.planFolder("/somewhere/mail")
    assert (model.state_name, model.error_text) == ("reading", "")
    assert commands == [m.PlanInstall(2, FOLDER)]


def test_without_a_key_store_the_person_may_keep_secrets_until_quit() -> None:
    model, commands = shown(plan())
    model.form_model.setValue("api_key", "a secret")
    model.install()
    model.apply(m.InstallEnded("plan-1", MAIL, "key-store-absent"))
    assert model.property("unstorable")
    model.installUntilQuit()
    assert commands[-1] == m.CommitInstall("plan-1", {"api_key": "a secret"}, until_quit=True)


def test_fetching_is_off_until_it_is_ticked_and_its_last_lines_are_shown() -> None:
    model, commands = shown(plan())
    model.install()
    assert commands == [m.CommitInstall("plan-1", {}, fetch_dependencies=False)]
    for number in range(MOST_PROGRESS + 5):
        model.apply(m.InstallProgressed("plan-1", f"line {number}"))
    model.apply(m.InstallProgressed("another", "not ours"))
    lines = model.plan_rows.rows[0].progress.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (MOST_PROGRESS, "line 5", f"line {MOST_PROGRESS + 4}")


def test_only_pages_are_opened_from_a_guide() -> None:
    opened: list[str] = []
    model = InstallModel(lambda _: None, open_url=opened.append)
    for url in ("https://example.com/guide", "file:///etc/passwd", "javascript:x"):
        model.openLink(url)
    assert opened == ["https://example.com/guide"]


def test_without_a_plan_nothing_is_installed() -> None:
    commands: list[m.Command] = []
    InstallModel(commands.append).install()
    assert commands == []


def test_what_is_dropped_is_a_folder_a_manifest_a_packed_file_or_an_address(tmp_path: Path) -> None:
    manifest = tmp_path / "voiceos.integration.json"
    manifest.write_text("{}", encoding="utf-8")
    packed = tmp_path / "mail.zip"
    assert source_of(str(tmp_path)) == Source(SourceKind.FOLDER, str(tmp_path))
    assert source_of(str(manifest)) == Source(SourceKind.FOLDER, str(tmp_path))
    assert source_of(str(packed)) == Source(SourceKind.PACKED, str(packed))
    commands: list[m.Command] = []
    model = InstallModel(commands.append)
    model.planUrl(QUrl.fromLocalFile(str(tmp_path)))
    model.planUrl(QUrl("https://mcp.example.com/mcp"))
    assert commands == [
        m.PlanInstall(1, Source(SourceKind.FOLDER, str(tmp_path))),
        m.PlanInstall(2, Source(SourceKind.REMOTE, "https://mcp.example.com/mcp")),
    ]
