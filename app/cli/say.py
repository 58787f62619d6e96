"""``voxnotch say``: typed words for the agent of the running Voxnotch, and its answer on the terminal.

Exit codes: 0 answered, 1 the turn failed, was declined or cancelled, or did not end in time, 2 wrong use, or no
Voxnotch runs. Ctrl+C ends the waiting, never the turn.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Mapping
from typing import Final

import click
from pydantic import ValidationError

from app.cli.card_text import card_lines
from app.cli.command_ends import COULD_NOT_RUN, FINDINGS, GOOD, Ending, json_option, leave
from app.domain.calls import CallClass, CallFailure
from app.domain.cards.blocks import Card
from app.domain.fields import JsonObject, as_list, as_object
from app.domain.turn import TurnId, TurnOutcome, new_turn_id
from app.settings.paths import AppPaths, find_paths
from app.ui.call_words import failure_words
from app.ui.say_requests import LONGEST_SAID
from app.ui.single_instance import NoAnswer, NoAnswerWhy, ask

__all__ = ["say"]

DEFAULT_TIMEOUT_S: Final = 120.0
_NOT_RUNNING: Final = (
    "Voxnotch is not running.\nStart it (voxnotch run), then say it again; "
    'without it, try: voxnotch simulate --run "WORDS"'
)
_REFUSED: Final = "Voxnotch does not take this now.\nWait until it has answered what was said before."
_LATE: Final = "There is no answer yet.\nLook at the notch: it may ask something. To end it: voxnotch run --cancel"
_GONE: Final = "Voxnotch ended before it had an answer.\nStart it, then say it again."
_CANCELLED: Final = "It was cancelled, and nothing more is done."
_NOTHING_SHOWN: Final = "Done."


@click.command()
@click.argument("text", required=False)
@click.option("--new", "is_new", is_flag=True, help="Begin a new thread: nothing said before counts.")
@click.option("--speak/--no-speak", default=None, help="Say the answer aloud, or not. [default: as set]")
@click.option("--no-wait", is_flag=True, help="Hand the words over and leave.")
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(min=0, min_open=True),
    default=DEFAULT_TIMEOUT_S,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the answer.",
)
@json_option
def say(*, text: str | None, is_new: bool, speak: bool | None, no_wait: bool, timeout_s: float, as_json: bool) -> None:
    """Say TEXT to the agent of the Voxnotch that runs, and print its answer.

    Without TEXT, or with -, the words are read from standard input: other programs of this machine can see the
    arguments of a command, and not that. What is asked back is asked in the notch, and answered there: by mouse, by
    keyboard, or by voice. `voxnotch run --cancel` ends it.
    """
    words = _words(text)
    turn_id = new_turn_id(time.time())
    message = {"say": words, "turnId": turn_id, "new": is_new, "speak": speak, "wait": not no_wait}
    leave(_said(find_paths(), message, turn_id, None if no_wait else timeout_s), as_json=as_json)


def _words(text: str | None) -> str:
    if text is None and _is_terminal():
        raise click.UsageError("There is nothing to say. Give the words, or write them to standard input.")
    given = sys.stdin.read(LONGEST_SAID + 1) if text is None or text == "-" else text
    words = given.encode("utf-8", "replace").decode().strip()
    if not words:
        raise click.UsageError("There is nothing to say.")
    if len(words) > LONGEST_SAID:
        raise click.UsageError(f"That is too long: at most {LONGEST_SAID} characters.")
    return words


def _is_terminal() -> bool:
    try:
        return os.isatty(sys.stdin.fileno())
    except (io.UnsupportedOperation, AttributeError):  # a stand-in for it, in memory
        return False


def _said(paths: AppPaths, message: Mapping[str, object], turn_id: TurnId, wait_s: float | None) -> Ending:
    try:
        row = ask(paths, message, wait_s=wait_s)
    except NoAnswer as error:
        return _unanswered(error.why, turn_id)
    except KeyboardInterrupt:
        return _ending(FINDINGS, turn_id, "stopped", "Stopped waiting. It goes on in the notch.")
    if wait_s is None:
        return Ending(GOOD, {"ok": True, "turnId": turn_id}, "")
    return _ended(row)


def _unanswered(why: NoAnswerWhy, turn_id: TurnId) -> Ending:
    words = {
        NoAnswerWhy.NOT_RUNNING: _NOT_RUNNING,
        NoAnswerWhy.REFUSED: _REFUSED,
        NoAnswerWhy.LATE: _LATE,
        NoAnswerWhy.GONE: _GONE,
    }[why]
    code = COULD_NOT_RUN if why is NoAnswerWhy.NOT_RUNNING else FINDINGS
    return _ending(code, turn_id, why.value, words)


def _ending(code: int, turn_id: TurnId, error: str, words: str) -> Ending:
    return Ending(code, {"ok": False, "turnId": turn_id, "code": error, "error": words}, words)


def _ended(row: JsonObject) -> Ending:
    outcome, answer = row.get("outcome"), row.get("answer")
    calls = [one for call in as_list(row.get("calls")) or [] if (one := as_object(call)) is not None]
    said = [answer] if isinstance(answer, str) and answer else _shown(calls)
    answer_row = {"ok": outcome == TurnOutcome.ANSWERED, **row}
    if outcome == TurnOutcome.ANSWERED:
        return Ending(GOOD, answer_row, "\n".join(said or [_NOTHING_SHOWN]))
    return Ending(FINDINGS, answer_row, "\n".join([*said, *_why(row, outcome)]))


def _shown(calls: list[JsonObject]) -> list[str]:
    """Return the cards of the calls as a person reads them, and why a call failed."""
    lines: list[str] = []
    for call in calls:
        failure, card = as_object(call.get("failure")), as_object(call.get("card"))
        if failure is not None:
            lines += _failed(failure, str(call.get("integration", "")))
        elif card is not None:
            try:
                lines += card_lines(Card.model_validate(card), time.time())
            except ValidationError:  # of another version of Voxnotch
                continue
    return lines


def _failed(failure: JsonObject, integration: str) -> list[str]:
    kind = failure.get("class")
    if kind not in set(CallClass):
        return []
    message = str(failure.get("message") or "")
    said = failure_words(
        CallFailure(CallClass(kind), message, effect_unknown=failure.get("effect_unknown") is True), integration
    )
    return [said.what, *([message] if message and message != said.what else []), said.next_step]


def _why(row: JsonObject, outcome: object) -> list[str]:
    from app.ui.phrases import error_words

    error = as_object(row.get("error")) or {}
    if outcome == TurnOutcome.CANCELLED:
        return [_CANCELLED]
    if error.get("code") == "ended":
        return [_GONE]
    said = error_words(str(error.get("code", "")), str(error.get("place", "")))
    return [said.what, said.next_step]
