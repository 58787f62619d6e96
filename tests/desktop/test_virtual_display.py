"""The display that the demo and these tests play on."""

from __future__ import annotations

from app.cli.virtual.display import VirtualDisplay


def test_no_window_in_front_is_an_empty_title_and_no_failure(bare_display: VirtualDisplay) -> None:
    assert bare_display.active_title() == ""
