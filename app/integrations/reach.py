"""From a record to a connected session: what starting a server and testing a connection share. On the core loop."""

from __future__ import annotations

import importlib
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import anyio
from anyio import to_thread

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import KeyStoreUnavailable
from app.domain.integrations import LogSource, Remark
from app.domain.measure import clip
from app.extensions.environment import setup_values
from app.extensions.secret_mask import SecretMask
from app.integrations.parts import ServerParts
from app.integrations.setup import HOSTED_WORDS, missing_fields
from app.integrations.streams import Notes
from app.integrations.trouble_words import secrets_trouble
from app.storage.install_record import InstallRecord

if TYPE_CHECKING:
    from app.integrations.client import McpClient

__all__ = ["LONGEST_QUOTE", "LastLine", "PageNotes", "load_values", "reach"]

LONGEST_QUOTE: Final = 300
"""UTF-16 units of the server's last line that a sentence for the page quotes."""
_importing: Final = anyio.CapacityLimiter(1)


class PageNotes:
    """Notes of one try to connect: lines go to the log, remarks are kept for the page."""

    def __init__(self, add: Callable[[LogSource, str], None]) -> None:
        self._add = add
        self.remarks: tuple[Remark, ...] = ()

    def log(self, source: LogSource, text: str) -> None:
        self._add(source, text)

    def remark(self, remark: Remark) -> None:
        if remark not in self.remarks:
            self.remarks = (*self.remarks, remark)


class LastLine:
    """What the server itself said last, secrets masked; for a connection test, which saves nothing (V-5.19)."""

    def __init__(self) -> None:
        self.text = ""
        self._mask = SecretMask()

    def set_secrets(self, values: Iterable[str]) -> None:
        self._mask = SecretMask(values)

    def add(self, source: LogSource, text: str) -> None:
        if source is not LogSource.HOST and text.strip():
            self.text = clip(self._mask.mask(text), LONGEST_QUOTE)


async def load_values(
    record: InstallRecord, parts: ServerParts, form: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return all setup values; those of ``form`` win over what is stored, "" in it removes one.

    Raises:
        CallFailed: ``needs_setup``, a required value is missing (V-5.16), or secrets are and no key store has them.
        AppError: the key store cannot be read.
    """
    form = form or {}
    names = record.secret_names - form.keys()
    secrets: Mapping[str, str] = {}
    if names:
        try:
            secrets = await parts.load_secrets(record.integration_id, names)
        except KeyStoreUnavailable as error:
            raise secrets_trouble(error) from error
    stored = {name: value for name, value in {**record.values, **secrets, **form}.items() if value}
    values = setup_values(record.manifest, stored)
    missing = missing_fields(record.manifest, values)
    if missing:
        raise CallFailed(CallClass.NEEDS_SETUP, f"Needs a value for {', '.join(missing)}.")
    return values


@asynccontextmanager
async def reach(
    record: InstallRecord, values: Mapping[str, str], notes: Notes, parts: ServerParts
) -> AsyncGenerator[McpClient]:
    """Connect and do the handshake; leaving ends the session and what was started for it. The caller bounds the time.

    Raises:
        AppError: possibly inside an exception group; a ``CallFailed`` where the server answered wrongly or not.
    """
    # Half a second of imports, so that a thread does it; everything later finds them done.
    await to_thread.run_sync(importlib.import_module, "app.integrations.client", limiter=_importing)
    from app.integrations.client import open_client

    connect = parts.connectors.get(record.manifest.runtime.kind)
    if connect is None:
        raise CallFailed(CallClass.NOT_CONNECTED, HOSTED_WORDS)
    async with connect(record, values, notes) as streams, open_client(streams, notes) as client:
        yield client
