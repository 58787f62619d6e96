"""The live recognition over a scripted decoder and detector."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from app.speech.live import LivePolicy, LiveRecognition
from app.speech.ports import RecognitionOptions
from tests.unit.speech.scripted import HearingDecoder, ScriptedDetector, frames

LONGEST_PIECE_S = 15.0
"""A release waits for at most this much audio, and Whisper takes twice as much."""


@dataclass
class Take:
    decoder: HearingDecoder
    live: LiveRecognition

    def hear(self, value: int, length_s: float) -> None:
        for frame in frames(value, length_s):
            self.live.advance([frame])


def take(
    options: RecognitionOptions | None = None,
    *,
    decoder: HearingDecoder | None = None,
) -> Take:
    decoder = decoder or HearingDecoder()
    quiet = options or RecognitionOptions(preview=False)
    return Take(decoder, LiveRecognition(decoder, ScriptedDetector(), quiet))


def test_without_previews_nothing_is_decoded_while_speech_goes_on() -> None:
    shown, hidden = take(RecognitionOptions()), take(RecognitionOptions(preview=False))
    for scene in (shown, hidden):
        scene.hear(1, 4.0)
    assert shown.live.words.tentative == "w1"
    assert hidden.decoder.asked == []


@pytest.mark.fault("A24")
def test_a_take_without_a_sample_is_empty() -> None:
    scene = take()
    assert scene.live.finish([]).text == ""
    assert scene.live.finish([]).confidence == 0.0


def test_silence_is_never_decoded() -> None:
    scene = take()
    scene.hear(0, 60.0)
    assert scene.live.finish([]).text == ""
    assert scene.decoder.asked == []


def test_words_before_a_pause_are_there_when_the_key_comes_up() -> None:
    scene = take()
    scene.hear(1, 1.0)
    scene.hear(0, 0.3)
    decodes = len(scene.decoder.asked)
    assert scene.live.words.tentative == "w1"
    assert scene.live.finish([]).text == "w1"
    assert len(scene.decoder.asked) == decodes


def test_only_the_tail_is_decoded_at_release() -> None:
    scene = take()
    for number in range(1, 9):
        scene.hear(number, 2.0)
        scene.hear(0, 0.5)
    scene.hear(9, 1.0)
    decodes = len(scene.decoder.asked)
    assert scene.live.finish([]).text == " ".join(f"w{number}" for number in range(1, 10))
    [(length, beam, _)] = scene.decoder.asked[decodes:]
    assert length < 8.0
    assert beam == 1


def test_a_release_in_the_middle_of_a_frame_keeps_the_end() -> None:
    scene = take()
    scene.hear(1, 1.0)
    assert scene.live.finish([*frames(2, 0.5), np.full(100, 2, np.float32)]).text == "w1 w2"


def test_frozen_words_are_committed_and_decoded_again_with_their_neighbours() -> None:
    scene = take()
    scene.hear(1, 5.5)
    scene.hear(0, 0.6)
    assert scene.live.words.committed == "w1"
    scene.hear(2, 5.5)
    scene.hear(0, 0.6)
    scene.hear(3, 1.0)
    assert scene.live.words.committed == "w1 w2"
    longest, beam, stamps = max(scene.decoder.asked)
    assert longest > 11.0
    assert beam == 5
    assert stamps


def test_a_window_slides_over_the_frozen_words_and_loses_none() -> None:
    scene = take(decoder=HearingDecoder(stamped=True))
    for number in range(1, 15):
        scene.hear(number, 5.5)
        scene.hear(0, 0.6)
        committed = scene.live.words.committed.split()
        assert committed == [f"w{n}" for n in range(1, number + 1)]
    careful = [length for length, _, stamps in scene.decoder.asked if stamps]
    assert min(careful[3:]) > 11.0, "every piece has its neighbours beside it"
    assert scene.live.finish([]).text.split() == [f"w{n}" for n in range(1, 15)]


def test_a_segment_over_a_boundary_keeps_two_pieces_together() -> None:
    scene = take(decoder=HearingDecoder(stamped=True))
    scene.hear(1, 5.5)
    scene.hear(0, 0.6)
    scene.hear(1, 5.5)
    scene.hear(0, 0.6)
    scene.hear(2, 1.0)
    assert scene.live.words.committed == "w1"
    assert scene.live.finish([]).text == "w1 w2"


def test_a_careful_decode_does_not_start_in_the_first_second_of_a_pause() -> None:
    scene = take()
    scene.hear(1, 7.0)
    scene.hear(0, 1.3)
    assert [beam for _, beam, _ in scene.decoder.asked] == [1]
    scene.hear(0, 0.4)
    assert [beam for _, beam, _ in scene.decoder.asked] == [1, 5]


def test_no_decode_takes_more_than_the_bound() -> None:
    scene = take()
    for number in range(1, 30):
        scene.hear(number, 1.7)
        scene.hear(0, 0.3)
    scene.live.finish([])
    assert max(length for length, _, _ in scene.decoder.asked) <= LivePolicy().join_length + 1.0


def test_speech_without_a_pause_is_cut_and_keeps_every_word() -> None:
    scene = take()
    for number in range(1, 61):
        scene.hear(number, 1.0)
    decodes = len(scene.decoder.asked)
    words = scene.live.finish([]).text.split()
    assert list(dict.fromkeys(words)) == [f"w{number}" for number in range(1, 61)]
    assert all(length <= LONGEST_PIECE_S for length, _, _ in scene.decoder.asked)
    assert len(scene.decoder.asked) - decodes == 1


def test_memory_holds_only_what_may_still_change() -> None:
    scene = take()
    for number in range(1, 100):
        scene.hear(number, 2.5)
        scene.hear(0, 0.7)
    held = sum(len(frame) for frame in scene.live._audio) / 16_000
    assert held < 30.0
    scene.hear(0, 600.0)
    assert sum(len(frame) for frame in scene.live._audio) / 16_000 < 1.0
    assert scene.live.finish([]).text.split() == [f"w{number}" for number in range(1, 100)]


def test_a_late_worker_loses_nothing() -> None:
    scene = take()
    everything = [f for n in range(1, 11) for f in (*frames(n, 1.5), *frames(0, 0.6))]
    scene.live.advance(everything[:200])
    assert scene.live.finish(everything[200:]).text == " ".join(f"w{n}" for n in range(1, 11))


def test_a_doubtful_guess_is_decoded_fully_only_when_it_stays() -> None:
    scene = take(decoder=HearingDecoder(doubt=True))
    scene.hear(1, 1.0)
    scene.hear(0, 0.3)
    assert scene.decoder.full == 0
    assert scene.live.finish([]).text == "w1"
    assert scene.decoder.full == 1


def test_unbroken_speech_shows_words_about_once_a_second() -> None:
    scene = take(RecognitionOptions())
    scene.hear(1, 4.0)
    assert 2 <= len(scene.decoder.asked) <= 4
    assert scene.live.words.tentative == "w1"
    assert scene.live.finish([]).text == "w1"


def test_the_language_is_found_once() -> None:
    scene = take(decoder=HearingDecoder(multilingual=True))
    for number in range(1, 4):
        scene.hear(number, 3.0)
        scene.hear(0, 0.8)
    assert scene.live.finish([]).language == "de"
    assert scene.decoder.detected == 1


def test_a_set_language_is_kept() -> None:
    scene = take(RecognitionOptions(language="en"), decoder=HearingDecoder(multilingual=True))
    scene.hear(1, 3.0)
    assert scene.live.finish([]).language == "en"
    assert scene.decoder.detected == 0


def test_vocabulary_reaches_the_decoder() -> None:
    scene = take(RecognitionOptions(vocabulary=("Voxnotch", "R&D")))
    scene.hear(1, 1.0)
    scene.live.finish([])
    assert scene.decoder.hints[-1].vocabulary == "Voxnotch, R&D"


def test_a_take_that_nobody_could_follow_is_cut_into_bounded_pieces() -> None:
    scene = take()
    words = scene.live.finish([f for n in range(1, 61) for f in frames(n, 1.0)]).text.split()
    assert list(dict.fromkeys(words)) == [f"w{number}" for number in range(1, 61)]
    assert max(length for length, _, _ in scene.decoder.asked) <= LONGEST_PIECE_S
