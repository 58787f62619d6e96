"""The program eSpeak NG: which voices it has, and text in, samples out.

Used by ``narrator.py`` on the core loop. Each text is one process of the program: a crash or a hang is that of a
process that can be ended, and its licence (GPL 3 or later) stays with it. It reads the text from its standard input,
so that no list of processes shows it, and makes sound hundreds of times faster than it is played. Nothing is fetched.
Why this one: resources/docs/decisions.md, "The voice that reads answers".
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio
import numpy as np
from anyio.abc import Process
from numpy.typing import NDArray

from app.domain.errors import NarratorFailed
from app.speech.ports import Voice

__all__ = ["PROGRAM", "Sound", "choose_voice", "find_program", "find_voices", "speakable", "synthesis"]

PROGRAM: Final = "espeak-ng"
LIST_LIMIT_S: Final = 5.0
SILENT_LIMIT_S: Final = 5.0
"""It gives its first sound after 10 ms and never pauses; so long without a byte, or without an end after the last, it
hangs."""
GRACE_S: Final = 0.2
"""From its last sign to its end, where it broke off."""
WORDS_PER_MINUTE: Final = 175
"""At 100 %: the program's own."""
SLOWEST: Final = 80
"""Words per minute; the program takes no less."""
FALLBACK_LANGUAGE: Final = "en"
_HEADER: Final = 44
"""Bytes of the RIFF header that the program writes, with a length that stands for "unknown"."""
_BLOCK: Final = 65_536
_QUIET: Final = 0.0005
"""Peak of what nobody hears, -66 dB of full scale."""
_LINE: Final = re.compile(
    r"\s*\d+\s+(?P<language>\S+)\s+\S+\s+(?P<label>\S+)\s+(?P<name>\S+)\s*(?P<also>(?:\(\S+ \d+\)\s*)*)$"
)
"""One voice: priority, language, age and gender, name for people, file, other languages each with a priority."""
_ALSO: Final = re.compile(r"\((\S+) (\d+)\)")
_UNSPEAKABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Among them the mark (1) that begins a command inside a text."""
_PHONEMES: Final = re.compile(r"\[(?=\[)")
"""Two brackets begin sounds written in the program's own signs."""


@dataclass(frozen=True, slots=True)
class Sound:
    """The samples of one text."""

    rate_hz: int
    blocks: AsyncGenerator[NDArray[np.float32]]
    """As they come: float32 (n,), -1..1, mono. The silence after the last word, 0.3 s, is left out."""


def find_program(name: str = PROGRAM) -> str:
    """Return the path of the program.

    Raises:
        NarratorFailed: ``narrator-missing``.
    """
    found = shutil.which(name)
    if found is None and os.name == "nt":
        # Its installer does not touch PATH.
        found = shutil.which(name, path=str(Path(os.environ.get("PROGRAMFILES", "")) / "eSpeak NG"))
    if found is None:
        raise NarratorFailed("not installed", place=name, code="narrator-missing")
    return found


async def find_voices(program: str) -> tuple[Voice, ...]:
    """Ask the program at the path ``program`` for its voices.

    Raises:
        NarratorFailed: ``narrator-missing``; it has none, or its data is not installed.
    """
    try:
        with anyio.fail_after(LIST_LIMIT_S):
            told = await anyio.run_process([program, "--voices"], stderr=subprocess.DEVNULL, check=False)
    except (OSError, TimeoutError) as error:
        raise NarratorFailed(type(error).__name__, place=PROGRAM, code="narrator-missing") from error
    voices = _read_voices(told.stdout.decode("utf-8", "replace").splitlines())
    if not voices:
        raise NarratorFailed(f"no voice, exit status {told.returncode}", place=PROGRAM, code="narrator-missing")
    return voices


def _read_voices(lines: Iterable[str]) -> tuple[Voice, ...]:
    # Those below "mb" need a second synthesiser, which is listed even where it is not installed.
    found = [line for text in lines if (line := _LINE.match(text)) and not line["name"].startswith("mb/")]
    best: dict[str, tuple[int, str]] = {}
    for line in found:
        for tag, priority in _ALSO.findall(line["also"]):
            best[tag] = min(best.get(tag, (int(priority), line["name"])), (int(priority), line["name"]))
    return tuple(
        Voice(
            line["name"],
            line["label"].replace("_", " "),
            line["language"].lower(),
            tuple(tag for tag, (_, name) in best.items() if name == line["name"]),
        )
        for line in found
    )


