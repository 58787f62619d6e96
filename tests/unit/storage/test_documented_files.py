"""The files that hold a person's words are what the document about them says (V-19.9)."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from app.domain.calls import Origin, Surface
from app.domain.turn import AnswerRoute, TurnOutcome
from app.settings.paths import resources_folder
from app.storage.database import HISTORY_MIGRATIONS, INTEGRATION_MIGRATIONS, Database

pytestmark = pytest.mark.anyio

TEXT = (resources_folder() / "docs" / "data.md").read_text("utf-8")


def documented(heading: str) -> list[str]:
    """Return the names in the first column of the table under a heading."""
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)


@pytest.mark.clause("V-19.9")
@pytest.mark.parametrize(
    ("heading", "migrations", "table"),
    [
        ("Transcripts and dictations", HISTORY_MIGRATIONS, "kept_turns"),
        ("What the agent did", HISTORY_MIGRATIONS, "turn_calls"),
        ("Integrations and their calls", INTEGRATION_MIGRATIONS, "calls"),
    ],
)
async def test_every_column_is_documented(tmp_path: Path, heading: str, migrations: str, table: str) -> None:
    file = tmp_path / "some.sqlite"
    await (await Database.open(file, migrations)).close()
    connection = sqlite3.connect(file)
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    connection.close()
    assert documented(heading) == columns


@pytest.mark.clause("V-19.9")
def test_every_word_that_a_column_may_hold_is_documented() -> None:
    words = [*TurnOutcome, *(route for route in AnswerRoute if route), *Origin, *Surface]
    assert [word for word in words if f"`{word.value}`" not in TEXT] == []
