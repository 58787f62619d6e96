"""The install sheet: what it shows of each way in, and why something cannot be installed."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from app.domain.calls import Tier
from app.domain.findings import Severity
from app.domain.installs import Acting, Hearing, InstallPlan, PlanReason, Source, SourceKind
from app.storage.install_record import digest_of
from tests.unit.domain.manifests import GONE, RICH
from tests.unit.extensions.bundles import bundle_bytes, zipped
from tests.unit.extensions.install_stage import PNG, Stage, stage

__all__ = ["stage"]

pytestmark = pytest.mark.anyio


def content(path: str) -> bytes:
    return Path(path).read_bytes()


def told(plan: InstallPlan) -> list[tuple[str, str, str]]:
    return [(one.path, one.severity.value, one.code) for one in plan.findings if one.code != "background-intent"]


@pytest.mark.clause("V-17.1", "V-4.8")
async def test_the_sheet_of_a_folder_shows_all_that_it_declares(stage: Stage) -> None:
    folder = stage.folder()
    plan = await stage.plan(folder)
    assert (plan.reason, plan.refused, plan.source) == (
        PlanReason.NEW,
        False,
        Source(SourceKind.FOLDER, str(folder)),
    )
    assert plan.digest == digest_of((folder / "voiceos.integration.json").read_bytes())
    assert (plan.name, plan.version, plan.publisher, plan.publisher_url) == (
        "Post office",
        "1.2.3-beta.1",
        "Example",
        "https://example.com",
    )
    assert plan.icon_path == str(folder / "icon.png")
    assert plan.hears == (
        Hearing("transcript", ("com.example.desktop",)),
        Hearing("dictation", ("com.example.desktop", "gedit")),
        Hearing("preToolUse"),
        Hearing("postToolUse"),
        Hearing("turnComplete"),
    )
    assert plan.may_do == (  # the internal one is not in it
        Acting("send_message", "Send message", Tier.CHANGES, asks_first=True),
        Acting("export_messages", "export messages", Tier.READS, asks_first=False, unclear=True),
    )
    assert (plan.background, plan.reminders, plan.own_data) == (True, True, True)
    assert plan.domains == (*("*.example.org", "127.0.0.1", "::1", "api.example.com", "api.example.net", "localhost"),)
    assert (plan.runs.command, plan.runs.arguments) == ("bun", ("server.ts", "", " spaced "))
    assert [(one.name, one.kind, one.secret, one.required, one.default) for one in plan.fields] == [
        ("API_KEY", "password", True, True, ""),
        ("region", "text", False, False, ""),
        ("signature", "text", False, False, ""),
        ("pin", "password", True, True, ""),
        ("fast", "boolean", False, False, "true"),
        ("limit", "number", False, False, "2.5"),
        ("tone", "select", False, False, "b"),
    ]
    assert [(one.label, one.value) for one in plan.fields[-1].choices] == [("A", "a"), ("B", "b")]
    assert (plan.fields[1].header, plan.signs_in) == ("X-Region", False)
    assert told(plan) == []


@pytest.mark.clause("V-4.12")
async def test_the_sheet_says_which_program_would_run_and_who_declares_nothing_may_reach_anything(
    stage: Stage,
) -> None:
    source = Source(SourceKind.COMMAND, "API_KEY=s3cr3t npx server-files")
    plan = await stage.installer.plan(source)
    assert (plan.runs.command, plan.runs.arguments) == ("npx", ("server-files",))
    assert (plan.domains, plan.version, plan.hears, plan.may_do) == (("*",), "", (), ())
    assert not plan.tells_actions
    assert plan.source.location == "npx server-files"
    assert "s3cr3t" not in repr(plan)


@pytest.mark.clause("V-17.1", "V-17.3")
async def test_the_sheet_of_an_address_shows_where_it_is(stage: Stage) -> None:
    plan = await stage.installer.plan(Source(SourceKind.REMOTE, "https://mcp.example.com/mcp"))
    assert (plan.runs.url, plan.domains) == ("https://mcp.example.com/mcp", ("mcp.example.com",))
    assert [(one.name, one.secret) for one in plan.fields] == [("ACCESS_TOKEN", True)]


@pytest.mark.clause("V-17.1", "V-17.2")
async def test_the_sheet_of_a_bundle_shows_the_tools_that_it_tells_of(stage: Stage) -> None:
    file = zipped(stage.home / "a.mcpb", {"manifest.json": bundle_bytes(), "icon.png": PNG})
    plan = await stage.installer.plan(Source(SourceKind.PACKED, str(file)))
    assert (plan.refused, plan.name, plan.domains) == (False, "File reader", ("*",))
    assert plan.tells_actions
    assert plan.may_do == (
        Acting("read-file", "read file", Tier.READS, asks_first=False),
        Acting("delete_file", "delete file", Tier.DESTRUCTIVE, asks_first=True),
    )
    assert content(plan.icon_path) == PNG


@pytest.mark.clause("V-17.5")
async def test_a_refused_manifest_shows_its_errors_with_paths_and_cannot_be_installed(stage: Stage) -> None:
    plan = await stage.plan(stage.folder("bad", ("id", "Bad"), ("runtime.command", ""), ("tools.2.extra", 1)))
    assert plan.refused
    assert (plan.digest, plan.fields) == ("", ())
    assert [one for one in told(plan) if one[1] == "refused"] == [
        ("$.id", "refused", "bad-id"),
        ("$.runtime.command", "refused", "empty"),
    ]


@pytest.mark.clause("V-17.5")
@pytest.mark.parametrize(
    ("kind", "location", "code"),
    [
        (SourceKind.FOLDER, "{home}/nowhere", "no-manifest"),
        (SourceKind.FOLDER, "~nobody-of-this-name/x", "no-manifest"),
        (SourceKind.FOLDER, "{home}/empty", "no-manifest"),
        (SourceKind.FOLDER, "{home}/linked", "no-manifest"),
        (SourceKind.FOLDER, "{home}/large", "too-large"),
        (SourceKind.FOLDER, "{home}/icon-out", "leaves-folder"),
        (SourceKind.PACKED, "{home}/nowhere.zip", "no-such-file"),
        (SourceKind.PACKED, "{home}/evil.zip", "package-leaves-folder"),
        (SourceKind.PACKED, "{home}/half.zip", "not-json"),
        (SourceKind.REMOTE, "http://example.com", "not-https"),
        (SourceKind.COMMAND, "K=1", "no-command"),
    ],
)
async def test_bad_input_gives_a_refused_sheet_and_leaves_nothing(
    stage: Stage, kind: SourceKind, location: str, code: str
) -> None:
    (stage.home / "empty").mkdir()
    outside = stage.folder("outside")
    linked = stage.home / "linked"
    linked.mkdir()
    (linked / "voiceos.integration.json").symlink_to(outside / "voiceos.integration.json")
    large = stage.folder("large")
    (large / "voiceos.integration.json").write_bytes(b" " * (4 * 1024 * 1024 + 1))
    icon_out = stage.folder("icon-out")
    (icon_out / "icon.png").unlink()
    (icon_out / "icon.png").symlink_to(outside / "icon.png")
    zipped(stage.home / "evil.zip", {"voiceos.integration.json": b"{}", "../evil": b""})
    zipped(stage.home / "half.zip", {"voiceos.integration.json": b"{"})
    plan = await stage.installer.plan(Source(kind, location.format(home=stage.home)))
    assert plan.refused
    assert code in [one.code for one in plan.findings if one.severity is Severity.REFUSED]
    assert not stage.paths.packages.exists() or list(stage.paths.packages.iterdir()) == []
    assert not (stage.home / "evil").exists()


async def test_an_icon_that_is_no_picture_is_replaced_by_the_default_one_and_told(stage: Stage) -> None:
    folder = stage.folder()
    (folder / "icon.png").write_text("<svg/>")
    plan = await stage.plan(folder)
    assert (plan.refused, plan.icon_path) == (False, "")
    assert told(plan) == [("$.icon", "warning", "icon-no-image")]
    (folder / "icon.png").unlink()
    assert told(await stage.plan(folder)) == [("$.icon", "warning", "no-icon-file")]
    assert (await stage.plan(stage.folder("plain", ("icon", GONE)))).icon_path == ""


@pytest.mark.clause("V-2.9")
async def test_a_manifest_cannot_verify_its_own_publisher(stage: Stage) -> None:
    plan = await stage.plan(stage.folder("post-office", ("publisher.verified", True)))
    assert told(plan) == [("$.publisher.verified", "warning", "verified-ignored")]
    assert "erified" not in repr(await stage.install(stage.home / "post-office"))
    assert not any("verified" in name for name in InstallPlan.__dataclass_fields__)


@pytest.mark.clause("V-4.9")
async def test_a_webhook_permission_is_accepted_with_a_warning_and_shows_nothing(stage: Stage) -> None:
    permissions = [*RICH["permissions"], {"kind": "webhook"}]
    plan = await stage.plan(stage.folder("post-office", ("permissions", permissions)))
    assert told(plan) == [("$.permissions[7]", "warning", "no-effect")]
    assert not plan.refused


@pytest.mark.clause("V-2.20")
async def test_the_setup_guide_is_markdown_and_its_pictures_are_links(stage: Stage) -> None:
    plan = await stage.plan(stage.folder())
    assert plan.setup_guide == "## Set it up\n\nGet a key\n\n1. One\n2. Two\n\n<https://example.com/a.png>"
    text = 'See ![a map](https://example.com/m.png "x") and ![own](map.png) <img src="https://example.com/t.gif">.'
    plan = await stage.plan(stage.folder("post-office", ("setupGuide", text)))
    assert plan.setup_guide == "See [a map](https://example.com/m.png) and ![own](map.png) ."
    plan = await stage.plan(stage.folder("post-office", ("setupGuide", 5)))
    assert (plan.setup_guide, told(plan)) == ("", [("$.setupGuide", "warning", "unknown-shape")])
    assert (await stage.plan(stage.folder("post-office", ("setupGuide", {})))).setup_guide == ""


@pytest.mark.clause("V-1.4", "V-1.5")
async def test_every_repair_and_every_drop_is_one_line_of_the_log_with_its_path(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.extensions.candidates")
    await stage.plan(stage.folder("post-office", ("publisher", "Ann"), ("tools.1.name", "Bad Name"), ("new", 1)))
    assert [one.getMessage() for one in caplog.records if one.name == "app.extensions.candidates"] == [
        "manifest of com.example.post-office: $.publisher: repaired (publisher-as-text)",
        "manifest of com.example.post-office: $.tools[1].name: dropped (not-snake-case)",
        "manifest of com.example.post-office: $.intents[0].tool: dropped (unknown-tool)",
    ]
    caplog.clear()
    folder = stage.folder("bad", ("id", 5))
    await stage.plan(folder)
    assert [one.getMessage() for one in caplog.records if one.name == "app.extensions.candidates"] == [
        f"manifest of {folder}: $.id: refused (bad-id)"
    ]


@pytest.mark.clause("V-17.6", "V-17.7")
async def test_the_sheet_names_the_command_that_fetches_dependencies_and_runs_nothing(stage: Stage) -> None:
    packages = json.dumps({"dependencies": {"x": "1"}, "scripts": {"preinstall": "touch ran"}})
    folder = stage.folder(files={"package.json": packages})
    plan = await stage.plan(folder)
    assert plan.dependencies is not None
    assert plan.dependencies.command == ("npm", "install")
    assert sorted(path.name for path in folder.iterdir()) == ["icon.png", "package.json", "voiceos.integration.json"]
    assert stage.calls == []
    python = stage.folder("python", ("runtime.command", "python3"), files={"requirements.txt": "mcp\n"})
    plan = await stage.plan(python)
    assert plan.dependencies is None
    assert told(plan) == [("$.runtime.command", "warning", "python-dependencies")]
