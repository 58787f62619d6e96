"""Who answers: the choice, its address and model, its key, servers that were found, and a trial."""

from __future__ import annotations

import pytest

from app.domain import messages as m
from app.domain.providers import AgentProvider, KeyState
from app.domain.turn import NO_TARGET, AnswerRoute, TurnId, TurnKind, TurnOutcome
from app.ui.viewmodels.answers import AnswersModel
from tests.unit.ui.played_models import OLLAMA, STUDIO

KEY = "planted-key-1234"
ABSENT = m.Notice(m.NoticeCode.FAILED, place="key-store-absent")


class Page:
    def __init__(self, provider: str = "offline", address: str = "", model: str = "") -> None:
        self.commands: list[m.Command] = []
        self.model = AnswersModel(self.commands.append)
        self.set(provider, address, model)

    def set(self, provider: str, address: str = "", model: str = "") -> None:
        values = {"agent.provider": provider, "agent.base_url": address, "agent.model": model}
        self.model.apply(m.SettingsChanged(values))

    def find(self) -> None:
        self.model.open()
        self.model.apply(m.ModelServersFound(1, (OLLAMA, STUDIO, OLLAMA)))
        self.commands.clear()

    def keys(self, **states: KeyState) -> None:
        known = {one: states.get(one.name, KeyState.NONE) for one in AgentProvider if one is not AgentProvider.OFFLINE}
        self.model.apply(m.ModelKeysChanged(known))

    def get(self, name: str) -> object:
        return self.model.property(name)

    def trial(self, name: str) -> object:
        return self.model.trial_model.property(name)


def changed(**values: str) -> m.ChangeSettings:
    return m.ChangeSettings({f"agent.{name}": value for name, value in values.items()})


def failed(code: str, place: str = "") -> m.TurnFinished:
    return m.TurnFinished(
        TurnId("1"), TurnKind.AGENT, TurnOutcome.FAILED, "", NO_TARGET, error_code=code, error_place=place
    )


def test_the_page_looks_for_servers_and_keys_when_it_opens_and_once_at_a_time() -> None:
    page = Page()
    page.model.open()
    page.model.find()
    assert page.commands == [m.FindModelServers(1), m.RequestModelKeys()]
    assert (page.get("finding"), page.get("looked")) == (True, False)
    page.model.apply(m.ModelServersFound(0, (STUDIO,)))
    assert page.model.server_rows.rows == (), "somebody else asked for that"
    page.model.apply(m.ModelServersFound(1, (OLLAMA, STUDIO, OLLAMA)))
    assert [(row.name, row.model_count, row.in_use) for row in page.model.server_rows.rows] == [
        ("Ollama", 2, False),
        ("LM Studio", 1, False),
    ]
    assert (page.get("finding"), page.get("looked")) == (False, True)
    page.model.find()
    assert page.commands[-1] == m.FindModelServers(2)


def test_a_search_that_went_wrong_can_be_started_again() -> None:
    page = Page()
    page.model.find()
    page.model.apply(m.Notice(m.NoticeCode.INTERNAL))
    assert page.get("finding") is False


def test_every_provider_says_what_it_means_before_it_is_chosen() -> None:
    page = Page("openai-compatible", "http://192.168.1.20:11434/v1", "qwen3")
    rows = {row.value: row for row in page.model.provider_rows.rows}
    assert list(rows) == [one.value for one in AgentProvider]
    assert [value for value, row in rows.items() if row.chosen] == ["openai-compatible"]
    assert [value for value, row in rows.items() if not row.leaves] == ["offline"]
    assert "192.168.1.20" in rows["openai-compatible"].meaning
    page.set("openai-compatible", OLLAMA.base_url, "qwen3")
    assert not page.model.provider_rows.rows[1].leaves


