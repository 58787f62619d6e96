"""The settings file: read with whatever can be saved of it, written whole."""

from __future__ import annotations

import errno
import json
import os
import resource
from pathlib import Path

import pytest

from app.domain.errors import StorageUnavailable
from app.settings.file import LoadedSettings, load_settings, save_settings
from app.settings.model import Settings
from tests.plugins.logs import ExpectLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(content, bytes):
        content = (content if isinstance(content, str) else json.dumps(content)).encode()
    path.write_bytes(content)


def places(loaded: LoadedSettings) -> list[str]:
    return [problem.place for problem in loaded.problems]


def test_no_file_means_defaults_and_no_problem(path: Path) -> None:
    assert load_settings(path) == LoadedSettings(Settings())
    assert not path.parent.exists()


def test_what_was_saved_comes_back(path: Path) -> None:
    settings = Settings().with_value("audio.cues", value=False).with_value("text.vocabulary", ["Łódź", "日本"])
    save_settings(path, settings)
    assert load_settings(path) == LoadedSettings(settings)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_every_key_is_written_and_words_stay_readable(path: Path) -> None:
    save_settings(path, Settings().with_value("text.vocabulary", ["Łódź"]))
    text = path.read_text("utf-8")
    assert "Łódź" in text
    assert json.loads(text).keys() == Settings.model_fields.keys()


@pytest.mark.fault("A36")
def test_one_wrong_type_costs_that_key_alone(path: Path) -> None:
    damaged = {"audio": {"cues": "perhaps", "lower_to_percent": 10}, "general": {"language": "de"}}
    write(path, damaged)
    loaded = load_settings(path)
    assert loaded.settings == Settings().with_value("audio.lower_to_percent", 10).with_value("general.language", "de")
    assert places(loaded) == ["audio.cues"]
    assert loaded.problems[0].detail
    backup = path.with_name("settings.json.damaged-1")
    assert loaded.backup == backup
    assert json.loads(backup.read_text()) == damaged
    assert backup.stat().st_mode & 0o777 == 0o600


@pytest.mark.fault("A36")
def test_a_file_that_was_cut_off_gives_everything_before_the_cut(path: Path) -> None:
    settings = Settings().with_value("general.language", "de").with_value("hotkeys.dictate", "f9")
    save_settings(path, settings)
    text = path.read_text()
    write(path, text[: text.index('"recognition"') + 20])
    loaded = load_settings(path)
    assert loaded.settings == settings
    assert places(loaded) == [str(path)]
    assert loaded.backup is not None


@pytest.mark.fault("A36")
def test_a_file_cut_off_anywhere_is_read_and_told(path: Path) -> None:
    save_settings(
        path, Settings().with_value("general.language", 'd"\\e').with_value("text.vocabulary", ["a, {b", "]"])
    )
    text = path.read_text().rstrip()
    for end in range(0, len(text), 7):
        write(path, text[:end])
        loaded = load_settings(path)
        assert places(loaded) == [str(path)]
        assert loaded.settings.general.language in {"system", 'd"\\e'}
        assert loaded.settings.text.vocabulary in {(), ("a, {b",), ("a, {b", "]")}
        path.with_name("settings.json.damaged-1").unlink()


def test_a_fault_in_the_middle_gives_everything_before_it(path: Path) -> None:
    write(path, '{"audio": {"cues": false, "device": "x"}, "general": {"language": "de" "start_hidden": false}}')
    loaded = load_settings(path)
    assert loaded.settings.audio.device == "x"
    assert loaded.settings.audio.cues is False
    assert places(loaded) == [str(path)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"not json",
        b"\0" * 100,
        b"}",
        b"[" * 100_000,
        b'{"x":' + b"[" * 300 + b"]" * 300 + b"}",
        b'{"version": ' + b"9" * 5000,
    ],
)
def test_a_file_without_any_setting_gives_defaults_and_is_kept(path: Path, content: bytes) -> None:
    write(path, content)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert loaded.problems
    assert loaded.backup is not None
    assert loaded.backup.read_bytes() == content


@pytest.mark.parametrize("content", ["[]", "null", "7", '"text"'])
def test_json_that_is_no_object_gives_defaults_and_is_told(path: Path, content: str) -> None:
    write(path, content)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert places(loaded) == [str(path)]


