"""The log that the person asked for holds the words of takes, but no title, no settings, no history."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.messages import (
    InstallPlanned,
    IntegrationLog,
    IntegrationsChanged,
    SettingsChanged,
    StageChanged,
    TurnFinished,
    WordsHeard,
)
from app.domain.turn import Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.ui.event_log import EventLog
from tests.plugins.logs import ExpectLog
from tests.unit.ui.played_integrations import LOG, MAIL, PAGES, ROUTED, plan


def test_each_event_is_a_line_and_titles_and_settings_stay_out(tmp_path: Path) -> None:
    file = tmp_path / "new" / "events.jsonl"
    log = EventLog(file)
    log.note("FirstFrame", ms=3)
    log.write(WordsHeard(TurnId("1"), "Hello", "x"))
    target = TargetApp(window_id=7, app_id="mousepad", title="private letter")
    log.write(StageChanged(Stage.LISTENING, TurnId("1"), TurnKind.DICTATE, target, 0.5))
    log.write(SettingsChanged({"text.vocabulary": ["private"]}))
    log.close()
    text = file.read_text(encoding="utf-8")
    assert "private" not in text
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["event"] for line in lines] == ["FirstFrame", "WordsHeard", "StageChanged", "SettingsChanged"]
    assert (lines[1]["committed"], lines[2]["target"]) == ("Hello", "mousepad")
    assert all(isinstance(line["t"], float) for line in lines)


def test_nothing_of_an_integration_stands_in_it_but_that_something_happened(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    log = EventLog(file)
    for event in (
        IntegrationsChanged(PAGES),
        InstallPlanned(1, plan()),
        IntegrationLog(1, MAIL, LOG),
        replace(ROUTED, request=1),
    ):
        log.write(event)
    log.close()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [set(line) for line in lines] == [{"event", "t"}] * 4


def test_a_full_disk_is_told_once_and_costs_the_lines_alone(expected_log: ExpectLog) -> None:
    expected_log("the event log cannot be written: No space left on device")
    log = EventLog(Path("/dev/full"))
    log.write(WordsHeard(TurnId("1"), "Hello", "x"))
    log.note("FirstFrame", ms=3)
    log.close()


@given(st.text(st.characters(), max_size=50), st.text(st.characters(), max_size=50))
@example("half \ud800 a character", "\udfff")
def test_any_words_and_names_are_one_line_each(words: str, app_id: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "events.jsonl"
        log = EventLog(file)
        log.write(WordsHeard(TurnId("1"), words, words))
        log.write(TurnFinished(TurnId("1"), TurnKind.DICTATE, TurnOutcome.SHOWN, words, TargetApp(1, app_id, "title")))
        log.close()
        lines = [json.loads(line) for line in file.read_bytes().split(b"\n")[:-1]]
    assert [line["event"] for line in lines] == ["WordsHeard", "TurnFinished"]
    if words.isascii():
        assert lines[0]["committed"] == words
