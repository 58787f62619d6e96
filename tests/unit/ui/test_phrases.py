"""Every code has words, and a next step."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from app.domain import errors
from app.domain.messages import Fix, HotkeyAction, NoticeCode
from app.ui.phrases import action_name, error_words, fix_for, fix_label, notice_words
from app.ui.viewmodels.answer_trial import MODEL_FAULTS

APP = Path(__file__).resolve().parents[3] / "app"

MICROPHONE = "\u0645\u0627\u064a\u0643"
"""Arabic for "mike"."""

NOT_SHOWN = {"child-failed"}
"""Only the demo and the tests meet it."""


def codes_of_the_tree() -> set[str]:
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    return {kind.code for kind in classes if issubclass(kind, errors.AppError)}


def codes_in_docstrings() -> set[str]:
    return {
        code
        for kind in vars(errors).values()
        if isinstance(kind, type) and "Codes:" in (kind.__doc__ or "")
        for code in re.findall(r"``([a-z]+(?:-[a-z]+)+)``", (kind.__doc__ or "").split("Codes:")[1])
    }


def codes_in_calls() -> set[str]:
    """Codes that are given literally (``code="..."``) when an error is made anywhere in the program."""
    found: set[str] = set()
    for path in APP.rglob("*.py"):
        if "cli" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in {"code", "error_code"}:
                value = node.value
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                    found.add(value.value)
    return found


@pytest.mark.parametrize("code", sorted((codes_of_the_tree() | codes_in_docstrings() | codes_in_calls()) - NOT_SHOWN))
def test_every_error_code_says_what_failed_and_what_to_do(code: str) -> None:
    words, general = error_words(code, "here"), error_words("no-such-code")
    assert code == "app-error" or words.what != general.what
    assert words.what
    assert words.next_step
    assert "{" not in words.what + words.next_step


def test_the_codes_are_found_where_they_are_written() -> None:
    assert {"microphone-busy", "paste-not-read", "settings-damaged"} <= (
        codes_of_the_tree() | codes_in_docstrings() | codes_in_calls()
    )


@pytest.mark.parametrize("code", list(NoticeCode))
def test_every_notice_has_words(code: NoticeCode) -> None:
    assert notice_words(code, "Studio")
    assert "{" not in notice_words(code)


@pytest.mark.parametrize("action", list(HotkeyAction))
def test_every_shortcut_has_a_name(action: HotkeyAction) -> None:
    assert action_name(action)


def test_a_model_that_is_missing_is_downloaded_and_a_damaged_one_repaired() -> None:
    assert fix_label(Fix.REPAIR_MODEL, "model-missing") == "Download the model"
    assert fix_label(Fix.REPAIR_MODEL, "model-damaged") == "Repair the model"


@pytest.mark.parametrize("fix", [fix for fix in Fix if fix is not Fix.NONE])
def test_every_fix_has_a_label(fix: Fix) -> None:
    assert fix_label(fix)


def test_no_fix_has_no_label() -> None:
    assert fix_label(Fix.NONE) == ""


def test_a_place_is_named_and_a_missing_one_leaves_no_gap() -> None:
    assert error_words("model-damaged", "model.bin").what == "The speech model is damaged: model.bin"
    assert error_words("model-damaged").what == "The speech model is damaged."
    assert error_words("model-missing").what == "The speech model is not on this computer."


def test_a_provider_is_named_as_people_know_it() -> None:
    assert error_words("agent-key-missing", "openai").what == "There is no key for the language model: OpenAI"
    assert error_words("agent-key-missing").what == "There is no key for the language model."
    assert error_words("agent-model-unknown", "mistral-7b").what.endswith(": mistral-7b")


def test_no_next_step_leads_to_the_page_that_is_read() -> None:
    for code in sorted(MODEL_FAULTS | {"agent-no-model", "agent-no-address"}):
        assert "under Models" not in error_words(code, on_models=True).next_step, code
    assert error_words("agent-key-missing").next_step.startswith("Enter it under Models.")


@pytest.mark.parametrize("code", ["agent-limit-reached", "agent-refused"])
def test_where_trying_again_helps_nothing_the_button_leads_to_what_does(code: str) -> None:
    assert fix_for(code) is Fix.OPEN_AGENT_SETTINGS
    assert fix_label(Fix.OPEN_AGENT_SETTINGS, code) != fix_label(Fix.SAY_AGAIN)


def test_what_could_not_be_kept_says_why() -> None:
    assert "full" in notice_words(NoticeCode.NOT_KEPT, "storage-full")


@pytest.mark.fault("A15")
def test_a_name_of_the_other_direction_is_isolated_in_the_sentence() -> None:
    assert f"\u2068{MICROPHONE}\u2069" in notice_words(NoticeCode.DEVICE_BACK, MICROPHONE)
    assert "\u2068" not in notice_words(NoticeCode.DEVICE_BACK, "Studio")
