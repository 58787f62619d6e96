"""What an address of a model server says: which host it leads to, and whether words leave this machine for it.

Pure; called by ``phrases_models`` and the view model of the Models page on Qt's main thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

__all__ = ["AddressFault", "ModelAddress", "read_address", "same_address"]


class AddressFault(StrEnum):
    NO_SCHEME = "no-scheme"
    """It does not begin with ``http://`` or ``https://`` and a host."""
    NOT_BARE = "not-bare"
    """It carries a name, a password or a query: settings are written to a plain file."""


@dataclass(frozen=True, slots=True)
class ModelAddress:
    host: str = ""
    """Without port; "" for no address, or for one that cannot be used."""
    is_here: bool = False
    """The host is this machine."""
    is_encrypted: bool = False
    fault: AddressFault | None = None


def read_address(text: str) -> ModelAddress:
    """Read what was typed; nothing at all is no fault."""
    typed = text.strip()
    if not typed:
        return ModelAddress()
    parts = _parts(typed)
    if parts is None or parts.hostname is None:
        return ModelAddress(fault=AddressFault.NO_SCHEME)
    if "@" in parts.netloc or parts.query or parts.fragment:
        return ModelAddress(fault=AddressFault.NOT_BARE)
    return ModelAddress(parts.hostname, _is_this_machine(parts.hostname), parts.scheme == "https")


def _parts(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        _ = parts.port  # read here: an impossible one raises
    except ValueError:
        return None
    return parts if parts.scheme in {"http", "https"} and " " not in text else None


def _is_this_machine(host: str) -> bool:
    """Tell only what is certain: a name that merely leads here counts as another machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def same_address(one: str, other: str) -> bool:
    """Tell whether two addresses lead to the same server, as far as their writing goes."""
    return one.strip().rstrip("/").casefold() == other.strip().rstrip("/").casefold() != ""
