"""A long day: hundreds of takes in one process. Nothing grows, and history is right at the end."""

from __future__ import annotations

import asyncio
import gc
import threading
from pathlib import Path
from typing import Final
from unittest.mock import patch

import numpy as np
import psutil
import pytest

from app.domain.messages import CancelTurn, Notice, StageChanged, TurnFinished
from app.domain.turn import Stage, TurnOutcome
from app.runtime import delivery
from app.speech.models import ModelCatalogue
from app.speech.ports import FRAME, RecognitionOptions
from app.speech.transcriber import WhisperTranscriber
from app.speech.wav import read_audio
from tests.bench.takes import Take, human
from tests.bench.wer import wer_percent
from tests.journeys.pilot import Pilot, flying

pytestmark = [pytest.mark.anyio, pytest.mark.long, pytest.mark.timeout(900)]

TAKES: Final = 400
WARM_UP: Final = 100
MOST_GROWTH_BYTES: Final = 8 * 2**20
"""Allocators keep some pages; a leak of one take of a second (64 KB of samples) would be over 19 MB."""
REAL_TAKES: Final = 30
REAL_WARM_UP: Final = 10
MOST_REAL_GROWTH_BYTES: Final = 40 * 2**20
"""The decoder's work areas follow the longest piece so far; keeping the samples of 20 takes and their features
would be over 60 MB."""


class Measures:
    """What must not grow."""

    def __init__(self) -> None:
        gc.collect()
        self.memory = psutil.Process().memory_info().rss
        self.threads = {thread.name for thread in threading.enumerate() if "AnyIO" not in thread.name}
        self.descriptors = len(list(Path("/proc/self/fd").iterdir()))
        self.tasks = len(asyncio.all_tasks())

    def check(self, before: Measures, most_growth: int) -> None:
        assert self.threads <= before.threads
        assert self.descriptors <= before.descriptors
        assert self.tasks <= before.tasks
        grown = self.memory - before.memory
        assert grown <= most_growth, f"{grown / 2**20:.1f} MiB more than after the warm-up"


async def cancelled(pilot: Pilot) -> TurnFinished:
    since = len(pilot.events)
    pilot.hold()
    await pilot.see_stage(Stage.LISTENING, since=since)
    pilot.say(1.5)
    await pilot.heard()
    pilot.core.submit(CancelTurn())
    finished = await pilot.see(TurnFinished, since=since)
    await pilot.see_stage(Stage.IDLE, since=since)
    pilot.let_go()
    return finished


async def test_hundreds_of_takes_leave_nothing_behind_but_their_rows(tmp_path: Path) -> None:
    texts = [f"Take number {number}." for number in range(TAKES + 1)]
    with patch.object(delivery, "QUIET_S", 0.001):
        async with flying(tmp_path, *texts) as pilot:
            pilot.clipboard.copy({"UTF8_STRING": b"of another program"})
            pilot.media.playing = {"player": True}
            await pilot.change(audio__other_sound="pause")
            before = Measures()
            ended: list[TurnFinished] = []
            for number in range(TAKES):
                pilot.unix_s += 20
                ended.append(await (cancelled(pilot) if number % 10 == 9 else pilot.dictate()))
                pilot.keys.chords.clear()
                pilot.cues.cues.clear()
                pilot.transcriber.options.clear()
                told, pilot.events[:] = pilot.events[:], []
                assert [event for event in told if isinstance(event, Notice)] == []
                stages = [event.stage for event in told if isinstance(event, StageChanged)]
                assert stages[0] is Stage.LISTENING
                assert stages[-1] is Stage.IDLE
                if number + 1 == WARM_UP:
                    before = Measures()
            Measures().check(before, MOST_GROWTH_BYTES)
            delivered = [turn for turn in ended if turn.outcome is TurnOutcome.INSERTED]
            assert len(delivered) == TAKES - TAKES // 10
            assert pilot.keys.text == "".join(turn.text for turn in delivered)
            assert pilot.clipboard.contents == {"UTF8_STRING": b"of another program"}
            assert pilot.media.playing == {"player": True}
            rows = []
            more = True
            while more:
                page, more = await pilot.history.page("", rows[-1].turn_id if rows else None, 200)
                rows += page
            assert [row.turn_id for row in rows] == [turn.turn_id for turn in reversed(ended)]
            assert all(row.has_audio for row in rows)
            for row in rows[::37]:
                assert len(read_audio(pilot.takes.path(row.turn_id))) == round(row.audio_s * 16_000)


async def test_the_recogniser_stays_as_it_was_over_thirty_real_takes(tmp_path: Path) -> None:
    transcriber = WhisperTranscriber(ModelCatalogue(tmp_path, tmp_path).installed("tiny.en"), threads=1)
    takes = human()
    before = Measures()
    pairs: list[tuple[str, str]] = []
    try:
        for number in range(REAL_TAKES):
            take = takes[number % len(takes)]
            pairs.append((take.words, await recognised(transcriber, take)))
            if number + 1 == REAL_WARM_UP:
                before = Measures()
        Measures().check(before, MOST_REAL_GROWTH_BYTES)
    finally:
        await transcriber.unload()
    assert wer_percent(pairs) < 15


async def recognised(transcriber: WhisperTranscriber, take: Take) -> str:
    """Hear a take in pieces of a second, each as soon as the one before is heard."""
    padded = np.pad(take.samples, (0, -len(take.samples) % FRAME))
    async with transcriber.live(RecognitionOptions(language="en"), lambda _words: None) as live:
        for number, start in enumerate(range(0, len(padded), FRAME)):
            live.push(padded[start : start + FRAME])
            if number % 31 == 0:
                await asyncio.sleep(0.02)
        return (await live.finish()).text
