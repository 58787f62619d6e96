"""The words around a call of a tool: why it failed, why it is asked about, why an answer did not count.

Used by the view models of the notch, and by the pages of integrations. Sources of translation (contexts ``Calls``,
``Demands``, ``Remarks``); ``tests/unit/ui/test_call_words.py`` keeps the tables complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.calls import CallClass, CallFailure, Demand, Lane
from app.domain.inquiries import InquiryRemark
from app.domain.messages import QuestionRemark
from app.ui.phrases import QT_TRANSLATE_NOOP

__all__ = [
    "CallWords",
    "answer_label",
    "demand_words",
    "failure_words",
    "field_error",
    "inquiry_remark_words",
    "remark_words",
]


@dataclass(frozen=True, slots=True)
class CallWords:
    """What failed, and what to do next."""

    what: str
    next_step: str


_FAILURES: Final[dict[CallClass, tuple[str, str]]] = {
    CallClass.NOT_CONNECTED: (
        QT_TRANSLATE_NOOP("Calls", "{integration} is not connected."),
        QT_TRANSLATE_NOOP("Calls", "Its page under Integrations says why."),
    ),
    CallClass.NEEDS_SETUP: (
        QT_TRANSLATE_NOOP("Calls", "{integration} is not set up yet."),
        QT_TRANSLATE_NOOP("Calls", "Fill in what it needs on its page under Integrations."),
    ),
    CallClass.NEEDS_SIGN_IN: (
        QT_TRANSLATE_NOOP("Calls", "{integration} asks you to sign in."),
        QT_TRANSLATE_NOOP("Calls", "Sign in on its page under Integrations."),
    ),
    CallClass.SERVER_EXITED: (
        QT_TRANSLATE_NOOP("Calls", "{integration} stopped while it worked."),
        QT_TRANSLATE_NOOP("Calls", "It is started again. Its log under Integrations says more."),
    ),
    CallClass.TIMEOUT: (
        QT_TRANSLATE_NOOP("Calls", "{integration} did not answer in time."),
        QT_TRANSLATE_NOOP("Calls", "Try once more."),
    ),
    CallClass.INVALID_ARGS: (
        QT_TRANSLATE_NOOP("Calls", "{integration} cannot do that with these values."),
        QT_TRANSLATE_NOOP("Calls", "Say it again with other values."),
    ),
    CallClass.DECLINED: (
        QT_TRANSLATE_NOOP("Calls", "You said no, and nothing was done."),
        QT_TRANSLATE_NOOP("Calls", "Ask again whenever you like."),
    ),
    CallClass.DENIED: (
        QT_TRANSLATE_NOOP("Calls", "{integration} may not do that."),
        QT_TRANSLATE_NOOP("Calls", "A rule or a hook forbids it. The audit trail names it."),
    ),
    CallClass.DISABLED: (
        QT_TRANSLATE_NOOP("Calls", "This action of {integration} is switched off."),
        QT_TRANSLATE_NOOP("Calls", "Its page under Integrations says why."),
    ),
    CallClass.BUSY: (
        QT_TRANSLATE_NOOP("Calls", "{integration} is still busy with something else."),
        QT_TRANSLATE_NOOP("Calls", "Wait a moment and try again."),
    ),
    CallClass.TOOL_ERROR: (
        QT_TRANSLATE_NOOP("Calls", "{integration} could not do it."),
        QT_TRANSLATE_NOOP("Calls", "Try again, or ask in other words."),
    ),
    CallClass.PROTOCOL_ERROR: (
        QT_TRANSLATE_NOOP("Calls", "{integration} gave an answer that cannot be understood."),
        QT_TRANSLATE_NOOP("Calls", "Its log under Integrations says more. Tell its author."),
    ),
}

_UNKNOWN_EFFECT: Final = QT_TRANSLATE_NOOP("Calls", "It may have happened all the same: look before you try again.")

_ITS_OWN_WORDS: Final = frozenset({CallClass.TOOL_ERROR, CallClass.INVALID_ARGS, CallClass.DISABLED, CallClass.DENIED})
"""The message says more than we know; it is shown below our sentence."""

_RULES: Final[dict[str, str]] = {
    "V-7.2": QT_TRANSLATE_NOOP("Demands", "You want to be asked before this action."),
    "V-7.4": QT_TRANSLATE_NOOP("Demands", "You want to be asked before every action."),
    "V-7.5": QT_TRANSLATE_NOOP("Demands", "This action always asks first."),
    "V-7.7": QT_TRANSLATE_NOOP("Demands", "It says of itself that it can destroy something."),
    "V-7.9": QT_TRANSLATE_NOOP("Demands", "It changes something outside of Voxnotch."),
}
_HOST: Final = QT_TRANSLATE_NOOP("Demands", "Voxnotch asks before this action.")
_HOOK: Final = QT_TRANSLATE_NOOP("Demands", "{source} wants you to be asked.")
_HOOK_SAYS: Final = QT_TRANSLATE_NOOP("Demands", "{source}: {reason}")

_REMARKS: Final[dict[QuestionRemark, str]] = {
    QuestionRemark.NOT_VALID: QT_TRANSLATE_NOOP("Remarks", "Nothing was done yet. Look at the marked fields."),
    QuestionRemark.NOT_AN_ANSWER: QT_TRANSLATE_NOOP("Remarks", "That was no answer. Say “yes” or “cancel”."),
    QuestionRemark.SAID_TOO_EARLY: QT_TRANSLATE_NOOP(
        "Remarks", "That was said before the question was up. Say it again."
    ),
}

_INQUIRY_REMARKS: Final[dict[InquiryRemark, str]] = {
    InquiryRemark.NOT_A_VALUE: QT_TRANSLATE_NOOP("Remarks", "That does not fit here. Say or type it in another way."),
}

_FIELDS: Final = (
    QT_TRANSLATE_NOOP("Fields", "Required"),
    QT_TRANSLATE_NOOP("Fields", "Not a number"),
    QT_TRANSLATE_NOOP("Fields", "Not a whole number"),
    QT_TRANSLATE_NOOP("Fields", "Neither true nor false"),
    QT_TRANSLATE_NOOP("Fields", "Cannot be written as text"),
)
"""What ``domain/confirmations/editing.py`` says of a field."""

_ANSWERS: Final = (QT_TRANSLATE_NOOP("Answers", "Confirm"), QT_TRANSLATE_NOOP("Answers", "Cancel"))
"""Labels of the buttons where the author gave none (V-8.5)."""


def field_error(text: str) -> str:
    """Say in the person's language what is wrong with a field; the words of a schema stay as they are."""
    return QCoreApplication.translate("Fields", text) if text in _FIELDS else text


