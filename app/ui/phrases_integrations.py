"""The words about integrations: their state, what they hear, do, send and run, and what their page remarks.

Used by the view models and by the command line, any thread; the core speaks in values of ``app/domain``. The English
texts are the sources of the translation files; names are filled in after translation.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.calls import CallFailure, Tier
from app.domain.installs import Acting, Growth, GrowthKind, Hearing, InstallPlan, Runs
from app.domain.integrations import Remark, RemarkCode, ServerStatus
from app.ui.call_words import failure_words
from app.ui.direction import is_right_to_left
from app.ui.marking import QT_TRANSLATE_NOOP
from app.ui.phrases import END_ISOLATE, ISOLATE

__all__ = [
    "ANYWHERE",
    "acting_words",
    "command_line",
    "domain_words",
    "failure_lines",
    "filled",
    "growth_words",
    "hearing_words",
    "no_actions_words",
    "nowhere_words",
    "remark_words",
    "rights_words",
    "runs_sentence",
    "runs_words",
    "sends_words",
    "status_words",
    "tier_words",
    "upkeep_words",
]

translate = QCoreApplication.translate

ANYWHERE: Final = "*"
"""Of domains (V-4.2), and of apps in a growth."""

_STATUS: Final[dict[ServerStatus, str]] = {
    ServerStatus.STOPPED: QT_TRANSLATE_NOOP("Integrations", "Stopped"),
    ServerStatus.STARTING: QT_TRANSLATE_NOOP("Integrations", "Starting"),
    ServerStatus.CONNECTED: QT_TRANSLATE_NOOP("Integrations", "Connected"),
    ServerStatus.NEEDS_SETUP: QT_TRANSLATE_NOOP("Integrations", "Needs setup"),
    ServerStatus.NEEDS_SIGN_IN: QT_TRANSLATE_NOOP("Integrations", "Needs sign-in"),
    ServerStatus.CRASHED: QT_TRANSLATE_NOOP("Integrations", "Crashed"),
    ServerStatus.NOT_SUPPORTED: QT_TRANSLATE_NOOP("Integrations", "Not supported"),
    ServerStatus.NEEDS_APPROVAL: QT_TRANSLATE_NOOP("Integrations", "Waits for your approval"),
}

_TIERS: Final[dict[Tier, str]] = {
    Tier.READS: QT_TRANSLATE_NOOP("Integrations", "Reads"),
    Tier.CHANGES: QT_TRANSLATE_NOOP("Integrations", "Changes things"),
    Tier.DESTRUCTIVE: QT_TRANSLATE_NOOP("Integrations", "Destructive"),
}

_UPKEEP: Final[dict[str, str]] = {
    "background": QT_TRANSLATE_NOOP("Integrations", "Works on in the background."),
    "reminders": QT_TRANSLATE_NOOP("Integrations", "Shows reminders by itself."),
    "own-data": QT_TRANSLATE_NOOP("Integrations", "Keeps its own data on this computer."),
}

_HEARS: Final[dict[str, tuple[str, str]]] = {
    "transcript": (
        QT_TRANSLATE_NOOP("Hearing", "Hears what you ask Voxnotch, and may change, stop or answer it."),
        QT_TRANSLATE_NOOP(
            "Hearing", "Hears what you ask Voxnotch while {apps} is in front, and may change, stop or answer it."
        ),
    ),
    "dictation": (
        QT_TRANSLATE_NOOP("Hearing", "Hears what you dictate, and may change it or keep it for itself."),
        QT_TRANSLATE_NOOP("Hearing", "Hears what you dictate into {apps}, and may change it or keep it for itself."),
    ),
    "preToolUse": (
        QT_TRANSLATE_NOOP("Hearing", "Sees calls of its own actions before they run, and may change or stop them."),
        QT_TRANSLATE_NOOP(
            "Hearing",
            "Sees calls of its own actions before they run while {apps} is in front, and may change or stop them.",
        ),
    ),
    "postToolUse": (
        QT_TRANSLATE_NOOP("Hearing", "Sees what its own actions answered, and may replace it."),
        QT_TRANSLATE_NOOP(
            "Hearing", "Sees what its own actions answered while {apps} is in front, and may replace it."
        ),
    ),
    "turnComplete": (
        QT_TRANSLATE_NOOP("Hearing", "Hears what you asked and what was answered, after each answer."),
        QT_TRANSLATE_NOOP(
            "Hearing", "Hears what you asked and what was answered while {apps} is in front, after each answer."
        ),
    ),
}
"""Without and with apps; by event of a hook (V-12.1 to V-12.5)."""

_SCOPES: Final[dict[str, str]] = {
    "agent": QT_TRANSLATE_NOOP("Growth", "Wants to hear what you ask Voxnotch."),
    "dictation": QT_TRANSLATE_NOOP("Growth", "Wants to hear what you dictate."),
    "all": QT_TRANSLATE_NOOP("Growth", "Wants to hear all that you say to Voxnotch."),
}

_PERMISSIONS: Final[dict[str, str]] = {
    "background": QT_TRANSLATE_NOOP("Growth", "Wants to work on in the background."),
    "notify": QT_TRANSLATE_NOOP("Growth", "Wants to show reminders."),
    "store": QT_TRANSLATE_NOOP("Growth", "Wants to keep its own data on this computer."),
    "network": QT_TRANSLATE_NOOP("Growth", "Wants to send data over the network."),
    "transcript": QT_TRANSLATE_NOOP("Growth", "Wants to hear what you say."),
}

_REMARKS: Final[dict[RemarkCode, str]] = {
    RemarkCode.TOOL_NOT_SERVED: QT_TRANSLATE_NOOP("Remarks", "Its server does not offer the action {detail}."),
    RemarkCode.RUNS_WITH_OTHER: QT_TRANSLATE_NOOP("Remarks", "It runs with {detail}, because its program is missing."),
    RemarkCode.PROGRAM_MISSING: QT_TRANSLATE_NOOP("Remarks", "Its program was not found: {detail}"),
    RemarkCode.VALUES_NOT_SENT: QT_TRANSLATE_NOOP(
        "Remarks", "Only the fields that name a header are sent to its server; the others are not."
    ),
    RemarkCode.SIGNS_IN_BY_ITSELF: QT_TRANSLATE_NOOP("Remarks", "This integration signs in by itself."),
    RemarkCode.FOLDER_CHANGED: QT_TRANSLATE_NOOP(
        "Remarks", "The files in its folder have changed. Reload to use the new ones."
    ),
    RemarkCode.RESTARTS_STOPPED: QT_TRANSLATE_NOOP(
        "Remarks", "It crashed several times in a row and is not started again by itself."
    ),
    RemarkCode.SECRET_UNTIL_QUIT: QT_TRANSLATE_NOOP(
        "Remarks", "A secret is kept in memory only and is gone when Voxnotch ends."
    ),
}


def filled(text: str, **parts: str) -> str:
    """Put names in; one of the other direction is isolated, so that it does not tear the sentence apart (A15)."""
    for name, part in parts.items():
        same = is_right_to_left(part) == is_right_to_left(text)
        text = text.replace(f"{{{name}}}", part if same else f"{ISOLATE}{part}{END_ISOLATE}")
    return text


def status_words(status: ServerStatus) -> str:
    return translate("Integrations", _STATUS[status])


def tier_words(tier: Tier) -> str:
    return translate("Integrations", _TIERS[tier])


def acting_words(acting: Acting) -> str:
    """Say of an action on an install sheet how much it may change; its server was not asked yet."""
    return translate("Integrations", "Runs without asking") if acting.unclear else tier_words(acting.tier)


def no_actions_words(plan: InstallPlan) -> str:
    """Say of a plan without actions why there are none on its sheet."""
    if plan.tells_actions:
        return translate("Integrations", "It offers no actions.")
    return translate("Integrations", "What its server offers once it runs.")


def hearing_words(hearing: Hearing) -> str:
    """Say in one sentence what a hook hears, and in which apps; an unknown event is named as it is."""
    if hearing.event not in _HEARS:
        return filled(translate("Hearing", "Listens to {event}."), event=hearing.event)
    always, limited = _HEARS[hearing.event]
    if not hearing.apps:
        return translate("Hearing", always)
    return filled(translate("Hearing", limited), apps=_one_of(hearing.apps))


def _one_of(names: Sequence[str]) -> str:
    *first, last = names
    if not first:
        return last
    return filled(translate("Hearing", "{some} or {last}"), some=", ".join(first), last=last)


def domain_words(domain: str) -> str:
    """Say where data may go (V-4.2)."""
    if domain == ANYWHERE:
        return translate("Integrations", "Anywhere on the network")
    if domain.startswith("*."):
        return filled(translate("Integrations", "any server under {domain}"), domain=domain[2:])
    return domain


def nowhere_words() -> str:
    """Say that it names no domain."""
    return translate("Integrations", "Names no place that it sends data to.")


def sends_words(domain: str) -> str:
    """Say the same as a sentence of its own."""
    if domain == ANYWHERE:
        return translate("Integrations", "Sends data anywhere on the network.")
    return filled(translate("Integrations", "Sends data to {domain}."), domain=domain_words(domain))


def runs_words(runs: Runs) -> str:
    """Name the command or the address; V-3.7 has its own sentence."""
    if runs.hosted:
        return translate("Integrations", "Hosted integrations are not supported by this host")
    return runs.url or command_line(runs.command, runs.arguments)


def runs_sentence(runs: Runs) -> str:
    """Say the same as a sentence of its own."""
    if runs.hosted:
        return runs_words(runs)
    if runs.url:
        return filled(translate("Integrations", "Talks to {place}"), place=runs.url)
    return filled(translate("Integrations", "Starts {place}"), place=runs_words(runs))


def rights_words() -> str:
    """Say of a local program that its permissions are a disclosure (V-4.12)."""
    return translate("Integrations", "It runs with your user's rights, not in a sandbox.")


def upkeep_words(*, background: bool, reminders: bool, own_data: bool) -> dict[str, str]:
    """Say what it may do without being asked each time, by kind."""
    wanted = {"background": background, "reminders": reminders, "own-data": own_data}
    return {kind: translate("Integrations", text) for kind, text in _UPKEEP.items() if wanted[kind]}


def command_line(command: str, arguments: Sequence[str]) -> str:
    """Write a command as a shell would take it, so that an argument with a space is told from two."""
    return shlex.join([command, *arguments])


def growth_words(growth: Growth, hears: Sequence[Hearing] = ()) -> str:
    """Say one difference that needs approval (V-17.11); ``hears`` are the hooks as they would be then."""
    what = growth.what
    match growth.kind:
        case GrowthKind.HOOK:
            return hearing_words(next((one for one in hears if one.event == what), Hearing(what)))
        case GrowthKind.HOOK_APP:
            event, _, app = what.partition(": ")
            return hearing_words(Hearing(event, () if app == ANYWHERE else (app,)))
        case GrowthKind.PERMISSION:
            text = translate("Growth", _PERMISSIONS[what]) if what in _PERMISSIONS else "{what}"
        case GrowthKind.SCOPE:
            text = translate("Growth", _SCOPES.get(what, _SCOPES["all"]))
        case GrowthKind.DOMAIN if what == ANYWHERE:
            text = translate("Growth", "Wants to send data anywhere on the network.")
        case GrowthKind.DOMAIN:
            text, what = translate("Growth", "Wants to send data to {what}."), domain_words(what)
        case GrowthKind.RUNS:
            text = translate("Growth", "Runs something else: {what}")
        case GrowthKind.UNCONFIRMED:
            text = translate("Growth", "“{what}” no longer asks first.")
    return filled(text, what=what)


def remark_words(remark: Remark) -> str:
    text = translate("Remarks", _REMARKS[remark.code])
    if remark.detail:
        return filled(text, detail=remark.detail)
    return text.replace(": {detail}", ".").replace(" {detail}", "")


def failure_lines(failure: CallFailure, integration: str) -> str:
    """Say on a page why a call failed: its class in words (V-6.24), what to do, and the message that came with it."""
    words = failure_words(failure, integration)
    lines = [words.what, words.next_step]
    if failure.message and failure.message not in lines:
        lines.append(failure.message)
    return "\n".join(lines)
