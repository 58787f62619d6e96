"""Answers by voice to a confirmation card (V-8.41 to V-8.44): only what is exactly an answer counts as one."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.confirmations import CardRoot, WidgetRoot
from app.domain.confirmations.question import Question
from app.domain.confirmations.voice import Heard, VoiceAnswer, voice_answer
from app.domain.sentences import normalised, words_of
from tests.unit.domain.test_confirmation_editing import question

YES = ["yes", "yeah", "yep", "ok", "okay", "confirm", "do it", "go ahead", "approve", "sure"]
NO = ["no", "nope", "cancel", "stop", "don't", "discard", "never mind"]


def asked(confirm: str = "Send to {{to}}", cancel: str = "Not now", labels: tuple[str | None, ...] = ()) -> Question:
    """Return a question shown at 10 s, with chips of these labels."""
    items: list[dict[str, Any]] = [{"label": cancel, "role": "cancel"}, {"label": confirm, "role": "confirm"}]
    chips: list[dict[str, Any]] = [
        {"type": "chips", "bind": "{{to}}", "label": label, "options": [{"label": "a", "value": "a"}]}
        for label in labels
    ]
    card = {"type": "card", "title": "t", "children": chips, "footer": [{"type": "actions", "items": items}]}
    return dataclasses.replace(question({"to": "Anna"}, CardRoot.model_validate(card)), shown_at_s=10)


def heard(text: str, one: Question | None = None, *, language: str = "en", began_at_s: float = 11) -> Heard:
    return voice_answer(text, one or asked(), language, began_at_s=began_at_s).heard


@pytest.mark.clause("V-8.41")
@pytest.mark.parametrize("language", ["en", "en-GB", "EN", "xx", ""])
def test_the_words_of_the_list_and_the_labels_answer(language: str) -> None:
    for said in (*YES, "send to Anna"):
        for written in (said, said.upper(), f" {said}. ", said.capitalize() + "!"):
            assert heard(written, language=language) is Heard.YES, written
    for said in (*NO, "not now", "Don\u2019t!"):
        assert heard(said, language=language) is Heard.NO


@pytest.mark.clause("V-8.41", "V-8.44")
@pytest.mark.parametrize(
    "said",
    [
        "yes please",
        "oh yes",
        "yes yes",
        "no way",
        "not yes",
        "okay do it",
        "send to",
        "send to Berta",
        "",
        " ",
        "...",
        "si",
    ],
)
def test_anything_around_an_answer_makes_it_no_answer(said: str) -> None:
    assert heard(said) is Heard.NOT_AN_ANSWER


@pytest.mark.clause("V-8.41")
def test_what_means_both_yes_and_no_is_no_answer() -> None:
    for confirm, cancel, said in (("Stop", "Back", "stop"), ("Send", "OK", "ok"), ("Go", "Go", "go")):
        assert heard(said, asked(confirm, cancel)) is Heard.NOT_AN_ANSWER
    assert heard("cancel meeting", asked("Cancel meeting", "Back")) is Heard.YES


@pytest.mark.clause("V-8.41")
def test_a_widget_card_is_answered_by_its_confirm_label_and_by_cancel() -> None:
    widget = question(root=WidgetRoot(type="widget", html="<p>", confirm_label="Launch"))
    assert heard("launch", widget) is Heard.YES
    assert heard("cancel", widget) is Heard.NO
    assert heard("use blue", widget) is Heard.REVISION


@pytest.mark.clause("V-8.42")
@pytest.mark.parametrize("began_at_s", [0, 9.99, 10])
def test_speech_that_began_before_the_card_was_shown_does_not_count(began_at_s: float) -> None:
    for said in ("yes", "no", "change it"):
        assert voice_answer(said, asked(), "en", began_at_s=began_at_s) == VoiceAnswer(Heard.TOO_EARLY)
    assert heard("it rains", began_at_s=began_at_s) is Heard.NOT_AN_ANSWER


@pytest.mark.clause("V-8.43")
@pytest.mark.parametrize(
    "said",
    [
        "Change it to five",
        "make it blue",
        "instead write Berta",
        "use Berta",
        "change",
        "set the due date to May",
        "DUE DATE: May",
    ],
)
def test_a_wish_for_something_else_is_a_revision_with_its_words(said: str) -> None:
    answer = voice_answer(f" {said} ", asked(labels=("Due  date", None)), "en", began_at_s=11)
    assert answer == VoiceAnswer(Heard.REVISION, said)


@pytest.mark.clause("V-8.43", "V-8.44")
@pytest.mark.parametrize(
    "said",
    ["changes are good", "make coffee", "useful", "the date", "what is due", "overdue date", "I want instead a car"],
)
def test_other_speech_is_no_answer(said: str) -> None:
    assert voice_answer(said, asked(labels=("Due date",)), "en", began_at_s=11) == VoiceAnswer(Heard.NOT_AN_ANSWER)


@pytest.mark.clause("V-8.43")
def test_a_label_that_is_a_common_word_names_its_field_only_at_the_beginning() -> None:
    assert heard("I have to go", asked(labels=("To",))) is Heard.NOT_AN_ANSWER
    assert heard("to Berta", asked(labels=("To",))) is Heard.REVISION
    assert heard("what about the", asked(labels=("?",))) is Heard.NOT_AN_ANSWER


@pytest.mark.clause("V-14.19")
@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  Show\tme \n it ", "show me it"),
        ("STRASSE Straße", "strasse strasse"),
        ("\uff26ull ﬁle", "full file"),
        ("don\u2019t \u201csay\u201d \u00bbit\u00ab", 'don\'t "say" "it"'),
        ("Really?!…", "really"),
        ("3.5 euros.", "3.5 euros"),
        ("e\u0301", "é"),
        ("\u597d\u3002", "\u597d"),
        (" . ", ""),
    ],
)
def test_sentences_are_made_comparable(text: str, plain: str) -> None:
    assert normalised(text) == plain


@given(st.text(max_size=30))
def test_what_is_normalised_stays_so(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)
    assert heard(text) in Heard
    assert all(words_of(text))
