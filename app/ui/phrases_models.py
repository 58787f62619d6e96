"""The words about language models: who may answer, where words go then, and how a trial ended.

Used by the view models on Qt's main thread; the core speaks in values of ``app/domain/providers``. The English texts
are the sources of the translation files (context ``Models``); ``{place}`` is filled in after translation.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.providers import AgentProvider
from app.ui.marking import QT_TRANSLATE_NOOP
from app.ui.model_address import AddressFault, ModelAddress, read_address
from app.ui.phrases_integrations import filled
from app.ui.phrases_providers import provider_title

__all__ = ["address_remark", "address_words", "provider_meaning"]

_OFFLINE: Final = QT_TRANSLATE_NOOP("Models", "Commands and tools on this computer answer, offline.")
_STAYS: Final = QT_TRANSLATE_NOOP("Models", "What you say to the agent stays on this computer.")
_GOES: Final = QT_TRANSLATE_NOOP("Models", "What you say to the agent, and what tools answer, goes to {place}.")
_GOES_PLAIN: Final = QT_TRANSLATE_NOOP(
    "Models", "What you say to the agent, and what tools answer, goes to {place}. It is not encrypted on the way."
)
_GOES_SOMEWHERE: Final = QT_TRANSLATE_NOOP(
    "Models", "What you say to the agent, and what tools answer, goes to the server whose address you give."
)

_FAULTS: Final[dict[AddressFault, str]] = {
    AddressFault.NO_SCHEME: QT_TRANSLATE_NOOP(
        "Models", "This is no address. Write it with http:// or https:// and the name of the server."
    ),
    AddressFault.NOT_BARE: QT_TRANSLATE_NOOP(
        "Models", "The address stands in a plain file. Leave out password and query; a key has its own field."
    ),
}


def provider_meaning(provider: AgentProvider, address: str = "") -> str:
    """Say what it means to let it answer; ``address`` is that of one's own server."""
    if provider is AgentProvider.OFFLINE:
        return _translated(_OFFLINE)
    if provider is AgentProvider.COMPATIBLE:
        return address_words(address)
    return filled(_translated(_GOES), place=provider_title(provider))


def address_words(address: str) -> str:
    """Say where words go with this address."""
    return _where(read_address(address))


def _where(read: ModelAddress) -> str:
    if not read.host:
        return _translated(_GOES_SOMEWHERE)
    if read.is_here:
        return _translated(_STAYS)
    return filled(_translated(_GOES if read.is_encrypted else _GOES_PLAIN), place=read.host)


def address_remark(address: str) -> str:
    """Say why an address cannot be used; "" when it can, and for none at all."""
    fault = read_address(address).fault
    return "" if fault is None else _translated(_FAULTS[fault])


def _translated(text: str) -> str:
    return QCoreApplication.translate("Models", text)
