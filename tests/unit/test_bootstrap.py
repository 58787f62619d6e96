"""The composition root: the core of a person whose folders are as they should be, damaged, or not to be used."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from app.bootstrap import WhisperRecognisers, build_core
from app.bootstrap import core as composition
from app.domain.errors import ModelMissing, StorageUnavailable
from app.domain.messages import CapabilitiesReported, Event, Fix, HistoryPage, Notice, NoticeCode, RequestHistory
from app.runtime.core import Core
from app.settings.paths import AppPaths
from app.speech.microphone_fake import FakeMicrophone
from app.speech.models import ModelCatalogue

pytestmark = pytest.mark.anyio
ExpectLog = Callable[[str], None]
LIMIT_S = 30.0
"""The real model is loaded meanwhile."""


@pytest.fixture(autouse=True)
def _a_microphone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without one tells that when its devices are listed, which may be before or after a test looks."""
    monkeypatch.setattr(composition, "PortAudioMicrophone", FakeMicrophone)


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths(config=tmp_path / "config", data=tmp_path / "data", state=tmp_path / "state")


async def run_for_a_page(core: Core) -> list[Event]:
    """Run the core until it has answered one command, and return what it told."""
    events: list[Event] = []
    answered = anyio.Event()

    def observe(event: Event) -> None:
        events.append(event)
        if isinstance(event, HistoryPage):
            answered.set()

    core.subscribe(observe)
    with anyio.fail_after(LIMIT_S):
        async with anyio.create_task_group() as group:
            group.start_soon(core.run)
            core.submit(RequestHistory(1))
            await answered.wait()
            core.stop()
    return events


async def test_without_a_display_the_core_runs_and_says_what_is_missing(paths: AppPaths) -> None:
    events = await run_for_a_page(await build_core(paths))
    report = next(event for event in events if isinstance(event, CapabilitiesReported))
    assert report.session == "none"
    assert [event for event in events if isinstance(event, Notice)] == []
    assert paths.history_file.exists()


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("history.sqlite", NoticeCode.HISTORY_SET_ASIDE),
        ("integrations/integrations.sqlite", NoticeCode.INTEGRATIONS_SET_ASIDE),
    ],
)
async def test_a_damaged_file_is_set_aside_and_told_and_a_new_one_begun(
    paths: AppPaths, expected_log: ExpectLog, file: str, code: NoticeCode
) -> None:
    expected_log("is damaged and was set aside")
    damaged = paths.data / file
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"this is no database, but may be somebody's words" * 100)
    events = await run_for_a_page(await build_core(paths))
    [notice] = [event for event in events if isinstance(event, Notice)]
    assert (notice.code, notice.fix) == (code, Fix.OPEN_DATA_FOLDER)
    assert (await anyio.Path(notice.place).read_bytes()).startswith(b"this is no database")
    assert damaged.read_bytes().startswith(b"SQLite format 3")


async def test_a_data_folder_that_cannot_be_used_is_replaced_for_this_session(
    paths: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_log: ExpectLog
) -> None:
    expected_log("history is kept for this session only")
    expected_log("integrations is kept for this session only")
    expected_log("is not cleaned up")
    rooms = tmp_path / "temporary"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    paths.data.write_text("in the way", encoding="utf-8")
    core = await build_core(paths)
    assert len(list(rooms.iterdir())) == 2
    events = await run_for_a_page(core)
    [notice] = [event for event in events if isinstance(event, Notice)]
    assert (notice.code, notice.place) == (NoticeCode.NOT_KEPT, "storage-unavailable")
    assert list(rooms.iterdir()) == [], "the folders of the session go with it"


async def test_without_any_room_at_all_it_says_so(
    paths: AppPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_log: ExpectLog
) -> None:
    expected_log("history is kept for this session only")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not there"))
    paths.data.write_text("in the way", encoding="utf-8")
    with pytest.raises(StorageUnavailable) as caught:
        await build_core(paths)
    assert caught.value.code == "storage-unavailable"


class AlreadyFetched(ModelCatalogue):
    """A catalogue whose downloads are there at once."""

    async def fetch(self, name: str, on_progress: Callable[[float], None]) -> None:
        on_progress(1.0)


async def test_one_recogniser_is_made_for_each_model_and_number_of_threads(paths: AppPaths) -> None:
    recognisers = WhisperRecognisers(AlreadyFetched(paths.models, paths.state))
    one = recognisers.get("tiny.en", threads=1)
    assert recognisers.get("tiny.en", threads=1) is one
    assert recognisers.get("tiny.en", threads=2) is not one
    assert one.model == "tiny.en"
    assert {info.name for info in recognisers.infos()} == {"tiny.en", "base"}
    with pytest.raises(ModelMissing):
        recognisers.get("base", threads=1)


async def test_a_model_that_was_fetched_again_is_made_anew(paths: AppPaths) -> None:
    recognisers = WhisperRecognisers(AlreadyFetched(paths.models, paths.state))
    old = recognisers.get("tiny.en", threads=1)
    shares: list[float] = []
    await recognisers.fetch("tiny.en", shares.append)
    assert shares == [1.0]
    assert recognisers.get("tiny.en", threads=1) is not old