def answer_label(text: str) -> str:
    """Say our own labels in the person's language; an author's stays as it is."""
    return QCoreApplication.translate("Answers", text) if text in _ANSWERS else text


def failure_words(failure: CallFailure, integration: str) -> CallWords:
    """Say why a call failed and what to do; what the tool said itself stands first in the next step."""
    what, next_step = (QCoreApplication.translate("Calls", text) for text in _FAILURES[failure.kind])
    if failure.effect_unknown:
        next_step = QCoreApplication.translate("Calls", _UNKNOWN_EFFECT)
    if failure.kind in _ITS_OWN_WORDS and failure.message:
        next_step = failure.message
    return CallWords(what.format(integration=integration), next_step)


def demand_words(demands: Sequence[Demand]) -> list[str]:
    """Say who asks and why, one line each, none twice (V-8.46)."""
    return list(dict.fromkeys(_demand(demand) for demand in demands))


def _demand(demand: Demand) -> str:
    if demand.lane is Lane.HOST:
        return QCoreApplication.translate("Demands", _RULES.get(demand.source, _HOST))
    text = QCoreApplication.translate("Demands", _HOOK_SAYS if demand.reason else _HOOK)
    return text.format(source=demand.source, reason=demand.reason)


def inquiry_remark_words(remark: InquiryRemark) -> str:
    """Say why an answer to what the agent asked back did not count; "" when it did."""
    return QCoreApplication.translate("Remarks", _INQUIRY_REMARKS[remark]) if remark else ""


def remark_words(remark: QuestionRemark) -> str:
    return QCoreApplication.translate("Remarks", _REMARKS[remark])
