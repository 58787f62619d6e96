"""A sentence through the real core without a window: what would happen, and, if it is wanted, the turn itself.

Used by ``simulate``, on its loop. No language model takes part, so that the same words do the same on every machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import anyio.to_thread

from app.agent.intents import Installed, intent_offers, matches_of
from app.agent.ports import Inquirer, TurnRequest
from app.agent.record import TurnRecord
from app.agent.routed import Closed
from app.agent.router import Routed, Router, RouteRequest, router_tools
from app.agent.runner import AgentRunner, ChooseModel
from app.cli.command_ends import GivenUp
from app.cli.integration_host import Host, open_host
from app.cli.terminal import Terminal
from app.cli.terminal_inquiries import TerminalInquiries
from app.cli.terminal_questions import answering
from app.cli.trial import install_folder
from app.domain.errors import AnswerFailed
from app.domain.integrations import ServerStatus
from app.domain.intent_matching import IntentMatch
from app.domain.messages import Event
from app.domain.turn import new_thread_id, new_turn_id
from app.integrations.registry import ToolEntry
from app.settings.paths import AppPaths
from app.storage.install_record import InstallRecord
from app.ui.phrases_integrations import status_words

__all__ = ["Outlook", "Simulation", "Turned", "simulation"]

_NOTHING_INSTALLED: Final = """\
No integration is installed and switched on, so nothing can be reached.
Name the folder of one with --integration, or install one: voxnotch integrations add FOLDER"""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a sentence means."""

    intents: tuple[IntentMatch, ...]
    """Best first."""
    routed: Routed
    """What the router would do where no intent wins."""

    @property
    def winner(self) -> IntentMatch | None:
        return next((match for match in self.intents if match.would_win), None)


@dataclass(frozen=True, slots=True)
class Turned:
    """A turn that ran."""

    record: TurnRecord
    events: tuple[Event, ...] = field(repr=False)
    error: AnswerFailed | None = None
    closed: bool = False
    """The person gave no answer to what was asked back."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Integrations whose servers run."""

    host: Host
    records: tuple[InstallRecord, ...]
    router: Router = field(default_factory=Router)

    def tools(self) -> tuple[ToolEntry, ...]:
        return self.host.parts.registry.offered()

    def _installed(self) -> Installed:
        return [(record, self.host.state(record.integration_id)) for record in self.records]

    def absent(self) -> list[str]:
        """Say of each integration that cannot be reached why."""
        states = [(record, self.host.state(record.integration_id)) for record in self.records]
        return [
            f"{record.manifest.name}: {status_words(state.status)}. {state.failure}".rstrip()
            for record, state in states
            if state.status is not ServerStatus.CONNECTED
        ]

    async def outlook(self, sentence: str, language: str) -> Outlook:
        """Find out what a sentence would reach; nothing runs (V-6.34)."""
        entries = self.tools()
        matches = await matches_of(sentence, language, intent_offers(entries, self._installed()))
        request = RouteRequest(sentence, language, router_tools(entries, language), _now())
        return Outlook(matches, await anyio.to_thread.run_sync(self.router.route, request))

    def runner(
        self, inquirer: Inquirer, emit: Callable[[Event], None], choose_model: ChooseModel = lambda: None
    ) -> AgentRunner:
        """Make the agent that a running Voxnotch has."""
        return AgentRunner(
            self.host.parts.registry,
            self.host.parts.executor,
            installed=self._installed,
            router=self.router,
            router_tools=router_tools,
            choose_model=choose_model,
            inquirer=inquirer,
            emit=emit,
            mask_of=self.host.parts.mask_of,
            now=_now,
        )

    async def turn(self, sentence: str, language: str, terminal: Terminal) -> Turned:
        """Take a sentence through the agent; what is asked is asked at the terminal."""
        events: list[Event] = []
        record = TurnRecord()
        runner = self.runner(TerminalInquiries(terminal, events.append), events.append)
        now_s = _now().timestamp()
        request = TurnRequest(new_turn_id(now_s), new_thread_id(now_s), sentence, language)
        error: AnswerFailed | None = None
        closed = False
        async with answering(self.host, terminal, events.append):
            try:
                await runner.run(request, record)
            except AnswerFailed as failed:
                error = failed
            except Closed:
                closed = True
        return Turned(record, tuple(events), error, closed)


@asynccontextmanager
async def simulation(paths: AppPaths, folders: Sequence[Path], terminal: Terminal) -> AsyncGenerator[Simulation]:
    """Run what is installed, or only these folders as if they were, in temporary folders of their own.

    Raises:
        GivenUp: there is nothing to run, or a folder cannot be used.
        AppError
    """
    if not folders:
        async with open_host(paths, somebody_there=True) as host:
            records = tuple(record for record in await host.parts.store.all() if record.may_run)
            if not records:
                raise GivenUp(_NOTHING_INSTALLED)
            async with host.running_all(records):
                yield Simulation(host, records)
        return
    with tempfile.TemporaryDirectory(prefix="voxnotch-simulate-", ignore_cleanup_errors=True) as place:
        own = AppPaths(config=Path(place, "config"), data=Path(place, "data"), state=Path(place, "state"))
        async with open_host(own, somebody_there=True) as host:
            records = tuple([await install_folder(host, folder, {}, terminal) for folder in folders])
            async with host.running_all(records):
                yield Simulation(host, records)


def _now() -> datetime:
    return datetime.now(UTC).astimezone()
