"""Integrations of the played core: example pages and plans, and answers to the commands about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.domain import messages as m
from app.domain.calls import IntegrationId, Pill, Tier, ToolRef
from app.domain.findings import Finding, Severity
from app.domain.installs import (
    Acting,
    Choice,
    Dependencies,
    Growth,
    GrowthKind,
    Hearing,
    InstallPlan,
    PlanReason,
    Runs,
    SetupField,
    Source,
    SourceKind,
)
from app.domain.integrations import (
    Action,
    IntegrationPage,
    LogLine,
    LogSource,
    Remark,
    RemarkCode,
    ServerStatus,
)

MAIL = IntegrationId("com.example.mail")
NOTES = IntegrationId("com.example.notes")
SIGNED = IntegrationId("com.example.tracker")

FIELDS = (
    SetupField("api_key", "API key", "password", secret=True, required=True, description="From your account page."),
    SetupField("server", "Server", "text", secret=False, required=False, placeholder="mail.example.com"),
    SetupField("signature", "Add a signature", "boolean", secret=False, required=False, default="true"),
    SetupField(
        "folder", "Folder", "select", secret=False, required=False, default="inbox",
        choices=(Choice("Inbox", "inbox"), Choice("Archive", "archive")),
    ),
    SetupField("limit", "Most mails", "number", secret=False, required=False, default="20"),
)  # fmt: skip

HEARS = (
    Hearing("transcript"),
    Hearing("dictation", ("Thunderbird", "Evolution", "Geary")),
    Hearing("preToolUse"),
    Hearing("postToolUse", ("Thunderbird",)),
    Hearing("turnComplete"),
)

ACTIONS = (
    Action(
        "search_mail", "mail__search_mail", "Search mail", "Finds mails by words. Use when the user asks for a mail.",
        Tier.READS, None, Pill.ALLOW,
    ),
    Action(
        "send_mail", "mail__send_mail", "Send a mail", "Sends a mail to one person. Use when the user dictates a mail.",
        Tier.CHANGES, Pill.ASK, Pill.ASK,
    ),
    Action("delete_mail", "mail__delete_mail", "Delete a mail", "Deletes one.", Tier.DESTRUCTIVE, None, Pill.ASK),
    Action(
        "print_mail", "mail__print_mail", "Print a mail", "Prints one.", Tier.CHANGES, None, Pill.ASK,
        disabled_reason="The printer service was closed in May.",
    ),
    Action(
        "flag_mail", "mail__flag_mail", "Flag a mail", "Sets a flag.", Tier.CHANGES, None, Pill.ASK,
        available=False,
    ),
)  # fmt: skip

GUIDE = """# First steps

