"""What is said aloud of an answer."""

from __future__ import annotations

import pytest

from app.speech.text.spoken import MOST_CHARACTERS, spoken_text


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("It is 20 °C.", "It is 20 °C."),
        ("It is **20 °C** in *Berlin*.", "It is 20 °C in Berlin."),
        ("2 * 3 * 4 and snake_case stay", "2 * 3 * 4 and snake_case stay."),
        ("~~old~~ new", "old new."),
        ("See [the list](https://example.com/a/b?c=d).", "See the list."),
        ("See https://www.example.com/a/b?c=d for more.", "See example.com for more."),
        ("<https://example.com/x>", "example.com."),
        ("![A cat](https://example.com/cat.png)", "A cat."),
        ("`make test` runs it", "make test runs it."),
        ("Do this:\n\n```sh\nrm -rf /\n```\n\nThen stop.", "Do this: Then stop."),
        ("    indented code\n\nafter", "after."),
        ("# Weather\n\nWarm", "Weather. Warm."),
        ("- milk\n- bread!\n- eggs", "milk. bread! eggs."),
        ("1. first\n2. second", "1: first. 2: second."),
        ("- [ ] call\n- [x] write", "call. write."),
        ("- outer\n  - inner", "outer. inner."),
        ("| city | degrees |\n|---|---|\n| Bonn | 20 |\n| | 3 |", "city, degrees. Bonn, 20. 3."),
        ("> quoted\n> words", "quoted words."),
        ("one  \ntwo", "one. two."),
        ("a\n\n---\n\nb", "a. b."),
        ("<b>Bold</b> &amp; <script>x</script>", "Bold & x."),
        ("<div>\nhidden\n</div>\n\nshown", "shown."),
        ("Source [1] says [^2] so.", "Source says so."),
        ("Done 👍🏽!", "Done!"),
        ("👨‍👩‍👧 family, 🇩🇪 flag, 1️⃣ key", "family, flag, 1 key."),
        ("Berlin → Bonn • 5 km", "Berlin Bonn 5 km."),
        ("soft\u00adhyphen \u202eback\u202c", "softhyphen back."),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\u061f",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\u061f",
        ),
        ('He said "yes."', 'He said "yes."'),
    ],
)
def test_marks_are_left_out_and_words_stay(answer: str, said: str) -> None:
    assert spoken_text(answer, "en") == said


@pytest.mark.parametrize(
    "answer", ["", "  \n", "👍", "✅ 🎉", "***", "---", "...", "```\ncode\n```", "| |\n|-|\n| |", "<br>"]
)
def test_an_answer_without_words_is_not_said(answer: str) -> None:
    assert spoken_text(answer, "en") == ""


def test_a_language_has_its_own_full_stop() -> None:
    assert spoken_text("- 東京\n- 大阪", "ja") == "東京。大阪。"
    assert spoken_text("- 東京", "zh-TW") == "東京。"
    assert spoken_text("- Bonn", "de_DE") == "Bonn."


def test_a_long_answer_ends_with_a_sentence() -> None:
    said = spoken_text("Dr. Smith was here at 3.30 p. m. today. " * 40, "en")
    assert MOST_CHARACTERS - 50 < len(said) <= MOST_CHARACTERS
    assert said.endswith("today.")


def test_a_full_stop_of_another_script_needs_no_space_after_it() -> None:
    said = spoken_text("明日は晴れです。" * 60, "ja")
    assert 150 < len(said) <= 200
    assert said.endswith("です。")


def test_a_sentence_without_an_end_is_cut_between_words() -> None:
    said = spoken_text("Go. " + "word " * 300, "en")
    assert MOST_CHARACTERS - 10 < len(said) <= MOST_CHARACTERS
    assert said.endswith(" word")


def test_text_without_spaces_is_cut_between_signs() -> None:
    said = spoken_text("x" + "か\u3099" * 900, "ja")
    assert len(said) == 199
    assert said.endswith("か\u3099")


def test_an_answer_of_any_length_is_read_in_no_time() -> None:
    assert len(spoken_text("*a " * 500_000, "en")) <= MOST_CHARACTERS
    assert len(spoken_text("[" * 100_000 + "word", "en")) <= MOST_CHARACTERS
