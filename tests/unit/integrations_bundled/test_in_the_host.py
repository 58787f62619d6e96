"""The same integrations, unmodified, started and called by the host itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from app.domain.calls import IntegrationId, RawResult, ToolRef
from app.domain.installs import Source, SourceKind
from app.domain.integrations import LogSource, Remark, RemarkCode, ServerStatus
from app.domain.manifest import read_manifest
from app.extensions.environment import DATA_DIR
from app.storage.install_record import InstallRecord, digest_of
from tests.fixtures.integrations.folders import BUNDLED, bundled, node_plain, node_sdk
from tests.unit.integrations.hosting import Host, hosting
from tests.unit.integrations_bundled.cards import kinds

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def installed(folder: Path, *secret_names: str) -> InstallRecord:
    """Return what is stored when the folder is installed, with these secrets entered and nothing else changed."""
    data = (folder / "voiceos.integration.json").read_bytes()
    manifest = read_manifest(data, strict=False).manifest
    assert manifest is not None
    return InstallRecord(
        integration_id=IntegrationId(manifest.id),
        source=Source(SourceKind.FOLDER, str(folder)),
        folder=str(folder),
        manifest=manifest,
        manifest_bytes=data,
        digest=digest_of(data),
        approved_unix_s=1.0,
        short_name=manifest.id.rsplit(".", 1)[-1].replace("-", "_"),
        secret_names=frozenset(secret_names),
    )


async def call(host: Host, record: InstallRecord, tool: str, **arguments: object) -> RawResult:
    return await host.supervisor.call(ToolRef(record.integration_id, tool), arguments, timeout_s=10)


def data_of(result: RawResult) -> dict[str, Any]:
    assert not result.is_error, result
    return json.loads(str(result.content[0]["text"]))


async def test_all_six_connect_together_and_offer_what_they_declare(tmp_path: Path) -> None:
    folders = [*(bundled(name) for name in BUNDLED), node_plain(), node_sdk(tmp_path)]
    records = [installed(folder) for folder in folders]
    async with hosting(tmp_path / "data", *records) as host:
        for record in records:
            state = await host.until_status(ServerStatus.CONNECTED, record.integration_id)
            odd = (Remark(RemarkCode.TOOL_NOT_SERVED, "unserved_tool"),) if record.short_name == "showcase" else ()
            assert state.remarks == odd
        offered = {entry.namespaced_name for entry in host.registry.offered()}

    declared = {
        f"{record.short_name}.{tool.name}" for record in records for tool in record.manifest.tools if not tool.disabled
    }
    assert offered == declared - {"showcase.unserved_tool"}


@pytest.mark.parametrize("name", ["notes", "clock", "desk"])
async def test_what_is_served_is_what_the_manifest_says_word_for_word(name: str, tmp_path: Path) -> None:
    record = installed(bundled(name))
    async with hosting(tmp_path, record) as host:
        await host.until_status(ServerStatus.CONNECTED, record.integration_id)
        told = host.log(record.integration_id).texts(LogSource.HOST)

    assert [line for line in told if "manifest" in line] == []


async def test_notes_are_kept_in_the_folder_that_the_host_gives(tmp_path: Path) -> None:
    record = installed(bundled("notes"))
    async with hosting(tmp_path, record) as host:
        await host.until_status(ServerStatus.CONNECTED, record.integration_id)
        made = data_of(await call(host, record, "create_note", title="From the host", text="kept"))

    assert kinds(made) == ["header", "list"]
    assert (tmp_path / record.integration_id / "notes" / made["file"]).read_text() == "# From the host\n\nkept\n"


async def test_settings_and_secrets_reach_the_server_as_they_were_entered(tmp_path: Path) -> None:
    record = installed(bundled("showcase"), "SECRET_WORD")
    async with hosting(tmp_path, record, secrets={"SECRET_WORD": "xyzzy"}) as host:
        await host.until_status(ServerStatus.CONNECTED, record.integration_id)
        told = data_of(await call(host, record, "show_setup"))

    assert told["settings"].items() >= {"GREETING": "Hello", "LOUD": "false", "SIZE": "small", "COUNT": "3"}.items()
    assert told["settings"]["SECRET_WORD"] == "5 characters"
    assert told["folder"] == str(bundled("showcase"))
    assert DATA_DIR not in told["settings"]


async def test_noise_floods_and_a_crash_of_the_showcase_disturb_nobody_else(tmp_path: Path) -> None:
    showcase, clock = installed(bundled("showcase")), installed(bundled("clock"))
    async with hosting(tmp_path, showcase, clock) as host:
        for record in (showcase, clock):
            await host.until_status(ServerStatus.CONNECTED, record.integration_id)
        noisy = await call(host, showcase, "answer_badly", case="stray_lines")
        assert str(noisy.content[0]["text"]).startswith("Ten lines")
        big = await call(host, showcase, "answer_badly", case="big_text")
        assert len(str(big.content[0]["text"])) == 5 * 1024 * 1024
        await call(host, showcase, "answer_badly", case="stderr_flood")
        async with anyio.create_task_group() as group:
            group.start_soon(_crash, host, showcase)
            assert data_of(await call(host, clock, "get_time", place="Tokyo"))["zone"] == "Asia/Tokyo"
        assert host.state(clock.integration_id).status is ServerStatus.CONNECTED


async def _crash(host: Host, record: InstallRecord) -> None:
    from app.domain.calls import CallClass, CallFailed

    with pytest.raises(CallFailed) as failed:
        await call(host, record, "answer_badly", case="crash")
    assert failed.value.kind is CallClass.SERVER_EXITED


async def test_the_integrations_in_node_are_called_like_any_other(tmp_path: Path) -> None:
    plain, sdk = installed(node_plain()), installed(node_sdk(tmp_path), "BOARD_TOKEN")
    async with hosting(tmp_path / "data", plain, sdk, secrets={"BOARD_TOKEN": "t"}) as host:
        for record in (plain, sdk):
            await host.until_status(ServerStatus.CONNECTED, record.integration_id)
        assert data_of(await call(host, plain, "add_item", item="milk"))["count"] == 1
        assert data_of(await call(host, plain, "list_items"))["shop"] == "Corner shop"
        told = data_of(await call(host, sdk, "list_tasks"))
        assert told["signedIn"] is True
        closed = await call(host, sdk, "close_task", task="nothing", outcome="done")
        assert closed.is_error
