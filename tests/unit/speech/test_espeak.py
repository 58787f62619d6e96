"""eSpeak NG as a program: its voices, what it is given, and programs in its place that break."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

import anyio
import numpy as np
import pytest

from app.domain.errors import NarratorFailed
from app.speech import espeak
from app.speech.espeak import choose_voice, find_program, find_voices, speakable, synthesis
from app.speech.ports import Voice

pytestmark = pytest.mark.anyio

ENGLISH = Voice("gmw/en", "English (Great Britain)", "en-gb", ("en",))
AMERICAN = Voice("gmw/en-US", "English (America)", "en-us")
BRAZIL = Voice("roa/pt-BR", "Portuguese (Brazil)", "pt-br")
PORTUGAL = Voice("roa/pt", "Portuguese (Portugal)", "pt", ("pt-pt",))
CHINESE = Voice("sit/cmn", "Chinese (Mandarin)", "cmn", ("zh-cmn", "zh"))
VOICES = (AMERICAN, BRAZIL, CHINESE, ENGLISH, PORTUGAL)


def program(folder: Path, body: str) -> str:
    """Write a program that stands in for the synthesiser."""
    path = folder / "synthesiser"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


async def all_of(path: str, text: str = "Yes.", voice: Voice = ENGLISH, rate_percent: int = 100) -> np.ndarray:
    async with synthesis(path, text, voice=voice, rate_percent=rate_percent) as sound, aclosing(sound.blocks) as blocks:
        assert sound.rate_hz == 22_050
        return np.concatenate([block async for block in blocks])


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [
        ("gmw/en-US", "de", AMERICAN),
        ("", "en", ENGLISH),
        ("", "en-US", AMERICAN),
        ("", "en_US", AMERICAN),
        ("", "pt", PORTUGAL),
        ("", "pt-AO", PORTUGAL),
        ("", "zh", CHINESE),
        ("", "zh-TW", CHINESE),
        ("gone", "pt-BR", BRAZIL),
        ("", "tlh", ENGLISH),
        ("", "", ENGLISH),
    ],
)
def test_the_voice_is_the_one_asked_for_or_the_best_for_the_language(name: str, language: str, expected: Voice) -> None:
    assert choose_voice(VOICES, name, language) == expected


def test_without_english_any_voice_is_better_than_none() -> None:
    assert choose_voice((CHINESE,), "", "tlh") == CHINESE


async def test_voices_are_read_with_the_languages_they_are_best_for() -> None:
    voices = await find_voices(find_program())
    by_name = {voice.name: voice for voice in voices}
    assert len(voices) > 80
    assert by_name["gmw/en"].label == "English (Great Britain)"
    assert "en" in by_name["gmw/en"].also
    assert by_name["gmw/en-US"].language == "en-us"
    assert by_name["gmw/en-US"].also == ()
    assert "zh" in by_name["sit/cmn"].also
    assert not [name for name in by_name if name.startswith("mb/")]
    tags = [tag for voice in voices for tag in voice.also]
    assert len(tags) == len(set(tags))


async def test_speech_is_loud_longer_when_slow_and_ends_with_the_last_word() -> None:
    path = find_program()
    usual, slow, fast = [
        await all_of(path, "It is twenty degrees.", rate_percent=percent) for percent in (100, 50, 300)
    ]
    assert 0.1 < np.abs(usual).max() <= 1
    assert len(slow) > 1.5 * len(usual) > 2 * len(fast)
    assert np.abs(usual[-220:]).max() > 0.0005


@pytest.mark.parametrize("language", ["ar", "de", "hi", "ja", "ru", "zh"])
async def test_text_of_any_script_is_read_as_utf_8(language: str) -> None:
    texts = {"ar": "نعم", "de": "schön", "hi": "हाँ", "ja": "はい", "ru": "да", "zh": "是"}
    path = find_program()
    voice = choose_voice(await find_voices(path), "", language)
    assert len(await all_of(path, texts[language], voice)) > 2_000


async def test_the_text_stands_in_no_argument(tmp_path: Path) -> None:
    path = program(tmp_path, f'printf "%s\\n" "$@" >{tmp_path}/arguments; cat >{tmp_path}/text; exit 1')
    with pytest.raises(NarratorFailed):
        await all_of(path, "a secret")
    assert "secret" not in (tmp_path / "arguments").read_text(encoding="utf-8")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "a secret"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes.", "Yes."),
        (" \n👍 !?", ""),
        ("a\x01b\x00c\x1b", "a b c"),
        ("one\ntwo\tthree", "one\ntwo\tthree"),
        ("[[h@'loU]] [[[x]]]", "[ [h@'loU]] [ [ [x]]]"),
    ],
)
def test_what_the_program_would_take_for_a_command_is_no_part_of_the_text(text: str, expected: str) -> None:
    assert speakable(text) == expected


async def test_a_voice_that_is_not_there_is_an_error() -> None:
    with pytest.raises(NarratorFailed):
        await all_of(find_program(), voice=Voice("nobody", "", ""))


HEADER = (
    r"RIFF$\360\377\177WAVEfmt \020\000\000\000\001\000\001\000"
    r"\042V\000\000D\254\000\000\002\000\020\000data\000\360\377\177"
)
"""As the synthesiser writes it, for printf."""


@pytest.mark.parametrize(
    "body",
    [
        "exit 0",
        "exec <&-; exec sleep 20",
        "cat >/dev/null; exec sleep 20",
        "cat >/dev/null; printf RIFF",
        f"cat >/dev/null; printf '{HEADER}abcd'; exit 9",
        f"cat >/dev/null; printf '{HEADER}abcd'; kill -SEGV $$",
        f"cat >/dev/null; printf '{HEADER}abcd'; exec sleep 20",
        f"cat >/dev/null; printf '{HEADER}abcd'; exec >&-; exec sleep 20",
    ],
)
async def test_a_program_that_breaks_or_hangs_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(espeak, "SILENT_LIMIT_S", 0.3)
    with anyio.fail_after(10), pytest.raises(NarratorFailed) as caught:
        await all_of(program(tmp_path, body), "long " * 50_000)
    assert caught.value.code == "narrator-failed"
    assert "long" not in str(caught.value)


async def test_an_odd_byte_and_pieces_of_any_size_make_the_same_samples(tmp_path: Path) -> None:
    path = program(tmp_path, f"cat >/dev/null; printf '{HEADER}\\001'; sleep 0.05; printf '\\020\\002\\020\\000\\000'")
    assert [round(float(value) * 32_768) for value in await all_of(path)] == [0x1001, 0x1002]


@pytest.mark.parametrize("body", ["exit 0", "exit 1", "exec sleep 20"])
async def test_a_program_without_voices_counts_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(espeak, "LIST_LIMIT_S", 0.3)
    with pytest.raises(NarratorFailed) as caught:
        await find_voices(program(tmp_path, body))
    assert caught.value.code == "narrator-missing"


async def test_a_file_that_is_no_program_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "synthesiser"
    path.write_text("no program", encoding="utf-8")
    with pytest.raises(NarratorFailed) as caught:
        await find_voices(str(path))
    assert caught.value.code == "narrator-missing"
    with pytest.raises(NarratorFailed) as caught:
        await all_of(str(path))
    assert caught.value.code == "narrator-failed"
