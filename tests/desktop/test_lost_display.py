"""The X server dies under the real application: what was said is kept, and other programs get their sound back."""

from __future__ import annotations

import signal
from pathlib import Path

import psutil
import pytest

from tests.desktop.application_world import SPEECH, a_world, mark

END_S = 15


@pytest.mark.slow
def test_a_display_that_dies_in_a_take_ends_voxnotch_in_order(tmp_path: Path) -> None:
    with a_world(tmp_path) as world:
        application = world.start()
        try:
            since = mark(application)
            world.display.run("xdotool", "keydown", "ctrl", "alt", "space")
            world.hear(application, since)
            world.microphone.play(SPEECH)
            [server] = [child for child in psutil.Process().children() if child.name() == "Xvfb"]
            server.send_signal(signal.SIGKILL)
            assert application.wait(timeout_s=END_S) == 1
        finally:
            application.kill()
        assert "Traceback" not in application.log_text()
        assert "ended without a display" in application.log_text()
        [(turn_id, outcome, _, seconds, has_audio)] = world.rows()
        # A lost key counts as let go: the take may be recognised already when the end comes.
        assert outcome in {"cancelled", "shown"}
        assert has_audio
        assert world.seconds(turn_id) == pytest.approx(seconds)
