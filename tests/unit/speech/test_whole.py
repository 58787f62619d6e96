"""Recognition of a finished take over a scripted decoder and detector."""

from __future__ import annotations

import numpy as np
import pytest

from app.speech.ports import FRAME, RawTranscript, RecognitionOptions, Samples
from app.speech.whole import WholeRecognition
from tests.unit.speech.scripted import HearingDecoder, ScriptedDetector, frames


def recognise(
    parts: list[tuple[int, float]], decoder: HearingDecoder, options: RecognitionOptions | None = None
) -> RawTranscript:
    sound: list[Samples] = [frame for value, length_s in parts for frame in frames(value, length_s)]
    samples = np.concatenate(sound) if sound else np.zeros(0, np.float32)
    whole = WholeRecognition(decoder, ScriptedDetector(), samples, options or RecognitionOptions())
    while whole.step():
        pass
    return whole.result()


@pytest.mark.fault("A24", "A27")
@pytest.mark.parametrize("parts", [[], [(0, 5.0)]])
def test_a_take_without_speech_is_never_decoded(parts: list[tuple[int, float]]) -> None:
    decoder = HearingDecoder(multilingual=True)
    assert recognise(parts, decoder) == RawTranscript("", "en", 0.0)
    assert decoder.asked == []
    assert decoder.detected == 0


@pytest.mark.fault("A23")
def test_a_long_take_is_cut_at_pauses_into_windows_that_fit() -> None:
    decoder = HearingDecoder()
    parts = [part for number in range(1, 21) for part in ((number, 4.0), (0, 0.5))]
    assert recognise(parts, decoder).text == " ".join(f"w{number}" for number in range(1, 21))
    assert all(15.0 < length < 30.0 for length, _, _ in decoder.asked[:-1])
    assert all(beam == 5 and stamps for _, beam, stamps in decoder.asked)


def test_unbroken_speech_keeps_every_word() -> None:
    decoder = HearingDecoder()
    words = recognise([(number, 1.0) for number in range(1, 91)], decoder).text.split()
    assert list(dict.fromkeys(words)) == [f"w{number}" for number in range(1, 91)]
    assert max(length for length, _, _ in decoder.asked) < 30.0


def test_a_long_silence_is_left_out() -> None:
    decoder = HearingDecoder()
    assert recognise([(1, 2.0), (0, 100.0), (2, 2.0)], decoder).text == "w1 w2"
    assert max(length for length, _, _ in decoder.asked) < 4.0


def test_what_comes_out_doubtful_is_decoded_fully() -> None:
    decoder = HearingDecoder(doubt=True)
    assert recognise([(1, 2.0)], decoder).text == "w1"
    assert decoder.full == 1


def test_language_and_vocabulary_are_passed_on() -> None:
    decoder = HearingDecoder(multilingual=True, found="de")
    parts = [(number, 10.0) for number in range(1, 6)]
    assert recognise(parts, decoder, RecognitionOptions(vocabulary=("Voxnotch",))).language == "de"
    assert decoder.detected == 1
    assert decoder.hints[0].vocabulary == "Voxnotch"
    unknown = HearingDecoder(multilingual=True, found="de")
    assert recognise(parts, unknown, RecognitionOptions(language="xx")).language == "de"


def test_a_frame_that_is_cut_off_does_no_harm() -> None:
    whole = WholeRecognition(
        HearingDecoder(), ScriptedDetector(), np.ones(FRAME * 40 + 7, np.float32), RecognitionOptions()
    )
    assert whole.step()
    assert not whole.step()
    assert whole.result().text == "w1"
