"""What is wrong with a web server, in plain words: name, certificate, proxy, silence. Imports ``httpx2``.

Used by whatever speaks HTTP with a remote server or with where one signs in. Any thread.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from typing import Final

import httpx2

from app.domain.calls import CallClass

__all__ = ["was_not_sent", "web_trouble"]

_NOT_SENT: Final = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)

_KNOWN_CAUSES: Final[dict[type[OSError], str]] = {
    socket.gaierror: "The name {} cannot be found.",
    ssl.SSLCertVerificationError: "The certificate of {} cannot be trusted.",
    ssl.SSLError: "No secure connection to {} is possible.",
}


def was_not_sent(error: httpx2.HTTPError) -> bool:
    """Say whether the server cannot have got the request."""
    return isinstance(error, _NOT_SENT)


def web_trouble(error: httpx2.HTTPError, host: str) -> tuple[CallClass, str]:
    """Return the class and a sentence, which has nothing of the request in it but the name of the server."""
    for known, words in _KNOWN_CAUSES.items():
        if any(isinstance(one, known) for one in _causes(error)):
            return CallClass.NOT_CONNECTED, words.format(host)
    match error:
        case httpx2.TimeoutException():
            return CallClass.TIMEOUT, f"{host} does not answer."
        case httpx2.ProxyError():
            return CallClass.NOT_CONNECTED, f"The proxy does not connect to {host}."
        case httpx2.DecodingError():
            return CallClass.PROTOCOL_ERROR, f"The answer of {host} is too long or cannot be read."
        case httpx2.ConnectError():
            return CallClass.NOT_CONNECTED, f"{host} cannot be reached."
        case _:
            return CallClass.SERVER_EXITED, f"The connection to {host} broke."


def _causes(error: BaseException) -> Iterator[BaseException]:
    one: BaseException | None = error
    while one is not None:
        yield one
        one = one.__cause__ or one.__context__
