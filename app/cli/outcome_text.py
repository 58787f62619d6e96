"""How a call ended, in words and for ``--json``. Pure; used by ``call`` and ``inspect``."""

from __future__ import annotations

import shlex
from typing import Final

from app.cli.card_text import card_lines
from app.domain.calls import CallClass, CallFailure, ToolOutcome
from app.domain.installs import SourceKind
from app.storage.install_record import InstallRecord
from app.ui.call_words import failure_words

_IN_THE_LOG: Final = frozenset({CallClass.NOT_CONNECTED, CallClass.SERVER_EXITED, CallClass.PROTOCOL_ERROR})

__all__ = ["outcome_row", "outcome_words"]


def outcome_words(outcome: ToolOutcome, record: InstallRecord, now_unix_s: float) -> str:
    """Return the card as text, or what the model gets; of a failed call why it failed."""
    lines: list[str] = []
    if outcome.failure is not None:
        lines += _failure(outcome.failure, record)
    if outcome.card is not None:
        lines += card_lines(outcome.card, now_unix_s)
    elif outcome.failure is None:
        lines += outcome.text.split("\n")
    lines += [f"({picture.mime_type}, {len(picture.data)} bytes)" for picture in outcome.pictures]
    lines += [f"({sound.mime_type}, {len(sound.data)} bytes)" for sound in outcome.sounds]
    if outcome.kept_file:
        lines.append(f"The whole of it is in {outcome.kept_file}")
    return "\n".join(lines)


def _failure(failure: CallFailure, record: InstallRecord) -> list[str]:
    """Say why it failed; where the window sends to a page, the command that does the same."""
    said = failure_words(failure, record.manifest.name)
    next_step = said.next_step
    if failure.kind in _IN_THE_LOG and not failure.effect_unknown:
        next_step = f"Its log says more: voxnotch integrations logs {record.short_name}"
    elif failure.kind is CallClass.NEEDS_SETUP and record.source.kind is not SourceKind.COMMAND:
        again = shlex.quote(record.source.location)
        next_step = f"Add it once more, and what is missing is asked for: voxnotch integrations add {again}"
    lines = [said.what, next_step]
    return [*lines, *(failure.message.split("\n") if failure.message and failure.message not in lines else ())]


def outcome_row(outcome: ToolOutcome) -> dict[str, object]:
    """Return every part of it; of pictures and sounds their kind and size."""
    failure, card = outcome.failure, outcome.card
    return {
        "ok": outcome.ran_well,
        "id": outcome.ref.integration,
        "tool": outcome.ref.tool,
        "text": outcome.text,
        "card": None if card is None else card.model_dump(mode="json", by_alias=True, exclude_none=True),
        "failure": None
        if failure is None
        else {
            "class": failure.kind.value,
            "message": failure.message,
            "effect_unknown": failure.effect_unknown,
        },
        "media": [{"type": one.mime_type, "bytes": len(one.data)} for one in (*outcome.pictures, *outcome.sounds)],
        "kept_file": outcome.kept_file,
        "duration_s": round(outcome.duration_s, 3),
    }
