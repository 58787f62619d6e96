"""The geometry of the notch: every monitor, scale, panel and full-screen rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.messages import DesktopState, OutputArea
from app.domain.turn import Stage
from app.platform.placement import Rect, choose_output, hidden, logical_area, native_rect, place_notch
from app.settings.model import FullScreenRule

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)

outputs = st.builds(
    OutputArea,
    name=st.just("A"),
    x=st.integers(-8000, 8000),
    y=st.integers(-8000, 8000),
    width=st.integers(320, 7680),
    height=st.integers(240, 4320),
    panel_top=st.integers(0, 120),
)


def monitor(
    name: str = "A",
    x: int = 0,
    y: int = 0,
    width: int = 1920,
    height: int = 1080,
    *,
    is_primary: bool = False,
    panel_top: int = 0,
    full_screen: bool = False,
) -> OutputArea:
    return OutputArea(name, x, y, width, height, is_primary, panel_top, full_screen)


def native(output: OutputArea) -> Rect:
    return Rect(output.x, output.y, output.width, output.height)


@pytest.mark.fault("A41")
@pytest.mark.parametrize(("x", "y"), [(-1920, 0), (0, -1080), (-2560, -300), (1920, 200)])
def test_the_notch_is_centred_at_the_top_of_a_monitor_with_any_origin(x: int, y: int) -> None:
    output = monitor(x=x, y=y)
    placed = place_notch(output, scale=1.0, width=340, height=52, below_panels=True)
    assert placed == Rect(x + (1920 - 340) // 2, y, 340, 52)


@pytest.mark.fault("A43")
@pytest.mark.parametrize("scale", SCALES)
def test_the_notch_keeps_its_logical_size_and_stays_inside_at_every_scale(scale: float) -> None:
    output = monitor(x=-1920)
    placed = place_notch(output, scale=scale, width=340, height=52, below_panels=True)
    assert (placed.width, placed.height) == (340, 52)
    on_screen = native_rect(placed, output, scale)
    assert native(output).contains(on_screen)
    assert abs(on_screen.width - 340 * scale) <= 1
    assert abs((on_screen.x + on_screen.right) / 2 - (output.x + output.width / 2)) <= scale


@given(
    output=outputs,
    scale=st.sampled_from(SCALES),
    width=st.integers(1, 3000),
    height=st.integers(1, 3000),
    below_panels=st.booleans(),
)
def test_no_window_leaves_its_monitor(
    output: OutputArea, scale: float, width: int, height: int, below_panels: bool
) -> None:
    placed = place_notch(output, scale=scale, width=width, height=height, below_panels=below_panels)
    assert logical_area(output, scale).contains(placed)
    assert native(output).contains(native_rect(placed, output, scale))
    assert placed.width > 0
    assert placed.height > 0


@given(output=outputs, scale=st.sampled_from(SCALES))
def test_a_window_below_panels_touches_none_of_their_rows(output: OutputArea, scale: float) -> None:
    placed = place_notch(output, scale=scale, width=340, height=52, below_panels=True)
    # Half a pixel: the rounding of a fractional scale.
    assert (placed.y - output.y) * scale + 0.5 >= output.panel_top


def test_a_window_that_may_lie_over_panels_sits_at_the_edge() -> None:
    output = monitor(panel_top=32)
    assert place_notch(output, scale=1.0, width=184, height=28, below_panels=False).y == 0
    assert place_notch(output, scale=1.0, width=184, height=28, below_panels=True).y == 32
    assert place_notch(output, scale=1.5, width=184, height=28, below_panels=True).y == 22


def test_a_window_wider_than_the_monitor_is_cut_to_it() -> None:
    output = monitor(width=320, height=240)
    assert place_notch(output, scale=1.0, width=380, height=400, below_panels=True) == Rect(0, 0, 320, 240)


LEFT = monitor("left", x=-1920)
MIDDLE = monitor("middle", is_primary=True)
RIGHT = monitor("right", x=1920)


def state(*areas: OutputArea, pointer: str = "left", focus: str = "right") -> DesktopState:
    return DesktopState(outputs=areas, pointer_output=pointer, focus_output=focus)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("pointer", LEFT),
        ("focus", RIGHT),
        ("primary", MIDDLE),
        ("right", RIGHT),
        ("unplugged", MIDDLE),
    ],
)
def test_the_setting_chooses_the_monitor(rule: str, expected: OutputArea) -> None:
    assert choose_output(state(LEFT, MIDDLE, RIGHT), rule) is expected


def test_without_a_focused_window_the_pointer_decides() -> None:
    assert choose_output(state(LEFT, MIDDLE, focus=""), "focus") is LEFT


def test_without_a_primary_monitor_the_first_one_stands_in() -> None:
    assert choose_output(state(RIGHT, LEFT, pointer=""), "pointer") is RIGHT


def test_without_any_monitor_there_is_no_place() -> None:
    assert choose_output(state(), "pointer") is None


@pytest.mark.fault("A44")
@pytest.mark.parametrize(
    ("rule", "stage", "expected"),
    [
        (FullScreenRule.HIDE, Stage.IDLE, True),
        (FullScreenRule.HIDE, Stage.LISTENING, True),
        (FullScreenRule.WHEN_ACTIVE, Stage.IDLE, True),
        (FullScreenRule.WHEN_ACTIVE, Stage.LISTENING, False),
        (FullScreenRule.SHOW, Stage.IDLE, False),
    ],
)
def test_a_full_screen_window_hides_the_notch_as_set(rule: FullScreenRule, stage: Stage, expected: bool) -> None:
    assert hidden(rule, monitor(full_screen=True), stage) is expected


@pytest.mark.fault("A44")
@pytest.mark.parametrize("rule", list(FullScreenRule))
def test_the_notch_is_back_once_nothing_is_full_screen(rule: FullScreenRule) -> None:
    assert not hidden(rule, monitor(), Stage.IDLE)
