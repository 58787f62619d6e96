"""No test reaches beyond this machine: such an attempt of this process fails, however it is made from Python.

Children are not watched; the test of offline recognition puts its own into a network namespace without a route.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
from typing import Any, Final

import pytest

LOCAL_NAMES: Final = frozenset({"localhost", "localhost.localdomain", "ip6-localhost"})

_watched: set[str] = set()


class NetworkTouchedError(BaseException):
    """A test tried to leave this machine. Not an ``Exception``, so that nothing takes it for being offline."""


def is_local(host: object) -> bool:
    """Judge a host as the socket functions take it; an empty one means every interface of this machine."""
    if host is None:
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    if not name or name in LOCAL_NAMES or name == socket.gethostname():
        return True
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _judge(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.sendto"}:
        opened, address = arguments
        if opened.family in {socket.AF_INET, socket.AF_INET6} and not is_local(address[0]):
            message = f"{event} to {address[0]}"
            raise NetworkTouchedError(message)
    elif event == "socket.getaddrinfo" and not is_local(arguments[0]):
        message = f"look-up of {arguments[0]}"
        raise NetworkTouchedError(message)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith("socket.") and _watched:
        _judge(event, arguments)


def pytest_configure(config: pytest.Config) -> None:
    # An audit hook cannot be taken away again, so it is added once and switched by the set.
    sys.addaudithook(_hook)
    _watched.add("on")
    config.add_cleanup(_watched.clear)
