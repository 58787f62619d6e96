"""Forms of setup fields: what is handed over, what is kept back, and that a secret never comes out again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from app.domain import messages as m
from app.domain.calls import CallClass
from app.domain.installs import SetupField
from app.ui.viewmodels.forms import FormModel
from app.ui.viewmodels.integration_setup import SetupModel
from tests.unit.ui.played_integrations import CRASHED, FIELDS, MAIL, page

pytestmark = pytest.mark.usefixtures("qapp")

SECRET = "s3cr3t-Vox-value"


def form(**options: object) -> FormModel:
    model = FormModel()
    model.show("plan", FIELDS, **options)  # pyright: ignore[reportArgumentType] - as the test says
    return model


def setup() -> tuple[SetupModel, list[m.Command]]:
    commands: list[m.Command] = []
    model = SetupModel(commands.append)
    model.show(page())
    return model, commands


def everything_told(root: QObject, form_model: FormModel) -> str:
    """Read all properties of an object and all roles of the form, as QML and a screen reader could."""
    meta = root.metaObject()
    plain = [meta.property(i) for i in range(meta.propertyCount()) if "*" not in str(meta.property(i).typeName())]
    said = [str(root.property(str(one.name()))) for one in plain]
    rows = form_model.rows
    for position in range(rows.rowCount()):
        said += [str(rows.data(rows.index(position, 0), role)) for role in rows.roleNames()]
    return "\n".join([*said, repr(form_model.rows.rows)])


def test_only_what_differs_is_handed_over() -> None:
    model = form(values={"server": "a.example"}, stored=frozenset({"api_key"}))
    assert not model.is_dirty
    model.setValue("server", "b.example")
    model.setValue("signature", "true")
    model.setValue("folder", "archive")
    model.setValue("no_such_field", "x")
    assert model.typed() == {"server": "b.example", "folder": "archive"}
    model.setValue("server", "a.example")
    assert model.typed() == {"folder": "archive"}
    assert model.is_dirty


def test_a_choice_is_shown_as_made_and_text_is_not_led_back_under_the_cursor() -> None:
    model = form()
    model.setValue("folder", "archive")
    model.setValue("server", "b.example")
    rows = {row.name: row.value for row in model.rows.rows}
    assert (rows["folder"], rows["server"], rows["limit"]) == ("archive", "", "20")


@pytest.mark.parametrize(
    ("typed", "kept"), [("12.50", "12.5"), (" 7 ", "7"), ("3.00", "3"), ("-0.5", "-0.5"), ("1e3", "1000")]
)
def test_a_number_is_its_shortest_decimal_text(typed: str, kept: str) -> None:
    model = form()
    model.setValue("limit", typed)
    assert model.typed() == {"limit": kept}


@pytest.mark.parametrize("typed", ["many", "1,5", "nan", "inf", "0x10"])
def test_what_is_no_number_is_told_at_its_field_and_cannot_be_saved(typed: str) -> None:
    model, commands = setup()
    model.form_model.setValue("limit", typed)
    assert not model.form_model.is_valid
    assert [row.problem for row in model.form_model.rows.rows if row.problem] == ["This is not a number."]
    model.save()
    model.testConnection()
    assert commands == []
    model.form_model.setValue("limit", "5")
    assert model.form_model.is_valid


def test_a_required_field_without_a_value_is_named_until_it_has_one() -> None:
    model = form()
    assert model.missing_labels == "API key"
    model.setValue("api_key", SECRET)
    assert model.missing_labels == ""
    stored = form(stored=frozenset({"api_key"}))
    assert stored.missing_labels == ""
    stored.forget("api_key")
    assert (stored.missing_labels, stored.typed()) == ("API key", {"api_key": ""})


def test_what_was_typed_for_one_owner_is_not_kept_for_another() -> None:
    model = form()
    model.setValue("api_key", SECRET)
    model.show("another", FIELDS)
    assert model.typed() == {}
    model.setValue("api_key", SECRET)
    model.show("another", (SetupField("other", "Other", "text", secret=False, required=False),))
    assert model.typed() == {}


def test_a_secret_that_comes_among_the_values_is_not_shown_either() -> None:
    model = form(values={"api_key": SECRET})
    assert SECRET not in everything_told(model, model)


def test_a_secret_is_handed_over_once_and_never_shown() -> None:
    model, commands = setup()
    model.form_model.setValue("api_key", SECRET)
    assert SECRET not in everything_told(model, model.form_model)
    assert SECRET not in everything_told(model.form_model, model.form_model)
    model.save()
    assert commands == [m.ConfigureIntegration(MAIL, {"api_key": SECRET})]
    assert SECRET not in repr(commands)
    assert SECRET not in everything_told(model, model.form_model)
    assert model.form_model.typed() == {}
    assert not model.form_model.is_dirty
    model.save()
    assert len(commands) == 1


def test_without_a_key_store_the_secret_can_be_kept_until_quit() -> None:
    model, commands = setup()
    model.form_model.setValue("api_key", SECRET)
    model.save()
    assert not model.is_unstorable
    model.apply(m.Notice(m.NoticeCode.FAILED, "key-store-locked"))
    assert model.is_unstorable
    model.keepUntilQuit()
    assert commands[-1] == m.ConfigureIntegration(MAIL, {"api_key": SECRET}, until_quit=True)
    assert not model.is_unstorable
    model.keepUntilQuit()
    assert len(commands) == 2, "it is not kept here after that"


def test_a_key_store_that_fails_for_something_else_offers_nothing_here() -> None:
    model, _ = setup()
    model.apply(m.Notice(m.NoticeCode.FAILED, "key-store-locked"))
    assert not model.is_unstorable
    model.form_model.setValue("api_key", SECRET)
    model.save()
    model.show(page())  # stored
    model.apply(m.Notice(m.NoticeCode.FAILED, "key-store-locked"))
    assert not model.is_unstorable


def test_testing_a_connection_sends_what_the_form_holds_and_saves_nothing() -> None:
    model, commands = setup()
    model.form_model.setValue("api_key", SECRET)
    model.testConnection()
    model.testConnection()
    values = {"server": "mail.example.org", "signature": "true", "folder": "inbox", "limit": "20", "api_key": SECRET}
    assert commands == [m.TestConnection(1, MAIL, values)]
    model.apply(m.ConnectionTested(7, "other"))
    assert model.is_testing
    model.apply(m.ConnectionTested(1, "mail-server", "2.0", 4, 0.31))
    assert not model.is_testing
    assert (model.answer, model.form_model.typed()) == (
        m.ConnectionTested(1, "mail-server", "2.0", 4, 0.31),
        {"api_key": SECRET},
    )


@pytest.mark.parametrize("kind", list(CallClass))
def test_a_failed_test_says_its_class_in_words_and_what_the_server_said(kind: CallClass) -> None:
    model, _ = setup()
    model.testConnection()
    model.apply(m.ConnectionTested(1, failure=kind, message="status 401"))
    words = str(model.property("failureWords"))
    assert "status 401" in words
    assert len(words.splitlines()) >= 2
    assert "{" not in words


def test_the_answer_of_a_test_goes_with_its_page() -> None:
    model, _ = setup()
    model.testConnection()
    model.apply(m.ConnectionTested(1, "mail-server"))
    assert model.property("tested")
    model.show(CRASHED)
    assert not model.property("tested")
    model.show(None)
    assert model.form_model.rows.rows == ()
