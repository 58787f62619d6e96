"""How a call ended, in words and for ``--json``. Pure; used by ``call`` and ``inspect``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Final

from app.cli.card_text import card_lines
from app.domain.calls import CallClass, CallFailure, ToolOutcome
from app.domain.installs import SourceKind
from app.storage.install_record import InstallRecord
from app.ui.call_words import failure_words

IN_THE_LOG: Final = frozenset({CallClass.NOT_CONNECTED, CallClass.SERVER_EXITED, CallClass.PROTOCOL_ERROR})

__all__ = ["IN_THE_LOG", "next_steps", "outcome_row", "outcome_words"]


def outcome_words(outcome: ToolOutcome, integration: str, now_unix_s: float, steps: Mapping[CallClass, str]) -> str:
    """Return the card as text, or what the model gets; of a failed call why it failed and what to do, by ``steps``."""
    lines: list[str] = []
    if outcome.failure is not None:
        lines += _failure(outcome.failure, integration, steps)
    if outcome.card is not None:
        lines += card_lines(outcome.card, now_unix_s)
    elif outcome.failure is None:
        lines += outcome.text.split("\n")
    lines += [f"({picture.mime_type}, {len(picture.data)} bytes)" for picture in outcome.pictures]
    lines += [f"({sound.mime_type}, {len(sound.data)} bytes)" for sound in outcome.sounds]
    if outcome.kept_file:
        lines.append(f"The whole of it is in {outcome.kept_file}")
    return "\n".join(lines)


def next_steps(record: InstallRecord) -> dict[CallClass, str]:
    """Return the command that does what the window has a page for, by why a call failed."""
    steps = dict.fromkeys(IN_THE_LOG, f"Its log says more: voxnotch integrations logs {record.short_name}")
    if record.source.kind is not SourceKind.COMMAND:
        command = f"voxnotch integrations add {shlex.quote(record.source.location)}"
        steps[CallClass.NEEDS_SETUP] = f"Add it once more, and what is missing is asked for: {command}"
    return steps


def _failure(failure: CallFailure, integration: str, steps: Mapping[CallClass, str]) -> list[str]:
    said = failure_words(failure, integration)
    next_step = said.next_step if failure.effect_unknown else steps.get(failure.kind, said.next_step)
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
