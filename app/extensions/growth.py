"""What a new manifest wants beyond what was approved (V-17.11): a pure comparison of two manifests.

Called by the installer, any thread. What is less than before is no growth and takes effect without asking (V-17.12).
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator
from typing import Final

from app.domain.installs import Growth, GrowthKind, Runs
from app.domain.manifest import Manifest
from app.domain.manifest.model import Hook, LocalRuntime, RemoteRuntime, Runtime

__all__ = ["ANY", "HOOK_EVENTS", "confirmed_tools", "covers", "declared_hooks", "growth", "runs_of", "runs_words"]

ANY: Final = "*"
"""As a domain: anywhere (V-4.2). As an app: whichever is in front."""

HOOK_EVENTS: Final = {
    "transcript": "transcript",
    "dictation": "dictation",
    "preToolUse": "pre_tool_use",
    "postToolUse": "post_tool_use",
    "turnComplete": "turn_complete",
}
"""Names in the manifest, and in the model."""


def growth(old: Manifest, new: Manifest, confirmed: Collection[str] = ()) -> tuple[Growth, ...]:
    """Return everything that needs approval anew.

    ``confirmed``: tools that had a ``confirmation`` under an approval that still counts, though ``old`` has them no
    more: a tool must not lose its question by leaving for one reload.
    """
    return (
        *_permissions(old, new),
        *_hooks(old, new),
        *_running(old, new),
        *(
            Growth(GrowthKind.UNCONFIRMED, tool.shown_title)
            for tool in new.tools
            if tool.confirmation is None and tool.name in {*confirmed, *confirmed_tools(old)}
        ),
    )


def confirmed_tools(manifest: Manifest) -> frozenset[str]:
    return frozenset(tool.name for tool in manifest.tools if tool.confirmation is not None)


def covers(domains: Collection[str], domain: str) -> bool:
    """Say whether ``domain``, which may be a wildcard itself, reaches nothing that ``domains`` do not (V-4.2)."""
    wanted = _plain(domain)
    return any(_within(wanted, _plain(one)) for one in domains)


def _plain(domain: str) -> str:
    return domain.lower().removesuffix(".")


def _within(wanted: str, allowed: str) -> bool:
    if allowed in {ANY, wanted}:
        return True
    # The dot stays: "*.example.com" does not reach "badexample.com", and not "example.com" itself.
    return allowed.startswith("*.") and wanted.endswith(allowed[1:])


def declared_hooks(manifest: Manifest) -> dict[str, Hook]:
    """Return the hooks by their event, as the manifest names it."""
    if manifest.hooks is None:
        return {}
    found = {event: getattr(manifest.hooks, name) for event, name in HOOK_EVENTS.items()}
    return {event: hook for event, hook in found.items() if hook is not None}


def runs_of(runtime: Runtime) -> Runs:
    match runtime:
        case LocalRuntime():
            return Runs(command=runtime.command, arguments=runtime.args)
        case RemoteRuntime():
            return Runs(url=runtime.url)
        case _:
            return Runs(hosted=True)


def runs_words(runtime: Runtime) -> str:
    """Return the command line, the address or the entry."""
    match runtime:
        case LocalRuntime():
            return shlex.join([runtime.command, *runtime.args])
        case RemoteRuntime():
            return runtime.url
        case _:
            return runtime.entry


def _permissions(old: Manifest, new: Manifest) -> Iterator[Growth]:
    before, after = old.grants, new.grants
    for kind in sorted(after.kinds - before.kinds):
        yield Growth(GrowthKind.PERMISSION, kind)
    for domain in sorted(after.domains):
        if not covers(before.domains, domain):
            yield Growth(GrowthKind.DOMAIN, domain)
    if after.hears_agent and not before.hears_agent:
        yield Growth(GrowthKind.SCOPE, "agent")
    if after.hears_dictation and not before.hears_dictation:
        yield Growth(GrowthKind.SCOPE, "dictation")


def _hooks(old: Manifest, new: Manifest) -> Iterator[Growth]:
    before = declared_hooks(old)
    for event, hook in declared_hooks(new).items():
        known = before.get(event)
        if known is None:
            yield Growth(GrowthKind.HOOK, event)
        elif known.apps is not None:
            for app in (ANY,) if hook.apps is None else hook.apps:
                if app not in known.apps:
                    yield Growth(GrowthKind.HOOK_APP, f"{event}: {app}")


def _running(old: Manifest, new: Manifest) -> Iterator[Growth]:
    if old.runtime != new.runtime:
        yield Growth(GrowthKind.RUNS, runs_words(new.runtime))
