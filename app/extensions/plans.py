"""The install sheet of what was read (V-17.4): a pure mapping of a candidate onto an :class:`InstallPlan`.

Called by the installer; what it tells of a manifest is told by pages too. Any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from app.domain.calls import IntegrationId, Tier
from app.domain.findings import Finding
from app.domain.installs import (
    Acting,
    Choice,
    Dependencies,
    Growth,
    Hearing,
    InstallPlan,
    PlanReason,
    SetupField,
    SourceKind,
)
from app.domain.manifest import Manifest
from app.domain.manifest.model import AuthField, Preference, RemoteRuntime
from app.domain.measure import web_address
from app.domain.tools import acts, short_name, shows, tier
from app.extensions.candidates import Candidate
from app.extensions.environment import setup_text
from app.extensions.growth import ANY, declared_hooks, runs_of

__all__ = ["actings", "guide_text", "hearings", "install_plan", "reachable", "setup_fields"]

_REMOTE_IMAGE: Final = re.compile(r"!\[([^\[\]]*)\]\(\s*<?((?:https?:)?//[^\s()<>]*)[^()]*\)", re.IGNORECASE)
_HTML_IMAGE: Final = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_PASSWORD: Final = "password"  # noqa: S105 - a kind of field


def install_plan(
    candidate: Candidate,
    plan_id: str,
    reason: PlanReason,
    *,
    growth: tuple[Growth, ...] = (),
    dependencies: Dependencies | None = None,
    remarks: tuple[Finding, ...] = (),
) -> InstallPlan:
    """Return the sheet; without a manifest it is refused and says why (V-17.5)."""
    findings = (*candidate.findings, *remarks)
    manifest = candidate.manifest
    if manifest is None:
        return InstallPlan(plan_id, reason, candidate.source, findings, refused=True)
    kinds = manifest.grants.kinds
    return InstallPlan(
        plan_id,
        reason,
        candidate.source,
        findings,
        refused=False,
        digest=candidate.digest,
        integration_id=IntegrationId(manifest.id),
        name=manifest.name,
        version=manifest.version if candidate.source.kind in {SourceKind.FOLDER, SourceKind.PACKED} else "",
        publisher=manifest.publisher.name,
        publisher_url=manifest.publisher.url or "",
        summary=manifest.summary,
        icon_path=candidate.icon_path,
        hears=hearings(manifest),
        may_do=actings(manifest) if candidate.has_manifest else tuple(_told(candidate, manifest)),
        tells_actions=candidate.has_manifest or bool(candidate.told_tools),
        background="background" in kinds,
        reminders="notify" in kinds,
        own_data="store" in kinds,
        domains=reachable(manifest, has_manifest=candidate.has_manifest),
        runs=runs_of(manifest.runtime),
        fields=setup_fields(manifest),
        signs_in=manifest.auth.kind == "oauth2",
        setup_guide=guide_text(manifest),
        growth=growth,
        dependencies=dependencies,
    )


def hearings(manifest: Manifest) -> tuple[Hearing, ...]:
    """Return what it hears, in the order of the contract."""
    return tuple(Hearing(event, hook.apps or ()) for event, hook in declared_hooks(manifest).items())


def actings(manifest: Manifest) -> tuple[Acting, ...]:
    """Return the tools of the action list: internal ones are not in it (V-6.12, V-6.16)."""
    short = short_name(manifest.id)
    return tuple(
        _acting(tool.name, tool.name, tool.shown_title, short, confirms=tool.confirmation is not None)
        for tool in manifest.tools
        if tool.visibility == "user"
    )


def _told(candidate: Candidate, manifest: Manifest) -> Iterator[Acting]:
    short = short_name(manifest.id)
    for tool in candidate.told_tools:
        yield _acting(tool.name, tool.name.replace("-", "_"), tool.title, short, confirms=False)


def _acting(name: str, plain: str, title: str, short: str, *, confirms: bool) -> Acting:
    """``plain``: the name in words with ``_`` between them."""
    kind = tier(plain, title, short, confirms=confirms)
    return Acting(
        name,
        title,
        kind,
        asks_first=confirms or acts(plain, title, short),
        unclear=kind is Tier.READS and not shows(plain, title, short),
    )


def reachable(manifest: Manifest, *, has_manifest: bool) -> tuple[str, ...]:
    """Return where it may send data. Who declares nothing may send anything anywhere (V-4.12)."""
    runtime = manifest.runtime
    if isinstance(runtime, RemoteRuntime):
        own = web_address(runtime.url)
        host = (own.hostname or "") if own is not None else ""
        return tuple(sorted({host, *manifest.grants.domains} - {""}))
    return tuple(sorted(manifest.grants.domains)) if has_manifest else (ANY,)


def setup_fields(manifest: Manifest) -> tuple[SetupField, ...]:
    return (*map(_auth_field, manifest.auth.fields), *map(_preference, manifest.preferences))


def _auth_field(one: AuthField) -> SetupField:
    return SetupField(
        one.key,
        one.label,
        _PASSWORD if one.secret else "text",
        one.secret,
        one.required,
        description=one.description or "",
        placeholder=one.placeholder or "",
        header=one.header or "",
    )


def _preference(one: Preference) -> SetupField:
    return SetupField(
        one.name,
        one.title,
        one.type,
        one.type == _PASSWORD,
        one.required,
        description=one.description or "",
        placeholder=one.placeholder or "",
        default="" if one.default is None else setup_text(one.default),
        choices=tuple(Choice(option.label, option.value) for option in one.options),
    )


def guide_text(manifest: Manifest) -> str:
    """Return the setup guide as Markdown; its image is a link, so that it loads only after a click (V-2.20)."""
    guide = manifest.setup_guide
    if guide is None or isinstance(guide, str):
        return _click_first(guide or "")
    parts = [
        f"## {guide.title}" if guide.title else "",
        guide.markdown or "",
        "\n".join(f"{number}. {step}" for number, step in enumerate(guide.steps, 1)),
        f"<{guide.image_url}>" if guide.image_url else "",
    ]
    return _click_first("\n\n".join(part for part in parts if part))


def _click_first(markdown: str) -> str:
    return _HTML_IMAGE.sub("", _REMOTE_IMAGE.sub(r"[\1](\2)", markdown))
