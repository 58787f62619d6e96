"""Why a server does not run, in words of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.calls import CallClass, CallFailed
from app.domain.errors import AppError, KeyStoreUnavailable, StorageUnavailable
from app.domain.integrations import ServerStatus
from app.extensions.guard import GuardUnavailable
from app.extensions.process import ServerStuck, StartFailed
from app.extensions.programs import ProgramMissing
from app.integrations.trouble_words import words_of
from tests.unit.integrations.hosting import hosting
from tests.unit.integrations.records import record

MISSING = "The key store of the system is not there, so its secrets are missing. Fill them in again."
TOKEN = {"auth": {"kind": "apiKey", "fields": [{"key": "TOKEN", "label": "Token", "secret": True, "required": True}]}}
KEY_STORE = ("absent", "unsafe", "locked", "silent", "unavailable")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyStoreUnavailable(code="key-store-absent"), MISSING),
        (StartFailed("ENOEXEC", place="/opt/server"), "Its program /opt/server did not start: ENOEXEC."),
        (
            StartFailed("ENOENT", place="/srv/gone", code="server-folder-missing"),
            "The folder that it runs in is not there: /srv/gone.",
        ),
        (ServerStuck("17, 18", place="node"), "Processes of node do not end, so it is not started again: 17, 18."),
        (
            GuardUnavailable("ENOMEM"),
            "What ends servers together with Voxnotch cannot be started, so no server is.",
        ),
        (
            ProgramMissing("bun", ["/usr/bin", "/bin"]),
            "The program bun cannot be found or run. Searched: /usr/bin:/bin.",
        ),
        (
            ProgramMissing("./server", ["/srv/{x}/server"], code="program-not-executable"),
            "The file /srv/{x}/server is there, but may not be run as a program.",
        ),
        (StorageUnavailable("disk", place="/srv"), "/srv: disk"),
        (StorageUnavailable(code="storage-full"), "storage-full"),
    ],
)
def test_what_ends_a_start_has_a_sentence(error: AppError, words: str) -> None:
    assert words_of(error) == words


@pytest.mark.parametrize("code", KEY_STORE)
def test_no_trouble_of_the_key_store_is_shown_as_its_code(code: str) -> None:
    assert "key-store" not in words_of(KeyStoreUnavailable("NoKeyringError", code=f"key-store-{code}"))


@pytest.mark.anyio
@pytest.mark.clause("V-5.16")
@pytest.mark.parametrize(
    ("code", "status", "kind"),
    [
        ("key-store-absent", ServerStatus.NEEDS_SETUP, CallClass.NEEDS_SETUP),
        ("key-store-unsafe", ServerStatus.NEEDS_SETUP, CallClass.NEEDS_SETUP),
        ("key-store-locked", ServerStatus.CRASHED, CallClass.NOT_CONNECTED),
    ],
)
async def test_a_secret_that_no_key_store_has_is_to_be_filled_in_again(
    tmp_path: Path, code: str, status: ServerStatus, kind: CallClass
) -> None:
    error = KeyStoreUnavailable(code=code)
    async with hosting(tmp_path, record(manifest=TOKEN, secret_names=frozenset({"TOKEN"}))) as host:
        host.key_store_says = error
        state = await host.until_status(status)
        assert state.failure == words_of(error)
        with pytest.raises(CallFailed) as caught:
            await host.call("echo")
        assert caught.value.kind is kind
