"""The endpointer over likelihoods written by hand."""

from __future__ import annotations

from app.speech.endpointing import FRAME_S, Endpointer, Span


def heard(*likelihoods: float) -> Endpointer:
    ends = Endpointer()
    for likelihood in likelihoods:
        ends.push(likelihood)
    return ends


def test_speech_goes_on_between_the_two_thresholds() -> None:
    ends = heard(0.1, 0.6, 0.4, 0.36, 0.6, 0.2)
    assert ends.spans == [Span(1, 5)]
    assert not ends.speaking


def test_a_click_is_no_speech() -> None:
    assert heard(0.0, 0.9, 0.9, 0.0, 0.0).spans == []


def test_speech_counts_while_it_still_lasts() -> None:
    ends = heard(0.9, 0.9, 0.9)
    assert ends.spans == [Span(0, 3)]
    assert ends.speaking


def test_the_longest_pause_lies_between_words_not_around_them() -> None:
    word, pause = [0.9] * 4, [0.0] * 3
    ends = heard(*[0.0] * 20, *word, *pause, *word, *pause, *pause, *word, *[0.0] * 20)
    assert ends.longest_pause_s(0, ends.now) == 6 * FRAME_S


def test_speech_is_clipped_to_the_part_that_is_asked_for() -> None:
    ends = heard(*[0.9] * 10)
    assert ends.speech(2, 5) == [Span(2, 5)]
    assert ends.speech(10, 12) == []


def test_the_quietest_frame_is_the_last_of_equals() -> None:
    ends = heard(0.9, 0.5, 0.9, 0.5, 0.9)
    assert ends.quietest(0, 5) == 3
    assert ends.quietest(0, 3) == 1


def test_what_is_forgotten_is_gone_and_the_rest_keeps_its_place() -> None:
    ends = heard(*[0.9] * 4, *[0.1] * 4, *[0.9] * 4, 0.3)
    ends.forget(5)
    assert ends.spans == [Span(8, 12)]
    assert ends.quietest(6, 13) == 7
    ends.push(0.0)
    assert ends.now == 14
