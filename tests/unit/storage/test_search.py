"""What people type finds what was said, in any script; and nothing they type breaks the search."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.turn import FinishedTurn, TurnId, TurnKind, TurnOutcome
from app.storage.database import HISTORY_MIGRATIONS, Database, _open
from app.storage.history import _FINISH, _NEWEST, History, _matching
from app.storage.search import index_words, match_query
from app.storage.turn_rows import turn_row

TEXTS = (
    "Please send Harold the café invoice.",
    "I don't know, version 3.5 of naïve Bayes.",
    "東京都で明日の会議を確認してください",
    "iPhoneを買いました",
    "สวัสดีครับ วันนี้อากาศดี",
    "안녕하세요 회의는 내일입니다",
    "हिन्दी में बात करो",
    "Привет, как дела? Ёлка.",
    "مرحبا بالعالم",
    " ".join("".join(chr(ord(sign) + 0xFEE0) for sign in word) for word in ("Full", "width")),
    "well?! 🎉 100% snake_case",
    "我在北京大学学习",
)

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60) | st.text(
    "\"*^():-+{}~/\\ANDORNOTEAR\0 東京 '%_?", max_size=30
)


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    database = await Database.open(tmp_path / "history.sqlite")
    stored = History(database)
    for number, text in enumerate(TEXTS):
        await stored.finish(row(number, text))
    yield stored
    await database.close()


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(_open(tmp_path_factory.mktemp("search") / "history.sqlite", HISTORY_MIGRATIONS)) as opened:
        opened.executemany(_FINISH, [turn_row(row(number, text)) for number, text in enumerate(TEXTS)])
        yield opened


def row(number: int, text: str) -> FinishedTurn:
    return FinishedTurn(
        turn_id=TurnId(f"{number:012x}00000000"),
        kind=TurnKind.DICTATE,
        started_unix_s=number,
        outcome=TurnOutcome.INSERTED,
        text=text,
        raw_text=text,
        language="",
        model="",
        audio_s=1.0,
        app_id="",
        has_audio=False,
    )


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("harold", 0),
        ("HAROLD inv", 0),
        ("invoice send", 0),
        ("cafe", 0),
        ("CAFÉ", 0),
        ("cafe\u0301", 0),
        ("don't", 1),
        ("3.5", 1),
        ("naive", 1),
        ("東京", 2),
        ("東", 2),
        ("京都", 2),
        ("明日の会議", 2),
        ("会議 東京", 2),
        ("確", 2),
        ("東 会議", 2),
        ("iphone", 3),
        ("iPhoneを買", 3),
        ("買", 3),
        ("อากาศ", 4),
        ("สวัสดี", 4),
        ("회의", 5),
        ("हिन्दी", 6),
        ("बा", 6),
        ("привет", 7),
        ("ёлка", 7),
        ("مرحبا", 8),
        ("full wid", 9),
        ("🎉", 10),
        ("?!", 10),
        ("%", 10),
        ("snake_case", 10),
        ("_", 10),
        ("北京", 11),
        ("学", 11),
    ],
)
async def test_a_query_finds_its_turn(history: History, query: str, found: int) -> None:
    page, more = await history.page(query, None, 50)
    assert [turn.text for turn in page] == [TEXTS[found]]
    assert more is False


@pytest.mark.anyio
@pytest.mark.parametrize("query", ["haroldx", "end Harold", "harol send", "京明", "京 犬", "¿", "''", "🎊", "d n't"])
async def test_a_query_that_fits_no_turn_finds_none(history: History, query: str) -> None:
    assert await history.page(query, None, 50) == ((), False)


@pytest.mark.anyio
@pytest.mark.parametrize("query", ["", "   ", "\t\n"])
async def test_blanks_alone_list_the_newest(history: History, query: str) -> None:
    assert len((await history.page(query, None, 50))[0]) == len(TEXTS)


@pytest.mark.anyio
async def test_a_search_goes_on_page_by_page(history: History) -> None:
    for number in range(100, 105):
        await history.finish(row(number, "again and again"))
    first, more = await history.page("again", None, 3)
    assert more is True
    rest, more = await history.page("again", first[-1].turn_id, 3)
    assert more is False
    assert [turn.started_unix_s for turn in first + rest] == [104, 103, 102, 101, 100]


@given(ANY_TEXT)
@settings(max_examples=400, deadline=None)
def test_no_query_raises(connection: sqlite3.Connection, query: str) -> None:
    for text in (query, query + " e", f'"{query}'):
        _matching(connection, text.strip(), _NEWEST, 51).fetchall()


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=300, deadline=None)
def test_any_whole_words_of_a_turn_find_it(connection: sqlite3.Connection, text: str, data: st.DataObject) -> None:
    words = text.split()
    asked = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=4))
    cut = data.draw(st.integers(1, len(asked[-1])))
    query = " ".join([*asked[:-1], asked[-1][:cut]])
    found = {result[5] for result in _matching(connection, query, _NEWEST, 51)}
    assert text in found or match_query(query) is None


@given(st.text("東京大阪abé ・。1", max_size=20), st.integers(0, 19), st.integers(1, 6))
@settings(max_examples=300, deadline=None)
def test_any_piece_of_a_text_without_spaces_finds_it(text: str, start: int, length: int) -> None:
    han = "".join(sign for sign in text if sign in "東京大阪")
    piece = han[start : start + length]
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute("CREATE VIRTUAL TABLE s USING fts5 (w, tokenize = \"unicode61 categories 'L* N* M*'\")")
        memory.execute("INSERT INTO s VALUES (?)", (index_words(f"x {han} y") or f"x {han} y",))
        if piece:
            assert memory.execute("SELECT count(*) FROM s WHERE s MATCH ?", (match_query(piece),)).fetchone() == (1,)


def test_text_with_spaces_is_indexed_as_it_is_and_kept_once() -> None:
    assert index_words("Plain words, and café.") is None


def test_a_very_long_query_is_cut() -> None:
    expression = match_query(" ".join(random.Random(1).choices(["ab", "cd"], k=5000)))
    assert expression is not None
    assert expression.count("AND") == 11
