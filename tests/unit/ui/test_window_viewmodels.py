"""Devices, models, shortcuts, first steps, rules and desktop: events in, values and commands out."""

from __future__ import annotations

from app.domain import messages as m
from app.domain.turn import Stage, TargetApp, TurnId, TurnKind, TurnOutcome
from app.ui.viewmodels.desktop import DesktopModel
from app.ui.viewmodels.devices import DevicesModel
from app.ui.viewmodels.hotkeys import HotkeysModel
from app.ui.viewmodels.models import CatalogueModel
from app.ui.viewmodels.onboarding import LOUD_EVENTS, OnboardingModel
from app.ui.viewmodels.problem_words import ProblemWords
from app.ui.viewmodels.rules import RulesModel

HERE = TargetApp(1, "voxnotch", "")


def finished(text: str, outcome: TurnOutcome = TurnOutcome.INSERTED) -> m.TurnFinished:
    return m.TurnFinished(TurnId("1"), TurnKind.DICTATE, outcome, text, HERE)


def test_microphones_come_and_go_and_a_missing_one_is_named() -> None:
    model = DevicesModel(lambda _command: None)
    yeti, built_in = m.AudioDevice("usb", "Yeti", False), m.AudioDevice("pci", "Built-in", True)
    model.apply(m.DevicesChanged((yeti, built_in), in_use="usb"))
    assert (model.used_label, [c["value"] for c in model.choices], model.missing_name) == ("Yeti", ["usb", "pci"], "")
    model.apply(m.DevicesChanged((built_in,), in_use="pci", missing="usb"))
    assert (model.used_label, model.missing_name) == ("Built-in", "usb")
    model.apply(m.DevicesChanged((), in_use="", missing="usb"))
    assert model.used_label == ""


def test_the_meter_moves_only_while_the_microphone_is_tried() -> None:
    commands: list[m.Command] = []
    model = DevicesModel(commands.append)
    model.apply(m.LevelMeasured(0.5, 0.2))
    assert model.peak == 0
    model.startTest()
    model.startTest()
    model.apply(m.LevelMeasured(0.5, 0.2))
    assert model.peak == 0.5
    model.stopTest()
    model.stopTest()
    assert (model.peak, commands) == (0, [m.StartMicrophoneTest(), m.StopMicrophoneTest()])


def test_a_trial_of_the_microphone_that_failed_is_over() -> None:
    commands: list[m.Command] = []
    model = DevicesModel(commands.append)
    model.startTest()
    model.apply(m.LevelMeasured(0.5, 0.2))
    model.apply(m.Notice(m.NoticeCode.MICROPHONE_TEST_FAILED, place="microphone-lost"))
    assert (model.is_testing, model.peak) == (False, 0)
    model.startTest()
    assert commands == [m.StartMicrophoneTest(), m.StartMicrophoneTest()]


def test_models_are_offered_only_when_they_can_be_used() -> None:
    commands: list[m.Command] = []
    model = CatalogueModel(commands.append)
    tiny = m.ModelInfo("tiny.en", m.ModelState.DAMAGED, 75, "en", problem="model-damaged")
    base = m.ModelInfo("base", m.ModelState.READY, 3_000_000_000, "multilingual")
    small = m.ModelInfo("small", m.ModelState.ABSENT, 5, "multilingual")
    model.apply(m.ModelsChanged((tiny, base, small), "tiny.en"))
    assert [option["value"] for option in model.choices] == ["tiny.en", "base"]
    assert (model.used, model.used_state) == ("tiny.en", "damaged")
    assert [(row.name, row.usable, row.in_use) for row in model.rows.rows] == [
        ("tiny.en", False, True),
        ("base", True, False),
        ("small", False, False),
    ]
    model.fetch("tiny.en")
    model.use("base")
    assert commands == [m.FetchModel("tiny.en"), m.ChangeSettings({"recognition.model": "base"})]


def test_a_recorded_shortcut_becomes_a_settings_change() -> None:
    commands: list[m.Command] = []
    model = HotkeysModel(commands.append)
    model.apply(m.SettingsChanged({"hotkeys.paste_last": "f7"}))
    entry = model.entry("paste-last")
    entry.record()
    model.entry("dictate").record()
    assert (entry.is_recording, commands) == (True, [m.RecordShortcut(m.HotkeyAction.PASTE_LAST)]), "one at a time"
    model.apply(m.ShortcutRecorded(m.HotkeyAction.PASTE_LAST, "f8"))
    assert commands[-1] == m.ChangeSettings({"hotkeys.paste_last": "f8"})
    assert not entry.is_recording


def test_a_shortcut_that_is_taken_is_not_set_and_says_so() -> None:
    commands: list[m.Command] = []
    model = HotkeysModel(commands.append)
    entry = model.entry("dictate")
    entry.record()
    model.apply(m.ShortcutRecorded(m.HotkeyAction.DICTATE, "", "hotkey-conflict"))
    assert (entry.problem_code, len(commands)) == ("hotkey-conflict", 1)
    entry.record()
    assert entry.problem_code == "", "a new try starts clean"
    model.apply(m.HotkeyProblems({m.HotkeyAction.AGENT: "hotkey-conflict"}))
    assert model.entry("agent").problem_code == "hotkey-conflict"
    model.apply(m.HotkeyProblems({}))
    assert model.entry("agent").problem_code == ""


