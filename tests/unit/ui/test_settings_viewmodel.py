"""Entries of the settings page: values in, changes out, refusals at the control they are about."""

from __future__ import annotations

from PySide6.QtCore import QUrl

from app.domain import messages as m
from app.ui.viewmodels.settings import SettingsModel, setting_keys


def made() -> tuple[SettingsModel, list[m.Command]]:
    commands: list[m.Command] = []
    return SettingsModel(commands.append, catalogues=("en", "pt-BR")), commands


def test_entries_know_limits_choices_and_defaults_of_the_model() -> None:
    model, _ = made()
    threshold = model.entry("hotkeys.hold_threshold_ms")
    assert (threshold._minimum, threshold._maximum, threshold.value) == (100, 2000, 400)
    days = model.entry("history.keep_audio_days")
    assert (days._minimum, days._maximum) == (-1, 36500)
    assert model.entry("hotkeys.mode")._choices == ["hold", "toggle", "tap-or-hold", "double-tap"]
    assert model.entry("audio.cues").value is True


def test_a_change_is_one_command_and_the_same_value_none() -> None:
    model, commands = made()
    entry = model.entry("audio.cues")
    entry.setOn(True)
    assert commands == []
    entry.setOn(False)
    model.entry("audio.lower_to_percent").setNumber(10)
    model.entry("recognition.language").setText("de")
    assert commands == [
        m.ChangeSettings({"audio.cues": False}),
        m.ChangeSettings({"audio.lower_to_percent": 10}),
        m.ChangeSettings({"recognition.language": "de"}),
    ]


def test_signals_come_only_when_a_value_really_changed() -> None:
    model, _ = made()
    entry = model.entry("audio.cues")
    told: list[str] = []
    entry.valueChanged.connect(lambda: told.append("value"))
    entry.isDefaultChanged.connect(lambda: told.append("default"))
    model.apply(m.SettingsChanged({"audio.cues": True}))
    assert told == []
    model.apply(m.SettingsChanged({"audio.cues": False}))
    assert told == ["value", "default"]


def test_a_list_as_a_tuple_is_still_its_default() -> None:
    model, _ = made()
    entry = model.entry("text.vocabulary")
    model.apply(m.SettingsChanged({"text.vocabulary": ()}))
    assert entry.value == []
    assert entry.value == entry.default
    model.apply(m.SettingsChanged({"text.vocabulary": ("R&D",)}))
    assert entry.value == ["R&D"]


def test_reset_asks_for_the_default() -> None:
    model, commands = made()
    model.apply(m.SettingsChanged({"hotkeys.dictate": "f9"}))
    model.entry("hotkeys.dictate").reset()
    assert commands == [m.ChangeSettings({"hotkeys.dictate": "ctrl+alt+space"})]


def test_a_refusal_stands_at_its_key_until_the_next_good_value() -> None:
    model, _ = made()
    entry = model.entry("hotkeys.dictate")
    refused: list[bool] = []
    entry.refused.connect(lambda: refused.append(True))
    entry.setText("ctrl+alt+a")
    model.apply(m.SettingsRefused({"hotkeys": "two actions share one shortcut"}))
    assert entry.error_code == "two actions share one shortcut", "a fault of the group belongs to the key just changed"
    assert refused == [True]
    model.apply(m.SettingsChanged({"hotkeys.dictate": "f8"}))
    assert entry.error_code == ""


def test_export_and_import_name_local_files_and_their_faults_are_not_a_rows() -> None:
    model, commands = made()
    model.exportTo(QUrl.fromLocalFile("/home/someone/réglages.json"))
    assert commands == [m.ExportSettings("/home/someone/réglages.json")]
    model.apply(m.SettingsExported("/home/someone/réglages.json"))
    assert model.exported_path == "/home/someone/réglages.json"
    model.importFrom(QUrl.fromLocalFile("/home/someone/other.json"))
    assert (commands[-1], model.exported_path) == (m.ImportSettings("/home/someone/other.json"), "")
    model.apply(m.SettingsRefused({"*": "Expecting value"}))
    assert (model.file_problem_code, model.faulty_keys) == ("file-unreadable", "")
    model.importFrom(QUrl.fromLocalFile("/home/someone/other.json"))
    assert model.file_problem_code == "", "a new try starts clean"
    model.apply(m.SettingsRefused({"audio.cues": "bool_parsing", "notch.monitor": "string_type"}))
    assert (model.file_problem_code, model.faulty_keys) == ("", "audio.cues, notch.monitor")
    model.exportTo(QUrl.fromLocalFile("/home/someone/other.json"))
    model.apply(m.SettingsRefused({"*": "export-failed"}))
    assert (model.file_problem_code, model.faulty_keys) == ("export-failed", "")
    assert all(model.entry(key).error_code == "" for key in setting_keys())
