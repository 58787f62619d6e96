"""How a call that did not work out is told: to the model as JSON, to page and journal as class and message (V-6.24).

Pure; called by the executor. Any thread.
"""

from __future__ import annotations

import json
from typing import Final

from app.domain.calls import CallClass, CallFailure, ToolCall, ToolOutcome
from app.domain.errors import Denied
from app.domain.integrations import ServerStatus
from app.integrations.served import ServerState

__all__ = ["Refused", "failed", "model_text", "obstacle"]

_STATUS: Final = {CallClass.DECLINED: "declined_by_user", CallClass.DENIED: "denied"}
"""V-8.49, V-12.33."""

_OBSTACLES: Final = {
    ServerStatus.NEEDS_SETUP: (CallClass.NEEDS_SETUP, "It has to be set up first."),
    ServerStatus.NEEDS_SIGN_IN: (CallClass.NEEDS_SIGN_IN, "You have to sign in first."),
    ServerStatus.NOT_SUPPORTED: (CallClass.NOT_CONNECTED, "Hosted integrations are not supported by this host."),
    ServerStatus.NEEDS_APPROVAL: (CallClass.NOT_CONNECTED, "Its changes wait for approval."),
}
"""States in which no call can work, so that nobody is asked for one."""


class Refused(Denied):
    """A call that will not run; ends in its outcome inside of the executor."""

    code = "call-refused"

    def __init__(self, kind: CallClass, message: str) -> None:
        super().__init__(kind)
        self.failure = CallFailure(kind, message)


def failed(call: ToolCall, failure: CallFailure) -> ToolOutcome:
    return ToolOutcome(call.call_id, call.ref, failure, text=model_text(failure))


def model_text(failure: CallFailure) -> str:
    """Return what the model gets."""
    status = _STATUS.get(failure.kind, "failed")
    told: dict[str, object] = {"status": status}
    if failure.kind is CallClass.DECLINED:
        told |= {"words": failure.words} if failure.words else {}
    elif status == "failed":
        told |= {"class": failure.kind.value, "message": failure.message}
    else:
        told |= {"message": failure.message}
    if failure.effect_unknown:
        told["effect"] = "unknown: it may have happened all the same. Do not repeat the call by yourself."
    return json.dumps(told, ensure_ascii=False)


def obstacle(state: ServerState) -> CallFailure | None:
    """Say why a call cannot work as long as the server is in this state."""
    found = _OBSTACLES.get(state.status)
    return None if found is None else CallFailure(found[0], state.failure or found[1])
