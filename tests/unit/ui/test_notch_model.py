"""The notch shows one thing at a time, and the right one."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QSignalSpy

from app.domain.messages import (
    CancelTurn,
    Command,
    CopyTurn,
    CoreFailed,
    Event,
    FetchModel,
    Fix,
    HotkeyAction,
    HotkeyProblems,
    LevelMeasured,
    Notice,
    NoticeCode,
    RetryTurn,
    SettingsChanged,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import NO_TARGET, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.ui.viewmodels.face import BARS
from app.ui.viewmodels.notch import NotchModel
from tests.unit.ui.card_reach import Outside

TURN = TurnId("0001")
OTHER = TurnId("0002")
EDITOR = TargetApp(window_id=1, app_id="mousepad", title="secret.txt")


class Person:
    """The notch with what was asked of the core and of the window."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.pages: list[str] = []
        self.folders = 0
        self.outside = Outside()
        self.notch = NotchModel(self.commands.append, self.pages.append, self._open_folder, self.outside.reach)

    def _open_folder(self) -> None:
        self.folders += 1

    def see(self, *events: Event) -> str:
        for event in events:
            self.notch.apply(event)
        return self.notch.face.state


@pytest.fixture
def person() -> Person:
    return Person()


def staged(stage: Stage, turn: TurnId | None = TURN, *, target: TargetApp = EDITOR, locked: bool = False) -> Event:
    return StageChanged(stage, turn, TurnKind.DICTATE, target, at_s=1.0, locked=locked)


LISTENING, FINISHING, WORKING = (staged(stage) for stage in (Stage.LISTENING, Stage.FINISHING, Stage.WORKING))
IDLE = staged(Stage.IDLE, None, target=NO_TARGET)


def finished(
    outcome: TurnOutcome, *, turn: TurnId = TURN, text: str = "", code: str = "", fix: Fix = Fix.NONE
) -> Event:
    return TurnFinished(turn, TurnKind.DICTATE, outcome, text, EDITOR, error_code=code, fix=fix)


def test_a_dictation_goes_through_its_states_to_a_receipt_and_back_to_idle(person: Person) -> None:
    seen = [person.see(event) for event in (LISTENING, FINISHING, WORKING, finished(TurnOutcome.INSERTED), IDLE)]
    assert seen == ["listening", "finishing", "working", "said", "said"]
    assert (person.notch.face.title, person.notch.face.brief) == ("Inserted into Mousepad", True)
    person.notch.fade()
    assert person.notch.face.state == "idle"


def test_a_cancelled_take_says_nothing(person: Person) -> None:
    assert person.see(LISTENING, finished(TurnOutcome.CANCELLED)) == "idle"


def test_a_paste_of_an_old_turn_while_another_take_runs_does_not_touch_it(person: Person) -> None:
    assert person.see(LISTENING, finished(TurnOutcome.INSERTED, turn=OTHER)) == "listening"


def test_the_target_is_named_by_its_program_never_by_its_title(person: Person) -> None:
    person.see(LISTENING)
    assert person.notch.face.target == "Mousepad"
    gedit = TargetApp(window_id=2, app_id="org.gnome.gedit", title="x")
    person.see(staged(Stage.LISTENING, OTHER, target=gedit))
    assert person.notch.face.target == "Gedit"


def test_words_stay_while_the_take_goes_on_and_go_with_the_next_one(person: Person) -> None:
    person.see(LISTENING, WordsHeard(TURN, "Hello", "wor"), FINISHING)
    assert (person.notch.face.committed, person.notch.face.tentative) == ("Hello", "wor")
    person.see(IDLE, staged(Stage.LISTENING, OTHER))
    assert (person.notch.face.committed, person.notch.face.tentative) == ("", "")


def test_words_of_another_take_are_not_shown(person: Person) -> None:
    person.see(LISTENING, WordsHeard(OTHER, "Hello", ""))
    assert person.notch.face.committed == ""


