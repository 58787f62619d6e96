"""Any JSON at all: reading never raises, and what was good stays good."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.settings.file import export_settings, import_settings, load_settings, save_settings
from app.settings.model import Settings
from app.settings.salvage import parse, salvage

DEFAULTS: dict[str, Any] = Settings().model_dump(mode="json")
GROUPS = [name for name in DEFAULTS if name != "version"]
KEYS = [(group, key) for group in GROUPS for key in DEFAULTS[group]]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=()), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from([key for _, key in KEYS]) | st.text(max_size=5)
likely = st.sampled_from(
    [False, True, 500, 10, "f9", "F9", "paste", "hold", ["Anna"], [{"app_id": "xterm"}], [5, "Bo"]]
)
documents = json_values | st.dictionaries(
    st.sampled_from([*GROUPS, "version"]) | st.text(max_size=5),
    json_values | st.dictionaries(names, likely | json_values, max_size=8),
    max_size=8,
)


def with_changes(group: str, key: str, value: object) -> dict[str, Any]:
    document = copy.deepcopy(DEFAULTS)
    document[group][key] = value
    return document


@given(documents)
@settings(max_examples=150, deadline=None)
def test_any_json_loads_saves_and_loads_to_the_same(document: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.json"
        path.write_text(json.dumps(document))
        loaded = load_settings(path)
        assert bool(loaded.problems) == (loaded.backup is not None)
        save_settings(path, loaded.settings)
        assert load_settings(path).settings == loaded.settings


@given(st.sampled_from(KEYS), json_values)
@settings(max_examples=150, deadline=None)
def test_a_bad_value_never_costs_another_key(place: tuple[str, str], value: object) -> None:
    group, key = place
    salvaged = salvage(with_changes(group, key, value))
    result = salvaged.settings.model_dump(mode="json")
    result[group].pop(key)
    expected = copy.deepcopy(DEFAULTS)
    expected[group].pop(key)
    assert result == expected
    assert all(problem.place.startswith(f"{group}.{key}") for problem in salvaged.problems)


@given(documents)
@settings(max_examples=100, deadline=None)
def test_keys_nobody_knows_stay_in_the_file(document: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.json"
        path.write_text(json.dumps(document))
        save_settings(path, load_settings(path).settings)
        written = json.loads(path.read_text())
    if isinstance(document, dict):
        foreign = {name: value for name, value in document.items() if name not in DEFAULTS}
        assert json.dumps({name: written[name] for name in foreign}) == json.dumps(foreign)


@given(documents, st.integers(0, 400))
@settings(max_examples=150, deadline=None)
def test_a_cut_anywhere_is_read(document: object, end: int) -> None:
    text = json.dumps(document)
    raw, reason = parse(text[:end])
    assert reason or text[:end].strip()
    salvage(raw)


@given(st.text(st.characters(exclude_categories=()), max_size=40) | st.text('{}[]",:\\ 1a', max_size=40))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_and_imports_without_an_exception(text: str) -> None:
    salvage(parse(text)[0])
    loaded = import_settings(text)
    assert loaded.problems
    assert loaded.settings == Settings()


@given(documents)
@settings(max_examples=100, deadline=None)
def test_an_export_of_anything_imports_to_the_same(document: object) -> None:
    chosen = salvage(document).settings.model_copy(update={"version": 1})
    loaded = import_settings(export_settings(chosen))
    assert loaded.problems == ()
    assert loaded.settings == chosen
