"""What a manifest that cannot be used takes back all the same: its missing permissions, at once (V-17.10).

Called by the installer at a reload, any thread. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import TypeAdapter, ValidationError

from app.domain.fields import Fields, as_list
from app.domain.findings import Findings
from app.domain.manifest import Manifest
from app.domain.manifest.access import read_permissions
from app.domain.manifest.model import (
    Grants,
    Hooks,
    NetworkPermission,
    Permission,
    PlainPermission,
    TranscriptPermission,
    granted,
)
from app.domain.manifest.source import parse_source
from app.extensions.growth import HOOK_EVENTS, covers

__all__ = ["narrowed", "written_grants"]

_PERMISSION: TypeAdapter[Permission] = TypeAdapter(Permission)
_DICTATION = "dictation"


def written_grants(data: bytes) -> Grants | None:
    """Return what the permissions in a manifest grant, whatever else is wrong with it.

    ``None``: nobody can tell, because it is not JSON, or the permissions are not a list. That is a file that is half
    written, and no wish.
    """
    findings = Findings(strict=False)
    source = parse_source(data, findings)
    if source is None or as_list(source.get("permissions", [])) is None:
        return None
    fields = Fields(source, findings.root())
    read_permissions(fields)
    return granted(tuple(_readable(as_list(fields.kept.get("permissions", [])) or [])))


def _readable(entries: list[object]) -> Iterator[Permission]:
    for entry in entries:
        try:
            yield _PERMISSION.validate_python(entry)
        except ValidationError:  # a permission that is refused grants nothing
            continue


def narrowed(manifest: Manifest, left: Grants) -> Manifest:
    """Return the manifest with what ``left`` grants at most: permissions, and what cannot be without them."""
    permissions = tuple(_narrowed_permissions(manifest, left))
    if granted(permissions) == manifest.grants:
        return manifest
    grants = granted(permissions)
    background = "background" in grants.kinds
    tools = tuple(tool for tool in manifest.tools if background or tool.execution.mode != "background")
    names = {tool.name for tool in tools}
    return manifest.model_copy(
        update={
            "permissions": permissions,
            "hooks": _narrowed_hooks(manifest, grants),
            "tools": tools,
            "intents": tuple(intent for intent in manifest.intents if intent.tool in names),
        }
    )


def _narrowed_permissions(manifest: Manifest, left: Grants) -> Iterator[Permission]:
    grants = manifest.grants
    for kind in sorted((grants.kinds & left.kinds) - {"network", "transcript"}):
        yield PlainPermission.model_validate({"kind": kind})
    both = {domain for domain in grants.domains if covers(left.domains, domain)}
    both |= {domain for domain in left.domains if covers(grants.domains, domain)}
    if both:
        yield NetworkPermission(kind="network", domains=tuple(sorted(both)))
    agent = grants.hears_agent and left.hears_agent
    dictation = grants.hears_dictation and left.hears_dictation
    if agent and dictation:
        yield TranscriptPermission(kind="transcript", scope="all")
    elif agent:
        yield TranscriptPermission(kind="transcript", scope="agent")
    elif dictation:
        yield TranscriptPermission(kind="transcript", scope="dictation")


def _narrowed_hooks(manifest: Manifest, grants: Grants) -> Hooks | None:
    if manifest.hooks is None:
        return None
    lost = {
        name: None
        for event, name in HOOK_EVENTS.items()
        if not (grants.hears_dictation if event == _DICTATION else grants.hears_agent)
    }
    hooks = manifest.hooks.model_copy(update=lost)
    return hooks if any(getattr(hooks, name) is not None for name in HOOK_EVENTS.values()) else None
