"""The thin Whisper decoder: CTranslate2 and tokenizers, with the encoder run on the audio alone.

Whisper expects 30 s of sound. Encoding only what was said and filling the decoder's memory up with the encoder output
of silence, computed once, keeps the words of the full window at a fraction of its time (performance.md 2.1). What looks
wrong (a loop, the token cap, low probability) is decoded again by faster-whisper's own full window.

Owned by ``transcriber.py``; every method runs in the recogniser's one thread and blocks.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.errors import RecogniserFailed
from app.speech.mel import log_mel
from app.speech.ports import SAMPLE_RATE_HZ, Samples

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

__all__ = [
    "LONGEST_WINDOW_S",
    "NOTHING",
    "Decoded",
    "Decoder",
    "Hints",
    "Segment",
    "WhisperDecoder",
    "echoes",
    "is_looping",
    "without_overlap",
]

_log = logging.getLogger(__name__)

LONGEST_WINDOW_S: Final = 30.0
"""Whisper's window."""
_MEMORY_FRAMES: Final = 1500
"""Encoder frames of a full window, 50 a second."""
_PAD_S: Final = 0.5
"""Silence encoded after the audio, so that the last word is not cut (performance.md 2.1)."""
_STAMP_S: Final = 0.02
_TOKENS_PER_S: Final = 7
_SPARE_TOKENS: Final = 16
"""Nobody speaks faster than 6 tokens a second for long; stamps need some more."""
_MAX_TOKENS: Final = 224
_PROMPT_TOKENS: Final = 110
"""Of vocabulary, half of what Whisper's prompt takes."""
_UNCOVERED_S: Final = 0.6
"""Speech that reaches this far past the last stamp is decoded in another round."""
_MOST_ROUNDS: Final = 6
_LOOP_RATIO: Final = 2.4
_LOW_LOGPROB: Final = -1.0
_NO_SPEECH: Final = 0.6
"""The three thresholds of Whisper's reference decoder (whisper/transcribe.py)."""
_ECHO_WORDS: Final = 3
"""Vocabulary words in their listed order that nobody says by chance."""
_FULL_TEMPERATURES: Final = (0.0, 0.2, 0.4)
"""Bounded tries of the full window: a decode cannot be stopped once it runs."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What the decoder is told beside the audio."""

    language: str
    vocabulary: str = ""
    """Words to favour, joined; cut to what the prompt takes."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the text between two time stamps, in seconds."""

    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    logprob: float
    """Sum over all tokens."""
    tokens: int
    doubtful: bool = False
    """A loop, the token cap or a low probability: :meth:`WhisperDecoder.decode_fully` may know better."""
    segments: tuple[Segment, ...] = ()
    """All of the text with its times, counted from the start of the audio; empty when no stamps were asked for."""


NOTHING: Final = Decoded("", 0.0, 0)


class Decoder(Protocol):
    """What live and whole recognition need of :class:`WhisperDecoder`."""

    multilingual: bool

    def knows(self, language: str) -> bool: ...
    def detect_language(self, samples: Samples) -> str: ...
    def decode(self, samples: Samples, hints: Hints, *, beam: int, speech_end_s: float, stamps: bool) -> Decoded: ...
    def decode_fully(self, samples: Samples, hints: Hints) -> Decoded: ...


def is_looping(text: str) -> bool:
    """Tell whether ``text`` repeats itself as Whisper does when it is lost."""
    data = text.encode()
    return len(data) > 40 and len(data) / len(zlib.compress(data)) > _LOOP_RATIO


def without_overlap(before: str, after: str) -> str:
    """Return ``after`` without the words at its start that ``before`` ends with already.

    A last stamp that comes too early makes the next round hear the same words again. One equal word may be meant.
    """
    ends, starts = before.split(), after.split()
    for count in range(min(len(ends), len(starts)), 1, -1):
        if [_bare(word) for word in ends[-count:]] == [_bare(word) for word in starts[:count]]:
            return " ".join(starts[count:])
    return after


def _bare(word: str) -> str:
    return re.sub(r"\W", "", word.casefold())


