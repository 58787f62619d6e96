"""The shape of the house: sizes, names, docstrings, the import contract, duplicates, and what no file may contain."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent

LONGEST_FILE = 400
"""Lines; 100 to 300 is the aim (architecture.md, section 2)."""

ALLOWED_LONG: dict[str, int] = {}
"""Files that are longer, with their length. The list may only shrink, and so may the lengths."""

DRAWERS = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc", "handler", "processor"}

# In pieces, so that this file does not contain them.
REGISTRIES = [
    "pypi" + ".org",
    "files.python" + "hosted",
    "registry." + "npmjs",
    "deb." + "debian",
    "hugging" + "face.co",
]

MACHINE_PATHS = re.compile(r"(?<![\w.$}~/-])/(?:work|root|home/[a-z])(?:/|\b)")
"""Absolute paths that are true on one machine only."""

SIMILAR_LINES = 10
"""As many equal lines, comments and imports aside, are a copy."""

SMALL_SERVER = ROOT / "resources" / "integrations" / "notes" / "mcp_stdio.py"
"""The one file that stands in several folders: an integration has to work when its folder is moved or packed."""


def tracked(*suffixes: str) -> list[Path]:
    """Return the files of the project by git's knowledge, new ones included."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes)]


def text_of(path: Path) -> str:
    """Return the text of a file; "" of a binary one."""
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode("utf-8")


def test_no_file_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): text_of(path).count("\n")
        for path in tracked(".py", ".qml", ".sh", ".js", ".sql", "")
        if path.name != "LICENSE"
    }
    too_long = {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE}

    assert too_long == ALLOWED_LONG


def test_no_module_is_a_drawer() -> None:
    names = {part for path in tracked(".py", ".qml") for part in path.relative_to(ROOT).with_suffix("").parts}

    assert {name.lower() for name in names} & DRAWERS == set()


@pytest.mark.parametrize("folder", ["app", "packaging", "tests"])
def test_every_module_says_what_it_owns(folder: str) -> None:
    silent = [
        path.relative_to(ROOT).as_posix()
        for path in tracked(".py")
        if path.is_relative_to(ROOT / folder) and not ast.get_docstring(ast.parse(text_of(path)))
    ]

    assert silent == []


def test_every_package_of_the_program_has_a_docstring_file() -> None:
    folders = {path.parent for path in tracked(".py") if path.is_relative_to(ROOT / "app")}

    assert [folder.relative_to(ROOT).as_posix() for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize(
    "module", [path.stem for path in sorted((ROOT / "app" / "domain").glob("*.py")) if path.stem != "__init__"]
)
def test_the_public_surface_of_the_domain_is_what_it_says(module: str) -> None:
    loaded = importlib.import_module(f"app.domain.{module}")
    tree = ast.parse(text_of(ROOT / "app" / "domain" / f"{module}.py"))
    public = {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    }

    assert len(set(loaded.__all__)) == len(loaded.__all__)
    assert [name for name in loaded.__all__ if not hasattr(loaded, name)] == []
    assert public - set(loaded.__all__) == set(), "public by name, but not in __all__"


def test_imports_keep_the_contract() -> None:
    checked = subprocess.run(
        [BIN / "lint-imports", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_import_contract_knows_every_package() -> None:
    contracts = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    layers = set(re.findall(r"app\.\w+", " ".join(contracts[0]["layers"])))
    packages = {f"app.{path.parent.name}" for path in (ROOT / "app").glob("*/__init__.py")}

    assert packages - layers == set()


@pytest.mark.slow
def test_nothing_is_written_twice() -> None:
    files = [
        str(path)
        for path in tracked(".py")
        if not path.is_relative_to(ROOT / "tests")
        # Integrations stand alone, so each carries its copy; tests/unit/integrations_bundled keeps the copies equal.
        if path.name != SMALL_SERVER.name or path == SMALL_SERVER
    ]
    found = subprocess.run(
        [
            BIN / "symilar",
            f"--duplicates={SIMILAR_LINES}",
            "--ignore-comments",
            "--ignore-docstrings",
            "--ignore-imports",
            "--ignore-signatures",
            *files,
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert "similar lines in" not in found, found


def test_no_file_names_a_package_index() -> None:
    naming = [f"{path.relative_to(ROOT)}: {host}" for path in tracked() for host in REGISTRIES if host in text_of(path)]

    assert naming == []


def test_no_file_names_a_place_of_one_machine() -> None:
    naming = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in tracked()
        if path.name != "LICENSE"
        if path != Path(__file__)
        for found in MACHINE_PATHS.finditer(text_of(path))
    ]

    assert naming == []


def test_no_file_names_the_library_of_the_workplace() -> None:
    named = re.compile(r"(?<!\w)\." + "library" + r"\b")  # in pieces, so that this file does not name it

    assert [path for path in tracked() if named.search(text_of(path))] == []


def test_no_test_is_passed_over_for_what_a_machine_lacks() -> None:
    skips = re.compile(r"pytest\.(?:skip|importorskip)\(|mark\.skip")

    assert [
        path.relative_to(ROOT).as_posix()
        for path in tracked(".py")
        if path != Path(__file__) and path.is_relative_to(ROOT / "tests") and skips.search(text_of(path))
    ] == []


def test_the_top_level_stays_as_it_was_agreed() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    files = {"pyproject.toml", "requirements.lock", "README.md", "LICENSE"}
    folders = {"app", "packaging", "qml", "resources", "tests"}

    assert {name for name in names if not name.startswith(".")} - files - folders == set()
