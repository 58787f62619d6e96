"""The rules between the recogniser's words and what is written."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.settings.model import ReplacementRule, TextSettings
from app.speech.text import clean
from app.speech.text.fillers import FILLERS, remove_fillers
from app.speech.text.notes import remove_notes
from app.speech.text.punctuation import SIGNS, write_punctuation
from app.speech.text.repetition import collapse_repetition
from app.speech.text.replacements import apply_replacements
from app.speech.text.vocabulary import restore_vocabulary
from app.speech.text.words import tidy_spaces

PLAIN = TextSettings(remove_fillers=False)
ANY_LANGUAGE = st.sampled_from(["en", "de", "fr", "es", "pt", "pt-BR", "ja", "", "auto", "??"])


def rule(spoken: str, written: str) -> ReplacementRule:
    return ReplacementRule(spoken=spoken, written=written)


# --- repetition, spaces, notes ---------------------------------------------------------------------------------


@pytest.mark.fault("A28")
def test_a_word_the_recogniser_stuck_on_is_written_once() -> None:
    assert clean("Check data doc doc doc doc documentation.", TextSettings(), "en") == "Check data doc documentation."


@pytest.mark.fault("A28")
@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("that that is right", "that that is right"),
        ("no no", "no no"),
        ("No, no, no, no.", "No."),
        ("go go go", "go"),
        ("doc Doc doc.", "doc."),
        ("call 0 0 0 now", "call 0 0 0 now"),
        ("doc doc doc documentation documentation", "doc documentation documentation"),
        ("docs docs docs' end", "docs docs docs' end"),
        ("тест тест тест конец", "тест конец"),
    ],
)
def test_two_in_a_row_stay_and_three_become_one(heard: str, written: str) -> None:
    assert collapse_repetition(heard) == written


@pytest.mark.fault("A31")
@pytest.mark.parametrize(
    "nothing", ["", "  \n", "\t", "\u00a0", "[BLANK_AUDIO]", " (music). ", "♪ ♪", "[ Silence ] [MUSIC]"]
)
def test_nothing_heard_is_nothing_written(nothing: str) -> None:
    settings = TextSettings(vocabulary=("R&D",), spoken_punctuation=True)
    assert clean(nothing, settings, "en") == ""


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("Hello [BLANK_AUDIO] there.", "Hello there."),
        ("(upbeat music) Good morning.", "Good morning."),
        ("*sighs* Well.", "Well."),
        ("The amount (in euros) is due.", "The amount (in euros) is due."),
        ("See [1] and the music folder.", "See [1] and the music folder."),
    ],
)
def test_notes_about_sounds_go_and_a_persons_brackets_stay(heard: str, written: str) -> None:
    assert clean(heard, PLAIN, "en") == written


def test_white_space_is_made_even() -> None:
    assert clean("  Hello   there \r\n\r\n\r\n\r\n next\tline ", PLAIN, "en") == "Hello there\n\nnext line"


@pytest.mark.fault("A15")
def test_text_of_mixed_direction_is_unchanged() -> None:
    text = "افتح ملف report.pdf الآن 3 مرات"
    assert clean(text, TextSettings(vocabulary=("R&D",), spoken_punctuation=True), "ar") == text


# --- vocabulary ------------------------------------------------------------------------------------------------


@pytest.mark.fault("A30")
@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("r and d budget", "R&D budget"),
        ("The R and D budget", "The R&D budget"),
        ("r & d, please", "R&D, please"),
        ("r&d", "R&D"),
        ("I called AT&T.", "I called AT&T."),
        ("at and t's plan", "AT&T's plan"),
        ("for and dear and done", "for and dear and done"),
        ("look at and try", "look at and try"),
    ],
)
def test_names_with_an_ampersand_are_kept_or_matched_as_written(heard: str, written: str) -> None:
    assert clean(heard, TextSettings(vocabulary=("R&D", "AT&T")), "en") == written


@pytest.mark.parametrize(
    ("word", "heard", "written"),
    [
        ("Voxnotch", "open voxnotch now, VOXNOTCH!", "open Voxnotch now, Voxnotch!"),
        ("Voxnotch", "voxnotches", "voxnotches"),
        ("C#", "we write c sharp.", "we write C#."),
        ("C++", "c plus plus and c++", "C++ and C++"),
        ("Node.js", "node js or node dot js", "Node.js or Node.js"),
        ("e-mail", "an e mail", "an e-mail"),
        ("Zürich", "nach zürich fahren", "nach Zürich fahren"),
        ("Hôpital", "à l'hôpital", "à l'Hôpital"),
        ("New York", "new  york and new-york", "New York and New York"),
        ("T", "don't", "don't"),
        (r"\1", "one", "one"),
        ("***", "a *** b", "a *** b"),
    ],
)
def test_a_vocabulary_word_gets_its_spelling_and_other_words_do_not(word: str, heard: str, written: str) -> None:
    assert restore_vocabulary(heard, [word]) == written


def test_the_longer_of_two_overlapping_names_has_the_last_say() -> None:
    assert restore_vocabulary("the r and d lab and r and d", ["R&D", "R&D Lab"]) == "the R&D Lab and R&D"


# --- replacements ----------------------------------------------------------------------------------------------


@pytest.mark.fault("A29")
@pytest.mark.parametrize(
    ("spoken", "written", "heard", "expected"),
    [
        ("ERN", "EAN", "Wir vergrößern die ERN.", "Wir vergrößern die EAN."),
        ("ern", "EAN", "vergrößern gern ernst", "vergrößern gern ernst"),
        ("rake", "RAKE", "brake the rake, rakes", "brake the RAKE, rakes"),
        ("größ", "X", "vergrößern größ", "vergrößern X"),
        ("e", "X", "cafe\u0301 e", "cafe\u0301 X"),
        ("my address", "1 Main St", "send to My   Address please", "send to 1 Main St please"),
        ("->", "→", "a->b", "a→b"),
        ("back", r"\g<0>\n", "back", r"\g<0>\n"),
        ("sig", "Best,\nHarold", "sig", "Best,\nHarold"),
        ("um so", "", "um so we go", "we go"),
    ],
)
def test_a_rule_is_for_the_whole_word_and_only_that(spoken: str, written: str, heard: str, expected: str) -> None:
    settings = TextSettings(remove_fillers=False, replacements=(rule(spoken, written),))
    assert clean(heard, settings, "de") == expected


def test_rules_run_in_the_persons_order() -> None:
    assert apply_replacements("one", [rule("one", "two"), rule("two", "three")]) == "three"


# --- fillers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "heard", "written"),
    [
        ("en", "Um, hello there.", "Hello there."),
        ("en", "I, uh, think so.", "I think so."),
        ("en", "It was uhh fine, um.", "It was fine."),
        ("en", "umbrella hummus error", "umbrella hummus error"),
        ("en", "The screw is 5 mm long.", "The screw is 5 mm long."),
        ("en", "uh-huh", "uh-huh"),
        ("de", "Er geht um den See, ähm, heute.", "Er geht um den See heute."),
        ("de", "Äh, das ist gut.", "Das ist gut."),
        ("pt", "um dia", "um dia"),
        ("fr", "Euh, je pense.", "Je pense."),
        ("es", "¿Vienes, eh?", "¿Vienes, eh?"),
        ("ja", "um", "um"),
        ("en-GB", "uh no", "no"),
    ],
)
def test_fillers_are_dropped_by_language(language: str, heard: str, written: str) -> None:
    assert clean(heard, TextSettings(), language) == written


def test_fillers_stay_when_the_person_wants_them() -> None:
    assert clean("Um, hello.", PLAIN, "en") == "Um, hello."


def test_a_take_of_nothing_but_fillers_is_nothing() -> None:
    assert clean("Um. Uh...", TextSettings(), "en").strip(" .") == ""


# --- spoken punctuation ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "heard", "written"),
    [
        ("en", "dear Anna comma thank you full stop see you", "dear Anna, thank you. See you"),
        ("en", "Dear Anna, comma, thank you. Full stop.", "Dear Anna, thank you."),
        ("en", "first new line second new paragraph third", "first\nSecond\n\nThird"),
        ("en", "he said open quote yes close quote question mark", "he said “yes”?"),
        ("en", "a well hyphen known commander", "a well-known commander"),
        ("en", "open bracket see below close bracket", "(see below)"),
        ("de", "Hallo Komma wie geht es Fragezeichen neue Zeile danke Punkt", "Hallo, wie geht es?\nDanke."),
        ("de", "der Standpunkt bleibt", "der Standpunkt bleibt"),
        ("fr", "bonjour virgule ça va point d'interrogation", "bonjour, ça va\u00a0?"),
        ("es", "hola coma adiós punto", "hola, adiós."),
        ("ja", "comma", "comma"),
    ],
)
def test_spoken_signs_are_written(language: str, heard: str, written: str) -> None:
    assert clean(heard, TextSettings(spoken_punctuation=True), language) == written


def test_spoken_signs_stay_words_unless_turned_on() -> None:
    assert clean("a comma here", TextSettings(), "en") == "a comma here"


# --- properties ------------------------------------------------------------------------------------------------


@given(st.text(), ANY_LANGUAGE, st.lists(st.text(min_size=1, max_size=80), max_size=4), st.text(max_size=30))
@example("a\ud800b \x00 \u202e x", "en", ["(", "[a-", "\\"], "$1")
def test_no_text_and_no_rule_makes_it_fail(raw: str, language: str, words: list[str], written: str) -> None:
    rules = tuple(rule(word, written) for word in words)
    settings = TextSettings(vocabulary=tuple(words), replacements=rules, spoken_punctuation=True)
    assert isinstance(clean(raw, settings, language), str)


@given(st.text())
def test_evening_spaces_twice_changes_nothing_more(text: str) -> None:
    assert tidy_spaces(tidy_spaces(text)) == tidy_spaces(text)


@given(st.lists(st.sampled_from(["doc", "Doc", "data", "no,", "a.", "1", "\n"]), max_size=12).map(" ".join))
def test_the_repetition_guard_leaves_its_own_result_alone(text: str) -> None:
    once = collapse_repetition(text)
    assert collapse_repetition(once) == once


@given(st.lists(st.sampled_from(["um", "uh,", "so", "we", "go.", "Um,", "hmm..."]), max_size=10).map(" ".join))
def test_no_filler_is_left(text: str) -> None:
    once = remove_fillers(text, "en")
    assert not {"um", "uh", "hmm"} & {word.strip(".,").casefold() for word in once.split()}


@given(st.text(alphabet=st.characters(categories=["Lo"]), max_size=40), st.sampled_from(sorted(FILLERS)))
def test_scripts_without_case_are_untouched(text: str, language: str) -> None:
    settings = TextSettings(vocabulary=("R&D",), replacements=(rule("rake", "RAKE"),), spoken_punctuation=True)
    assert clean(text, settings, language) == text


def test_every_spoken_sign_of_every_language_is_understood() -> None:
    for language, signs in SIGNS.items():
        for spoken, (sign, _) in signs.items():
            assert write_punctuation(f"x {spoken} y", language).replace(" ", "").startswith(f"x{sign}".replace(" ", ""))


def test_a_note_inside_a_sentence_leaves_the_sentence() -> None:
    assert tidy_spaces(remove_notes("one (music) two")) == "one two"