def echoes(text: str, vocabulary: str) -> bool:
    """Tell whether ``text`` is nothing but a run of the ``vocabulary`` that the model was shown (A26)."""
    said, shown = (re.findall(r"\w+", part.casefold()) for part in (text, vocabulary))
    return len(said) >= _ECHO_WORDS and f" {' '.join(said)} " in f" {' '.join(shown)} "


class WhisperDecoder:
    """One loaded model. Building it reads the model from disk (0.2 to 0.5 s)."""

    def __init__(self, folder: Path, threads: int) -> None:
        """Load the model.

        Raises:
            RecogniserFailed: the engine refused the files.
        """
        import ctranslate2
        import tokenizers

        self._folder = folder
        self._threads = threads
        self._view: Any = ctranslate2.StorageView
        try:
            self._model = ctranslate2.models.Whisper(
                str(folder), device="cpu", compute_type="int8", intra_threads=threads, inter_threads=1
            )
            self._words = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        except (RuntimeError, ValueError, OSError) as error:
            raise RecogniserFailed(type(error).__name__, place=str(folder)) from error
        self._full: WhisperModel | None = None
        self.multilingual: bool = self._model.is_multilingual
        self._sot = self._id("<|startoftranscript|>")
        self._eot = self._id("<|endoftext|>")
        self._prev = self._id("<|startofprev|>")
        self._no_stamps = self._id("<|notimestamps|>")
        self._silence: NDArray[np.float32] = np.array(self._encode_raw(np.zeros(0, np.float32), LONGEST_WINDOW_S))

    def _id(self, token: str) -> int:
        found = self._words.token_to_id(token)
        if found is None:
            raise RecogniserFailed(f"no token {token}", place=str(self._folder / "tokenizer.json"))
        return found

    def knows(self, language: str) -> bool:
        """Tell whether the model was trained on ``language`` (ISO 639-1)."""
        return self._words.token_to_id(f"<|{language}|>") is not None if self.multilingual else language == "en"

    def detect_language(self, samples: Samples) -> str:
        """Return the ISO 639-1 code that fits float32 (n,), at most 30 s, best."""
        if not self.multilingual:
            return "en"
        best: str = self._model.detect_language(self._encode(samples))[0][0][0]
        return best.strip("<|>")

    def decode(self, samples: Samples, hints: Hints, *, beam: int, speech_end_s: float, stamps: bool) -> Decoded:
        """Recognise float32 (n,), at most 30 s.

        ``stamps``: ask for times and go on from the last one until ``speech_end_s`` is covered. Needed when there is a
        pause inside: without times Whisper may stop at it and lose the next sentence (performance.md 2.2).
        """
        found = self._in_rounds(samples, hints, beam, speech_end_s) if stamps else self._once(samples, hints, beam)
        if echoes(found.text, hints.vocabulary):
            return self.decode(samples, Hints(hints.language), beam=beam, speech_end_s=speech_end_s, stamps=stamps)
        return found

    def _encode_raw(self, samples: Samples, seconds: float) -> Any:
        frames = round(min(seconds, LONGEST_WINDOW_S) * 50) * 2  # even: the encoder halves the rate
        return self._model.encode(self._view.from_array(log_mel(samples, frames)), to_cpu=False)

    def _encode(self, samples: Samples) -> Any:
        short = self._encode_raw(samples, len(samples) / SAMPLE_RATE_HZ + _PAD_S)
        heard = np.array(short)
        if heard.shape[1] >= _MEMORY_FRAMES:
            return short
        filled = np.concatenate([heard, self._silence[:, heard.shape[1] : _MEMORY_FRAMES]], axis=1)
        return self._view.from_array(np.ascontiguousarray(filled))

    def _ids(self, text: str) -> list[int]:
        return self._words.encode(" " + text.strip(), add_special_tokens=False).ids if text.strip() else []

    def _prompt(self, hints: Hints, *, stamps: bool) -> list[int]:
        before = self._ids(hints.vocabulary)[:_PROMPT_TOKENS]
        prompt = [self._prev, *before] if before else []
        prompt.append(self._sot)
        if self.multilingual:
            prompt += [self._id(f"<|{hints.language}|>"), self._id("<|transcribe|>")]
        return prompt if stamps else [*prompt, self._no_stamps]

    def _generate(self, samples: Samples, prompt: Sequence[int], beam: int) -> tuple[list[int], Decoded]:
        """Return the tokens, times among them, and what they say."""
        cap = min(_MAX_TOKENS, int(len(samples) / SAMPLE_RATE_HZ * _TOKENS_PER_S) + _SPARE_TOKENS)
        result = self._model.generate(
            self._encode(samples),
            [list(prompt)],
            beam_size=beam,
            return_scores=True,
            return_no_speech_prob=True,
            # CTranslate2 counts new tokens up to half of this, and the prompt in.
            max_length=min(448, max(2 * cap, len(prompt) + cap)),
        )[0]
        ids = [token for token in result.sequences_ids[0] if token != self._eot]
        total = result.scores[0] * max(1, len(result.sequences_ids[0]))
        unlikely = total / (len(ids) + 1) < _LOW_LOGPROB
        if result.no_speech_prob > _NO_SPEECH and unlikely:
            return [], NOTHING
        text = self._words.decode([token for token in ids if token < self._eot]).strip()
        lost = len(ids) >= cap or is_looping(text)
        return ids, Decoded("" if lost else text, total, len(ids), doubtful=lost or unlikely)

    def _once(self, samples: Samples, hints: Hints, beam: int) -> Decoded:
        return self._generate(samples, self._prompt(hints, stamps=False), beam)[1]

    def _in_rounds(self, samples: Samples, hints: Hints, beam: int, speech_end_s: float) -> Decoded:
        prompt = self._prompt(hints, stamps=True)
        parts: list[Decoded] = []
        segments: list[Segment] = []
        at_s = 0.0
        for _ in range(_MOST_ROUNDS):
            rest = samples[int(at_s * SAMPLE_RATE_HZ) :]
            ids, found = self._generate(rest, prompt, beam)
            timed = self._segments(ids, at_s, at_s + len(rest) / SAMPLE_RATE_HZ)
            if parts and (kept := without_overlap(parts[-1].text, found.text)) != found.text:
                found = replace(found, text=kept)
                timed = [Segment(timed[0].start_s, timed[-1].end_s, kept)] if kept else []
            parts.append(found)
            segments += timed
            if not found.text:
                break
            last_s = timed[-1].end_s - at_s
            at_s += last_s
            if at_s > speech_end_s - _UNCOVERED_S or last_s < 0.3:
                break
        text = " ".join(part.text for part in parts if part.text)
        return Decoded(
            text,
            sum(part.logprob for part in parts),
            sum(part.tokens for part in parts),
            doubtful=is_looping(text) or any(part.doubtful for part in parts),
            segments=tuple(segments),
        )

    def _segments(self, ids: Sequence[int], start_s: float, end_s: float) -> list[Segment]:
        """Cut the tokens of one round, which lasts from ``start_s`` to ``end_s``, at their stamps."""
        segments: list[Segment] = []
        at_s, words = start_s, list[int]()
        for token in ids:
            if token <= self._no_stamps:
                words.append(token)
                continue
            stamp_s = start_s + (token - self._no_stamps - 1) * _STAMP_S
            if words:
                segments.append(Segment(at_s, stamp_s, self._words.decode(words).strip()))
            at_s, words = stamp_s, []
        if words:
            segments.append(Segment(at_s, end_s, self._words.decode(words).strip()))
        return segments

    def decode_fully(self, samples: Samples, hints: Hints) -> Decoded:
        """Recognise float32 (n,), at most 30 s, by faster-whisper's full window; for what came out doubtful.

        Takes up to 1 s for each temperature, and loads the model a second time at the first call.
        """
        _log.debug("full window for %.1f s of audio", len(samples) / SAMPLE_RATE_HZ)
        if self._full is None:
            from faster_whisper import WhisperModel

            self._full = WhisperModel(
                str(self._folder), device="cpu", compute_type="int8", cpu_threads=self._threads, local_files_only=True
            )
        segments, _ = self._full.transcribe(
            samples,
            language=hints.language,
            temperature=_FULL_TEMPERATURES,
            condition_on_previous_text=False,
            hotwords=hints.vocabulary or None,
        )
        heard = list(segments)
        tokens = sum(len(segment.tokens) for segment in heard)
        logprob = sum(segment.avg_logprob * len(segment.tokens) for segment in heard)
        return Decoded(" ".join(segment.text.strip() for segment in heard), logprob, tokens)
