"""Makes the runs that listen: what they are given, for which window, with which words. Used by the coordinator."""

from __future__ import annotations

import logging
from collections.abc import Callable

import anyio

from app.domain.errors import AppError
from app.domain.messages import DesktopChanged, TurnFinished
from app.domain.turn import NO_TARGET, Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.runtime.agent_words import Answerer
from app.runtime.delivery import Delivery
from app.runtime.fixes import fix_for
from app.runtime.model_shelf import ModelShelf
from app.runtime.parts import Emit, Parts
from app.runtime.preferences import Preferences
from app.runtime.reply_run import ReplyRun
from app.runtime.take import TakeParts, never_ends
from app.runtime.voice_run import VoiceRun

__all__ = ["TakeMaker", "refused_turn"]

log = logging.getLogger(__name__)


class TakeMaker:
    def __init__(
        self,
        parts: Parts,
        emit: Emit,
        *,
        preferences: Preferences,
        shelf: ModelShelf,
        delivery: Delivery,
        agent: Answerer,
        vocabulary: Callable[[tuple[str, ...]], tuple[str, ...]],
    ) -> None:
        self._parts = parts
        self._emit = emit
        self._preferences = preferences
        self._shelf = shelf
        self._delivery = delivery
        self._agent = agent
        self._vocabulary = vocabulary

    async def target(self) -> TargetApp:
        """Return the window that has the focus now."""
        try:
            return await self._parts.platform.frontmost.current()
        except AppError as error:
            log.warning("the front window is not known: %s", error.code)
            return NO_TARGET

    async def tell_desktop(self) -> None:
        """The pointer may be on another monitor than before; the notch follows it when a take starts."""
        try:
            self._emit(DesktopChanged(await self._parts.platform.desktop.state()))
        except AppError as error:
            log.warning("the desktop is not known: %s", error.code)

    async def made_with(self, *, by_itself: bool) -> TakeParts:
        """Return what a take is made with now; ``by_itself``: it ends with the speech.

        Raises:
            ModelMissing, ModelDamaged
        """
        settings = self._preferences.current
        return TakeParts(
            self._parts,
            settings,
            self._shelf.current(),
            self._emit,
            self._vocabulary(settings.text.vocabulary),
            has_ended=await self._parts.end_of_speech() if by_itself else never_ends,
        )

    def turn(
        self,
        turn_id: TurnId,
        kind: TurnKind,
        target: TargetApp,
        made_with: TakeParts,
        *,
        on_stage: Callable[[Stage], None],
        key_up: Callable[[], anyio.Event],
    ) -> VoiceRun:
        return VoiceRun(
            turn_id,
            kind,
            target,
            made_with,
            delivery=self._delivery,
            agent=self._agent,
            on_stage=on_stage,
            key_up=key_up,
        )

    @staticmethod
    def reply(
        turn_id: TurnId,
        target: TargetApp,
        made_with: TakeParts,
        on_stage: Callable[[Stage], None],
        answer: Callable[[str, float], None],
    ) -> ReplyRun:
        return ReplyRun(turn_id, target, made_with, on_stage=on_stage, answer=answer)


def refused_turn(turn_id: TurnId, kind: TurnKind, target: TargetApp, error: AppError) -> TurnFinished:
    """Return the end of a turn that could not begin."""
    return TurnFinished(
        turn_id,
        kind,
        TurnOutcome.FAILED,
        "",
        target,
        error_code=error.code,
        error_place=error.place,
        fix=fix_for(error, has_text=False, has_audio=False),
    )
