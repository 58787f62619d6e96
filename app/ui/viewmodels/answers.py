"""Who answers with a language model: provider, address, model, key, found servers, and a trial of all that.

Owned by the window's assembly, read by ``qml/Voxnotch/Dashboard/Answers*.qml``; Qt main thread. A typed key is handed
over and forgotten, but for the one case that there is no key store and the person has to say what shall become of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from app.domain.messages import (
    ChangeSettings,
    Event,
    FindModelServers,
    ModelKeysChanged,
    ModelServersFound,
    Notice,
    NoticeCode,
    RemoveModelKey,
    RequestModelKeys,
    SettingsChanged,
    StoreModelKey,
)
from app.domain.providers import AgentProvider, KeyState, ModelServer
from app.ui.list_model import RowModel
from app.ui.model_address import read_address
from app.ui.phrases_models import address_remark, address_words
from app.ui.phrases_providers import provider_title
from app.ui.qml_types import QmlUncreatable
from app.ui.viewmodels import Submit
from app.ui.viewmodels.answer_rows import ProviderRow, ServerRow, model_names, provider_rows, server_rows
from app.ui.viewmodels.answer_trial import TrialModel
from app.ui.viewmodels.integration_setup import KEY_STORE

QML_IMPORT_NAME = "Voxnotch.ViewModels"
QML_IMPORT_MAJOR_VERSION = 1

__all__ = ["AnswersModel"]

_PROVIDER: Final = "agent.provider"
_ADDRESS: Final = "agent.base_url"
_MODEL: Final = "agent.model"


@QmlElement
@QmlUncreatable("handed to Main.qml")
class AnswersModel(QObject):
    """The choice as the settings have it, and what the core knows of keys and servers."""

    chosenChanged = Signal()
    keyChanged = Signal()
    keyTaken = Signal()
    """What was typed as a key was handed over; the field forgets it."""
    unstorableChanged = Signal()
    findingChanged = Signal()
    namesChanged = Signal()

    def __init__(self, submit: Submit, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._submit = submit
        self._request = 0
        self._servers: tuple[ModelServer, ...] = ()
        self._keys: Mapping[AgentProvider, KeyState] = {}
        self._unstored: tuple[AgentProvider, str] | None = None
        self._models: dict[AgentProvider, str] = {}
        self.chosen = AgentProvider.OFFLINE
        self.address = ""
        self.model_name = ""
        self.is_finding = False
        self.has_looked = False
        self.is_unstorable = False
        self.names: tuple[str, ...] = ()
        self.provider_rows = RowModel(ProviderRow, key=lambda row: row.value, parent=self)
        self.server_rows = RowModel(ServerRow, key=lambda row: row.base_url, parent=self)
        self.trial_model = TrialModel(submit, self)
        self._fill()

    def apply(self, event: Event) -> None:
        self.trial_model.apply(event)
        match event:
            case SettingsChanged(values=values):
                self._take_settings(values)
            case ModelKeysChanged(keys=keys):
                self._keys = keys
                # Not for an answer that was on its way before the key was handed over.
                if self._unstored is not None and keys.get(self._unstored[0]) is KeyState.STORED:
                    self._drop_unstored()
                self.keyChanged.emit()
            case ModelServersFound(request=request, servers=servers) if request == self._request:
                self._servers = servers
                self._set_finding(on=False)
                self._fill()
            case Notice(code=NoticeCode.FAILED, place=place) if place.startswith(KEY_STORE) and self._unstored:
                self._set_unstorable(on=True)
            case Notice(code=NoticeCode.INTERNAL):
                self._set_finding(on=False)
            case _:
                pass

    def _take_settings(self, values: Mapping[str, object]) -> None:
        before = (self.chosen, self.address, self.model_name)
        self.chosen = AgentProvider(str(values.get(_PROVIDER, self.chosen)))
        self.address = str(values.get(_ADDRESS, self.address))
        self.model_name = str(values.get(_MODEL, self.model_name))
        self._fill()  # perhaps in another language
        if before != (self.chosen, self.address, self.model_name):
            if before[0] is not self.chosen:
                self._drop_unstored()
                self.keyTaken.emit()
            self.trial_model.forget()
            self.keyChanged.emit()
        self.chosenChanged.emit()

    def _fill(self) -> None:
        self.provider_rows.replace(provider_rows(self.chosen, self.address))
        used = self.address if self.chosen is AgentProvider.COMPATIBLE else ""
        self.server_rows.replace(server_rows(self._servers, used))
        names = model_names(self.chosen, self.address, self._servers)
        if names != self.names:
            self.names = names
            self.namesChanged.emit()

    @Slot()
    def open(self) -> None:
        """The page is shown: look for servers, and which keys there are."""
        self.find()
        self._submit(RequestModelKeys())

    @Slot()
    def close(self) -> None:
        self._drop_unstored()

    @Slot()
    def find(self) -> None:
        if self.is_finding:
            return
        self._request += 1
        self._set_finding(on=True)
        self._submit(FindModelServers(self._request))

    @Slot(str)
    def choose(self, provider: str) -> None:
        """Let another provider answer; each keeps its key, and the name of its model while the window is there."""
        wanted = AgentProvider(provider)
        if wanted is self.chosen:
            return
        self._models[self.chosen] = self.model_name
        if wanted is AgentProvider.COMPATIBLE and not self.address and self._servers:
            self.useServer(self._servers[0].base_url)
            return
        names = model_names(wanted, self.address, self._servers)
        known = self._models.get(wanted, "") or next(iter(names), "")
        self._submit(ChangeSettings({_PROVIDER: wanted.value, _MODEL: known}))

    @Slot(str)
    def useServer(self, base_url: str) -> None:
        """Let a server that was found answer, with the model that is set if it has that one."""
        models = next((one.models for one in self._servers if one.base_url == base_url), ())
        kept = self.model_name in models
        model = self.model_name if kept else next(iter(models), "")
        values = {_PROVIDER: AgentProvider.COMPATIBLE.value, _ADDRESS: base_url, _MODEL: model}
        self._submit(ChangeSettings(values))

    @Slot(str)
    def setAddress(self, text: str) -> None:
        """Use an address that was typed; one that cannot be used is left in its field (``addressProblem``)."""
        wanted = text.strip()
        if wanted != self.address and not address_remark(wanted):
            self._submit(ChangeSettings({_ADDRESS: wanted}))

    @Slot(str, result=str)
    def addressProblem(self, text: str) -> str:
        return address_remark(text)

    @Slot(str, result=str)
    def addressMeaning(self, text: str) -> str:
        """Say where words would go with an address that is still being typed; "" while it is none."""
        return address_words(text) if read_address(text).host else ""

    @Slot(str)
    def setModel(self, name: str) -> None:
        if name.strip() != self.model_name:
            self._submit(ChangeSettings({_MODEL: name.strip()}))

    @Slot(str)
    def storeKey(self, key: str) -> None:
        """Hand a key over to the key store of the system."""
        if not key.strip() or self.chosen is AgentProvider.OFFLINE:
            return
        # Once more without a key store, should the core say that there is none (V-5.14); no property shows it.
        self._unstored = self.chosen, key.strip()
        self._set_unstorable(on=False)
        self._submit(StoreModelKey(*self._unstored))
        self.keyTaken.emit()

    @Slot()
    def removeKey(self) -> None:
        self._submit(RemoveModelKey(self.chosen))

    @Slot()
    def keepUntilQuit(self) -> None:
        if self._unstored is not None:
            self._submit(StoreModelKey(*self._unstored, until_quit=True))
        self._drop_unstored()

    @Slot()
    def dropUnstored(self) -> None:
        self._drop_unstored()

    def _drop_unstored(self) -> None:
        self._unstored = None
        self._set_unstorable(on=False)

    def _set_unstorable(self, *, on: bool) -> None:
        if on != self.is_unstorable:
            self.is_unstorable = on
            self.unstorableChanged.emit()

    def _set_finding(self, *, on: bool) -> None:
        if on != self.is_finding:
            self.is_finding = on
            self.has_looked = self.has_looked or not on
            self.findingChanged.emit()

    @Property(QObject, constant=True)
    def providers(self) -> QObject:
        return self.provider_rows

    @Property(QObject, constant=True)
    def servers(self) -> QObject:
        """What was found on this machine."""
        return self.server_rows

    @Property(TrialModel, constant=True)
    def trial(self) -> TrialModel:
        return self.trial_model

    @Property(str, notify=chosenChanged)
    def provider(self) -> str:
        return self.chosen.value

    @Property(str, notify=chosenChanged)
    def providerTitle(self) -> str:
        return provider_title(self.chosen)

    @Property(bool, notify=chosenChanged)
    def hosted(self) -> bool:
        """It answers elsewhere and needs a key."""
        return self.chosen.is_hosted

    @Property(str, notify=chosenChanged)
    def addressProblemCode(self) -> str:
        """Error code; "" unless a server is to answer and has no address."""
        return "agent-no-address" if self.chosen is AgentProvider.COMPATIBLE and not self.address else ""

    @Property(str, notify=chosenChanged)
    def modelProblemCode(self) -> str:
        return "agent-no-model" if self.chosen is not AgentProvider.OFFLINE and not self.model_name else ""

    @Property(list, notify=namesChanged)
    def modelNames(self) -> list[dict[str, str]]:
        """``value`` and ``label`` of the models that may be chosen."""
        return [{"value": name, "label": name} for name in self.names]

    @Property(str, notify=keyChanged)
    def keyState(self) -> str:
        """``KeyState`` of the provider in use; "" before the core has told it."""
        state = self._keys.get(self.chosen)
        return "" if state is None else state.value

    @Property(str, notify=keyChanged)
    def keyProblemCode(self) -> str:
        missing = self.chosen.is_hosted and self._keys.get(self.chosen) is KeyState.NONE
        return "agent-key-missing" if missing else ""

    @Property(bool, notify=findingChanged)
    def finding(self) -> bool:
        return self.is_finding

    @Property(bool, notify=findingChanged)
    def looked(self) -> bool:
        """The core has answered at least once."""
        return self.has_looked

    @Property(bool, notify=unstorableChanged)
    def unstorable(self) -> bool:
        """There is no key store for the key that was typed last."""
        return self.is_unstorable
