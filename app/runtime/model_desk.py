"""Language models as the Models page asks for them: keys, servers that were found, and a trial of the one in use.

Each command is served to its end by :meth:`ModelDesk.serve`, which the desk spawns beside the rest: the key store may
ask the person for a password first. Core loop.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from app.domain.calls import IntegrationId
from app.domain.errors import AppError, KeyStoreUnavailable
from app.domain.messages import (
    FindModelServers,
    ModelKeysChanged,
    ModelServersFound,
    ModelTested,
    Notice,
    NoticeCode,
    RemoveModelKey,
    RequestModelKeys,
    StoreModelKey,
    TestModel,
)
from app.domain.providers import AgentProvider, KeyState, ModelServer
from app.extensions.secrets import SecretStore
from app.runtime.parts import Emit

__all__ = ["MODEL_KEYS", "ModelCommand", "ModelDesk"]

log = logging.getLogger(__name__)

ModelCommand = FindModelServers | StoreModelKey | RemoveModelKey | RequestModelKeys | TestModel

MODEL_KEYS: Final = IntegrationId("org.voxnotch/models")
"""Owner of the keys in the key store. Its slash is in no id that a manifest may have (V-2.2): no integration can be
installed under this name and be given the keys as its own secrets."""

_KEYED: Final = tuple(one for one in AgentProvider if one is not AgentProvider.OFFLINE)


class ModelDesk:
    """One for the program. A key is read from the store when it is needed and not kept here."""

    def __init__(
        self,
        secrets: SecretStore,
        emit: Emit,
        *,
        find_servers: Callable[[], Awaitable[tuple[ModelServer, ...]]],
        test: Callable[[], Awaitable[None]],
        monotonic_s: Callable[[], float],
    ) -> None:
        """``test`` asks the model of the settings in force for one word and raises AnswerFailed."""
        self._secrets = secrets
        self._emit = emit
        self._find_servers = find_servers
        self._test = test
        self._monotonic_s = monotonic_s
        self._keys_in_turn = anyio.Lock()
        self._trial: anyio.CancelScope | None = None
        self._keyless: set[AgentProvider] = set()
        """Of these there is no key, so that no turn waits for the store to say so again."""

    async def serve(self, command: ModelCommand) -> None:
        match command:
            case FindModelServers(request=request):
                self._emit(ModelServersFound(request, await self._find_servers()))
            case TestModel(request=request):
                await self._try_out(request)
            case _:
                async with self._keys_in_turn:  # in the order in which they were asked
                    await self._serve_keys(command)

    async def _serve_keys(self, command: StoreModelKey | RemoveModelKey | RequestModelKeys) -> None:
        try:
            match command:
                case StoreModelKey(provider=provider, key=key, until_quit=until_quit):
                    await self._secrets.store(MODEL_KEYS, {provider.value: key}, until_quit=until_quit)
                case RemoveModelKey(provider=provider):
                    await self._secrets.delete(MODEL_KEYS, [provider.value])
                case RequestModelKeys():
                    pass
        except KeyStoreUnavailable as error:
            log.warning("a key of a model: %s", error)
            self._emit(Notice(NoticeCode.FAILED, place=error.code))
            return
        self._emit(ModelKeysChanged(await self._states()))

    async def _states(self) -> dict[AgentProvider, KeyState]:
        unsaid = KeyState.NONE
        try:
            stored = await self._secrets.load(MODEL_KEYS, [one.value for one in _KEYED])
        except KeyStoreUnavailable as error:
            log.info("the key store does not say which keys there are: %s", error)
            stored, unsaid = {}, KeyState.UNKNOWN
        held = self._secrets.held(MODEL_KEYS)
        states = dict.fromkeys(_KEYED, unsaid)
        states |= {one: KeyState.STORED for one in _KEYED if one.value in stored}
        states |= {one: KeyState.UNTIL_QUIT for one in _KEYED if one.value in held}
        self._keyless = {one for one, state in states.items() if state is KeyState.NONE}
        return states

    async def key_of(self, provider: AgentProvider) -> str:
        """Return the key of a provider; "" when there is none.

        Raises:
            KeyStoreUnavailable: the store has to be asked and does not answer. Not for a server of one's own, which
                mostly wants no key: then it is asked once, until the keys are looked at again.
        """
        if provider in self._keyless or provider is AgentProvider.OFFLINE:
            return ""
        try:
            found = await self._secrets.load(MODEL_KEYS, [provider.value])
        except KeyStoreUnavailable as error:
            if provider.is_hosted:
                raise
            log.info("the model server is asked without a key: %s", error)
            found = {}
        key = found.get(provider.value, "")
        if not key:
            self._keyless.add(provider)
        return key

    async def _try_out(self, request: int) -> None:
        """Try the model that is set; a trial that still runs is given up and not told."""
        if self._trial is not None:
            self._trial.cancel()
        with anyio.CancelScope() as self._trial:
            started_s = self._monotonic_s()
            code = place = ""
            try:
                await self._test()
            except AppError as error:  # AnswerFailed, or the key store on the way there
                code, place = error.code, error.place
            self._emit(ModelTested(request, code, place, self._monotonic_s() - started_s))
