"""What a request of a later start becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from app.domain.messages import CancelTurn, PasteTurn, StartTurn, StopTurn, UndoInsertion
from app.domain.turn import TurnKind
from app.ui.single_instance import Request
from app.ui.viewmodels import Submit

__all__ = ["serve"]


def serve(
    request: Request,
    *,
    submit: Submit,
    listening: bool,
    open_window: Callable[[], None],
    quit_app: Callable[[], None],
) -> None:
    """Do it; on Qt's main thread."""
    match request:
        case Request.SHOW:
            open_window()
        case Request.START_DICTATION:
            submit(StartTurn(TurnKind.DICTATE))
        case Request.STOP:
            submit(StopTurn())
        case Request.TOGGLE:
            submit(StopTurn() if listening else StartTurn(TurnKind.DICTATE))
        case Request.CANCEL:
            submit(CancelTurn())
        case Request.UNDO:
            submit(UndoInsertion())
        case Request.PASTE_LAST:
            submit(PasteTurn())
        case Request.QUIT:
            quit_app()
        case _:
            assert_never(request)
