"""What a person fills in is saved where it belongs, or nothing of it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.domain.calls import IntegrationId
from app.domain.errors import InstallFailed
from app.extensions.configuration import Configuration
from app.storage.install_record import InstallRecord
from app.storage.installs import InstallStore
from tests.unit.extensions.install_stage import HERE, Stage, stage

__all__ = ["stage"]

pytestmark = pytest.mark.anyio


class RemovedMeanwhile(InstallStore):
    """Another process removes the integration between two steps."""

    async def revise(
        self, integration: IntegrationId, change: Callable[[InstallRecord], InstallRecord]
    ) -> InstallRecord | None:
        await self.remove(integration)
        return await super().revise(integration, change)


@pytest.mark.clause("V-5.12", "V-5.13")
async def test_secrets_and_plain_values_go_where_they_belong_and_can_be_taken_back(stage: Stage) -> None:
    await stage.install(stage.folder(), API_KEY="old", pin="1234")
    configuration = Configuration(stage.store, stage.secrets)
    record = await configuration.save(HERE, {"API_KEY": "new", "region": "eu", "pin": ""})
    assert (record.values, record.secret_names) == ({"region": "eu"}, {"API_KEY"})
    assert list(stage.keyring.kept.values()) == ["new"]


async def test_values_of_an_unknown_integration_are_not_saved(stage: Stage) -> None:
    with pytest.raises(InstallFailed) as caught:
        await Configuration(stage.store, stage.secrets).save(HERE, {"API_KEY": "key"})
    assert (caught.value.code, caught.value.place) == ("install-unknown", HERE)
    assert stage.keyring.kept == {}


async def test_a_secret_of_an_integration_that_was_removed_meanwhile_does_not_stay(stage: Stage) -> None:
    await stage.install(stage.folder())
    store = RemovedMeanwhile(stage.database, stage.paths.integrations_file)
    with pytest.raises(InstallFailed) as caught:
        await Configuration(store, stage.secrets).save(HERE, {"API_KEY": "key"})
    assert caught.value.code == "install-unknown"
    assert stage.keyring.kept == {}