def test_choosing_a_provider_saves_it_with_a_model_of_its_own_and_the_old_one_comes_back() -> None:
    page = Page("openai-compatible", OLLAMA.base_url, "qwen3:8b")
    page.model.choose("anthropic")
    page.model.choose("openai-compatible")
    first = page.model.provider_rows.rows
    assert page.commands == [changed(provider="anthropic", model="claude-sonnet-5-5")], "the one in use is no change"
    page.set("anthropic", OLLAMA.base_url, "claude-haiku-4-5")
    page.model.choose("openai-compatible")
    assert page.commands[-1] == changed(provider="openai-compatible", model="qwen3:8b")
    page.set("openai-compatible", OLLAMA.base_url, "qwen3:8b")
    page.model.choose("anthropic")
    assert page.commands[-1] == changed(provider="anthropic", model="claude-haiku-4-5")
    assert all(not isinstance(command, m.RemoveModelKey) for command in page.commands), "no key is dropped"
    assert first == page.model.provider_rows.rows


def test_a_found_server_is_used_by_one_press() -> None:
    page = Page("offline")
    page.find()
    page.model.useServer(STUDIO.base_url)
    page.model.choose("openai-compatible")
    assert page.commands == [
        changed(provider="openai-compatible", base_url=STUDIO.base_url, model=STUDIO.models[0]),
        changed(provider="openai-compatible", base_url=OLLAMA.base_url, model=OLLAMA.models[0]),
    ]
    page.set("openai-compatible", OLLAMA.base_url + "/", OLLAMA.models[1])
    assert [row.in_use for row in page.model.server_rows.rows] == [True, False]
    assert page.model.names == OLLAMA.models
    page.model.useServer(OLLAMA.base_url)
    command = page.commands[-1]
    assert isinstance(command, m.ChangeSettings)
    assert command.values["agent.model"] == OLLAMA.models[1], "one that the server has stays"


def test_an_address_is_saved_when_it_can_be_used_and_told_where_it_leads_while_it_is_typed() -> None:
    page = Page("openai-compatible")
    assert page.get("addressProblemCode") == "agent-no-address"
    page.model.setAddress("localhost:11434")
    page.model.setAddress("https://me:secret@example.com")
    assert page.commands == []
    assert page.model.addressProblem("localhost:11434") != ""
    assert page.model.addressMeaning("localhost:11434") == page.model.addressMeaning("") == ""
    assert "example.com" in page.model.addressMeaning("https://example.com/v1")
    page.model.setAddress(" https://example.com/v1 ")
    assert page.commands == [changed(base_url="https://example.com/v1")]
    page.set("openai-compatible", "https://example.com/v1")
    page.model.setAddress("https://example.com/v1")
    assert (len(page.commands), page.get("addressProblemCode")) == (1, "")


def test_a_model_is_typed_or_chosen_and_missed_where_one_is_needed() -> None:
    page = Page("mistral")
    assert page.get("modelProblemCode") == "agent-no-model"
    assert page.model.names[0] == "mistral-medium-latest"
    page.model.setModel(" my-own ")
    assert page.commands == [changed(model="my-own")]
    page.set("mistral", "", "my-own")
    page.model.setModel("my-own")
    assert (len(page.commands), page.get("modelProblemCode")) == (1, "")
    page.set("offline")
    assert (page.model.names, page.get("modelProblemCode")) == ((), "")


def test_a_key_is_handed_over_once_and_its_state_is_that_of_the_provider_in_use() -> None:
    page = Page("openai", "", "gpt")
    taken: list[bool] = []
    page.model.keyTaken.connect(lambda: taken.append(True))
    assert (page.get("keyState"), page.get("keyProblemCode")) == ("", "")
    page.keys(MISTRAL=KeyState.STORED)
    assert (page.get("keyState"), page.get("keyProblemCode")) == ("none", "agent-key-missing")
    page.model.storeKey("  ")
    page.model.storeKey(f" {KEY}\n")
    assert page.commands == [m.StoreModelKey(AgentProvider.OPENAI, KEY)]
    assert taken == [True]
    page.keys(OPENAI=KeyState.STORED, MISTRAL=KeyState.STORED)
    assert (page.get("keyState"), page.get("keyProblemCode")) == ("stored", "")
    page.set("mistral", "", "mistral-small-latest")
    assert (page.get("keyState"), page.get("hosted")) == ("stored", True)
    page.model.removeKey()
    assert page.commands[-1] == m.RemoveModelKey(AgentProvider.MISTRAL)
    page.set("offline")
    page.model.storeKey(KEY)
    assert len(page.commands) == 2, "nobody is there to have a key"


