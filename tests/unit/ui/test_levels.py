"""Bars follow the sound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.viewmodels.levels import bar_height

PEAKS = st.floats(0, 1.5, allow_nan=False)


@given(PEAKS, PEAKS)
def test_louder_is_never_lower_and_all_stay_in_the_bar(one: float, two: float) -> None:
    low, high = sorted((one, two))
    assert 0 <= bar_height(low) <= bar_height(high) <= 1


@pytest.mark.parametrize(("peak", "least", "most"), [(0.0, 0, 0), (0.003, 0, 0), (0.05, 0.1, 0.25), (1.0, 1, 1)])
def test_a_quiet_room_gives_no_bar_and_full_scale_a_full_one(peak: float, least: float, most: float) -> None:
    assert least <= bar_height(peak) <= most


def test_the_syllables_of_speech_stand_out() -> None:
    assert bar_height(0.35) - bar_height(0.1) >= 0.4
