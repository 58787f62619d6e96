"""Every clause of the contract is shown by a test or openly waiting for the issue that will show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract import clauses

CONTRACT = clauses.TESTS.parent.parent / "shared" / "contract"


def test_every_clause_is_either_cited_by_a_test_or_open() -> None:
    listed = clauses.read_list()
    waiting = [number for numbers in clauses.read_open().values() for number in numbers]
    cited = clauses.cited().keys()

    assert sorted(number for number in waiting if waiting.count(number) > 1) == []
    assert sorted(cited & set(waiting), key=clauses.order) == [], "cited and open: take them out of open-clauses.toml"
    assert sorted(listed.live - cited - set(waiting), key=clauses.order) == [], "neither cited nor open"


def test_no_test_and_no_open_entry_names_a_clause_that_is_not_in_the_contract() -> None:
    listed = clauses.read_list()
    waiting = {number for numbers in clauses.read_open().values() for number in numbers}

    assert sorted((clauses.cited().keys() | waiting) - listed.live) == []


def test_the_list_is_sorted_and_well_formed() -> None:
    listed = clauses.read_list()

    assert len(listed.live) > 900
    assert all(clauses.is_number(number) for number in listed.live | listed.withdrawn)
    assert clauses.LIST_FILE.read_text(encoding="utf-8") == clauses.format_list(listed)


def test_the_list_is_that_of_the_contract_documents_where_they_are_at_hand() -> None:
    # The documents do not ship with the project; they lie beside it where it is developed and submitted.
    if CONTRACT.is_dir():
        assert clauses.read_documents(CONTRACT) == clauses.read_list()


def test_every_open_clause_names_the_issue_that_will_show_it() -> None:
    for title, numbers in clauses.read_open().items():
        assert len(title.split()) >= 2
        assert numbers == sorted(numbers, key=clauses.order)
        assert numbers


def test_marks_are_found_wherever_pytest_allows_them() -> None:
    source = (
        "import pytest\n"
        'pytestmark = [pytest.mark.clause("V-1.1"), pytest.mark.slow]\n'
        '@pytest.mark.clause("V-1.2", "E-2.1")\n'
        "def test_a(): ...\n"
        'CASES = [pytest.param(1, marks=pytest.mark.clause("R-3.4"))]\n'
    )

    assert sorted(clauses.cited_in(source)) == ["E-2.1", "R-3.4", "V-1.1", "V-1.2"]


def test_withdrawn_clauses_stay_listed_and_need_no_test(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("- **V-1.1** Holds.\n- **V-1.2 withdrawn**\n- **V-1.3** withdrawn\n")

    read = clauses.read_documents(tmp_path)

    assert read == clauses.Clauses(frozenset({"V-1.1"}), frozenset({"V-1.2", "V-1.3"}))
    assert clauses.format_list(read) == "V-1.1\nV-1.2 withdrawn\nV-1.3 withdrawn\n"


def test_a_clause_defined_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("**V-1.1** One. **V-1.1** Two.")

    with pytest.raises(ValueError, match="defined twice"):
        clauses.read_documents(tmp_path)