def test_without_a_key_store_the_person_says_what_becomes_of_the_key() -> None:
    page = Page("openai", "", "gpt")
    page.model.apply(ABSENT)
    assert page.get("unstorable") is False, "it was about something else"
    page.model.storeKey(KEY)
    page.keys()
    page.model.apply(ABSENT)
    assert page.get("unstorable") is True, "what was told of keys in between was an older answer"
    page.model.keepUntilQuit()
    assert page.commands[-1] == m.StoreModelKey(AgentProvider.OPENAI, KEY, until_quit=True)
    assert page.get("unstorable") is False
    page.model.keepUntilQuit()
    assert len(page.commands) == 2, "it is not kept here any longer"


@pytest.mark.parametrize("how", ["stored", "dropped", "left", "another"])
def test_a_key_that_could_not_be_stored_is_forgotten(how: str) -> None:
    page = Page("openai", "", "gpt")
    page.model.storeKey(KEY)
    page.model.apply(ABSENT)
    match how:
        case "stored":
            page.keys(OPENAI=KeyState.STORED)
        case "dropped":
            page.model.dropUnstored()
        case "left":
            page.model.close()
        case _:
            page.set("mistral")
    page.commands.clear()
    page.model.keepUntilQuit()
    assert (page.commands, page.get("unstorable")) == ([], False)
    assert KEY not in str(vars(page.model))


def test_a_trial_says_how_long_it_took_or_what_was_wrong() -> None:
    page = Page("openai", "", "gpt")
    page.model.trial_model.start()
    request = page.model.trial_model._request
    assert page.commands == [m.TestModel(request)]
    assert page.trial("testing") is True
    page.model.apply(m.ModelTested(request - 1, "agent-timeout"))
    assert page.trial("testing") is True
    page.model.apply(m.ModelTested(request, duration_s=0.8))
    assert [page.trial(n) for n in ("testing", "answered", "seconds", "problem")] == [False, True, 0.8, ""]
    page.model.trial_model.start()
    assert page.trial("answered") is False
    page.model.apply(m.ModelTested(request + 1, "agent-key-refused", "api.openai.com"))
    assert [page.trial(n) for n in ("answered", "problem", "problemPlace")] == [
        False,
        "agent-key-refused",
        "api.openai.com",
    ]


def test_what_a_trial_said_holds_only_for_what_was_set_then() -> None:
    page = Page("openai", "", "gpt")
    page.model.trial_model.start()
    page.set("openai", "", "gpt-other")
    assert page.trial("testing") is False
    page.model.apply(m.ModelTested(page.model.trial_model._request - 1))
    assert page.trial("answered") is False
    page.model.trial_model.start()
    page.set("openai", "", "gpt-other")
    assert page.trial("testing") is True, "nothing that it is about has changed"
    page.model.apply(m.Notice(m.NoticeCode.INTERNAL))
    assert page.trial("testing") is False


def test_a_failure_of_the_model_in_a_turn_stays_in_sight_until_it_answers() -> None:
    page = Page("openai", "", "gpt")
    page.model.apply(failed("agent-no-match"))
    assert page.trial("lastFault") == "", "that is not the model's"
    page.model.apply(failed("agent-key-refused", "api.openai.com"))
    assert (page.trial("lastFault"), page.trial("lastFaultPlace")) == ("agent-key-refused", "api.openai.com")
    answered = m.TurnFinished(
        TurnId("2"), TurnKind.AGENT, TurnOutcome.ANSWERED, "", NO_TARGET, route=AnswerRoute.INTENT
    )
    page.model.apply(answered)
    assert page.trial("lastFault") != "", "a command answered, not the model"
    page.model.apply(
        m.TurnFinished(TurnId("3"), TurnKind.AGENT, TurnOutcome.ANSWERED, "", NO_TARGET, route=AnswerRoute.MODEL)
    )
    assert page.trial("lastFault") == ""
