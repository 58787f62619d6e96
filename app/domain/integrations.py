"""An installed integration as its page shows it (V-19): status, switches, permissions, actions, fields.

Pure values. Made by ``app/runtime``, shown by the window and the command line; nothing here is enforced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.calls import AskFor, IntegrationId, Pill, Tier
from app.domain.findings import Finding
from app.domain.installs import Growth, Hearing, Runs, SetupField

__all__ = ["Action", "IntegrationPage", "LogLine", "LogSource", "Remark", "RemarkCode", "ServerStatus"]


class ServerStatus(StrEnum):
    """V-19.1."""

    STOPPED = "stopped"
    STARTING = "starting"
    CONNECTED = "connected"
    NEEDS_SETUP = "needs-setup"
    NEEDS_SIGN_IN = "needs-sign-in"
    CRASHED = "crashed"
    """It ended, and is started again or was given up (V-18.11, V-18.12)."""
    NOT_SUPPORTED = "not-supported"
    NEEDS_APPROVAL = "needs-approval"
    """Its manifest wants more than was approved (V-17.11)."""


class RemarkCode(StrEnum):
    """What the page says beside the status."""

    TOOL_NOT_SERVED = "tool-not-served"
    """``detail`` is the tool (V-6.22)."""
    RUNS_WITH_OTHER = "runs-with-other"
    """``detail`` is the program that stands in for the one named (V-3.9, V-3.10)."""
    PROGRAM_MISSING = "program-missing"
    """``detail`` is the program and the places searched (V-18.3)."""
    VALUES_NOT_SENT = "values-not-sent"
    """V-5.18."""
    SIGNS_IN_BY_ITSELF = "signs-in-by-itself"
    """V-5.17."""
    FOLDER_CHANGED = "folder-changed"
    """The manifest in the folder is another one (V-17.9)."""
    RESTARTS_STOPPED = "restarts-stopped"
    """V-18.12."""
    SECRET_UNTIL_QUIT = "secret-until-quit"  # noqa: S105 - a code
    """V-5.14."""


@dataclass(frozen=True, slots=True)
class Remark:
    code: RemarkCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """One tool in the action list (V-19.3)."""

    name: str
    effective_name: str
    """What the model sees (V-6.19)."""
    title: str
    description: str
    tier: Tier
    pill: Pill | None
    """What the person set; ``None``: never touched."""
    answer: Pill
    """What the policy says now (V-7.15)."""
    disabled_reason: str = ""
    """Read-only, without a pill (V-6.14); "" when it is not disabled."""
    available: bool = True
    """The server serves it (V-6.22)."""


@dataclass(frozen=True, slots=True)
class IntegrationPage:
    integration_id: IntegrationId
    short_name: str
    name: str
    version: str
    publisher: str
    summary: str
    icon_path: str
    status: ServerStatus
    enabled: bool
    transcript_access: bool
    hears: tuple[Hearing, ...]
    ask_for: AskFor | None
    """Its own, ``None``: the general one (V-7.11)."""
    actions: tuple[Action, ...]
    """What is in the list: not the internal ones (V-6.12, V-6.16)."""
    background: bool
    reminders: bool
    own_data: bool
    domains: tuple[str, ...]
    runs: Runs
    fields: tuple[SetupField, ...]
    values: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Of the fields that are no secrets."""
    stored_secrets: frozenset[str] = frozenset()
    """Names of the secret fields that have a value."""
    failure: str = field(default="", repr=False)
    """Plain words of what is wrong with the server, with the last line of its log; "" when nothing is."""
    remarks: tuple[Remark, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What was repaired and dropped in its manifest; or why the changed one cannot be used (V-17.10)."""
    growth: tuple[Growth, ...] = ()
    """Waits for approval."""
    signs_in: bool = False
    signed_in: bool = False
    folder: str = ""
    """"" when it has none of its own."""
    reload_by_itself: bool = False
    """V-17.9."""
    description: str = ""
    """Markdown."""
    setup_guide: str = ""
    """Markdown."""


class LogSource(StrEnum):
    STDOUT = "stdout"
    STDERR = "stderr"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class LogLine:
    """V-19.6; the text has secrets masked."""

    unix_s: float
    source: LogSource
    text: str = field(repr=False)
