"""The thin decoder with the bundled model, on human speech, silence and noise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import RecogniserFailed
from app.speech.decoder import Hints, WhisperDecoder, echoes, is_looping, without_overlap
from app.speech.detector import SileroDetector
from app.speech.live import LiveRecognition
from app.speech.mel import log_mel
from app.speech.models import ModelCatalogue
from app.speech.ports import FRAME, SAMPLE_RATE_HZ, RecognitionOptions, Samples
from app.speech.whole import WholeRecognition
from tests.bench.takes import human, play, quiet, say, sentence_pairs
from tests.bench.wer import wer_percent, words_of

ENGLISH = Hints("en")
VOCABULARY = (
    "Voxnotch, metoprolol, Harold, Kubernetes, Wayland, Grafana, Postgres, Silero, PipeWire, Anselm, Brigitte, "
    "Dijkstra, Erlang, Fedora, Gentoo, Haskell, Inkscape, Jupyter, Krita, LibreOffice"
)
WORDS = tuple(VOCABULARY.split(", "))


@pytest.fixture(scope="module")
def decoder(tmp_path_factory: pytest.TempPathFactory) -> WhisperDecoder:
    folder = tmp_path_factory.mktemp("models")
    return WhisperDecoder(ModelCatalogue(folder, folder).installed("tiny.en").folder, 2)


@pytest.fixture(scope="module")
def detector() -> SileroDetector:
    return SileroDetector()


def hum(length_s: float) -> Samples:
    at = np.arange(int(length_s * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    return (0.05 * np.sin(2 * np.pi * 50 * at) + 0.02 * np.sin(2 * np.pi * 150 * at)).astype(np.float32)


def white(length_s: float, level: float) -> Samples:
    return (np.random.default_rng(5).standard_normal(int(length_s * SAMPLE_RATE_HZ)) * level).astype(np.float32)


STILL = {
    "nothing": np.zeros(5 * SAMPLE_RATE_HZ, np.float32),
    "room": quiet(5.0),
    "hum": hum(6.0),
    "hiss": white(5.0, 0.02),
    "loud noise": white(5.0, 0.2),
}


def both(
    decoder: WhisperDecoder, detector: SileroDetector, samples: Samples, options: RecognitionOptions
) -> tuple[str, str]:
    """Recognise a take live and as a whole."""
    live = play(LiveRecognition(decoder, detector, options), samples).text
    whole = WholeRecognition(decoder, detector, samples, options)
    while whole.step():
        pass
    return live, whole.result().text


@pytest.mark.parametrize("kind", STILL)
@pytest.mark.fault("A25", "A26", "A27")
def test_no_words_come_from_silence_or_noise(decoder: WhisperDecoder, detector: SileroDetector, kind: str) -> None:
    options = RecognitionOptions(vocabulary=WORDS)
    assert both(decoder, detector, STILL[kind], options) == ("", "")


@pytest.mark.parametrize("after", ["nothing", "hum"])
@pytest.mark.fault("A25")
def test_nothing_is_added_after_speech(decoder: WhisperDecoder, detector: SileroDetector, after: str) -> None:
    clip = human()[2]
    samples = np.concatenate([clip.samples, STILL[after], np.zeros(SAMPLE_RATE_HZ, np.float32)])
    for text in both(decoder, detector, samples, RecognitionOptions()):
        assert words_of(text) == words_of(clip.words)


@pytest.mark.fault("A25")
def test_a_spoken_thank_you_is_kept(decoder: WhisperDecoder, detector: SileroDetector) -> None:
    [said] = say(["Thank you."], "slt")
    samples = np.concatenate([quiet(0.5), said.samples, quiet(3.0)])
    for text in both(decoder, detector, samples, RecognitionOptions()):
        assert words_of(text) == ["thank", "you"]


@pytest.mark.slow
@pytest.mark.fault("A26")
def test_vocabulary_changes_nothing_in_other_speech(decoder: WhisperDecoder, detector: SileroDetector) -> None:
    for clip in human():
        live, whole = both(decoder, detector, clip.samples, RecognitionOptions(vocabulary=WORDS))
        for text in (live, whole):
            assert not set(words_of(text)) & {word.casefold() for word in WORDS}
            assert wer_percent([(clip.words, text)]) <= 25


def test_a_vocabulary_word_is_written_as_given(decoder: WhisperDecoder) -> None:
    [said] = say(["Please open the wayland settings in the kwin program."], "rms")
    plain, helped = (
        decoder.decode(said.samples, hints, beam=5, speech_end_s=3.0, stamps=False).text
        for hints in (ENGLISH, Hints("en", "KWin, Wayland"))
    )
    assert "kwin" not in words_of(plain)
    assert "kwin" in words_of(helped)


@pytest.mark.fault("A26")
def test_an_echo_of_the_vocabulary_is_recognised_as_one() -> None:
    assert echoes("Grafana, Postgres, Silero.", VOCABULARY)
    assert not echoes("Postgres and Grafana.", VOCABULARY)
    assert not echoes("Grafana.", VOCABULARY)
    assert not echoes("", "")


def test_words_that_two_rounds_heard_are_kept_once() -> None:
    assert without_overlap("in his power to do for them.", "To do for them") == ""
    assert without_overlap("Ask what you can do.", "You can do it now.") == "it now."
    assert without_overlap("That is very", "very good.") == "very good."
    assert without_overlap("", "New words.") == "New words."


def test_a_loop_is_recognised_as_one() -> None:
    assert is_looping("and so and so " * 20)
    assert not is_looping("And so my fellow Americans ask not what your country can do for you.")


def test_the_short_encoder_says_what_the_full_window_says(decoder: WhisperDecoder) -> None:
    clip = human()[0]
    short = decoder.decode(clip.samples, ENGLISH, beam=5, speech_end_s=7.0, stamps=False)
    full = decoder.decode_fully(clip.samples, ENGLISH)
    assert words_of(short.text) == words_of(full.text)
    assert not short.doubtful


@pytest.mark.slow
def test_no_sentence_is_lost_at_a_short_pause(decoder: WhisperDecoder, detector: SileroDetector) -> None:
    lost: list[str] = []
    for samples, *sentences in sentence_pairs():
        heard = set(words_of(play(LiveRecognition(decoder, detector, RecognitionOptions()), samples).text))
        for sentence in sentences:
            words = set(words_of(sentence))
            if len(words & heard) < len(words) / 2:
                lost.append(sentence)
    assert lost == []


@pytest.mark.slow
@pytest.mark.fault("A23")
def test_seventy_five_seconds_are_recognised_to_the_end(decoder: WhisperDecoder, detector: SileroDetector) -> None:
    said = {
        at: say([f"The marker is {word}."], "rms")[0] for at, word in ((5, "elephant"), (35, "banana"), (65, "castle"))
    }
    samples = quiet(75.0)
    for at, take in said.items():
        samples[at * SAMPLE_RATE_HZ : at * SAMPLE_RATE_HZ + len(take.samples)] += take.samples
    for text in both(decoder, detector, samples, RecognitionOptions()):
        assert [word for word in words_of(text) if word in {"elephant", "banana", "castle"}] == [
            "elephant",
            "banana",
            "castle",
        ]


@pytest.mark.slow
@pytest.mark.fault("A23")
def test_unbroken_speech_beyond_the_window_keeps_its_parts(decoder: WhisperDecoder, detector: SileroDetector) -> None:
    clip = human()[0]
    spoken = np.concatenate([clip.samples[3000:-3000]] * 6)
    assert len(spoken) > 38 * SAMPLE_RATE_HZ
    for text in both(decoder, detector, spoken, RecognitionOptions()):
        assert 5 <= words_of(text).count("prudently") <= 6


def test_a_tone_has_its_peak_in_its_own_band() -> None:
    at = np.arange(SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    low, high = (log_mel(np.sin(2 * np.pi * hz * at).astype(np.float32), 100)[0].mean(axis=1) for hz in (300, 3000))
    assert low.argmax() < high.argmax()
    assert log_mel(np.zeros(0, np.float32), 100).shape == (1, 80, 100)


def test_a_folder_without_a_model_fails_by_name(tmp_path: Path) -> None:
    with pytest.raises(RecogniserFailed) as failed:
        WhisperDecoder(tmp_path, 1)
    assert failed.value.place == str(tmp_path)


def test_the_detector_hears_speech_and_forgets_it(detector: SileroDetector) -> None:
    detector.reset()
    speech = human()[0].samples
    judged = [detector(speech[at : at + FRAME]) for at in range(0, SAMPLE_RATE_HZ * 2, FRAME)]
    assert max(judged) > 0.9
    detector.reset()
    assert detector(np.zeros(FRAME, np.float32)) < 0.3
    with pytest.raises(ValueError, match="512"):
        detector(np.zeros(100, np.float32))
