"""The order of the text rules.

Pure, any thread; called by the voice run for its final text and by a retry. Live words are shown as they are heard.
"""

from __future__ import annotations

from app.settings.model import TextSettings
from app.speech.text.fillers import remove_fillers
from app.speech.text.notes import remove_notes
from app.speech.text.punctuation import write_punctuation
from app.speech.text.repetition import collapse_repetition
from app.speech.text.replacements import apply_replacements
from app.speech.text.vocabulary import restore_vocabulary
from app.speech.text.words import tidy_spaces

__all__ = ["clean"]


def clean(raw: str, settings: TextSettings, language: str) -> str:
    """Return what is written for ``raw``; "" when nothing was said.

    ``language`` is ISO 639-1; an unknown one gets no fillers and no spoken punctuation. Replacement rules come last, so
    that nothing changes what they wrote but outer spaces.
    """
    text = collapse_repetition(tidy_spaces(remove_notes(raw)))
    if settings.remove_fillers:
        text = tidy_spaces(remove_fillers(text, language))
    text = restore_vocabulary(text, settings.vocabulary)
    if settings.spoken_punctuation:
        text = tidy_spaces(write_punctuation(text, language))
    text = apply_replacements(text, settings.replacements).strip(" ")
    return text if text.strip() else ""
