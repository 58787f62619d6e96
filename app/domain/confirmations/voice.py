"""An answer by voice to a confirmation card (V-8.41 to V-8.44): what was said counts only when it is exactly that.

Called by ``app/tools/confirmation.py`` with final text. Pure, any thread. The words of a language are a row of
``_TABLE``: a translation of the interface brings its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from app.domain.confirmations.blocks import CardRoot
from app.domain.confirmations.editing import Draft, inputs
from app.domain.confirmations.question import Question
from app.domain.sentences import base_language, normalised, words_of

__all__ = ["Heard", "VoiceAnswer", "voice_answer"]


class Heard(StrEnum):
    YES = "yes"
    NO = "no"
    REVISION = "revision"
    """The call ends as declined, with the person's words (V-8.43)."""
    NOT_AN_ANSWER = "not-an-answer"
    """The card stays and says so (V-8.44)."""
    TOO_EARLY = "too-early"
    """It would have counted, had it not begun before the card was shown (V-8.42)."""


@dataclass(frozen=True, slots=True)
class VoiceAnswer:
    heard: Heard
    words: str = field(default="", repr=False)
    """With a revision: what was said."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The answers of one language; every text normalised."""

    yes: frozenset[str]
    no: frozenset[str]
    revision: tuple[str, ...]
    """Beginnings of a wish for something else."""
    particles: frozenset[str]
    """Words too common to name a field in the middle of a sentence: a label that is one of them has to begin it."""


_TABLE: Final = {
    "en": _Words(
        yes=frozenset(
            ("yes", "yeah", "yep", "ok", "okay", "confirm", "do it", "go ahead", "approve", "sure")
        ),
        no=frozenset(("no", "nope", "cancel", "stop", "don't", "discard", "never mind")),
        revision=("change", "make it", "instead", "use"),
        particles=frozenset(("a", "an", "as", "at", "by", "for", "from", "in", "it", "of", "on", "the", "to", "with")),
    ),
}  # fmt: skip
_CANCEL: Final = "Cancel"
"""The host's own button of a card that has no footer."""


def voice_answer(text: str, question: Question, language: str, *, began_at_s: float) -> VoiceAnswer:
    """Say what final speech means for the question as it is shown; ``began_at_s`` is monotonic, as ``shown_at_s``."""
    words = _TABLE.get(language) or _TABLE.get(base_language(language)) or _TABLE["en"]
    heard = _heard(text, question, words)
    if heard is not Heard.NOT_AN_ANSWER and began_at_s <= question.shown_at_s:
        return VoiceAnswer(Heard.TOO_EARLY)
    return VoiceAnswer(heard, text.strip() if heard is Heard.REVISION else "")


def _heard(text: str, question: Question, words: _Words) -> Heard:
    said = normalised(text)
    if not said:
        return Heard.NOT_AN_ANSWER
    confirm, cancel = _labels(question)
    is_yes = said == confirm or said in words.yes
    is_no = said == cancel or said in words.no
    if is_yes or is_no:
        # A card may call its confirm button "Stop": what means both is no answer.
        return Heard.NOT_AN_ANSWER if is_yes and is_no else Heard.YES if is_yes else Heard.NO
    return Heard.REVISION if _is_revision(words_of(text), question, words) else Heard.NOT_AN_ANSWER


def _labels(question: Question) -> tuple[str, str]:
    """Return what the buttons of yes and no say, normalised."""
    root = question.root
    if not isinstance(root, CardRoot):
        return normalised(root.confirm_label), normalised(_CANCEL)
    filled = Draft.of(question).filled
    labels = {item.role: normalised(filled(item.label)) for item in root.footer[0].items}
    return labels.get("confirm", ""), labels.get("cancel", "")


def _is_revision(said: tuple[str, ...], question: Question, words: _Words) -> bool:
    if any(_begins(said, words_of(beginning)) for beginning in words.revision):
        return True
    root = question.root
    labels = [words_of(block.label or "") for block in inputs(root.children)] if isinstance(root, CardRoot) else []
    for label in labels:
        places = 1 if len(label) == 1 and label[0] in words.particles else len(said)
        if label and any(_begins(said[start:], label) for start in range(places)):
            return True
    return False


def _begins(said: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return said[: len(words)] == words
