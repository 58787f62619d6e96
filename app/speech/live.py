"""Recognition of a take that is still growing: what to decode when, and which words are final.

Called by ``transcriber.py`` in the recogniser's thread, one call at a time; every call blocks for at most one decode.
How it keeps the words of an offline pass is told in ``resources/docs/decisions.md`` ("How live decoding keeps its
words"); the method stems from performance.md 2.2.

The take is cut into pieces at pauses. The *open* piece ends at the present. A *frozen* piece has text, and is decoded
once more together with its neighbours. A *settled* piece is done, and its audio is gone.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from app.speech.decoder import NOTHING, Decoded, Decoder, Hints, Segment
from app.speech.endpointing import Endpointer, Span, seconds
from app.speech.language import LanguageChoice
from app.speech.ports import FRAME, HeardWords, RawTranscript, RecognitionOptions, Samples, SpeechDetector
from app.speech.settled import SettledText

__all__ = ["LivePolicy", "LiveRecognition"]


@dataclass(frozen=True, slots=True)
class LivePolicy:
    """Times in seconds. The values were chosen by ``tests/bench/asr.py``."""

    guess_pause: float = 0.13
    """Silence after which the open piece is decoded."""
    freeze_pause: float = 0.45
    freeze_length: float = 5.0
    """A piece this long is frozen at the pause above."""
    any_pause: float = 0.7
    """A piece of any length is frozen at this silence."""
    long_length: float = 10.0
    long_pause: float = 0.2
    """A long piece is frozen at this silence already."""
    cut_length: float = 14.0
    """A piece without any pause is cut at its quietest frame."""
    join_length: float = 22.0
    """Frozen neighbours are decoded together up to this length: the window slides, and every sentence is heard with
    what was said before and after it. With 15 some sentences came out worse (see decisions.md)."""
    join_gap: float = 2.0
    resumed: float = 0.2
    """So much speech after a pause means that the person goes on: time to decode once more."""
    idle: float = 1.5
    """So does a silence this long: sooner, the key may come up and the person would wait for it."""
    careful_beam: int = 5
    guess_beam: int = 5
    guess_beam_length: float = 6.0
    """Guesses on a longer piece are greedy."""
    preview_every: float = 1.2


_LEAD_S: Final = 0.3
_TRAIL_S: Final = 0.2
"""Sound kept before and after speech; the detector wakes up late and goes off early by some frames."""
_INNER_PAUSE_S: Final = 0.25
"""From this on Whisper may stop at a pause inside (performance.md 2.2)."""
_EDGE_S: Final = 0.6
"""Whisper's stamps are right to within this."""
_CUT_MARGIN_S: Final = 1.0
"""The newest sound may yet turn out to be the start of a pause."""
_PREVIEW_LENGTH_S: Final = 10.0
"""No preview of a longer piece: it would keep the decoder busy when the key comes up."""


def _frames(length_s: float) -> int:
    return math.ceil(length_s / seconds(1))


@dataclass(slots=True)
class _Piece:
    first: int
    end: int
    found: Decoded
    careful: bool = False
    """Decoded by beam search, with its neighbours where they fit."""


@dataclass(slots=True)
class _Open:
    first: int = 0
    found: Decoded = NOTHING
    covers: int = -1
    """End of the speech that ``found`` holds; -1: a preview, or nothing."""
    asked: int = 0
    """Frame up to which the last decode or preview looked."""


