"""Reads what an integration may do and hear: its runtime (V-3), permissions (V-4) and hooks (V-11).

Most broken rules here refuse the manifest: a guess could grant more than was written. Called by ``reader``. Any thread.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from typing import Final

from app.domain.fields import Fields, JsonObject, as_list, as_object, read_text, snippet
from app.domain.findings import Place, Severity
from app.domain.measure import web_address

__all__ = ["Allowed", "is_safe_address", "read_hooks", "read_permissions", "read_runtime"]

_NEEDS: Final = {"local-mcp": "command", "remote-mcp": "url", "hosted": "entry"}
_OWN_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_PLAIN: Final = frozenset({"background", "notify", "store"})
_SCOPES: Final = {"agent": {"agent"}, "dictation": {"dictation"}, "all": {"agent", "dictation"}}
_HOST: Final = re.compile(
    r"(\*\.)?([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.?"
)
_LONGEST_HOST: Final = 253
_EVENTS: Final = {
    "transcript": "agent",
    "dictation": "dictation",
    "preToolUse": "agent",
    "postToolUse": "agent",
    "turnComplete": "agent",
}
"""The scope that covers each hook (V-4.5, V-4.6)."""
_OWN_TOOLS: Final = frozenset({"preToolUse", "postToolUse"})
_LISTENING: Final = re.compile(
    r"hear|listen|transcri|dictat|speech|spoke|speak|\b(say|said|talk|voice|word|utter|tell|told)", re.IGNORECASE
)
"""V-11.11: words by which a summary says that something is heard."""


@dataclass(slots=True)
class Allowed:
    """What the permissions grant, for the rules that need one of them."""

    kinds: set[str] = field(default_factory=set[str])
    scopes: set[str] = field(default_factory=set[str])


def read_runtime(fields: Fields) -> None:
    """Keep ``runtime``, or refuse."""
    if not fields.has("runtime"):
        fields.at("runtime").refused("missing", "V-2.13")
        return
    runtime = fields.part("runtime", "V-3.4", lost=Severity.REFUSED)
    if runtime is None:
        return
    kind = runtime.raw("kind")
    if not isinstance(kind, str) or kind not in _NEEDS:
        runtime.at("kind").refused("not-one-of", "V-3.4", f"{snippet(kind)}; one of {', '.join(sorted(_NEEDS))}")
        return
    runtime.kept["kind"] = kind
    needed = runtime.text(_NEEDS[kind], "V-3.4", needed=True, lost=Severity.REFUSED)
    if kind == "remote-mcp" and needed is not None and not is_safe_address(needed):
        runtime.at("url").refused("not-https", "V-3.6", needed)
    if kind == "local-mcp" and runtime.has("args"):
        runtime.kept["args"] = _arguments(runtime)
    fields.kept["runtime"] = runtime.done()


def _arguments(runtime: Fields) -> list[str]:
    """Return the arguments exactly as given: an empty one and white space are kept (V-3.3)."""
    args: list[str] = []
    written = runtime.value["args"]
    for place, value in runtime.entries("args", "V-3.1", most=len(as_list(written) or ())):
        text = value if isinstance(value, str) else read_text(place, value, "V-3.1")
        if text is not None:
            args.append(text)
    return args


def is_safe_address(url: str) -> bool:
    """Say whether a server may be there: https, or http on this machine (V-3.6)."""
    parts = web_address(url)
    return parts is not None and (parts.scheme == "https" or parts.hostname in _OWN_MACHINE)


def read_permissions(fields: Fields) -> Allowed:
    """Keep ``permissions`` and return what they grant."""
    allowed = Allowed()
    kept: list[JsonObject] = []
    if not fields.has("permissions"):
        return allowed
    most = len(as_list(fields.value["permissions"]) or ())
    for place, value in fields.entries("permissions", "V-2.14", most=most, lost=Severity.REFUSED):
        found = as_object(value)
        if found is None:
            place.dropped("not-an-object", "V-4.10", snippet(value))
            continue
        entry = Fields(found, place)
        kind = entry.raw("kind")
        if kind == "network":
            _read_domains(entry)
        elif kind == "transcript":
            _read_scope(entry, allowed)
        elif kind == "webhook":
            place.warned("no-effect", "V-4.9")
        elif not isinstance(kind, str) or kind not in _PLAIN:
            entry.at("kind").dropped("unknown-permission", "V-4.10", snippet(kind))
            continue
        kind = snippet(kind)
        entry.kept["kind"] = kind
        allowed.kinds.add(kind)
        kept.append(entry.done())
    fields.kept["permissions"] = kept
    return allowed


def _read_domains(entry: Fields) -> None:
    domains: list[str] = []
    most = len(as_list(entry.value.get("domains")) or ())
    for place, value in entry.entries("domains", "V-4.1", most=most):
        text = read_text(place, value, "V-4.1")
        if text is None:
            continue
        if text == "*":
            place.warned("anywhere", "V-4.2")
        elif not _is_domain(text):
            place.dropped("bad-domain", "V-4.2", text)
            continue
        domains.append(text)
    if not domains:
        entry.at("domains").refused("no-domain", "V-4.1")
    entry.kept["domains"] = domains


def _is_domain(text: str) -> bool:
    try:
        ipaddress.ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return len(text) <= _LONGEST_HOST and text.isascii() and _HOST.fullmatch(text) is not None
    return True


def _read_scope(entry: Fields, allowed: Allowed) -> None:
    scope = entry.raw("scope")
    if not isinstance(scope, str) or scope not in _SCOPES:
        entry.at("scope").refused("not-one-of", "V-4.7", f"{snippet(scope)}; one of {', '.join(sorted(_SCOPES))}")
        return
    entry.kept["scope"] = scope
    allowed.scopes |= _SCOPES[scope]


def read_hooks(fields: Fields, allowed: Allowed) -> bool:
    """Keep ``hooks`` and say whether any is declared."""
    hooks = fields.part("hooks", "V-2.17")
    if hooks is None:
        return False
    for event, scope in _EVENTS.items():
        hook = hooks.part(event, "V-11.1")
        if hook is not None:
            _check_grant(hook.place, event, scope, allowed)
            hooks.kept[event] = _read_hook(hook, event)
    for key in hooks.value:
        if key not in _EVENTS:
            hooks.at(key).dropped("unknown-hook", "V-11.1", key)
    if hooks.kept:
        summary = fields.kept.get("summary")
        if isinstance(summary, str) and not _LISTENING.search(summary):
            fields.at("summary").warned("hearing-not-told", "V-11.11", ", ".join(hooks.kept))
    fields.kept["hooks"] = hooks.kept
    return bool(hooks.kept)


def _check_grant(place: Place, event: str, scope: str, allowed: Allowed) -> None:
    if "transcript" not in allowed.kinds:
        place.refused("no-permission", "V-11.2", event)
    elif scope not in allowed.scopes:
        place.refused("outside-scope", "V-11.3", event)


def _read_hook(hook: Fields, event: str) -> JsonObject:
    clause = "V-11.4" if event == "dictation" else "V-11.5"
    if hook.has("apps"):
        most = len(as_list(hook.value["apps"]) or ())
        entries = hook.entries("apps", clause, most=most)
        apps = [app for place, value in entries if (app := read_text(place, value, clause)) is not None]
        hook.kept["apps"] = apps
        if not apps:
            hook.at("apps").refused("no-apps", clause, event)
    elif event == "dictation":
        hook.at("apps").refused("no-apps", clause, event)
    if hook.has("scope"):
        scope = hook.raw("scope")
        hook.kept["scope"] = scope
        if event not in _OWN_TOOLS or scope != "own":
            hook.at("scope").refused("bad-scope", "V-11.6", snippet(scope))
    return hook.done()
