"""What the pages about integrations show, made of the core's values: rows for lists, sentences for codes.

Pure functions, called by ``integrations`` and ``install`` on Qt's main thread; the words come in the language of the
moment, so rows are made anew when it changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QUrl

from app.domain.findings import Finding
from app.domain.installs import Growth, GrowthKind, Hearing, Runs
from app.domain.integrations import Action, IntegrationPage, RemarkCode, ServerStatus
from app.ui.phrases_findings import finding_words, severity_words
from app.ui.phrases_integrations import (
    ANYWHERE,
    domain_words,
    growth_words,
    hearing_words,
    nowhere_words,
    remark_words,
    rights_words,
    runs_sentence,
    runs_words,
    sends_words,
    status_words,
    tier_words,
    upkeep_words,
)
from app.ui.viewmodels.markdown import styled

__all__ = [
    "ActionRow",
    "DetailRow",
    "FindingRow",
    "IntegrationRow",
    "PermissionLine",
    "action_row",
    "detail_row",
    "finding_rows",
    "growth_lines",
    "guide_text",
    "hearing_lines",
    "icon_url",
    "integration_row",
    "network_lines",
    "permission_lines",
    "runs_lines",
    "upkeep_lines",
]

translate = QCoreApplication.translate

_PICTURE: Final = re.compile(r"!+\[")


@dataclass(frozen=True, slots=True)
class IntegrationRow:
    """One line of the list."""

    integration_id: str
    name: str
    version: str
    summary: str
    icon_url: str
    status: str
    status_words: str
    failure: str
    is_enabled: bool


@dataclass(frozen=True, slots=True)
class PermissionLine:
    """One sentence about what an integration hears, does, sends or runs."""

    kind: str
    """``hears``, ``background``, ``reminders``, ``own-data``, ``network``, ``anywhere``, ``nowhere``, ``runs``,
    ``runs-else``, ``rights``, ``address``, ``hosted`` or ``wants``."""
    text: str


@dataclass(frozen=True, slots=True)
class ActionRow:
    """V-19.3."""

    name: str
    effective_name: str
    title: str
    description: str
    tier: str
    tier_words: str
    answer: str
    """``ask`` or ``allow``: what the policy says now."""
    touched: bool
    """The person set it."""
    disabled_reason: str
    available: bool


@dataclass(frozen=True, slots=True)
class FindingRow:
    number: int
    path: str
    severity: str
    severity_words: str
    said: str
    advice: str


@dataclass(frozen=True, slots=True)
class DetailRow:
    """All of one page that is no list of its own."""

    integration_id: str
    short_name: str
    name: str
    version: str
    publisher: str
    summary: str
    icon_url: str
    status: str
    status_words: str
    failure: str
    is_enabled: bool
    has_hooks: bool
    transcript_access: bool
    hearing: tuple[str, ...]
    ask_for: str
    """"" follows the general setting."""
    remarks: tuple[str, ...]
    can_reload: bool
    """One of the remarks asks for it."""
    can_restart: bool
    signs_in: bool
    signed_in: bool
    folder: str
    reload_by_itself: bool
    description: str
    setup_guide: str


def icon_url(path: str) -> str:
    return QUrl.fromLocalFile(path).toString() if path else ""


def guide_text(markdown: str) -> str:
    """Make styled text of an integration's Markdown; a picture becomes a link that the person may press (V-2.20)."""
    return styled(_PICTURE.sub("[", markdown), str)


def integration_row(page: IntegrationPage) -> IntegrationRow:
    return IntegrationRow(
        integration_id=page.integration_id,
        name=page.name,
        version=page.version,
        summary=page.summary,
        icon_url=icon_url(page.icon_path),
        status=page.status.value,
        status_words=_state(page),
        failure=page.failure,
        is_enabled=page.enabled,
    )


def _state(page: IntegrationPage) -> str:
    if not page.enabled and page.status is ServerStatus.STOPPED:
        return translate("Integrations", "Off")
    return status_words(page.status)


