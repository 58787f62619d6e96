"""What a person gave, or a server said, is in no text form of a message: that ends up in logs and crash reports."""

from __future__ import annotations

import pytest

from app.domain.calls import CallClass, CallFailure, CallId, IntegrationId, ToolRef
from app.domain.installs import Source, SourceKind
from app.domain.integrations import LogLine, LogSource
from app.domain.messages import (
    AnswerInWords,
    AnswerQuestion,
    CallEnded,
    CallTool,
    CommitInstall,
    ConfigureIntegration,
    ConnectionTested,
    EditQuestion,
    InstallEnded,
    InstallProgressed,
    IntegrationLog,
    PlanInstall,
    RouteSentence,
    TestConnection,
)

HUSH = "hush-hush"
VALUES = {"TOKEN": HUSH}
NOTES = IntegrationId("com.example.notes")
TOOL = ToolRef(NOTES, "find")
CALL = CallId("c")


@pytest.mark.parametrize(
    "message",
    [
        PlanInstall(1, Source(SourceKind.COMMAND, f"TOKEN={HUSH} node server.js")),
        CommitInstall("plan", VALUES),
        ConfigureIntegration(NOTES, VALUES),
        TestConnection(1, NOTES, VALUES),
        CallTool(CALL, TOOL, VALUES),
        AnswerQuestion(CALL, approved=True, arguments=VALUES),
        EditQuestion(CALL, VALUES),
        AnswerInWords(HUSH, began_at_s=0.0),
        RouteSentence(1, HUSH),
        InstallProgressed("plan", HUSH),
        InstallEnded("plan", NOTES, "dependencies-failed", "npm install", HUSH),
        ConnectionTested(1, failure=CallClass.SERVER_EXITED, message=HUSH),
        IntegrationLog(1, NOTES, (LogLine(0.0, LogSource.STDERR, HUSH),)),
        LogLine(0.0, LogSource.STDERR, HUSH),
        CallEnded(CALL, TOOL, "Find", "Notes", "", CallFailure(CallClass.TOOL_ERROR, HUSH, words=HUSH)),
    ],
    ids=lambda message: type(message).__name__,
)
def test_the_text_form_of_a_message_has_no_words_and_no_values(message: object) -> None:
    assert HUSH not in repr(message)
