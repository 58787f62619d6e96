"""The words of the routing panel: what the offline router would do with a tool, and what would come of a sentence.

Used by the view models on Qt's main thread; the core speaks in values of ``app/domain/messages``. The English texts
are the sources of the translation files (context ``Routing``); names are filled in after translation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.domain.fields import as_object
from app.domain.messages import OfferedTool, RouterVerdict, SentenceRouted
from app.domain.schemas import properties
from app.ui.marking import QT_TRANSLATE_NOOP
from app.ui.phrases import END_ISOLATE, ISOLATE

__all__ = ["missing_name", "outcome_words", "verdict_words"]

_VERDICTS: Final[dict[RouterVerdict, str]] = {
    RouterVerdict.WOULD_RUN: QT_TRANSLATE_NOOP("Routing", "Would run"),
    RouterVerdict.MISSING: QT_TRANSLATE_NOOP("Routing", "Would ask for “{missing}”"),
    RouterVerdict.WOULD_OFFER: QT_TRANSLATE_NOOP("Routing", "Would be offered as a choice"),
    RouterVerdict.TOO_WEAK: QT_TRANSLATE_NOOP("Routing", "Too little fits"),
    RouterVerdict.TOO_MUCH_MISSING: QT_TRANSLATE_NOOP("Routing", "More than one value is missing"),
    RouterVerdict.UNAVAILABLE: QT_TRANSLATE_NOOP("Routing", "Not connected"),
}

_RUNS: Final = QT_TRANSLATE_NOOP("Routing", "Runs “{title}”.")
_ASKS: Final = QT_TRANSLATE_NOOP("Routing", "Asks for “{missing}”, then runs “{title}”.")
_OFFERS: Final = QT_TRANSLATE_NOOP("Routing", "Asks: did you mean {titles}?")
_MODEL: Final = QT_TRANSLATE_NOOP("Routing", "Goes to {model}, which chooses among the actions below.")
_NAMELESS: Final = QT_TRANSLATE_NOOP("Routing", "Goes to the language model, which chooses among the actions below.")
_NOTHING: Final = QT_TRANSLATE_NOOP("Routing", "Nothing fits, so nothing runs.")


def verdict_words(tool: OfferedTool) -> str:
    """Say what the router would do with a tool, or why not more."""
    return _filled(_VERDICTS[tool.verdict], missing=missing_name(tool))


def missing_name(tool: OfferedTool) -> str:
    """Name the argument that would be asked for, as its schema calls it for people."""
    rules: Mapping[str, object] = as_object(properties(tool.input_schema).get(tool.missing)) or {}
    title = rules.get("title")
    return title if isinstance(title, str) and title.strip() else tool.missing.replace("_", " ")


def outcome_words(routed: SentenceRouted, model: str) -> str:
    """Say what would come of the sentence; ``model`` is the name of the one in the settings."""
    if (won := next((one for one in routed.intents if one.would_win), None)) is not None:
        return _filled(_RUNS, title=won.title)
    if routed.has_model:
        return _filled(_MODEL, model=model) if model else _filled(_NAMELESS)
    if runs := _with(routed, RouterVerdict.WOULD_RUN):
        return _filled(_RUNS, title=runs[0].title)
    if asks := _with(routed, RouterVerdict.MISSING):
        return _filled(_ASKS, title=asks[0].title, missing=missing_name(asks[0]))
    if offers := _with(routed, RouterVerdict.WOULD_OFFER):
        return _filled(_OFFERS, titles=" / ".join(f"“{ISOLATE}{one.title}{END_ISOLATE}”" for one in offers))
    return _filled(_NOTHING)


def _with(routed: SentenceRouted, verdict: RouterVerdict) -> Sequence[OfferedTool]:
    return [one for one in routed.tools if one.verdict is verdict]


def _filled(text: str, **names: str) -> str:
    text = QCoreApplication.translate("Routing", text)
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", f"{ISOLATE}{value}{END_ISOLATE}")
    return text
