"""A question that comes back from the waiting list, and the edits of its earlier card."""

from __future__ import annotations

import anyio
import pytest

from app.domain.calls import CallId
from app.tools.confirmation import SET_ASIDE_S
from tests.unit.tools.door import settle
from tests.unit.tools.test_confirmation import Desk, desk

__all__ = ["desk"]

pytestmark = pytest.mark.anyio


@pytest.mark.clause("V-8.50")
async def test_a_card_that_comes_back_begins_with_its_own_values_also_for_a_yes_in_words(desk: Desk) -> None:
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(desk.ask, "c")
            await settle()
            desk.questions.edit(CallId("c"), {"to": "Bob"})
            await desk.time.advance(SET_ASIDE_S)
            desk.questions.show(CallId("c"))
            await settle()
            assert desk.questions.answer_in_words("yes", desk.time.monotonic_s() + 1)

    assert desk.answers["c"].arguments == {"to": "Ann"}
