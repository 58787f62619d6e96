"""The clauses of the contract, and which of them a test shows; used by the contract tests and the closing line.

``clauses.txt`` beside this file lists every number of the contract documents. Write it anew after they changed:

    .venv/bin/python -m tests.contract.clauses FOLDER_OF_THE_CONTRACT
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent.parent
LIST_FILE: Final = TESTS / "contract" / "clauses.txt"
OPEN_FILE: Final = TESTS / "contract" / "open-clauses.toml"

PREFIXES: Final = "VRME"
"""VoiceOS, Rome, Matrices, engine: the order of the list."""

_DEFINITION: Final = re.compile(r"\*\*([VRME]-\d+\.\d+)( withdrawn)?\*\*( withdrawn)?")
_NUMBER: Final = re.compile(r"[VRME]-\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Clauses:
    """All numbers of the contract; a withdrawn one stays listed and needs no test."""

    live: frozenset[str]
    withdrawn: frozenset[str]


def order(number: str) -> tuple[int, int, int]:
    """Sort key: document, section, clause."""
    section, clause = number[2:].split(".")
    return PREFIXES.index(number[0]), int(section), int(clause)


def read_documents(folder: Path) -> Clauses:
    """Collect the numbers that the documents define, which are the bold ones.

    Raises:
        ValueError: a number is defined twice.
    """
    live: set[str] = set()
    withdrawn: set[str] = set()
    for document in sorted(folder.glob("*.md")):
        for number, *marks in _DEFINITION.findall(document.read_text(encoding="utf-8")):
            if number in live | withdrawn:
                message = f"{number} is defined twice, again in {document.name}"
                raise ValueError(message)
            (withdrawn if any(marks) else live).add(number)
    return Clauses(frozenset(live), frozenset(withdrawn))


def format_list(clauses: Clauses) -> str:
    marks = dict.fromkeys(clauses.withdrawn, " withdrawn")
    numbers = sorted(clauses.live | clauses.withdrawn, key=order)
    return "".join(f"{number}{marks.get(number, '')}\n" for number in numbers)


def read_list(path: Path = LIST_FILE) -> Clauses:
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    return Clauses(
        frozenset(words[0] for words in lines if words[1:] == []),
        frozenset(words[0] for words in lines if words[1:] == ["withdrawn"]),
    )


def read_open(path: Path = OPEN_FILE) -> dict[str, list[str]]:
    """Return the numbers that no test shows yet, by the title of the issue that will."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cited_in(source: str) -> Iterator[str]:
    """Yield the numbers in the ``clause`` marks of one test module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def cited(files: Iterable[Path] | None = None) -> dict[str, list[str]]:
    """Return the numbers that tests cite, each with the files; read from the source, so a selection changes nothing."""
    found: dict[str, list[str]] = {}
    for file in sorted(files if files is not None else TESTS.rglob("test_*.py")):
        for number in cited_in(file.read_text(encoding="utf-8")):
            found.setdefault(number, []).append(file.name)
    return found


def counts_line() -> str:
    """Return the line of counts that closes every run."""
    listed = read_list()
    shown = len(listed.live & cited().keys())
    waiting = sum(len(numbers) for numbers in read_open().values())
    return f"clauses: {len(listed.live)} in the contract, {shown} shown, {waiting} open"


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


if __name__ == "__main__":
    LIST_FILE.write_text(format_list(read_documents(Path(sys.argv[1]))), encoding="utf-8")
