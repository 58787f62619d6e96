"""A server without a manifest, given by a command line or an address, as a manifest with no more than that (V-17.3).

Its tools are those that it serves; it has no hooks, intents, reminders and permissions. Called by the reader of
sources, on a thread that may block: it looks whether files exist. Never raises.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import parse_qsl

from app.domain.findings import Finding, Severity
from app.domain.installs import SourceKind, split_entries
from app.domain.manifest import Manifest
from app.domain.manifest.access import is_safe_address
from app.domain.manifest.model import Auth, AuthField, LocalRuntime, Publisher, RemoteRuntime, Runtime
from app.domain.manifest.setup import steers_loading
from app.domain.measure import clip, web_address
from app.extensions.mcpb import slug

__all__ = ["BARE", "TOKEN_FIELD", "BareServer", "called", "read_address", "read_command_line"]

TOKEN_FIELD: Final = "ACCESS_TOKEN"  # noqa: S105 - the name of a field
"""Sent to a remote server as its bearer token (V-5.18)."""

BARE: Final = frozenset({SourceKind.COMMAND, SourceKind.REMOTE})
"""Sources that are a server without a manifest."""
_CLAUSE: Final = "V-17.3"
_PLACE: Final = "$"
_SECRET_WORD: Final = re.compile(r"key|token|secret|passw|auth|credential|signature", re.IGNORECASE)
_RUNNERS: Final = frozenset(
    {
        "npx",
        "bunx",
        "uvx",
        "pipx",
        "pnpx",
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "uv",
        "node",
        "deno",
        "python",
        "python3",
        "docker",
    }
)
"""Programs that run what a later word names; that word is the better name."""
_VERBS: Final = frozenset({"run", "exec", "dlx", "x", "tool", "start"})
_SCRIPT: Final = re.compile(r"(?!-|@)(?!.*://).*\.(py|js|mjs|ts)", re.DOTALL)
"""A file that one of the runners runs; no option, package or address."""
_HERE: Final = ("./", "../", "~/")
"""How a path begins that counts from a folder which a server does not run in."""
_LONGEST_NAME: Final = 60
"""UTF-16 units, V-2.4."""
_DIGEST_DIGITS: Final = 6
"""16 million: enough for the servers of one person."""


@dataclass(frozen=True, slots=True)
class BareServer:
    manifest: Manifest | None
    findings: tuple[Finding, ...] = ()
    location: str = ""
    """As it may be stored and shown: a command line without its environment entries."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Values of ``KEY=value`` words; each is a secret field of the manifest."""


def read_command_line(line: str, base: str = "") -> BareServer:
    """Read a command line as a shell would split it; nothing else of a shell is done (V-3.3).

    A server runs in a folder of its own, so a word that names a file from ``base`` becomes a whole path. Without a
    base what looks like such a file is refused.
    """
    if not _is_plain(line):
        return _refused("bad-command-line", "")
    try:
        entries, words = split_entries(shlex.split(line))
    except ValueError as error:
        return _refused("bad-command-line", str(error))
    environment = dict(entries)
    location = shlex.join(words)
    if not words or not words[0].strip():
        return _refused("no-command", location)
    for name in environment:
        if name.startswith("_") or steers_loading(name):
            code, clause = ("bad-name", "V-5.6") if name.startswith("_") else ("steering-name", "V-5.9")
            return _refused(code, name, location, clause=clause)
    if base:
        words = [_whole(word, base, is_command=place == 0) for place, word in enumerate(words)]
        location = shlex.join(words)
    elif loose := [word for place, word in enumerate(words) if _is_loose(word, is_command=place == 0)]:
        return _refused("relative-path", loose[0], location)
    name = _name_of(words).strip() or "server"
    runtime = LocalRuntime(kind="local-mcp", command=words[0], args=tuple(words[1:]))
    fields = [AuthField(key=key, label=key, secret=True) for key in environment]
    manifest = _manifest("command", name, location, runtime, fields)
    return BareServer(manifest, location=location, environment=environment)


def read_address(address: str) -> BareServer:
    """Read the address of a remote server: https, or http to this machine (V-3.6)."""
    text = address.strip()
    parts = web_address(text)
    if parts is None or not _is_plain(text):
        return _refused("not-a-web-address", "", clause="V-3.6")
    host = parts.hostname or ""
    if not is_safe_address(text):
        return _refused("not-https", host, clause="V-3.6")
    secret = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True) if _SECRET_WORD.search(name)]
    if parts.username is not None or parts.password is not None or secret:
        return _refused("secret-in-address", ", ".join(secret), clause="V-5.13")
    runtime = RemoteRuntime(kind="remote-mcp", url=text)
    fields = [AuthField(key=TOKEN_FIELD, label="Access token", secret=True)]
    return BareServer(_manifest("remote", host, text, runtime, fields), location=text)


def called(manifest: Manifest, name: str) -> Manifest:
    """Return the manifest of a server without one under the name that a person gave, in 60 UTF-16 units (V-2.4)."""
    shown = clip(" ".join(name.encode("utf-8", "replace").decode().replace("\0", " ").split()), _LONGEST_NAME)
    return manifest.model_copy(update={"name": shown}) if shown else manifest


def _whole(word: str, base: str, *, is_command: bool) -> str:
    # A word without slash and ending may be the name of anything, a file beside it or not.
    if "/" not in word and (is_command or not PurePath(word).suffix):
        return word
    try:
        place = (Path(base) / word).absolute()
        is_there = place.is_file()
    except OSError:  # a name that is too long, or a folder that is gone or closed
        return word
    return str(place) if is_there else word


def _is_loose(word: str, *, is_command: bool) -> bool:
    if word.startswith("/"):
        return False
    if is_command:
        return "/" in word
    return word.startswith(_HERE) or _SCRIPT.fullmatch(word) is not None


def _is_plain(text: str) -> bool:
    """Say whether a program can be given this: no zero byte, and no half of a character."""
    return "\0" not in text and text == text.encode("utf-8", "replace").decode()


def _refused(code: str, detail: str, location: str = "", *, clause: str = _CLAUSE) -> BareServer:
    return BareServer(None, (Finding(_PLACE, Severity.REFUSED, code, clause, clip(detail, 120)),), location)


def _manifest(kind: str, name: str, location: str, runtime: Runtime, fields: Sequence[AuthField]) -> Manifest:
    # Two servers of one name are two integrations; the same one again is the same.
    digest = sha256(location.encode()).hexdigest()[:_DIGEST_DIGITS]
    return Manifest(
        schema_version=1,
        id=f"{kind}.{digest}.{slug(name)}",
        version="0.0.0",
        name=clip(name, _LONGEST_NAME),
        summary=clip(location, 140),
        publisher=Publisher(id="", name=""),
        runtime=runtime,
        tools=(),
        auth=Auth(kind="apiKey", fields=tuple(fields)) if fields else Auth(),
    )


def _name_of(words: Sequence[str]) -> str:
    program = PurePath(words[0]).name
    if program in _RUNNERS:
        for word in words[1:]:
            if not word.startswith("-") and word not in _VERBS:
                return PurePath(word).stem.removeprefix("@") or program
    return program