@pytest.mark.parametrize("value", [None, 5, [], "x"])
def test_a_group_that_is_no_object_costs_that_group_alone(path: Path, value: object) -> None:
    write(path, {"audio": value, "general": {"language": "de"}})
    loaded = load_settings(path)
    assert loaded.settings == Settings().with_value("general.language", "de")
    assert places(loaded) == ["audio"]


@pytest.mark.parametrize(("version", "kept"), [(True, 1), ("2", 1), (None, 1), (0, 1), (-4, 1), (1, 1), (7, 7)])
def test_an_odd_version_is_put_right(path: Path, version: object, kept: int) -> None:
    write(path, {"version": version, "general": {"language": "de"}})
    loaded = load_settings(path)
    assert loaded.settings.version == kept
    assert loaded.settings.general.language == "de"
    assert places(loaded) == ([] if isinstance(version, int) and not isinstance(version, bool) else ["version"])


def test_one_bad_item_of_a_list_costs_that_item_alone(path: Path) -> None:
    rules = [{"app_id": "xterm", "chord": "ctrl+shift+v"}, {"app_id": "", "method": "shout"}, {"app_id": "gedit"}, 5, 5]
    write(path, {"text": {"vocabulary": ["Anna", 5, "", "Bo", 5]}, "delivery": {"apps": rules}})
    loaded = load_settings(path)
    assert loaded.settings.text.vocabulary == ("Anna", "Bo")
    assert [rule.app_id for rule in loaded.settings.delivery.apps] == ["xterm", "gedit"]
    assert sorted(places(loaded)) == [
        *("delivery.apps.1", "delivery.apps.3", "delivery.apps.4"),
        *("text.vocabulary.1", "text.vocabulary.2", "text.vocabulary.4"),
    ]


def test_a_list_that_is_too_long_costs_that_key_alone(path: Path) -> None:
    write(path, {"text": {"vocabulary": ["w"] * 501, "spoken_punctuation": True}})
    loaded = load_settings(path)
    assert loaded.settings.text.vocabulary == ()
    assert loaded.settings.text.spoken_punctuation is True
    assert places(loaded) == ["text.vocabulary"]


def test_of_two_actions_with_one_shortcut_the_later_falls_back(path: Path) -> None:
    write(path, {"hotkeys": {"dictate": "f9", "agent": "F9", "cancel": "f1", "double_tap_ms": 500}})
    loaded = load_settings(path)
    hotkeys = loaded.settings.hotkeys
    assert (hotkeys.dictate, hotkeys.agent, hotkeys.cancel, hotkeys.double_tap_ms) == ("f9", "ctrl+alt+a", "f1", 500)
    assert places(loaded) == ["hotkeys.agent"]
    assert "share one shortcut" in loaded.problems[0].detail


def test_three_actions_with_one_shortcut_cost_two_keys_and_no_other(path: Path) -> None:
    write(path, {"hotkeys": {"dictate": "f9", "agent": "f9", "undo": "f9", "double_tap_ms": 500}})
    loaded = load_settings(path)
    assert loaded.settings.hotkeys.dictate == "f9"
    assert loaded.settings.hotkeys.double_tap_ms == 500
    assert sorted(places(loaded)) == ["hotkeys.agent", "hotkeys.undo"]


def test_a_rule_between_keys_is_looked_at_again_after_a_bad_key_went(path: Path) -> None:
    write(path, {"hotkeys": {"dictate": "ctrl+alt+a", "agent": 5}})
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert sorted(places(loaded)) == ["hotkeys.agent", "hotkeys.dictate"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_what_other_editors_write_is_read(path: Path, encoding: str) -> None:
    write(path, json.dumps({"text": {"vocabulary": ["Łódź"]}}, ensure_ascii=False).encode(encoding))
    loaded = load_settings(path)
    assert loaded.settings.text.vocabulary == ("Łódź",)
    assert loaded.problems == ()


def test_bytes_that_are_no_text_cost_little_and_are_told(path: Path) -> None:
    write(path, '{"general": {"language": "de"}, "audio": {"device": "M\xfcller"}}'.encode("latin-1"))
    loaded = load_settings(path)
    assert loaded.settings.general.language == "de"
    assert places(loaded) == [str(path)]
    assert loaded.backup is not None


def test_a_folder_in_place_of_the_file_gives_defaults_and_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    loaded = load_settings(path)
    assert loaded.settings == Settings()
    assert places(loaded) == [str(path)]
    assert loaded.problems[0].detail == "EISDIR"
    with pytest.raises(StorageUnavailable):
        save_settings(path, Settings())
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]


