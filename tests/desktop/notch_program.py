"""Voxnotch with a scripted core, for the tests that need a real display: ``python notch_program.py FOLDER [option]``.

Each line on standard input names something that happens (``EVENTS``); ``end`` on its own is not needed, a signal is.
What was shown stands in ``FOLDER/events.jsonl``, what was answered in ``FOLDER/answers.jsonl``.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from pathlib import Path

from app.domain.messages import (
    AnswerInquiry,
    AnswerQuestion,
    CallEnded,
    CallStarted,
    CardWanted,
    Command,
    DesktopChanged,
    DesktopState,
    Event,
    InquiryClosed,
    LevelMeasured,
    Notice,
    NoticeCode,
    OutputArea,
    QuestionAsked,
    QuestionClosed,
    Say,
    StageChanged,
    TurnFinished,
    TypingWanted,
    WordsHeard,
)
from app.domain.turn import Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.settings.paths import AppPaths
from app.ui import qt_app
from tests.qml.sample_cards import GLANCE_CARDS, QUESTIONS
from tests.qml.sample_turns import TURNS
from tests.unit.ui.scripted_core import ScriptedCore

TURN = TurnId("1")
CALL = QUESTIONS["mail"].call_id
REF = QUESTIONS["mail"].ref
TARGET = TargetApp(window_id=1, app_id="XTerm", title="")


def staged(stage: Stage) -> Event:
    return StageChanged(stage, None if stage is Stage.IDLE else TURN, TurnKind.DICTATE, TARGET, 0.0)


def finished(outcome: TurnOutcome, text: str = "", code: str = "") -> Event:
    return TurnFinished(TURN, TurnKind.DICTATE, outcome, text, TARGET, error_code=code)


def desktop(size: str, *, full_screen: bool = False, composited: bool = False) -> Event:
    width, height = (int(part) for part in size.split("x"))
    area = OutputArea("screen", 0, 0, width, height, is_primary=True, full_screen=full_screen)
    return DesktopChanged(DesktopState((area,), "screen", "screen", composited))


class AnsweringCore(ScriptedCore):
    """Takes what is asked away once it is answered, and notes the answer and what was typed."""

    def __init__(self, answers: Path) -> None:
        super().__init__()
        self._answers = answers

    def submit(self, command: Command) -> None:
        super().submit(command)
        match command:
            case AnswerQuestion():
                self._note({"approved": command.approved, "arguments": command.arguments and dict(command.arguments)})
                self._follow_up(QuestionClosed(command.call_id, command.approved))
            case AnswerInquiry():
                self._note({"answer": command.text})
                self._follow_up(InquiryClosed(command.turn_id, command.number))
            case Say():
                self._note({"say": command.text})
            case _:
                pass

    def _note(self, line: dict[str, object]) -> None:
        with self._answers.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _follow_up(self, event: Event) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self.tell, event)


def events(size: str) -> dict[str, tuple[Event, ...]]:
    return {
        "idle": (staged(Stage.IDLE),),
        "listening": (staged(Stage.LISTENING), LevelMeasured(0.3, 0.1)),
        "words": (WordsHeard(TURN, "Hello, this is", "a test"),),
        "finishing": (staged(Stage.FINISHING),),
        "working": (staged(Stage.WORKING),),
        "said": (finished(TurnOutcome.COPIED),),
        "card": (finished(TurnOutcome.SHOWN, "Hello, this is a test.", "focus-changed"), staged(Stage.IDLE)),
        "error": (finished(TurnOutcome.FAILED, code="microphone-busy"), staged(Stage.IDLE)),
        "notice": (Notice(NoticeCode.CANCEL_AGAIN),),
        "question": (QuestionAsked(QUESTIONS["mail"]),),
        "card-key": (CardWanted(),),
        "call": (CallStarted(CALL, REF, "List events", "Calendar", ""),),
        "glance": (CallEnded(CALL, REF, "List events", "Calendar", "", card=GLANCE_CARDS["agenda"][1]),),
        "typing-key": (TypingWanted(),),
        "asked-back": TURNS["value-wrong"],
        "desktop": (desktop(size),),
        "composited": (desktop(size, composited=True),),
        "full-screen": (desktop(size, full_screen=True),),
    }


def main() -> int:
    base, size = Path(sys.argv[1]), sys.argv[2]
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s")
    paths = AppPaths(base / "config", base / "data", base / "state")
    paths.config.mkdir(parents=True, exist_ok=True)
    if not paths.settings_file.exists():
        paths.settings_file.write_text(json.dumps({"version": 1, "notch": {"reduced_motion": True}}))
    core, known = AnsweringCore(base / "answers.jsonl"), events(size)

    def follow() -> None:
        for line in sys.stdin:
            for event in known[line.strip()]:
                core.tell(event)

    threading.Thread(target=follow, daemon=True).start()
    return qt_app.run(paths, make_core=core.make, event_log=base / "events.jsonl")


if __name__ == "__main__":
    sys.exit(main())