def detail_row(page: IntegrationPage) -> DetailRow:
    runs_here = bool(page.runs.command or page.runs.url) and page.enabled
    return DetailRow(
        integration_id=page.integration_id,
        short_name=page.short_name,
        name=page.name,
        version=page.version,
        publisher=page.publisher,
        summary=page.summary,
        icon_url=icon_url(page.icon_path),
        status=page.status.value,
        status_words=_state(page),
        failure=page.failure,
        is_enabled=page.enabled,
        has_hooks=bool(page.hears),
        transcript_access=page.transcript_access,
        hearing=tuple(map(hearing_words, page.hears)),
        ask_for=page.ask_for.value if page.ask_for else "",
        remarks=tuple(map(remark_words, page.remarks)),
        can_reload=any(one.code is RemarkCode.FOLDER_CHANGED for one in page.remarks),
        can_restart=runs_here and page.status in {ServerStatus.CRASHED, ServerStatus.STOPPED, ServerStatus.CONNECTED},
        signs_in=page.signs_in and bool(page.runs.url),
        signed_in=page.signed_in,
        folder=page.folder,
        reload_by_itself=page.reload_by_itself,
        description=guide_text(page.description),
        setup_guide=guide_text(page.setup_guide),
    )


def action_row(action: Action) -> ActionRow:
    return ActionRow(
        name=action.name,
        effective_name=action.effective_name,
        title=action.title,
        description=action.description,
        tier=action.tier.value,
        tier_words=tier_words(action.tier),
        answer=action.answer.value,
        touched=action.pill is not None,
        disabled_reason=action.disabled_reason,
        available=action.available,
    )


def finding_rows(findings: Sequence[Finding]) -> list[FindingRow]:
    """Say each finding, with its place in the manifest (V-17.5)."""
    rows: list[FindingRow] = []
    for number, finding in enumerate(findings):
        said, advice = finding_words(finding)
        severity = severity_words(finding.severity)
        rows.append(FindingRow(number, finding.path, finding.severity.value, severity, said, advice))
    return rows


def hearing_lines(hears: Iterable[Hearing]) -> list[PermissionLine]:
    return [PermissionLine("hears", hearing_words(hearing)) for hearing in hears]


def upkeep_lines(*, background: bool, reminders: bool, own_data: bool) -> list[PermissionLine]:
    """What it may do without being asked each time."""
    said = upkeep_words(background=background, reminders=reminders, own_data=own_data)
    return [PermissionLine(kind, text) for kind, text in said.items()]


def network_lines(domains: Sequence[str], *, words: Callable[[str], str] = domain_words) -> list[PermissionLine]:
    """One domain a line; anywhere comes first and counts as a warning (V-4.2)."""
    if not domains:
        return [PermissionLine("nowhere", nowhere_words())]
    ordered = sorted(dict.fromkeys(domains), key=lambda domain: domain != ANYWHERE)
    return [PermissionLine("anywhere" if one == ANYWHERE else "network", words(one)) for one in ordered]


def growth_lines(growth: Iterable[Growth], hears: Sequence[Hearing] = ()) -> list[PermissionLine]:
    """What is wanted beyond what was approved, one line a difference (V-17.11); ``hears`` are the new hooks."""
    lines = [PermissionLine(_growth_kind(one), growth_words(one, hears)) for one in growth]
    return list(dict.fromkeys(lines))


def _growth_kind(growth: Growth) -> str:
    match growth.kind:
        case GrowthKind.HOOK | GrowthKind.HOOK_APP | GrowthKind.SCOPE:
            return "hears"
        case GrowthKind.DOMAIN:
            return "anywhere" if growth.what == ANYWHERE else "network"
        case GrowthKind.RUNS:
            return "runs-else"
        case GrowthKind.PERMISSION | GrowthKind.UNCONFIRMED:
            return "wants"


def runs_lines(runs: Runs, *, words: Callable[[Runs], str] = runs_words) -> list[PermissionLine]:
    """What is started or talked to; a program is no prisoner (V-4.12)."""
    if runs.hosted:
        return [PermissionLine("hosted", words(runs))]
    if runs.url:
        return [PermissionLine("address", words(runs))]
    return [PermissionLine("runs", words(runs)), PermissionLine("rights", rights_words())]


def permission_lines(page: IntegrationPage) -> list[PermissionLine]:
    """All permissions of an installed integration in words (V-19.4)."""
    return [
        *hearing_lines(page.hears),
        *upkeep_lines(background=page.background, reminders=page.reminders, own_data=page.own_data),
        *network_lines(page.domains, words=sends_words),
        *runs_lines(page.runs, words=runs_sentence),
    ]
