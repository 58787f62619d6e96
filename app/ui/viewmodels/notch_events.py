"""How an event changes the face of the notch, and what its button asks for. Pure; used by ``notch.py``.

While a take runs nothing replaces its faces: what comes meanwhile is a hint line in them, or waits until the notch is
idle. What the person must see (a card, an error) stays until it is closed or a new take starts.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import Final

from app.domain.calls import CallClass
from app.domain.cards import Card
from app.domain.messages import (
    AskAgent,
    CallEnded,
    CallStarted,
    Command,
    CopyTurn,
    CoreFailed,
    Event,
    FetchModel,
    Fix,
    HotkeyProblems,
    NewTopic,
    Notice,
    NoticeCode,
    RetryTurn,
    Say,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import Stage, TurnId, TurnOutcome, new_turn_id
from app.ui.app_names import app_name
from app.ui.call_words import failure_words
from app.ui.direction import is_right_to_left
from app.ui.phrases import action_name, done_words, error_words, fix_for, fix_label, inserted_words, notice_words
from app.ui.viewmodels.face import Face

__all__ = ["Show", "call_face", "command_for", "error_face", "has_card", "next_face", "page_for", "source_of"]


class Show(Enum):
    """What becomes of a face."""

    NOTHING = auto()
    """The event is none of the notch's business."""
    QUIETLY = auto()
    """The same face with other words."""
    NOW = auto()
    WHEN_IDLE = auto()
    """Now if the notch is idle, else after what it shows."""
    NEXT = auto()
    """What it shows is over: the next that waits, or idle."""


_STATES: Final = {Stage.LISTENING: "listening", Stage.FINISHING: "finishing", Stage.WORKING: "working"}

_PAGES: Final = {
    Fix.OPEN_AUDIO_SETTINGS: "settings/audio",
    Fix.OPEN_HOTKEY_SETTINGS: "settings/hotkeys",
    Fix.OPEN_HISTORY: "home",
    Fix.REPAIR_MODEL: "models",
    Fix.OPEN_AGENT_SETTINGS: "models/answers",
    Fix.OPEN_INTEGRATIONS: "integrations",
}

_PASSING: Final = frozenset({NoticeCode.CANCEL_AGAIN, NoticeCode.AGENT_BUSY, NoticeCode.BUSY})

_ABOUT_A_TURN: Final = {Fix.COPY_TEXT: CopyTurn, Fix.RETRY_TURN: RetryTurn, Fix.ASK_AGENT: AskAgent}


def next_face(face: Face, event: Event) -> tuple[Show, Face]:  # noqa: C901, PLR0912 - one flat table
    """Return what to show after ``event`` when ``face`` is shown."""
    taking = face.is_take
    result = Show.NOTHING, face
    match event:
        case StageChanged(stage=Stage.IDLE):
            result = (Show.NEXT if taking else Show.NOTHING), face
        case StageChanged():
            result = _staged(face, event)
        case WordsHeard() if taking and event.turn_id == face.turn_id:
            direction = is_right_to_left(event.committed + event.tentative)
            result = (
                Show.QUIETLY,
                replace(face, committed=event.committed, tentative=event.tentative, right_to_left=direction),
            )
        case TurnFinished():
            result = _finished(face, event)
        case Notice(code=NoticeCode.NOT_KEPT | NoticeCode.MICROPHONE_LOST | NoticeCode.TAKE_TOO_LONG) if (
            taking or face.of_turn
        ):
            # They come with the end of a stage: as a hint they would be gone before anybody could read them.
            result = Show.WHEN_IDLE, _said(event.code, event.place, event.fix)
        case Notice() if taking or (face.of_turn and event.fix is Fix.NONE) or _passes(face, event):
            result = Show.NOW, replace(face, hint=notice_words(event.code, event.place))
        case Notice() if face.of_turn or face.styled:
            result = Show.WHEN_IDLE, _said(event.code, event.place, event.fix)
        case Notice(code=NoticeCode.FOCUS_CHANGED) if face.state == "card":
            pass  # the card says so already
        case Notice():
            result = (Show.NOW if face.state == "said" else Show.WHEN_IDLE), _said(event.code, event.place, event.fix)
        case HotkeyProblems():
            result = _hotkeys(face, event)
        case CallStarted():
            # As a take that begins, a call takes the place of what was shown before it.
            result = (Show.NOTHING if taking else Show.NOW), call_face(event)
        case CallEnded():
            result = _call_ended(face, event)
        case CoreFailed():
            result = Show.NOW, error_face(event.code, event.place, Fix.NONE)
        case _:
            pass
    return result


def _passes(face: Face, event: Notice) -> bool:
    """Tell whether a remark is of this moment alone, and the answer in sight can show it."""
    return event.code in _PASSING and (bool(face.styled) or face.card is not None)


def command_for(face: Face, model: str, now_ms: float) -> Command | None:
    """Return the command behind the button of a face; ``model`` is the one in the settings."""
    turn_id = TurnId(face.turn_id)
    fix = Fix(face.fix)
    if fix in _ABOUT_A_TURN:
        return _ABOUT_A_TURN[fix](turn_id) if turn_id else None
    match fix:
        case Fix.REPAIR_MODEL if model:
            return FetchModel(model)
        case Fix.NEW_TOPIC:
            return NewTopic()
        case Fix.SAY_AGAIN if face.text:
            return Say(new_turn_id(now_ms / 1000), face.text)
        case _:
            return None