@pytest.mark.fault("A15")
@pytest.mark.parametrize(
    ("words", "right_to_left"),
    [("افتح ملف report.pdf الآن 3 مرات", True), ("3 — שלום world", True), ("open the ملف", False), ("123 …", False)],
)
def test_direction_is_told_by_the_first_strong_letter_and_the_words_stay_as_they_are(
    person: Person, words: str, right_to_left: bool
) -> None:
    person.see(LISTENING, WordsHeard(TURN, words, ""))
    assert person.notch.face.committed == words
    assert person.notch.face.right_to_left is right_to_left


def test_levels_fill_the_bars_from_the_end_and_only_while_listening(person: Person) -> None:
    person.see(LISTENING, LevelMeasured(1.0, 0.5), LevelMeasured(0.0, 0.0))
    assert person.notch.bars == (0.0,) * (BARS - 2) + (1.0, 0.0)
    person.see(FINISHING, LevelMeasured(1.0, 0.5))
    assert person.notch.bars[-1] == 0.0


def test_a_new_take_starts_with_empty_bars(person: Person) -> None:
    person.see(LISTENING, LevelMeasured(1.0, 0.5), IDLE, staged(Stage.LISTENING, OTHER))
    assert person.notch.bars == (0.0,) * BARS


def test_nothing_replaces_a_running_take(person: Person) -> None:
    person.see(LISTENING)
    assert person.see(Notice(NoticeCode.CANCEL_AGAIN)) == "listening"
    assert person.notch.face.hint
    assert person.see(HotkeyProblems({HotkeyAction.AGENT: "hotkey-conflict"})) == "listening"
    assert person.see(finished(TurnOutcome.FAILED, turn=OTHER, code="recogniser-failed")) == "listening"
    assert person.see(finished(TurnOutcome.CANCELLED)) == "error"


def test_a_refused_shortcut_is_named_and_gone_once_another_works(person: Person) -> None:
    taken = HotkeyProblems({HotkeyAction.DICTATE: "hotkey-conflict", HotkeyAction.PASTE_LAST: "hotkey-conflict"})
    assert person.see(taken) == "error"
    assert person.notch.face.title == "Another program holds this shortcut: Dictate, Paste the last text again"
    assert person.see(HotkeyProblems({HotkeyAction.DICTATE: "shortcut-not-on-keyboard"})) == "error"
    assert person.notch.face.title == "Your keyboard has no key for this shortcut: Dictate"
    assert person.see(HotkeyProblems({})) == "idle"


def test_what_waited_comes_one_after_the_other_oldest_first(person: Person) -> None:
    person.see(LISTENING, HotkeyProblems({HotkeyAction.AGENT: "hotkey-conflict"}))
    person.see(finished(TurnOutcome.SHOWN, turn=OTHER, text="late words"), IDLE)
    assert person.notch.face.state == "error"
    person.notch.dismiss()
    assert (person.notch.face.state, person.notch.face.text) == ("card", "late words")
    person.notch.dismiss()
    assert person.notch.face.state == "idle"


def test_a_hint_goes_when_its_time_is_over_or_the_stage_changes(person: Person) -> None:
    person.see(LISTENING, Notice(NoticeCode.CANCEL_AGAIN))
    person.notch.dropHint()
    assert (person.notch.face.state, person.notch.face.hint) == ("listening", "")
    person.see(Notice(NoticeCode.CANCEL_AGAIN), FINISHING)
    assert person.notch.face.hint == ""


def test_that_a_take_was_not_kept_is_told_after_it(person: Person) -> None:
    full = Notice(NoticeCode.NOT_KEPT, "storage-full", Fix.OPEN_DATA_FOLDER)
    person.see(LISTENING, WORKING, full, finished(TurnOutcome.INSERTED, text="Hello."), IDLE)
    assert "Inserted" in person.notch.face.title
    person.notch.fade()
    assert person.notch.face.state == "said"
    assert "disk is full" in person.notch.face.title
    person.notch.act()
    assert (person.folders, person.notch.face.state) == (1, "idle")


