"""The page of an installed integration (V-19): a pure mapping of its record, its server and its tools.

Called by ``integrations``, core loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.calls import AskFor
from app.domain.findings import Finding
from app.domain.integrations import Action, IntegrationPage, Remark, RemarkCode, ServerStatus
from app.domain.manifest import Manifest
from app.extensions.growth import runs_of
from app.extensions.plans import guide_text, hearings, reachable, setup_fields
from app.integrations.registry import ToolEntry
from app.integrations.served import ServerState
from app.storage.install_record import InstallRecord
from app.tools.policy import case_of, effective_pill

__all__ = ["Known", "page_of"]


@dataclass(frozen=True, slots=True)
class Known:
    """What the page of one integration is made of."""

    record: InstallRecord
    state: ServerState
    entries: tuple[ToolEntry, ...]
    """Its action list."""
    short_name: str
    ask_for: AskFor
    """The general setting."""
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Remark, ...] = ()
    """On top of those of its server."""
    signed_in: bool = False


def page_of(known: Known) -> IntegrationPage:
    record, manifest, grants = known.record, known.record.manifest, known.record.manifest.grants
    return IntegrationPage(
        integration_id=record.integration_id,
        short_name=known.short_name,
        name=manifest.name,
        version=manifest.version,
        publisher=manifest.publisher.name,
        summary=manifest.summary,
        icon_path=record.icon_path,
        status=known.state.status,
        enabled=record.enabled,
        transcript_access=record.transcript_access,
        hears=hearings(manifest),
        ask_for=record.ask_for,
        actions=tuple(_action(entry, known.ask_for) for entry in known.entries),
        background="background" in grants.kinds,
        reminders="notify" in grants.kinds,
        own_data="store" in grants.kinds,
        domains=reachable(manifest, has_manifest=record.has_manifest),
        runs=runs_of(manifest.runtime),
        fields=setup_fields(manifest),
        values=dict(record.values),
        stored_secrets=record.secret_names,
        failure=known.state.failure,
        remarks=(*known.state.remarks, *known.remarks, *_own_sign_in(manifest)),
        findings=known.findings,
        growth=record.growth,
        signs_in=_signs_in(known),
        signed_in=known.signed_in,
        folder=record.folder,
        reload_by_itself=record.reload_by_itself,
        description=manifest.description or "",
        setup_guide=guide_text(manifest),
    )


def _signs_in(known: Known) -> bool:
    """Say whether there is a button: for what declares it, and for what turned out to want it (V-3.12, V-5.17)."""
    manifest = known.record.manifest
    wanted = manifest.auth.kind == "oauth2" or known.state.status is ServerStatus.NEEDS_SIGN_IN or known.signed_in
    return wanted and manifest.runtime.kind == "remote-mcp"


def _own_sign_in(manifest: Manifest) -> tuple[Remark, ...]:
    is_local = manifest.auth.kind == "oauth2" and manifest.runtime.kind == "local-mcp"
    return (Remark(RemarkCode.SIGNS_IN_BY_ITSELF),) if is_local else ()


def _action(entry: ToolEntry, ask_for: AskFor) -> Action:
    tool = entry.tool
    return Action(
        name=tool.name,
        effective_name=entry.model_name,
        title=entry.title,
        description=tool.description,
        tier=entry.tier,
        pill=entry.record.pills.get(tool.name),
        answer=effective_pill(case_of(entry, ask_for, {})),
        disabled_reason=tool.shown_reason if tool.disabled else "",
        available=entry.available,
    )
