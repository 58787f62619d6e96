"""The window is cut to the shape and stays where the person looks."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication

from app.domain.calls import CallId
from app.domain.messages import (
    DesktopChanged,
    DesktopState,
    Event,
    OutputArea,
    QuestionAsked,
    QuestionClosed,
    QuestionSetAside,
    SettingsChanged,
    StageChanged,
)
from app.domain.turn import NO_TARGET, Stage, TurnId, TurnKind
from app.ui.viewmodels.surface import Outline, SurfaceModel
from app.ui.window import NotchPlacer, outline_region
from tests.qml.sample_cards import QUESTIONS

IDLE = Outline(width=184, height=28, corner=14)


def test_the_outline_has_ears_at_the_top_and_round_corners_at_the_bottom() -> None:
    region = outline_region(IDLE, 416, soft=False)
    left, right = (416 - 184) // 2, (416 + 184) // 2
    assert region.contains(QPoint(208, 14))
    assert region.contains(QPoint(left - 3, 0))
    assert region.contains(QPoint(right + 2, 0))
    assert not region.contains(QPoint(left - 3, 6))
    assert not region.contains(QPoint(left - 8, 0))
    assert not region.contains(QPoint(left + 1, 27))
    assert not region.contains(QPoint(right - 2, 27))
    assert not region.contains(QPoint(208, 28))


def test_with_a_compositor_one_pixel_more_keeps_the_smooth_edge() -> None:
    hard, soft = outline_region(IDLE, 416, soft=False), outline_region(IDLE, 416, soft=True)
    assert hard.subtracted(soft).isEmpty()
    assert soft.boundingRect().height() == hard.boundingRect().height() + 1


def test_while_the_shape_moves_the_whole_rectangle_counts() -> None:
    region = outline_region(Outline(340, 52, 0), 416, soft=True)
    assert region.rectCount() == 1
    assert region.contains(QPoint(40, 51))


def test_no_height_is_no_region() -> None:
    assert outline_region(Outline(184, 0, 0), 416, soft=True).isEmpty()


LEFT = OutputArea("left", -1920, 0, 1920, 1080)


def desktop(*, full_screen: bool = False, pointer: str = "main", composited: bool = True) -> Event:
    area = QGuiApplication.primaryScreen().geometry()
    main = OutputArea("main", 0, 0, area.width(), area.height(), is_primary=True, full_screen=full_screen)
    return DesktopChanged(DesktopState((main, LEFT), pointer, pointer, composited))


def staged(stage: Stage) -> Event:
    return StageChanged(stage, TurnId("1"), TurnKind.DICTATE, NO_TARGET, 0.0)


class Placed:
    def __init__(self) -> None:
        self.surface = SurfaceModel(1.0)
        self.placer = NotchPlacer(self.surface)
        self.window = QWindow()
        self.window.resize(self.surface.width, self.surface.height)
        self.placer.attach(self.window)

    def see(self, *events: Event) -> None:
        for event in events:
            self.placer.apply(event)

    @property
    def centre(self) -> int:
        return self.window.x() + self.window.width() // 2


@pytest.fixture
def placed(qapp: QApplication) -> Placed:
    assert qapp is not None
    return Placed()


def test_it_starts_at_the_top_centre_of_the_primary_monitor(placed: Placed) -> None:
    area = QGuiApplication.primaryScreen().geometry()
    assert (placed.centre, placed.window.y()) == (area.center().x() + 1, area.y())


@pytest.mark.fault("A41")
def test_it_is_centred_on_a_monitor_with_a_negative_origin(placed: Placed) -> None:
    placed.see(desktop(pointer="left"))
    assert placed.centre == -1920 + 960


def test_it_moves_only_at_idle_or_when_a_take_starts(placed: Placed) -> None:
    placed.see(desktop(), staged(Stage.LISTENING))
    before = placed.window.position()
    placed.see(desktop(pointer="left"))
    assert placed.window.position() == before
    placed.see(staged(Stage.IDLE))
    assert placed.centre == -1920 + 960


def test_a_take_starts_on_the_monitor_of_the_pointer(placed: Placed) -> None:
    placed.see(desktop(), desktop(pointer="left"), staged(Stage.LISTENING))
    assert placed.centre == -1920 + 960


@pytest.mark.fault("A44")
@pytest.mark.parametrize(
    ("rule", "at_idle", "in_take"), [("hide", False, False), ("when-active", False, True), ("show", True, True)]
)
def test_a_full_screen_window_has_the_monitor_as_the_person_set(
    placed: Placed, rule: str, at_idle: bool, in_take: bool
) -> None:
    placed.see(SettingsChanged({"notch.full_screen": rule}), desktop(full_screen=True))
    assert placed.surface.is_allowed is at_idle
    placed.see(staged(Stage.LISTENING))
    assert placed.surface.is_allowed is in_take
    placed.see(staged(Stage.IDLE), desktop())
    assert placed.surface.is_allowed


def test_without_a_compositor_the_surface_says_so(placed: Placed) -> None:
    placed.see(desktop(composited=False))
    assert not placed.surface.is_composited


def test_a_question_is_seen_also_over_a_full_screen_window(placed: Placed) -> None:
    question = QUESTIONS["mail"]
    placed.see(SettingsChanged({"notch.full_screen": "when-active"}), desktop(full_screen=True))
    assert not placed.surface.is_allowed
    placed.see(QuestionAsked(question))
    assert placed.surface.is_allowed
    placed.see(QuestionClosed(CallId("another"), approved=True))
    assert placed.surface.is_allowed
    placed.see(QuestionSetAside(question.call_id))
    assert not placed.surface.is_allowed


def test_a_notch_that_goes_leaves_the_screen_behind(qapp: QApplication) -> None:
    screen = qapp.primaryScreen()
    window = QWindow()
    placer = NotchPlacer(SurfaceModel(1.0))
    placer.attach(window)
    placer.detach()
    shiboken6.delete(window)
    assert shiboken6.isValid(screen)
