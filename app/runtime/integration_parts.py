"""What the integrations of a running host are made of, and what they are given; put together by ``bootstrap``.

The core and the command line use the same parts. Values and Protocols only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from app.domain.calls import AskFor, IntegrationId
from app.extensions.configuration import Configuration
from app.extensions.folder_watch import FolderWatch
from app.extensions.installer import Installer
from app.extensions.secret_mask import SecretMask
from app.extensions.secrets import SecretStore
from app.integrations.parts import Log
from app.integrations.registry import Registry
from app.integrations.served import ServerState
from app.integrations.supervisor import Supervisor
from app.runtime.parts import Emit
from app.storage.installs import InstallStore
from app.storage.journal import Journal
from app.tools.confirmation import Questions
from app.tools.executor import Executor

__all__ = ["BuildIntegrations", "IntegrationParts", "SignIns", "Surroundings"]


class SignIns(Protocol):
    """Signing in to remote servers (V-3.11 to V-3.13)."""

    def is_signed_in(self, integration: IntegrationId) -> bool: ...

    async def sign_in(self, integration: IntegrationId) -> None:
        """Open the browser and wait for its answer.

        Raises:
            External
        """
        ...

    async def sign_out(self, integration: IntegrationId) -> None: ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the parts are given by the one who runs them; all is called on the core loop and must not block."""

    emit: Emit
    ask_for: Callable[[], AskFor]
    """The general setting (V-7.11)."""
    language: Callable[[], str]
    """BCP-47 of the interface: the words of an answer."""
    somebody_there: Callable[[], bool]
    """Whether questions are shown to anybody."""
    on_server: Callable[[IntegrationId, ServerState], None]
    on_connected: Callable[[IntegrationId, str], None]
    """A server connected for the first time with the manifest of this digest."""
    on_folder: Callable[[IntegrationId], None]
    """The manifest in its folder has changed."""


@dataclass(frozen=True, slots=True)
class IntegrationParts:
    store: InstallStore
    journal: Journal
    configuration: Configuration
    installer: Installer
    registry: Registry
    supervisor: Supervisor
    questions: Questions
    executor: Executor
    folders: FolderWatch
    open_logs: Callable[[Iterable[IntegrationId]], Awaitable[None]]
    log_of: Callable[[IntegrationId], Log]
    until_quit: Callable[[IntegrationId], bool]
    """Whether a secret of it is kept in memory only (V-5.14)."""
    renew_path: Callable[[], Awaitable[object]]
    """Ask the login shell for its ``PATH`` again (V-18.1)."""
    prune_results: Callable[[int], None]
    """Delete results that are kept for longer than so many days; blocks."""
    mask_of: Callable[[IntegrationId], SecretMask]
    """Hides the secrets of an integration."""
    secrets: SecretStore
    sign_ins: SignIns | None = None
    """``None``: there is no way to remote servers."""


BuildIntegrations = Callable[[Surroundings], IntegrationParts]
