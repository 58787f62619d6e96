"""What journeys of the agent do again and again: say something to it, aloud or typed, and wait for the end."""

from __future__ import annotations

from app.domain.messages import QuestionAsked, Say, StageChanged, TurnFinished
from app.domain.turn import Stage, ThreadId, TurnId, TurnKind, new_turn_id
from tests.journeys.pilot import AGENT_KEY, Pilot


def type_to(pilot: Pilot, text: str, *, thread_id: ThreadId | None = None, speak: bool | None = None) -> TurnId:
    """Send typed words and return the id of their turn."""
    turn_id = new_turn_id(pilot.unix_s)
    pilot.core.submit(Say(turn_id, text, thread_id, speak))
    return turn_id


async def ended(pilot: Pilot, turn_id: TurnId) -> TurnFinished:
    return await pilot.see(TurnFinished, lambda one: one.turn_id == turn_id)


async def typed(pilot: Pilot, text: str, *, thread_id: ThreadId | None = None) -> TurnFinished:
    """Type something and wait for the end of the turn."""
    return await ended(pilot, type_to(pilot, text, thread_id=thread_id))


async def speak(pilot: Pilot, keys: tuple[str, ...] = AGENT_KEY) -> StageChanged:
    """Hold the agent's key, make a sound, let go; returns when the take listened."""
    since = len(pilot.events)
    pilot.hold(keys)
    listening = await pilot.see_stage(Stage.LISTENING, since=since)
    pilot.say()
    await pilot.heard()
    pilot.let_go(keys)
    return listening


async def spoken(pilot: Pilot) -> TurnFinished:
    """Say what the recogniser has next to the agent, and wait for the end of the turn."""
    listening = await speak(pilot)
    assert listening.kind is TurnKind.AGENT
    assert listening.turn_id is not None
    return await ended(pilot, listening.turn_id)


async def question(pilot: Pilot, *, since: int = 0) -> QuestionAsked:
    return await pilot.see(QuestionAsked, since=since)
