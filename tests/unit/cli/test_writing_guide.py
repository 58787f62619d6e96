"""The guide for authors: its example works, and what it says of blocks, caps and words is what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

import pytest
from annotated_types import MaxLen
from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from app.domain import tools
from app.domain.cards import blocks as glance
from app.domain.cards.block_reading import READERS
from app.domain.cards.reading import read_card
from app.domain.confirmations import blocks as confirmation
from app.domain.findings import Findings
from app.domain.icons import ICONS
from app.domain.manifest.model import Manifest
from tests.unit.cli.integration_stage import home, kept, run

__all__ = ["home", "kept"]

GUIDE: Final = Path(__file__).parents[3] / "resources" / "docs" / "writing-integrations.md"
TEXT: Final = GUIDE.read_text("utf-8")
MOST_LINES: Final = 300
"""More is read by nobody."""


def fenced(language: str) -> list[str]:
    found: list[tuple[str, str]] = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return [text for name, text in found if name == language]


def rows(heading: str) -> dict[str, str]:
    """Return the lines of the table below a heading, by their first name."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| ?(.*?) ?\|$", part, re.MULTILINE))


def caps(model: type[BaseModel]) -> dict[str, int]:
    """Return the longest of each field of a shape, by its name on the wire."""
    found: dict[str, int] = {}
    for name, field in model.model_fields.items():
        limits = [*field.metadata, *(one for part in get_args(field.annotation) for one in _limits(part))]
        found |= {to_camel(name): one.max_length for one in limits if isinstance(one, MaxLen)}
    return found


def _limits(part: object) -> tuple[object, ...]:
    field = getattr(part, "__metadata__", ())[:1]
    return tuple(getattr(field[0], "metadata", ())) if field else ()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example, as somebody would copy it."""
    manifest, fixtures = fenced("json")
    [server] = fenced("python")
    place = tmp_path / "dice"
    place.mkdir()
    (place / "voiceos.integration.json").write_text(manifest, "utf-8")
    (place / "voiceos.integration.preview.json").write_text(fixtures, "utf-8")
    (place / "server.py").write_text(server, "utf-8")
    return place


def test_the_example_is_valid_without_a_warning(folder: Path) -> None:
    done = run("validate", folder)
    assert (done.exit_code, done.stdout) == (0, f"{folder / 'voiceos.integration.json'} is good.\n")


@pytest.mark.slow
@pytest.mark.usefixtures("home", "kept")
def test_the_example_keeps_its_word_and_shows_its_card(folder: Path) -> None:
    assert run("verify", folder).exit_code == 0
    done = run("inspect", folder, "--call", "roll_dice", "--args", '{"count": 2}')
    assert done.exit_code == 0, done.output
    assert re.search(r"Card\n  Sum \d+\n  Die 1: [1-6]\n  Die 2: [1-6]\n", done.stdout)


def test_the_guide_is_short_enough_to_be_read() -> None:
    assert len(TEXT.splitlines()) < MOST_LINES


def test_it_names_every_field_of_the_manifest() -> None:
    part = TEXT.split("\n## The manifest\n")[1].split("\n## Tools\n")[0]
    assert [name for name in map(to_camel, Manifest.model_fields) if f"`{name}`" not in part] == []


def test_it_names_every_block() -> None:
    assert set(rows("Glance cards")) == {*READERS, "row"}
    [union, _] = get_args(confirmation.CardBlock)
    assert set(rows("Confirmation cards")) == {
        name for one in get_args(union) for name in get_args(one.model_fields["type"].annotation)
    }


CONFIRMING: Final[dict[str, tuple[type[BaseModel], ...]]] = {
    "text": (confirmation.Text,),
    "markdown": (confirmation.Markdown,),
    "keyValue": (confirmation.KeyValue, confirmation.KeyValueRow),
    "metadata": (confirmation.Metadata, confirmation.MetadataRow),
    "list": (confirmation.CardList,),
    "listItem": (confirmation.ListItem, confirmation.Accessory),
    "image": (confirmation.Image,),
    "badge": (confirmation.Badge,),
    "progress": (confirmation.Progress,),
    "select": (confirmation.Select,),
    "chips": (confirmation.Chips,),
    "actions": (confirmation.Actions, confirmation.ActionItem),
    "button": (confirmation.Button,),
}
GLANCING: Final[dict[str, type[BaseModel]]] = {
    "list": glance.ListBlock,
    "stats": glance.Stats,
    "keyValue": glance.KeyValue,
    "badges": glance.Badges,
    "bars": glance.Bars,
    "line": glance.Line,
    "splitBar": glance.SplitBar,
    "row": glance.Row,
}


@pytest.mark.parametrize(
    ("heading", "block", "model"),
    [
        *(("Confirmation cards", block, one) for block, models in CONFIRMING.items() for one in models),
        *(("Glance cards", block, model) for block, model in GLANCING.items()),
    ],
)
def test_the_caps_of_shapes_are_those_of_the_code(heading: str, block: str, model: type[BaseModel]) -> None:
    row = rows(heading)[block]
    assert caps(model)
    for name, most in caps(model).items():
        assert f"`{name}` {most}" in row or f"`{name}` up to {most}" in row, name


READ: Final[tuple[tuple[str, dict[str, object], str], ...]] = (
    ("header", {}, "title"),
    ("header", {"title": "a"}, "appIcon"),
    ("header", {"title": "a"}, "trailing"),
    ("list", {"rows": [{"title": "a"}]}, "header"),
    ("list", {}, "rows.title"),
    ("list", {"title": "a"}, "rows.subtitle"),
    ("list", {"title": "a"}, "rows.trailing"),
    ("stats", {"value": "1"}, "items.label"),
    ("stats", {"label": "a"}, "items.value"),
    ("stats", {"label": "a", "value": "1"}, "items.delta"),
    ("keyValue", {"value": "1"}, "pairs.label"),
    ("keyValue", {"label": "a"}, "pairs.value"),
    ("badges", {}, "items.text"),
    ("bars", {"labels": ["a"], "values": [1]}, "unit"),
    ("progress", {"value": 1}, "label"),
    ("clock", {"tz": "Europe/Oslo"}, "label"),
    ("countdown", {"seconds": 1}, "label"),
    ("widget", {"html": "<p>a</p>"}, "label"),
)


@pytest.mark.parametrize(("block", "more", "path"), READ)
def test_the_caps_of_texts_on_glance_cards_are_those_of_their_reader(
    block: str, more: dict[str, object], path: str
) -> None:
    *around, name = path.split(".")
    said = re.search(rf"`{name}` (\d+)", rows("Glance cards")[block])
    assert said is not None
    for length, is_good in ((int(said[1]), True), (int(said[1]) + 1, False)):
        found = Findings(strict=True)
        inner: dict[str, object] = {**more, name: "a" * length}
        whole = {around[0]: [inner]} if around else inner
        read_card({"blocks": [{"type": block, **whole}]}, found.root())
        assert (found.found == []) is is_good, length


def test_the_verbs_and_icons_are_those_of_the_code() -> None:
    verbs, icons = (set(one.split()) for one in fenced(""))
    assert verbs == vars(tools)["_ACTING"]
    assert icons == ICONS