def page_for(fix: Fix) -> str:
    """Return the page of the window that a button opens, "" for none."""
    return _PAGES.get(fix, "")


def call_face(event: CallStarted) -> Face:
    """Return the face of a call that runs."""
    return Face(
        state="working", kind="call", target=event.integration_name, title=event.tool_title, call_id=event.call_id,
        icon_path=event.icon_path,
    )  # fmt: skip


def _call_ended(face: Face, event: CallEnded) -> tuple[Show, Face]:
    """Show what a call brought in the place of its working face; else when the notch is free (V-9.37)."""
    mine = face.state == "working" and face.call_id == event.call_id
    failure = event.failure
    if failure is not None and failure.kind is CallClass.DECLINED:
        return (Show.NEXT if mine else Show.NOTHING), face
    source = source_of(event.integration_name, event.tool_title)
    if failure is not None:
        words = failure_words(failure, event.integration_name)
        new = Face(state="error", title=words.what, detail=words.next_step, icon_path=event.icon_path)
    elif has_card(event):
        card = event.card if event.card is not None else Card(blocks=())
        new = Face(
            state="card",
            title=source,
            card=card,
            pictures=event.pictures,
            sounds=event.sounds,
            icon_path=event.icon_path,
        )
    else:
        new = Face(state="said", title=done_words(source), brief=True)
    return (Show.NOW if mine else Show.WHEN_IDLE), new


def has_card(event: CallEnded) -> bool:
    """Tell whether a call brought something to show."""
    card = event.card
    return bool(event.pictures or event.sounds or (card is not None and (card.blocks or card.too_large)))


def source_of(integration: str, tool: str) -> str:
    """Name whose card it is."""
    return f"{integration} · {tool}"


def _staged(face: Face, event: StageChanged) -> tuple[Show, Face]:
    turn_id = event.turn_id or ""
    is_new = turn_id != face.turn_id or not face.is_take
    state = _STATES[event.stage]
    turned = is_new or state != face.state
    now = replace(
        Face(turn_id=turn_id) if is_new else face,
        state=state,
        kind=event.kind.value,
        target=app_name(event.target.app_id),
        locked=event.locked,
        hint="" if turned else face.hint,
    )
    return (Show.NOW if turned else Show.QUIETLY), now


def _finished(face: Face, event: TurnFinished) -> tuple[Show, Face]:
    taking = face.is_take
    mine = event.turn_id == face.turn_id
    show = Show.WHEN_IDLE if taking and not mine else Show.NOW
    match event.outcome:
        case TurnOutcome.SHOWN:
            fix = event.fix if event.fix is not Fix.NONE else Fix.COPY_TEXT
            words = error_words(event.error_code or "focus-changed", event.error_place)
            new = Face(
                state="card",
                title=words.what,
                text=event.text,
                right_to_left=is_right_to_left(event.text),
                action=fix_label(fix),
                fix=fix.value,
                turn_id=event.turn_id,
            )
        case TurnOutcome.FAILED:
            new = replace(
                error_face(event.error_code, event.error_place, event.fix), turn_id=event.turn_id, text=event.text
            )
        case TurnOutcome.COPIED:
            new = _said(NoticeCode.COPIED, "", Fix.NONE)
        case TurnOutcome.NOTHING_HEARD:
            new = _said(NoticeCode.NOTHING_HEARD, "", Fix.NONE)
        case TurnOutcome.INSERTED if mine or not taking:
            new = Face(state="said", title=inserted_words(app_name(event.target.app_id)), brief=True)
        case TurnOutcome.INSERTED | TurnOutcome.CANCELLED | TurnOutcome.RECOVERED | TurnOutcome.ANSWERED:
            return (Show.NEXT if taking and mine else Show.NOTHING), face
    return show, new


def _hotkeys(face: Face, event: HotkeyProblems) -> tuple[Show, Face]:
    """Newer problems stand in for those that are shown; none left, those are gone."""
    shown = face.state == "error" and face.fix == Fix.OPEN_HOTKEY_SETTINGS.value
    if not event.problems:
        return (Show.NEXT if shown else Show.NOTHING), face
    code = next(iter(event.problems.values()))
    place = ", ".join(action_name(action) for action, problem in event.problems.items() if problem == code)
    return (Show.NOW if shown else Show.WHEN_IDLE), error_face(code, place, Fix.OPEN_HOTKEY_SETTINGS)


def error_face(code: str, place: str, fix: Fix) -> Face:
    """Return the face of an error; where it came without a fix, the one that its code has."""
    words = error_words(code, place)
    helps = fix if fix is not Fix.NONE else fix_for(code)
    return Face(state="error", title=words.what, detail=words.next_step, action=fix_label(helps, code), fix=helps.value)


def _said(code: NoticeCode, place: str, fix: Fix) -> Face:
    return Face(state="said", title=notice_words(code, place), action=fix_label(fix), fix=fix.value)
