"""Ten thousand broken manifests: reading never raises, never repairs in silence, and says the same when asked twice."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.findings import Findings, Place, Severity
from app.domain.manifest import ManifestReading, read_manifest
from tests.unit.domain.manifests import RICH

EXAMPLES: Final = 10_000
TEXT: Final = json.dumps(RICH)

DEEP: Final = functools.reduce(lambda inner, _: {"deep": inner, "list": [1]}, range(70), dict[str, Any]())

LOOP: Final = {"type": "object", "properties": {"x": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/x"}}}
TREE: Final = {"type": "object", "description": "d", "properties": {"x": {"description": "d", "$ref": "#"}}}

WRONG: Final[list[Any]] = [
    *(None, True, False, 0, 1, -1, 1.5, 10**308, 1e308, "", " ", "x", "*", "../x", "/etc/passwd", "true", "12"),
    *("x" * 700, "😀" * 400, "a\ud83d", "\x00", "\x1b[31m", "a\nb", "__proto__", "javascript:x", "https://[", "{{to}}"),
    *("{{nobody}}", "voiceos_hook_x", "PATH", "{count}", "{nothing}", "http://example.com", "data:image/png,AA"),
    *([], {}, [None], [[]], [{}], ["x"] * 60, {"": ""}, {"type": "widget", "html": "x"}, {"type": "card"}, LOOP, TREE),
    *({"en": ["x {y}"]}, {"kind": "network", "domains": ["*"]}, {"kind": "transcript", "scope": "all"}, DEEP),
    "h" * 3_000,
]

Path = tuple[str | int, ...]


def paths(node: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(node, dict):
        for key, value in node.items():
            yield from paths(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from paths(value, (*path, index))


PLACES: Final = sorted(set(paths(RICH)) - {()}, key=str)

ACTS: Final = ["delete", "wrong", "wrong", "wrong", "again", "swap", "add"]
MUTATIONS: Final = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(ACTS), st.integers(0, len(WRONG) - 1), st.sampled_from(PLACES)),
    min_size=1,
    max_size=4,
)


def at(manifest: Any, path: Path) -> Any:
    for step in path:
        manifest = manifest[step]
    return manifest


def mutate(manifest: dict[str, Any], path: Path, act: str, wrong: int, other: Path) -> None:
    """Break one place; where an earlier mutation took the place away nothing happens."""
    try:
        parent, value = at(manifest, path[:-1]), copy.deepcopy(at(manifest, other))
        present = at(manifest, path)
    except (KeyError, IndexError, TypeError):
        return
    if type(parent) not in {dict, list}:
        return
    match act:
        case "delete":
            del parent[path[-1]]
        case "wrong":
            parent[path[-1]] = copy.deepcopy(WRONG[wrong])
        case "swap":
            parent[path[-1]] = value
        case "again" if isinstance(parent, list):
            parent.append(copy.deepcopy(present))
        case _ if isinstance(present, dict):
            present["added"] = copy.deepcopy(WRONG[wrong])
        case _:
            parent[path[-1]] = [present] * (2 if isinstance(present, list) else 130)


def differences(written: Any, kept: Any, place: Place) -> Iterator[str]:
    """Yield the places where what was kept is not what was written; white space at the ends is no difference."""
    if isinstance(written, dict) and isinstance(kept, dict):
        for key in written.keys() | kept.keys():
            if key not in written or key not in kept:
                yield place.at(key).path
            else:
                yield from differences(written[key], kept[key], place.at(key))
    elif isinstance(written, list) and isinstance(kept, list) and len(written) == len(kept):
        for index, (one, other) in enumerate(zip(written, kept, strict=True)):
            yield from differences(one, other, place.at(index))
    elif isinstance(written, str) and isinstance(kept, str):
        if written.strip() != kept.strip():
            yield place.path
    elif type(written) is int and type(kept) is float and float(written) == kept:
        pass  # a whole number of 300 digits is no less kept for being a float
    elif written != kept or isinstance(written, bool) != isinstance(kept, bool):
        yield place.path


def holds(data: bytes) -> ManifestReading:
    friendly, strict = (read_manifest(data, strict=strict) for strict in (False, True))
    assert read_manifest(data, strict=False) == friendly
    assert {one.path for one in friendly.findings} <= {one.path for one in strict.findings}
    assert all(one.severity not in {Severity.REPAIRED, Severity.DROPPED} for one in strict.findings)
    if friendly.manifest is None:
        assert any(one.severity is Severity.REFUSED for one in friendly.findings)
        assert strict.manifest is None
    return friendly


def told_of(place: str, told: set[str]) -> bool:
    """Say whether a finding stands at a place, around it or inside of it."""
    return any(_inside(place, path) or _inside(path, place) for path in told)


def _inside(place: str, path: str) -> bool:
    return place == path or (place.startswith(path) and place[len(path)] in ".[")


@settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@pytest.mark.slow
@pytest.mark.timeout(600)
@given(MUTATIONS)
def test_no_mutation_is_raised_or_repaired_in_silence(mutations: list[tuple[Path, str, int, Path]]) -> None:
    manifest = json.loads(TEXT)
    for path, act, wrong, other in mutations:
        mutate(manifest, path, act, wrong, other)
    reading = holds(json.dumps(manifest).encode())
    if reading.manifest is None:
        return
    kept = reading.manifest.model_dump(mode="json", by_alias=True, exclude_unset=True)
    told = {
        # The generic card takes the place of the whole card.
        one.path.partition(".confirmation")[0] + ".confirmation" if one.code == "generic-card" else one.path
        for one in reading.findings
    }
    silent = [place for place in differences(manifest, kept, Findings(strict=False).root()) if not told_of(place, told)]
    assert silent == []


@settings(max_examples=300, deadline=None, database=None)
@given(st.data())
def test_cut_and_stirred_bytes_are_never_raised(data: st.DataObject) -> None:
    text = bytearray(json.dumps(RICH, ensure_ascii=False).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        position = data.draw(st.integers(0, len(text) - 1))
        text[position : position + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    holds(bytes(text))