def test_a_file_that_cannot_be_read_is_told_and_never_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(path, Settings().with_value("general.language", "de"))

    def refuse(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, "root may read any file, so the right is not taken away but played")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", refuse)
        loaded = load_settings(path)
        assert (loaded.readable, loaded.settings, places(loaded)) == (False, Settings(), [str(path)])
        with pytest.raises(StorageUnavailable):
            save_settings(path, Settings())
    assert load_settings(path).settings.general.language == "de"


def test_the_same_damage_is_copied_once_and_new_damage_beside_it(path: Path) -> None:
    write(path, "broken 1")
    first = load_settings(path).backup
    assert load_settings(path).backup == first
    write(path, "broken 2")
    second = load_settings(path).backup
    assert first is not None
    assert second == path.with_name("settings.json.damaged-2")
    assert first.read_text() == "broken 1"


def test_damage_that_cannot_be_copied_is_still_told(path: Path, expected_log: ExpectLog) -> None:
    expected_log("could not be copied")
    write(path, "broken")
    path.with_name("settings.json.damaged-1").mkdir()
    loaded = load_settings(path)
    assert loaded.backup is None
    assert places(loaded) == [str(path)]


def test_keys_of_a_newer_version_survive_a_load_and_save(path: Path) -> None:
    newer = {
        "version": 2,
        "general": {"language": "de", "mood": "calm"},
        "hotkeys": {"mode": "gesture"},
        "audio": [1],
        "agents": {"name": "x"},
        "notch": {"monitor": 7},
    }
    write(path, newer)
    loaded = load_settings(path)
    save_settings(path, loaded.settings.with_value("notch.monitor", "focus"))
    written = json.loads(path.read_text())
    assert written["version"] == 2
    assert written["general"]["mood"] == "calm"
    assert written["general"]["language"] == "de"
    assert written["agents"] == {"name": "x"}
    assert written["hotkeys"]["mode"] == "gesture"
    assert written["audio"] == [1]
    assert written["notch"]["monitor"] == "focus"


def test_a_damaged_value_of_this_version_is_put_right_by_the_next_save(path: Path) -> None:
    write(path, {"hotkeys": {"mode": "gesture"}, "audio": 5})
    save_settings(path, load_settings(path).settings)
    assert load_settings(path) == LoadedSettings(Settings())


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "voxnotch.json"
    write(real, "{}")
    path.parent.mkdir()
    path.symlink_to(real)
    save_settings(path, Settings().with_value("general.language", "de"))
    assert path.is_symlink()
    assert json.loads(real.read_text())["general"]["language"] == "de"


def test_a_read_only_folder_is_told() -> None:
    with pytest.raises(StorageUnavailable) as caught:
        save_settings(Path("/sys/settings.json"), Settings())
    assert caught.value.code == "storage-read-only"
    assert caught.value.place == "/sys/settings.json"


def test_a_full_disk_leaves_the_old_file_and_no_rubbish(path: Path) -> None:
    save_settings(path, Settings().with_value("general.language", "de"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(StorageUnavailable) as caught:
            save_settings(path, Settings())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.code == "storage-full"
    assert load_settings(path).settings.general.language == "de"
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.fault("A34")
def test_a_folder_with_any_name_works(tmp_path: Path) -> None:
    path = tmp_path / "Данные тест" / "é 🎉" / "settings.json"
    save_settings(path, Settings().with_value("general.language", "de"))
    assert load_settings(path).settings.general.language == "de"


def test_a_system_without_folder_handles_still_writes_whole_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    save_settings(path, Settings())
    assert load_settings(path) == LoadedSettings(Settings())


def test_a_folder_that_cannot_be_made_is_told() -> None:
    with pytest.raises(StorageUnavailable) as caught:
        save_settings(Path("/dev/null/config/settings.json"), Settings())
    assert caught.value.code == "storage-unavailable"


def test_a_foreign_value_that_no_encoding_holds_is_kept(path: Path) -> None:
    write(path, r'{"theirs": "\ud800", "general": {"language": "\ud800"}}')
    loaded = load_settings(path)
    assert places(loaded) == ["general.language"]
    save_settings(path, loaded.settings)
    assert json.loads(path.read_text())["theirs"] == "\ud800"