def test_a_click_is_no_voice_but_a_word_is() -> None:
    model = OnboardingModel(lambda _command: None)
    model.apply(m.LevelMeasured(0.9, 0.1))
    assert not model.microphone_works, "nothing counts before the page is open"
    model.open()
    for _ in range(LOUD_EVENTS - 1):
        model.apply(m.LevelMeasured(0.5, 0.1))
    model.apply(m.LevelMeasured(0.001, 0.0))
    model.apply(m.LevelMeasured(0.5, 0.1))
    assert not model.microphone_works
    for _ in range(LOUD_EVENTS):
        model.apply(m.LevelMeasured(0.5, 0.1))
    assert model.microphone_works


def test_pasting_works_only_when_the_words_of_a_take_are_in_the_field() -> None:
    model = OnboardingModel(lambda _command: None)
    model.open()
    model.fieldChanged("typed by hand")
    assert not model.paste_works
    model.apply(finished("Hello there.", TurnOutcome.SHOWN))
    model.fieldChanged("Hello there.")
    assert not model.paste_works, "it was not the core that put them there"
    model.fieldChanged("")
    model.apply(finished("Good morning. "))
    assert not model.paste_works, "they went somewhere else"
    model.fieldChanged("Good morning.")
    assert model.paste_works


def test_shortcut_and_model_tick_and_a_new_visit_starts_again() -> None:
    model = OnboardingModel(lambda _command: None)
    model.open()
    model.apply(m.StageChanged(Stage.FINISHING, None, TurnKind.DICTATE, HERE, 1.0))
    assert not model.hotkey_works
    model.apply(m.StageChanged(Stage.LISTENING, None, TurnKind.DICTATE, HERE, 1.0))
    assert not model.hotkey_works, "a take from the tray shows nothing of the shortcut"
    model.apply(m.StageChanged(Stage.LISTENING, None, TurnKind.DICTATE, HERE, 1.0, by_key=True))
    model.apply(m.ModelsChanged((m.ModelInfo("a", m.ModelState.LOADED, 1, "en"),), "a"))
    assert (model.hotkey_works, model.model_works) == (True, True)
    model.open()
    assert (model.hotkey_works, model.model_works) == (False, True)


def test_leaving_the_first_steps_is_remembered_once() -> None:
    commands: list[m.Command] = []
    model = OnboardingModel(commands.append)
    model.apply(m.SettingsChanged({"general.onboarded": False}))
    assert model.is_needed
    model.finish()
    assert commands == [m.ChangeSettings({"general.onboarded": True})]
    model.apply(m.SettingsChanged({"general.onboarded": True}))
    model.finish()
    assert len(commands) == 1


def test_lists_are_changed_as_a_whole() -> None:
    commands: list[m.Command] = []
    model = RulesModel(commands.append)
    rule = {"spoken": "arrow", "written": "→"}
    app = {"app_id": "XTerm", "method": None, "chord": "", "submit": False}
    model.apply(m.SettingsChanged({"text.vocabulary": ("R&D",), "text.replacements": (rule,), "delivery.apps": (app,)}))
    model.addWord(" AT&T ")
    model.addWord("R&D")
    model.removeWord("R&D")
    model.setReplacement("ARROW", "=>")
    model.setReplacement("dash", "--")
    model.removeReplacement("arrow")
    model.setApp("xterm", "type", " ctrl+shift+v ", True)
    model.setApp("gedit", "", "", False)
    model.removeApp("XTerm")
    assert [command.values for command in commands if isinstance(command, m.ChangeSettings)] == [
        {"text.vocabulary": ["R&D", "AT&T"]},
        {"text.vocabulary": []},
        {"text.replacements": [{"spoken": "ARROW", "written": "=>"}]},
        {"text.replacements": [rule, {"spoken": "dash", "written": "--"}]},
        {"text.replacements": []},
        {"delivery.apps": [{"app_id": "xterm", "method": "type", "chord": "ctrl+shift+v", "submit": True}]},
        {"delivery.apps": [app, {"app_id": "gedit", "method": None, "chord": "", "submit": False}]},
        {"delivery.apps": []},
    ]


def test_a_thing_named_twice_by_hand_is_shown_once() -> None:
    model = RulesModel(lambda _command: None)
    twice = ({"spoken": "a", "written": "1"}, {"spoken": "a", "written": "2"})
    model.apply(m.SettingsChanged({"text.vocabulary": ("x", "x"), "text.replacements": twice}))
    assert [row.word for row in model.word_rows.rows] == ["x"]
    assert [row.written for row in model.replacement_rows.rows] == ["1"]


def test_the_desktop_tells_abilities_and_screens() -> None:
    model = DesktopModel()
    model.apply(m.CapabilitiesReported("x11", (m.Capability("media", False, "no-sound-server"),)))
    output = m.OutputArea("DP-1", -1920, 0, 1920, 1080)
    model.apply(m.DesktopChanged(m.DesktopState((output,), "DP-1", "DP-1")))
    assert (model.session_kind, model.rows.rows[0].available) == ("x11", False)
    assert model.screen_choices == [{"value": "DP-1", "label": "DP-1"}]


def test_a_problem_has_words_for_a_code_and_keeps_the_validators_own() -> None:
    words = ProblemWords()
    told: list[str] = []
    words.textChanged.connect(lambda: told.append(words._text))
    words._set_code("microphone-none")
    words._set_code("microphone-none")
    words._set_code("two actions share one shortcut")
    words._set_code("")
    assert len(told) == 3
    assert "microphone" in told[0]
    assert "two actions share one shortcut" in told[1]
    assert told[2] == ""
