"""What every ``Transcriber`` keeps: the real one with the bundled model, and the scripted one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
import numpy as np
import pytest

from app.domain.errors import AppError, ModelDamaged, RecogniserFailed
from app.speech.catalogue import ModelEntry, ModelFile
from app.speech.fakes import ScriptedTranscriber
from app.speech.models import InstalledModel, ModelCatalogue
from app.speech.ports import SAMPLE_RATE_HZ, HeardWords, RawTranscript, RecognitionOptions, Samples, Transcriber
from app.speech.transcriber import WhisperTranscriber
from tests.bench.takes import frames_of, human, quiet
from tests.bench.wer import words_of

pytestmark = pytest.mark.anyio

CLIP = human()[2]
TEXT = "He might even have been made amiable himself."
MOST_S = 30.0
"""Bound of every wait; a loaded machine needs some seconds for the first load."""

Make = Callable[[], Transcriber]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> InstalledModel:
    folder = tmp_path_factory.mktemp("models")
    return ModelCatalogue(folder, folder).installed("tiny.en")


@pytest.fixture(params=["real", "scripted"])
def make(request: pytest.FixtureRequest, installed: InstalledModel) -> Make:
    if request.param == "real":
        return lambda: WhisperTranscriber(installed, threads=2)
    return lambda: ScriptedTranscriber(TEXT, model="tiny.en")


@pytest.fixture(params=["real", "scripted"])
def broken(request: pytest.FixtureRequest, tmp_path: Path) -> Transcriber:
    """A recogniser whose model is damaged."""
    if request.param == "scripted":
        return ScriptedTranscriber(TEXT, error=ModelDamaged(place="model.bin"))
    (tmp_path / "model.bin").write_bytes(b"12345")
    entry = ModelEntry("odd", "en", (ModelFile("model.bin", 5, "0" * 64),))
    return WhisperTranscriber(InstalledModel(entry, tmp_path, tmp_path / "stamp.json"), threads=1)


def ignore(_: HeardWords) -> None:
    return


async def live(transcriber: Transcriber, samples: Samples, on_words: Callable[[HeardWords], None] = ignore) -> str:
    with anyio.fail_after(MOST_S):
        async with transcriber.live(RecognitionOptions(), on_words) as recognition:
            for frame in frames_of(samples):
                recognition.push(frame)
            return (await recognition.finish()).text


async def test_it_names_its_model(make: Make) -> None:
    assert make().model == "tiny.en"


async def test_a_live_take_and_a_whole_take_say_the_same(make: Make) -> None:
    transcriber = make()
    with anyio.fail_after(MOST_S):
        await transcriber.warm_up()
        whole = await transcriber.transcribe(CLIP.samples, RecognitionOptions())
    assert words_of(whole.text) == words_of(await live(transcriber, CLIP.samples)) == words_of(CLIP.words)
    assert whole.language == "en"
    assert 0.3 < whole.confidence <= 1.0


async def test_words_show_while_the_person_speaks(make: Make) -> None:
    transcriber = make()
    shown: list[HeardWords] = []
    first = anyio.Event()

    def note(words: HeardWords) -> None:
        shown.append(words)
        first.set()

    with anyio.fail_after(MOST_S):
        async with transcriber.live(RecognitionOptions(), note) as recognition:
            for frame in frames_of(np.concatenate([CLIP.samples, quiet(0.5)]))[:-1]:
                recognition.push(frame)
            await first.wait()
            said = words_of((await recognition.finish()).text)
    last = shown[-1]
    assert set(words_of(f"{last.committed} {last.tentative}")) & set(said)


@pytest.mark.fault("A24")
async def test_a_take_without_a_sample_is_empty(make: Make) -> None:
    transcriber = make()
    assert await live(transcriber, np.zeros(0, np.float32)) == ""
    with anyio.fail_after(MOST_S):
        empty = await transcriber.transcribe(np.zeros(0, np.float32), RecognitionOptions())
    assert empty == RawTranscript("", "en", 0.0)


@pytest.mark.fault("A25", "A27")
@pytest.mark.parametrize("length_s", [0.1, 5.0])
async def test_silence_is_empty(make: Make, length_s: float) -> None:
    transcriber = make()
    silence = np.zeros(int(length_s * SAMPLE_RATE_HZ), np.float32)
    assert await live(transcriber, silence) == ""
    with anyio.fail_after(MOST_S):
        assert (await transcriber.transcribe(silence, RecognitionOptions())).text == ""


async def test_a_take_may_be_left_without_an_end_and_the_next_one_is_clean(make: Make) -> None:
    transcriber = make()
    with anyio.fail_after(MOST_S):
        async with transcriber.live(RecognitionOptions(), ignore) as recognition:
            for frame in frames_of(human()[3].samples):
                recognition.push(frame)
    assert words_of(await live(transcriber, CLIP.samples)) == words_of(CLIP.words)


async def test_an_error_of_the_caller_comes_out_as_it_is(make: Make) -> None:
    async def fail() -> None:
        async with make().live(RecognitionOptions(), ignore) as recognition:
            recognition.push(CLIP.samples[:512])
            raise KeyError

    with pytest.raises(KeyError), anyio.fail_after(MOST_S):
        await fail()


async def test_a_cancelled_take_is_left_at_once_and_the_next_one_works(make: Make) -> None:
    transcriber = make()
    with anyio.fail_after(MOST_S):
        with anyio.CancelScope() as scope:
            async with transcriber.live(RecognitionOptions(), ignore) as recognition:
                recognition.push(CLIP.samples[:512])
                scope.cancel()
                await anyio.sleep_forever()
        assert scope.cancelled_caught
    assert words_of(await live(transcriber, CLIP.samples)) == words_of(CLIP.words)


async def test_an_unloaded_model_loads_itself_again(make: Make) -> None:
    transcriber = make()
    with anyio.fail_after(MOST_S):
        await transcriber.warm_up()
        await transcriber.unload()
        await transcriber.unload()
    assert words_of(await live(transcriber, CLIP.samples)) == words_of(CLIP.words)


@pytest.mark.fault("A33", "A60")
async def test_a_failure_comes_at_the_end_of_the_take_and_comes_again(broken: Transcriber) -> None:
    for _ in range(2):
        with pytest.raises(ModelDamaged):
            await live(broken, CLIP.samples)
        with pytest.raises(ModelDamaged), anyio.fail_after(MOST_S):
            await broken.transcribe(CLIP.samples, RecognitionOptions())


@pytest.mark.fault("A60")
async def test_a_recogniser_that_gave_up_may_be_asked_again() -> None:
    transcriber = ScriptedTranscriber("one", "two", error=RecogniserFailed("too large"))
    with pytest.raises(AppError):
        await live(transcriber, CLIP.samples)
    transcriber.error = None
    assert await live(transcriber, CLIP.samples) == "one"
    assert await live(transcriber, CLIP.samples) == "two"
    assert await live(transcriber, CLIP.samples) == "two"


async def test_the_scripted_one_waits_as_long_as_it_is_told() -> None:
    go_on = anyio.Event()
    transcriber = ScriptedTranscriber("late", delay=go_on.wait)
    heard: list[str] = []

    async def take() -> None:
        heard.append(await live(transcriber, CLIP.samples))

    async with anyio.create_task_group() as group:
        group.start_soon(take)
        await anyio.wait_all_tasks_blocked()
        assert heard == []
        go_on.set()
    assert heard == ["late"]