def choose_voice(voices: tuple[Voice, ...], name: str, language: str) -> Voice:
    """Return the voice ``name``; else the best one for ``language``, for the language without its region, for English.

    ``voices`` are as of :func:`find_voices`, at least one.
    """
    for voice in voices:
        if voice.name == name:
            return voice
    tag = language.replace("_", "-").lower()
    for wanted in (tag, tag.split("-")[0], FALLBACK_LANGUAGE):
        for voice in voices:
            if voice.language == wanted:
                return voice
        for voice in voices:
            if wanted in voice.also:
                return voice
    return voices[0]


def speakable(text: str) -> str:
    """Return ``text`` without what the program would take for a command; "" when there is nothing to say in it."""
    words = _PHONEMES.sub("[ ", _UNSPEAKABLE.sub(" ", text))
    return words.strip() if any(sign.isalnum() for sign in words) else ""


@asynccontextmanager
async def synthesis(program: str, text: str, *, voice: Voice, rate_percent: int) -> AsyncGenerator[Sound]:
    """Speak ``text``, as of :func:`speakable`; leaving the context ends the process.

    Sound is made as it is taken: the program waits at its pipe.

    Raises:
        NarratorFailed: on entering or from the blocks: the program cannot be started, broke off or hangs.
    """
    words_per_minute = max(SLOWEST, round(WORDS_PER_MINUTE * rate_percent / 100))
    command = [program, "--stdin", "--stdout", "-b", "1", "-v", voice.name, "-s", str(words_per_minute)]
    try:
        process = await anyio.open_process(command, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise NarratorFailed(type(error).__name__, place=PROGRAM) from error
    try:
        yield await _begin(process, text)
    except NarratorFailed:
        # One that is just ending by itself must not be killed: that takes its exit status from the loop, which warns.
        with anyio.move_on_after(GRACE_S):
            await process.wait()
        raise
    finally:
        with anyio.CancelScope(shield=True):  # it has ended or is killed, so this is quick
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.aclose()


async def _begin(process: Process, text: str) -> Sound:
    assert process.stdin is not None  # both are pipes, see above
    try:
        with anyio.fail_after(SILENT_LIMIT_S):
            await process.stdin.send(text.encode("utf-8", "replace"))
            await process.stdin.aclose()
    except (TimeoutError, anyio.BrokenResourceError) as error:
        raise NarratorFailed("it takes no text", place=PROGRAM) from error
    head = b""
    while len(head) < _HEADER:
        if not (block := await _read(process)):
            raise NarratorFailed("no sound came", place=PROGRAM)
        head += block
    return Sound(int.from_bytes(head[24:28], "little"), _blocks(process, head[_HEADER:]))


async def _blocks(process: Process, data: bytes) -> AsyncGenerator[NDArray[np.float32]]:
    kept = np.zeros(0, dtype=np.float32)
    while True:
        whole = len(data) - len(data) % 2
        samples = np.frombuffer(data[:whole], dtype="<i2").astype(np.float32) / np.float32(32_768)
        audible = np.flatnonzero(np.abs(samples) > _QUIET)
        if len(audible):
            end = int(audible[-1]) + 1
            yield np.concatenate((kept, samples[:end]))
            kept = samples[end:]
        else:
            kept = np.concatenate((kept, samples))
        block = await _read(process)
        if not block:
            break
        data = data[whole:] + block
    try:
        with anyio.fail_after(SILENT_LIMIT_S):
            status = await process.wait()
    except TimeoutError as error:
        raise NarratorFailed("it does not end", place=PROGRAM) from error
    if status:
        raise NarratorFailed(f"exit status {status}", place=PROGRAM)


async def _read(process: Process) -> bytes:
    """Return the next bytes; none at the end."""
    assert process.stdout is not None
    try:
        with anyio.fail_after(SILENT_LIMIT_S):
            return await process.stdout.receive(_BLOCK)
    except (anyio.EndOfStream, anyio.BrokenResourceError):
        return b""
    except TimeoutError as error:
        raise NarratorFailed("no sound came in time", place=PROGRAM) from error
