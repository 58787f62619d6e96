"""The models of ``voiceos.integration.json``, ``schemaVersion`` 1 (V-2 to V-6, V-11): frozen values.

Made by ``reader`` from what it kept; shown, enforced and cached by everything about integrations. The JSON Schema for
authors is generated from here, so a description is written for an author. A field the file does not have keeps its
default and counts as not set.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.domain.confirmations import Confirmation
from app.domain.frozen import Frozen
from app.domain.intents import Intent

__all__ = ["Grants", "Manifest", "Permission", "Runtime", "Tool", "granted"]

FIELD_NAME = r"^[a-zA-Z][a-zA-Z0-9_]*$"
"""V-5.6."""


class Publisher(Frozen):
    id: str
    name: str
    url: str | None = None


class LocalRuntime(Frozen):
    """A program that speaks MCP over its standard input and output, started in the integration's folder, no shell."""

    kind: Literal["local-mcp"]
    command: str = Field(min_length=1)
    args: tuple[str, ...] = ()


class RemoteRuntime(Frozen):
    """A server that speaks MCP over HTTP."""

    kind: Literal["remote-mcp"]
    url: str = Field(min_length=1)
    """https, or http to this machine."""


class HostedRuntime(Frozen):
    """Runs elsewhere; Voxnotch installs it and offers nothing of it (V-3.7)."""

    kind: Literal["hosted"]
    entry: str = Field(min_length=1)


Runtime = Annotated[LocalRuntime | RemoteRuntime | HostedRuntime, Field(discriminator="kind")]


class NetworkPermission(Frozen):
    kind: Literal["network"]
    domains: tuple[str, ...] = Field(min_length=1)
    """Host names, IP addresses, ``*.example.com``; ``*`` alone is anywhere."""


class PlainPermission(Frozen):
    kind: Literal["background", "notify", "store", "webhook"]


class TranscriptPermission(Frozen):
    kind: Literal["transcript"]
    scope: Literal["agent", "dictation", "all"]


Permission = Annotated[NetworkPermission | PlainPermission | TranscriptPermission, Field(discriminator="kind")]


class Grants(Frozen):
    """All permissions together: several of one kind are merged (V-4.11)."""

    domains: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    hears_agent: bool = False
    """Covers the hooks transcript, preToolUse, postToolUse and turnComplete."""
    hears_dictation: bool = False


class AuthField(Frozen):
    key: str = Field(pattern=FIELD_NAME)
    """Name of the environment variable that carries the value."""
    label: str
    secret: bool = True
    required: bool = False
    placeholder: str | None = None
    description: str | None = None
    header: str | None = None
    """HTTP header that carries the value to a remote server (V-5.18)."""


class Auth(Frozen):
    kind: Literal["none", "apiKey", "oauth2"] = "none"
    fields: tuple[AuthField, ...] = ()


class PreferenceOption(Frozen):
    label: str
    value: str


class Preference(Frozen):
    name: str = Field(pattern=FIELD_NAME)
    """Name of the environment variable that carries the value."""
    title: str
    type: Literal["text", "password", "boolean", "select", "number"]
    description: str | None = None
    placeholder: str | None = None
    required: bool = False
    default: str | bool | int | float | None = None
    options: tuple[PreferenceOption, ...] = Field(default=(), max_length=50)


class Execution(Frozen):
    mode: Literal["sync", "background"] = "sync"
    estimated_duration_ms: float | None = Field(default=None, gt=0)


class Tool(Frozen):
    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)
    title: str | None = Field(default=None, min_length=1, max_length=60)
    description: str
    """What it does, then "Use when the user asks ..."."""
    input_schema: dict[str, object]
    """JSON Schema 2020-12 of an object; every property described."""
    execution: Execution = Execution()
    confirmation: Confirmation | None = None
    ui_callable: bool = False
    """A card of this integration may call it."""
    visibility: Literal["user", "agent"] = "user"
    disabled: bool = False
    disabled_reason: str | None = Field(default=None, max_length=200)

    @property
    def shown_title(self) -> str:
        """V-6.2."""
        return self.title or self.name.replace("_", " ")

    @property
    def shown_reason(self) -> str:
        """Why a disabled tool is disabled (V-6.11)."""
        return self.disabled_reason or "Unavailable"


class Hook(Frozen):
    apps: tuple[str, ...] | None = Field(default=None, min_length=1)
    """The hook fires only while one of these is in front."""


class DictationHook(Frozen):
    apps: tuple[str, ...] = Field(min_length=1)
    """Dictation is heard only while one of these is in front; there is no global listening."""


class ToolHook(Hook):
    scope: Literal["own"] = "own"


class Hooks(Frozen):
    transcript: Hook | None = None
    dictation: DictationHook | None = None
    pre_tool_use: ToolHook | None = None
    post_tool_use: ToolHook | None = None
    turn_complete: Hook | None = None


class Asr(Frozen):
    vocabulary: tuple[str, ...] = Field(default=(), max_length=50)
    """Words that speech recognition should expect."""


class SetupGuide(Frozen):
    title: str | None = None
    markdown: str | None = None
    image_url: str | None = None
    steps: tuple[str, ...] = ()


class Manifest(Frozen):
    """``voiceos.integration.json``."""

    schema_version: Literal[1]
    id: str = Field(pattern=r"^[a-z0-9]+(\.[a-z0-9-]+)+$")
    version: str = Field(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+")
    name: str = Field(min_length=1, max_length=60)
    summary: str = Field(min_length=1, max_length=140)
    publisher: Publisher
    runtime: Runtime
    tools: tuple[Tool, ...] = Field(max_length=128)
    description: str | None = Field(default=None, max_length=10000)
    categories: tuple[str, ...] = Field(default=(), max_length=10)
    icon: str | None = None
    homepage: str | None = None
    repository: str | None = None
    permissions: tuple[Permission, ...] = ()
    auth: Auth = Auth()
    preferences: tuple[Preference, ...] = ()
    hooks: Hooks | None = None
    intents: tuple[Intent, ...] = Field(default=(), max_length=30)
    asr: Asr = Asr()
    setup_guide: str | SetupGuide | None = None
    owns_audio: bool = False
    """The integration speaks for itself: its results are never read out."""

    @property
    def grants(self) -> Grants:
        """V-4.11."""
        return granted(self.permissions)

    @property
    def secret_fields(self) -> frozenset[str]:
        """The names of the fields whose values are secrets (V-5.13)."""
        secret = {one.key for one in self.auth.fields if one.secret}
        return frozenset(secret | {one.name for one in self.preferences if one.type == "password"})

    @property
    def plain_fields(self) -> frozenset[str]:
        """The names of all others."""
        names = {one.key for one in self.auth.fields} | {one.name for one in self.preferences}
        return frozenset(names - self.secret_fields)


def granted(permissions: tuple[Permission, ...]) -> Grants:
    """V-4.11."""
    networks = [one for one in permissions if isinstance(one, NetworkPermission)]
    scopes = {one.scope for one in permissions if isinstance(one, TranscriptPermission)}
    return Grants(
        domains=frozenset(domain for one in networks for domain in one.domains),
        kinds=frozenset(one.kind for one in permissions),
        hears_agent=bool(scopes & {"agent", "all"}),
        hears_dictation=bool(scopes & {"dictation", "all"}),
    )
