"""What is put together for integrations: secrets stay out of every file."""

from __future__ import annotations

import pytest

from app.bootstrap.integrations import _KnownSecrets
from app.domain.calls import IntegrationId
from app.extensions.secrets import SecretStore
from app.tools.results import KeptPart
from tests.unit.extensions.secret_service import MemoryKeyring

pytestmark = pytest.mark.anyio

MAIL = IntegrationId("com.example.mail")


@pytest.mark.clause("V-5.13")
async def test_a_secret_that_a_server_tells_is_masked_in_a_result_that_is_kept() -> None:
    keyring = MemoryKeyring()
    store = SecretStore(lambda: keyring)
    await store.store(MAIL, {"KEY": "correct horse"})
    known = _KnownSecrets(store)
    await known.load(MAIL, frozenset({"KEY"}))
    assert known.masked(KeptPart("result.txt", b"it is correct horse.")).data == b"it is ***."
    picture = KeptPart("picture-1.png", b"correct horse")
    assert known.masked(picture) is picture
