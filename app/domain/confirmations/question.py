"""A question as it is put to the person: which call, why it is asked about, and the card for it (V-8.45 to V-8.48).

Pure values. Made by ``app/tools/confirmation.py``, drawn by the notch, told on the terminal. What the person edits on
the way is a draft, in ``editing``. Any thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.calls import CallId, Demand, Origin, ToolRef
from app.domain.confirmations.blocks import CardRoot, WidgetRoot
from app.domain.fields import JsonObject

__all__ = ["Question"]


@dataclass(frozen=True, slots=True)
class Question:
    """One call that waits for a yes."""

    call_id: CallId
    ref: ToolRef
    tool_title: str
    integration_name: str
    icon_path: str
    """File of the integration's icon; "" for the default one."""
    root: CardRoot | WidgetRoot
    """The tool's own card, or the generic one (V-8.45)."""
    is_generic: bool
    input_schema: JsonObject = field(repr=False)
    arguments: JsonObject = field(repr=False)
    """The final ones, as they would run."""
    demands: tuple[Demand, ...]
    """Everyone who asks, with reasons (V-8.46); never empty."""
    is_destructive: bool
    """V-7.14."""
    origin: Origin
    marks: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Arguments that the person did not say, by name, with the integration whose result they come from (V-8.47)."""
    showing: int = 0
    """Counts the cards that were put up: an answer names the one that the person saw (E-5.11)."""
    shown_at_s: float = 0.0
    """Monotonic; a voice answer counts only when its speech began later (V-8.42)."""
