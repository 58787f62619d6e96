"""A person, their programs and their hardware in any order: one random act after the other on a pilot, and what must
hold whatever the order was. Used by ``test_any_order.py`` (short) and by ``tests/long`` (many and long ones).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unittest.mock import patch

import anyio
import anyio.lowlevel
import hypothesis.strategies as st

from app.domain.errors import MicrophoneUnavailable, RecogniserFailed
from app.domain.messages import (
    CancelTurn,
    ChangeSettings,
    ClearHistory,
    Command,
    CopyTurn,
    DeleteTurn,
    HistoryPage,
    HotkeyAction,
    Notice,
    NoticeCode,
    PasteTurn,
    PlayTake,
    RequestHistory,
    RetryTurn,
    SettingsChanged,
    StageChanged,
    StartMicrophoneTest,
    StartTurn,
    StopMicrophoneTest,
    StopPlayback,
    StopTurn,
    TurnFinished,
    UndoInsertion,
)
from app.domain.turn import NO_TARGET, FinishedTurn, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.runtime import delivery, desk, voice_run
from app.speech.microphone_fake import FAKE_DEVICE
from app.speech.wav import read_audio
from tests.journeys.pilot import EDITOR, HOTKEY, Pilot, flying

Act = tuple[str, int]
"""What is done, and which variant of it."""

WINDOWS: Final = (EDITOR, TargetApp(8, "XTerm", ""), TargetApp(9, "Firefox", ""), NO_TARGET)
CHANGES: Final[Sequence[tuple[str, object]]] = (
    ("hotkeys.mode", "hold"), ("hotkeys.mode", "toggle"), ("hotkeys.mode", "tap-or-hold"),
    ("hotkeys.mode", "double-tap"), ("hotkeys.cancel_key", "off"), ("hotkeys.cancel_key", "once"),
    ("hotkeys.cancel_key", "twice"), ("hotkeys.dictate", "f9"), ("hotkeys.dictate", "ctrl+alt+space"),
    ("hotkeys.lock", ""), ("hotkeys.lock", "return"), ("audio.other_sound", "pause"),
    ("audio.other_sound", "lower"), ("audio.other_sound", "leave"), ("audio.keep_open", True),
    ("audio.keep_open", False), ("audio.device", "gone"), ("audio.device", ""), ("delivery.method", "paste"),
    ("delivery.method", "type"), ("delivery.method", "copy"), ("delivery.restore_clipboard", False),
    ("delivery.restore_clipboard", True), ("history.keep_audio_days", -1), ("history.keep_audio_days", 30),
    ("history.keep_days", 1), ("recognition.live_words", False), ("delivery.nonsense", 1),
)  # fmt: skip
LEGAL: Final = {
    None: {Stage.LISTENING},
    Stage.LISTENING: {Stage.LISTENING, Stage.FINISHING},
    Stage.FINISHING: {Stage.WORKING},
    Stage.WORKING: set[Stage](),
}
"""What may follow inside one turn; idle may come at any time and ends it."""

KEYS: Final = ("ctrl_l", "alt_l", "space", "a", "escape", "return", "f9")
ACTS: Final = {
    "dictate": 14, "press": 3, "talk": 6, "release": 3, "let_go": 6, "command": 5, "row": 4, "history": 1, "say": 6,
    "wait": 10, "lose": 1, "devices": 1, "microphone_fails": 1, "focus": 3, "copy": 4, "owner_freezes": 1,
    "target_deaf": 1, "change": 4, "recogniser": 1, "clock": 3, "music": 2, "paste_again": 1,
}  # fmt: skip
"""Acts with their weight."""

ACT: Final = st.tuples(
    st.sampled_from([act for act, weight in ACTS.items() for _ in range(weight)]), st.integers(0, 255)
)

COMMANDS: Final[tuple[Command, ...]] = (
    StartTurn(TurnKind.DICTATE), StopTurn(), CancelTurn(), UndoInsertion(), StartMicrophoneTest(), StopMicrophoneTest(),
    StopPlayback(), StartTurn(TurnKind.AGENT),
)  # fmt: skip


@dataclass
class Storm:
    """Does the acts and keeps what the checks need to know."""

    pilot: Pilot
    copied: bytes = b""
    """What another program copied last."""
    deaf: bool = False
    """The program in front does not paste."""
    pastes_again: bool = False
    tasks_at_rest: int = field(default_factory=lambda: len(asyncio.all_tasks()))
    wrong_windows: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.pilot.keys.on_chord = self._on_chord
        self.pilot.media.playing = {"player": True}
        self.pilot.media.volumes = {"music": 0.8}

    def _on_chord(self, chord: str) -> None:
        pilot = self.pilot
        if chord not in ("ctrl+v", "ctrl+shift+v"):
            return
        if not self.pastes_again:
            told = pilot.told(StageChanged)[-1]
            if told.stage is not Stage.WORKING or told.target.window_id != pilot.frontmost.target.window_id:
                self.wrong_windows.append(f"{told.stage} for {told.target} while {pilot.frontmost.target}")
        if not self.deaf:
            pilot.keys.text += pilot.clipboard.read_text() or ""

    async def act(self, name: str, variant: int) -> None:
        done = getattr(self, f"_{name}")(variant)
        if done is not None:
            await done

    # --- acts ---

    def _press(self, variant: int) -> None:
        self.pilot.hotkeys.press(KEYS[variant % len(KEYS)])

    def _release(self, variant: int) -> None:
        self.pilot.hotkeys.release(KEYS[variant % len(KEYS)])

    def _talk(self, variant: int) -> None:
        for key in HOTKEY if variant % 5 else ("f9",):
            self.pilot.hotkeys.press(key)

    async def _dictate(self, variant: int) -> None:
        """A take as people make it; what follows, follows at once."""
        self.pilot.now_s += 2.0
        self._talk(1)
        await self._wait(40)
        self.pilot.now_s += variant / 100
        self.pilot.say(1.0 + variant % 3)
        for _ in range(300):
            if self.pilot.microphone.takes_open and not self.pilot.microphone.unheard:
                break
            await anyio.lowlevel.checkpoint()
        self._let_go(0)
        await self._wait(variant)

    def _let_go(self, _variant: int) -> None:
        for key in KEYS:
            self.pilot.hotkeys.release(key)

    def _command(self, variant: int) -> None:
        self.pilot.core.submit(COMMANDS[variant % len(COMMANDS)])

    def _paste_again(self, _variant: int) -> None:
        self.pastes_again = True
        self.pilot.core.submit(PasteTurn())

    def _row(self, variant: int) -> None:
        finished = self.pilot.told(TurnFinished)
        if finished:
            turn_id = finished[variant // 8 % len(finished)].turn_id
            commands: tuple[Command, ...] = (
                CopyTurn(turn_id), RetryTurn(turn_id), DeleteTurn(turn_id), PlayTake(turn_id), ClearHistory(),
                RetryTurn(turn_id),
            )  # fmt: skip
            self.pilot.core.submit(commands[variant % len(commands)])

    def _history(self, variant: int) -> None:
        query = ("", "take", '"', "take 1*", "NEAR(a", "😀", "-", "日本")[variant % 8]
        self.pilot.core.submit(RequestHistory(variant, query, None, variant))

    def _say(self, variant: int) -> None:
        if variant % 6:
            self.pilot.say(variant % 6 * 0.4)
        else:
            self.pilot.be_silent(1.0)

    async def _wait(self, variant: int) -> None:
        for _ in range(variant % 64):
            await anyio.lowlevel.checkpoint()
        if variant > 200:
            await anyio.sleep(0.005)

    def _lose(self, _variant: int) -> None:
        self.pilot.microphone.lose()

    def _devices(self, variant: int) -> None:
        self.pilot.microphone.set_devices((FAKE_DEVICE,) if variant % 2 else ())

    def _microphone_fails(self, _variant: int) -> None:
        self.pilot.microphone.fail_next(MicrophoneUnavailable("busy", code="microphone-busy"))

    def _focus(self, variant: int) -> None:
        self.pilot.frontmost.target = WINDOWS[variant % len(WINDOWS)]

    def _copy(self, variant: int) -> None:
        self.copied = f"of another program {variant}".encode()
        self.pilot.clipboard.copy({"UTF8_STRING": self.copied, "image/png": bytes([variant])})

    def _owner_freezes(self, variant: int) -> None:
        self.pilot.clipboard.owner_frozen = bool(variant % 2)

    def _target_deaf(self, variant: int) -> None:
        self.deaf = bool(variant % 2)

    def _change(self, variant: int) -> None:
        key, value = CHANGES[variant % len(CHANGES)]
        self.pilot.core.submit(ChangeSettings({key: value}))

    def _recogniser(self, variant: int) -> None:
        self.pilot.transcriber.error = RecogniserFailed("scripted") if variant % 2 else None

    def _clock(self, variant: int) -> None:
        self.pilot.now_s += variant / 100
        self.pilot.unix_s += (variant - 128) * 3600.0

    def _music(self, variant: int) -> None:
        self.pilot.media.volumes.setdefault(f"stream {variant % 3}", 0.5)

    # --- the end ---

    async def calm(self) -> None:
        """Let go of everything, and wait until the last take and all other work is over: no task is left behind."""
        pilot = self.pilot
        self._let_go(0)
        pilot.microphone.set_devices((FAKE_DEVICE,))
        with anyio.fail_after(10):
            while True:
                pilot.core.submit(StopTurn())
                pilot.core.submit(StopMicrophoneTest())
                request = RequestHistory(len(pilot.events) + 10_000, "", None, 200)
                answer = await pilot.ask(request, HistoryPage)
                stages = pilot.told(StageChanged)
                at_rest = not stages or stages[-1].stage is Stage.IDLE
                if answer.request == request.request and at_rest and len(asyncio.all_tasks()) <= self.tasks_at_rest:
                    return
                await anyio.sleep(0.002)

    async def rows(self) -> tuple[FinishedTurn, ...]:
        turns, more = await self.pilot.history.page("", None, 200)
        assert not more
        return turns


def check_story(pilot: Pilot, *, ended: bool) -> None:
    """Each turn: legal stages in order, one end. ``ended``: the core was not stopped in the middle."""
    running: TurnId | None = None
    before: Stage | None = None
    finished: list[TurnId] = []
    begun: list[TurnId] = []
    for event in pilot.events:
        if isinstance(event, TurnFinished):
            assert event.turn_id not in finished, "two ends of one turn"
            finished.append(event.turn_id)
            if event.turn_id in begun:
                assert event.turn_id == running, "the end of a turn that does not run"
        elif isinstance(event, StageChanged):
            if event.stage is Stage.IDLE:
                assert event.turn_id is None
                assert running is None or running in finished, "idle before the end was told"
                running, before = None, None
                continue
            assert event.stage in LEGAL[before], f"{event.stage} after {before}"
            if running is None:
                assert event.turn_id is not None
                begun.append(event.turn_id)
            assert running in (None, event.turn_id), "two turns at once"
            running, before = event.turn_id, event.stage
    if ended:
        assert set(begun) <= set(finished)
        assert running is None


async def check_clipboard(storm: Storm) -> None:
    """What another program copied is still there, unless we were asked to put something else or said that we did."""
    pilot = storm.pilot
    allowed = (
        any(not turn.clipboard_restored or turn.outcome is TurnOutcome.COPIED for turn in pilot.told(TurnFinished))
        or any(told.code in {NoticeCode.COPIED, NoticeCode.FAILED} for told in pilot.told(Notice))
        or any(told.values["delivery.restore_clipboard"] is False for told in pilot.told(SettingsChanged))
        or storm.pastes_again
    )
    if not allowed:
        assert pilot.clipboard.contents.get("UTF8_STRING", b"") == storm.copied


async def check_surroundings(storm: Storm) -> None:
    """At idle everything of other programs is as it was, and only the keys of idle are grabbed."""
    pilot = storm.pilot
    assert not {HotkeyAction.CANCEL, HotkeyAction.LOCK} & pilot.hotkeys.bound.keys()
    assert pilot.media.playing == {"player": True}
    assert all(volume in (0.8, 0.5) for volume in pilot.media.volumes.values()), pilot.media.volumes
    assert storm.wrong_windows == []
    await check_clipboard(storm)


async def check_takes(storm: Storm) -> None:
    """Every row that says so has its take, readable and as long as it says; no file is without a row."""
    pilot = storm.pilot
    rows = await storm.rows()
    for row in rows:
        if row.has_audio:
            samples = await anyio.to_thread.run_sync(read_audio, pilot.takes.path(row.turn_id))
            assert abs(len(samples) / 16_000 - row.audio_s) < 0.04, row
    kept = {row.turn_id for row in rows if row.has_audio}
    assert set(await pilot.takes.stray()) == kept
    assert await pilot.history.unfinished() == ()


async def fly_through(folder: Path, todo: Sequence[Act], *, stop_at: int | None = None) -> None:
    """Do ``todo`` with a fresh core; ``stop_at``: quit after so many acts, whatever runs then."""
    texts = [f"take {number}" for number in range(1, 400)]
    checks: list[Callable[[], Awaitable[None]]] = []
    with (
        patch.object(voice_run, "HELD_TIMEOUT_S", 0.05),
        patch.object(desk, "FOCUS_TIMEOUT_S", 0.02),
        patch.object(desk, "FOCUS_LOOK_S", 0.005),
        patch.object(delivery, "QUIET_S", 0.001),
        patch.object(delivery, "CANCELLED_READ_S", 0.01),
    ):
        with anyio.fail_after(30):
            async with flying(folder, *texts) as pilot:
                await pilot.change(
                    delivery__read_timeout_ms=200, audio__other_sound="pause", hotkeys__cancel_key="once"
                )
                storm = Storm(pilot)
                for number, (name, variant) in enumerate(todo):
                    if number == stop_at:
                        break
                    await storm.act(name, variant)
                else:
                    await storm.calm()
                    checks = [lambda: check_surroundings(storm), lambda: check_takes(storm)]
                    for check in checks:
                        await check()
        check_story(pilot, ended=bool(checks))
        assert pilot.media.playing == {"player": True}
        assert pilot.microphone.takes_open == 0
        assert pilot.microphone.armed is None
        assert pilot.clipboard.closed