def test_text_that_was_not_inserted_is_on_a_card_that_copies_it(person: Person) -> None:
    person.see(LISTENING, WORKING, finished(TurnOutcome.SHOWN, text="Hello.", code="focus-changed"))
    face = person.notch.face
    assert (face.state, face.text, bool(face.title), bool(face.action)) == ("card", "Hello.", True, True)
    assert person.see(Notice(NoticeCode.FOCUS_CHANGED), IDLE) == "card"
    person.notch.act()
    assert person.commands == [CopyTurn(TURN)]
    assert person.notch.face.state == "idle"


@pytest.mark.parametrize(
    ("fix", "commands", "pages", "folders"),
    [
        (Fix.RETRY_TURN, [RetryTurn(TURN)], [], 0),
        (Fix.REPAIR_MODEL, [FetchModel("base")], ["models"], 0),
        (Fix.OPEN_AUDIO_SETTINGS, [], ["settings/audio"], 0),
        (Fix.OPEN_HOTKEY_SETTINGS, [], ["settings/hotkeys"], 0),
        (Fix.OPEN_HISTORY, [], ["home"], 0),
        (Fix.OPEN_DATA_FOLDER, [], [], 1),
    ],
)
def test_the_button_of_an_error_does_what_it_says(
    person: Person, fix: Fix, commands: list[Command], pages: list[str], folders: int
) -> None:
    person.see(SettingsChanged({"recognition.model": "base"}))
    person.see(LISTENING, finished(TurnOutcome.FAILED, code="recogniser-failed", fix=fix))
    assert (person.notch.face.state, bool(person.notch.face.action)) == ("error", True)
    person.notch.act()
    assert (person.commands, person.pages, person.folders) == (commands, pages, folders)
    assert person.notch.face.state == "idle"


def test_an_error_stays_until_it_is_closed_or_a_take_starts(person: Person) -> None:
    person.see(LISTENING, finished(TurnOutcome.FAILED, code="microphone-busy"), IDLE)
    person.notch.fade()
    assert person.notch.face.state == "error"
    assert person.see(staged(Stage.LISTENING, OTHER)) == "listening"


def test_a_core_that_fails_is_said_at_once(person: Person) -> None:
    assert person.see(CoreFailed("storage-read-only", "data", "EROFS")) == "error"
    assert "data" in person.notch.face.title
    assert person.notch.face.fix == Fix.OPEN_DATA_FOLDER


@pytest.mark.parametrize("outcome", [TurnOutcome.COPIED, TurnOutcome.NOTHING_HEARD])
def test_a_remark_fades(person: Person, outcome: TurnOutcome) -> None:
    assert person.see(LISTENING, finished(outcome), IDLE) == "said"
    person.notch.fade()
    assert person.notch.face.state == "idle"


def test_cancel_is_a_command_and_a_closed_face_is_gone(person: Person) -> None:
    person.see(WORKING)
    person.notch.dismiss()
    assert person.commands == []  # a take is not closed by mistake
    person.notch.cancel()
    person.see(IDLE, finished(TurnOutcome.FAILED, code="bug"))
    person.notch.dismiss()
    assert person.notch.face.state == "idle"
    assert person.commands == [CancelTurn()]


def test_notify_signals_fire_only_on_change(person: Person) -> None:
    person.see(LISTENING, WordsHeard(TURN, "Hello", ""))
    spies = [
        QSignalSpy(signal)
        for signal in (
            person.notch.stateChanged,
            person.notch.committedChanged,
            person.notch.tentativeChanged,
            person.notch.targetChanged,
            person.notch.shown,
        )
    ]
    person.see(WordsHeard(TURN, "Hello", "x"), LISTENING)
    assert [spy.count() for spy in spies] == [0, 0, 1, 0, 0]
