"""What the installer is given and what it gives back: the ports that ``bootstrap`` fills, and the result of a reload.

Values and Protocols only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from app.domain.calls import IntegrationId
from app.domain.findings import Finding
from app.domain.installs import InstallPlan
from app.extensions.guard import Guard
from app.storage.install_record import InstallRecord

__all__ = ["Around", "Reloaded", "Secrets"]


class Secrets(Protocol):
    """What the installer needs of the key store."""

    async def store(self, integration: IntegrationId, values: Mapping[str, str], *, until_quit: bool = False) -> None:
        """Keep values; ``until_quit`` in memory where there is no key store.

        Raises:
            KeyStoreUnavailable
        """
        ...

    async def delete(self, integration: IntegrationId, names: Iterable[str]) -> None:
        """Forget values; one that is not there is no fault.

        Raises:
            KeyStoreUnavailable
        """
        ...


@dataclass(frozen=True, slots=True)
class Around:
    """What the installer asks of others."""

    unix_s: Callable[[], float]
    environment: Callable[[], Awaitable[Mapping[str, str]]]
    """Of the command that fetches dependencies: the ``PATH`` of a login shell, and no value of an integration."""
    guard: Guard
    """Ends that command when this process ends."""
    stop: Callable[[IntegrationId], Awaitable[None]]
    """Stop its server and wait for its exit."""
    forget: Callable[[IntegrationId], Awaitable[None]]
    """Delete what else is kept of a removed one: tokens, and reminders that were not delivered."""
    forget_history: Callable[[IntegrationId], Awaitable[None]]
    """Delete its calls from the journal."""


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What a reload came to. The caller restarts its server, whatever changed: its code may be another (V-17.8)."""

    record: InstallRecord
    changed: bool = False
    findings: tuple[Finding, ...] = ()
    """Of the manifest that was read; with a refusal among them the old one stays in force (V-17.10)."""
    plan: InstallPlan | None = None
    """It wants more: only the differences are to be shown, and until it is installed nothing runs (V-17.11)."""