1. Open [your account](https://example.com/account).
2. Copy the **API key** into the field.

![a picture](https://example.com/track.png) <img src="https://example.com/pixel.png">"""


def page(**changes: object) -> IntegrationPage:
    """Return the page of the example that has everything, changed."""
    whole = IntegrationPage(
        integration_id=MAIL,
        short_name="mail",
        name="Mail",
        version="1.4.2",
        publisher="Example Ltd",
        summary="Reads, writes and sends mail, and hears what you dictate into your mail program.",
        icon_path="",
        status=ServerStatus.CONNECTED,
        enabled=True,
        transcript_access=True,
        hears=HEARS,
        ask_for=None,
        actions=ACTIONS,
        background=True,
        reminders=True,
        own_data=True,
        domains=("api.example.com", "*.example.net", "*"),
        runs=Runs("bun", ("run", "my server.ts")),
        fields=FIELDS,
        values={"server": "mail.example.org"},
        stored_secrets=frozenset({"api_key"}),
        folder="/home/someone/mail",
        description="Everything about **mail**.",
        setup_guide=GUIDE,
    )
    return replace(whole, **changes)  # pyright: ignore[reportArgumentType] - as the test says


CRASHED = page(
    integration_id=NOTES, short_name="notes", name="Notes", status=ServerStatus.CRASHED, hears=(), fields=(),
    failure="It ended with status 1: Error: Cannot find module 'notes'",
    summary="Keeps short notes on this computer.", domains=(), setup_guide="", description="",
    remarks=(Remark(RemarkCode.RESTARTS_STOPPED), Remark(RemarkCode.RUNS_WITH_OTHER, "node")),
    findings=(Finding("$.tools[2].description", Severity.WARNING, "no-use-when", "V-6.3"),),
)  # fmt: skip

REMOTE = page(
    integration_id=SIGNED, short_name="tracker", name="Tracker", status=ServerStatus.NEEDS_SIGN_IN, hears=(),
    summary="Tickets of your team.", runs=Runs(url="https://mcp.example.com/mcp"), signs_in=True, folder="",
    growth=(Growth(GrowthKind.DOMAIN, "*"), Growth(GrowthKind.HOOK, "transcript")), domains=("mcp.example.com",),
)  # fmt: skip

PAGES = (page(), CRASHED, REMOTE)


def plan(**changes: object) -> InstallPlan:
    """Return the plan of the example that has everything, changed."""
    whole = InstallPlan(
        plan_id="plan-1",
        reason=PlanReason.NEW,
        source=Source(SourceKind.FOLDER, "/home/someone/mail"),
        findings=(Finding("$.tools[2].description", Severity.WARNING, "no-use-when", "V-6.3"),),
        refused=False,
        integration_id=MAIL,
        name="Mail",
        version="1.4.2",
        publisher="Example Ltd",
        publisher_url="https://example.com",
        summary="Reads, writes and sends mail, and hears what you dictate into your mail program.",
        hears=HEARS,
        may_do=(
            Acting("search_mail", "Search mail", Tier.READS, asks_first=False),
            Acting("send_mail", "Send a mail", Tier.CHANGES, asks_first=True),
            Acting("delete_mail", "Delete a mail", Tier.DESTRUCTIVE, asks_first=True),
        ),
        background=True,
        reminders=True,
        own_data=True,
        domains=("api.example.com", "*"),
        runs=Runs("bun", ("server.ts",)),
        fields=FIELDS,
        setup_guide=GUIDE,
        dependencies=Dependencies(("bun", "install")),
    )
    return replace(whole, **changes)  # pyright: ignore[reportArgumentType] - as the test says


REFUSED = plan(
    refused=True,
    findings=(
        Finding("$.permissions[0].domains", Severity.REFUSED, "no-domain", "V-4.1"),
        Finding("$.tools[1].confirmation.root.footer", Severity.DROPPED, "not-in-footer", "V-8.14", "a list"),
    ),
)
GROWN = plan(
    reason=PlanReason.GROWTH,
    growth=(
        Growth(GrowthKind.HOOK_APP, "dictation: Slack"),
        Growth(GrowthKind.DOMAIN, "*"),
        Growth(GrowthKind.UNCONFIRMED, "Send a mail"),
        Growth(GrowthKind.RUNS, "bun other.ts"),
    ),
    dependencies=None,
)

SEND = ToolRef(MAIL, "send_mail")
SEARCH = ToolRef(MAIL, "search_mail")
ROUTED = m.SentenceRouted(
    0,
    intents=(
        m.RoutedIntent(SEND, "mail_to", "Send a mail", 0.93, {"to": "Ann", "copies": 2}, would_win=True),
        m.RoutedIntent(SEARCH, "find_mail", "Search mail", 0.41, {}, would_win=False),
    ),
    tools=(
        m.OfferedTool(
            SEND, "mail__send_mail", "Send a mail", "Sends a mail to one person.",
            {
                "type": "object",
                "required": ["to"],
                "properties": {
                    "to": {"type": "string", "description": "Who gets it."},
                    "copies": {"type": "integer", "default": 1},
                    "urgent": {"type": "boolean"},
                    "tone": {"enum": ["kind", "curt"]},
                    "labels": {"type": "array", "items": {"type": "string"}},
                },
            },
            score=0.82, verdict=m.RouterVerdict.MISSING, missing="to",
        ),
        m.OfferedTool(SEARCH, "mail__search_mail", "Search mail", "Finds mails.", {"type": "object"}, score=0.31),
    ),
)  # fmt: skip

LOG = (
    LogLine(1_780_000_000.0, LogSource.HOST, "started: bun run my server.ts"),
    LogLine(1_780_000_001.5, LogSource.STDERR, "warning: no folder, using inbox"),
    LogLine(1_780_000_002.5, LogSource.STDOUT, "hello, this is no JSON"),
)


class PlayedIntegrations:
    """Answers what is asked about integrations, as the core does."""

    def __init__(self, tell: Callable[[m.Event], None], pages: tuple[IntegrationPage, ...]) -> None:
        self._tell = tell
        self.pages = pages
        self.plan = plan()

    def tell_pages(self) -> None:
        self._tell(m.IntegrationsChanged(self.pages))

    def _change(self, integration: IntegrationId, **changes: object) -> None:
        self.pages = tuple(
            replace(one, **changes)  # pyright: ignore[reportArgumentType] - fields of a page, by name
            if one.integration_id == integration
            else one
            for one in self.pages
        )
        self.tell_pages()

    def answer(self, command: m.Command) -> None:
        match command:
            case m.PlanInstall(request=request):
                self._tell(m.InstallPlanned(request, self.plan))
            case m.CommitInstall(plan_id=plan_id):
                self._tell(m.InstallEnded(plan_id, self.plan.integration_id))
            case m.SetIntegrationEnabled(integration=integration, enabled=enabled):
                self._change(integration, enabled=enabled)
            case m.SetTranscriptAccess(integration=integration, allowed=allowed):
                self._change(integration, transcript_access=allowed)
            case m.SetAskFor(integration=integration, ask_for=ask_for):
                self._change(integration, ask_for=ask_for)
            case m.RemoveIntegration(integration=integration):
                self.pages = tuple(one for one in self.pages if one.integration_id != integration)
                self.tell_pages()
            case m.RequestIntegrationLog(request=request, integration=integration):
                self._tell(m.IntegrationLog(request, integration, LOG))
            case m.TestConnection(request=request):
                self._tell(m.ConnectionTested(request, "mail-server", "2.0", 4, 0.31))
            case m.RouteSentence(request=request, sentence=sentence):
                routed = replace(ROUTED, request=request)
                self._tell(routed if sentence else replace(routed, intents=()))
            case _:
                pass
