"""How a call ended, in words and for ``--json``. Pure; used by ``call`` and ``inspect``."""

from __future__ import annotations

from app.cli.card_text import card_lines
from app.domain.calls import ToolOutcome
from app.ui.phrases_integrations import failure_lines

__all__ = ["outcome_row", "outcome_words"]


def outcome_words(outcome: ToolOutcome, integration: str, now_unix_s: float) -> str:
    """Return the card as text, or what the model gets; of a failed call why it failed."""
    lines: list[str] = []
    if outcome.failure is not None:
        lines += failure_lines(outcome.failure, integration).split("\n")
    if outcome.card is not None:
        lines += card_lines(outcome.card, now_unix_s)
    elif outcome.failure is None:
        lines += outcome.text.split("\n")
    lines += [f"({picture.mime_type}, {len(picture.data)} bytes)" for picture in outcome.pictures]
    lines += [f"({sound.mime_type}, {len(sound.data)} bytes)" for sound in outcome.sounds]
    if outcome.kept_file:
        lines.append(f"The whole of it is in {outcome.kept_file}")
    return "\n".join(lines)


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
