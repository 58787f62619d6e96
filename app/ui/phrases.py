"""The words for codes: what went wrong and what to do next, one-line notices, labels of buttons.

Used by the view models and by the command line, any thread; the core speaks in codes alone. The English texts here
are the sources of the translation files (contexts ``Errors``, ``Notices``, ``Fixes``); ``{place}`` is filled in
after translation. ``tests/unit/ui/test_phrases.py`` keeps the tables complete.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.messages import Fix, HotkeyAction, NoticeCode
from app.ui.direction import is_right_to_left
from app.ui.marking import QT_TRANSLATE_NOOP
from app.ui.phrases_agent import AGENT_ERRORS, NEXT_ON_MODELS, agent_place
from app.ui.phrases_errors import INTEGRATION_ERRORS

__all__ = [
    "ErrorWords",
    "action_name",
    "done_words",
    "error_words",
    "fix_for",
    "fix_label",
    "inserted_words",
    "more_cards",
    "notice_words",
]


ISOLATE: Final = "\u2068"
END_ISOLATE: Final = "\u2069"
"""First strong isolate and its end; https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates"""


@dataclass(frozen=True, slots=True)
class ErrorWords:
    """Plain sentences in the language of the interface."""

    what: str
    next_step: str


_ERRORS: Final[dict[str, tuple[str, str]]] = {
    "app-error": (
        QT_TRANSLATE_NOOP("Errors", "Something went wrong."),
        QT_TRANSLATE_NOOP("Errors", "Try once more. “voxnotch doctor” shows what is missing."),
    ),
    "user-fixable": (
        QT_TRANSLATE_NOOP("Errors", "Something is not set up right."),
        QT_TRANSLATE_NOOP("Errors", "“voxnotch doctor” shows what to do."),
    ),
    "external": (
        QT_TRANSLATE_NOOP("Errors", "Another program or device did not do its part."),
        QT_TRANSLATE_NOOP("Errors", "Try once more."),
    ),
    "denied": (
        QT_TRANSLATE_NOOP("Errors", "That is not allowed."),
        QT_TRANSLATE_NOOP("Errors", "The settings say what Voxnotch may do."),
    ),
    "bug": (
        QT_TRANSLATE_NOOP("Errors", "Voxnotch made a mistake."),
        QT_TRANSLATE_NOOP("Errors", "Nothing you said is lost. Start Voxnotch again, and please report it."),
    ),
    "settings-damaged": (
        QT_TRANSLATE_NOOP("Errors", "A setting could not be read: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Its default is used. Set it again in Settings."),
    ),
    "file-unreadable": (
        QT_TRANSLATE_NOOP("Errors", "This is not a settings file of Voxnotch."),
        QT_TRANSLATE_NOOP("Errors", "Nothing was changed. Choose a file that was exported here."),
    ),
    "storage-unavailable": (
        QT_TRANSLATE_NOOP("Errors", "The data folder cannot be used: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Check that the folder is there and is yours, then try again."),
    ),
    "storage-full": (
        QT_TRANSLATE_NOOP("Errors", "The disk is full."),
        QT_TRANSLATE_NOOP("Errors", "Free some space, then try again. Old recordings can be deleted on Home."),
    ),
    "storage-read-only": (
        QT_TRANSLATE_NOOP("Errors", "The data folder cannot be written to: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Make it writable, or set VOXNOTCH_HOME to another folder."),
    ),
    "storage-newer": (
        QT_TRANSLATE_NOOP("Errors", "The history was written by a newer Voxnotch."),
        QT_TRANSLATE_NOOP("Errors", "Update Voxnotch, or move this file away: {place}"),
    ),
    "storage-damaged": (
        QT_TRANSLATE_NOOP("Errors", "The history file is damaged: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Move it away and start again. The recordings beside it are kept."),
    ),
    "microphone-none": (
        QT_TRANSLATE_NOOP("Errors", "There is no microphone."),
        QT_TRANSLATE_NOOP("Errors", "Connect one; Voxnotch finds it by itself."),
    ),
    "microphone-denied": (
        QT_TRANSLATE_NOOP("Errors", "Voxnotch may not use the microphone."),
        QT_TRANSLATE_NOOP("Errors", "Allow it in the privacy settings of your system."),
    ),
    "microphone-busy": (
        QT_TRANSLATE_NOOP("Errors", "Another program holds the microphone."),
        QT_TRANSLATE_NOOP("Errors", "Close that program, or choose another microphone."),
    ),
    "microphone-unavailable": (
        QT_TRANSLATE_NOOP("Errors", "The microphone cannot be opened."),
        QT_TRANSLATE_NOOP("Errors", "Plug it in again, or choose another one."),
    ),
    "microphone-lost": (
        QT_TRANSLATE_NOOP("Errors", "The microphone went away while you spoke."),
        QT_TRANSLATE_NOOP(
            "Errors", "What was said until then is kept on Home. Plug it in again or choose another one."
        ),
    ),
    "model-missing": (
        QT_TRANSLATE_NOOP("Errors", "The speech model {place} is not on this computer."),
        QT_TRANSLATE_NOOP("Errors", "Download it, or choose another model."),
    ),
    "model-damaged": (
        QT_TRANSLATE_NOOP("Errors", "The speech model is damaged: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Repair it; what you said is kept on Home."),
    ),
    "hotkey-conflict": (
        QT_TRANSLATE_NOOP("Errors", "Another program holds this shortcut: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another shortcut."),
    ),
    "audio-unreadable": (
        QT_TRANSLATE_NOOP("Errors", "This recording cannot be read: {place}"),
        QT_TRANSLATE_NOOP("Errors", "It is empty, cut off or not audio. Try another one."),
    ),
    "display-unavailable": (
        QT_TRANSLATE_NOOP("Errors", "There is no display."),
        QT_TRANSLATE_NOOP("Errors", "Start Voxnotch in a desktop session, or try “voxnotch demo”."),
    ),
    "display-request-failed": (
        QT_TRANSLATE_NOOP("Errors", "The display refused a request."),
        QT_TRANSLATE_NOOP("Errors", "Try once more. If it stays, start Voxnotch again."),
    ),
    "insertion-failed": (
        QT_TRANSLATE_NOOP("Errors", "The text could not be inserted."),
        QT_TRANSLATE_NOOP("Errors", "Copy it and paste it yourself."),
    ),
    "paste-not-read": (
        QT_TRANSLATE_NOOP("Errors", "The program did not take the text."),
        QT_TRANSLATE_NOOP("Errors", "It is on the clipboard: paste it yourself."),
    ),
    "clipboard-frozen": (
        QT_TRANSLATE_NOOP("Errors", "The program that owns the clipboard does not answer."),
        QT_TRANSLATE_NOOP("Errors", "Close or wake that program, then try again."),
    ),
    "recogniser-failed": (
        QT_TRANSLATE_NOOP("Errors", "The words could not be recognised."),
        QT_TRANSLATE_NOOP("Errors", "Your recording is kept. Try it again."),
    ),
    "audio-overrun": (
        QT_TRANSLATE_NOOP("Errors", "This computer was too busy to keep up with the microphone."),
        QT_TRANSLATE_NOOP("Errors", "What was said until then is kept on Home. Close heavy programs and try again."),
    ),
    "clipboard-too-large": (
        QT_TRANSLATE_NOOP("Errors", "What is on the clipboard is too large to be kept."),
        QT_TRANSLATE_NOOP("Errors", "Copy something smaller first, or switch off putting the clipboard back."),
    ),
    "clipboard-refused": (
        QT_TRANSLATE_NOOP("Errors", "Another program did not let go of the clipboard."),
        QT_TRANSLATE_NOOP("Errors", "Try once more. If it stays, close your clipboard history."),
    ),
    "typing-unsuitable": (
        QT_TRANSLATE_NOOP("Errors", "This text cannot be typed key by key."),
        QT_TRANSLATE_NOOP("Errors", "Choose pasting in Settings, or copy the text."),
    ),
    "keyboard-busy": (
        QT_TRANSLATE_NOOP("Errors", "Another program holds the keyboard."),
        QT_TRANSLATE_NOOP("Errors", "Close open menus and dialogs, then try again."),
    ),
    "display-no-xkb": (
        QT_TRANSLATE_NOOP("Errors", "The display does not tell its keyboard layout."),
        QT_TRANSLATE_NOOP("Errors", "Choose copying in Settings, and start dictation from the tray."),
    ),
    "shortcut-unreadable": (
        QT_TRANSLATE_NOOP("Errors", "This is not a shortcut: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another shortcut."),
    ),
    "shortcut-not-on-keyboard": (
        QT_TRANSLATE_NOOP("Errors", "Your keyboard has no key for this shortcut: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another shortcut."),
    ),
    "download-failed": (
        QT_TRANSLATE_NOOP("Errors", "The download did not work."),
        QT_TRANSLATE_NOOP("Errors", "Check the connection and try again."),
    ),
    "download-damaged": (
        QT_TRANSLATE_NOOP("Errors", "The download arrived damaged."),
        QT_TRANSLATE_NOOP("Errors", "It was thrown away. Try again."),
    ),
    "storage-slow": (
        QT_TRANSLATE_NOOP("Errors", "The disk does not keep up."),
        QT_TRANSLATE_NOOP("Errors", "What was said until then is kept. Close what writes a lot and try again."),
    ),
    "export-failed": (
        QT_TRANSLATE_NOOP("Errors", "The file could not be written: {place}"),
        QT_TRANSLATE_NOOP("Errors", "Choose another folder."),
    ),
    "focus-changed": (
        QT_TRANSLATE_NOOP("Errors", "You went to another window, so nothing was inserted."),
        QT_TRANSLATE_NOOP("Errors", "Copy the text and paste it where it belongs."),
    ),
    "nothing-heard": (
        QT_TRANSLATE_NOOP("Errors", "Nothing was heard."),
        QT_TRANSLATE_NOOP("Errors", "Speak a little louder, or check the microphone."),
    ),
    **INTEGRATION_ERRORS,
    **AGENT_ERRORS,
}

_NOTICES: Final[dict[NoticeCode, str]] = {
    NoticeCode.NOTHING_HEARD: QT_TRANSLATE_NOOP("Notices", "Nothing was heard."),
    NoticeCode.CANCEL_AGAIN: QT_TRANSLATE_NOOP("Notices", "Press once more to cancel."),
    NoticeCode.LOCKED: QT_TRANSLATE_NOOP("Notices", "Hands-free. Press the shortcut to finish."),
    NoticeCode.DEVICE_MISSING: QT_TRANSLATE_NOOP("Notices", "{place} is not there. The default microphone is used."),
    NoticeCode.DEVICE_BACK: QT_TRANSLATE_NOOP("Notices", "{place} is back and used again."),
    NoticeCode.MICROPHONE_LOST: QT_TRANSLATE_NOOP("Notices", "The microphone went away. What was said is kept."),
    NoticeCode.TAKE_TOO_LONG: QT_TRANSLATE_NOOP("Notices", "This was the longest take that the settings allow."),
    NoticeCode.FOCUS_CHANGED: QT_TRANSLATE_NOOP("Notices", "You went to another window, so nothing was inserted."),
    NoticeCode.UNDONE: QT_TRANSLATE_NOOP("Notices", "Taken back."),
    NoticeCode.NOTHING_TO_UNDO: QT_TRANSLATE_NOOP("Notices", "There is nothing to take back."),
    NoticeCode.COPIED: QT_TRANSLATE_NOOP("Notices", "Copied. Paste it where you like."),
    NoticeCode.CLIPBOARD_NOT_RESTORED: QT_TRANSLATE_NOOP(
        "Notices", "Your text is inserted, but the clipboard could not be put back."
    ),
    NoticeCode.SETTINGS_SALVAGED: QT_TRANSLATE_NOOP(
        "Notices", "Some settings were damaged. The good ones are kept, and the whole file too: {place}"
    ),
    NoticeCode.SETTINGS_UNREADABLE: QT_TRANSLATE_NOOP(
        "Notices", "Your settings cannot be read, so the defaults are used. Make this file readable: {place}"
    ),
    NoticeCode.TAKES_RECOVERED: QT_TRANSLATE_NOOP("Notices", "Recordings found after a crash: {place}. See Home."),
    NoticeCode.NOT_KEPT: QT_TRANSLATE_NOOP("Notices", "What you say cannot be kept. {place}"),
    NoticeCode.INTERNAL: QT_TRANSLATE_NOOP("Notices", "Voxnotch made a mistake. Details are in the log."),
    NoticeCode.NO_MICROPHONE: QT_TRANSLATE_NOOP(
        "Notices", "There is no microphone. Connect one; Voxnotch finds it by itself."
    ),
    NoticeCode.MICROPHONE_TEST_FAILED: QT_TRANSLATE_NOOP("Notices", "The microphone could not be tested. {place}"),
    NoticeCode.FAILED: QT_TRANSLATE_NOOP("Notices", "That did not work. {place}"),
    NoticeCode.HISTORY_SET_ASIDE: QT_TRANSLATE_NOOP(
        "Notices", "The history was damaged and a new one is begun. The old one is kept in {place}"
    ),
    NoticeCode.INTEGRATIONS_SET_ASIDE: QT_TRANSLATE_NOOP(
        "Notices", "The file of integrations was damaged; install them again. The old file is kept in {place}"
    ),
    NoticeCode.BUSY: QT_TRANSLATE_NOOP("Notices", "One moment, the last words are still being worked on."),
    NoticeCode.AGENT_BUSY: QT_TRANSLATE_NOOP("Notices", "One moment, your last question is still being worked on."),
    NoticeCode.NEW_TOPIC: QT_TRANSLATE_NOOP("Notices", "A new topic. What was said before is left behind."),
    NoticeCode.NOT_SPOKEN: QT_TRANSLATE_NOOP("Notices", "The answer could not be said aloud. {place}"),
    NoticeCode.HISTORY_EXPORTED: QT_TRANSLATE_NOOP("Notices", "Your history is written to {place}"),
}

_PLACE_IS_CODE: Final = frozenset(
    {NoticeCode.NOT_KEPT, NoticeCode.FAILED, NoticeCode.MICROPHONE_TEST_FAILED, NoticeCode.NOT_SPOKEN}
)

_FIXES: Final[dict[Fix, str]] = {
    Fix.NONE: "",
    Fix.OPEN_AUDIO_SETTINGS: QT_TRANSLATE_NOOP("Fixes", "Choose a microphone"),
    Fix.OPEN_HOTKEY_SETTINGS: QT_TRANSLATE_NOOP("Fixes", "Choose another shortcut"),
    Fix.OPEN_HISTORY: QT_TRANSLATE_NOOP("Fixes", "Open Home"),
    Fix.REPAIR_MODEL: QT_TRANSLATE_NOOP("Fixes", "Repair the model"),
    Fix.COPY_TEXT: QT_TRANSLATE_NOOP("Fixes", "Copy the text"),
    Fix.RETRY_TURN: QT_TRANSLATE_NOOP("Fixes", "Try again"),
    Fix.OPEN_DATA_FOLDER: QT_TRANSLATE_NOOP("Fixes", "Open the folder"),
    Fix.OPEN_AGENT_SETTINGS: QT_TRANSLATE_NOOP("Fixes", "Choose a model"),
    Fix.OPEN_INTEGRATIONS: QT_TRANSLATE_NOOP("Fixes", "Open Integrations"),
    Fix.ASK_AGENT: QT_TRANSLATE_NOOP("Fixes", "Ask the agent"),
    Fix.NEW_TOPIC: QT_TRANSLATE_NOOP("Fixes", "Start a new topic"),
    Fix.SAY_AGAIN: QT_TRANSLATE_NOOP("Fixes", "Try again"),
}

_FIX_OF_CODE: Final = {
    "model-missing": QT_TRANSLATE_NOOP("Fixes", "Download the model"),
    "agent-key-missing": QT_TRANSLATE_NOOP("Fixes", "Enter the key"),
    "agent-key-refused": QT_TRANSLATE_NOOP("Fixes", "Check the key"),
    "agent-no-address": QT_TRANSLATE_NOOP("Fixes", "Enter the address"),
    "agent-limit-reached": QT_TRANSLATE_NOOP("Fixes", "Change the limits"),
}
"""Where the usual words would not say what is to be done: what is not there cannot be repaired."""

_ACTIONS: Final[dict[HotkeyAction, str]] = {
    HotkeyAction.DICTATE: QT_TRANSLATE_NOOP("Actions", "Dictate"),
    HotkeyAction.AGENT: QT_TRANSLATE_NOOP("Actions", "Ask"),
    HotkeyAction.CANCEL: QT_TRANSLATE_NOOP("Actions", "Cancel"),
    HotkeyAction.UNDO: QT_TRANSLATE_NOOP("Actions", "Undo the last insertion"),
    HotkeyAction.PASTE_LAST: QT_TRANSLATE_NOOP("Actions", "Paste the last text again"),
    HotkeyAction.CARD: QT_TRANSLATE_NOOP("Actions", "Answer a question"),
    HotkeyAction.LOCK: QT_TRANSLATE_NOOP("Actions", "Hands-free"),
    HotkeyAction.WRITE: QT_TRANSLATE_NOOP("Actions", "Ask in writing"),
}
"""As the rows of the settings call them."""

_FIX_BY_CODE: Final[dict[str, Fix]] = {
    "storage-unavailable": Fix.OPEN_DATA_FOLDER,
    "storage-full": Fix.OPEN_DATA_FOLDER,
    "storage-read-only": Fix.OPEN_DATA_FOLDER,
    "storage-newer": Fix.OPEN_DATA_FOLDER,
    "storage-damaged": Fix.OPEN_DATA_FOLDER,
    "hotkey-conflict": Fix.OPEN_HOTKEY_SETTINGS,
    "microphone-none": Fix.OPEN_AUDIO_SETTINGS,
    "microphone-busy": Fix.OPEN_AUDIO_SETTINGS,
    "microphone-unavailable": Fix.OPEN_AUDIO_SETTINGS,
    "microphone-lost": Fix.OPEN_AUDIO_SETTINGS,
    "model-missing": Fix.REPAIR_MODEL,
    "model-damaged": Fix.REPAIR_MODEL,
    "agent-no-match": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-model": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-address": Fix.OPEN_AGENT_SETTINGS,
    "agent-no-tools": Fix.OPEN_INTEGRATIONS,
    "agent-key-missing": Fix.OPEN_AGENT_SETTINGS,
    "agent-key-refused": Fix.OPEN_AGENT_SETTINGS,
    "agent-model-unknown": Fix.OPEN_AGENT_SETTINGS,
    "agent-server-gone": Fix.SAY_AGAIN,
    "agent-timeout": Fix.SAY_AGAIN,
    "agent-rate-limited": Fix.SAY_AGAIN,
    "agent-context-full": Fix.NEW_TOPIC,
    "agent-broken-answer": Fix.SAY_AGAIN,
    "agent-limit-reached": Fix.OPEN_AGENT_SETTINGS,
    "agent-refused": Fix.OPEN_AGENT_SETTINGS,
    "agent-failed": Fix.SAY_AGAIN,
}


def error_words(code: str, place: str = "", *, on_models: bool = False) -> ErrorWords:
    """Say an error; a code without words gets the general sentence. ``on_models``: it is read on the Models page."""
    what, next_step = _ERRORS.get(code, _ERRORS["app-error"])
    if on_models:
        next_step = NEXT_ON_MODELS.get(code, next_step)
    if code in AGENT_ERRORS:
        place = agent_place(place)
    return ErrorWords(
        what=_filled(QCoreApplication.translate("Errors", what), place),
        next_step=_filled(QCoreApplication.translate("Errors", next_step), place),
    )


def notice_words(code: NoticeCode, place: str = "") -> str:
    """Say a notice; a place that is an error code becomes its sentence."""
    if code in _PLACE_IS_CODE:
        place = error_words(place).what if place else ""
    return _filled(QCoreApplication.translate("Notices", _NOTICES[code]), place)


def inserted_words(app: str) -> str:
    """Say where the text went; ``app`` "" when it is not known."""
    if not app:
        return QCoreApplication.translate("Outcomes", "Inserted")
    return _filled(QCoreApplication.translate("Outcomes", "Inserted into {place}"), app)


def done_words(what: str) -> str:
    """Say that an action is over that has nothing to show."""
    return _filled(QCoreApplication.translate("Outcomes", "Done: {place}"), what)


def more_cards(count: int) -> str:
    """Label the button that leads to the other cards of a turn."""
    return QCoreApplication.translate("Outcomes", "%n more in Home", "", count)


def fix_label(fix: Fix, code: str = "") -> str:
    """Return the label of the button for ``fix`` of the error ``code``; "" for none."""
    own_words = fix in (Fix.REPAIR_MODEL, Fix.OPEN_AGENT_SETTINGS)
    text = _FIX_OF_CODE.get(code, _FIXES[fix]) if own_words else _FIXES[fix]
    return QCoreApplication.translate("Fixes", text) if text else ""


def action_name(action: HotkeyAction) -> str:
    """Name what a shortcut does."""
    return QCoreApplication.translate("Actions", _ACTIONS[action])


def fix_for(code: str) -> Fix:
    """Choose what helps against an error that came without a fix of its own."""
    return _FIX_BY_CODE.get(code, Fix.NONE)


def _filled(text: str, place: str) -> str:
    """Put ``place`` in; without one, what introduced it goes too.

    A place of the other direction is isolated, so that it does not tear the sentence apart (A15).
    """
    if place:
        shown = place if is_right_to_left(place) == is_right_to_left(text) else f"{ISOLATE}{place}{END_ISOLATE}"
        return text.replace("{place}", shown)
    return text.replace(": {place}", ".").replace(" {place}", "").replace("{place}", "")