class LiveRecognition:
    """One take."""

    def __init__(
        self,
        decoder: Decoder,
        detector: SpeechDetector,
        options: RecognitionOptions,
        policy: LivePolicy | None = None,
    ) -> None:
        self._decoder = decoder
        self._detector = detector
        self._policy = policy or LivePolicy()
        self._preview = options.preview
        self._vocabulary = ", ".join(options.vocabulary)
        self._language = LanguageChoice(decoder, options.language)
        detector.reset()
        self._ends = Endpointer()
        self._audio: deque[Samples] = deque()
        self._audio_first = 0
        self._settled = SettledText()
        self._pieces: list[_Piece] = []
        self._open = _Open()

    @property
    def words(self) -> HeardWords:
        texts = [self._settled.text, *(p.found.text for p in self._pieces)]
        return HeardWords(" ".join(t for t in texts if t), self._open.found.text)

    def advance(self, frames: list[Samples]) -> bool:
        """Hear ``frames``, float32 (512,) each, then decode at most once. Tells whether :attr:`words` changed."""
        before = self.words
        for frame in frames:
            self._ends.push(self._detector(frame))
            self._audio.append(frame)
        self._work()
        self._settle()
        return self.words != before

    def finish(self, rest: list[Samples]) -> RawTranscript:
        """Hear the last frames (the very last may be shorter), decode what is left and return everything."""
        for frame in rest:
            whole = frame if len(frame) == FRAME else np.pad(frame, (0, FRAME - len(frame)))
            self._ends.push(self._detector(whole))
            self._audio.append(whole)
        while (end := self._open_end()) > self._open.first and (self._open.covers != end or self._open.found.doubtful):
            if not self._cut_if_long():
                self._open.found = self._decode(self._open.first, end, beam=1, last=True)
                break
        for piece in self._pieces:
            if piece.found.doubtful:
                piece.found = self._decode(piece.first, piece.end, beam=1, last=True)
        total = self._settled.copy()
        for found in (*(piece.found for piece in self._pieces), self._open.found):
            total.add(found)
        return total.transcript(self._language.code)

    def _open_end(self) -> int:
        """Return the end of the speech in the open piece; its first frame when there is none."""
        spans = self._ends.speech(self._open.first, self._ends.now)
        return spans[-1].end if spans else self._open.first

    def _work(self) -> None:
        policy, now = self._policy, self._ends.now
        end = self._open_end()
        silent = seconds(now - end)
        if end > self._open.first and silent >= policy.guess_pause:
            if self._open.covers != end:
                length = seconds(end - self._open.first)
                self._guess(end, beam=policy.guess_beam if length <= policy.guess_beam_length else 1)
                return
            self._freeze_if_due(end, silent)
        if self._join_if_due(now):
            return
        if end > self._open.first and self._ends.speaking:
            if self._cut_if_long():
                return
            self._preview_if_due(end)

    def _freeze_if_due(self, end: int, silent: float) -> None:
        policy = self._policy
        length = seconds(end - self._first_speech(self._open.first))
        due = (
            silent >= policy.any_pause
            or (length >= policy.freeze_length and silent >= policy.freeze_pause)
            or (length >= policy.long_length and silent >= policy.long_pause)
        )
        if due:
            self._freeze(end + max(1, (self._ends.now - end) // 2))

    def _freeze(self, end: int) -> None:
        self._pieces.append(_Piece(self._open.first, end, self._open.found))
        self._open = _Open(first=end, asked=end)

    def _first_speech(self, first: int) -> int:
        spans = self._ends.speech(first, self._ends.now)
        return spans[0].first if spans else first

    def _join_if_due(self, now: int) -> bool:
        """Decode the last frozen piece once more, with the neighbours before it that fit."""
        if not self._pieces or self._pieces[-1].careful:
            return False
        spans = self._ends.speech(self._open.first, now)
        resumed = (
            bool(spans) and seconds(spans[-1].end - spans[0].first) >= self._policy.resumed and self._ends.speaking
        )
        idle = not spans and seconds(now - self._last_speech_end()) >= self._policy.idle
        if not resumed and not idle:
            return False
        group = self._neighbours()
        first, end = self._pieces[group].first, self._pieces[-1].end
        found = self._decode(first, end, beam=self._policy.careful_beam, last=True)
        for _ in range(group):
            self._settled.add(self._pieces.pop(0).found)
        self._pieces = [_Piece(first, last, part, careful=True) for first, last, part in self._shared_out(found)]
        return True

    def _shared_out(self, found: Decoded) -> list[tuple[int, int, Decoded]]:
        """Give each frozen piece its part of what was decoded over all; pieces that share a segment become one."""
        edges = [self._pieces[0].first]
        for piece in self._pieces[:-1]:
            edge_s = seconds(piece.end)
            shared = any(s.start_s < edge_s - _EDGE_S and s.end_s > edge_s + _EDGE_S for s in found.segments)
            if found.segments and not shared:
                edges.append(piece.end)
        edges.append(self._pieces[-1].end)
        if len(edges) == 2:
            return [(edges[0], edges[1], found)]
        texts: list[list[str]] = [[] for _ in edges[1:]]
        for segment in found.segments:
            middle = (segment.start_s + segment.end_s) / 2
            texts[sum(seconds(edge) <= middle for edge in edges[1:-1])].append(segment.text)
        length = sum(len(text) for part in texts for text in part)
        parts: list[tuple[int, int, Decoded]] = []
        for (first, end), part in zip(pairwise(edges), texts, strict=True):
            share = sum(len(text) for text in part) / max(1, length)
            parts.append((first, end, Decoded(" ".join(part), found.logprob * share, round(found.tokens * share))))
        return parts

    def _last_speech_end(self) -> int:
        spans = self._ends.speech(self._pieces[0].first, self._ends.now)
        return spans[-1].end if spans else self._open.first

    def _neighbours(self) -> int:
        """Return the index of the first piece that is decoded together with the last one."""
        index = len(self._pieces) - 1
        end = self._pieces[-1].end
        while index > 0:
            before, this = self._pieces[index - 1], self._pieces[index]
            gap = self._first_speech(this.first) - max(
                (s.end for s in self._ends.speech(before.first, before.end)), default=before.end
            )
            if seconds(end - before.first) > self._policy.join_length or seconds(gap) > self._policy.join_gap:
                break
            index -= 1
        return index

    def _settle(self) -> None:
        """Let go of the pieces that no later decode can change, and of long silence."""
        still = not self._ends.speech(self._open.first, self._ends.now)
        alone = still and seconds(self._ends.now - self._open.first) > self._policy.join_gap
        while alone and self._pieces and self._pieces[-1].careful:
            self._settled.add(self._pieces.pop(0).found)
        if still and not self._pieces:
            # The detector notices a word some frames late.
            self._open.first = max(self._open.first, self._ends.now - _frames(_LEAD_S) - 3)
        keep = self._pieces[0].first if self._pieces else self._open.first
        while self._audio_first < keep:
            self._audio.popleft()
            self._audio_first += 1
        self._ends.forget(keep)

    def _cut_if_long(self) -> bool:
        now, first = self._ends.now, self._open.first
        if seconds(now - first) < self._policy.cut_length:
            return False
        latest = min(now - _frames(_CUT_MARGIN_S), first + _frames(self._policy.cut_length))
        quiet = self._ends.quietest(first + _frames(self._policy.cut_length / 2), latest)
        spans = self._ends.speech(first, quiet)
        if spans:
            self._guess(spans[-1].end, beam=1)
        self._freeze(quiet)
        return True

    def _preview_if_due(self, end: int) -> None:
        now = self._ends.now
        short = seconds(now - self._open.first) <= _PREVIEW_LENGTH_S
        since = max(self._open.asked, self._first_speech(self._open.first))
        if self._preview and short and seconds(now - since) >= self._policy.preview_every:
            self._guess(end, beam=1)
            self._open.covers = -1

    def _guess(self, end: int, *, beam: int) -> None:
        self._open.found = self._decode(self._open.first, end, beam=beam)
        self._open.covers, self._open.asked = end, self._ends.now

    def _decode(self, first: int, end: int, *, beam: int, last: bool = False) -> Decoded:
        """Decode the speech inside ``first`` to ``end``; ``last``: no later decode will mend it."""
        spans = self._ends.speech(first, end)
        if not spans:
            return NOTHING
        part = Span(
            max(first, spans[0].first - _frames(_LEAD_S)),
            min(max(end, spans[-1].end + _frames(_TRAIL_S)), self._ends.now),
        )
        samples = self._samples(part)
        self._language.hear(samples, seconds(spans[-1].end - spans[0].first))
        hints = Hints(self._language.code, self._vocabulary)
        found = self._decoder.decode(
            samples,
            hints,
            beam=beam,
            speech_end_s=seconds(spans[-1].end - part.first),
            stamps=self._ends.longest_pause_s(first, end) >= _INNER_PAUSE_S,
        )
        if found.doubtful and last:
            return self._decoder.decode_fully(samples, hints)
        start_s = seconds(part.first)
        timed = tuple(Segment(s.start_s + start_s, s.end_s + start_s, s.text) for s in found.segments)
        return replace(found, segments=timed)

    def _samples(self, part: Span) -> Samples:
        chunks = [self._audio[i - self._audio_first] for i in range(part.first, part.end)]
        return np.concatenate(chunks)
